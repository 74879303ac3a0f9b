"""Questions about the grid of something that lies on no grid, or on one of two."""

from __future__ import annotations

import pytest

from interpreter.game import Game
from rulelang.diagnostics import RulesError
from tests.helpers import small, trace


@pytest.mark.parametrize("expression", ["place_of(a) is none", "column(a) is 1", "row(a) is 1"])
def test_the_place_of_something_that_lies_on_no_grid_is_refused(expression: str) -> None:
    with pytest.raises(RulesError):
        small(f"card c\nc a\nzone z: set of c, public\nplay:\n    if {expression}: do note(1)\n")


def test_the_place_of_something_on_the_second_of_two_grids_is_right_or_refused() -> None:
    body = """
        token c
        c a
        zone small_: grid 2 by 2 of c, public
        zone large_: grid 3 by 3 of c, public
        play:
            move a to large_ at place(large_, 3, 2)
            do note(column(a))
            do note(row(a))
    """
    try:
        program = small(body)
    except RulesError:
        return
    assert trace(Game.new(program)) == "32"
