"""What is drawn and what typed lines mean, piece by piece."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cli.phrases import Phrases
from cli.screen.answers import Choices, Unclear
from cli.screen.board import drawn
from cli.screen.pieces import plain
from cli.screen.table import Table
from cli.screen.widths import cut, padded, width_of, wrapped
from interpreter.game import Game
from interpreter.scene import scene_of
from interpreter.scene.data import Board, Cell, Component, Mark
from rulelang.compile import compile_text

SIDES = ("north", "east", "south", "west")
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


def tile(name: str, notes: tuple[str, ...] = (), sides: frozenset[int] | None = None) -> Component:
    opened = None if sides is None else tuple(SIDES[side] for side in sorted(sides))
    return Component(name, "tile", marks=tuple(Mark(note, note) for note in notes), sides=opened)


def board(cells: dict[tuple[int, int], Component | None], width: int, height: int) -> Board:
    found = tuple(
        Cell(f"field@c{x}r{y}", x, y, component, component is None) for (x, y), component in cells.items()
    )
    return Board(
        "field", "field", "field", "", "square", width, height, False, (1, width), (1, height), found, "tile"
    )


def picture(cells: dict[tuple[int, int], Component | None], size: tuple[int, int], width: int) -> list[str]:
    return list(map(plain, drawn(board(cells, *size), width)))


def table(game: Game, player: int, width: int, say: Phrases | None = None, reader: bool = False) -> list[str]:
    return list(Table(scene_of(game, player), game.words, width, say, reader).text())


def test_a_small_grid_is_drawn_whole_with_north_on_top():
    cells = {(1, 1): tile("ace"), (3, 2): tile("bow")}
    assert picture(cells, (3, 2), 80) == [
        "     c1  c2 c3",
        "  r2 .   .  bow",
        "  r1 ace .  .",
    ]


def test_a_place_that_is_offered_is_marked():
    _, row = drawn(board({(1, 1): tile("ace"), (2, 1): None}, 3, 1), 80)
    assert plain(row) == "  r1 ace o  ."
    assert [piece.refs for piece in row if piece.text.strip() in ("ace", "o")] == [
        ("field@c1r1",), ("field@c2r1",),
    ]  # fmt: skip


def test_a_board_of_stones_has_a_sign_for_each_and_columns_of_one_width():
    cells = {(1, 1): tile("black stone"), (3, 1): tile("white stone"), (5, 2): tile("black stone")}
    assert picture(cells, (5, 2), 80) == [
        "     c1 c2 c3 c4 c5",
        "  r2 .  .  .  .  B",
        "  r1 B  .  W  .  .",
        "  B black stone W white stone",
    ]
    drawn_low = [plain(line) for line in drawn(board(cells, 5, 2), 80, 3)]
    assert drawn_low == picture(cells, (5, 2), 80)[:3], "what the signs mean gives way to the board"


def test_a_sign_means_one_thing_however_many_men_are_left():
    men = [tile(f"{colour} {man}") for colour in ("white", "black") for man in ("king", "knight", "rook")]
    cells = {(number % 5 + 1, number // 5 + 1): man for number, man in enumerate(men)}
    assert "WKi" in picture(cells, (5, 2), 80)[-3] and "BKn" in picture(cells, (5, 2), 80)[-3]
    fewer = {(1, 1): men[0], (2, 1): men[4]}
    assert picture(fewer, (5, 1), 80)[1].split() == ["r1", "WKi", "BKn", ".", ".", "."]


def test_a_mark_on_an_empty_place_is_drawn_as_what_the_place_is():
    burnt = Cell("field@c2r1", 2, 1, None, False, (Mark("burnt", "burnt"),))
    found = board({(1, 1): tile("black amazon"), (5, 1): tile("white amazon")}, 5, 1)
    found = evolve(found, cells=(*found.cells, burnt))
    _, row, legend = [plain(line) for line in drawn(found, 80)]
    assert row.split() == ["r1", "B", "Bu", ".", ".", "W"]
    assert legend == "  B black amazon Bu burnt W white amazon"


def test_where_there_is_little_room_notes_are_short_signs_with_a_legend():
    cells = {(x, y): tile(f"room {x}{y}", ("lantern", "ghost", "key")) for x in (1, 2) for y in (1, 2)}
    assert [plain(line) for line in drawn(board(cells, 2, 2), 60, 10)] == [
        "      c1      c2",
        "     +-------+-------+",
        "  r2 |room 12|room 22|",
        "     |l g k  |l g k  |",
        "     +-------+-------+",
        "  r1 |room 11|room 21|",
        "     |l g k  |l g k  |",
        "     +-------+-------+",
        "  l lantern g ghost k key",
    ]


def test_open_sides_are_gaps_and_a_way_from_one_side_only_is_dotted():
    north, east, south, west = range(4)
    cells = {
        (1, 2): tile("attic", ("a ghost",), frozenset({east, south})),
        (2, 2): tile("roof", (), frozenset({west})),
        (1, 1): tile("cellar", (), frozenset({east})),
        (2, 1): tile("yard", (), frozenset({north})),
    }
    assert picture(cells, (2, 2), 80) == [
        "      c1      c2",
        "     +-------+----+",
        "  r2 |attic   roof|",
        "     |a ghost|    |",
        "     +-....--+....+",
        "  r1 |cellar :yard|",
        "     +-------+----+",
    ]


def test_names_and_notes_are_broken_at_spaces_to_fit():
    cells = {(column, 1): tile(f"yellow {column}0", ("lanterns x2",)) for column in range(1, 8)}
    assert [line[:24] for line in picture(cells, (7, 1), 69)] == [
        "      c1       c2       ",
        "     +--------+--------+",
        "  r1 |yellow  |yellow  |",
        "     |10      |20      |",
        "     |lanterns|lanterns|",
        "     |x2      |x2      |",
        "     +--------+--------+",
    ]


def test_what_does_not_fit_a_cell_is_said_below():
    cells = {(1, 1): tile("the hall of Knurremurrekrummernurre", ("fire 3",))}
    lines = picture(cells, (9, 1), 60)
    assert all(len(line) <= 60 for line in lines)
    assert lines[-1] == "    c1r1: the hall of Knurremurrekrummernurre (fire 3)"


def test_a_picture_that_does_not_fit_is_told():
    cells = {(column, 1): tile("it") for column in (1, 12, 30)}
    assert picture(cells, (40, 1), 40) == ["    c1r1: it", "    c12r1: it", "    c30r1: it"]


@given(
    st.dictionaries(
        st.tuples(st.integers(1, 6), st.integers(1, 5)),
        st.builds(
            tile,
            st.text("ab ž猫🐟", min_size=1, max_size=30),
            st.lists(st.text("xyz é魚", min_size=1, max_size=24), max_size=4).map(tuple),
            st.none() | st.frozensets(st.integers(0, 3)),
        ),
        max_size=12,
    ),
    st.integers(40, 120),
)
def test_grids_fit_every_width_and_nothing_is_lost(cells, width):
    lines = picture(cells, (6, 5), width)
    assert all(width_of(line) <= width for line in lines)
    shown = "".join(lines)
    for cell in cells.values():
        for character in {*cell.name, *"".join(mark.text for mark in cell.marks)} - {" "}:
            assert character in shown


def test_a_text_is_broken_between_words_and_a_long_word_anywhere():
    assert wrapped("one two three", 9, "- ", "  ") == ["- one two", "  three"]
    assert wrapped("far incomprehensibilities", 12, "  ", "    ") == [
        "  far",
        "    incompre",
        "    hensibil",
        "    ities",
    ]
    assert wrapped("two gold\xa0coin", 12, "- ", "  ") == ["- two", "  gold coin"]
    assert wrapped("a gold\xa0coin", 9, "- ", "  ") == ["- a gold", "  coin"]
    assert wrapped("", 9, "- ", "  ") == ["-"]
    assert wrapped("go on with: /home/ann/games/long.json", 20, paths=True) == [
        "go on with:",
        "/home/ann/games/long.json",
    ]


@given(st.text("ab ž猫🐟\xa0", max_size=80), st.integers(8, 40))
def test_no_line_is_too_wide_and_no_character_is_lost(text, width):
    lines = wrapped(text, width, "  ", "    ")
    assert all(width_of(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_wide_characters_take_two_columns():
    assert [width_of(text) for text in ("card", "žluť", "カード", "🐟", "e\u0301")] == [4, 4, 6, 2, 1]
    assert padded("魚", 4) == "魚  " and cut("魚魚魚", 5) == "魚魚"
    cells = {(1, 1): tile("魚"), (2, 2): tile("ab")}
    assert picture(cells, (2, 2), 80) == ["     c1 c2", "  r2 .  ab", "  r1 魚 ."]


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


COINS = {"coins.yaml": "copper: {worth: 1}\ntin: {worth: 2}\ngold: {worth: 3, copies: 4}\n"}


def test_the_table_is_drawn_from_the_scene():
    game = Game.new(compile_text(CARDS, COINS), seed=2)
    mine, theirs = ("\n".join(table(game, player, 79)) for player in (0, 1))
    row, purse = game.view(0).zone("row").labels[0], game.view(0).zone("purse", "player1").labels
    held = f"{purse[0]} ×2" if purse[0] == purse[1] else ", ".join(purse)
    assert "deck  3 cards" in mine and f"row   {row} (bent)" in mine
    assert f"player 1 (you)\n  purse  {held}" in mine
    assert "player 1\n  purse  2 hidden" in theirs and "deck  3 cards\n" in theirs
    assert mine.endswith("player 2"), "what is empty is not named"


def test_the_table_is_told_in_other_languages_with_their_plurals():
    tables = {}
    for language in ("cs", "pl"):
        game = Game.new(compile_text(CARDS, COINS), seed=2, language=language)
        tables[language] = "\n".join(table(game, 1, 79, Phrases(language)))
    assert "deck  3 karty" in tables["cs"] and "purse  skryto: 2" in tables["cs"]
    assert "hráč 2 (vy)" in tables["cs"]
    assert "deck  3 karty" in tables["pl"] and "gracz 2 (ty)" in tables["pl"]
    amounts = [(say("table.card", n), say("table.tile", n)) for say in (Phrases("cs"),) for n in (1, 4, 5)]
    assert amounts == [("1 karta", "1 dílek"), ("4 karty", "4 dílky"), ("5 karet", "5 dílků")]


SHELF = """\
game shelf for 1 player
tile box from "boxes.yaml":
    doors: set of direction
    turned: number 0 to 3 starting 0
    dusty: yes or no starting no
