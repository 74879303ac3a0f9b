"""Random play, the same for both sides: through the facade, and through the version written by hand.

Choices are numbers computed beforehand, so that choosing costs next to nothing and equally little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from benchmarks import lantern_by_hand, sea_salt_by_hand
from interpreter.game import Game
from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report, RulesError
from rulelang.ir.instructions import Choose, Secret
from rulelang.ir.nodes import Program
from rulelang.loader import load

GAMEDEFS = Path(__file__).resolve().parents[1] / "gamedefs"
NUMBERS = tuple(Random(1).choices(range(1 << 16), k=10_007))

Numbers = Iterator[int]
PlayOne = Callable[[int, Numbers], int]  # plays the game of a seed, gives the number of decisions


# Definitions of which there is a version by hand: it gets players, a seed and who chooses.
BY_HAND: dict[str, Callable[[int, int, Callable[[Sequence[Any]], int]], Any]] = {
    "lantern_walk": lantern_by_hand.play,
    "sea_salt_and_paper": sea_salt_by_hand.play,
}


def definitions() -> list[str]:
    return sorted(path.parent.name for path in GAMEDEFS.glob("*/game.rules"))


def bundle_of(name: str) -> Bundle:
    report = Report()
    bundle = load(GAMEDEFS / name, report)
    if bundle is None:
        raise RulesError(report)
    return bundle


def compiled(bundle: Bundle) -> Program:
    report = Report()
    program = compile_bundle(bundle, report)
    if program is None:
        raise RulesError(report)
    return program


def numbers(skip: int = 0) -> Numbers:
    """Pseudo-random numbers without end: the same ones from the same start."""
    skip %= len(NUMBERS)
    return cycle(NUMBERS[skip:] + NUMBERS[:skip])


# ------------------------------------------------------------ the interpreter
def asks_for_several(program: Program) -> bool:
    code = [op for body in program.bodies for op in body.code]
    return any(isinstance(op, Choose | Secret) and op.how != "one" for op in code)


def random_answer(game: Game, draw: Numbers) -> Any:
    """An index, or a list of as many indices as are wanted."""
    request = game.request()
    assert request is not None
    if not request.several:
        return next(draw) % len(request)
    left = list(range(len(request)))
    amount = request.least + next(draw) % (request.most - request.least + 1)
    return [left.pop(next(draw) % len(left)) for _ in range(amount)]


def through_facade(program: Program, players: int) -> PlayOne:
    def plain(seed: int, draw: Numbers) -> int:
        game = Game.new(program, players, seed, events=False, forced="take")
        decisions = 0
        while choices := game.choices:
            game.apply(next(draw) % choices)
            decisions += 1
        return decisions

    def general(seed: int, draw: Numbers) -> int:
        game = Game.new(program, players, seed, events=False, forced="take")
        decisions = 0
        while game.choices:
            game.apply(random_answer(game, draw))
            decisions += 1
        return decisions

    return general if asks_for_several(program) else plain


def by_hand(players: int, name: str = "lantern_walk") -> PlayOne:
    play = BY_HAND[name]

    def one(seed: int, draw: Numbers) -> int:
        def choose(options: Sequence[Any]) -> int:
            return next(draw) % len(options)

        return int(play(players, seed, choose).decisions)

    return one


def moments(program: Program, players: int, amount: int) -> list[Game]:
    """Games in the middle of being played, one for each of `amount` seeds, stopped at various moments."""
    found = []
    for seed in range(amount):
        length = 0
        for stop in (None, seed):
            game, draw, decisions = (
                Game.new(program, players, seed, events=False, forced="take"),
                numbers(seed),
                0,
            )
            while game.choices and (stop is None or decisions < length * (stop + 1) // (amount + 1)):
                game.apply(random_answer(game, draw))
                decisions += 1
            length = decisions
        found.append(game)
    return found


# ------------------------------------------------------------ measuring
def play_for(play_one: PlayOne, seconds: float, seed: int) -> tuple[int, int, float]:
    """Plays games for about so long: how many, how many decisions in them, and the seconds."""
    draw = numbers(seed)
    games = decisions = 0
    start = perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        decisions += play_one(seed + games, draw)
        games += 1
    return games, decisions, elapsed


def play_games(play_one: PlayOne, games: int, seed: int) -> tuple[int, float]:
    """Plays just these games: how many decisions, and the seconds."""
    draw = numbers(seed)
    decisions = 0
    start = perf_counter()
    for number in range(games):
        decisions += play_one(seed + number, draw)
    return decisions, perf_counter() - start
