"""Measures the editor on the largest game: how soon findings and suggestions come after a keystroke.

In: nothing. Out: medians and 95th percentiles in milliseconds of processor time (machines are shared), the
quality of completion at names taken from all definitions, and memory over many edits. Run as `python -m
benchmarks.editor`.
"""

from __future__ import annotations

import os
import random
import resource
import sys
from collections import Counter
from pathlib import Path
from time import process_time

from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report
from rulelang.editor.completion import suggestions
from rulelang.editor.family import read_family
from rulelang.editor.here import here
from rulelang.editor.index import index_of
from rulelang.files import shown, with_unsaved
from rulelang.loader import load, load_with_required, variant_names
from rulelang.source import Source

ROOT = Path(__file__).resolve().parent.parent / "gamedefs"
FINDINGS_GOAL, COMPLETION_GOAL = 150, 50  # ms, 95th percentile
KEYSTROKES = 200
FIRST = 5  # suggestions that are looked at


def largest() -> Path:
    """The game with the most rules."""
    games = [path.parent for path in ROOT.glob("*/game.rules")]
    return max(games, key=lambda game: sum(file.stat().st_size for file in game.glob("*.rules")))


def percentile(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000


def latencies(keystrokes: int = KEYSTROKES) -> tuple[list[float], list[float]]:
    """Seconds until findings, and until suggestions, while somebody types lines of the game again."""
    dice, game = random.Random(1), largest()
    files = sorted(game.glob("*.rules"))
    findings, asked = [], []
    bundle = load(game, Report())  # an editor has it open, and has shown findings once
    assert bundle is not None
    compile_bundle(bundle, Report())
    while len(findings) < keystrokes:
        file = dice.choice(files)
        lines = file.read_text(encoding="utf-8").split("\n")
        number = dice.choice([n for n, line in enumerate(lines) if line.strip() and line[0] == " "])
        for end in range(1, len(lines[number]) + 1, 3):
            typed = "\n".join([*lines[:number], lines[number][:end], *lines[number + 1 :]])
            start = process_time()
            with with_unsaved({os.path.realpath(file): typed}):
                report = Report()
                changed = load(game, report)
                assert changed is not None
                compile_bundle(changed, report)
            findings.append(process_time() - start)
            source = Source(shown(file), typed)
            start = process_time()
            at = source.offset_of(number + 1) + end
            suggestions(here(bundle, [], source, at), source, bundle.rules)
            asked.append(process_time() - start)
    return findings, asked


def quality(names: int, typed: int) -> tuple[int, int, int]:
    """Of so many names of each game and its variants: how many there were, among the first, missing."""
    counts: Counter[str] = Counter()
    for game in sorted(path.parent for path in ROOT.glob("*/game.rules")):
        bundle = load(game, Report())
        assert bundle is not None
        index = index_of(read_family(game, scenarios=False))
        ways = [load_with_required(game, variant, Report()) for variant in variant_names(game)]
        known = {source.path: (source, way) for way in ways if way for source in way[0].rules}
        known |= {source.path: (source, []) for source in bundle.rules}
        places = [
            (thing.name, span)
            for thing in index.things
            for span in thing.spans
            if span.path in known and span not in thing.declared and len(thing.name) >= typed
        ]
        for name, span in random.Random(1).sample(places, min(names, len(places))):
            source, way = known[span.path]
            at = source.offset_of(span.line) + span.column - 1
            text = source.text[:at] + name[:typed] + source.text[at + len(name) :]
            cut = Source(source.path, text)
            rules = [each for part in (bundle, *way) for each in part.rules]
            found = [s.text for s in suggestions(here(bundle, way, cut, at + typed), cut, rules)]
            counts["all"] += 1
            counts["first"] += name in found[:FIRST]
            counts["missing"] += name not in found
    return counts["all"], counts["first"], counts["missing"]


def main() -> int:
    findings, asked = latencies()
    names = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    print(f"largest game: {largest().name}, {len(findings)} keystrokes")
    for what, times, goal in (
        ("findings", findings, FINDINGS_GOAL),
        ("completion", asked, COMPLETION_GOAL),
    ):
        half, most = percentile(times, 0.5), percentile(times, 0.95)
        print(f"{what:12} median {half:6.1f} ms, 95th percentile {most:6.1f} ms (goal {goal} ms)")
    for typed in (0, 1, 2):
        every, first, missing = quality(names, typed)
        share = 100 * first / every
        print(
            f"{typed} letters typed: {share:.1f} % of {every} names in the first {FIRST}, {missing} missing"
        )
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
