"""Small games in which seat 2 is asked while the rules know what seat 1, or chance, has decided unseen.

In: nothing. Out: `ANSWERED`, definitions without their heads, by what was decided: for deals, that draw it
anew from what could be decided where it was asked.
"""

from __future__ import annotations

CARDS = """
card stone:
    size: number 1 to 9
stone one, 3 copies:
    size: 1
stone two, 3 copies:
    size: 2
stone three:
    size: 3
stone four:
    size: 4
zone deck: pile of stone, hidden
zone hand of each player: set of stone, seen by owner
track shown: number 0 to 99 starting 0

setup:
    move every stone to deck
    shuffle deck
    for each p in players: move top 3 of deck to hand of p
"""
PLAYS = {
    "options that tell of what is hidden": """
play:
    repeat 4 times:
        as seat(2):
            choose guess from 1 to 1 + count(hand of seat(1) where size is 1)
            set shown to guess
            move top of deck to hand of seat(1)
""",
    "numbers chosen together": """
play:
    repeat 4 times:
        as seat(1):
            choose any number of ns from 1 to 5
            as seat(2):
                choose guess from 1 to 3
                set shown to guess
            set shown to count(ns)
""",
    "cards chosen together": """
play:
    repeat 4 times:
        as seat(1):
            choose exactly 2 cards from your hand
            as seat(2):
                choose guess from 1 to 3
                set shown to guess
            reveal cards
""",
    "an order": """
play:
    repeat 4 times:
        as seat(1):
            choose order of ns from 1 to 3
            as seat(2):
                choose guess from 1 to 3
                set shown to guess
            set shown to count(those n in ns where n is 2)
""",
    "numbers picked": """
play:
    repeat 4 times:
        pick 3 ns at random from [1, 2, 3, 4, 5, 6]
        as seat(2):
            choose guess from 1 to 3
            set shown to guess
        set shown to sum(ns)
""",
    "a round of numbers": """
play:
    repeat 4 times:
        each player secretly chooses n from 1 to 5
        as seat(2):
            choose guess from 1 to 3
            set shown to guess
        for each p in players: set shown to n of p
""",
    "a round of sets": """
play:
    repeat 4 times:
        each player secretly chooses exactly 2 ns from 1 to 5
        as seat(2):
            choose guess from 1 to 3
            set shown to guess
        for each p in players: set shown to count(ns of p)
""",
    "a round of cards": """
play:
    repeat 4 times:
        each player secretly chooses c from your hand
        as seat(2):
            choose guess from 1 to 3
            set shown to guess
        for each p in players: reveal c of p
""",
    "two together": """
play:
    repeat 4 times:
        as seat(1):
            choose a from 1 to 4, b from 1 to 4 such that a < b
            set shown to a
            as seat(2):
                choose guess from 1 to 3
                set shown to guess
            set shown to a + b
""",
    "a menu": """
play:
    repeat 4 times:
        as seat(1):
            choose secretly one:
                take(c in your hand, n in 1 to 3):
                    as seat(2):
                        choose guess from 1 to 3
                        set shown to guess
                    reveal c
                    set shown to n
                leave:
                    set shown to 0
""",
}
ANSWERED = {name: CARDS + play for name, play in PLAYS.items()}
