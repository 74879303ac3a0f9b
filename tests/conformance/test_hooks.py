"""Abilities on rules: `before`, `after`, `instead of` with `proceed`; their order and their cases."""

from __future__ import annotations

from tests.helpers import started, trace

# A card type whose abilities work while it lies in a player's hand.
HELD = """
card charm active in worn
zone worn of each player: set of charm, public
zone away: set of charm, public
rule act:
    do note(5)
"""


def test_before_runs_before_and_after_runs_after_the_rule() -> None:
    game = started("""
        play: do act
        rule act: do note(2)
        after act: do note(3)
        before act: do note(1)
    """)
    assert trace(game) == "123"


def test_hooks_of_the_game_run_in_the_order_they_are_declared() -> None:
    game = started("""
        play: do act
        rule act: do note(5)
        before act: do note(1)
        before act: do note(2)
        after act: do note(8)
        after act: do note(9)
    """)
    assert trace(game) == "12589"


def test_higher_priority_runs_first() -> None:
    game = started("""
        play: do act
        rule act: do note(5)
        before act: do note(3)
        before act priority 1: do note(2)
        before act priority 7: do note(1)
    """)
    assert trace(game) == "1235"


def test_hooks_of_cards_run_by_seat_clockwise_from_the_active_player() -> None:
    game = started(
        HELD
        + """
setup:
    move red to worn of first of players
    move blue to worn of left(first of players)
    move green to worn of last of players
play:
    turns of [left(first of players)]:
        do act
charm red:
    before act: do note(1)
charm green:
    before act: do note(3)
charm blue:
    before act: do note(2)
""",
        players="3",
    )
    assert trace(game) == "2315"


def test_priority_comes_before_the_seat() -> None:
    game = started(
        HELD
        + """
setup:
    move red to worn of first of players
    move blue to worn of last of players
play:
    turns of [first of players]: do act
charm red:
    before act: do note(1)
charm blue:
    before act priority 1: do note(2)
"""
    )
    assert trace(game) == "215"


def test_an_ability_of_a_card_that_nobody_holds_does_nothing() -> None:
    game = started(
        HELD
        + """
setup: move red to away
play: do act
charm red:
    before act: do note(1)
charm blue:
    instead of act: do note(2)
"""
    )
    assert trace(game) == "5"


def test_each_copy_of_a_card_hooks_once() -> None:
    game = started(
        HELD
        + """
setup: move every charm to worn of first of players
play: do act
charm red, 3 copies:
    after act: do note(1)
"""
    )
    assert trace(game) == "5111"


def test_in_the_ability_of_a_card_you_is_its_holder_and_actor_is_who_acts() -> None:
    game = started(
        HELD
        + """
setup: move red to worn of last of players
play:
    as first of players: do act
charm red:
    before act:
        if you is last of players: do note(1)
        if actor is first of players: do note(2)
"""
    )
    assert trace(game) == "125"


def test_a_condition_of_a_hook_is_looked_at_when_the_hook_would_run() -> None:
    game = started("""
        play: do act
        rule act: do note(2)
        before act: do note(1)
        after act when trace is 12: do note(3)
        after act when trace is 12: do note(4)
    """)
    assert trace(game) == "123"


def test_instead_replaces_the_rule_and_its_before_and_after() -> None:
    game = started("""
        play: do act
        rule act: do note(5)
        before act: do note(1)
        after act: do note(9)
        instead of act: do note(7)
    """)
    assert trace(game) == "7"


def test_proceed_does_the_original_with_its_before_and_after() -> None:
    game = started("""
        play: do act
        rule act: do note(5)
        before act: do note(1)
        after act: do note(9)
        instead of act:
            do note(7)
            proceed
            do note(8)
    """)
    assert trace(game) == "71598"


def test_two_instead_nest_and_the_first_is_outermost() -> None:
    game = started("""
        play: do act
        rule act: do note(5)
        instead of act priority 1:
            do note(1)
            proceed
            do note(2)
        instead of act:
            do note(3)
            proceed
            do note(4)
    """)
    assert trace(game) == "13542"


def test_an_inner_instead_without_proceed_stops_the_original_only() -> None:
    game = started("""
        play: do act
        rule act: do note(5)
        instead of act priority 1:
            do note(1)
            proceed
            do note(2)
        instead of act: do note(3)
    """)
    assert trace(game) == "132"


def test_proceed_can_be_said_twice() -> None:
    game = started("""
        play: do act
        rule act: do note(5)
        instead of act:
            proceed
            proceed
    """)
    assert trace(game) == "55"


def test_instead_applies_only_when_its_condition_holds() -> None:
    game = started("""
        play:
            do act(1)
            do act(2)
        rule act(n: number 0 to 9): do note(n)
        instead of act(n) when n is 2: do note(9)
    """)
    assert trace(game) == "19"


def test_proceed_keeps_the_arguments_and_who_acts() -> None:
    game = started("""
        play:
            as last of players: do act(4)
        rule act(n: number 0 to 9):
            if you is last of players: do note(n)
        instead of act(n):
            as first of players: proceed
    """)
    assert trace(game) == "4"


def test_a_rule_called_from_its_own_hook_is_hooked_again() -> None:
    game = started("""
        play: do act(0)
        rule act(n: number 0 to 9): do note(n)
        after act(n) when n < 3: do act(n + 1)
    """)
    assert trace(game) == "123"


CASES = """
kind suit: red, green, blue
rule show(suit) for red: do note(1)
rule show(suit) for green, blue: do note(2)
play:
    for each s in every suit: do show(s)
"""


def test_a_rule_with_cases_does_the_case_of_its_argument() -> None:
    assert trace(started(CASES)) == "122"


def test_a_hook_on_cases_runs_for_these_only() -> None:
    assert trace(started(CASES + "after show(suit) for green: do note(7)\n")) == "1272"


def test_a_hook_without_cases_runs_for_all() -> None:
    assert trace(started(CASES + "before show(suit): do note(9)\n")) == "919292"


def test_a_case_can_be_a_word_of_a_field() -> None:
    game = started("""
        card fruit:
            colour: one of red, green
        fruit apple:
            colour: green
        rule eat(fruit) for red: do note(1)
        rule eat(fruit) for green: do note(2)
        instead of eat(fruit) for green:
            do note(3)
            proceed
        play: do eat(apple)
    """)
    assert trace(game) == "32"


def test_a_rule_without_a_body_for_the_case_does_nothing_but_can_be_hooked() -> None:
    game = started("""
        kind suit: red, green
        rule show(suit) for red: do note(1)
        before show(suit) for green: do note(8)
        play:
            for each s in every suit: do show(s)
    """)
    assert trace(game) == "18"


def test_a_default_body_takes_the_other_cases() -> None:
    game = started("""
        kind suit: red, green, blue
        rule show(suit) for red: do note(1)
        rule show(suit): do note(6)
        play:
            for each s in every suit: do show(s)
    """)
    assert trace(game) == "166"


def test_end_rule_in_a_rule_still_runs_what_comes_after_it() -> None:
    game = started("""
        play: do act
        rule act:
            do note(1)
            end rule
            do note(2)
        after act: do note(3)
    """)
    assert trace(game) == "13"
