"""Longest paths, values that use themselves, open grids, copies without a table, functions after `by`."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from tests.helpers import cards, started, trace, track

# ---------------------------------------------------------------- the longest way, the longest path

TOWNS = ("a_town", "b_town", "c_town", "d_town", "e_town")
RAILS = """
kind town: {towns}
token rail:
    from_town: town
    to_town: town
    long: number 1 to 9
{rows}
zone claimed: set of rail, public
value ends(r: rail): [r.from_town, r.to_town]
value length(r: rail): r.long
setup:
    move every rail to claimed
track found of each player: number 0 to 999
play:
    set found of seat(1) to longest way in claimed by ends adding length
    set found of seat(2) to longest path in claimed by ends adding length
    set trace to longest path in claimed by ends
"""
Link = tuple[str, str, int]


def longest(links: list[Link], is_path: bool) -> int:
    """Every order of every part of the links is tried."""
    best = 0
    for amount in range(1, len(links) + 1):
        for order in permutations(links, amount):
            for start in {order[0][0], order[0][1]}:
                best = max(best, _walked(order, start, is_path))
    return best


def _walked(order: tuple[Link, ...], here: str, is_path: bool) -> int:
    far, been = 0, {here}
    for one, other, long in order:
        if here not in (one, other):
            return 0
        here = other if here == one else one
        if is_path and here in been:
            return 0
        been.add(here)
        far += long
    return far


@pytest.mark.parametrize("seed", range(12))
def test_the_longest_way_and_path_are_those_of_a_search_through_all(seed: int) -> None:
    rng = random.Random(seed)
    links = [(*rng.sample(TOWNS, 2), rng.randint(1, 9)) for _ in range(6)]
    rows = "\n".join(
        f"rail r{number}:\n    from_town: {one}\n    to_town: {other}\n    long: {long}"
        for number, (one, other, long) in enumerate(links)
    )
    game = started(RAILS.format(towns=", ".join(TOWNS), rows=rows))
    assert track(game, "found", "player1") == str(longest(links, is_path=False))
    assert track(game, "found", "player2") == str(longest(links, is_path=True))
    assert trace(game) == str(longest([(one, other, 1) for one, other, _ in links], is_path=True))


# ---------------------------------------------------------------- values that use themselves


@pytest.mark.parametrize(("number", "value"), [(0, 0), (1, 1), (2, 1), (7, 13), (20, 6765)])
def test_a_value_uses_itself_with_a_smaller_number(number: int, value: int) -> None:
    game = started(f"""
        value fib(n: number 0 to 20):
            when n < 2: n
            otherwise: fib(n - 1) + fib(n - 2)
        play:
            set trace to fib({number})
    """)
    assert trace(game) == str(value)


def test_a_value_that_uses_itself_can_give_a_set() -> None:
    game = started("""
        value within(p: player, n: number 0 to 3):
            when n is 0: [p]
            otherwise: within(p, n - 1) joined with within(left(p), n - 1)
        play:
            do note(count(within(seat(1), 0)))
            do note(count(within(seat(1), 2)))
            do note(count(within(seat(1), 3)))
    """, players="5")  # fmt: skip
    assert trace(game) == "134"


# ---------------------------------------------------------------- boards and components


def test_an_open_grid_is_played_on_up_to_its_limit() -> None:
    game = started("""
        token stone, 3 copies
        zone board: grid up to 5 by 4 of stone, public
        play:
            move first of every stone to board at place(board, 3, 2)
            do note(count(open_places(board)))
            if place(board, 6, 1) is none and place(board, 5, 4) is not none: do note(1)
            if board at place(board, 3, 2) is not empty: do note(2)
            if board at place(board, 2, 2) is empty: do note(3)
    """)
    assert trace(game) == "4123"


def test_a_component_with_copies_and_no_table() -> None:
    game = started("""
        token cube, 7 copies
        token pawn, 2 copies
        zone bag: set of cube, public
        zone box: set of pawn, public
        play:
            move every cube to bag
            move every pawn to box
            do note(count(every cube))
            do note(count(bag where it is cube))
            do note(count(different bag))
            do note(count(every name of cube))
    """)
    assert trace(game) == "7711"
    assert len(cards(game, "bag")) == 7 and all(str(name).startswith("cube") for name in cards(game, "bag"))


@pytest.mark.parametrize(
    ("line", "noted"),
    [
        ("turns from seat(1) by right until trace > 999: do note(count(players before you) + 1)", "1321"),
        ("do note(count(reachable from spot by diagonals))", "5"),
        ("do note(count(reachable from spot by neighbours))", "9"),
        ("do note(distance from spot to far by around)", "2"),
        ("do note(distance from spot to far by neighbours)", "4"),
        ("do note(count(groups in [spot, far] by neighbours))", "2"),
        ("do note(count(steps from seat(1) to seat(3) by beside))", "1"),
    ],
)
def test_functions_stand_after_by(line: str, noted: str) -> None:
    game = started(f"""
        token stone, 1 copies
        zone board: grid 3 by 3 of stone, public
        value spot: place(board, 1, 1)
        value far: place(board, 3, 3)
        value beside(player): [left(player)]
        play:
            {line}
    """, players="3")  # fmt: skip
    assert trace(game) == noted
