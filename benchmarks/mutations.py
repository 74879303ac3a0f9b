"""How near to the mistake a finding points.

Each sample changes one word or sign of a game definition: it is left out, doubled, misspelt, swapped with the
next one, or replaced by another of the same file. If the definition is broken by that, the first finding
should point at the changed line or one next to it. Prints the share; `--show` shows some of the others.

    python -m benchmarks.mutations [--samples 2000] [--seed 1] [--show 20]
"""

from __future__ import annotations

import random
import re
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from attrs import evolve, frozen

from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Diagnostic, Report
from rulelang.loader import load
from rulelang.render import render_one
from rulelang.source import Source

GAMES = Path(__file__).resolve().parent.parent / "gamedefs"
GOAL = 0.9
NEAR = 1  # lines
HOWS = ("left out", "doubled", "misspelt", "swapped", "replaced")
_WORDS = re.compile(r'"[^"\n]*"|[a-z][a-z0-9_]*|[0-9]+|>=|<=|[^\s\w]')
_COMMENT = re.compile(r"#.*")


@frozen
class Sample:
    """One changed word of one file."""

    game: str
    source: Source  # after the change
    line: int
    how: str
    before: str
    after: str


@frozen
class Verdict:
    sample: Sample
    first: Diagnostic
    findings: int
    distance: int | None  # in lines; None if the first finding is in another file
    near: bool  # the first finding is near
    any_near: bool  # some finding is near


def samples(bundle: Bundle, game: str, count: int, rng: random.Random) -> Iterator[Sample]:
    texts = [source for source in bundle.rules if source.text.strip()]
    for _ in range(count):
        source = rng.choices(texts, [len(text.text) for text in texts])[0]
        made = change(source, rng)
        if made is not None:
            yield evolve(made, game=game)


def change(source: Source, rng: random.Random) -> Sample | None:
    number = rng.randrange(len(source.lines))
    words = list(_WORDS.finditer(_COMMENT.sub("", source.lines[number])))
    if not words:
        return None
    how, at = rng.choice(HOWS), rng.randrange(len(words))
    line, word = source.lines[number], words[at]
    start, end, old = word.start(), word.end(), word[0]
    if how == "left out":
        new = ""
    elif how == "doubled":
        new = f"{old} {old}"
    elif how == "misspelt":
        new = misspelt(old, rng)
    elif how == "swapped":
        if at + 1 == len(words):
            return None
        after = words[at + 1]
        new, end = f"{after[0]}{line[end : after.start()] or ' '}{old}", after.end()
    else:
        new = rng.choice(_WORDS.findall(_COMMENT.sub("", rng.choice(source.lines))) or [""])
    changed = f"{line[:start]}{new}{line[end:]}"
    if changed == line:
        return None
    text = "\n".join([*source.lines[:number], changed, *source.lines[number + 1 :]])
    return Sample("", Source(source.path, text), number + 1, how, line, changed)


def misspelt(word: str, rng: random.Random) -> str:
    """Two letters exchanged, one lost, one wrong or one doubled."""
    at = rng.randrange(len(word))
    letter = rng.choice("abcdefghijklmnopqrstuvwxyz")
    swapped = word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :]
    return rng.choice([swapped, word[:at] + word[at + 1 :], word[:at] + letter + word[at + 1 :]])


def judge(sample: Sample, bundle: Bundle) -> Verdict | None:
    """None if the change did not break the definition."""
    rules = tuple(sample.source if s.path == sample.source.path else s for s in bundle.rules)
    report = Report()
    compile_bundle(evolve(bundle, rules=rules), report)
    errors = report.errors
    if not errors:
        return None
    first = errors[0]
    here = [d.span for d in errors if d.span.path == sample.source.path]
    near = [abs(span.line - sample.line) <= NEAR for span in here]
    in_file = first.span.path == sample.source.path
    distance = abs(first.span.line - sample.line) if in_file else None
    return Verdict(sample, first, len(errors), distance, distance is not None and distance <= NEAR, any(near))


def measure(count: int, seed: int, games: Path = GAMES) -> list[Verdict]:
    rng = random.Random(seed)
    found = []
    folders = [folder for folder in sorted(games.iterdir()) if (folder / "game.rules").is_file()]
    for folder in folders:
        bundle = load(folder, Report())
        if bundle is None or compile_bundle(bundle, Report()) is None:
            continue
        for sample in samples(bundle, folder.name, count // len(folders), rng):
            verdict = judge(sample, bundle)
            if verdict is not None:
                found.append(verdict)
    return found


def share(verdicts: list[Verdict]) -> float:
    return sum(verdict.near for verdict in verdicts) / max(1, len(verdicts))


def table(verdicts: list[Verdict]) -> str:
    alone = sum(verdict.findings == 1 for verdict in verdicts) / max(1, len(verdicts))
    anywhere = sum(verdict.any_near for verdict in verdicts) / max(1, len(verdicts))
    lines = [
        f"{len(verdicts)} changes of one word broke a definition",
        f"  {share(verdicts):6.1%}  the first finding points at the changed line or one next to it",
        f"  {anywhere:6.1%}  some finding does",
        f"  {alone:6.1%}  there is one finding only",
    ]
    for how in HOWS:
        own = [verdict for verdict in verdicts if verdict.sample.how == how]
        lines.append(f"    {how:9} {share(own):6.1%} of {len(own)}")
    return "\n".join(lines)


def main() -> None:
    options = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--samples", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--show", type=int, default=0, help="so many that point elsewhere")
    chosen = options.parse_args()
    verdicts = measure(chosen.samples, chosen.seed)
    far = [verdict for verdict in verdicts if not verdict.near]
    for verdict in far[: chosen.show]:
        sample = verdict.sample
        print(f"{sample.source.path}:{sample.line} {sample.how}\n- {sample.before}\n+ {sample.after}")
        print(render_one(verdict.first, {sample.source.path: sample.source}))
    if far and chosen.show:
        print(Counter(verdict.first.code for verdict in far).most_common(8))
    print(table(verdicts))
    print(f"goal: {GOAL:.0%}; {'reached' if share(verdicts) >= GOAL else 'not reached'}")


if __name__ == "__main__":
    main()
