"""Turns, rounds and loops, and how they are ended from inside."""

from __future__ import annotations

import pytest

from interpreter.errors import RuleError
from tests.helpers import started, trace

SEAT = "value chair(player): count(players before player) + 1\n"


def test_turns_go_clockwise_from_a_player_until_a_condition_holds() -> None:
    game = started(SEAT + """
play:
    turns from last of players until trace > 1000: do note(chair(you))
""", players="3")  # fmt: skip
    assert trace(game) == "3123"


def test_turns_of_a_list_are_one_each_in_its_order() -> None:
    game = started(SEAT + """
play:
    turns of [last of players, first of players]: do note(chair(active))
    do note(9)
""")  # fmt: skip
    assert trace(game) == "219"


def test_until_is_looked_at_after_each_turn_so_one_turn_always_happens() -> None:
    game = started(SEAT + "play:\n    turns from first of players until yes: do note(1)\n")
    assert trace(game) == "1"


def test_end_turn_from_nested_rules_skips_the_rest_of_all_of_them() -> None:
    game = started("""
        play:
            turns from first of players until trace > 10:
                do note(1)
                do outer
                do note(7)
        rule outer:
            for each p in players:
                do inner
                do note(8)
        rule inner:
            end turn
            do note(9)
    """)
    assert trace(game) == "11"


def test_end_turn_drops_the_after_hooks_of_the_rules_it_leaves() -> None:
    game = started("""
        play:
            turns of [first of players]: do act
            do note(2)
        rule act:
            do note(1)
            end turn
        after act: do note(9)
    """)
    assert trace(game) == "12"


def test_end_turns_leaves_all_turns() -> None:
    game = started("""
        play:
            turns from first of players:
                do note(1)
                if trace is 11: do stop
            do note(5)
        rule stop: end turns
    """)
    assert trace(game) == "115"


def test_end_round_goes_on_with_the_next_round() -> None:
    game = started("""
        play:
            rounds until trace > 1000:
                do note(1)
                if trace is 1: do skip
                do note(2)
        rule skip: end round
    """)
    assert trace(game) == "11212"


def test_end_rounds_leaves_them_and_the_turns_inside() -> None:
    game = started("""
        play:
            rounds:
                turns from first of players:
                    do note(1)
                    if trace is 11: end rounds
            do note(3)
    """)
    assert trace(game) == "113"


def test_end_round_inside_turns_ends_these_turns_too() -> None:
    game = started("""
        play:
            rounds until trace > 100:
                turns from first of players:
                    do note(1)
                    end round
                do note(8)
    """)
    assert trace(game) == "111"


def test_end_rule_leaves_its_rule_only() -> None:
    game = started("""
        play:
            do outer
            do note(3)
        rule outer:
            do inner
            do note(2)
        rule inner:
            do note(1)
            if yes: end rule
            do note(9)
    """)
    assert trace(game) == "123"


def test_end_rule_inside_turns_and_as_leaves_them_behind() -> None:
    game = started("""
        play:
            turns of [first of players, last of players]:
                do outer
                do note(2)
        rule outer:
            as last of players:
                turns of players:
                    do note(1)
                    end rule
    """)
    assert trace(game) == "1212"


def test_end_loop_leaves_the_innermost_loop() -> None:
    game = started("""
        play:
            for each p in players:
                repeat:
                    do note(1)
                    end loop
                do note(2)
            while yes:
                do note(3)
                end loop
    """)
    assert trace(game) == "12123"


def test_end_loop_inside_as_gives_you_back() -> None:
    game = started(SEAT + """
play:
    as first of players:
        repeat:
            as last of players: end loop
        do note(chair(you))
""")  # fmt: skip
    assert trace(game) == "1"


def test_end_game_ranks_at_once() -> None:
    game = started("""
        play:
            do act
            do note(9)
        rule act:
            do note(1)
            end game
        ranking of p: highest count(players before p)
    """)
    assert game.over
    assert game.result.winners == (1,)
    assert trace(game) == "1"


