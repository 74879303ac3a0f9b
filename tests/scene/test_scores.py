"""The score is told to those who can work it out, and at the end by its terms."""

from __future__ import annotations

import random

import pytest

from interpreter.game import Game
from interpreter.knowledge.scores import CLOSED, OPEN, OWN, openness
from interpreter.scene import scene_of
from rulelang.compile import compile_text
from tests.helpers import all_definitions, definition, definition_folders, random_play

RULES = """
game harvest for 2 players
card fruit:
    weight: number 1 to 9
fruit apple:
    weight: 5
fruit plum:
    weight: 2
zone heap: set of fruit, public
zone hand of each player: set of fruit, seen by owner
zone basket of each player: set of fruit, public
track bonus of each player: number 0 to 9 starting 0
track plan of each player: number 0 to 9 starting 0 seen by owner
value best(player): sum(f.weight for each f in basket of player)
value all_of(player): best(player) + bonus of player
setup:
    move every fruit to basket of first of players
    add 2 to bonus of last of players
play:
    turns from first of players until yes:
        may stop: say stopped
score of p: {score}
ranking of p: highest bonus of p
"""


def program(score: str, more: str = "") -> Game:
    return Game.new(compile_text(RULES.replace("{score}", score) + more))


@pytest.mark.parametrize(
    ("score", "known"),
    [
        ("bonus of p", OPEN),
        ("all_of(p)", OPEN),
        ("count(hand of p)", OWN),
        ("plan of p + bonus of p", OWN),
        ("plan of left(p)", CLOSED),
        ("sum(plan of q for each q in players)", CLOSED),
        ("count(hand of left(p) where weight > 2)", CLOSED),
    ],
)
def test_who_can_work_a_score_out(score: str, known: str) -> None:
    game = program(score)
    assert openness(game.program) == known
    mine = [seat.score is not None for seat in scene_of(game, 0).seats]
    assert mine == {OPEN: [True, True], OWN: [True, False], CLOSED: [False, False]}[known]


def test_a_hidden_ability_that_changes_the_score_closes_it() -> None:
    more = """
card helper active in helpers
helper owl:
    change best(p): result + 1
zone helpers of each player: set of helper, seen by owner
"""
    assert openness(program("best(p)", more).program) == CLOSED


def test_the_terms_are_what_the_definition_adds_up() -> None:
    game = program("all_of(p) + 3")
    game.apply("no")
    result = scene_of(game, 1).result
    assert result is not None and result.scores == (10, 5)
    assert [(term.name, term.values) for term in result.terms] == [
        ("best", (7, 0)), ("bonus", (0, 2)), ("score", (3, 3)),
    ]  # fmt: skip
    assert result.terms[0].parts == ((("apple", 5), ("plum", 2)), ())


@pytest.mark.parametrize("name", definition_folders())
def test_the_terms_of_every_game_make_its_score(name: str) -> None:
    for seed in range(3):
        game = Game.new(definition(name), seed=seed)
        random_play(game, random.Random(seed), 5000)
        assert game.over
        result = scene_of(game, 0).result
        assert result is not None
        if result.scores is not None:
            sums = [sum(term.values[p] for term in result.terms) for p in range(game.setup.players)]
            assert tuple(sums) == result.scores
            for term in result.terms:
                for value, parts in zip(term.values, term.parts, strict=True):
                    assert not parts or sum(worth for _, worth in parts) == value


def test_the_scores_of_the_shipped_games_are_open() -> None:
    found = {name: openness(p) for name, p in all_definitions().items() if p.score is not None}
    assert found.pop("tiny_hanabi") == CLOSED  # it is about what both hold
    assert found == dict.fromkeys(found, OPEN) and len(found) >= 5
