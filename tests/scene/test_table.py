"""What lies on the table is in the scene, and what says nothing is not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import attrs
import pytest

from interpreter.game import Game
from interpreter.knowledge.seeing import EVERYBODY
from interpreter.scene import colours as colours_module
from interpreter.scene import data, scene_of, to_plain
from interpreter.scene.data import VERSION, Area, Scene
from rulelang.compile import compile_text
from tests.helpers import definition, definition_folders, random_play

DOCS = Path(__file__).resolve().parents[2] / "docs" / "scene.md"
RULES = """
game meadow for 2 players
card flower from "flowers.yaml":
    colour: one of red, dark_blue
    watered: number 0 to 9 starting 0
    picked: yes or no starting no
tile field from "fields.yaml":
    paths: set of direction
    turned: number 0 to 3 starting 0
token bee from "bees.yaml"
zone deck: pile of flower, hidden
zone vase: line of flower, public
zone bunch of each player: set of flower, public
zone nothing_here: set of flower, public
zone meadow: grid 20 by 20 of field, public
zone hum of each field: set of bee, public
track leader: player or none starting none
track honey of each player: number 0 to 12 starting 0
track stung: yes or no starting no
track wind: number 0 to 5 starting 2
track site of each player: field or none starting none
setup:
    move every field to meadow at place(meadow, 4, 6)
    move every bee to hum of first of every field
    move every flower where colour is red to bunch of first of players
    move every flower where colour is dark_blue to deck
    shuffle deck
    set leader to first of players
    add 3 to honey of first of players
    for each f in every field:
        set f.turned to 1
        set site of first of players to f
    for each f in every flower where colour is red:
        set f.watered to 2
play:
    turns from first of players until yes:
        choose spot from open_places(meadow)
        may stop: say stopped
