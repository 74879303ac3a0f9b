"""Settings: what people choose before the game, also none of the values."""

from __future__ import annotations

from typing import Any

import pytest

import rulelang
from interpreter.game import Game
from interpreter.game.machines import machine_for
from interpreter.native.choosing import native_for
from tests.helpers import compile_text
from tests.native.lockstep import compare

GAME = """
game chosen for 2 players

kind colour: red, blue
setting goal: number 2 to 4 or none default none
setting first_colour: colour or none default blue
track points of each player: number 0 to 9 starting 0

play:
    turns from seat(1) until any p in players where points of p is at least wanted:
        choose one:
            one: add 1 to your points
            two when first_colour is red: add 2 to your points
            three when first_colour is none: add 3 to your points

value wanted:
    when goal is none: 6
    otherwise: goal

ranking of p: highest points of p
"""


@pytest.mark.parametrize(
    ("settings", "keys", "answers"),
    [
        ({}, ["one"], 11),
        ({"goal": 2}, ["one"], 3),
        ({"goal": "3", "first_colour": "red"}, ["one", "two"], 5),
        ({"goal": None, "first_colour": None}, ["one", "three"], 11),
        ({"goal": "none", "first_colour": "none"}, ["one", "three"], 11),
    ],
)
def test_a_setting_may_be_none(settings: dict[str, Any], keys: list[str], answers: int) -> None:
    game = Game.new(compile_text(GAME), settings=settings, forced="ask")
    request = game.request()
    assert request is not None and [option.key for option in request.options] == keys
    count = 0
    while not game.over:
        game.apply("one")
        count += 1
    assert count == answers


@pytest.mark.parametrize("value", [1, 5, "5", "nothing", 2.5, "", [2]])
def test_what_it_cannot_be(value: Any) -> None:
    with pytest.raises(rulelang.PlayError, match="`goal` is a number from 2 to 4, or none, not"):
        Game.new(compile_text(GAME), settings={"goal": value})


def test_both_backends_know_it() -> None:
    program = compile_text(GAME)
    for chosen in ({}, {"goal": None, "first_colour": None}, {"goal": 3, "first_colour": 0}):
        native = native_for(machine_for(program, 2, chosen).layout)
        assert native is not None
        assert compare(program, 2, chosen, range(3)).decisions > 3
