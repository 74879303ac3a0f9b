"""Nothing that a learner gets differs between games that differ only in what its seat cannot know."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.adapters.arrays import mask, row
from interpreter.adapters.asking import Table
from interpreter.adapters.recall import Recall, observation
from interpreter.adapters.tensors import tensors_of
from interpreter.game import Game
from interpreter.knowledge.copies import Copies, copies_of
from interpreter.knowledge.events import entries_of
from interpreter.knowledge.renaming import _ask_again, exchanged
from rulelang.compile import compile_text
from tests.properties.twins import came_to_light, chosen_otherwise, definitions, played, twins

NAMES = tuple(definitions())
SEEDS = st.integers(0, 2**32 - 1)
EXAMPLES = 3 if settings.get_current_profile_name() == "default" else settings.default.max_examples
every_definition = pytest.mark.parametrize("name", NAMES)
with_copies = pytest.mark.parametrize(
    "name", [name for name in NAMES if copies_of(Game.new(definitions()[name]).machine.layout).homes]
)


def known(table: Table, player: int) -> tuple[Any, ...]:
    """All that reaches a learner in this seat, at one moment."""
    question = table.question(player)
    return (
        row(table, player).tobytes(),
        mask(table, player).tobytes(),
        table.legal(player),
        table.path(player),
        None if question is None else question.name,
        observation(table, player),
    )


def compare(game: Game, twin: Game, player: int, seed: int) -> None:
    """What a seat gets in two games, also while it gives an answer of several steps."""
    one, two = Table(game), Table(twin)
    rng = random.Random(seed)
    assert known(one, player) == known(two, player)
    while player in one.deciding and len(one.legal(player)) > 1:
        number = rng.choice(one.legal(player))
        one, two = one.copy(), two.copy()
        before = len(one.path(player))
        one.act(player, number)
        two.act(player, number)
        if len(one.path(player)) <= before:
            return  # the answer is given: what follows may depend on hidden things
        assert known(one, player) == known(two, player)


def check_moment(name: str, seed: int, steps: int) -> int:
    game = played(name, seed, steps)
    compared = 0
    if not game.over:
        for player in range(game.setup.players):
            for twin in twins(game, player, 2, seed):
                compare(game, twin, player, seed)
                compared += 1
    return compared


@every_definition
def test_rows_masks_numbers_and_strings_tell_nothing_hidden(name: str) -> None:
    assert sum(check_moment(name, seed, steps) for seed, steps in ((1, 0), (2, 6), (3, 25), (4, 52))) > 0


@every_definition
def test_what_others_chose_in_silence_is_in_no_row_mask_number_or_string(name: str) -> None:
    """Two games that were really played, and differ in an answer that the seat did not hear."""
    for seed in range(12):
        pair = chosen_otherwise(name, seed, seed)
        if pair is not None:
            one, two, player = pair
            compare(one, two, player, seed)


def reprinted(game: Game, seed: int) -> Game:
    """The same game with other pieces of cardboard: copies that look alike have changed places everywhere."""
    rng, rename = random.Random(seed), {}
    for alike in set(copies_of(game.machine.layout).homes.values()):
        rename |= dict(zip(alike, rng.sample(alike, len(alike)), strict=True))
    state = game.state.plain.copy()
    exchanged(game.machine, game.state.plain, state, rename)
    _ask_again(game.machine, game.state, state, game.deciding[0])
    return Game(game.program, game.machine, game.setup, state, game.language, sampled=True)


def check_copies(name: str, seed: int, steps: int) -> int:
    game = played(name, seed, steps, events=False)
    if game.over or (game.state.pending[0] == "secret" and len(game.deciding) < game.setup.players):
        return 0  # answers that were given are drawn anew when a round is asked again
    for number in range(3):
        for player in range(game.setup.players):
            compare(game, reprinted(game, number), player, seed)
    return 1


@with_copies
def test_no_number_row_mask_or_string_tells_which_copy_it_is(name: str) -> None:
    assert sum(check_copies(name, seed, steps) for seed, steps in enumerate((0, 1, 2, 3, 5, 9, 20, 40))) > 0


@pytest.mark.parametrize("name", ["malacca", "invented marked cards", "recipe hidden_traitor"])
def test_the_test_can_see_a_marked_card(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the numbers of the pieces themselves it fails."""
    monkeypatch.setattr(Copies, "names", lambda self, numbers: {card: card for card in numbers})
    monkeypatch.setattr(Copies, "_call_by_place", lambda self, zones: None)
    with pytest.raises(AssertionError):
        for seed, steps in enumerate((0, 1, 2, 3, 5, 9, 20, 40)):
            check_copies(name, seed, steps)


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 150))
@settings(max_examples=EXAMPLES)
def test_no_row_mask_number_or_string_tells_anything_hidden(name: str, seed: int, steps: int) -> None:
    check_moment(name, seed, steps)
    check_copies(name, seed, steps)


