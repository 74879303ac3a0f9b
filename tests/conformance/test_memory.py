"""Memory of positions: what is the same position, and how often it was there."""

from __future__ import annotations

import pytest

from interpreter.game import Game
from tests.helpers import small, started, trace

STONES = """
token stone of each player, 2 copies:
    turned: yes or no starting no
zone board: grid 3 by 3 of stone, public
zone bag of each player: set of stone, public
zone row: line of stone, public
track moves: number 0 to 99
memory seen: board, row
memory all_of_it: everything but moves, trace
memory with_mover: board, active
setup:
    for each p in players: move every stone where player is p to bag of p
value here: place(board, 1, 1)
value there: place(board, 2, 1)
"""


def noted(lines: str) -> str:
    return trace(started(STONES + "play:\n" + "".join(f"    {line}\n" for line in lines.splitlines())))


def test_a_position_counts_each_time_it_was_remembered() -> None:
    assert (
        noted("""do note(repeats(seen) + 1)
remember seen
do note(repeats(seen))
remember seen
do note(repeats(seen))
move first of bag of seat(1) to board at here
do note(repeats(seen))
remember seen
do note(repeats(seen))""")
        == "11201"
    )


def test_copies_that_look_alike_make_the_same_position() -> None:
    assert (
        noted("""move first of bag of seat(1) to board at here
remember seen
move board at here to bag of seat(1)
move last of bag of seat(1) to board at here
do note(repeats(seen))
move board at here to bag of seat(1)
move first of bag of seat(2) to board at here
do note(repeats(seen) + 3)""")
        == "13"
    )


def test_a_changing_field_belongs_to_the_look() -> None:
    assert (
        noted("""move first of bag of seat(1) to board at here
remember seen
set turned of (board at here) to yes
do note(repeats(seen) + 3)
set turned of (board at here) to no
do note(repeats(seen))""")
        == "31"
    )


def test_another_place_is_another_position() -> None:
    assert (
        noted("""move first of bag of seat(1) to board at here
remember seen
move board at here to board at there
do note(repeats(seen) + 3)
move board at there to board at here
do note(repeats(seen))""")
        == "31"
    )


def test_the_order_of_a_line_counts_and_that_of_a_set_does_not() -> None:
    assert (
        noted("""move first of bag of seat(1) to row
move first of bag of seat(2) to row
remember seen
remember all_of_it
move first of row to end of row
do note(repeats(seen) + 3)
move first of row to end of row
do note(repeats(seen))
let one be first of bag of seat(1)
move one to board at here
move one to bag of seat(1)
do note(repeats(all_of_it))""")
        == "311"
    )


def test_what_is_left_out_does_not_matter() -> None:
    assert (
        noted("""remember all_of_it
add 1 to moves
do note(repeats(all_of_it))
move first of bag of seat(1) to row
do note(repeats(all_of_it) + 3)""")
        == "13"
    )


def test_who_is_to_move_is_a_part_of_the_position_if_it_is_named() -> None:
    game = started(STONES + """
play:
    turns of [seat(1), seat(2), seat(1)]:
        do note(repeats(with_mover) + 1)
        do note(repeats(seen) + 1)
        remember with_mover
        remember seen
""")  # fmt: skip
    assert trace(game) == "111223"


def test_a_position_can_be_asked_for_before_it_is_there() -> None:
    """The rule of many games on boards: no position may come again."""
    game = started(STONES + """
rule lay(player, spot: place in board): move first of bag of player to board at spot
play:
    remember seen
    do lay(seat(1), here)
    remember seen
    move board at here to bag of seat(1)
    if repeats(seen) after lay(seat(1), here) is 1: do note(1)
    if repeats(seen) after lay(seat(2), here) is 0: do note(2)
    if repeats(seen) after lay(seat(1), there) is 0: do note(3)
    do note(repeats(seen))
""")  # fmt: skip
    assert trace(game) == "1231"


def test_what_is_remembered_in_what_would_be_is_forgotten() -> None:
    game = started(STONES + """
rule keep: remember seen
play:
    if repeats(seen) after keep is 1: do note(1)
    do note(repeats(seen) + 2)
""")  # fmt: skip
    assert trace(game) == "12"


def test_a_shuffled_pile_counts_by_what_is_in_it() -> None:
    body = """
card ship
ship brig
ship sloop
ship raft
zone deck: pile of ship, hidden
zone sea: set of ship, public
memory seen: deck, sea
setup:
    move every ship to deck
    shuffle deck
play:
    remember seen
    shuffle deck
    do note(repeats(seen))
    move top of deck to sea
    do note(repeats(seen) + 3)
"""
    for seed in range(6):
        assert trace(started(body, seed=seed)) == "13"


@pytest.mark.parametrize("answers", [("yes", "no"), ("no", "yes")])
def test_a_copy_remembers_apart(answers: tuple[str, str]) -> None:
    program = small(STONES + """
play:
    as seat(1):
        may keep: remember seen
        may keep_again: remember seen
        do note(repeats(seen) + 1)
""")  # fmt: skip
    game = Game.new(program)
    game.apply(answers[0])
    other = game.copy()
    game.apply(answers[1])
    other.apply(answers[0])
    expected = {"yes": 1, "no": 0}
    assert trace(game) == "2"
    assert trace(other) == str(2 * expected[answers[0]] + 1)
