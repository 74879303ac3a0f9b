"""Definitions that go on for ever although each answer comes in time, for games in which nobody sits.

Each answer takes less than it may, and the game takes far too long; so does a bot that thinks about it, and
so do a hundred of these games.
"""

from __future__ import annotations

from tests.hostile.definitions import NUMBERS, PLAY, Hostile, game

ALONE = "one that bots play alone may take"
GIVEN_UP = "given up after 1 of 100 games"
ACTS = "rule act: set t to 0\n" + "".join(f"before act when t > {n}: set t to {n}\n" for n in range(1000))
SIMULATE = ("simulate", ".", "-n", "100", "-j", "1")


def seats(bot: str) -> tuple[str, ...]:
    return tuple(f"{bot},{bot}" if word == "random,random" else word for word in PLAY)


def asked_often(dear: str, head: str = "") -> str:
    return game(f"    while t is 0:\n{dear}        choose n from 1 to 90 by seat(1)", head)


LOOKED = (
    "        for each k in 1 to 5:\n            if (any a in numbers where a is {}): do nothing\n".format(
        "count(those b in numbers where b is 0)"
    )
)
GATHERED = (
    "        for each k in 1 to 55:\n"
    "            if count(gather(gather(numbers for each a in 1 to 3) for each b in 1 to 10)) is 3:\n"
    "                set t to 2\n"
)
CALLED = "        for each k in 1 to 800: do act\n"
SETS = asked_often(LOOKED, NUMBERS.replace("5000", "1000"))

AMONG_BOTS = [
    Hostile("answers that are dear", ALONE, line=8, rules=SETS),
    Hostile("answers that are dear, to a bot that looks", ALONE, line=8, rules=SETS, command=seats("greedy")),
    Hostile(
        "answers that are dear, to a bot that searches", ALONE, line=8, rules=SETS, command=seats("search")
    ),
    Hostile("answers that are dear, a hundred games", GIVEN_UP, line=8, rules=SETS, command=SIMULATE),
    Hostile("sets before every answer", ALONE, line=9, rules=asked_often(GATHERED, NUMBERS)),
    Hostile(
        "sets before every answer, to a bot that searches", ALONE, line=9,
        rules=asked_often(GATHERED, NUMBERS), command=seats("search"),
    ),
    Hostile("abilities before every answer", ALONE, line=1007, rules=asked_often(CALLED, ACTS)),
    Hostile(
        "abilities before every answer, a hundred games", GIVEN_UP, line=1007,
        rules=asked_often(CALLED, ACTS), command=SIMULATE,
    ),
    Hostile("answers without end", "bots have given 3,001 answers", line=5, rules=asked_often("")),
    Hostile(
        "answers without end, a hundred games", "given up after 5 of 100 games", rules=asked_often(""),
        command=SIMULATE,
    ),
]  # fmt: skip
