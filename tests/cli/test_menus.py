"""Many options as menus: every option can be reached, by numbers and by names; look-alikes are shown once."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import define
from hypothesis import given
from hypothesis import strategies as st

from cli.phrases import Phrases
from cli.screen.answers import Choices, Narrowed, Unclear
from cli.screen.menus import FEW
from cli.screen.widths import width_of
from interpreter.game import Game
from interpreter.game.requests import Option
from rulelang.compile import compile_text


@define
class Asked:
    """As much of a request as is needed to show options."""

    options: tuple[Option, ...]
    kind: str = "menu"
    player: int = 0
    several: bool = False
    least: int = 1
    most: int = 1
    ordered: bool = False


def option(index: int, *parts: str) -> Option:
    action, *others = parts
    key = f"{action}({', '.join(others)})" if others else action
    label = f"{action}: {', '.join(others)}" if others else action
    return Option(index, key, label, parts)


def asked(*paths: tuple[str, ...], kind: str = "menu") -> Any:
    return Asked(tuple(option(index, *path) for index, path in enumerate(paths)), kind)


TILES = [("lay", f"tile{n}", f"c{c}r{r}") for n in range(1, 5) for c in range(1, 4) for r in range(1, 3)]
MANY = asked(*TILES, ("turn", "left"), ("turn", "right"), ("pass",))


def walk(choices: Choices) -> set[int]:
    """Everything that can be answered by typing what is shown, from here down."""
    found = set()
    shown = choices.lines(79)
    for number, item in enumerate(choices.menu.items, 1):
        typed = item.name if choices.are_numbers else str(number)
        try:
            found.add(choices.understand(typed))
        except Narrowed:
            found |= walk(choices)
            with pytest.raises(Narrowed):
                choices.understand("")
            assert choices.lines(79) == shown, "Enter goes back to where one was"
    return found


def test_many_options_are_a_menu_of_their_first_parts():
    choices = Choices(MANY)
    assert choices.lines(79) == ["  1  lay (24 ways)", "  2  turn (2 ways)", "  3  pass"]
    assert choices.understand("3") == 26
    with pytest.raises(Narrowed) as narrowed:
        choices.understand("1")
    assert str(narrowed.value).split("\n") == [
        "  lay",
        "  1  tile1 (6 ways)",
        "  2  tile2 (6 ways)",
        "  3  tile3 (6 ways)",
        "  4  tile4 (6 ways)",
        "  Enter or `back` goes back",
    ]
    with pytest.raises(Narrowed):
        choices.understand("tile2")
    assert choices.lines(79)[:2] == ["  lay, tile2", "  1  c1r1"]
    assert choices.understand("6") == TILES.index(("lay", "tile2", "c3r2"))
    with pytest.raises(Unclear, match="there is no option 7; the options are 1 to 6"):
        choices.understand("7")


def test_few_options_are_shown_at_once():
    few = Choices(asked(*TILES[:FEW]))
    assert len(few.menu.items) == FEW and few.understand("12") == FEW - 1


def test_what_all_options_begin_with_is_not_asked():
    choices = Choices(asked(*TILES))
    assert choices.lines(79)[0] == "  1  tile1 (6 ways)"


@pytest.mark.parametrize(
    ("typed", "index"),
    [
        ("lay(tile3, c2r2)", TILES.index(("lay", "tile3", "c2r2"))),
        ("lay: tile3, c2r2", TILES.index(("lay", "tile3", "c2r2"))),
        ("LAY: TILE3, C2R2", TILES.index(("lay", "tile3", "c2r2"))),
        ("tile4, c3r2", TILES.index(("lay", "tile4", "c3r2"))),
        ("pa", 26),
        ("right", 25),
    ],
)
def test_names_are_understood_on_every_level(typed, index):
    choices = Choices(MANY)
    assert choices.understand(typed) == index
    for step in ("1", "2"):
        with pytest.raises(Narrowed):
            choices.understand(step)
        assert choices.understand(typed) == index


def test_a_part_that_fits_several_narrows_the_options():
    choices = Choices(MANY)
    with pytest.raises(Narrowed):
        choices.understand("c3r2")
    assert choices.lines(79)[:3] == [
        "  `c3r2` fits 4 options:",
        "  1  lay: tile1, c3r2",
        "  2  lay: tile2, c3r2",
    ]
    assert choices.understand("2") == TILES.index(("lay", "tile2", "c3r2"))
    with pytest.raises(Narrowed):
        choices.understand("back")
    with pytest.raises(Narrowed):
        choices.understand("tur")
    assert choices.lines(79)[:2] == ["  turn", "  1  left"], "what fits a whole line of the menu opens it"


def test_going_back_is_said_in_the_language_of_the_players():
    choices = Choices(MANY, Phrases("cs"))
    with pytest.raises(Narrowed):
        choices.understand("lay")
    assert choices.lines(79)[-1] == "  Enter nebo `zpět` vrací o krok zpět"
    for word in ("zpet", "back", ""):
        with pytest.raises(Narrowed):
            choices.understand(word)
        assert choices.lines(79)[0] == "  1  lay (24 způsobů)"
        with pytest.raises(Narrowed):
            choices.understand("lay")


def test_an_option_called_back_is_an_option():
    choices = Choices(asked(*TILES, ("back",)))
    with pytest.raises(Narrowed):
        choices.understand("lay")
    assert choices.understand("back") == 24


def test_in_a_menu_of_numbers_a_number_is_the_number_itself():
    places = [(f"place {place}", str(turns)) for place in "abcdefg" for turns in (0, 2, 3)]
    choices = Choices(asked(*places, kind="one"))
    with pytest.raises(Narrowed):
        choices.understand("3")
    assert choices.lines(79)[:2] == ["  place c", "  0, 2, 3"]
    assert choices.understand("2") == places.index(("place c", "2"))
    with pytest.raises(Unclear, match="1 cannot be chosen here; type a number: 0, 2, 3"):
        choices.understand("1")


def test_parts_with_commas_in_them_are_told_apart():
    turned = [Option(n, f"c1r{n}, 0", f"column 1, row {n}, 0", (f"column 1, row {n}", "0")) for n in range(3)]
    choices = Choices(Asked(tuple(turned), "one"))
    assert choices.lines(79)[1] == "  2  column 1, row 1; 0"
    assert [choices.understand(name) for name in ("column 1, row 1, 0", "column 1, row 1; 0")] == [1, 1]


def test_what_a_line_names_can_be_asked_without_choosing_it():
    choices = Choices(MANY)
    assert [found.key for found in choices.meant("2")] == ["turn(left)", "turn(right)"]
    assert [found.key for found in choices.meant("pass")] == ["pass"]
    assert choices.lines(79)[0] == "  1  lay (24 ways)", "nothing was picked"
    with pytest.raises(Unclear):
        choices.meant("nonsense")


def test_no_columns_for_a_screen_reader():
    short = asked(*((word,) for word in "abcdefghijklmnopqrstuvwxyz"))
    assert len(Choices(short).lines(79)) < 26
    assert len(Choices(short, reader=True).lines(79)) == 26


def test_very_many_lines_are_not_all_shown():
    names = asked(*((f"a rather long name of an option, number {n}",) for n in range(1000)))
    lines = Choices(names).lines(60)
    assert len(lines) == 241 and lines[-1] == "  and 760 more: type a number or a part of a name"
    assert Choices(names).understand("999") == 998


PARTS = st.sampled_from(["go", "lay", "red", "blue", "1", "2", "10", "a long name of a thing", "c1r1"])
PATHS = st.lists(st.lists(PARTS, min_size=1, max_size=3).map(tuple), min_size=1, max_size=60)


@given(PATHS, st.sampled_from(["menu", "one"]), st.booleans())
def test_every_option_is_reached_by_numbers_and_by_its_key(paths, kind, unique):
    if unique:
        paths = list(dict.fromkeys(paths))
    options = [Option(n, f"key_{n}_x", ", ".join(path), path) for n, path in enumerate(paths)]
    choices = Choices(Asked(tuple(options), kind))
    assert walk(choices) == set(range(len(paths)))
    for each in options:
        assert choices.understand(each.key) == each.index


@given(PATHS, st.integers(40, 120), st.booleans())
def test_every_width_is_kept_on_every_level(paths, width, reader):
    choices = Choices(asked(*paths), reader=reader)
    assert all(width_of(line) <= width for line in choices.lines(width))
    for number in range(1, len(choices.menu.items) + 1):
        try:
            choices.understand(str(number))
        except Narrowed:
            assert all(width_of(line) <= width for line in choices.lines(width))
            with pytest.raises(Narrowed):
                choices.understand("")


@given(PATHS, st.lists(st.text("1lay grd", max_size=5), max_size=6))
def test_whatever_is_typed_is_an_answer_or_explained(paths, lines):
    choices = Choices(asked(*paths))
    for line in lines:
        try:
            assert 0 <= choices.understand(line) < len(paths)
        except Unclear as unclear:
            assert str(unclear)


# ---------------------------------------------------------------- look-alikes

HANDS = """\
game hands for 2 players
card coin from "coins.yaml":
    bent: yes or no starting no
