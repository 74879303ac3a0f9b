"""The full screen of a seat is the same for two games that differ only in what the seat cannot know."""

from __future__ import annotations

import random

import pytest

from cli.full.layout import as_text, planned
from interpreter.game import Game
from tests.full.test_layout import stand_of
from tests.properties.twins import chosen_otherwise, definitions, moments, side_by_side, twins

NAMES = tuple(definitions())
SIZES = ((80, 23), (140, 39))


def screens(game: Game, player: int, since: int) -> list[str]:
    """Everything that is drawn at any size, the log among it."""
    return [line for size in SIZES for line in as_text(planned(stand_of(game, player, since), *size))]


def compare(name: str, seed: int, amount: int = 2) -> int:
    compared, rng = 0, random.Random(seed)
    for game in moments(name, seed, amount):
        player = rng.randrange(game.setup.players)
        pair = list(twins(game, player, 2, seed))
        if len(pair) == 2 and pair[0].state.freeze() != pair[1].state.freeze():
            one, two = pair
            two.state.rng = one.state.rng
            assert screens(one, player, 0) == screens(two, player, 0)
            compared += 1
            for first, second in side_by_side(one, two, player, rng, 6):
                assert screens(one, player, first) == screens(two, player, second)
                compared += 1
    return compared


@pytest.mark.parametrize("name", NAMES)
def test_two_deals_that_a_seat_cannot_tell_apart_look_the_same(name: str) -> None:
    compare(name, 1)


def test_many_moments_differ_in_what_is_hidden() -> None:
    """Else nothing would be compared above."""
    assert sum(compare(name, 2, 1) for name in ("kuhn_poker", "malacca", "dead_mans_draw", "oh_hell")) > 6


def test_what_somebody_chose_unheard_is_on_nobody_elses_screen() -> None:
    looked = 0
    for name in NAMES:
        for seed in range(2):
            found = chosen_otherwise(name, seed, 12)
            if found is not None:
                one, two, player = found
                assert screens(one, player, 0) == screens(two, player, 0)
                looked += 1
    assert looked > 5
