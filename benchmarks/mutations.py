"""How near to the mistake a finding points.

Each sample changes one word or sign of a game definition: it is left out, doubled, misspelt, swapped with the
next one, or replaced by another of the same file. If the definition is broken by that, the first finding
should point at the changed line or one next to it, and be the only one. Then changes are made in pairs,
far from each other: both should be found, or the first would only hide the second. Prints the shares;
`--show` shows some that point elsewhere or are not alone.

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
GOAL = 0.953  # near the mistake
ALONE = 0.97  # one mistake, one message
BOTH = 0.95  # two mistakes, two messages
APART = 5  # lines between two mistakes in one file; nearer ones may be one declaration, which is read once
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


def errors_of(bundle: Bundle, *changes: Sample) -> list[Diagnostic]:
    """What is wrong with a definition after some of its lines are changed."""
    changed = {(sample.source.path, sample.line): sample.after for sample in changes}

    def text_of(source: Source) -> Source:
        lines = [changed.get((source.path, number), line) for number, line in enumerate(source.lines, 1)]
        return Source(source.path, "\n".join(lines))

    report = Report()
    compile_bundle(evolve(bundle, rules=tuple(text_of(source) for source in bundle.rules)), report)
    return report.errors


def is_near(found: Diagnostic, sample: Sample) -> bool:
    return found.span.path == sample.source.path and abs(found.span.line - sample.line) <= NEAR


def judge(sample: Sample, bundle: Bundle) -> Verdict | None:
    """None if the change did not break the definition."""
    errors = errors_of(bundle, sample)
    if not errors:
        return None
    first = errors[0]
    near = [is_near(found, sample) for found in errors]
    in_file = first.span.path == sample.source.path
    distance = abs(first.span.line - sample.line) if in_file else None
    return Verdict(sample, first, len(errors), distance, distance is not None and distance <= NEAR, any(near))


def are_apart(one: Sample, other: Sample) -> bool:
    return one.source.path != other.source.path or abs(one.line - other.line) > APART


def pairs(verdicts: list[Verdict], bundle: Bundle) -> Iterator[bool]:
    """Changes two by two: whether both are found. Only such as are found alone."""
    alone = [verdict.sample for verdict in verdicts if verdict.findings == 1 and verdict.near]
    for one, other in zip(alone[::2], alone[1::2], strict=False):
        if are_apart(one, other):
            errors = errors_of(bundle, one, other)
            yield all(any(is_near(found, sample) for found in errors) for sample in (one, other))


def measure(count: int, seed: int, games: Path = GAMES) -> tuple[list[Verdict], list[bool]]:
    """What is said about single changes, and for pairs of them whether both are found."""
    rng = random.Random(seed)
    found: list[Verdict] = []
    both: list[bool] = []
    folders = [folder for folder in sorted(games.iterdir()) if (folder / "game.rules").is_file()]
    for folder in folders:
        bundle = load(folder, Report())
        if bundle is None or compile_bundle(bundle, Report()) is None:
            continue
        made = samples(bundle, folder.name, count // len(folders), rng)
        verdicts = [verdict for sample in made if (verdict := judge(sample, bundle)) is not None]
        found += verdicts
        both += pairs(verdicts, bundle)
    return found, both


def share(verdicts: list[Verdict]) -> float:
    return sum(verdict.near for verdict in verdicts) / max(1, len(verdicts))


def share_alone(verdicts: list[Verdict]) -> float:
    return sum(verdict.findings == 1 for verdict in verdicts) / max(1, len(verdicts))


def share_both(both: list[bool]) -> float:
    return sum(both) / max(1, len(both))


def table(verdicts: list[Verdict], both: list[bool]) -> str:
    anywhere = sum(verdict.any_near for verdict in verdicts) / max(1, len(verdicts))
    lines = [
        f"{len(verdicts)} changes of one word broke a definition",
        f"  {share(verdicts):6.1%}  the first finding points at the changed line or one next to it",
        f"  {anywhere:6.1%}  some finding does",
        f"  {share_alone(verdicts):6.1%}  there is one finding only",
        f"  {share_both(both):6.1%}  of {len(both)} pairs of changes, both are found",
    ]
    for how in HOWS:
        own = [verdict for verdict in verdicts if verdict.sample.how == how]
        lines.append(f"    {how:9} {share(own):6.1%} of {len(own)}")
    return "\n".join(lines)


def main() -> None:
    options = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--samples", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--show", type=int, default=0, help="so many that point elsewhere or are not alone")
    chosen = options.parse_args()
    verdicts, both = measure(chosen.samples, chosen.seed)
    far = [verdict for verdict in verdicts if not verdict.near or verdict.findings > 1]
    for verdict in far[: chosen.show]:
        sample = verdict.sample
        print(f"{sample.source.path}:{sample.line} {sample.how}\n- {sample.before}\n+ {sample.after}")
        print(render_one(verdict.first, {sample.source.path: sample.source}))
    if far and chosen.show:
        print(Counter(verdict.first.code for verdict in far).most_common(8))
    print(table(verdicts, both))
    reached = share(verdicts) >= GOAL and share_alone(verdicts) >= ALONE and share_both(both) >= BOTH
    told = "reached" if reached else "not reached"
    print(f"goals: {GOAL:.1%} near, {ALONE:.0%} alone, {BOTH:.0%} both; {told}")


if __name__ == "__main__":
    main()
