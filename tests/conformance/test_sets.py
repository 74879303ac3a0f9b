"""Expressions over numbers and sets."""

from __future__ import annotations

import pytest

from interpreter.errors import RuleError
from tests.helpers import keys, started, trace, track

FRUIT = """
card fruit:
    size: number 0 to 9
    colour: one of red, green
fruit apple:
    size: 3
    colour: red
fruit pear:
    size: 1
    colour: green
fruit plum:
    size: 3
    colour: green
fruit fig:
    size: 2
    colour: red
zone bowl: set of fruit, public
zone empty_: set of fruit, public
track n: number -9999 to 9999
setup: move every fruit to bowl
"""


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("10 - 3 - 2", 5),
        ("-3 + 1", -2),
        ("7 / 2 rounded down", 3),
        ("7 / 2 rounded up", 4),
        ("-7 / 2 rounded down", -4),
        ("-7 / 2 rounded up", -3),
        ("8 / 2 rounded up", 4),
        ("7 mod 3", 1),
        ("-7 mod 3", 2),
        ("count(bowl)", 4),
        ("count(2 to 5)", 4),
        ("count(bowl where size is 3)", 2),
        ("count(every fruit)", 4),
        ("count(players)", 2),
        ("count([1, 1, 2])", 3),
        ("sum(f.size for each f in bowl)", 9),
        ("sum(f.size for each f in bowl where colour is green)", 4),
        ("sum(f.size for each f in empty_)", 0),
        ("sum([4, 5])", 9),
        ("highest(f.size for each f in bowl)", 3),
        ("lowest(f.size for each f in bowl)", 1),
        ("highest(f.size for each f in empty_)", 0),
        ("lowest(f.size for each f in empty_)", 0),
        ("highest(0 - f.size for each f in bowl)", -1),
        ("sum(largest(2, f.size for each f in bowl))", 6),
        ("sum(largest(3, f.size for each f in bowl))", 8),
        ("sum(largest(0, f.size for each f in bowl))", 0),
        ("sum(largest(9, f.size for each f in bowl))", 9),
        ("count(bowl joined with [apple])", 4),
        ("count(empty_ joined with [apple, pear])", 2),
        ("count(bowl without [apple, pear])", 2),
        ("count(bowl without empty_)", 4),
        ("count(those f in bowl with highest f.size)", 2),
        ("count(those f in bowl with lowest f.size)", 1),
        ("count(those f in empty_ with lowest f.size)", 0),
        ("count(those f in bowl where f.colour is green with highest f.size)", 1),
        ("(if 3 is at least 3 then 1 else 0)", 1),
        ("(if 3 is at most 2 then 1 else 0)", 0),
        ("(if 3 is more than 3 then 1 else 0)", 0),
        ("(if 2 is less than 3 then 1 else 0)", 1),
        ("(if 3 in [1, 2, 3] then 1 else 0)", 1),
        ("(if 3 not in [1, 2, 3] then 1 else 0)", 0),
        ("(if any f in bowl where f.size is 2 then 1 else 0)", 1),
        ("(if any in bowl where size is 7 then 1 else 0)", 0),
        ("(if any f in empty_ then 1 else 0)", 0),
        ("(if no f in bowl where f.size is 7 then 1 else 0)", 1),
        ("(if all f in bowl satisfy f.size > 0 then 1 else 0)", 1),
        ("(if all f in bowl satisfy f.size > 1 then 1 else 0)", 0),
        ("(if all f in empty_ satisfy no then 1 else 0)", 1),
        ("(if no or yes and no then 1 else 0)", 0),
        ("(if not (no or yes) then 1 else 0)", 0),
        ("[5, 6, 7] at 0", 5),
        ("first of [5, 6, 7]", 5),
        ("last of [5, 6, 7]", 7),
        ("sum(first 2 of [5, 6, 7])", 11),
        ("count([5, 6, 7] before 7)", 2),
        ("count([5, 6, 7] after 7)", 0),
    ],
)
def test_numbers_and_sets(expression: str, value: int) -> None:
    assert track(started(f"{FRUIT}play: set n to {expression}\n"), "n") == str(value)


