"""Secret menus, and secret rounds of several things: all choose, and then it happens."""

from __future__ import annotations

from itertools import permutations

import pytest

from interpreter.errors import IllegalAnswer
from interpreter.game import Game
from tests.helpers import keys, small, started, trace, track

MENU = """
track money of each player: number 0 to 9 starting 3
play:
    repeat 2 times:
        each player secretly chooses one:
            build(n in 1 to your money):
                subtract n from your money
                do note(n)
            steal(foe in opponents where money of foe > 0):
                pay 1 from money of foe to your money
                do note(7)
            pass:
                do note(9)
    do note(8)
"""
ANSWERS = {0: "build(2)", 1: "steal(player1)", 2: "pass"}


def test_all_are_asked_for_their_own_options() -> None:
    game = started(MENU, players="3")
    assert game.deciding == (0, 1, 2)
    assert keys(game, 1) == ("build(1)", "build(2)", "build(3)", "steal(player3)", "steal(player1)", "pass")
    request = game.request(2)
    assert request is not None and request.kind == "menu" and request.secret and request.name == "play"


def test_nothing_happens_before_all_have_chosen() -> None:
    game = started(MENU, players="3")
    before = game.view(2)
    game.apply(ANSWERS[0], 0)
    game.apply(ANSWERS[1], 1)
    assert game.deciding == (2,) and trace(game) == "0"
    after = game.view(2)
    assert (after.zones, after.tracks, after.options) == (before.zones, before.tracks, before.options)
    assert game.events(player=2) == []
    game.apply(ANSWERS[2], 2)
    assert trace(game) == "279"


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_it_happens_in_the_order_of_the_players_not_of_the_answers(order: tuple[int, ...]) -> None:
    game = started(MENU, *((seat, ANSWERS[seat]) for seat in order), players="3")
    assert trace(game) == "279"
    assert [track(game, "money", f"player{seat}") for seat in (1, 2, 3)] == ["0", "4", "3"]


def test_what_was_chosen_is_done_as_it_was_when_all_chose() -> None:
    """The first builds with all; the second steals from nobody who has anything left: the rules say so."""
    game = started(MENU, (0, "build(3)"), (1, "pass"), (2, "build(1)"), players="3")
    assert trace(game) == "391"


@pytest.mark.parametrize("other", ["build(1)", "build(3)", "steal(player2)", "pass"])
def test_what_others_chose_reaches_nobody_before_all_have_chosen(other: str) -> None:
    one, two = started(MENU, (0, "build(2)"), players="3"), started(MENU, (0, other), players="3")
    for seat in (1, 2):
        assert one.view(seat) == two.view(seat)
        assert keys(one, seat) == keys(two, seat)
        assert one.events(player=seat) == two.events(player=seat)
    assert one.deciding == two.deciding == (1, 2)


def test_nobody_chooses_twice() -> None:
    game = started(MENU, (0, "pass"), players="3")
    with pytest.raises(IllegalAnswer):
        game.apply("build(1)", 0)


def test_an_answer_that_is_no_option_is_refused() -> None:
    with pytest.raises(IllegalAnswer):
        started(MENU, (0, "build(4)"), players="3")


def test_only_those_who_are_named_choose() -> None:
    game = started("""
        play:
            each bidder in [last of players] secretly chooses one:
                bid(n in 1 to 3): do note(n)
                pass: do note(9)
            do note(8)
    """, players="3")  # fmt: skip
    assert game.deciding == (2,)
    game.apply("bid(3)", 2)
    assert trace(game) == "38"


def test_otherwise_is_for_those_who_have_no_option() -> None:
    game = started("""
        play:
            each player secretly chooses one:
                lead(n in 1 to 2) when you is first of players: do note(n)
            otherwise: do note(5)
            do note(8)
    """, players="3")  # fmt: skip
    assert game.deciding == (0,)
    game.apply("lead(2)", 0)
    assert trace(game) == "2558"


