"""The beginning of a game as a program: the same setup, and none of the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve

from interpreter.python.machine import Machine
from rulelang.ir.nodes import Program
from rulelang.ir.opening import opening_of
from tests.helpers import definition, definition_folders, small

ABILITIES = """
card coin:
    size: number 0 to 9
coin copper:
    size: 1
coin silver:
    size: 2
zone bank: set of coin, public
zone purse: pile of coin, public
track full: number 0 to 9
track seen: number 0 to 99
value worth(coin): coin.size
change worth(c): result + 1
whenever c enters purse: add worth(c) to full
whenever full changes: add 1 to seen
rule fill: move every coin to purse
before fill: do note(1)
rule never: do note(9)
setup:
    move every coin to bank
    do fill
must hold: full is 5
must hold: seen > 0
play:
    do never
    end game
"""


def without_play(program: Program) -> Program:
    rules = [
        evolve(rule, key=None, cases=(), default=None, hooks=()) if number == program.play else rule
        for number, rule in enumerate(program.rules)
    ]
    return evolve(program, rules=tuple(rules), ranking=None)


def after_setup(program: Program, players: int, seed: int) -> tuple[Any, ...]:
    state = Machine(program, players, {setting.name: setting.default for setting in program.settings}).start(
        seed
    )
    return state.z, state.t, state.loc, state.known, state.log, state.left


def programs() -> Iterator[Any]:
    for name in definition_folders():
        yield pytest.param(lambda name=name: definition(name), id=name)
    yield pytest.param(lambda: small(ABILITIES), id="abilities")


@pytest.mark.parametrize("made", list(programs()))
def test_a_setup_is_what_it_was(made: Any) -> None:
    program = made()
    short = opening_of(program)
    for players in {program.players[0], program.players[1]}:
        for seed in (0, 7):
            assert after_setup(short, players, seed) == after_setup(without_play(program), players, seed)


def test_what_a_setup_does_not_come_to_is_left_out() -> None:
    program = small(ABILITIES)
    short = {body.name: len(body.code) for body in opening_of(program).bodies}
    whole = {body.name: len(body.code) for body in program.bodies}
    assert short["never"] == 1 < whole["never"]
    assert short["fill"] == whole["fill"]
