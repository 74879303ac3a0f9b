"""Values that are written where they are used, and sets that are known before: only time may change by it."""

from __future__ import annotations

import random
from textwrap import dedent

import pytest

from interpreter.errors import RuleError
from interpreter.python.machine import Machine
from rulelang.ir.nodes import Program
from tests.helpers import definition, definition_folders, small, started
from tests.native.lockstep import answer_to

BOARD = """
token stone of each player, 9 copies
zone board: grid 3 by 3 of stone, public
value own(s: place in board, player): s is not empty and (board at s).player is player
value in_corner(s: place in board): column(s) + row(s) is 2
"""


def told(program: Program, watched: bool, seed: int, most: int) -> list[object]:
    """The questions and the steps that are left, of a game by chance."""
    machine = Machine(program, program.players[0], {}, set() if watched else None)
    state, dice = machine.start(seed, events=False), random.Random(seed)
    found: list[object] = []
    while state.pending is not None and len(found) < most:
        found.append((state.pending[1], state.pending[4], state.left))
        machine.answer(state, state.pending[1], answer_to(state.pending, state.pending[1], dice)[0])
    return [*found, state.left, state.over]


@pytest.mark.parametrize("name", definition_folders())
def test_what_is_asked_and_paid_is_the_same(name: str) -> None:
    # Where what runs is noted, each value runs by itself.
    assert told(definition(name), False, 5, 120) == told(definition(name), True, 5, 120)


def test_what_cannot_fail_is_written_where_it_is_used() -> None:
    body = """
    play:
        move every stone where player is seat(2) to bag
        choose s from places(board) where it is empty and in_corner(it) by first of players
        do note(count(those t in places(board) where own(t, first of players)))
    zone bag: set of stone, public
    """
    names = Machine(small(BOARD + dedent(body)), 2, {}).names
    assert any(name.startswith("Q") and value == (0,) for name, value in names.items())


def test_a_place_beyond_the_edge_is_nobodys() -> None:
    game = started(
        BOARD
        + dedent("""
    play:
        move first of (every stone where player is seat(1)) to board at place(board, 3, 3)
        do note(count(those s in places(board) where own(step(s, north), seat(1))))
        do note(count(those s in places(board) where own(s, seat(1))))
    """)
    )
    assert game.view(0).track("trace").value == 11


def test_a_condition_that_goes_wrong_is_not_passed_over_by_one_behind_it() -> None:
    with pytest.raises(RuleError, match="not there"):
        started(
            BOARD
            + dedent("""
        play:
            do note(count(those s in places(board) where row(step(s, north)) > 1 and in_corner(s)))
        """)
        )