token coin from "coins.yaml":
    worth: number 0 to 9
zone shelf: grid 3 by 2 of box, public
zone inside of each box: set of coin, public
zone aside: line of box, public
zone pile: pile of coin, hidden
zone hole: set of coin, public
track lamp: yes or no starting no
track candle: yes or no starting yes
track rounds: number 0 to 9
track at: box or none starting none
setup:
    move [red_box] to shelf at place(shelf, 2, 1)
    set red_box.turned to 1
    set red_box.dusty to yes
    move every coin where worth is 3 to inside of red_box
    set at to red_box
    move [blue_box] to aside
    move every coin where worth is not 3 to pile
    reveal pile
    set candle to no
    {more}
play:
    as first of players:
        choose n from 1 to 3
ranking of p: highest 0
"""
BOXES = {"boxes.yaml": "red_box: {doors: [north]}\nblue_box: {doors: [east, west]}\n", **COINS}


def shelf(more: str = "set lamp to yes") -> Game:
    return Game.new(compile_text(SHELF.format(more=more), BOXES))


def test_components_say_what_is_on_them_and_where_they_are_open():
    assert table(shelf(), 0, 79) == [
        "  aside  blue box (open to east, west)",
        "  pile   2 tokens, from the top: tin, copper",
        "  lamp · candle: no",
        "  shelf",
        "      c1 c2      c3",
        "  r2  .  .       .",
        "        +-------+",
        "  r1  . |red box .",
        "        |dusty  |",
        "        |at     |",
        "        |gold ×4|",
        "        +-------+",
        "player 1 (you)",
    ]


def test_a_flag_that_was_never_up_is_not_named():
    assert "  candle: no" in table(shelf("set candle to no"), 0, 79)


def test_for_a_screen_reader_everything_is_told_in_lines():
    assert table(shelf(), 0, 79, Phrases("en"), reader=True) == [
        "  aside: blue box (open to east, west)",
        "  pile: 2 tokens, from the top: tin, copper",
        "  lamp",
        "  candle: no",
        "  shelf",
        "    column 2, row 1: red box (dusty, at, gold ×4)",
        "player 1 (you)",
    ]


TWINS = """\
game twins for 1 player
card hat from "one.yaml":
    torn: yes or no starting no
card coat from "one.yaml"
zone hats: set of hat, public
zone coats: set of coat, public
setup:
    for each h in every hat:
        set h.torn to yes
    move every hat to hats
    move every coat to coats
play:
    as first of players:
        choose n from 1 to 3
ranking of p: highest 0
"""


def test_types_with_the_same_names_do_not_share_their_notes():
    game = Game.new(compile_text(TWINS, {"one.yaml": "grey: {}\n"}))
    assert table(game, 0, 79)[:2] == ["  hats   grey (torn)", "  coats  grey"]


@pytest.mark.parametrize("width", [40, 59, 60, 80, 120])
def test_every_width_is_kept(width):
    for reader in (False, True):
        lines = table(shelf(), 0, width - 1, reader=reader)
        assert all(width_of(line) < width for line in lines)
