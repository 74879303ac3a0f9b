"""Places that are called like `a1` and `g7` are drawn where their names say, in every face of lines."""

from __future__ import annotations

from cli.phrases import Phrases
from cli.screen.maps import with_maps
from cli.screen.pieces import plain
from cli.screen.table import Table
from interpreter.game import Game
from interpreter.scene import scene_of
from rulelang.compile import compile_text
from tests.helpers import definition

ROWS = """
game pond for 2 players
kind lily: a1, c1, b2, a3, c3
token stone
stone grey, 4 copies
zone on of each lily: set of stone, public
zone bag: set of stone, public
track frogs of each lily: number 0 to 9 starting 0
setup:
    move every stone to bag
play:
    turns from first of players until bag is empty:
        choose one:
            put(l in every lily where on of it is empty):
                move first 1 of bag to on of l
                add 1 to frogs of a3
            double(l in every lily where count(on of it) is 1): move first 1 of bag to on of l
ranking of p: highest count(bag), then share
"""


def pond() -> Game:
    return Game.new(compile_text(ROWS), 2, 1)


def shown(game: Game, reader: bool = False) -> list[str]:
    table = Table(scene_of(game, game.deciding[0]), game.words, 60, Phrases("en"), reader)
    return [plain(line).rstrip() for line in table.lines()]


def test_what_lies_on_places_is_drawn_where_they_are() -> None:
    game = Game.new(definition("nine_mens_morris"), 2, 1)
    for label in ("put(a7)", "put(d7)", "put(e4)"):
        game.apply(label)
    lines = shown(game)
    at = next(number for number, line in enumerate(lines) if line.split() == [*"abcdefg"])
    rows = lines[at + 1 : at + 8]
    assert [row.split()[0] for row in rows] == ["7", "6", "5", "4", "3", "2", "1"]
    assert rows[0].split() == ["7", "W", "B", "o"] and rows[3].split() == ["4", "o", "o", "o", "W", "o", "o"]
    assert not any("e4" in line for line in lines), "it is told once"
    assert rows[0].index("B") == lines[at].index("d"), "in its column"


def test_where_there_is_more_on_a_place_it_stands_there_too() -> None:
    game = pond()
    game.apply("put(c1)")
    game.apply("double(c1)")
    text = "\n".join(shown(game))
    assert "frogs 1" in text and "grey" in text
    (board,) = with_maps(scene_of(game, 0)).boards
    assert {cell.ref: len(cell.marks) for cell in board.cells}["lily:c1"] == 1, "the second stone"


def test_a_screen_reader_is_told_the_names() -> None:
    game = pond()
    game.apply("put(b2)")
    assert any(line.strip().startswith("b2: grey") for line in shown(game, reader=True))


def test_a_scene_is_drawn_once_and_other_maps_are_left_alone() -> None:
    scene = scene_of(pond(), 0)
    once = with_maps(scene)
    assert with_maps(once) == once != scene
    other = scene_of(Game.new(definition("oware"), 2, 1), 0)
    assert with_maps(other) == other, "its houses have no columns and rows"
