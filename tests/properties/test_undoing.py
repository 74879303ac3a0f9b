"""Taking back: refused once somebody has seen what was hidden, allowed as long as nobody has."""

from __future__ import annotations

import pytest

from interpreter.game import Game
from interpreter.knowledge.undoing import CHANCE, HIDDEN, SECRET, SHOWN, learned, refused
from rulelang.compile import compile_text
from rulelang.ir.nodes import Program

SOURCE = """
game small for 2 players

card number:
    size: number 1 to 9
number one:
    size: 1
number two:
    size: 2
number three:
    size: 3
number four:
    size: 4

zone deck: pile of number, hidden
zone table: set of number, public
zone hand of each player: set of number, seen by owner
die d6: 1, 2, 3, 4, 5, 6
track gold of each player: number 0 to 60 starting 0
kind sign: high, low

setup:
    move every number to deck
    shuffle deck
    for each p in players:
        move top of deck to hand of p

play:
    turns from first of players until gold of active >= 20:
        choose one:
            wait: add 1 to your gold
            draw when deck is not empty: move top of deck to your hand
            show when your hand is not empty: move first of your hand to table
            peek when deck is not empty:
                look at top of deck
                add 2 to your gold
            throw:
                roll d6 as thrown
                add thrown to your gold
            bet:
                each player secretly chooses call from every sign
                add 3 to your gold

ranking of p: highest gold of p
"""


@pytest.fixture(scope="module")
def program() -> Program:
    return compile_text(SOURCE)


@pytest.mark.parametrize(
    ("answers", "for_first", "for_second"),
    [
        ([], "", ""),
        (["wait", "wait"], "", ""),
        (["draw"], HIDDEN, ""),
        (["show"], "", HIDDEN),
        (["peek"], HIDDEN, ""),
        (["wait", "draw"], "", HIDDEN),
        (["throw"], CHANCE, CHANCE),
        (["wait", "throw", "wait"], CHANCE, CHANCE),
        (["bet"], "", ""),
        (["bet", "high"], "", ""),
        (["bet", "high", "low"], SECRET, SECRET),
    ],
)
def test_what_was_learned(program: Program, answers: list[str], for_first: str, for_second: str) -> None:
    before = Game.new(program, seed=4, forced="ask")
    now = before.copy()
    for answer in answers:
        now.apply(answer)
    assert learned(before, now, [0]) == for_first
    assert learned(before, now, [1]) == for_second
    assert learned(before, now, [0, 1]) == (for_first or for_second)
    assert before.answers == [] and len(now.answers) == len(answers)


