"""Abilities on values (`change`), and `whenever` on zones and tracks."""

from __future__ import annotations

import pytest

from rulelang.diagnostics import RulesError
from tests.helpers import keys, small, started, trace, track

OUT = "track out: number -99 to 999999\n"


def test_change_gives_a_value_another_result() -> None:
    game = started(OUT + "value size: 2\nchange size: result + 5\nplay: set out to size\n")
    assert track(game, "out") == "7"


def test_changes_are_applied_one_after_the_other_in_order() -> None:
    body = OUT + "value size: 2\nchange size: result + 1\nchange size: result * 10\nplay: set out to size\n"
    assert track(started(body), "out") == "30"


def test_a_change_of_higher_priority_is_applied_first() -> None:
    body = (
        OUT
        + """
value size: 2
change size: result + 1
change size priority 1: result * 10
play: set out to size
"""
    )
    assert track(started(body), "out") == "21"


def test_a_change_sees_the_arguments_and_what_came_before_it() -> None:
    body = (
        OUT
        + """
value size(n: number 0 to 9): n
change size(n) when n is 3: result + 100
change size(n) when result > 100: result + 1000
play: set out to size(3) + size(4)
"""
    )
    assert track(started(body), "out") == str(1103 + 4)


def test_a_change_of_a_card_counts_once_for_each_copy_that_is_held() -> None:
    body = (
        OUT
        + """
card charm active in worn
zone worn of each player: set of charm, public
zone away: set of charm, public
charm ring, 3 copies:
    change size: result + 5
charm belt:
    change size: result * 100
setup:
    move first 2 of every charm to worn of first of players
value size: 1
play: set out to size
"""
    )
    assert track(started(body), "out") == "11"


def test_in_a_change_you_is_the_holder_of_the_card() -> None:
    body = (
        OUT
        + """
card charm active in worn
zone worn of each player: set of charm, public
charm ring:
    change size(player) when player is you: result + 5
setup: move ring to worn of last of players
value size(player): 1
play: set out to size(first of players) * 10 + size(last of players)
"""
    )
    assert track(started(body), "out") == "16"


def test_a_change_for_cases_changes_these_only() -> None:
    body = (
        OUT
        + """
kind suit: red, green
value size(suit) for red: 1
value size(suit) for green: 2
change size(suit) for green: result + 5
play: set out to size(red) * 10 + size(green)
"""
    )
    assert track(started(body), "out") == "17"


def test_a_value_without_a_case_for_its_argument_is_zero() -> None:
    body = (
        OUT + "kind suit: red, green\nvalue size(suit) for red: 4\n"
        "play: set out to size(red) * 10 + size(green)\n"
    )
    assert track(started(body), "out") == "40"


def test_a_value_takes_the_first_condition_that_holds() -> None:
    body = (
        OUT
        + """
value size(n: number 0 to 9):
    let double be n * 2
    when double > 10: 3
    when double > 4: 2
    otherwise: 1
play: set out to size(6) * 100 + size(3) * 10 + size(1)
"""
    )
    assert track(started(body), "out") == "321"


def test_changes_of_a_set_of_options_restrict_a_choice() -> None:
    game = started("""
        value sizes: [1, 2, 3, 4]
        change sizes: those n in result where n > 2
        play:
            as first of players:
                choose n from sizes
                do note(n)
    """)
    assert keys(game) == ("3", "4")


def test_a_value_that_needs_itself_is_refused() -> None:
    with pytest.raises(RulesError, match="needs itself"):
        small("value a: b + 1\nvalue b: a + 1\nplay: do note(a)\n")


# ---------------------------------------------------------------- whenever

CARDS = """
card fruit
fruit apple
fruit pear
fruit plum
zone box_: set of fruit, public
zone bowl of each player: set of fruit, public
setup: move every fruit to box_
"""


def test_whenever_something_enters_a_zone_runs_once_for_each_thing() -> None:
    game = started(
        CARDS
        + """
play:
    move box_ to bowl of last of players
    do note(9)
whenever f enters bowl of p:
    if p is last of players: do note(1)
    if f is apple: do note(2)
"""
    )
    assert trace(game) == "12119"


def test_whenever_with_a_condition_runs_only_when_it_holds() -> None:
    game = started(
        CARDS
        + """
play:
    move apple to bowl of first of players
    move pear to bowl of first of players
whenever f enters bowl of p when f is pear: do note(2)
"""
    )
    assert trace(game) == "2"


def test_whenever_a_track_changes_runs_before_the_next_line() -> None:
    game = started("""
        track coins of each player: number 0 to 9 starting 0
        play:
            set coins of last of players to 3
            do note(9)
        whenever coins of p changes: do note(coins of p)
    """)
    assert trace(game) == "39"


def test_setting_a_track_to_what_it_is_changes_nothing() -> None:
    game = started("""
        track coins of each player: number 0 to 9 starting 3
        play:
            set coins of last of players to 3
            set coins of first of players to 4
            do note(9)
        whenever coins of p changes: do note(coins of p)
    """)
    assert trace(game) == "49"


def test_whenever_a_track_changes_works_with_add_and_pay() -> None:
    game = started("""
        track coins of each player: number 0 to 9 starting 3
        play:
            add 1 to coins of first of players
            pay 2 from coins of first of players to coins of last of players
        whenever coins of p changes: do note(coins of p)
    """)
    assert trace(game) == "425"


def test_whenever_the_field_of_a_card_that_nobody_holds_does_nothing() -> None:
    game = started("""
        track coins: number 0 to 9
        card charm active in worn
        zone worn of each player: set of charm, public
        zone away: set of charm, public
        charm ring:
            whenever coins changes: do note(1)
        charm belt:
            whenever coins changes: do note(2)
        setup:
            move ring to away
            move belt to worn of first of players
        play: set coins to 3
    """)
    assert trace(game) == "2"


def test_an_ability_gives_a_set_more_elements_than_it_had() -> None:
    game = started("""
        token charm active in worn
        charm horn:
            change called(player): result joined with opponents of player
        zone worn of each player: set of charm, public
        value called(player): [player]
        setup:
            move horn to worn of seat(1)
        play:
            let heard be called(seat(2))
            do note(count(heard))
            for each p in called(seat(2)): do note(1)
    """, players="4")  # fmt: skip
    assert trace(game) == "41111"


def test_an_ability_makes_a_list_of_numbers_longer() -> None:
    game = started("""
        token charm active in worn
        charm horn:
            change hits: result joined with [4, 5]
        zone worn of each player: set of charm, public
        value hits: [3]
        setup:
            move horn to worn of seat(1)
        play:
            let heard be hits
            for each n in heard: do note(n)
    """)
    assert trace(game) == "345"