def said(game: Game) -> list[Any]:
    """What the rules have said aloud, in their own words."""
    return [entry for entry in entries_of(game.state.log) if entry[0] == "say"]


def check_history(name: str, seed: int, steps: int) -> int:
    """Two games that look the same to a seat take the same steps: it remembers the same."""
    game = played(name, seed, steps)
    rng = random.Random(seed)
    watcher = rng.randrange(game.setup.players)
    pair = [] if game.over else list(twins(game, watcher, 2, seed))
    if len(pair) < 2:
        return 0
    one, two = pair
    two.state.rng = one.state.rng
    tables, recalls = (Table(one), Table(two)), (Recall(game.setup.players), Recall(game.setup.players))
    compared = 0
    for _ in range(15):
        if one.over or two.over or one.deciding != two.deciding or one.view(watcher) != two.view(watcher):
            break
        strings = [r.information_state(t, watcher) for r, t in zip(recalls, tables, strict=True)]
        assert strings[0] == strings[1]
        compared += 1
        player = rng.choice(one.deciding)
        legal = tables[0].legal(player)
        number = rng.choice(legal)
        if number not in tables[1].legal(player):
            break
        before = [(list(game.state.known), game.event_count) for game in pair]
        for table, recall in zip(tables, recalls, strict=True):
            recall.acted(table, player, number)
            table.act(player, number)
        shown = (came_to_light(game, *then, watcher) for game, then in zip(pair, before, strict=True))
        if any(shown) or said(one) != said(two):
            break  # it was shown, or a rule spoke of it, and may be hidden again: the seat remembers it
    return compared


@every_definition
def test_what_a_seat_remembers_tells_nothing_hidden(name: str) -> None:
    assert sum(check_history(name, seed, (0, 1, 9, 30)[seed % 4]) for seed in range(8)) > 0


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 100))
@settings(max_examples=EXAMPLES)
def test_nothing_that_a_seat_remembers_tells_what_is_hidden(name: str, seed: int, steps: int) -> None:
    check_history(name, seed, steps)


MARKED = """\
game marked for 2 players
card spy:
    marked: yes or no starting no
spy ace:
    copies: 1
spy king:
    copies: 1
token coin:
    value: number 1 to 9
coin penny:
    value: 1
zone hand of each player: set of spy, seen by owner
zone under of each spy: set of coin, public
track pointed: spy or none starting none
setup:
    move every spy to hand of seat(2)
play:
    set marked of {which} to yes
    set pointed to {which}
    move penny to under of {which}
    as seat(1):
        may go:
            end game
"""


def test_the_test_can_see_a_leak() -> None:
    """What is written on a hidden card, points at it or lies at it would show in a careless row."""
    seen = []
    for which in ("ace", "king"):
        table = Table(Game.new(compile_text(MARKED.replace("{which}", which))))
        seen.append((row(table, 0).tobytes(), row(table, 1).tobytes()))
    assert seen[0][0] == seen[1][0] and seen[0][1] != seen[1][1]


@every_definition
def test_rows_have_their_declared_shape_and_range(name: str) -> None:
    game = played(name, 3, 20)
    table = Table(game)
    tensors = tensors_of(table)
    assert sum(part.size for part in tensors.parts) == tensors.size
    for player in range(game.setup.players):
        found = row(table, player)
        assert found.shape == (tensors.size,) and found.min() >= -1 and found.max() <= 1
