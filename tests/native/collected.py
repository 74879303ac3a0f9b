"""Plays collected programs on both backends: see `collecting`.

In: a folder, and how many games of each. Out: a line for each program that differs or is not played natively,
and totals; a non-zero exit if any differs.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from interpreter.layout import Layout
from interpreter.native.engine import Native
from interpreter.native.shapes import NotNative
from rulelang.ir.codec import decode
from tests.native.lockstep import compare


def main(folder: str, games: str = "5") -> int:
    decisions = ways_out = wrong = played = 0
    refused: Counter[str] = Counter()
    for path in sorted(Path(folder).glob("*.json")):
        text, players, settings = json.loads(path.read_text("utf-8"))
        program = decode(text)
        try:
            native = Native(Layout(program, players, dict(settings)))
        except NotNative as why:
            refused[str(why)] += 1
            continue
        played += 1
        try:
            found = compare(program, players, dict(settings), range(int(games)), native)
        except Exception as error:
            wrong += 1
            print(f"{path.name} {program.name}: {type(error).__name__}: {str(error)[:600]}", flush=True)
            continue
        decisions += found.decisions
        ways_out += found.ways_out
    print(f"{played} programs, {decisions:,} decisions, {ways_out} ways out, {wrong} different")
    for why, times in refused.most_common():
        print(f"left to the reference: {times} times, {why}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
