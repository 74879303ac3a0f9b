"""Measures how fast the classics are played, beside OpenSpiel: through its Python interface, by its own loop.

In: names of definitions. Out: a line for each, decisions of players in a second of processor time. Driven
from Python: by the Python backend, by native code through the facade, and by OpenSpiel. Whole games inside:
by native code as libtcc makes it in memory, by native code as the machine's compiler optimises it, and by the
random roll-outs of OpenSpiel's C++. All play the same games at random, at the usual sizes, in short slices
that alternate, so that a busy machine slows all of them alike; the median of the ratios of the slices counts.
`tests/peers` shows that the games are equal.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping
from random import Random
from statistics import mean, median
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
OPENSPIEL, LOOP = "OpenSpiel", "its own loop"
OURS, INSIDE = ("python", "facade", "libtcc", "native"), ("libtcc", "native")
SMALL = {"tic_tac_toe": "tic_tac_toe", "kuhn_poker": "kuhn_poker"}
MEASURED = {**SMALL, **SAME}
SLICE = 0.1  # seconds
AT_ONCE = 20  # games in a call that plays inside
LENGTHS = 40  # games that are played to know how long one is
MOST = 1_000_000  # decisions of one game
FARTHEST = 20  # times slower than the other engine is the Python backend, at most
LEAST, USUAL = (
    1.0,
    3.0,
)  # times as fast as the other engine is native code, at least; and in the median from Python

PlayOne = Callable[[int], int]  # plays the game of a seed, gives the number of decisions
Rates = Mapping[str, float]


# ------------------------------------------------------------ who plays
def by_facade(program: Program, backend: str) -> PlayOne:
    several, draw = playing.asks_for_several(program), playing.numbers()

    def one(seed: int) -> int:
        game, decisions = Game.new(program, seed=seed, forced="ask", events=False, backend=backend), 0
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
    room = Room(native)
    return lambda seed: room.play_many(seed * AT_ONCE, AT_ONCE, MOST, ASK)


def by_openspiel(name: str) -> PlayOne:
    import pyspiel

    game: Any = pyspiel.load_game(MEASURED[name])

    def one(seed: int) -> int:
        state, choice, decisions = game.new_initial_state(), Random(seed).choice, 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(choice(state.legal_actions()))
        return decisions

    return one


def by_its_own_loop(name: str) -> PlayOne | None:
    """Random games inside of OpenSpiel: a search of two visits does nothing but roll out, from a position and
    from one of the next. None where its search cannot be asked."""
    import pyspiel

    game: Any = pyspiel.load_game(MEASURED[name])
    if game.get_type().reward_model != pyspiel.GameType.RewardModel.TERMINAL:
        return None
    from_python = by_openspiel(name)
    length = mean(from_python(seed) for seed in range(LENGTHS))

    def one(seed: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=AT_ONCE // 2, seed=seed + 1)
        search = pyspiel.MCTSBot(game, evaluator, 1.4, 2, 1000, False, seed + 1, False)
        state, chance = game.new_initial_state(), Random(seed)
        while state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
        search.step(state)
        return round(AT_ONCE // 2 * (2 * length - 1))

    return one


def players_of(name: str) -> dict[str, PlayOne]:
    program = playing.compiled(playing.bundle_of(name))
    found = {
        OPENSPIEL: by_openspiel(name),
        LOOP: by_its_own_loop(name),
        "python": by_facade(program, "python"),
        "facade": by_facade(program, "native"),
        "libtcc": by_native(program, optimised=False),
        "native": by_native(program, optimised=True),
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
    """Decisions per second of each, and how many times as fast as OpenSpiel each is: whole games inside are
    held to its own loop."""
    all_of_them = players_of(name)
    for play_one in all_of_them.values():
        play_one(0)
    slices = [
        {who: rate(play_one, 1000 * number) for who, play_one in all_of_them.items()}
        for number in range(max(3, round(seconds / SLICE / len(all_of_them))))
    ]
    rates = {who: median(part[who] for part in slices) for who in all_of_them}
    peers = {who: LOOP if who in INSIDE and LOOP in rates else OPENSPIEL for who in rates}
    ratios = {who: median(part[who] / part[peers[who]] for part in slices) for who in all_of_them}
    ratios |= {
        f"{who}, inside against Python": median(part[who] / part[OPENSPIEL] for part in slices)
        for who in INSIDE
        if who in rates
    }
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
    for who in ("facade", *INSIDE):
        yield from told("the slowest", who, LEAST, min)
        yield from told("the median", who, 1.0, median)
    for who in (f"{who}, inside against Python" for who in INSIDE):
        yield from told("the slowest", who, LEAST, min)
        yield from told("the median", who, USUAL, median)


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each game (3)")
    parser.add_argument("--game", choices=MEASURED, action="append", help="only this one; may be repeated")
    options = parser.parse_args(arguments)
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("open_spiel is not installed here: pip install open_spiel", file=sys.stderr)
        return 1
    print("decisions in a second of processor time, random play; behind python and facade times as fast as")
    print(
        "OpenSpiel driven from Python, behind libtcc and native as its own loop (or that, where it has none)"
    )
    print(f"{'definition':<24}{OPENSPIEL:>12}{LOOP:>16}" + "".join(f"{who:>20}" for who in OURS))
    ratios = {}
    for name in options.game or MEASURED:
        rates, ratios[name] = race(name, options.seconds)
        cells = [
            f"{rates[who]:>12,.0f}{ratios[name][who]:>8.3f}" if who in rates else f"{'-':>12}{'-':>8}"
            for who in OURS
        ]
        loop = f"{rates[LOOP]:>16,.0f}" if LOOP in rates else f"{'-':>16}"
        print(f"{name:<24}{rates[OPENSPIEL]:>12,.0f}{loop}{''.join(cells)}", flush=True)
    print("", *verdicts(ratios), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
