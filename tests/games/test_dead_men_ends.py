"""Dead Men Tell No Tales: a fair bot can win, and every way to lose is met in play."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from interpreter.game import Game
from tests.games.dead_men import LONGEST, WON, declared_losses, program
from tests.games.dead_men_bot import Daredevil, Sailor, Seat
from tests.helpers import random_play

LONG = os.environ.get("RULELANG_FUZZ") == "long"
GOAL = {2: 4, 3: 4, 4: 5, 5: 5}  # treasures, for the lowest difficulty
BOTS = {bot.name: bot for bot in (Sailor, Daredevil)}


def started(players: int, seed: int, **settings: Any) -> Game:
    return Game.new(program(), players, seed, settings, events=False)


def ending(bot: str, players: int, seed: int, **settings: Any) -> str:
    """How a game ends that all players play by chance, or like a bot."""
    game = started(players, seed, **settings)
    if bot == "random":
        random_play(game, random.Random(seed), LONGEST)
    else:
        sailor = BOTS[bot](GOAL[players])
        for _ in range(LONGEST):
            if game.over:
                break
            (player,) = game.deciding
            game.apply(sailor.choose(Seat(game), player), player)
    assert game.over and game.result is not None
    return game.result.reason


# ---------------------------------------------------------------- winning

# These seeds hold as long as chance is asked in the same order; the test of many games finds others.
@pytest.mark.parametrize("seed", [0, 0])
def test_a_simple_bot_wins(seed: int) -> None:
    assert ending("sailor", 2, seed) == WON


@pytest.mark.fuzz
def test_a_simple_bot_wins_now_and_then() -> None:
    ends = Counter(ending("sailor", 2, seed) for seed in range(1000 if LONG else 60))
    assert ends[WON] >= 1, ends


@pytest.mark.parametrize("seed", [1, 2])
def test_the_bot_does_not_see_what_is_hidden(seed: int) -> None:
    game, sailor = started(2, seed), Sailor(GOAL[2])
    asked: Counter[str] = Counter()
    for answers in range(LONGEST):
        request = game.request()
        if request is None:
            break
        player = request.player
        choice = sailor.choose(Seat(game), player)
        if answers % 4 == 0 or request.name == "consider_might.use_might":
            asked[request.name] += 1
            for other in range(2):
                assert sailor.choose(Seat(game.sample(player, other)), player) == choice
        game.apply(choice, player)
    assert game.over and asked["act"] and asked["consider_might.use_might"]


# ---------------------------------------------------------------- losing
