"""Boards: rays and what stops them, corners, hexagons, sizes from settings, boards of owners, groups."""

from __future__ import annotations

import random

import pytest

from interpreter.game import Game
from interpreter.scene import scene_of
from tests.helpers import keys, small, started, trace, track

HEADINGS = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
BOARD = """
token stone of each player, 3 copies
zone board: grid 5 by 4 of stone, public
zone bag of each player: set of stone, public
track n: number -99 to 9999
setup:
    for each p in players: move every stone where player is p to bag of p
    move first of bag of seat(1) to board at place(board, 3, 3)
    move first of bag of seat(2) to board at place(board, 5, 3)
"""


def places(expression: str, body: str = BOARD) -> list[tuple[int, int]]:
    """The places that an expression gives, as columns and rows, in order."""
    game = started(f"{body}play:\n    as seat(1):\n        choose p from {expression}\n", forced="ask")
    return [(int(key[1]), int(key[3])) for key in keys(game)]


def ray(column: int, row: int, heading: str) -> list[tuple[int, int]]:
    right, up = STEPS[HEADINGS.index(heading)]
    found = []
    while 0 < column + right <= 5 and 0 < row + up <= 4:
        column, row = column + right, row + up
        found.append((column, row))
    return found


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("start", [(1, 1), (3, 2), (5, 4), (2, 4)])
def test_along_goes_to_the_edge_nearest_first(start: tuple[int, int], heading: str) -> None:
    column, row = start
    expected = ray(column, row, heading)
    expression = f"along(place(board, {column}, {row}), {heading})"
    count = started(f"{BOARD}play: set n to count({expression})\n")
    assert track(count, "n") == str(len(expected))
    if expected:
        assert places(expression) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("along(place(board, 1, 3), east) while it is empty", [(2, 3)]),
        ("along(place(board, 1, 3), east) up to it is not empty", [(2, 3), (3, 3)]),
        ("along(place(board, 3, 3), east) up to it is not empty", [(4, 3), (5, 3)]),
        ("along(place(board, 3, 3), east) while it is empty", [(4, 3)]),
        ("along(place(board, 1, 1), north_east) up to it is not empty", [(2, 2), (3, 3)]),
        ("along(place(board, 1, 2), east) up to it is not empty", [(2, 2), (3, 2), (4, 2), (5, 2)]),
        ("those s in along(place(board, 1, 3), east) where s is not empty", [(3, 3), (5, 3)]),
    ],
)
def test_a_line_of_sight_is_the_leading_part_of_a_ray(
    expression: str, expected: list[tuple[int, int]]
) -> None:
    assert places(expression) == expected


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("count(along(place(board, 4, 3), east) while it is empty)", 0),
        ("count(along(place(board, 5, 3), east))", 0),
        ("count(along(step(place(board, 1, 1), west), east))", 0),
        ("count(around(place(board, 1, 1)))", 3),
        ("count(around(place(board, 3, 2)))", 8),
        ("count(around(place(board, 3, 1)))", 5),
        ("count(diagonals(place(board, 3, 2)))", 4),
        ("count(diagonals(place(board, 1, 1)))", 1),
        ("count(neighbours(place(board, 3, 2)))", 4),
        ("count(every heading)", 8),
        ("(if opposite(north_east) is south_west then 1 else 0)", 1),
        ("(if step(place(board, 1, 1), north_east) is place(board, 2, 2) then 1 else 0)", 1),
        ("(if step(place(board, 1, 4), north_east) is none then 1 else 0)", 1),
        ("count((1 to 6) while it < 4)", 3),
        ("count((1 to 6) up to it is 4)", 4),
        ("count((1 to 6) up to it is 9)", 6),
        ("count((1 to 6) while it > 4)", 0),
    ],
)
def test_what_lies_around(expression: str, value: int) -> None:
    assert track(started(f"{BOARD}play: set n to {expression}\n"), "n") == str(value)


def test_corners_and_sides_make_what_is_around() -> None:
    spot = "place(board, 2, 3)"
    together = places(f"neighbours({spot}) joined with diagonals({spot})")
    assert sorted(together) == sorted(places(f"around({spot})"))
    assert (2, 3) not in together and len(together) == 8


def test_what_stands_in_sight_in_all_eight_headings() -> None:
    sight = "gather(along(place(board, 3, 2), h) up to it is not empty for each h in every heading)"
    found = places(f"(those s in {sight} where s is not empty)")
    assert found == [(3, 3)]


# ---------------------------------------------------------------- hexagons

HEXAGONS = """
token bee of each player, 9 copies
zone hive: hexagonal grid 4 by 4 of bee, public
zone bag of each player: set of bee, public
track n: number -99 to 9999
setup:
    for each p in players: move every bee where player is p to bag of p
value beside(s: place in hive): neighbours(s) where it is not empty
"""
SIX = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