@pytest.mark.parametrize(
    ("source", "order"),
    [
        ("bowl sorted by size", "pear fig apple plum"),
        ("bowl sorted by size descending", "apple plum fig pear"),
        ("bowl sorted by size descending then colour_number(it) descending", "plum apple fig pear"),
        ("(bowl where colour is red) sorted by size", "fig apple"),
        ("bowl where colour is red", "apple fig"),
        ("bowl joined with empty_", "apple pear plum fig"),
        ("[plum] joined with bowl", "plum apple pear fig"),
        ("bowl without [pear]", "apple plum fig"),
        ("[fig, apple]", "fig apple"),
        ("those f in bowl with highest f.size", "apple plum"),
    ],
)
def test_the_order_of_sets(source: str, order: str) -> None:
    number = "value colour_number(fruit):\n    when fruit.colour is red: 0\n    otherwise: 1\n"
    game = started(f"{FRUIT}{number}play:\n    as first of players:\n        choose f from {source}\n")
    assert keys(game) == tuple(order.split())


def test_and_and_or_do_not_look_at_what_does_not_matter() -> None:
    game = started("""
        track t: player or none starting none
        track coins of each player: number 0 to 9 starting 3
        play:
            if t is none or coins of t > 1: do note(1)
            if t is not none and coins of t > 1: do note(2)
    """)
    assert trace(game) == "1"


@pytest.mark.parametrize("expression", ["1 / n rounded up", "1 / n rounded down", "1 mod n"])
def test_dividing_by_zero_in_play_is_a_rule_error_with_its_line(expression: str) -> None:
    with pytest.raises(RuleError, match=r"game\.rules:\d+:\d+: nothing can be divided by 0"):
        started(f"{FRUIT}play: set n to {expression}\n")


def test_a_place_outside_a_list_is_a_rule_error_with_its_line() -> None:
    with pytest.raises(RuleError, match=r"game\.rules:\d+:\d+: there is no place 4 in a list of 4"):
        started(f"{FRUIT}play: set n to (bowl at count(bowl)).size\n")


def test_something_of_none_is_a_rule_error_with_its_line() -> None:
    with pytest.raises(RuleError, match=r"game\.rules:\d+:\d+: .*none"):
        started(f"{FRUIT}play: set n to (first of empty_).size\n")


def test_none_is_in_no_zone() -> None:
    game = started(f"{FRUIT}play:\n    if first of empty_ in bowl: do note(8)\n    else: do note(1)\n")
    assert trace(game) == "1"


def test_a_track_of_none_is_a_rule_error_not_the_track_of_another() -> None:
    with pytest.raises(RuleError):
        started("""
            track t: player or none starting none
            track coins of each player: number 0 to 9 starting 3
            play: set coins of t to 4
        """)


def test_left_right_and_clockwise_go_around_the_table() -> None:
    game = started("""
        value number_of(player): count(players before player) + 1
        play:
            do note(number_of(left(last of players)))
            do note(number_of(right(first of players)))
            for each p in clockwise(left(first of players)): do note(number_of(p))
    """, players="3")  # fmt: skip
    assert trace(game) == "13231"


def test_opponents_are_the_others_clockwise_from_you() -> None:
    game = started("""
        play:
            as left(first of players):
                for each p in opponents: do note(count(players before p) + 1)
    """, players="3")  # fmt: skip
    assert trace(game) == "31"


def test_let_keeps_a_set_as_it_was() -> None:
    game = started(
        f"{FRUIT}play:\n    let before_ be bowl\n    move apple to empty_\n"
        f"    do note(count(before_))\n    do note(count(bowl))\n"
    )
    assert trace(game) == "43"
