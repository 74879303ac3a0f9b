"""Grids, directions, and ways through places that an author says are next to each other."""

from __future__ import annotations

import pytest

from interpreter.errors import RuleError
from rulelang.diagnostics import RulesError
from tests.helpers import keys, small, started, trace, track

BOARD = """
token stone
stone x
stone y
stone z
zone board: grid 3 by 2 of stone, public
zone away: set of stone, public
track n: number -99 to 9999
"""


def value_of(expression: str, setup: str = "move x to board at place(board, 2, 1)") -> str | None:
    return track(started(f"{BOARD}setup: {setup}\nplay: set n to {expression}\n"), "n")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("count(places(board))", 6),
        ("column(x)", 2),
        ("row(x)", 1),
        ("column(place(board, 3, 2)) * 10 + row(place(board, 3, 2))", 32),
        ("(if step(place(board, 1, 1), west) is none then 1 else 0)", 1),
        ("(if step(place(board, 1, 1), south) is none then 1 else 0)", 1),
        ("(if step(place(board, 3, 2), east) is none then 1 else 0)", 1),
        ("(if step(place(board, 3, 2), north) is none then 1 else 0)", 1),
        ("(if step(place(board, 1, 1), east) is place(board, 2, 1) then 1 else 0)", 1),
        ("(if step(place(board, 1, 1), north) is place(board, 1, 2) then 1 else 0)", 1),
        ("(if step(step(place(board, 1, 1), west), east) is none then 1 else 0)", 1),
        ("count(neighbours(place(board, 1, 1)))", 2),
        ("count(neighbours(place(board, 2, 1)))", 3),
        ("(if place(board, 4, 1) is none then 1 else 0)", 1),
        ("(if place(board, 0, 1) is none then 1 else 0)", 1),
        ("(if place_of(x) is place(board, 2, 1) then 1 else 0)", 1),
        ("(if place_of(y) is none then 1 else 0)", 1),
        ("(if board at place(board, 2, 1) is x then 1 else 0)", 1),
        ("(if board at place(board, 1, 1) is none then 1 else 0)", 1),
        ("(if place(board, 2, 1) is empty then 1 else 0)", 0),
        ("(if place(board, 1, 1) is empty then 1 else 0)", 1),
        ("(if place(board, 2, 1) is not empty then 1 else 0)", 1),
        ("count(board)", 1),
        ("count(open_places(board))", 3),
        ("(if turn(north, 1) is east then 1 else 0)", 1),
        ("(if turn(north, 0 - 1) is west then 1 else 0)", 1),
        ("(if turn(west, 5) is north then 1 else 0)", 1),
        ("(if opposite(east) is west then 1 else 0)", 1),
    ],
)
def test_places_of_a_grid(expression: str, value: int) -> None:
    assert value_of(expression) == str(value)


def test_open_places_of_an_empty_grid_are_none() -> None:
    assert value_of("count(open_places(board))", "move x to away") == "0"


def test_a_choice_of_places_has_keys_with_column_and_row() -> None:
    game = started(
        BOARD + "play:\n    as first of players:\n        choose p from places(board) where row(it) is 2\n"
    )
    assert keys(game) == ("c1r2", "c2r2", "c3r2")


def test_putting_something_on_an_occupied_place_is_a_rule_error_with_its_line() -> None:
    with pytest.raises(RuleError, match=r"game\.rules:\d+:\d+: something is put on a place that is not free"):
        started(
            BOARD
            + "play:\n    move x to board at place(board, 1, 1)\n    move y to board at place(board, 1, 1)\n"
        )


def test_putting_something_outside_the_grid_is_a_rule_error() -> None:
    with pytest.raises(RuleError, match=r"game\.rules:\d+"):
        started(BOARD + "play: move x to board at place(board, 9, 9)\n")


def test_a_stone_moves_on_a_grid_and_leaves_its_place_free() -> None:
    game = started(BOARD + """
play:
    move x to board at place(board, 1, 1)
    move x to board at place(board, 3, 2)
    if place(board, 1, 1) is empty and place_of(x) is place(board, 3, 2): do note(1)
    move x to board at place_of(x)
    if place_of(x) is place(board, 3, 2): do note(2)
    move x to away
    if board is empty: do note(3)
""")  # fmt: skip
    assert trace(game) == "123"
    assert game.view(0).zone("board").places == ()


def test_the_view_of_a_grid_has_the_column_and_row_of_each_stone() -> None:
    game = started(
        BOARD
        + "play:\n    move x to board at place(board, 3, 1)\n    move y to board at place(board, 1, 2)\n"
    )
    zone = game.view(0).zone("board")
    assert (zone.cards, zone.places) == (("x", "y"), ((3, 1), (1, 2)))


def test_a_grid_of_each_player_works_for_each_or_is_refused() -> None:
    body = """
        token stone
        stone x
        zone board of each player: grid 2 by 2 of stone, public
        play:
            as last of players:
                move x to your board at place(your board, 1, 1)
                do note(count(your board))
    """
    try:
        program = small(body)
    except RulesError:
        return
    from interpreter.game import Game

    game = Game.new(program)
    assert trace(game) == "1"
    assert game.view(0).zone("board", "player2").cards == ("x",)


# ---------------------------------------------------------------- ways

ROADS = """
kind town: a, b, c, d, e, island
value roads(town) for a: [b, c]
value roads(town) for b: [a, d]
value roads(town) for c: [a, d]
value roads(town) for d: [b, c, e]
value roads(town) for e: [d]
track n: number -99 to 9999
"""


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("distance from a to a by roads", 0),
        ("distance from a to e by roads", 3),
        ("(if distance from a to island by roads is none then 1 else 0)", 1),
        ("count(steps from a to e by roads)", 2),
        ("count(steps from b to e by roads)", 1),
        ("count(steps from a to a by roads)", 0),
        ("count(steps from a to island by roads)", 0),
        ("count(reachable from a by roads)", 5),
        ("count(reachable from island by roads)", 1),
        ("count(nearest in [d, e] from a by roads)", 1),
        ("count(nearest in [b, c, e] from a by roads)", 2),
        ("count(nearest in [island] from a by roads)", 0),
        ("(if first of (nearest in [a, e] from a by roads) is a then 1 else 0)", 1),
    ],
)
def test_ways_along_what_lies_next_to_each_other(expression: str, value: int) -> None:
    assert track(started(f"{ROADS}play: set n to {expression}\n"), "n") == str(value)


def test_steps_keep_the_order_in_which_neighbours_are_given() -> None:
    game = started(ROADS + """
play:
    as first of players:
        choose t from steps from a to d by roads
""")  # fmt: skip
    assert keys(game) == ("b", "c")


def test_ways_follow_a_change_of_what_lies_next_to_each_other() -> None:
    body = ROADS + "change roads(town) for a: [e]\nplay: set n to distance from a to e by roads\n"
    assert track(started(body), "n") == "1"
