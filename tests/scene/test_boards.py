"""Boards of every geometry: hexagonal, of each player, sized by settings; what there is at places."""

from __future__ import annotations

import json

from cli.screen.pieces import plain
from cli.screen.table import Table
from interpreter.game import Game
from interpreter.scene import scene_of, stage_of, to_plain
from interpreter.scene.data import Board, Scene
from rulelang.compile import compile_text

RULES = """
game hexes for 2 to 3 players
setting size: number 3 to 8 default 4
kind colour: red, blue
tile stone
stone ruby, 40 copies
token bee
bee bumble
track cursor of each player: place in wall or none starting none
track sick of each place in field: number 0 to 3 starting 0
track taxes of each player and colour: number 0 to 9 starting 0
track secret of each player and colour: number 0 to 9 starting 0 seen by owner
zone field: hexagonal grid size by 5 of stone, public
zone wall of each player: grid 3 by 2 of stone, public
zone hive of each place in field: set of bee, public
zone purse of each colour and player: set of bee, public
zone bag: pile of stone, hidden
setup:
    move every stone to bag
    shuffle bag
play:
    turns from first of players until bag is empty:
        choose p from places(your wall) where (your wall) at it is none
        move top of bag to your wall at p
        set your cursor to p
        choose q from places(field) where it is empty
        move top of bag to field at q
        set sick of place(field, 2, 2) to 2
        set taxes(you, red) to 3
        set secret(you, blue) to 5
        move bumble to hive of place(field, 1, 1)
        choose r from places(wall of left(you)) where (wall of left(you)) at it is none
        move top of bag to wall of left(you) at r
ranking of p: highest taxes(p, red)
"""


def started(players: int = 2, size: int = 4) -> Game:
    return Game.new(compile_text(RULES), players, 3, {"size": size})


def board(scene: Scene, number: str) -> Board:
    return next(board for board in scene.boards if board.id == number)


def test_a_board_has_the_shape_and_the_size_it_is_played_with() -> None:
    for size in (3, 6):
        scene = scene_of(started(3, size), 0)
        field = board(scene, "field")
        assert (field.shape, field.width, field.height) == ("hexagonal", size, 5)
        assert (field.columns, field.rows) == ((1, size), (1, 5))
        walls = [each for each in scene.boards if each.id.startswith("wall")]
        assert [(w.id, w.owner, w.shape, w.width, w.height) for w in walls] == [
            (f"wall:player{n}", f"player:player{n}", "square", 3, 2) for n in (1, 2, 3)
        ]
        assert walls[1].title == "wall of player 2"


def test_options_are_about_places_of_the_board_that_is_meant() -> None:
    game = started()
    scene = scene_of(game, 0)
    assert scene.question is not None
    assert scene.question.options[4].about == ("wall:player1@c2r2",)
    offered = {cell.ref for each in scene.boards for cell in each.cells if cell.offered}
    assert offered == {ref for option in scene.question.options for ref in option.about}
    game.apply(4)
    scene = scene_of(game, 0)
    assert scene.question is not None and scene.question.options[0].about == ("field@c1r1",)
    game.apply(0)
    assert all(name == "wall" for name in names(scene_of(game, 0))), "it is not known whose board is meant"


def names(scene: Scene) -> list[str]:
    """The boards that the options are about."""
    assert scene.question is not None
    walls = [each for each in scene.boards if each.id.startswith("wall")]
    assert all(any(cell.offered for cell in wall.cells) for wall in walls), "so every one is offered"
    return [ref.partition("@")[0] for option in scene.question.options for ref in option.about]


def test_what_there_is_at_a_place_is_a_mark_of_its_cell() -> None:
    game = started()
    game.apply(4)
    game.apply(3)
    scene = scene_of(game, 1)
    field, wall = board(scene, "field"), board(scene, "wall:player1")
    marks = {cell.ref: [mark.text for mark in cell.marks] for cell in field.cells if cell.marks}
    assert marks == {"field@c2r2": ["sick 2"], "field@c1r1": ["bumble"]}
    (cursor,) = [cell for cell in wall.cells if cell.marks]
    assert (cursor.ref, cursor.marks[0].name, cursor.marks[0].sort) == (
        "wall:player1@c2r2",
        "player 1",
        "stands",
    )
    assert not any(cell.marks for cell in board(scene, "wall:player2").cells)


def test_of_two_owners_the_player_owns_and_the_other_one_is_a_part_of_the_name() -> None:
    game = started()
    game.apply(4)
    game.apply(3)
    mine, theirs = (
        {c.id: (c.name, c.title, c.owner, c.number) for c in scene_of(game, player).counters}
        for player in (0, 1)
    )
    assert mine["taxes:player1, red"] == ("taxes (red)", "taxes (red) of player 1", "player:player1", 3)
    assert mine["secret:player1, blue"][3] == 5
    assert "secret:player1, blue" not in theirs and theirs["taxes:player1, red"] == mine["taxes:player1, red"]


def test_sentences_name_places_and_owners() -> None:
    game = started()
    game.apply(4)
    game.apply(3)
    told = [s.text for chapter in scene_of(game, 1).happened for s in chapter.sentences]
    assert "ruby goes to the wall of player 1 (column 2, row 2); cursor of player 1: column 2, row 2" in told
    assert any("taxes (red) of player 1 +3 (3)" in text for text in told)
    moves = [m for chapter in scene_of(game, 1).happened for s in chapter.sentences for m in s.moves]
    assert ("wall:player1", (2, 2)) in [(move.target, move.place) for move in moves]


def test_rows_of_a_hexagonal_board_stand_half_a_place_apart() -> None:
    game = started(size=3)
    lines = [line for line in Table(scene_of(game, 0), game.words, 79).text() if line.startswith("  r")][:5]
    starts = [len(line) - len(line[5:].lstrip()) for line in lines]
    assert starts == sorted(starts, reverse=True) and len(set(starts)) == 5
    reader = [plain(each) for each in Table(scene_of(game, 0), game.words, 79, reader=True).lines()]
    assert any("field" in line for line in reader)


def test_such_a_scene_is_plain_data_and_every_owner_has_a_name() -> None:
    game = started()
    for answer in (4, 3, 1, 0, 0, 0):
        game.apply(answer)
    for player in (0, 1, None):
        assert json.loads(json.dumps(to_plain(scene_of(game, player)))) == to_plain(scene_of(game, player))
    stage = stage_of(game)
    for info in stage.zones.values():
        for key in stage.keys_of_owners(info.declared.owner):
            name, owner = stage.called(info, key)
            assert name and (not owner or stage.names[owner])
