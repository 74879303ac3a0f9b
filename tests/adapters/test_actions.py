"""Every answer has its numbers, the same in every game of a definition."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from interpreter.adapters.actions import WAIT, Actions, actions_of
from interpreter.adapters.asking import Table
from interpreter.errors import IllegalAnswer
from interpreter.game import Game
from tests.helpers import definition, definition_folders, small, started

every_definition = pytest.mark.parametrize("name", definition_folders())


@every_definition
def test_numbers_are_fixed_and_each_means_one_thing(name: str) -> None:
    program = definition(name)
    table = dict(Actions(program).table())
    assert table == dict(Actions(program).table())
    assert list(table) == list(range(len(table))) and table[WAIT] == "wait"
    assert len(set(table.values())) == len(table)


def reached(table: Table, player: int) -> set[object]:
    """All answers that steps lead to from here."""
    found: set[object] = set()
    ask = table._ask(player)
    assert ask is not None

    def walk(begun: object) -> None:
        for number in ask.legal(begun):
            after = ask.after(begun, number)
            if isinstance(after, int | tuple):
                assert after not in found, "two ways lead to one answer"
                found.add(after)
            else:
                walk(after)

    walk(table.begun[player])
    return found


@every_definition
def test_steps_lead_to_every_answer_once(name: str) -> None:
    program, rng = definition(name), random.Random(4)
    for players in sorted(set(program.players)):
        table = Table(Game.new(program, players, 11, events=False))
        for _ in range(60):
            if table.game.over:
                break
            player = rng.choice(table.deciding)
            request = table.game.request(player)
            answers = list(islice(request.answers(), 2000))
            if len(answers) < 2000:
                found = reached(Table(table.game), player)
                labels = {request.options[i].key for a in answers for i in (a if request.several else [a])}
                same = {request.options[i].key for a in found for i in (a if request.several else [a])}
                assert labels == same
                assert len(found) == len(set(answers)) or len(labels) < len(request)
            table.act(player, rng.choice(table.legal(player)))


SEVERAL = """
card card from "cards.yaml"
zone table: set of card, public
setup:
    move every card to table
play:
    as seat(1):
        choose {how} 2 picked from table
        do note(count(picked))
"""
CARDS = "a: {}\nb: {}\nc: {}\n"


def names(table: Table) -> list[str]:
    return [table.actions.name(n) for n in table.legal(0)]


def test_several_things_are_taken_one_by_one() -> None:
    from rulelang.compile import compile_text
    from tests.helpers import HEAD

    program = compile_text(HEAD.format(players="2") + SEVERAL.format(how="up to"), {"cards.yaml": CARDS})
    table = Table(Game.new(program))
    assert names(table) == [f"play.picked: {end}" for end in ("a", "b", "c", "done")]
    table.act(0, table.legal(0)[1])
    assert names(table) == ["play.picked: c", "play.picked: done"]  # in order: each selection in one way
    table.act(0, table.legal(0)[0])
    assert table.game.over and table.game.view(0).track("trace").value == 2


def test_large_numbers_are_told_by_their_digits() -> None:
    game = started("play:\n    as seat(1):\n        choose n from 0 to 4321\n        set trace to n\n")
    table = Table(game)
    assert names(table)[0] == "play.n: number, 1,000s: 0" and len(names(table)) == 5
    for digit in (4, 3, 2):
        table.act(0, table.legal(0)[digit])
    assert len(table.legal(0)) == 2  # 4320 or 4321
    table.act(0, table.legal(0)[1])
    assert game.view(0).track("trace").value == 4321


def test_steps_that_can_go_one_way_are_not_asked() -> None:
    low = "track low: number 0 to 4321 starting 4319\n"
    game = started(
        f"{low}play:\n    as seat(1):\n        choose n from low to 4321\n        set trace to n\n"
    )
    table = Table(game)
    assert names(table) == ["play.n: number, 10s: 1", "play.n: number, 10s: 2"]
    table.act(0, table.legal(0)[0])
    assert game.over and game.view(0).track("trace").value == 4319


def test_an_illegal_number_says_what_is_legal() -> None:
    table = Table(started("play:\n    as seat(1):\n        may go:\n            do note(1)\n"))
    with pytest.raises(IllegalAnswer, match=r"cannot take action 99 now; legal are 1 \(play.go: yes\)"):
        table.act(0, 99)
    with pytest.raises(IllegalAnswer, match="nothing to decide"):
        table.act(1, 1)
    assert not table.game.over


PAIRS = """
play:
    as seat(1):
        choose one:
            go(a in 1 to 40, b in 1 to 40):
                set trace to a * 100 + b
            stay:
                do note(1)
"""


def test_a_combination_too_many_is_asked_part_by_part() -> None:
    program = small(PAIRS)
    assert actions_of(program).count == 1 + 1 + 40 + 40 + 1  # wait, go, each of both parts, stay
    table = Table(Game.new(program))
    assert names(table) == ["play: go(…)", "play: stay"]
    for number in (0, 6, 8):
        table.act(0, table.legal(0)[number])
    assert table.game.view(0).track("trace").value == 709
