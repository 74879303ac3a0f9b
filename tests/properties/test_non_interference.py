"""Whatever reaches a seat is the same for two games that differ only in what the seat cannot know."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.bots import make_bot
from interpreter.knowledge.undoing import learned, refused
from tests.helpers import ROOT
from tests.properties.retold import stories
from tests.properties.twins import (
    RECIPES,
    chosen_otherwise,
    definitions,
    looks,
    observed,
    played,
    side_by_side,
    twins,
)

NAMES = tuple(definitions())
SEEDS = st.integers(0, 2**32 - 1)
EXAMPLES = 3 if settings.get_current_profile_name() == "default" else settings.default.max_examples

every_definition = pytest.mark.parametrize("name", NAMES)


def check(name: str, seed: int, steps: int, bots: tuple[str, ...] = ("greedy",)) -> None:
    game = played(name, seed, steps)
    if game.over:
        return
    for player in range(game.setup.players):
        expected = observed(game, player, bots)
        for twin in twins(game, player, 1, seed):
            assert observed(twin, player, bots) == expected


def check_events(name: str, seed: int, steps: int) -> None:
    game = played(name, seed, steps)
    if game.over:
        return
    rng = random.Random(seed)
    player = rng.randrange(game.setup.players)
    one, *others = twins(game, player, 2, seed) or [None]
    for two in others:
        two.state.rng = one.state.rng
        for first, second in side_by_side(one, two, player, rng, 8):
            assert stories(one, player, first) == stories(two, player, second)


@every_definition
def test_what_reaches_a_seat_tells_nothing_hidden(name: str) -> None:
    for seed, steps in ((1, 0), (2, 6), (3, 25)):
        check(name, seed, steps)


@every_definition
def test_a_hint_tells_nothing_hidden(name: str) -> None:
    """`hint` is what a bot that searches would answer."""
    game = played(name, 4, 3)
    for player in game.deciding:
        expected = [str(make_bot("search:4", seed).choose(game, player)) for seed in range(2)]
        for twin in twins(game, player, 1, 4):
            assert [str(make_bot("search:4", seed).choose(twin, player)) for seed in range(2)] == expected


def test_no_definition_is_left_out() -> None:
    folders = [file.parent for place in (ROOT / "gamedefs", RECIPES) for file in place.glob("*/game.rules")]
    recipes = {folder.name for folder in folders if folder.parent == RECIPES}
    assert len(recipes) >= 40 and len(folders) - len(recipes) >= 24
    assert {f"recipe {folder.name}" if folder.parent == RECIPES else folder.name for folder in folders} == {
        name for name in NAMES if not name.startswith("invented ")
    }


@every_definition
def test_events_and_stories_tell_nothing_hidden(name: str) -> None:
    for seed, steps in ((1, 2), (2, 9), (3, 30), (4, 60)):
        check_events(name, seed, steps)


@every_definition
def test_what_others_chose_in_silence_reaches_nobody(name: str) -> None:
    """Two games that were really played, and differ in an answer that the seat did not hear."""
    for seed in range(12):
        pair = chosen_otherwise(name, seed, seed)
        if pair is not None:
            one, two, player = pair
            assert observed(one, player) == observed(two, player)


def test_there_are_such_games() -> None:
    found = [name for name in NAMES for seed in range(12) if chosen_otherwise(name, seed, seed) is not None]
    assert len(set(found)) > 8


@every_definition
def test_whether_something_can_be_taken_back_tells_nothing(name: str) -> None:
    check_taking_back(name, 5, 4)


def check_taking_back(name: str, seed: int, steps: int) -> None:
    """Refusing is the same for games that look the same all the way, whatever others have learned."""
    game = played(name, seed, steps)
    if game.over:
        return
    player, rng, seats = game.deciding[0], random.Random(seed), range(game.setup.players)
    pair = list(twins(game, player, 2, seed))
    if len(pair) < 2:
        return
    one, two = pair
    two.state.rng = one.state.rng
    before = one.copy(), two.copy()
    for _ in side_by_side(one, two, player, rng, 4):
        assert looks(one, player) == looks(two, player)
        assert learned(before[0], one, [player]) == learned(before[1], two, [player])
        assert refused(before[0], one, player, seats) == refused(before[1], two, player, seats)


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 120))
@settings(max_examples=EXAMPLES)
def test_nothing_that_reaches_a_seat_interferes(name: str, seed: int, steps: int) -> None:
    check(name, seed, steps, ("greedy", "search:6"))
    check_events(name, seed, steps)
    check_taking_back(name, seed, steps)
