"""What was chosen together is dealt together: the parts of a silent answer fit each other in every deal."""

from __future__ import annotations

import pytest

from interpreter.game import Game
from tests.helpers import small, trace

HEAD = """
track shown: number 0 to 9 starting 0
rule note_both(n: number 1 to 4, m: number 1 to 4):
    set trace to trace * 100 + n * 10 + m
rule look_around:
    as seat(3):
        may go_on: set shown to 1
"""
FITTING = ("14", "23", "32", "41")
WAYS = {
    "two numbers": """
play:
    as seat(1):
        choose n from 1 to 4, m from 1 to 4 such that n + m is 5
        do look_around
        do note_both(n, m)
""",
    "an option that is taken in secret": """
play:
    as seat(1):
        choose secretly one:
            both(n in 1 to 4, m in 1 to 4) when n + m is 5:
                do look_around
                do note_both(n, m)
            none_of_it: do nothing
""",
    "two numbers of a secret round": """
play:
    each player secretly chooses n from 1 to 4, m from 1 to 4 such that n + m is 5
    do look_around
    do note_both(n of seat(1), m of seat(1))
""",
}
ROUND = """
play:
    each player secretly chooses one:
        both(n in 1 to 4, m in 1 to 4) when n + m is 5:
            do look_around
            do note_both(n, m)
        one_number(k in 1 to 3): set trace to trace * 100 + 50 + k
"""


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_the_parts_of_an_answer_fit(way: str) -> None:
    game = Game.new(small(HEAD + way, players="3"))
    while game.deciding != (2,) or game.request().kind != "may":
        game.apply(0, game.deciding[0])
    found = set()
    for seed in range(60):
        dealt = game.deal(2, seed)
        dealt.apply("no")
        assert dealt.over
        found.add(trace(dealt))
    assert found == set(FITTING)


def test_the_parts_of_an_option_fit_in_a_secret_round() -> None:
    """While the first answer is carried out, the second one is still hidden: option and numbers fit."""
    game = Game.new(small(HEAD + ROUND, players="3"))
    for player in (0, 1, 2):
        game.apply(0, player)
    assert game.deciding == (2,) and game.request().kind == "may"
    found = set()
    for seed in range(120):
        dealt = game.deal(2, seed)
        while not dealt.over:
            dealt.apply("no")
        first, second, own = (trace(dealt)[n : n + 2] for n in (0, 2, 4))
        assert first in FITTING and own == "14"
        found.add(second)
    assert found == {*FITTING, "51", "52", "53"}


NUMBERED = """
card stone:
    size: number 1 to 9
stone small, 6 copies:
    size: 1
stone large, 2 copies:
    size: 9
zone deck: pile of stone, hidden
zone hand of each player: set of stone, seen by owner
track round: number 0 to 9 starting 0
play:
    repeat 3 times:
        add 1 to round
        move every stone to deck
        shuffle deck
        for each p in players: move top 2 of deck to hand of p
        as seat(1):
            choose up to 1 cs from your hand where size is 9
"""


def test_a_deal_in_which_nobody_would_be_asked_is_none() -> None:
    """Without a large stone the rules go on to the next round, and ask the same there."""
    found = 0
    for seed in range(20):
        game = Game.new(small(NUMBERED), 2, seed)
        if game.over or game.view(1).track("round").value != 1:
            continue
        for number in range(20):
            dealt = game.deal(1, number)
            if dealt is not None:
                found += 1
                assert dealt.view(1).track("round").value == 1
    assert found > 20