zone purse of each player: set of coin, public
zone row: line of coin, public
zone pile: pile of coin, public
zone spare: set of coin, public
track marked: coin or none starting none
setup:
    {setup}
play:
    as first of players:
        choose {what}
        move c to spare
ranking of p: highest count(purse of p)
"""
COINS = {"coins.yaml": "gold: {copies: 3}\ntin: {copies: 2}\n"}
TO_FIRST = "move every coin to purse of first of players"


def coins(setup: str = TO_FIRST, what: str = "c from every coin") -> tuple[Game, Choices]:
    game = Game.new(compile_text(HANDS.format(setup=setup, what=what), COINS))
    request = game.request()
    assert request is not None
    return game, Choices(request, game=game)


def test_look_alikes_are_shown_once_and_the_first_of_them_is_meant():
    _, choices = coins()
    assert choices.lines(79) == ["  1  gold (3 alike)", "  2  tin (2 alike)"]
    assert [choices.understand(typed) for typed in ("1", "2", "gold", "ti")] == [0, 3, 0, 3]
    assert choices.understand("gold#3") == 2, "by its key each one can still be meant"


def test_look_alikes_in_other_places_or_with_other_marks_are_told_apart():
    bent = "set (first of (every coin where it is gold)).bent to yes"
    _, choices = coins(f"{TO_FIRST}\n    {bent}")
    assert choices.lines(79) == ["  1  gold (gold#1, 2 alike)", "  2  gold (gold#3)", "  3  tin (2 alike)"]
    _, choices = coins(f"{TO_FIRST}\n    set marked to last of (every coin)")
    assert choices.lines(79) == ["  1  gold (3 alike)", "  2  tin (tin#1)", "  3  tin (tin#2)"]


def test_where_things_lie_is_said_when_it_differs():
    game, choices = coins(f"{TO_FIRST}\n    move [first of (every coin)] to spare")
    assert choices.lines(79) == [
        "  1  gold, purse of player 1 (2 alike)",
        "  2  gold, spare",
        "  3  tin, purse of player 1 (2 alike)",
    ]
    assert choices.understand("gold, spare") == 2
    with pytest.raises(
        Unclear, match=r"`gold` fits 2 options: 1 gold, purse of player 1 .2 alike., 2 gold, spare"
    ):
        choices.understand("gold")
    plain = Choices(game.request())
    assert plain.lines(79)[2] == "  3  gold (gold#3)", "without the game only the keys are known"


@pytest.mark.parametrize(
    ("zone", "notes"), [("row", ["no. 1 in the row", "no. 3 in the row"]), ("pile", ["no. 5", "no. 3"])]
)
def test_in_a_row_or_a_pile_the_position_tells_them_apart(zone, notes):
    _, choices = coins(f"move every coin to {zone}")
    lines = choices.lines(79)
    assert len(lines) == 5 and notes[0] in lines[0] and notes[1] in lines[2]


def test_of_several_each_one_is_shown():
    game, choices = coins(what="up to 2 c from every coin")
    assert len(choices.lines(79)) == 5 and choices.understand("1 2") == (0, 1)
    game.apply((0, 1))


def test_pairs_of_copies_are_alike_but_not_a_copy_with_itself():
    _, choices = coins(what="c from every coin, d from every coin")
    shown = choices.lines(79)
    assert len(shown) == 6, shown
    golds = [line for line in shown if "gold, gold" in line]
    assert ["6 alike" in line for line in golds] == [False, True], "3 coins with themselves, 6 pairs"
    assert "3 alike" in golds[0]
