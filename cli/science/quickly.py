"""Random games as native code plays them: the same games, the same counts, many times faster.

In: a program, players and settings. Out: for a seed what `Match.one` would find out, or None where the
reference has to play that game: an error in the rules, a game without an end or of too many steps, a program
that is not played natively.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from attrs import frozen

from cli.science.counting import label
from cli.science.observing import held_in
from interpreter.backend import TAKE
from interpreter.layout import Layout
from interpreter.native.asks import Question
from interpreter.native.choosing import native_for
from interpreter.native.engine import Bailed, Room
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Program
from rulelang.limits import STEPS_AMONG_BOTS, STEPS_OF_A_GAME


@frozen
class Quick:
    """One game that was played out."""

    decisions: Counter[tuple[str, str]]
    rules: Counter[str]
    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None
    held: tuple[tuple[str, str, int], ...]


class QuickGames:
    def __init__(self, layout: Layout, room: Room, counts: bool) -> None:
        self.layout, self.room, self.counts = layout, room, counts
        self.program = layout.program
        self.changes = [label(hook) for hook in self.program.hooks]
        self.bodies = [body.name for body in self.program.bodies]
        self.asked = [asked_as(self.program, question) for question in room.native.unit.questions]

    def one(self, seed: int, dice: Sequence[int], limit: int) -> Quick | None:
        room, players = self.room, self.layout.players
        room.count(True)
        room.native.played()
        try:
            room.play(seed, dice, limit, TAKE)
            state = room.state
            if state.pk or STEPS_OF_A_GAME - state.left > STEPS_AMONG_BOTS:
                return None
            scored = self.program.score is not None
            scores = tuple(room.looked("score", p) for p in range(players)) if scored else None
        except Bailed:
            return None
        decisions: Counter[tuple[str, str]] = Counter()
        for name, times in zip(self.asked, room.asked[:], strict=False):
            if times:
                decisions[name] += times
        winners = tuple(p for p in range(players) if state.winners >> p & 1)
        reason = room.native.unit.reasons[state.reason]
        return Quick(decisions, self._rules(), winners, reason, scores, tuple(self._held()))

    def _rules(self) -> Counter[str]:
        found: Counter[str] = Counter()
        if not self.counts:
            return found
        # A list is read at once, cell by cell takes long.
        for names, counted in ((self.changes, self.room.changed), (self.bodies, self.room.begun)):
            for name, times in zip(names, counted[:], strict=False):
                if times:
                    found[name] += times
        return found

    def _held(self) -> list[tuple[str, str, int]]:
        return held_in(self.program, self.layout, self.room.cards)


def asked_as(program: Program, question: Question) -> tuple[str, str]:
    """A question's kind and name, as requests have them."""
    body = program.bodies[question.body]
    match body.code[question.pc]:
        case do.Choose(prompt=name) | do.May(name=name) | do.Secret(prompt=name):
            return question.kind, f"{body.name}.{name}"
    return question.kind, body.name


def quick_games(layout: Layout, counts: bool) -> QuickGames | None:
    native: Any = native_for(layout)
    return None if native is None else QuickGames(layout, Room(native), counts)