def neighbours_of(column: int, row: int) -> set[tuple[int, int]]:
    around = ((column + right, row + up) for right, up in SIX)
    return {(c, r) for c, r in around if 0 < c <= 4 and 0 < r <= 4}


@pytest.mark.parametrize("column", range(1, 5))
@pytest.mark.parametrize("row", range(1, 5))
def test_a_hexagon_has_six_neighbours_inside_the_edge(column: int, row: int) -> None:
    spot = f"place(hive, {column}, {row})"
    assert set(places(f"neighbours({spot})", HEXAGONS)) == neighbours_of(column, row)
    assert set(places(f"around({spot})", HEXAGONS)) == neighbours_of(column, row)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("count(diagonals(place(hive, 2, 2)))", 0),
        ("count(along(place(hive, 1, 1), north))", 0),
        ("count(along(place(hive, 1, 1), north_east))", 3),
        ("count(along(place(hive, 4, 1), north_west))", 3),
        ("(if step(place(hive, 2, 2), south) is none then 1 else 0)", 1),
    ],
)
def test_nothing_lies_due_north_or_south_of_a_hexagon(expression: str, value: int) -> None:
    assert track(started(f"{HEXAGONS}play: set n to {expression}\n"), "n") == str(value)


def test_being_neighbours_on_hexagons_goes_both_ways() -> None:
    game = started(HEXAGONS + """
play:
    for each s in places(hive):
        for each t in neighbours(s):
            if s not in neighbours(t): add 1 to n
        for each h in every heading:
            let t be step(s, h)
            if t is not none:
                if step(t, opposite(h)) is not s: add 100 to n
""")  # fmt: skip
    assert track(game, "n") == "0"


@pytest.mark.parametrize(
    ("taken", "parts"),
    [
        ([(1, 1), (2, 1), (1, 2)], 1),
        ([(1, 1), (2, 2)], 2),  # on squares they would touch at a corner; here they do not
        ([(2, 1), (1, 2)], 1),  # on squares these touch at a corner; here they are neighbours
        ([(1, 1), (4, 4), (4, 1)], 3),
        ([], 0),
    ],
)
def test_groups_on_hexagons(taken: list[tuple[int, int]], parts: int) -> None:
    lay = "".join(
        f"    move first of bag of seat(1) to hive at place(hive, {column}, {row})\n" for column, row in taken
    )
    where = "(those s in places(hive) where s is not empty)"
    game = started(f"{HEXAGONS}play:\n{lay}    set n to count(groups in {where} by beside)\n")
    assert track(game, "n") == str(parts)


# ---------------------------------------------------------------- groups and ways with further arguments

PAINTED = """
token stone of each player, 9 copies
zone board: grid 4 by 4 of stone, public
zone bag of each player: set of stone, public
track n: number -99 to 9999
setup:
    for each p in players: move every stone where player is p to bag of p
value of_player(s: place in board, player): neighbours(s) where it in all_of(player)
value all_of(player): those s in places(board) where s is not empty and (board at s).player is player
rule lay(player, column: number 1 to 4, row: number 1 to 4):
    move first of bag of player to board at place(board, column, row)
"""