def test_end_turn_outside_of_turns_is_a_rule_error_with_its_line() -> None:
    with pytest.raises(RuleError, match=r"game\.rules:\d+:\d+: there is no turn to end"):
        started("play: end turn\n")


# ---------------------------------------------------------------- extra turns


def test_an_extra_turn_comes_right_after_and_then_the_order_goes_on() -> None:
    game = started(SEAT + """
play:
    turns from first of players until trace > 1000:
        do note(chair(you))
        if trace is 1: extra turn
""", players="3")  # fmt: skip
    assert trace(game) == "1123"


def test_an_extra_turn_for_another_player_does_not_change_who_follows() -> None:
    game = started(SEAT + """
play:
    turns from first of players until trace > 1000:
        do note(chair(you))
        if trace is 1: extra turn for last of players
""", players="3")  # fmt: skip
    assert trace(game) == "1323"


def test_several_extra_turns_are_taken_in_the_order_they_were_given() -> None:
    game = started(SEAT + """
play:
    turns from first of players until trace > 10000:
        do note(chair(you))
        if trace is 1:
            extra turn for last of players
            extra turn
            extra turn for left(you)
""", players="3")  # fmt: skip
    assert trace(game) == "13122"


def test_extra_turns_come_before_until_is_looked_at() -> None:
    game = started(SEAT + """
play:
    turns from first of players until yes:
        do note(chair(you))
        if trace is 1: extra turn
""")  # fmt: skip
    assert trace(game) == "11"


def test_an_extra_turn_that_was_ended_early_still_gives_way_to_the_next_player() -> None:
    game = started(SEAT + """
play:
    turns from first of players until trace > 100:
        do note(chair(you))
        if trace is 1:
            extra turn
            end turn
        end turn
""")  # fmt: skip
    assert trace(game) == "112"


def test_extra_turns_of_a_list_of_turns() -> None:
    game = started(SEAT + """
play:
    turns of [last of players, first of players]:
        do note(chair(you))
        if trace is 2: extra turn
""")  # fmt: skip
    assert trace(game) == "221"


def test_an_extra_turn_that_was_never_taken_is_lost_when_the_turns_end() -> None:
    game = started(SEAT + """
play:
    turns of players:
        extra turn
        end turns
    do note(9)
    turns of players: do note(chair(you))
""")  # fmt: skip
    assert trace(game) == "912"


# ---------------------------------------------------------------- you and active


def test_you_and_active_are_the_player_whose_turn_it_is() -> None:
    game = started("""
        play:
            turns of [last of players]:
                if you is active and your turn: do note(1)
                as first of players:
                    if not your turn and active is last of players: do note(2)
    """)
    assert trace(game) == "12"


def test_after_turns_inside_a_turn_the_outer_player_is_active_again() -> None:
    game = started(SEAT + """
play:
    turns of [first of players]:
        turns of [last of players]: do note(chair(active))
        do note(chair(active))
        do note(chair(you))
""")  # fmt: skip
    assert trace(game) == "211"


def test_repeat_times_counts_once_at_its_start() -> None:
    game = started("""
        track n: number 0 to 9 starting 3
        play:
            repeat n times:
                set n to 9
                do note(1)
            repeat 0 times: do note(2)
    """)
    assert trace(game) == "111"


def test_for_each_goes_over_what_was_there_at_its_start() -> None:
    game = started("""
        card fruit
        fruit apple
        fruit pear
        zone from_: line of fruit, public
        zone to_: line of fruit, public
        setup: move every fruit to from_
        play:
            for each f in from_:
                move from_ to to_
                do note(1)
    """)
    assert trace(game) == "11"


def test_rules_that_run_in_circles_are_a_rule_error() -> None:
    with pytest.raises(RuleError, match="circles"):
        started("play:\n    repeat:\n        set trace to 1\n")


def test_rules_that_call_themselves_for_ever_are_a_rule_error() -> None:
    with pytest.raises(RuleError, match="inside each other"):
        started("play: do act\nrule act: do act\n")
