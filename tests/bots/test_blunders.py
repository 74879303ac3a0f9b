"""The search makes no mistake that a person sees at once: it takes a win, stops a loss, does not bust."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from benchmarks.blunders import SMALLER, Moment, blunders
from interpreter.bots import make_bot
from interpreter.bots.search_bot import SearchBot
from interpreter.game import Game
from tests.helpers import definition

LONG = settings.get_current_profile_name() == "long"
MOMENTS, DEEP = 6, 200


def missed(name: str, moments: int, iterations: int, **more: Any) -> dict[str, tuple[int, int]]:
    return blunders(
        definition(name),
        lambda seed: SearchBot(seed, iterations=iterations),
        moments,
        SMALLER.get(name, {}),
        **more,
    )


@pytest.mark.parametrize("name", ["tic_tac_toe", "hex", "y"])
def test_a_win_is_taken_and_a_loss_is_stopped(name: str) -> None:
    found = missed(name, MOMENTS, 600)
    assert found == {"win": (MOMENTS, 0), "loss": (MOMENTS, 0)}


@pytest.mark.fuzz
@pytest.mark.skipif(not LONG, reason="takes minutes")
@pytest.mark.parametrize("name", ["tic_tac_toe", "hex", "y", "lantern_walk", "gomoku", "nine_mens_morris"])
def test_wins_and_losses_of_many_moments(name: str) -> None:
    found = missed(name, 50, 800)
    assert found and not any(wrong for _, wrong in found.values())


def test_who_looks_alike_for_a_moment_is_no_team() -> None:
    """Near its end both sides of a game may stand alike whatever chance does to the end of the turn: a bot
    that took them for partners thought all answers equal."""
    game = Game.new(definition("hex"), seed=6, settings={"size": 4}, events=False)
    bot = SearchBot(1, iterations=100)
    while not game.over:
        player = game.deciding[0]
        if game.choices > 1:
            bot.choose(game, player)
            assert len({round(reason.worth, 9) for reason in bot.reasons}) > 1
        game.apply(make_bot("random", len(game.answers)).choose(game, player), player)


INTO_THE_ROW = tuple(f"effect for {suit}." for suit in ("hook", "map", "sword"))


def busts(game: Game, player: int) -> Iterator[Moment]:
    """Some of the cards on offer have a suit that lies in the row, and bust; others have not. With an anchor
    in the row it may be right to bust, and when the deck is empty it may not matter."""
    request, view = game.request(player), game.view(player)
    assert request is not None
    row = {str(card).split("_")[0] for card in view.zone("row").cards}
    if not request.name.startswith(INTO_THE_ROW) or "anchor" in row or not view.zone("deck").count:
        return
    safe = {number for number, option in enumerate(request.options) if option.key.split("_")[0] not in row}
    if 0 < len(safe) < len(request):
        yield "bust", safe


@pytest.mark.parametrize(
    "moments",
    [MOMENTS, pytest.param(DEEP, marks=[pytest.mark.fuzz, pytest.mark.skipif(not LONG, reason="minutes")])],
)
def test_the_card_that_busts_is_left_where_it_is(moments: int) -> None:
    assert missed("dead_mans_draw", moments, 800, look=busts) == {"bust": (moments, 0)}
