"""Zones: piles, lines and sets; moves to their ends; what stands before, after and where."""

from __future__ import annotations

import pytest

from rulelang.diagnostics import RulesError
from tests.helpers import cards, small, started, trace, track

LETTERS = """
card letter
letter a
letter b
letter c
letter d
zone pile_: pile of letter, public
zone line_: line of letter, public
zone set_: set of letter, public
zone out: line of letter, public
zone hand of each player: set of letter, public
track n: number -99 to 99
"""


def after(body: str) -> tuple[str | None, ...]:
    """What lies in `line_` after the play of a definition that starts with a, b, c, d in it."""
    indented = "".join(f"    {line}\n" for line in body.splitlines())
    return cards(started(f"{LETTERS}setup: move every letter to line_\nplay:\n{indented}"), "line_")


@pytest.mark.parametrize(
    ("move", "left"),
    [
        ("move first of line_ to out", "bcd"),
        ("move last of line_ to out", "abc"),
        ("move first 2 of line_ to out", "cd"),
        ("move last 2 of line_ to out", "ab"),
        ("move first 9 of line_ to out", ""),
        ("move first 0 of line_ to out", "abcd"),
        ("move [d, a] to out", "bc"),
        ("move c to start of line_", "cabd"),
        ("move a to end of line_", "bcda"),
        ("move a to line_", "bcda"),
        ("move [a, b] to start of line_", "bacd"),
        ("move line_ before c to out", "cd"),
        ("move line_ after c to out", "abc"),
        ("move line_ before a to out", "abcd"),
        ("move line_ after d to out", "abcd"),
    ],
)
def test_moves_in_and_out_of_a_line(move: str, left: str) -> None:
    assert "".join(map(str, after(move))) == left


def test_last_n_come_last_first() -> None:
    game = started(LETTERS + "setup: move every letter to line_\nplay: move last 2 of line_ to out\n")
    assert cards(game, "out") == ("d", "c")


def test_before_and_after_of_something_that_is_not_there_are_empty() -> None:
    assert after("move a to out\nmove line_ before a to out\nmove line_ after a to out") == ("b", "c", "d")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("position of a", 1),
        ("position of d", 4),
        ("count(line_)", 4),
        ("count(line_ before c)", 2),
        ("count(line_ after c)", 1),
        ("(if line_ is empty then 1 else 2)", 2),
        ("(if out is empty then 1 else 2)", 1),
        ("(if out is not empty then 1 else 2)", 2),
        ("(if a in line_ then 1 else 2)", 1),
        ("(if a not in line_ then 1 else 2)", 2),
        ("(if first of out is none then 1 else 2)", 1),
        ("(if (line_ at 1) is b then 1 else 2)", 1),
    ],
)
def test_what_can_be_asked_about_a_line(expression: str, value: int) -> None:
    game = started(f"{LETTERS}setup: move every letter to line_\nplay: set n to {expression}\n")
    assert track(game, "n") == str(value)


def test_a_set_keeps_no_order() -> None:
    body = LETTERS + "play:\n    move [c, a, d, b] to set_\n"
    assert cards(started(body), "set_") == ("a", "b", "c", "d")


def test_top_of_a_pile_is_what_was_put_there_last() -> None:
    body = (
        LETTERS
        + """
play:
    move [a, b, c] to pile_
    move d to bottom of pile_
    move top of pile_ to out
    move bottom of pile_ to out
    move b to top of pile_
"""
    )
    game = started(body)
    assert cards(game, "out") == ("c", "d")
    assert cards(game, "pile_") == ("a", "b")


def test_moving_a_zone_moves_all_of_it() -> None:
    body = LETTERS + "play:\n    move every letter to pile_\n    move pile_ to hand of last of players\n"
    assert len(cards(started(body), "hand", "player2")) == 4


def test_moving_none_moves_nothing() -> None:
    assert trace(started(LETTERS + "play:\n    move first of out to set_\n    do note(count(set_))\n")) == "0"


def test_owner_is_the_player_in_whose_zone_a_card_lies() -> None:
    game = started(LETTERS + """
play:
    move a to hand of last of players
    move b to set_
    if owner(a) is last of players: do note(1)
    if owner(b) is none: do note(2)
""")  # fmt: skip
    assert trace(game) == "12"


def test_zones_of_a_kind_and_of_a_component_are_one_for_each() -> None:
    game = started("""
        kind side: west_side, east_side
        card letter
        letter a
        letter b
        card box_
        box_ small_box
        box_ big_box
        zone pile_ of each side: pile of letter, public
        zone inside of each box_: set of letter, public
        play:
            move a to pile_ of east_side
            move b to inside of big_box
            if pile_ of west_side is empty and inside of small_box is empty: do note(1)
    """)
    assert trace(game) == "1"
    assert cards(game, "pile_", "east_side") == ("a",)
    assert cards(game, "inside", "big_box") == ("b",)


def test_fields_that_change_belong_to_each_component() -> None:
    game = started("""
        card letter:
            worth: number 0 to 9 starting 4
        letter a
        letter b
        play:
            set a.worth to 7
            do note(a.worth)
            do note(b.worth)
            do note(sum(x.worth for each x in every letter) - 9)
    """)
    assert trace(game) == "742"


def test_only_a_pile_is_shuffled() -> None:
    with pytest.raises(RulesError, match="only a pile is shuffled"):
        small(LETTERS + "play: shuffle line_\n")


def test_a_set_has_no_top() -> None:
    with pytest.raises(RulesError, match="no top"):
        small(LETTERS + "play: move top of set_ to out\n")


def test_a_card_cannot_go_where_other_cards_lie() -> None:
    with pytest.raises(RulesError, match="is for"):
        small(LETTERS + "card fruit\nfruit apple\nplay: move apple to line_\n")
