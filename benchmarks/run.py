"""Measures how fast every definition is compiled, played and copied, and prints a table.

Machines are noisy. What is compared is measured in short slices that alternate, on the same games, and the
median of the ratios of the slices counts.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from benchmarks import playing
from interpreter.game import machine_for
from rulelang.diagnostics import RulesError
from rulelang.ir.nodes import Program

RATIO_GOAL = 0.2
COPY_GOALS = {"lantern_walk": 5.0}  # µs
SLICE = 0.3  # seconds
HELP = "import sys; sys.argv = ['rulelang', '--help']; from cli.main import main; main()"


class Pace(NamedTuple):
    """Decisions per second with so many players, and the copy in mid-turn."""

    players: int
    rate: float
    copy: float


class Duel(NamedTuple):
    players: int
    interpreter: float
    by_hand: float
    ratio: float
    spread: tuple[float, float]


def seconds_of(action: Callable[[], object]) -> float:
    start = perf_counter()
    action()
    return perf_counter() - start


def repeated(action: Callable[[], object], seconds: float, least: int = 3) -> float:
    """The median time of an action that is repeated for about so long."""
    times: list[float] = []
    while len(times) < least or sum(times) < seconds:
        times.append(seconds_of(action))
    return median(times)


def slices(seconds: float) -> int:
    return max(3, round(seconds / SLICE))


# ------------------------------------------------------------ what is measured
def pace(program: Program, players: int, seconds: float) -> Pace:
    play_one = playing.through_facade(program, players)
    playing.play_for(play_one, 0.02, 0)
    rates = []
    for number in range(slices(seconds)):
        _, decisions, elapsed = playing.play_for(play_one, seconds / slices(seconds), 1000 * number)
        rates.append(decisions / elapsed)
    return Pace(players, median(rates), copy_cost(program, players, seconds / 4))


def copy_cost(program: Program, players: int, seconds: float) -> float:
    """The µs that a copy in mid-turn takes, over games at various moments."""
    games = playing.moments(program, players, 50) * 20

    def copy_all() -> None:
        for game in games:
            game.copy()

    return repeated(copy_all, seconds, least=9) / len(games) * 1e6


def duel(program: Program, players: int, seconds: float) -> Duel:
    """The interpreter and the version by hand play the same games, in slices that alternate."""
    facade, hand = playing.through_facade(program, players), playing.by_hand(players, program.name)
    playing.play_for(facade, 0.05, 0)
    playing.play_for(hand, 0.05, 0)
    ours, theirs, ratios = [], [], []
    for number in range(slices(seconds)):
        seed = 1000 * number
        games, decisions, our_time = playing.play_for(facade, SLICE, seed)
        same, their_time = playing.play_games(hand, games, seed)
        assert same == decisions, f"the two versions play different games: {decisions} and {same} decisions"
        ours.append(decisions / our_time)
        theirs.append(decisions / their_time)
        ratios.append(their_time / our_time)
    return Duel(players, median(ours), median(theirs), median(ratios), (min(ratios), max(ratios)))


def help_time() -> float | None:
    """Seconds until `rulelang --help` has answered; None if there is no such command."""
    root = playing.GAMEDEFS.parent
    if not Path(root, "cli", "main.py").exists():
        return None

    def ask() -> None:
        subprocess.run([sys.executable, "-c", HELP], cwd=root, check=True, capture_output=True)

    try:
        ask()
        return repeated(ask, 0, least=5)
    except subprocess.CalledProcessError:
        return None


# ------------------------------------------------------------ what is printed
def row(*cells: str) -> str:
    first, *rest = cells
    return f"{first:<28}" + "".join(f"{cell:>14}" for cell in rest)


def milliseconds(seconds: float | None) -> str:
    return "n/a" if seconds is None else f"{seconds * 1e3:.1f} ms"


def measured(name: str, seconds: float) -> tuple[Program, list[Pace]] | None:
    """Measures one definition and prints its rows; None if it does not compile."""
    try:
        bundle = playing.bundle_of(name)
        program = playing.compiled(bundle)
    except RulesError as error:
        print(row(name, "has errors:"), len(error.report.errors))
        return None
    compiling = repeated(lambda: playing.compiled(bundle), 0.2)
    paces = []
    for players in sorted(set(program.players)):
        preparing = seconds_of(lambda players=players: machine_for(program, players, {}))  # type: ignore[misc]
        found = pace(program, players, seconds)
        paces.append(found)
        print(
            row(
                name if len(paces) == 1 else "",
                str(players),
                f"{found.rate:,.0f}",
                f"{found.copy:.2f} µs",
                milliseconds(compiling) if len(paces) == 1 else "",
                milliseconds(preparing),
            ),
            flush=True,
        )
    return program, paces


def compare(program: Program, paces: list[Pace], seconds: float) -> None:
    print(f"\n{program.name}, the same games in alternating slices, decisions/s")
    print(row("players", "interpreter", "by hand", "ratio", "lowest", "highest"))
    found = []
    for players in sorted(set(program.players)):
        one = duel(program, players, seconds)
        found.append(one)
        rates = f"{one.interpreter:,.0f}", f"{one.by_hand:,.0f}"
        ratios = f"{one.ratio:.3f}", f"{one.spread[0]:.3f}", f"{one.spread[1]:.3f}"
        print(row(str(players), *rates, *ratios), flush=True)
    worst, dearest = min(one.ratio for one in found), max(one.copy for one in paces)
    print(f"\ngoals for {program.name}")
    print(f"  ratio >= {RATIO_GOAL}: {worst:.3f}, {verdict(worst >= RATIO_GOAL)}")
    if goal := COPY_GOALS.get(program.name):
        print(f"  copy < {goal:.0f} µs: {dearest:.2f} µs, {verdict(dearest < goal)}")


def verdict(holds: bool) -> str:
    return "holds" if holds else "MISSED"


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each measurement (3)")
    parser.add_argument("--game", choices=playing.definitions(), help="only this definition")
    options = parser.parse_args(arguments)
    names = [options.game] if options.game else playing.definitions()

    first = seconds_of(lambda: playing.compiled(playing.bundle_of(names[0])))
    print(f"Python {sys.version.split()[0]}, random play through the facade, no events\n")
    print(row("definition", "players", "decisions/s", "copy", "compile", "prepare"))
    reports = {name: measured(name, options.seconds) for name in names}
    for name in playing.BY_HAND:
        by_hand = reports.get(name)
        if by_hand is not None:
            compare(*by_hand, options.seconds)
    sound = [name for name in names if reports[name] is not None]

    def check_all() -> None:
        for name in sound:
            playing.compiled(playing.bundle_of(name))

    print("\nother times")
    print(f"  first compilation, with the grammar: {milliseconds(first)}")
    print(f"  checking {len(sound)} definitions, warm: {milliseconds(repeated(check_all, 0.5))}")
    print(f"  rulelang --help: {milliseconds(help_time())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
