"""Places of a board that the table shows are told in a line; all of them are listed when somebody asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.phrases import Phrases
from cli.playing.places import places_in_short
from cli.screen.answers import Choices
from cli.screen.table import Table
from interpreter.game import Game
from interpreter.scene import scene_of
from tests.cli.person import Person
from tests.cli.terminal import END, GameScreen
from tests.helpers import definition

LANGUAGES = ("en", "cs", "pl")


def told(name: str, language: str = "en", reader: bool = False, answers: tuple[str, ...] = ()) -> str:
    game, say = Game.new(definition(name), language=language), Phrases(language)
    for answer in answers:
        game.apply(answer)
    request = game.request()
    assert request is not None
    table = Table(scene_of(game, request.player), game.words, 79, say, reader)
    return " ".join(line.strip() for line in places_in_short(table, Choices(request, say, game, reader)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "places"),
    [("hex", 121), ("gomoku", 225), ("havannah", 91), ("y", 91), ("pentago", 36), ("nine_mens_morris", 24)],
)
def test_all_empty_places_are_told_in_a_line(game: str, places: int, language: str) -> None:
    say = Phrases(language)
    (word, *_), line = say.words("command.options_words"), told(game, language)
    assert str(places) in line and f"`{word}`" in line and len(line) < 160
    assert told(game, language, reader=True) == "", "who hears the table is told each place"


@pytest.mark.parametrize(
    ("game", "answers"),
    [
        ("tic_tac_toe", ()),  # few
        ("lines_of_action", ()),  # few
        ("oh_hell", ()),  # no places at all
        ("kuhn_poker", ()),
    ],
)  # fmt: skip
def test_what_the_table_does_not_mark_is_listed(game: str, answers: tuple[str, ...]) -> None:
    assert told(game, answers=answers) == ""


def test_what_looks_alike_is_told_in_a_line_and_the_rest_is_listed_with_its_numbers() -> None:
    line = told("banqi")
    assert "any of the 32 places marked ? on the board" in line, line
    answers = ("turn_up(c1r1)", "turn_up(c8r4)", "turn_up(c3r3)", "turn_up(c5r1)")
    game, say = Game.new(definition("banqi"), 2, 3), Phrases("en")
    for answer in answers:
        game.apply(answer)
    request = game.request()
    assert request is not None
    choices = Choices(request, say, game)
    table = Table(scene_of(game, request.player), game.words, 79, say)
    rest = list(places_in_short(table, choices))
    assert "any of the 28 places marked ? on the board" in rest[0]
    listed = [int(line.split()[0]) for line in rest if line.strip()[0].isdigit()]
    assert len(choices.menu.items) == 28 + len(listed)
    assert all("?" not in choices.menu.items[number - 1].name for number in listed)


def test_a_place_that_is_marked_but_cannot_be_chosen_is_not_passed_off_as_one() -> None:
    game, say = Game.new(definition("hex")), Phrases("en")
    request = game.request()
    assert request is not None
    table = Table(scene_of(game, 0), game.words, 79, say)
    game.apply("c1r1")
    later = game.request()
    assert later is not None
    assert list(places_in_short(table, Choices(request, say, game)))
    assert not list(places_in_short(table, Choices(later, say, game)))


def test_places_are_typed_or_listed_and_numbered(tmp_path: Path) -> None:
    screen = GameScreen(tmp_path, "play", "hex", "--seats", "human,random", "--seed", "3", "--no-save",
                        "--lang", "en", say=Phrases("en"))  # fmt: skip
    begun = screen.shown()
    assert "any of the 121 places marked o on the board" in " ".join(begun.split())
    listed = screen.answered("options")
    assert "121  column 11, row 11" in listed and "any of the" not in listed
    after = " ".join(screen.answered("c3r4").split())
    assert "r4 o o B o" in after and "any of the 119 places" in after
    assert "(column 1, row 1)" in screen.answered("1"), "its number in the list is taken too"
    screen.kill()


@pytest.mark.parametrize("seed", [1, 2])
def test_somebody_plays_a_whole_game_of_places(tmp_path: Path, seed: int) -> None:
    say = Phrases("en" if seed == 1 else "pl")
    save = tmp_path / "game.json"
    screen = GameScreen(
        tmp_path, "play", "hex", "--set", "size=5", "--seats", "human,random", "--seed", str(seed),
        "--save", str(save), "--lang", say.language, say=say,
    )  # fmt: skip
    person = Person(screen, save, seed, hints=False)
    person.play(screen.shown())
    assert screen.waits_for == END and "options" in person.done
