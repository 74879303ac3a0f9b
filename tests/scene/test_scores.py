"""The score is told to those who can work it out, and at the end by its terms."""

from __future__ import annotations

import random

import pytest
from attrs import evolve

from cli.phrases import Phrases
from cli.playing.telling import result_lines, standing_lines
from cli.screen.table import Table
from interpreter.game import Game
from interpreter.knowledge.scores import CLOSED, OPEN, OWN, openness
from interpreter.scene import scene_of
from interpreter.scene.scoring import terms_of
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
        ("count(hand of p)", OPEN),  # everybody sees how many lie in a zone
        ("count(hand of p where weight > 2)", OWN),
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


def test_what_a_term_is_called_has_no_gaps() -> None:
    """Phrases of a rulebook speak of one player: `steps of {1}`."""
    for name, folder_program in all_definitions().items():
        for language in ("en", "cs", "pl"):
            game = Game.new(folder_program, folder_program.players[0], language=language)
            for term in terms_of(game, game.words):
                assert term.name and "{" not in term.name, f"{name}, {language}: {term.name}"


def test_a_term_with_a_phrase_of_the_rulebook_has_its_name() -> None:
    compiled = compile_text(RULES.replace("{score}", "best(p)"))
    for phrase, called in (("the best of {1.gen}", "best"), ("the best", "the best")):
        game = Game.new(evolve(compiled, strings=(("en", (("rulebook.value.best", phrase),)),)))
        assert [term.name for term in terms_of(game, game.words)] == [called]


# ------------------------------------------------------------ all as one

CAMP = """
game camp for 1 to 4 players
track wood: number 0 to 9 starting 0
track food of each player: number 0 to 9 starting 0
value stacked: wood + 1
play:
    turns of players:
        choose n from 0 to 3
        add n to wood
        {end}
{more}
"""


@pytest.mark.parametrize(
    ("end", "more", "together"),
    [
        ("if wood > 2: win players", "score of p: stacked", True),
        ("if wood > 2: lose players because warm", "", True),
        ("if wood > 2: lose players because warm", "payoff of p: wood", True),
        ("if wood > 2: win you", "score of p: stacked", False),
        ("if wood > 2: win players", "score of p: food of p", False),
        ("if wood > 2: win players", "score of p: wood\nranking of p: highest food of p", False),
        ("if wood > 2: win players", "score of p: wood\npayoff of p: food of p", False),
        ("if n > 2: add n to food of you", "score of p: stacked", False),
    ],
)
def test_whether_all_win_or_lose_as_one_is_read_from_the_rules(end: str, more: str, together: bool) -> None:
    game = Game.new(compile_text(CAMP.format(end=end, more=more)), 2)
    assert scene_of(game, 0).together is together


def test_the_shipped_games_in_which_all_win_or_lose_as_one() -> None:
    found = {name for name, program in all_definitions().items() if scene_of(Game.new(program), 0).together}
    assert found == {"dead_men_tell_no_tales", "tiny_hanabi"}


@pytest.mark.parametrize("language", ["en", "cs", "pl"])
def test_one_score_of_all_is_told_once_with_what_it_is_of(language: str) -> None:
    say = Phrases(language)
    texts = ((language, (("help.game", "Keep warm."), ("track.wood", "logs"))),)
    text = CAMP.format(end="if wood > 2: win players", more="score of p: stacked")
    compiled = evolve(compile_text(text), strings=texts)
    game = Game.new(compiled, 3, language=language)
    game.apply(1)
    assert standing_lines(game, 0, say)[:2] == [say("play.as_one"), "  Keep warm."]
    scene = scene_of(game, 1)
    assert scene.seats[0].score == 2
    assert not any(say("table.score", 2) in line for line in Table(scene, game.words, 79, say).text())
    game.apply(3)
    assert game.over
    _, told = result_lines(game, scene_of(game, None).result, say)
    assert told == say("play.together", "5 (logs 4, stacked 1)")
    assert all(game.words.player(number) not in told for number in range(3))


def test_a_game_without_a_score_says_so_and_what_it_is_about() -> None:
    say = Phrases("en")
    game = Game.new(definition("clobber"))
    first, about = standing_lines(game, 0, say)
    assert first == say("command.never_score") and about.strip().startswith("Take stones of the other player")
