"""Measures the editor on the largest game: how soon findings and suggestions come after a keystroke.

In: nothing. Out: medians and 95th percentiles in milliseconds of processor time (machines are shared), and
the memory of it all. Run as `python -m benchmarks.editor`. How good suggestions are says
`benchmarks.editor_names`.
"""

from __future__ import annotations

import os
import random
import resource
from pathlib import Path
from time import process_time

from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report
from rulelang.editor.completion import suggestions
from rulelang.editor.here import here
from rulelang.files import shown, with_unsaved
from rulelang.loader import load
from rulelang.source import Source

ROOT = Path(__file__).resolve().parent.parent / "gamedefs"
FINDINGS_GOAL, COMPLETION_GOAL = 150, 50  # ms, 95th percentile
KEYSTROKES = 200


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


def main() -> int:
    findings, asked = latencies()
    print(f"largest game: {largest().name}, {len(findings)} keystrokes")
    for what, times, goal in (
        ("findings", findings, FINDINGS_GOAL),
        ("completion", asked, COMPLETION_GOAL),
    ):
        half, most = percentile(times, 0.5), percentile(times, 0.95)
        print(f"{what:12} median {half:6.1f} ms, 95th percentile {most:6.1f} ms (goal {goal} ms)")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
