"""Plays everything that is shipped on both backends, for long: `python -m tests.native.long`.

In: how many games of each program with each number of players, and the minutes after which it stops. Out: a
line for each that differs, totals, and a non-zero exit if any differs. Programs are all definitions, all
recipes of the cookbook, and all sets of variants that can be played together, these with fewer games.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from time import monotonic

from attrs import define

from interpreter.layout import Layout
from interpreter.native.engine import Native
from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report, RulesError
from rulelang.ir.nodes import Program
from rulelang.loader import load, load_variants, variant_names
from tests.helpers import ROOT, compile_folder, definition_folders
from tests.native.lockstep import compare

AT_ONCE = (
    15  # games of a program in a round: all ways of asking come up in so many, with chance exposed or not
)
WITH_VARIANTS = 5  # of each set of variants, once


@define
class Totals:
    programs: int = 0
    games: int = 0
    decisions: int = 0
    ways_out: int = 0
    wrong: int = 0


def with_variants(folder: Path, names: tuple[str, ...]) -> Program | None:
    report = Report()
    bundle = load(folder, report)
    try:
        variants = load_variants(folder, list(names), report)
        program = compile_bundle(bundle, report, variants) if bundle is not None else None
    except RulesError:
        return None
    return None if report.errors else program


def sets_of_variants(folder: Path) -> Iterator[tuple[str, ...]]:
    names = sorted(variant_names(folder))
    for size in range(1, len(names) + 1):
        yield from combinations(names, size)


def alone() -> Iterator[tuple[str, Program]]:
    for name, folder in definition_folders().items():
        yield name, compile_folder(folder)
    for folder in sorted(path for path in (ROOT / "docs" / "cookbook").iterdir() if path.is_dir()):
        yield folder.name, compile_folder(folder)


def together() -> Iterator[tuple[str, Program]]:
    for name, folder in definition_folders().items():
        for names in sets_of_variants(folder):
            if (program := with_variants(folder, names)) is not None:
                yield f"{name} with {', '.join(names)}", program


def counts(program: Program) -> range:
    return range(program.players[0], program.players[1] + 1)


def play(name: str, program: Program, players: int, native: Native, seeds: range, totals: Totals) -> None:
    try:
        found = compare(program, players, {}, seeds, native)
    except Exception as error:
        totals.wrong += 1
        print(f"{name}, {players} players: {type(error).__name__}: {str(error)[:600]}", flush=True)
        return
    totals.games += found.games
    totals.decisions += found.decisions
    totals.ways_out += found.ways_out


def play_all(games: int, minutes: float) -> Totals:
    """The definitions and recipes in rounds, after the first of which come the sets of variants."""
    totals, until = Totals(), monotonic() + 60 * minutes
    kept: list[tuple[str, Program, int, Native]] = []
    for name, program in alone():
        totals.programs += 1
        kept += [(name, program, n, Native(Layout(program, n, {}))) for n in counts(program)]
    for first in range(0, games, AT_ONCE):
        for name, program, players, native in kept:
            if monotonic() > until:
                return totals
            play(name, program, players, native, range(first, min(games, first + AT_ONCE)), totals)
        print(f"{first + AT_ONCE} games of each: {totals.decisions:,} decisions", flush=True)
        for name, program in () if first else together():
            if monotonic() > until:
                return totals
            totals.programs += 1
            for players in counts(program):
                native = Native(Layout(program, players, {}))
                play(name, program, players, native, range(WITH_VARIANTS), totals)
    return totals


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m tests.native.long", description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="of each number of players (300)")
    parser.add_argument("--minutes", type=float, default=60.0, help="at most (60)")
    options = parser.parse_args(arguments)
    totals = play_all(options.games, options.minutes)
    print(
        f"{totals.programs:,} programs, {totals.games:,} games, {totals.decisions:,} decisions compared, "
        f"{totals.ways_out} ways out, {totals.wrong} different"
    )
    return int(totals.wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
