"""Sea Salt & Paper by hand plays the same games as the definition: a cross-check of the rules, too."""

import os
from random import Random

import pytest

from benchmarks import playing, sea_salt_by_hand
from interpreter.game import Game
from rulelang.ir.nodes import Program

GAMES = 60


@pytest.fixture(scope="module")
def program() -> Program:
    return playing.compiled(playing.bundle_of("sea_salt_and_paper"))


def by_interpreter(program: Program, players: int, seed: int, settings: dict[str, int | bool]):
    game = Game.new(program, players, seed, settings, events=False, forced="take")
    choice, decisions = Random(seed), 0
    while game.choices:
        game.apply(choice.randrange(game.choices))
        decisions += 1
    assert game.result is not None
    return game.result.scores, game.result.winners, decisions


def by_hand(players: int, seed: int, settings: dict[str, int | bool]):
    choice = Random(seed)
    return sea_salt_by_hand.play(players, seed, lambda options: choice.randrange(len(options)), **settings)


def agree(program: Program, players: int, games: int, settings: dict[str, int | bool]) -> None:
    seen = set()
    for seed in range(games):
        ours = by_interpreter(program, players, seed, settings)
        assert ours == tuple(by_hand(players, seed, settings)), seed
        seen.add(ours)
    assert len(seen) > games / 2  # the games differ, so that agreeing says something


@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_versions_play_the_same_games(program: Program, players: int) -> None:
    agree(program, players, GAMES, {})


def test_both_versions_play_the_same_games_as_they_are_measured(program: Program) -> None:
    facade = playing.play_games(playing.through_facade(program, 3), 10, 7)
    hand = playing.play_games(playing.by_hand(3, "sea_salt_and_paper"), 10, 7)
    assert facade[0] == hand[0] > 500


@pytest.mark.parametrize("settings", [{"target": 12}, {"one_round": True}])
def test_both_versions_play_the_same_games_with_options(
    program: Program, settings: dict[str, int | bool]
) -> None:
    agree(program, 3, GAMES, settings)


@pytest.mark.fuzz
@pytest.mark.skipif(os.environ.get("RULELANG_FUZZ") != "long", reason="takes a while: make fuzz")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_versions_play_1000_same_games(program: Program, players: int) -> None:
    agree(program, players, 1000, {})


def test_the_cards_are_the_same(program: Program) -> None:
    record = program.record("card")
    printed = {column.name: column.values for column in record.columns}
    shapes, colours = program.record("shape").names, program.kind("colour").words
    ours = [
        (shapes[s].replace("_", " "), colours[c].replace("_", " "))
        for s, c in zip(printed["shape"], printed["colour"], strict=True)
    ]
    assert ours == [(card.shape, card.colour) for card in sea_salt_by_hand.CARDS]
