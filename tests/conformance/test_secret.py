"""Decisions of several players at the same time, hidden until all have decided."""

from __future__ import annotations

import pytest

from interpreter.errors import IllegalAnswer
from tests.helpers import started, trace

SECRET = """
play:
    each player secretly chooses n from choices(you)
    for each p in players: do note(n of p)
value choices(player): those x in [1, 2, 3] where x > count(players before player)
"""


def test_a_secret_choice_asks_all_players_and_goes_on_when_all_have_answered() -> None:
    game = started(SECRET, players="3")
    assert game.deciding == (0, 1)  # the third player has one option only, which is taken
    game.apply("2", 1)
    assert game.deciding == (0,) and trace(game) == "0"
    game.apply("1", 0)
    assert trace(game) == "123"


def test_a_secret_choice_takes_answers_in_any_order() -> None:
    assert started(SECRET, (0, "3"), (1, "2")).freeze() == started(SECRET, (1, "2"), (0, "3")).freeze()


def test_a_player_answers_a_secret_choice_once() -> None:
    game = started(SECRET, (0, "3"))
    with pytest.raises(IllegalAnswer):
        game.apply("1", 0)


def test_a_secret_answer_is_seen_in_no_view_until_all_have_answered() -> None:
    one, other = started(SECRET, (0, "3")), started(SECRET, (0, "1"))
    assert one.view(1) == other.view(1)
    assert one.events(player=1) == other.events(player=1)


def test_a_player_with_nothing_to_choose_secretly_has_none() -> None:
    game = started("""
        play:
            each player secretly chooses n from those x in [4, 5] where you is first of players
            for each p in players:
                if n of p is none: do note(9)
                else: do note(n of p)
    """)
    assert game.deciding == (0,)
    game.apply("5", 0)
    assert trace(game) == "59"


def test_a_secret_choice_in_which_nobody_has_anything_is_not_asked() -> None:
    game = started("""
        play:
            each player secretly chooses n from those x in [4, 5] where no
            do note(1)
    """)
    assert trace(game) == "1"


def test_a_secret_choice_of_some_players_asks_only_these() -> None:
    game = started("""
        play:
            each p in [last of players] secretly chooses n from [4, 5]
            do note(n of last of players)
    """)
    assert game.deciding == (1,)
    game.apply("4", 1)
    assert trace(game) == "4"


def test_who_has_nothing_to_choose_several_of_has_chosen_an_empty_set() -> None:
    game = started(
        """
token gem, 4 copies
zone bag of each player: set of gem, public
setup:
    move every gem to bag of seat(1)
play:
    each player secretly chooses up to 2 offers from your bag
    for each p in players: do note(count(offers of p))
    each p in opponents of seat(1) secretly chooses exactly 1 gifts from your bag
    for each p in players:
        for each g in gifts of p: do note(9)
""",
        ["gem#1", "gem#2"],
    )
    assert game.over and trace(game) == "20"
