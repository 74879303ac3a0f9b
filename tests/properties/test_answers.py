"""Answers that are not legal are refused, and the game stays as it was."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.errors import IllegalAnswer, PlayError, SaveError
from interpreter.game import Game
from tests.helpers import definition, definition_folders, random_play

NAMES = tuple(definition_folders())
SEEDS = st.integers(0, 2**32 - 1)
EXAMPLES = 8 if settings.get_current_profile_name() == "default" else settings.default.max_examples

every_definition = pytest.mark.parametrize("name", NAMES)


def wrong_answers(game: Game, player: int) -> list[Any]:
    request = game.request(player)
    size = len(request)
    wrong: list[Any] = [
        -1,
        size,
        10**30,
        None,
        True,
        1.0,
        "no_such_option",
        b"0",
        {},
        {0},
        object(),
        [[0]],
        [None],
    ]
    if not request.several:
        return [*wrong, [], [0], (0,), [0, 0]]
    wrong += [0, "0", [0, 0], [-1], [size], ["no_such_option"], list(range(size + 1))]
    if request.most < size:
        wrong.append(list(range(request.most + 1)))
    if request.least > 0:
        wrong += [[], list(range(request.least - 1))]
    return wrong


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 120))
@settings(max_examples=EXAMPLES)
def test_an_illegal_answer_is_refused_and_changes_nothing(name: str, seed: int, steps: int) -> None:
    rng = random.Random(seed)
    program = definition(name)
    game = Game.new(program, rng.randint(*program.players), seed)
    random_play(game, rng, steps)
    before, played = game.freeze(), game.answers
    strangers = [p for p in [*range(-1, game.setup.players + 2), 10**9] if p not in game.deciding]
    for player in game.deciding or (0,):
        answers = wrong_answers(game, player) if game.deciding else [0, "x", [0]]
        for answer in answers:
            with pytest.raises(IllegalAnswer):
                game.apply(answer, player)
            assert game.freeze() == before and game.answers == played
    for player in strangers:
        for answer in (0, "x", [0]):
            with pytest.raises(IllegalAnswer):
                game.apply(answer, player)
            assert game.freeze() == before and game.answers == played


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 60))
@settings(max_examples=EXAMPLES)
def test_an_answer_by_key_is_the_answer_by_index(name: str, seed: int, steps: int) -> None:
    rng = random.Random(seed)
    program = definition(name)
    game = Game.new(program, rng.randint(*program.players), seed)
    random_play(game, rng, steps)
    if game.over:
        return
    player = rng.choice(game.deciding)
    request = game.request(player)
    by_key, by_index = game.copy(), game.copy()
    if request.several:
        chosen = rng.sample(range(len(request)), rng.randint(request.least, request.most))
        by_key.apply([request.options[i].key for i in chosen], player)
        by_index.apply(chosen, player)
    else:
        index = rng.randrange(len(request))
        by_key.apply(request.options[index].key, player)
        by_index.apply(index, player)
    assert by_key.freeze() == by_index.freeze()
    assert by_key.answers == by_index.answers


@pytest.mark.fuzz
@given(
    text=st.one_of(
        st.text(), st.binary().map(lambda b: b.decode("latin-1")), st.just("{}"), st.just("[" * 9999)
    )
)
@settings(max_examples=60)
def test_text_that_is_no_save_is_refused(text: str) -> None:
    with pytest.raises(SaveError):
        Game.load(definition("kuhn_poker"), text)


@pytest.mark.fuzz
@given(
    seed=SEEDS, where=st.floats(0, 1, exclude_max=True), letter=st.sampled_from('0123456789abcdef"{}[]:, ')
)
@settings(max_examples=60)
def test_a_damaged_save_is_refused_or_the_same(seed: int, where: float, letter: str) -> None:
    game = Game.new(definition("kuhn_poker"), seed=seed)
    random_play(game, random.Random(seed), 2)
    text = game.save()
    spot = int(where * len(text))
    try:
        loaded = Game.load(game.program, text[:spot] + letter + text[spot + 1 :])
    except SaveError:
        return
    assert loaded.freeze() == game.freeze()


def test_a_save_of_another_game_is_refused_and_names_both() -> None:
    text = Game.new(definition("kuhn_poker")).save()
    with pytest.raises(SaveError, match=r"kuhn_poker.*tic_tac_toe"):
        Game.load(definition("tic_tac_toe"), text)


@every_definition
def test_a_number_of_players_outside_the_range_is_refused(name: str) -> None:
    program = definition(name)
    for players in (program.players[0] - 1, program.players[1] + 1, 10**9):
        with pytest.raises(PlayError, match="players"):
            Game.new(program, players)