def test_you_are_the_one_who_chose_and_afterwards_who_you_were() -> None:
    game = started("""
        track money of each player: number 0 to 9
        play:
            as last of players:
                each player secretly chooses one:
                    earn(n in 1 to 3): add n to your money
                    pass: do nothing
                add 5 to your money
    """, (0, "earn(1)"), (1, "earn(3)"))  # fmt: skip
    assert [track(game, "money", f"player{seat}") for seat in (1, 2)] == ["1", "8"]


def test_end_rule_in_an_option_ends_the_rule_for_all() -> None:
    game = started("""
        rule once:
            each player secretly chooses one:
                stop:
                    do note(1)
                    end rule
                go: do note(2)
            do note(3)
        play:
            do once
            do note(4)
    """, (1, "go"), (0, "stop"))  # fmt: skip
    assert trace(game) == "14"


def test_a_secret_menu_can_be_saved_in_the_middle() -> None:
    game = started(MENU, (1, "steal(player1)"), players="3")
    again = Game.load(small(MENU, "3"), game.save())
    assert again.deciding == (0, 2) and again.freeze() == game.freeze()
    for one in (game, again):
        one.apply("build(2)", 0)
        one.apply("pass", 2)
    assert trace(game) == trace(again) == "279"


def test_a_deal_in_the_middle_draws_what_others_chose_anew() -> None:
    game = started(MENU, (1, "steal(player1)"), players="3")
    seen = set()
    for seed in range(40):
        dealt = game.deal(0, seed)
        assert dealt is not None and dealt.deciding == (0, 2)
        assert dealt.view(0) == game.view(0) and keys(dealt, 0) == keys(game, 0)
        dealt.apply("pass", 0)
        dealt.apply("pass", 2)
        seen.add(trace(dealt))
    assert len(seen) > 3  # more than one way to go on was thought of
    assert trace(game) == "0"


def test_a_deal_keeps_what_the_player_chose() -> None:
    game = started(MENU, (1, "build(3)"), players="3")
    for seed in range(10):
        dealt = game.deal(1, seed)
        assert dealt is not None
        dealt.apply("pass", 0)
        dealt.apply("pass", 2)
        assert trace(dealt) == "939"


# ---------------------------------------------------------------- several things at once

TWO = """
track best of each player: number 0 to 99
play:
    each player secretly chooses a from 1 to 3, b from 4 to 6 such that a + b is not 7
    for each p in players: set best of p to a of p * 10 + b of p
    for each p in players: do note(a of p)
"""
SEVERAL = """
play:
    each player secretly chooses {how} ns from [4, 5, 6]
    for each p in players:
        for each n in ns of p: do note(n)
"""


def test_two_things_are_chosen_together() -> None:
    game = started(TWO)
    assert keys(game, 0) == ("1, 4", "1, 5", "2, 4", "2, 6", "3, 5", "3, 6")
    game.apply("2, 6", 1)
    assert trace(game) == "0"
    game.apply("3, 5", 0)
    assert [track(game, "best", f"player{seat}") for seat in (1, 2)] == ["35", "26"]
    assert trace(game) == "32"


@pytest.mark.parametrize(
    ("how", "first", "second", "noted"),
    [
        ("exactly 2", [2, 0], [1, 2], "4656"),
        ("up to 2", [], [1], "5"),
        ("any number of", [0, 1], [2], "456"),
        ("order of", [2, 0, 1], [0, 1, 2], "645456"),
    ],
)
def test_several_of_one_set_are_chosen_secretly(
    how: str, first: list[int], second: list[int], noted: str
) -> None:
    game = started(SEVERAL.format(how=how))
    request = game.request(1)
    assert request is not None and request.kind == "several" and request.secret
    game.apply(second, 1)
    assert game.deciding == (0,)
    game.apply(first, 0)
    assert trace(game) == noted
