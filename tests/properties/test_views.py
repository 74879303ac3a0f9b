"""No view, no option and no event shows what a player must not know."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.errors import RuleError
from interpreter.game import Game
from interpreter.knowledge import copies, views
from interpreter.knowledge.events import entries_of
from tests.helpers import definition, definition_folders, random_play

NAMES = tuple(definition_folders())
SEEDS = st.integers(0, 2**32 - 1)
EXAMPLES = 8 if settings.get_current_profile_name() == "default" else settings.default.max_examples

every_definition = pytest.mark.parametrize("name", NAMES)


def begun(name: str, seed: int, steps: int) -> tuple[Game, random.Random]:
    rng = random.Random(seed)
    program = definition(name)
    game = Game.new(program, rng.randint(*program.players), seed)
    random_play(game, rng, steps)
    return game, rng


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 150), other_seed=SEEDS)
@settings(max_examples=EXAMPLES)
def test_a_sample_looks_the_same_to_its_player(name: str, seed: int, steps: int, other_seed: int) -> None:
    game, _ = begun(name, seed, steps)
    for player in range(game.setup.players):
        sample = game.sample(player, other_seed)
        assert sample.view(player) == game.view(player)
        mine, theirs = game.request(player), sample.request(player)
        assert (mine is None) == (theirs is None)
        if mine is not None:
            assert [o.label for o in mine.options] == [o.label for o in theirs.options]
            assert (mine.least, mine.most) == (theirs.least, theirs.most)


@every_definition
def test_a_part_is_the_same_alone_as_among_all(name: str) -> None:
    """A part that no copy of a component touches is read before copies are called by their numbers."""
    for seed, steps in enumerate((0, 4, 30)):
        game, _ = begun(name, seed, steps)
        for player in (None, *range(game.setup.players)):
            whole = game.view(player)
            for zone in whole.zones:
                assert game.view(player).zone(zone.name, zone.owner) == zone
            for track in whole.tracks:
                assert game.view(player).track(track.name, track.owner) == track


@every_definition
def test_words_that_were_made_before_are_made_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was seen before is kept, but not without end."""
    game, rng = begun(name, 3, 12)
    kept = [game.view(player) for player in range(game.setup.players)]
    assert all(view.zones or view.tracks for view in kept)
    monkeypatch.setattr(views, "MOST_KEPT", 5)
    monkeypatch.setattr(copies, "MOST_KEPT", 1)
    again = Game.load(game.program, game.save())
    for player, view in enumerate(kept):
        assert again.view(player) == view
    random_play(again, rng, 5)


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 150), other_seed=SEEDS)
@settings(max_examples=EXAMPLES)
def test_a_sample_keeps_all_components_and_can_be_played(
    name: str, seed: int, steps: int, other_seed: int
) -> None:
    game, rng = begun(name, seed, steps)
    before = game.freeze()
    for player in range(game.setup.players):
        sample = game.sample(player, other_seed)
        for _ in range(2):
            state = sample.state
            where = [(card, zone) for zone, held in enumerate(state.z) for card in held if card is not None]
            assert sorted(card for card, _ in where) == list(range(game.program.components))
            assert all(state.loc[card] == zone for card, zone in where)
            try:
                random_play(sample, rng, 25)
            except RuleError:  # a sample agrees with what was seen, not with all that can be inferred
                break
    assert game.freeze() == before


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 100), other_seed=SEEDS)
@settings(max_examples=EXAMPLES)
def test_the_same_sample_seed_gives_the_same_sample(
    name: str, seed: int, steps: int, other_seed: int
) -> None:
    game, _ = begun(name, seed, steps)
    assert game.sample(0, other_seed).freeze() == game.sample(0, other_seed).freeze()


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS)
@settings(max_examples=EXAMPLES)
def test_a_player_knows_the_cards_of_zones_that_are_open_to_that_player(name: str, seed: int) -> None:
    game, rng = begun(name, seed, 0)
    layout = game.machine.layout
    for _ in range(20):
        for zone, held in enumerate(game.state.z):
            for card in held:
                if card is not None:
                    assert game.state.known[card] & layout.sees[zone] == layout.sees[zone]
        random_play(game, rng, 4)


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 80), other_seed=SEEDS)
@settings(max_examples=2 * EXAMPLES)
def test_events_do_not_tell_what_is_hidden(name: str, seed: int, steps: int, other_seed: int) -> None:
    """Two games that differ only in what a player cannot know, and take the same answers, tell the same.

    The answers are given by index, and only while both games ask the same player for the same number of
    things with the same labels for the watcher, so that nothing but a hidden thing can differ.
    """
    game, rng = begun(name, seed, steps)
    if game.over:
        return
    watcher = rng.randrange(game.setup.players)
    one, two = game.sample(watcher, other_seed), game.sample(watcher, other_seed + 1)
    two.state.rng = one.state.rng
    for twin in (one, two):
        twin.state.log = ()
    for _ in range(12):
        if one.over or two.over or one.view(watcher) != two.view(watcher) or one.deciding != two.deciding:
            break
        player = rng.choice(one.deciding)
        first, second = one.request(player), two.request(player)
        if (first.kind, len(first), first.least, first.most) != (
            second.kind,
            len(second),
            second.least,
            second.most,
        ):
            break
        size = rng.randint(first.least, first.most)
        answer = rng.sample(range(len(first)), size) if first.several else rng.randrange(len(first))
        shown = [first.options[i].key for i in (answer if first.several else [answer])]
        other = [second.options[i].key for i in (answer if second.several else [answer])]
        counts = len(one.events(player=watcher)), len(two.events(player=watcher))
        one.apply(answer, player)
        two.apply(answer, player)
        if one.over or two.over:
            break  # who won may well depend on what was hidden until then
        if shown == other and one.view(watcher) == two.view(watcher):
            told = [e.text for e in one.events(player=watcher)][counts[0] :]
            also = [e.text for e in two.events(player=watcher)][counts[1] :]
            assert told == also


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(1, 120))
@settings(max_examples=EXAMPLES)
def test_the_events_of_a_player_name_no_card_that_moved_unseen(name: str, seed: int, steps: int) -> None:
    """Each event of a move names the card only to those who know it at that moment."""
    game, _ = begun(name, seed, steps)
    for number, entry in enumerate(entries_of(game.state.log)):
        if entry[0] != "move" or entry[3] == game.machine.layout.box:
            continue
        named = f"{game.words.component(entry[2])}:"
        for player in range(game.setup.players):
            (event,) = game.events(number, player, number + 1)
            assert event.text.startswith(named) == bool(entry[5] >> player & 1)


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(1, 120))
@settings(max_examples=EXAMPLES)
def test_moves_told_together_name_what_they_name_one_by_one(name: str, seed: int, steps: int) -> None:
    game, _ = begun(name, seed, steps)
    count = game.event_count
    for player in range(game.setup.players):
        alone = [event for i in range(count) for event in game.events(i, player, i + 1)]
        together = game.events(player=player)
        assert len(together) <= len(alone)
        for what in {event.text.partition(":")[0] for event in alone if event.kind == "move"}:
            if what != game.words.hidden(1):
                assert any(what in event.text for event in together)
        labels = {event.text.partition(":")[0] for event in alone if event.kind == "move"}
        for event in together:
            if event.kind == "move" and ", " not in event.text.partition(":")[0]:
                what = event.text.partition(":")[0]
                assert what in labels or any(what == game.words.hidden(n) for n in range(2, 99))
