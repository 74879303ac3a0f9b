"""Measures how fast the classics are played, beside OpenSpiel through its Python interface.

In: names of definitions. Out: a line for each, decisions of players in a second of processor time: by the
Python backend, by native code as libtcc makes it in memory, by native code as the machine's compiler
optimises it, and by OpenSpiel. All play the same games at random, at the usual sizes, in short slices that
alternate, so that a busy machine slows all of them alike; the median of the ratios of the slices counts.
`tests/peers` shows that the games are equal.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping
from random import Random
from statistics import median
from time import process_time
from typing import Any

from benchmarks import playing
from interpreter.backend import ASK
from interpreter.game import Game
from interpreter.layout import Layout
from interpreter.native.engine import Native, Room
from interpreter.native.optimised import kept, make
from interpreter.native.shapes import NotNative
from interpreter.native.toolchain import NoCompiler, compiled
from rulelang.ir.nodes import Program

# A definition with its defaults, and the same game over there.
SAME = {
    "hex": "hex(board_size=11)",
    "clobber": "clobber",
    "gomoku": "gomoku",
    "amazons": "amazons",
    "lines_of_action": "lines_of_action",
    "nine_mens_morris": "nine_mens_morris",
    "dots_and_boxes": "dots_and_boxes(num_rows=3,num_cols=3)",
    "oware": "oware",
    "pentago": "pentago",
    "einstein_wurfelt_nicht": "einstein_wurfelt_nicht",
    "banqi": "banqi",
    "y": "y(board_size=13)",
    "havannah": "havannah(board_size=6)",
    "tiny_hanabi": "tiny_hanabi",
    "oshi_zumo": "turn_based_simultaneous_game(game=oshi_zumo())",
    "yacht": "yacht",
    "oh_hell": "oh_hell",
    "cribbage": "cribbage",
}
SLICE = 0.1  # seconds
MOST = 1_000_000  # decisions of one game
FARTHEST = 20  # times slower than the other engine is the Python backend, at most
LEAST, USUAL = 1.0, 3.0  # times as fast as the other engine is native code, at least and in the median

PlayOne = Callable[[int], int]  # plays the game of a seed, gives the number of decisions
Rates = Mapping[str, float]


# ------------------------------------------------------------ who plays
def by_python(program: Program) -> PlayOne:
    several = playing.asks_for_several(program)

    def one(seed: int) -> int:
        game = Game.new(program, seed=seed, forced="ask", events=False, backend="python")
        draw, decisions = playing.numbers(seed), 0
        while choices := game.choices:
            game.apply(playing.random_answer(game, draw) if several else next(draw) % choices)
            decisions += 1
        return decisions

    return one


def by_native(program: Program, optimised: bool) -> PlayOne | None:
    """By code of libtcc, or of the machine's compiler; nobody where there is none."""
    layout = Layout(program, program.players[0], {})
    try:
        native = Native(layout)
        if not optimised:
            native.use(compiled(native.source))
        elif native.library.tier != "optimised":
            library = kept(native.source) if make(native.source) else None
            if library is None:
                return None
            native.use(library)
    except (NotNative, NoCompiler):
        return None
    room, players = Room(native), layout.players
    return lambda seed: room.play(seed, range(seed + 1, seed + 1 + players), MOST, ASK)


def by_openspiel(name: str) -> PlayOne:
    import pyspiel

    game: Any = pyspiel.load_game(SAME[name])

    def one(seed: int) -> int:
        state, choice, decisions = game.new_initial_state(), Random(seed).choice, 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(choice(state.legal_actions()))
        return decisions

    return one


def players_of(name: str) -> dict[str, PlayOne]:
    program = playing.compiled(playing.bundle_of(name))
    found = {
        "python": by_python(program),
        "libtcc": by_native(program, optimised=False),
        "native": by_native(program, optimised=True),
        "OpenSpiel": by_openspiel(name),
    }
    return {who: play_one for who, play_one in found.items() if play_one is not None}


# ------------------------------------------------------------ measuring
def rate(play_one: PlayOne, seed: int) -> float:
    decisions, start = 0, process_time()
    while (elapsed := process_time() - start) < SLICE:
        decisions += play_one(seed)
        seed += 1
    return decisions / elapsed


def race(name: str, seconds: float) -> tuple[Rates, Rates]:
    """Decisions per second of each, and how many times as fast as OpenSpiel each is."""
    all_of_them = players_of(name)
    for play_one in all_of_them.values():
        play_one(0)
    slices = [
        {who: rate(play_one, 1000 * number) for who, play_one in all_of_them.items()}
        for number in range(max(3, round(seconds / SLICE / len(all_of_them))))
    ]
    rates = {who: median(part[who] for part in slices) for who in all_of_them}
    ratios = {who: median(part[who] / part["OpenSpiel"] for part in slices) for who in all_of_them}
    return rates, ratios


def verdicts(ratios: Mapping[str, Rates]) -> Iterable[str]:
    """What was promised, and whether it holds for the games that were measured."""

    def told(what: str, who: str, wanted: float, found: Callable[[Iterable[float]], float]) -> Iterable[str]:
        own = {name: each[who] for name, each in ratios.items() if who in each}
        if own:
            value = found(own.values())
            missed = [name for name, ratio in own.items() if ratio < wanted] if found is min else []
            verdict = "holds" if value >= wanted else " ".join(("MISSED", *missed))
            yield f"{who}, {what}: {value:.3f} times as fast, at least {wanted:g}: {verdict}"

    yield from told("the slowest", "python", 1 / FARTHEST, min)
    for who in ("libtcc", "native"):
        yield from told("the slowest", who, LEAST, min)
        yield from told("the median", who, USUAL, median)


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each game (3)")
    parser.add_argument("--game", choices=SAME, action="append", help="only this one; may be repeated")
    options = parser.parse_args(arguments)
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("open_spiel is not installed here: pip install open_spiel", file=sys.stderr)
        return 1
    print("decisions in a second of processor time, random play; behind it times as fast as OpenSpiel")
    print(f"{'definition':<24}{'OpenSpiel':>12}{'python':>22}{'libtcc':>22}{'native':>22}")
    ratios = {}
    for name in options.game or SAME:
        rates, ratios[name] = race(name, options.seconds)
        cells = [
            f"{rates[who]:>14,.0f}{ratios[name][who]:>8.3f}" if who in rates else f"{'-':>14}{'-':>8}"
            for who in ("python", "libtcc", "native")
        ]
        print(f"{name:<24}{rates['OpenSpiel']:>12,.0f}{''.join(cells)}", flush=True)
    print("", *verdicts(ratios), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