score of p: honey of p
ranking of p: highest honey of p
"""
TABLES = {
    "flowers.yaml": "rose: {colour: red, copies: 2}\nbell: {colour: dark_blue, copies: 2}\n",
    "fields.yaml": "corner: {paths: [north, east]}\n",
    "bees.yaml": "one: {}\ntwo: {}\n",
}


def started() -> Game:
    return Game.new(compile_text(RULES, TABLES))


@pytest.fixture(scope="module")
def scene() -> Scene:
    return scene_of(started(), 0)


def area(scene: Scene, name: str) -> Area:
    return next(area for area in scene.areas if area.id == name)


def test_areas_have_their_components_and_empty_ones_are_left_out(scene: Scene) -> None:
    assert [area.id for area in scene.areas] == ["deck", "bunch:player1"]
    (roses,) = area(scene, "bunch:player1").components
    assert (roses.name, roses.copies, roses.known, roses.colours) == ("rose", 2, True, ("red",))
    assert roses.ids == ("flower:rose#1", "flower:rose#2")
    assert area(scene, "bunch:player1").title == "bunch of player 1"
    assert area(scene, "bunch:player1").owner == "player:player1"


def test_what_is_not_known_is_only_counted(scene: Scene) -> None:
    (bell,) = area(scene, "deck").components
    assert (bell.known, bell.copies, bell.ids, bell.colours) == (False, 2, (), ())


def test_fields_that_have_changed_are_marks(scene: Scene) -> None:
    (roses,) = area(scene, "bunch:player1").components
    assert [(mark.text, mark.name, mark.value, mark.sort) for mark in roses.marks] == [
        ("watered 2", "watered", "2", "field")
    ]


def test_a_board_has_its_geometry_and_what_lies_and_stands_on_its_tiles(scene: Scene) -> None:
    (board,) = scene.boards
    assert (board.shape, board.width, board.height) == ("square", 20, 20)
    assert (board.columns, board.rows) == ((3, 5), (5, 7))
    taken = [cell for cell in board.cells if cell.component is not None]
    assert [(cell.ref, cell.column, cell.row) for cell in taken] == [("meadow@c4r6", 4, 6)]
    tile = taken[0].component
    assert tile is not None
    assert (tile.sides, tile.turned) == (("east", "south"), 1)
    assert [(mark.text, mark.sort) for mark in tile.marks] == [
        ("player 1", "stands"), ("one", "lies"), ("two", "lies"),
    ]  # fmt: skip
    assert tile.marks[0].refs == ("player:player1",)


def test_places_that_are_offered_are_cells_and_options_say_what_they_are_about(scene: Scene) -> None:
    (board,) = scene.boards
    free = {cell.ref for cell in board.cells if cell.component is None}
    assert free == {"meadow@c4r7", "meadow@c4r5", "meadow@c3r6", "meadow@c5r6"}
    assert scene.question is not None
    assert {ref for option in scene.question.options for ref in option.about} == free


def test_counters_at_their_start_are_left_out_and_players_are_comparable(scene: Scene) -> None:
    assert [(c.id, c.value, c.number, c.most) for c in scene.counters] == [
        ("honey:player1", "3", 3, 12), ("honey:player2", "0", 0, 12), ("wind", "2", 2, 5),
    ]  # fmt: skip


def test_what_somebody_begins_with_is_shown_from_the_start() -> None:
    """Four seeds in each house are the whole table of some games; that nobody has anything is nothing."""
    rules = """\
        game sowing for 2 players
        kind house: a, b
        track seeds of each house: number 0 to 9 starting 4
        track lives of each player: number 0 to 5 starting 3
        track points of each player: number 0 to 5 starting 0
        play:
            turns from first of players until yes:
                may stop: say stopped
        """.replace("\n        ", "\n").lstrip()
    (tracks,) = [[c.id for c in scene_of(Game.new(compile_text(rules)), 0).counters]]
    assert tracks == ["seeds:a", "seeds:b", "lives:player1", "lives:player2"]


def test_a_track_that_names_a_player_is_a_mark_on_the_seat(scene: Scene) -> None:
    assert [[mark.text for mark in seat.marks] for seat in scene.seats] == [["leader"], []]


def test_seats_know_who_they_are_and_how_they_stand(scene: Scene) -> None:
    assert [(s.name, s.you, s.active, s.deciding, s.score, s.place) for s in scene.seats] == [
        ("player 1", True, True, True, 3, 1), ("player 2", False, False, False, 0, 2),
    ]  # fmt: skip


def test_names_of_people_are_used_everywhere() -> None:
    game = started()
    game.names = ("Ann", "")
    scene = scene_of(game, 1)
    assert [seat.name for seat in scene.seats] == ["Ann", "player 2"]
    assert area(scene, "bunch:player1").title == "bunch of Ann"
    assert game.copy().words.player(0) == game.restarted().words.player(0) == "Ann"


def test_a_turn_of_somebody_else_has_no_question() -> None:
    assert scene_of(started(), 1).question is None


@pytest.mark.parametrize("name", definition_folders())
def test_a_scene_can_be_written_as_json(name: str) -> None:
    import random

    rng = random.Random(name)
    program = definition(name)
    game = Game.new(program, program.players[1], seed=3)
    for _ in range(4):
        for player in (*range(game.setup.players), EVERYBODY, None):
            scene = scene_of(game, player)
            plain = to_plain(scene)
            assert json.loads(json.dumps(plain)) == plain
            assert plain["version"] == VERSION and plain["game"] == name
            shown = [c for a in scene.areas for c in a.components]
            assert all(c.copies == max(1, len(c.ids)) for c in shown if c.known)
            assert sum(c.copies for c in shown) == sum(a.count for a in scene.areas)
        random_play(game, rng, 25)


def test_the_page_about_scenes_has_every_field_of_every_class() -> None:
    text = DOCS.read_text(encoding="utf-8")
    classes = [cls for cls in vars(data).values() if isinstance(cls, type) and attrs.has(cls)]
    assert len(classes) == 19
    for cls in classes:
        section = text.partition(f"\n### {cls.__name__}\n")[2].partition("\n## ")[0].partition("\n### ")[0]
        rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
        documented = re.findall(r"`(\w+)`", " ".join(rows))
        assert sorted(documented) == sorted(field.name for field in attrs.fields(cls)), cls.__name__


def test_the_page_names_every_colour() -> None:
    text = DOCS.read_text(encoding="utf-8").partition("### Colours")[2].partition("\n### ")[0]
    colours = {*colours_module.NAMES.values(), *colours_module.SHADES.values(), *colours_module.PALETTE}
    assert set(re.findall(r"`(\w+)`", text)) == colours


@pytest.mark.parametrize(
    ("names", "colours"),
    [
        ({"player1": "black stone", "player2": "white stone"}, [("black",), ("white",)]),
        ({"player1": "black stone", "player2": "stone"}, [("cyan",), ("orange",)]),  # of the players, then
        ({}, [("cyan",), ("orange",)]),
    ],
)
def test_components_of_players_have_the_colours_of_their_names_or_of_the_players(
    names: dict[str, str], colours: list[tuple[str, ...]]
) -> None:
    rules = """
game stones for 2 players
token stone of each player
zone board: grid 2 by 2 of stone, public
setup:
    for each s in every stone:
        if s.player is first of players:
            move s to board at place(board, 1, 1)
        else:
            move s to board at place(board, 2, 1)
play:
    turns from first of players until board is empty:
        choose spot from places(board) where it is not empty
        end game
ranking of p: highest count(every stone)
"""
    program = compile_text(rules, {})
    program = attrs.evolve(program, strings=(("en", tuple((f"stone.{k}", v) for k, v in names.items())),))
    (board,) = scene_of(Game.new(program, 2, seed=1), 0).boards
    assert board.word == "token"
    assert [cell.component.colours for cell in board.cells if cell.component] == colours


def test_a_die_that_shows_one_shows_it() -> None:
    rules = """\
        game dice for 2 players
        token cube from "cubes.yaml":
            face: number 1 to 6 starting 1
        zone cup: line of cube, public
        setup:
            move every cube to cup
            for each c in cup:
                if c is right: set c.face to 4
        play:
            turns from first of players until yes:
                may stop: say stopped
        """.replace("\n        ", "\n").lstrip()
    (cup,) = scene_of(Game.new(compile_text(rules, {"cubes.yaml": "left: {}\nright: {}\n"})), 0).areas
    assert [[mark.text for mark in cube.marks] for cube in cup.components] == [["face 1"], ["face 4"]]
