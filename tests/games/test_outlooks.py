"""What a definition says a position is worth is a guide: whoever follows it one step far beats chance.

The bot here looks no further than to its own next decision and knows nothing but `outlook`, so a wrong sign
or a number that says nothing is noticed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from cli.games import load_program
from interpreter.game import Game
from rulelang.ir.nodes import Program
from tests.helpers import definition, definition_folders

OPTIONS, DEALS = 24, 2  # that are tried, and how often each


def follow(game: Game, player: int, chance: random.Random) -> object:
    """The answer after which, when it is asked again, the player is ahead by most."""
    answers = random_answers(game, player, chance)
    seed = chance.randrange(1 << 30)
    return max(answers, key=lambda answer: sum(ahead(game, player, answer, seed + n) for n in range(DEALS)))


def by_chance(game: Game, player: int, chance: random.Random) -> object:
    return random_answers(game, player, chance)[0]


def random_answers(game: Game, player: int, chance: random.Random) -> list[object]:
    request = game.request(player)
    assert request is not None
    if not request.several:
        return chance.sample(range(len(request)), min(OPTIONS, len(request)))
    found = []
    for _ in range(OPTIONS):
        amount = chance.randint(request.least, request.most)
        found.append(chance.sample(range(len(request)), amount))
    return found


def ahead(game: Game, player: int, answer: object, seed: int) -> float:
    dealt, chance = game.deal(player, seed), random.Random(seed)
    if dealt is None:
        return 0
    dealt.apply(answer, player)
    while not dealt.over and player not in dealt.deciding:
        other = dealt.deciding[0]
        dealt.apply(random_answers(dealt, other, chance)[0], other)
    if dealt.over:
        return 1_000 * dealt.returns()[player]
    outlooks = dealt.outlooks
    assert outlooks is not None
    return outlooks[player] - max(outlooks[other] for other in range(len(outlooks)) if other != player)


def points(program: Program, games: int, settings: Mapping[str, object]) -> float:
    """Of so many, from each seat in turn; a draw is half a point."""
    found = 0.0
    for seed in range(games):
        game = Game.new(program, seed=seed, settings=dict(settings), events=False)
        chance, seat = random.Random(seed), seed % game.setup.players
        while not game.over:
            player = game.deciding[0]
            choose = follow if player == seat else by_chance
            game.apply(choose(game, player, chance), player)
        returns = game.returns()
        best = max(returns)
        found += (returns[seat] == best) / returns.count(best)
    return found


# Smaller boards, where the usual ones take long.
SMALLER = {"hex": {"size": 6}, "y": {"size": 6}, "gomoku": {"size": 9}, "havannah": {"size": 4}}
# Games and points that are wanted: chance has half of the games with two players, a third with three.
USUAL = (12, 9.0)
WANTED = {
    "oh_hell": (60, 25.0), "oshi_zumo": (40, 25.0), "nine_mens_morris": (8, 5.0),
    "dots_and_boxes misere": (40, 26.0),
}  # fmt: skip
TOGETHER = {"tiny_hanabi"}  # all win
CLASSICS = [
    name
    for name in definition_folders()
    if dict(dict(definition(name).strings)["en"]).get("game.group") == "Classics"
]


def turned() -> list[str]:
    """The games that have a variant in which what was good is bad."""
    return [
        name
        for name, folder in definition_folders().items()
        if (folder / "variants" / "misere.rules").exists()
    ]


@pytest.mark.parametrize("name", turned())
def test_where_the_aim_is_turned_the_outlook_is_turned_too(name: str) -> None:
    games, wanted = WANTED.get(f"{name} misere", USUAL)
    program = load_program(definition_folders()[name], ["misere"])
    assert points(program, games, SMALLER.get(name, {})) >= wanted


@pytest.mark.parametrize("name", [name for name in CLASSICS if name not in TOGETHER])
def test_following_the_outlook_beats_chance(name: str) -> None:
    games, wanted = WANTED.get(name, USUAL)
    assert points(definition(name), games, SMALLER.get(name, {})) >= wanted


def test_in_the_smallest_game_of_signals_the_outlook_is_what_can_still_come_of_it() -> None:
    program = definition("tiny_hanabi")
    for seed in range(20):
        game = Game.new(program, seed=seed, events=False)
        chance = random.Random(seed)
        while not game.over:
            hoped, player = game.outlooks, game.deciding[0]
            assert hoped is not None
            game.apply(random_answers(game, player, chance)[0], player)
            after = game.outlooks
            assert after is not None
            assert all(less <= more for less, more in zip(after, hoped, strict=True))  # hope only dwindles
        assert min(hoped) >= game.returns()[0]