# What was learned in other ways: each of these gave a secret away by taking back.
CARDS = """
game small for 2 players
card number:
    size: number 1 to 9
number one, 2 copies:
    size: 1
number two, 2 copies:
    size: 2
number three, 2 copies:
    size: 3
zone deck: pile of number, hidden
zone heap: pile of number, public
zone hand of each player: set of number, seen by owner
track gold of each player: number 0 to 60 starting 0
track plan of each player: number 0 to 9 starting 0 seen by owner
track fate: number 0 to 9 starting 0 hidden
ranking of p: highest gold of p
"""
WAYS = {
    "known cards are shuffled again": (
        """
setup: move every number to heap
play:
    as seat(1):
        may go_on:
            move heap to deck
            shuffle deck
            move top of deck to heap
        may stop: do nothing
""",
        ["yes"],
        (HIDDEN, HIDDEN),
    ),
    "a draw shows only in a track": (
        """
setup:
    move every number to deck
    shuffle deck
play:
    as seat(1):
        may go_on: add size of top of deck to your gold
        may stop: do nothing
""",
        ["yes"],
        (SHOWN, SHOWN),
    ),
    "a hidden track shows in an open one": (
        """
setup:
    move every number to deck
    shuffle deck
    set fate to size of top of deck
play:
    as seat(1):
        may go_on: set your gold to fate
        may stop: do nothing
""",
        ["yes"],
        (SHOWN, SHOWN),
    ),
    "a guess of what another has chosen": (
        """
play:
    as seat(2):
        choose n from 1 to 3
        as seat(1):
            choose guess from 1 to 3
            if guess is n: add 1 to your gold
            may stop: do nothing
""",
        ["1"],
        (SHOWN, ""),
    ),
    "another turn shows what is in a hand": (
        """
setup:
    move every number to deck
    shuffle deck
    for each p in players: move top 2 of deck to hand of p
play:
    as seat(1):
        may go_on:
            if any c in hand of seat(2) where c.size is 1: add 1 to your gold
        may stop: do nothing
""",
        ["yes"],
        (SHOWN, ""),
    ),
    "a hidden draw of another": (
        """
setup:
    move every number to deck
    shuffle deck
play:
    as seat(1):
        may go_on: move top of deck to hand of seat(2)
        may stop: do nothing
""",
        ["yes"],
        ("", HIDDEN),
    ),
    "what is noted in secret is noted by its owner": (
        """
play:
    as seat(1):
        choose n from 1 to 9
        set your plan to n
        may stop: do nothing
""",
        ["4"],
        ("", ""),
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_was_learned_in_other_ways(way: str) -> None:
    body, answers, expected = WAYS[way]
    before = Game.new(compile_text(CARDS + body), seed=4)
    while before.deciding == (1,):
        before.apply(1)
    now = before.copy()
    for answer in answers:
        now.apply(answer)
    assert not now.over
    assert tuple(learned(before, now, [player]) for player in (0, 1)) == expected


DEAR = SOURCE.replace("            wait: add 1 to your gold\n", """\
            wait:
                for each k in 1 to 5:
                    if (any a in numbers where a is count(those b in numbers where b is 0)): do nothing
                add 1 to your gold
""").replace("kind sign", "value numbers: gather([n] for each n in 1 to 1000)\nkind sign").replace(
    "number four:\n", "".join(f"number more_{n}:\n    size: 9\n" for n in range(20)) + "number four:\n"
)  # fmt: skip


def test_where_trying_takes_too_much_nothing_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty games of 40,000,000 steps each took half a minute."""
    before = Game.new(compile_text(DEAR), seed=1)
    now, tried = before.copy(), list[int]()
    now.apply("wait")
    assert now.steps - before.steps > 30_000_000
    deal = Game.deal
    monkeypatch.setattr(Game, "deal", lambda game, *words: tried.append(1) or deal(game, *words))
    assert learned(before, now, [0]) == SHOWN
    assert 2 <= len(tried) <= 12


def test_what_lies_open_is_not_tried_again(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is hidden every deal is the same game: forty of them took a second on a board."""
    everything_open = SOURCE.replace(", hidden", ", public").replace(", seen by owner", ", public")
    before = Game.new(compile_text(everything_open), seed=1)
    now, played = before.copy(), list[int]()
    now.apply("wait")
    apply = Game.apply
    monkeypatch.setattr(Game, "apply", lambda game, *words: played.append(1) or apply(game, *words))
    assert learned(before, now, [0]) == "" and len(played) == 2  # what happened, and what was seen
    played.clear()
    before = Game.new(program, seed=1)
    now = before.copy()
    now.apply("wait")
    assert learned(before, now, [0]) == "" and len(played) > 3


# Whether the second player is told something unseen depends on a card that the first one cannot know.
UNSEEN = """
track told of each player: number 0 to 9 starting 0 seen by owner
setup:
    move every number to deck
    shuffle deck
    move top of deck to hand of seat(2)
play:
    as seat(1):
        may press:
            if any c in hand of seat(2) where size is 1: set told of seat(2) to size of top of deck
    as seat(2):
        may stop: do nothing
"""


def test_what_others_learn_unseen_is_not_heard_in_a_refusal() -> None:
    """Whether it was refused told the first player what the other one holds."""
    program, by_card = compile_text(CARDS + UNSEEN), {}
    for seed in range(12):
        before = Game.new(program, seed=seed)
        now = before.copy()
        now.apply("yes")
        other = learned(before, now, [1])
        by_card[other] = refused(before, now, 0, [0, 1])
    assert by_card == {"": SHOWN, SHOWN: SHOWN}
    assert refused(before, now, 0, [0]) == ""


@pytest.mark.parametrize(("answer", "why"), [("wait", ""), ("draw", HIDDEN), ("throw", CHANCE)])
def test_whoever_asks_is_told_what_holds_and_the_game_before_is_as_it_was(
    program: Program, answer: str, why: str
) -> None:
    """The game before is the one that is played on; once it was played to the end by asking."""
    before = Game.new(program, seed=3)
    now, as_it_was = before.copy(), before.state.freeze()
    now.apply(answer)
    assert refused(before, now, 0, [0, 1]) == why
    assert before.state.freeze() == as_it_was and not before.answers
