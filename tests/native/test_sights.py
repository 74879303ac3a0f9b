"""What native code says that a seat sees is what `knowledge` finds in the same position written out.

In: every definition. Out: equal sights for every seat, for what all know and for what anybody knows, with
copies as they are and as they are called; and what is kept from look to look changes nothing.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interpreter.knowledge.copies import Copies, copies_of
from interpreter.knowledge.seeing import EVERYBODY
from interpreter.knowledge.sight import Eyes
from tests.helpers import all_definitions
from tests.native.test_facade import answer_to, both

MOST = 20


@pytest.mark.parametrize("program", [pytest.param(p, id=n) for n, p in all_definitions().items()])
def test_a_native_position_is_seen_as_the_reference_sees_it(program: Any) -> None:
    players = program.players[1]
    one, two = both(program, players, 4)
    dice, told = Random(4), 0
    layout = one.machine.layout
    copies = copies_of(layout)
    for _ in range(MOST):
        if one.over:
            break
        for player in (None, EVERYBODY, *range(players)):
            eyes = Eyes(layout, player)
            seen = eyes.glance(one.state)
            glance, called = two.state.sight(eyes, False), two.state.sight(eyes, True)
            assert copies.glance(one.state, player) == copies.glance(two.state, player) == seen
            assert copies.look(two.state, player) == copies.called(seen) == Copies(layout).called(seen)
            assert glance in (None, seen)
            assert called in (None, copies.called(seen))
            told += glance is not None
        player, answer = answer_to(one, dice)
        one.apply(answer, player)
        two.apply(answer, player)
    assert told, "native code has to see most of what is seen"


def test_where_only_the_place_tells_copies_apart_native_code_calls_them() -> None:
    for name in ("malacca", "sea_salt_and_paper", "cribbage"):
        _, game = both(all_definitions()[name], all_definitions()[name].players[0], 1)
        assert game.state.sight(copies_of(game.machine.layout)._eyes(0), True) is not None, name
