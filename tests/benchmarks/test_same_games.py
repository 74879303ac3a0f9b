"""The version by hand is a fair measure only if it plays the same games as the interpreter."""

from random import Random

import pytest

from benchmarks import lantern_by_hand, playing
from benchmarks.run import main
from interpreter.game import Game
from rulelang.ir.nodes import Program

GAMES = 300


@pytest.fixture(scope="module")
def program() -> Program:
    return playing.compiled(playing.bundle_of("lantern_walk"))


def by_interpreter(program: Program, players: int, seed: int, lanterns: bool, boldness: float):
    game = Game.new(program, players, seed, {"lanterns": lanterns}, events=False)
    choice, decisions = Random(seed), 0
    while game.choices:
        game.apply(int(choice.random() >= boldness))
        decisions += 1
    assert game.result is not None
    return game.result.scores, game.result.winners, decisions


def by_hand(players: int, seed: int, lanterns: bool, boldness: float):
    choice = Random(seed)
    return lantern_by_hand.play(players, seed, lambda _: int(choice.random() >= boldness), lanterns)


@pytest.mark.parametrize("lanterns", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_both_versions_play_the_same_games(program: Program, players: int, lanterns: bool) -> None:
    seen = set()
    for seed in range(GAMES):
        boldness = (0.3, 0.5, 0.8, 0.95)[seed % 4]
        ours = by_interpreter(program, players, seed, lanterns, boldness)
        assert ours == tuple(by_hand(players, seed, lanterns, boldness)), seed
        seen.add(ours)
    assert len(seen) > GAMES / 2  # the games differ, so that agreeing says something


def test_both_versions_play_the_same_games_as_they_are_measured(program: Program) -> None:
    for players in (2, 6):
        facade = playing.play_games(playing.through_facade(program, players), 50, 7)
        hand = playing.play_games(playing.by_hand(players), 50, 7)
        assert facade[0] == hand[0] > 500


@pytest.mark.parametrize("name", playing.definitions())
def test_random_play_ends_in_every_definition(name: str) -> None:
    program = playing.compiled(playing.bundle_of(name))
    for players in set(program.players):
        assert playing.play_games(playing.through_facade(program, players), 3, 0)[0] > 0
        assert len(playing.moments(program, players, 4)) == 4


def test_the_benchmark_prints_its_goals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "0.01", "--game", "lantern_walk"]) == 0
    printed = capsys.readouterr().out
    assert "ratio >= 0.2" in printed
    assert "copy < 5 µs" in printed
