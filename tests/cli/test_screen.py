"""What is drawn and what typed lines mean, piece by piece."""

import pytest

from cli.answers import Choices, Unclear
from cli.board import area, drawn
from cli.table import Table
from cli.terminal import printable
from interpreter.game import Game
from interpreter.view import ZoneView
from rulelang.compile import compile_text
from rulelang.ir.nodes import ZoneDef

PICKS = """\
game picks for 1 player
kind colour: dark_red, red, blue, green
track chosen: number 0 to 9 starting 0
play:
    as first of players:
        choose {amount} c from every colour
        add count(c) to chosen
ranking of p: highest chosen
"""


def choices(amount: str) -> Choices:
    request = Game.new(compile_text(PICKS.format(amount=amount)), seed=1).request()
    assert request is not None
    return Choices(request)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("1 3", (0, 2)), ("3,1", (2, 0)), ("blue, gre", (2, 3)), ("blue green", (2, 3)), ("dark red", (0,)),
     ("RED", (1,)), ("re", (1,)), ("", ()), ("none", ())],
)  # fmt: skip
def test_several_are_chosen_by_numbers_or_names(typed, answer):
    assert choices("up to 2").understand(typed) == answer


@pytest.mark.parametrize(
    ("typed", "message"),
    [("1 1", "twice"), ("1 2 3", "choose up to 2, not 3"), ("5", "the options are 1 to 4"),
     ("pink", "I don't know"), ("e", "fits 4 options"), ("-1", "no option -1")],
)  # fmt: skip
def test_a_wrong_selection_is_explained(typed, message):
    with pytest.raises(Unclear, match=message):
        choices("up to 2").understand(typed)


def grid(width: int, height: int) -> ZoneDef:
    return ZoneDef("field", "", "grid", "tile", "all", width, height)


def test_a_small_grid_is_drawn_whole_with_north_on_top():
    zone = ZoneView("field", "", 2, ("a", "b"), ("ace", "bow"), "grid", ((1, 1), (3, 2)))
    assert list(drawn(zone, grid(3, 2), {}, 80)) == [
        "       c1  c2  c3",
        "    r2 .   .   bow",
        "    r1 ace .   .",
    ]


def test_a_big_grid_is_cut_to_the_occupied_part_and_one_more():
    assert area(((20, 11), (22, 11)), grid(43, 22)) == (range(19, 24), range(10, 13))
    assert area(((1, 1), (43, 22)), grid(43, 22)) == (range(1, 44), range(1, 23))


def test_what_does_not_fit_a_cell_is_said_below():
    zone = ZoneView("field", "", 1, ("hall",), ("the hall of the mountain king",), "grid", ((1, 1),))
    lines = list(drawn(zone, grid(9, 1), {"hall": ["fire 3"]}, 60))
    assert all(len(line) <= 60 for line in lines)
    assert lines[-1] == "    c1r1: the hall of the mountain king (fire 3)"


CARDS = """\
game cards for 2 players
card coin from "coins.yaml":
    worth: number 0 to 9
    bent: yes or no starting no
zone deck: pile of coin, hidden
zone row: line of coin, public
zone purse of each player: set of coin, seen by owner
setup:
    move every coin to deck
    shuffle deck
    move top of deck to row
    move top 2 of deck to purse of first of players
    for each c in row:
        set c.bent to yes
play:
    as first of players:
        choose n from 1 to 3
ranking of p: highest 0
"""


def test_the_table_is_drawn_from_the_view():
    tables = {"coins.yaml": "copper: {worth: 1}\ntin: {worth: 2}\ngold: {worth: 3, copies: 4}\n"}
    game = Game.new(compile_text(CARDS, tables), seed=2)
    mine, theirs = ("\n".join(Table(game, player, 79).lines()) for player in (0, 1))
    row, purse = game.view(0).zone("row").labels[0], game.view(0).zone("purse", "player1").labels
    held = f"{purse[0]} x2" if purse[0] == purse[1] else ", ".join(purse)
    assert "deck  3 cards" in mine and f"row   {row} (bent)" in mine
    assert f"player 1 (you)\n  purse  {held}" in mine
    assert "player 1\n  purse  2 hidden" in theirs and "deck  3 cards\n" in theirs


def test_control_characters_are_not_printed():
    assert printable("a\x1b[2Jb\u202ec\x9bd") == "a [2Jb c d"
    assert printable("žluťoučký → 5") == "žluťoučký → 5"
