"""What is written by hand in C plays the same games as the definition: for the same seed and the same dice it
makes as many decisions, and comes to the same scores and winners."""

from __future__ import annotations

import pytest

from benchmarks.in_c import NAMES, in_c
from interpreter.layout import Layout
from interpreter.native.choosing import native_for
from interpreter.native.engine import Room
from tests.helpers import all_definitions


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", NAMES)
def test_the_same_games(name: str, players: int) -> None:
    by_hand = in_c(name)
    if by_hand is None:
        pytest.skip("no compiler here")
    native = native_for(Layout(all_definitions()[name], players, {}))
    assert native is not None
    room = Room(native)
    for seed in range(500):
        dice = range(seed * 1_000_003, seed * 1_000_003 + players)
        decisions = room.play(seed, dice, 1_000_000)
        winners = tuple(player for player in range(players) if room.state.winners >> player & 1)
        found = by_hand.play(players, seed, dice)
        assert (found.decisions, found.scores, found.winners) == (
            decisions, room.look_at_each("score"), winners,
        ), seed  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_many_games_are_the_same_ones(name: str) -> None:
    by_hand = in_c(name)
    if by_hand is None:
        pytest.skip("no compiler here")
    each = [by_hand.play(2, seed, range(seed * 1_000_003, seed * 1_000_003 + 2)) for seed in range(7, 17)]
    assert by_hand.play_many(2, 7, 10) == sum(one.decisions for one in each)
