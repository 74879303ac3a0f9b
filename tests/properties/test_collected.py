"""The promises about secrets hold for the invented definitions of tests/conformance as well."""

from __future__ import annotations

import random

import pytest

from interpreter.errors import RuleError
from interpreter.game import Game
from interpreter.knowledge.undoing import learned
from rulelang.ir.nodes import Program
from tests.helpers import random_play
from tests.properties.collected import conformance
from tests.properties.retold import stories
from tests.properties.twins import looks, observed, side_by_side, twins

MODULES = conformance()
ADVISERS = "greedy", "search:3"  # `hint` is what a bot that searches would answer


def begun(program: Program, seed: int, steps: int) -> Game | None:
    """A game that goes on after so many answers; some of these definitions end in an error on purpose."""
    try:
        game = Game.new(program, seed=seed)
        random_play(game, random.Random(seed), steps)
    except RuleError:
        return None
    return None if game.over else game


def test_there_are_enough_of_them() -> None:
    assert sum(map(len, MODULES.values())) >= 60


@pytest.mark.parametrize("module", MODULES)
def test_what_reaches_a_seat_tells_nothing_hidden(module: str) -> None:
    for place, program in MODULES[module].items():
        for steps in (0, 2):
            game = begun(program, steps, steps)
            for player in range(game.setup.players) if game is not None else ():
                expected = observed(game, player, ADVISERS)
                for twin in twins(game, player, 1, steps):
                    assert observed(twin, player, ADVISERS) == expected, place


@pytest.mark.parametrize("module", MODULES)
def test_events_stories_and_taking_back_tell_nothing_hidden(module: str) -> None:
    for place, program in MODULES[module].items():
        game = begun(program, 1, 1)
        for player in game.deciding if game is not None else ():
            pair = list(twins(game, player, 2, 1))
            if len(pair) < 2:
                continue
            one, two = pair
            two.state.rng = one.state.rng
            before = one.copy(), two.copy()
            for first, second in side_by_side(one, two, player, random.Random(1), 2):
                assert stories(one, player, first) == stories(two, player, second), place
                assert looks(one, player) == looks(two, player), place
                told = learned(before[0], one, [player]), learned(before[1], two, [player])
                assert told[0] == told[1], place
