"""Going on with a game after its rules were changed.

In: a table and the changed program. Out: the answers of the table that the changed rules still allow, from
the first one on, and why the next one is not allowed. Answers are carried over by what they mean, not by
their numbers: a menu with a new entry shifts the numbers of all that follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from cli.web.live import Live, read_answer
from interpreter.errors import PlayError, RuleError
from interpreter.game import Game
from rulelang.ir.nodes import Program


@frozen
class Carried:
    answers: tuple[tuple[int, Any], ...]
    why: str = ""  # the game does not go on further than this


def carried(old: Live, program: Program, settings: Mapping[str, Any]) -> Carried:
    """The same seed and seats, and the same decisions as long as they are asked for."""
    before = old.game.restarted()
    game = Game.new(program, before.setup.players, before.setup.seed, dict(settings))
    given: list[tuple[int, Any]] = []
    for number, (seat, answer) in enumerate(old.answers, start=1):
        asked = before.request(seat)
        now = game.request(seat) if seat in game.deciding else None
        if asked is None or now is None or now.name != asked.name or now.several != asked.several:
            return Carried(tuple(given), f"at decision {number} something else is asked now")
        indices = read_answer(answer)
        keys = [asked.options[i].key for i in (indices if isinstance(indices, tuple) else (indices,))]
        try:
            index = now.index_of(keys if now.several else keys[0])
            game.apply(index, seat)
            before.apply(indices, seat)
        except (PlayError, RuleError) as error:
            return Carried(tuple(given), f"decision {number} cannot be taken now: {error}")
        given.append((seat, list(index) if isinstance(index, tuple) else index))
    return Carried(tuple(given))
