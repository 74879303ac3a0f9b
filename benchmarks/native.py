"""Measures the native backend beside the reference, in one run: `python -m benchmarks.native [GAME …]`.

In: names of definitions; the five games and two small ones without any. Out: decisions a second of processor
time, by random play: the Python backend through the facade, the facade's games in native code, whole games
inside native code as libtcc makes it and as the machine's compiler optimises it, and the same games written
by hand in C where somebody has (`in_c.py`); what two threads are worth, what a copy and a deal cost. All play
games of the same number of players, in short slices that alternate; the median of the slices counts.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from time import perf_counter, process_time

from benchmarks import playing
from benchmarks.in_c import in_c
from interpreter.game import Game
from interpreter.layout import Layout
from interpreter.native.engine import Native, Room
from interpreter.native.optimised import kept, make
from interpreter.native.toolchain import compiled
from rulelang.ir.nodes import Program

NAMES = (
    "sea_salt_and_paper", "dead_mans_draw", "dead_men_tell_no_tales", "malacca", "barracuda", "tic_tac_toe",
    "kuhn_poker",
)  # fmt: skip
HEADS = ("Python", "facade", "libtcc", "optimised", "C by hand")
SLICE = 0.15  # seconds
MOST = 1_000_000  # decisions of a game
AT_ONCE = 20  # games

PlayOne = Callable[[int], int]  # plays the game of a seed, gives the number of decisions


def by_facade(program: Program, backend: str) -> PlayOne:
    several, draw = playing.asks_for_several(program), playing.numbers()

    def one(seed: int) -> int:
        decisions = 0
        game = Game.new(program, program.players[0], seed, events=False, forced="take", backend=backend)
        while choices := game.choices:
            game.apply(playing.random_answer(game, draw) if several else next(draw) % choices)
            decisions += 1
        return decisions

    return one


def inside(native: Native) -> PlayOne:
    """Many games for each seed, without coming back to Python between them."""
    room = Room(native)
    return lambda seed: room.play_many(seed * AT_ONCE, AT_ONCE, MOST)


def written_in_c(name: str, players: int) -> PlayOne | None:
    """The same games."""
    by_hand = in_c(name)
    return None if by_hand is None else lambda seed: by_hand.play_many(players, seed * AT_ONCE, AT_ONCE)


def rate(play_one: PlayOne, first: int) -> float:
    decisions, seed, began = 0, first, process_time()
    while (elapsed := process_time() - began) < SLICE:
        decisions += play_one(seed)
        seed += 1
    return decisions / elapsed


def threads(native: Native, games: int) -> float:
    """How many times as fast two threads are, by the clock on the wall."""

    def some(first: int) -> None:
        play_one = inside(native)
        for seed in range(first, first + games):
            play_one(seed)

    began = perf_counter()
    some(0), some(games)
    alone = perf_counter() - began
    with ThreadPoolExecutor(2) as pool:
        began = perf_counter()
        list(pool.map(some, (0, games)))
        return alone / (perf_counter() - began)


def copying(program: Program, backend: str) -> float:
    """Of a game in its first turn, in µs."""
    game = Game.new(program, program.players[0], 1, events=False, backend=backend)
    began = process_time()
    for _ in range(5_000):
        game.copy()
    return (process_time() - began) / 5_000 * 1e6


def dealing(program: Program) -> float:
    """A deal of what the first seat that is asked cannot know, inside native code, in µs."""
    game = Game.new(program, program.players[0], 1, events=False)
    practice, count = game.practice(game.deciding[0]), 2_000
    practice.deal(0)
    began = process_time()
    for seed in range(count):
        practice.deal(seed)
    return (process_time() - began) / count * 1e6


def measured(name: str, seconds: float) -> None:
    program = playing.compiled(playing.bundle_of(name))
    layout = Layout(program, program.players[0], {})
    quick = Native(layout, compiled(Native(layout).source))
    found = {
        "Python": by_facade(program, "python"),
        "facade": by_facade(program, "native"),
        "libtcc": inside(quick),
    }
    optimised = kept(quick.source) or (kept(quick.source) if make(quick.source) else None)
    if optimised is not None:
        found["optimised"] = inside(Native(layout, optimised))
    by_hand = written_in_c(name, program.players[0])
    if by_hand is not None:
        found["C by hand"] = by_hand
    rates: dict[str, list[float]] = {who: [] for who in found}
    for number in range(max(3, round(seconds / SLICE))):
        for who, play_one in found.items():
            rates[who].append(rate(play_one, 1000 * number))
    python = median(rates["Python"])
    cells = [f"{python:>11,.0f}"]
    told = {who: f"{median(own):>13,.0f} ({median(own) / python:5.1f}x)" for who, own in rates.items()}
    cells += [told.get(who, f"{'-':>22}") for who in HEADS[1:]]
    games = max(5, round(median(rates["libtcc"]) / 200 / AT_ONCE))
    times = f"{threads(quick, games):9.2f}x {copying(program, 'native'):9.2f} {dealing(program):8.1f}"
    print(f"{name:<24}", *cells, times, flush=True)


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m benchmarks.native", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=list(NAMES))
    parser.add_argument("--seconds", type=float, default=1.5, help="for each backend of a definition (1.5)")
    options = parser.parse_args(arguments)
    print(f"{'decisions a second':<24} {HEADS[0]:>11} " + " ".join(f"{head:>22}" for head in HEADS[1:]),
          "two threads  copy, µs deal, µs")  # fmt: skip
    for name in options.names:
        measured(name, options.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
