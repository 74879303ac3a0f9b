"""Practice in native code: the same deals, answers and values as `interpreter/practice.py`, many times
faster.

In: a position of the reference and the seat that thinks. Out: a `Practice`. Where native code has to leave
something to the reference, the deal goes on there: it is dealt again and what was done is done again.
"""

from __future__ import annotations

import ctypes
from typing import Any

from interpreter.backend import Backend, Position
from interpreter.native.dealing import plan_of
from interpreter.native.engine import Bailed, Native
from interpreter.native.playing import NativePosition
from interpreter.native.positions import KINDS
from interpreter.native.unit import NONE
from interpreter.practice import MANY, Asked, Outcome, Practising, returns_of
from rulelang.limits import STEPS_OF_A_TRY

_MASK = (1 << 64) - 1


class NativePractice:
    def __init__(self, native: Native, machine: Backend, state: Position, player: int) -> None:
        self.native, self.machine, self.player = native, machine, player
        self.players = machine.layout.players
        self.reference = Practising(machine, state, player)
        self.room = room = native.room()
        self.root, self._spare = native.State(), native.State()
        self._root_at = ctypes.addressof(self.root)
        own: Any = state
        if type(own) is NativePosition and own.moved is None:
            ctypes.memmove(self._root_at, own.data, len(own.data))
            self.root.serial = 0
            self.plan: Any = self._planned(own.whole)
        else:
            native.encoder.fill(own.plain, self.root)
            self.plan = self._planned(own.plain)
        self._plan_at = 0 if self.plan is None else ctypes.addressof(self.plan)
        self._given_at = ctypes.addressof(room.given)
        self.questions = native.unit.questions
        self.points, self.together = _points_of(machine), machine.program.ranking is None
        self.seed, self.done, self.left = 0, list[Any](), False
        self.before = 0
        self.dealt_here = False  # not by the reference

    def _planned(self, state: Position) -> Any:
        room, native = self.room, self.native
        native.copy(room.at, self._root_at)
        if room.state.waiting:
            room.state.pwho, room.state.serial = self.player, 0
        try:
            rows = [cell for row in room.options_now() for cell in row]
        except Bailed:
            return None
        return plan_of(self.machine, state, self.player, native.encoder, self._spare, rows, room.stride)

    def open(self) -> bool:
        return self.reference.open()

    # ------------------------------------------------------------ the deal
    def deal(self, seed: int) -> bool:
        self.seed, self.left = seed, False
        self.done.clear()
        room = self.room
        if self._plan_at:
            code: int = self.native.deal(
                room.at, self._root_at, room.engine, self._plan_at, seed & _MASK, self._given_at
            )
            if code >= 0:
                state = room.state
                if state.left > STEPS_OF_A_TRY:
                    state.left, state.floor = STEPS_OF_A_TRY, 0
                self.before, self.dealt_here = state.left, True
                return code == 0
        self.dealt_here = False
        if not self.reference.deal(seed):
            return False
        try:
            room.fill(self.reference.state)
        except Exception:
            self.left = True
        self.before = room.state.left
        return True

    def _to_the_reference(self) -> Practising:
        """Native code left something to the reference: it begins again and goes on there."""
        reference, self.left = self.reference, True
        reference.deal(self.seed)
        for what, *rest in self.done:
            if what == "give":
                reference.give(*rest)
            else:
                reference.play_on(*rest)
        return reference

    # ------------------------------------------------------------ the game
    @property
    def last(self) -> int:
        return self.reference.last if self.left else int(self.room.given[0])

    @property
    def whose(self) -> int | None:
        if self.left:
            return self.reference.whose
        active = self.room.state.active
        return None if active == NONE else int(active)

    def asked(self) -> Asked | None:
        if self.left:
            return self.reference.asked()
        state = self.room.state
        kind = state.pk
        if not kind:
            return None
        try:
            options = self.room.keys()
        except Bailed:
            return self._to_the_reference().asked()
        question = self.questions[state.pq]
        several = (state.plow, state.phigh, question.ordered) if KINDS[kind] == "several" else None
        return Asked(state.pwho, (question.body, question.pc), options, several, question.secret)

    def give(self, answer: int | tuple[int, ...]) -> None:
        if not self.left:
            try:
                self.room.give(answer)
            except Bailed:
                self._to_the_reference()
            else:
                self.done.append(("give", answer))
                return
        self.reference.give(answer)

    def play_on(self, dice: int, most: int, turns: int = MANY, looks: int = 1, team: bool = False) -> int:
        if not self.left:
            try:
                after = self.room.play_on(dice, most, turns, looks, self.points, team)[1]
            except Bailed:
                self._to_the_reference()
            else:
                self.done.append(("play", dice, most, turns, looks, team))
                return after
        return self.reference.play_on(dice, most, turns, looks, team)

    def outcome(self) -> Outcome:
        if not self.left:
            try:
                return self._outcome()
            except Bailed:
                self._to_the_reference()
        return self.reference.outcome()

    def _outcome(self) -> Outcome:
        room, state = self.room, self.room.state
        points = room.look_at_each(self.points) if self.points else None
        if not state.over:
            return Outcome(None, False, points, self.together)
        winners = [p for p in range(self.players) if state.winners >> p & 1]
        over = (winners, self.native.unit.reasons[state.reason])
        payoffs = room.look_at_each("payoff") if self.machine.payoff_of is not None else None
        divisors = room.look_at_each("divisor") if self.machine.divisor_of is not None else None
        returns = returns_of(self.players, over, payoffs, divisors)
        return Outcome(returns, payoffs is not None, points, self.together)

    @property
    def steps(self) -> int:
        return self.reference.steps if self.left else int(self.before - self.room.state.left)


def _points_of(machine: Backend) -> str:
    if machine.outlook_of is not None:
        return "outlook"
    return "rank" if machine.ranks else "score" if machine.score_of is not None else ""