def parts_of(cells: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """Written apart from the interpreter: cells that touch belong together."""
    found: list[set[tuple[int, int]]] = []
    for cell in cells:
        touching = [part for part in found if any(abs(cell[0] - c) + abs(cell[1] - r) == 1 for c, r in part)]
        found = [part for part in found if part not in touching] + [set().union({cell}, *touching)]
    return found


@pytest.mark.parametrize("seed", range(8))
def test_groups_of_each_player_are_what_touches(seed: int) -> None:
    cells = [(column, row) for column in range(1, 5) for row in range(1, 5)]
    random.Random(seed).shuffle(cells)
    mine, yours = set(cells[:7]), set(cells[7:12])
    lay = "".join(f"    do lay(seat(1), {c}, {r})\n" for c, r in mine)
    lay += "".join(f"    do lay(seat(2), {c}, {r})\n" for c, r in yours)
    one = sorted(mine)[0]
    game = started(
        PAINTED
        + f"play:\n{lay}"
        + "    set n to count(groups in (all_of(seat(1))) by of_player(seat(1))) * 100"
        + " + count(groups in (all_of(seat(2))) by of_player(seat(2))) * 10"
        + f" + count(reachable from place(board, {one[0]}, {one[1]}) by of_player(seat(1)))\n"
    )
    army = next(part for part in parts_of(mine) if one in part)
    assert track(game, "n") == str(len(parts_of(mine)) * 100 + len(parts_of(yours)) * 10 + len(army))


def test_further_arguments_are_computed_where_the_way_begins() -> None:
    game = started("""
kind town: a, b, c, d
track level: number 0 to 9 starting 2
value roads(town, most: number 0 to 9) for a: (if most > 1 then [b] else [])
value roads(town, most: number 0 to 9) for b: (if most > 2 then [c] else [])
play:
    do note(count(reachable from a by roads(level)))
    do note(count(reachable from a by roads(level + 1)))
    if distance from a to b by roads(0) is none: do note(7)
    do note(distance from a to c by roads(3))
    do note(count(nearest in [c, d] from a by roads(3)))
    do note(count(steps from a to c by roads(3)))
""")
    assert trace(game) == "237211"


# ---------------------------------------------------------------- sizes from settings, boards of owners

SIZED = """
token stone
stone x
setting size: number 2 to 6 default 3
setting high: number 1 to 4 default 2
zone board: grid size by high of stone, public
track n: number 0 to 9999
play:
    move x to board at place(board, size, high)
    set n to count(places(board)) * 100 + count(around(place_of(x))) * 10 + column(x)
    if step(place_of(x), east) is none and place(board, size + 1, 1) is none: do note(1)
    if count(along(place(board, 1, 1), east)) is size - 1: do note(2)
"""


@pytest.mark.parametrize(("size", "high"), [(2, 1), (3, 2), (6, 4)])
def test_the_size_of_a_grid_comes_from_settings(size: int, high: int) -> None:
    game = Game.new(small(SIZED), settings={"size": size, "high": high})
    around = min(1, size - 1) + (1 + min(1, size - 1)) * min(1, high - 1)
    assert track(game, "n") == str(size * high * 100 + around * 10 + size)
    assert trace(game) == "12"
    assert game.view(0).zone("board").places == ((size, high),)


OWNED = """
tile azulejo
azulejo blue, 9 copies
zone wall of each player: grid 3 by 3 of azulejo, public
zone heap: set of azulejo, public
track n: number 0 to 9999
setup: move every azulejo to heap
"""


def test_each_player_has_a_board_of_their_own() -> None:
    game = started(OWNED + """
play:
    for each p in players:
        as p: move first of heap to your wall at place(wall, 2, 1)
    move first of heap to wall of seat(2) at place(wall, 3, 3)
    do note(count(wall of seat(1)))
    do note(count(wall of seat(2)))
    let corner be place(wall, 3, 3)
    if wall of seat(1) at corner is none and wall of seat(2) at corner is not none: do note(5)
    if player holding (wall of seat(2) at place(wall, 3, 3)) is seat(2): do note(6)
    do note(count(open_places(wall of seat(2))))
    do note(row(wall of seat(2) at place(wall, 3, 3)))
""")  # fmt: skip
    assert trace(game) == "125653"
    assert game.view(0).zone("wall", "player1").places == ((2, 1),)
    assert game.view(1).zone("wall", "player2").places == ((2, 1), (3, 3))


def test_a_tile_goes_from_one_board_to_another() -> None:
    game = started(OWNED + """
play:
    move first of heap to wall of seat(1) at place(wall, 1, 1)
    let t be wall of seat(1) at place(wall, 1, 1)
    move t to wall of seat(2) at place(wall, 1, 1)
    do note(count(wall of seat(1)) + 3)
    do note(count(wall of seat(2)) + 3)
""")  # fmt: skip
    assert trace(game) == "34"
    assert game.view(0).zone("wall", "player2").places == ((1, 1),)


def test_numbers_and_marks_belong_to_places() -> None:
    game = started("""
token stone
stone x
zone board: grid 3 by 3 of stone, public
track heat of each place in board: number 0 to 9
track owner_of of each place in board: player or none starting none
play:
    for each s in places(board): set heat of s to column(s) * row(s)
    set owner_of of place(board, 2, 2) to seat(2)
    do note(heat of place(board, 3, 3))
    do note(highest(heat of s for each s in neighbours(place(board, 1, 1))))
    do note(count(those s in places(board) where owner_of of s is seat(2)))
""")
    assert trace(game) == "921"


def test_a_hexagonal_board_without_an_edge() -> None:
    """Six places lie around the first tile, and the board is shown where something lies."""
    body = """
tile bug of each player, 2 copies
zone table_top: hexagonal grid up to 21 by 21 of bug, public
setup: move first of (every bug) to table_top at place(table_top, 11, 11)
play:
    as seat(1):
        choose spot from open_places(table_top)
        move last of (every bug) to table_top at spot
"""
    game = started(body, forced="ask")
    around = {"c10r11", "c12r11", "c11r12", "c11r10", "c10r12", "c12r10"}
    assert set(keys(game)) == around
    (board,) = scene_of(game, 0).boards
    assert (board.shape, board.open_edge) == ("hexagonal", True)
    assert board.columns[0] > 7 and board.columns[1] < 15 and board.rows[0] > 7 and board.rows[1] < 15
