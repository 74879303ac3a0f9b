"""Properties of play that hold for every definition, every seed and every sequence of answers."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.game import Game
from tests.helpers import definition, definition_folders, random_answer, random_play

NAMES = tuple(definition_folders())
SEEDS = st.integers(0, 2**32 - 1)
LONGEST = 20_000  # answers; every shipped game is far shorter
EXAMPLES = 6 if settings.get_current_profile_name() == "default" else settings.default.max_examples

every_definition = pytest.mark.parametrize("name", NAMES)


def begun(name: str, seed: int, steps: int, **options: object) -> tuple[Game, random.Random]:
    """A game of some number of players, played by chance for some answers."""
    rng = random.Random(seed)
    program = definition(name)
    game = Game.new(program, rng.randint(*program.players), seed, **options)
    random_play(game, rng, steps)
    return game, rng


def conserved(game: Game) -> None:
    """Every component lies in exactly one zone, and the state knows in which."""
    state = game.state
    where = [(card, zone) for zone, held in enumerate(state.z) for card in held if card is not None]
    assert sorted(card for card, _ in where) == list(range(game.program.components))
    assert all(state.loc[card] == zone for card, zone in where)
    for bag, held in zip(state.bag, state.z, strict=True):
        assert bag is None or 0 <= bag[0] < bag[1] <= len(held)


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 150))
@settings(max_examples=EXAMPLES)
def test_replaying_the_answers_gives_the_same_game(name: str, seed: int, steps: int) -> None:
    game, _ = begun(name, seed, steps)
    again = game.replay()
    assert again.freeze() == game.freeze()
    assert again.events() == game.events()
    assert again.answers == game.answers


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 150))
@settings(max_examples=EXAMPLES)
def test_a_copy_and_its_original_never_change_each_other(name: str, seed: int, steps: int) -> None:
    game, rng = begun(name, seed, steps)
    before = game.freeze()
    copy = game.copy()
    assert copy.freeze() == before
    random_play(copy, rng, 40)
    assert game.freeze() == before
    after = copy.freeze()
    random_play(game, rng, 40)
    assert copy.freeze() == after


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 150))
@settings(max_examples=EXAMPLES)
def test_a_saved_game_goes_on_like_the_original(name: str, seed: int, steps: int) -> None:
    game, rng = begun(name, seed, steps)
    loaded = Game.load(game.program, game.save())
    assert loaded.freeze() == game.freeze()
    script = rng.getrandbits(64)
    random_play(game, random.Random(script), 40)
    random_play(loaded, random.Random(script), 40)
    assert loaded.freeze() == game.freeze()
    assert loaded.events() == game.events()


@pytest.mark.fuzz
@given(seed=SEEDS)
@settings(max_examples=4 * EXAMPLES)
def test_a_save_in_the_middle_of_a_secret_choice_keeps_who_has_answered(seed: int) -> None:
    rng = random.Random(seed)
    game = Game.new(definition("barracuda"), rng.randint(2, 4), seed)
    for _ in range(rng.randint(0, 60)):
        if game.over:
            return
        answer, player = random_answer(game, rng)
        game.apply(answer, player)
    while not game.over and game.state.pending[0] != "secret":
        random_play(game, rng, 1)
    if game.over:
        return
    first = rng.choice(game.deciding)
    game.apply(rng.randrange(len(game.request(first))), first)
    loaded = Game.load(game.program, game.save())
    assert loaded.freeze() == game.freeze()
    assert loaded.deciding == game.deciding


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS)
@settings(max_examples=EXAMPLES)
def test_components_are_never_lost_or_doubled(name: str, seed: int) -> None:
    game, rng = begun(name, seed, 0)
    for _ in range(60):
        conserved(game)
        if random_play(game, rng, 3) < 3:
            break
    conserved(game)


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS)
@settings(max_examples=EXAMPLES)
def test_every_request_has_a_legal_answer_and_every_game_ends(name: str, seed: int) -> None:
    game, rng = begun(name, seed, 0)
    for _ in range(LONGEST):
        if game.over:
            break
        assert game.deciding
        for player in game.deciding:
            request = game.request(player)
            assert request is not None and (len(request) > 0 or request.least == 0)
            assert next(iter(request.answers()), None) is not None
            assert len({option.key for option in request.options}) == len(request)
        answer, player = random_answer(game, rng)
        game.apply(answer, player)
    assert game.over
    assert game.deciding == () and game.request() is None
    assert set(game.result.winners) <= set(range(game.setup.players))
    assert len(game.returns()) == game.setup.players


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 60))
@settings(max_examples=EXAMPLES)
def test_exposed_chance_has_probabilities_that_sum_to_one(name: str, seed: int, steps: int) -> None:
    game, rng = begun(name, seed, 0, chance="exposed")
    for _ in range(steps):
        if game.over:
            return
        request = game.request()
        shares = [option.probability for option in request.options] if request.kind == "chance" else [1]
        assert None not in shares and sum(shares) == 1
        random_play(game, rng, 1)
    conserved(game)


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 60))
@settings(max_examples=EXAMPLES)
def test_without_events_the_game_goes_the_same_way(name: str, seed: int, steps: int) -> None:
    game, _ = begun(name, seed, steps)
    silent, _ = begun(name, seed, steps, events=False)
    assert silent.freeze() == game.freeze()
    assert silent.events() == []
