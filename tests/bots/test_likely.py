"""Deals can be weighed by what others did: who kept a card that could be changed holds a good one."""

from __future__ import annotations

import pytest

from interpreter.bots.dice import Dice
from interpreter.bots.likely import TRIES, Likely, chance
from interpreter.bots.search_bot import SearchBot
from interpreter.game import Game
from rulelang.compile import compile_text
from tests.helpers import definition

CARDS = "".join(f"c{rank}: {{rank: {rank}}}\n" for rank in range(1, 13))
KEEP = """\
game keep for 2 players

card card from "cards.yaml":
    rank: number 1 to 12

zone deck: pile of card, hidden
zone hand of each player: set of card, seen by owner
track points of each player: number 0 to 99 starting 0

setup:
    move every card to deck
    shuffle deck
    for each p in players:
        move top of deck to hand of p

play:
    as seat(1):
        choose one:
            keep: add 1 to your points
            exchange:
                move your hand to bottom of deck
                move top of deck to your hand
    as seat(2):
        choose one:
            fold: add 3 to your points
            call:
                if sum(c.rank for each c in hand of seat(2)) > sum(c.rank for each c in hand of seat(1)):
                    add 9 to your points
                else:
                    add 9 to points of seat(1)

score of p: points of p
ranking of p: highest points of p, then share
outlook of p: 10 * points of p + sum(c.rank for each c in hand of p)
"""


@pytest.fixture(scope="module")
def program():
    return compile_text(KEEP, {"cards.yaml": CARDS})


def kept(program, seed: int) -> Game:
    game = Game.new(program, seed=seed, events=False)
    game.apply(0)
    return game


def held(game: Game, trust: float) -> float:
    """The mean of the other's hidden card, in deals."""
    likely, dice, total = Likely(game.practice(1), 1, trust), Dice(5), 0
    for _ in range(400):
        view = game.deal(1, likely.seed(dice)).view(0)
        total += int(view.zone("hand", "player1").cards[0].removeprefix("c"))
    return total / 400


def test_who_kept_a_card_is_dealt_a_better_one(program) -> None:
    for seed in range(3):
        game = kept(program, seed)
        assert held(game, 2.0) > held(game, 0.0) + 0.8


def test_two_games_that_look_the_same_are_weighed_the_same(program) -> None:
    for seed in range(8):
        game = kept(program, seed)
        found = set()
        for twin in (game, game.sample(1, seed), game.sample(1, seed + 1)):
            bot = SearchBot(seed, iterations=60, trust=2.0)
            found.add(f"{bot.choose(twin, 1)} {bot.reasons}")
        assert len(found) == 1


def test_both_backends_weigh_the_same(program, monkeypatch: pytest.MonkeyPatch) -> None:
    def answers() -> list[str]:
        bots = [SearchBot(seed, iterations=40, trust=2.0) for seed in range(4)]
        return [f"{bot.choose(kept(program, seed), 1)} {bot.reasons}" for seed, bot in enumerate(bots)]

    natively = answers()
    monkeypatch.setenv("RULELANG_BACKEND", "python")
    assert answers() == natively


def test_it_is_off_unless_it_is_asked_for(program) -> None:
    game = kept(program, 1)
    usual, off = SearchBot(3, iterations=60), SearchBot(3, iterations=60, trust=0.0)
    assert (usual.choose(game, 1), usual.reasons) == (off.choose(game, 1), off.reasons)


def test_where_nothing_hidden_is_worth_anything_it_gives_up() -> None:
    game = Game.new(definition("tic_tac_toe"), 2, 1, events=False)
    likely, dice = Likely(game.practice(0), 0, 2.0), Dice(1)
    for _ in range(TRIES + 3):
        likely.seed(dice)
    one, other = Dice(dice.state), dice
    assert likely.alike == TRIES and likely.seed(other) == one.seed() and one.state == other.state


def test_chance_is_even_between_equals() -> None:
    assert chance(0) == 0.5 and chance(1) == 0.75 and chance(-1) == 0.25
