"""The facade's games in native code: a backend beside the reference, equal to it in everything but time.

In: a definition as the reference has it, and the same as native code. Out: positions that are the memory of a
native state, and written as the reference has them when somebody looks. What native code leaves (a mistake in
the rules, a list that is too long) the reference does, and it plays that game to its end.

A thread has one place to play, its `Table`. A position is bytes that never change, so a copy is a reference
to them; the table knows whose bytes it holds, so that game after game goes on without writing them again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from struct import Struct
from typing import TYPE_CHECKING, Any

from interpreter.backend import TAKE, Shape
from interpreter.native.engine import Native
from interpreter.native.hearing import MOST_UNREAD, Heard, Listener
from interpreter.native.positions import KINDS
from interpreter.native.table import Table
from interpreter.pending import Pending
from rulelang.ir.expressions import Expr

if TYPE_CHECKING:
    from interpreter.knowledge.sight import Eyes, Sight
    from interpreter.python.machine import Machine
    from interpreter.python.state import State

CHOICES, EVERYTHING = 1, 2  # what is listened to: who chose what, or all that happens
NOTHING, ONE, SEVERAL, MENU, MAY, CHANCE = range(len(KINDS))
_MASK = (1 << 64) - 1
_LIMITS = Struct("qq").unpack_from


class Seen:
    """What was worked out about a position when somebody looked; copies of the position share it."""

    __slots__ = ("pending", "plain", "table", "who", "whole")

    def __init__(self) -> None:
        self.whole: State | None = None
        self.table: State | None = None
        self.plain: State | None = None
        self.who: tuple[int | None, ...] | None = None
        self.pending: Any = None

    def asked(self, backend: NativeBackend, data: bytes, question: int) -> Pending:
        """The question of one player alone."""
        if self.pending is None:
            self.pending = backend.asked(data, question)
        found: Pending = self.pending
        return found


class NativePosition:
    """One game in one moment; see `interpreter/backend.py`. It is the reference's where it had to go on."""

    __slots__ = (
        "_seen", "backend", "begun", "choices", "data", "events", "heard", "kind", "moved", "outcomes",
        "played", "question", "simple",
    )  # fmt: skip

    def __init__(self, backend: NativeBackend, begun: tuple[Any, ...], events: bool) -> None:
        self.backend, self.begun, self.events = backend, begun, events
        self.played: tuple[Any, ...] = ()
        self.heard: Heard | None = None
        self.moved: State | None = None
        self.data = b""
        self.forget()

    def forget(self) -> None:
        self._seen: Seen | None = None

    def took(self, table: Table, short: int, answered: Any) -> None:
        """The position at the table is this game's now; `short` is `in_short` of runtime/play.h."""
        self.data = table.data = bytes(table.whole[: table.head + 8 * (short >> 36)])
        self.kind = kind = short & 7
        self.question = (short >> 22 & 0x3FFF) - 1
        self.choices = choices = short >> 5 & 0x1FFFF
        self.simple = choices if short & 8 else 0
        self._seen = None
        self.outcomes = tuple(row[0] for row in table.room.options()) if kind == CHANCE else ()
        if short & 16 or answered is not None:
            notes = bytes(table.notes[: 8 * table.ears.noted]) if short & 16 else b""
            self.heard = Heard(self.heard, notes, answered)
            if self.heard.unread > MOST_UNREAD:
                self.backend.listener.read(self.heard)

    def moves(self, moved: State) -> None:
        """From here on it is the reference's."""
        self.moved = moved
        self.choices, self.simple = moved.choices, moved.simple

    def copy(self) -> NativePosition:
        new = NativePosition.__new__(NativePosition)
        new.backend, new.begun, new.events = self.backend, self.begun, self.events
        new.played, new.heard, new.data = self.played, self.heard, self.data
        new.kind, new.question = self.kind, self.question
        new.choices, new.simple = self.choices, self.simple
        new.outcomes = self.outcomes
        new._seen = self._seen
        new.moved = None if self.moved is None else self.moved.copy()
        return new

    @property
    def light(self) -> bool:
        return self.moved is None

    @property
    def seen(self) -> Seen:
        found = self._seen
        if found is None:
            found = self._seen = Seen()
        return found

    # ------------------------------------------------------------ what is asked
    @property
    def secret(self) -> bool:
        return bool(0 < self.kind < CHANCE and self.backend.native.unit.questions[self.question].secret)

    @property
    def deciders(self) -> tuple[int | None, ...]:
        if self.moved is not None:
            return self.moved.deciders
        if not self.kind:
            return ()
        if self.kind == CHANCE:
            return (None,)
        seen = self.seen
        if seen.who is None:
            state = self.backend.holding(self).state
            seen.who = tuple(state.waits[: state.waiting]) if self.secret else (state.pwho,)
        return seen.who

    def asking(self) -> tuple[Shape, Callable[[], Pending]] | None:
        """What one player is asked, without listing the options; what is read later is of this moment."""
        kind = self.kind
        if self.moved is not None or not 0 < kind < CHANCE or self.secret:
            return None
        least, most = _LIMITS(self.data, self.backend.limits_at) if kind == SEVERAL else (1, 1)
        asked = partial(self.seen.asked, self.backend, self.data, self.question)
        return (KINDS[kind], self.choices, least, most), asked

    @property
    def pending(self) -> tuple[Any, ...] | None:
        if self.moved is not None:
            return self.moved.pending
        if not self.kind:
            return None
        seen = self.seen
        if self.kind != CHANCE and not self.secret:
            return seen.asked(self.backend, self.data, self.question)
        if seen.pending is None:
            seen.pending = self.backend.asked_at_once(self)
        found: Pending = seen.pending
        return found

    # ------------------------------------------------------------ the position as the reference has it
    @property
    def whole(self) -> State:
        """The same without what happened before and was remembered. Nobody may change it."""
        if self.moved is not None:
            return self.moved
        seen = self.seen
        if seen.whole is None:
            seen.whole = self.backend.decoded(self)
        return seen.whole

    @property
    def table(self) -> State:
        """What lies on the table: zones, tracks and who knows what, without the rules under way."""
        if self.moved is not None:
            return self.moved
        seen = self.seen
        if seen.table is None:
            seen.table = seen.whole or self.backend.seen(self)
        return seen.table

    def sight(self, eyes: Eyes, called: bool) -> Sight | None:
        """See `Position`."""
        if self.moved is not None:
            return None
        native = self.backend.native
        return native.sights.sight(native.sight, self.data, eyes, called)

    @property
    def plain(self) -> State:
        """All of it, for the reference to play on. Nobody may change it."""
        if self.moved is not None:
            self.moved.played = self.played
            return self.moved
        seen = self.seen
        if seen.plain is None:
            seen.plain = self.backend.written(self)
        return seen.plain

    @property
    def log(self) -> Any:
        if self.moved is not None:
            return self.moved.log
        if not self.events:
            return None
        return () if self.heard is None else self.backend.listener.read(self.heard).log

    @property
    def told(self) -> Any:
        if self.moved is not None:
            return self.moved.told
        return {} if self.heard is None else self.backend.listener.read(self.heard).told

    @property
    def over(self) -> tuple[Any, ...] | None:
        if self.moved is None and self.kind:
            return None
        return self.whole.over

    @property
    def memory(self) -> tuple[Any, ...]:
        return self.plain.memory

    def freeze(self, with_chance: bool = True) -> tuple[Any, ...]:
        return self.plain.freeze(with_chance)


def _part(name: str, source: str) -> property:
    return property(lambda position: getattr(getattr(position, source), name), doc="See `State`.")


for _name in ("z", "bag", "loc", "known", "t", "active"):
    setattr(NativePosition, _name, _part(_name, "table"))
for _name in ("frames", "blocks", "extra", "rng", "nature", "fate", "answer", "auto", "left", "floor"):
    setattr(NativePosition, _name, _part(_name, "whole"))


class NativeBackend:
    """Positions of its own, and the reference's where a game was dealt, laid out or kept."""

    name = "native"

    def __init__(self, reference: Machine, native: Native) -> None:
        self.reference, self.native = reference, native
        self._tables = threading.local()
        self.program, self.layout = reference.program, reference.layout
        self.names = reference.names
        self.limits_at = native.State.plow.offset
        self.listener = Listener(
            native.unit, native.reader, native.encoder.track_starts, reference.asking.hushed
        )
        self.score_of, self.payoff_of = _plainly(reference.score_of), _plainly(reference.payoff_of)
        self.divisor_of, self.outlook_of = _plainly(reference.divisor_of), _plainly(reference.outlook_of)
        self.starts = [_plainly(function) for function in reference.starts]
        self.ranks = [(sign, _plainly(key)) for sign, key in reference.ranks]
        self.values = [_plainly(function) for function in reference.values]

    def table(self) -> Table:
        """This thread's place to play: it is big, so it is kept."""
        found: Table | None = getattr(self._tables, "table", None)
        if found is None:
            found = self._tables.table = Table(self.native)
        return found

    # ------------------------------------------------------------ playing
    def start(self, seed: int, *, nature: bool = False, auto: int = TAKE, events: bool = True) -> Any:
        self.native.played()
        table = self.table()
        table.data = b""
        table.listen(EVERYTHING if events else CHOICES)
        short = self.native.begin(table.at, table.engine, seed & _MASK, nature, auto)
        if short < 0:
            return self.reference.start(seed, nature=nature, auto=auto, events=events)
        position = NativePosition(self, (seed, nature, auto), events)
        position.took(table, short, None)
        return position

    def answer(self, state: Any, player: int | None, answer: Any) -> None:
        if type(state) is not NativePosition:
            self.reference.answer(state, player, answer)
            return
        if state.moved is not None:
            self.reference.answer(state.moved, player, answer)
            state.moves(state.moved)
            return
        try:
            table: Table = self._tables.table
        except AttributeError:
            table = self.table()
        if table.data is not state.data:
            table.hold(state.data)
        if player is not None and state.secret and player != table.state.pwho:
            table.state.pwho, table.state.serial, table.data = player, 0, b""
        listening = EVERYTHING if state.events else CHOICES
        if table.listening != listening:
            table.listen(listening)
        if type(answer) is int:
            short = self.native.step(table.at, table.engine, answer)
        else:
            table.room.given[: len(answer)] = list(answer)
            short = self.native.step_with(table.at, table.engine, table.given_at, len(answer))
        if short < 0:
            table.data = b""  # it stopped half way
            moved = state.plain.copy()
            self.reference.answer(moved, player, answer)
            state.moves(moved)
            return
        answered = None
        if state.events:
            earlier: Any = state.copy()
            answered = partial(self.reference.asking.answered, earlier, player, answer)
        state.took(table, short, answered)

    def run(self, state: Any) -> None:
        self.reference.run(state)

    def check_answer(self, state: Any, player: int | None, answer: Any) -> None:
        self.reference.check_answer(state, player, answer)

    def answers(self, pending: tuple[Any, ...], player: int | None) -> Iterator[Any]:
        return self.reference.answers(pending, player)

    # ------------------------------------------------------------ looking
    def value_of(self, state: Any, number: int, args: tuple[Any, ...], you: int | None) -> Any:
        return self.reference.value_of(state.plain, number, args, you)

    def expression(self, expr: Expr, names: tuple[int, ...] = (0,), *, in_frame: bool = False) -> Any:
        return _plainly(self.reference.expression(expr, names, in_frame=in_frame))

    def holding(self, position: NativePosition) -> Table:
        """This thread's table with a position on it."""
        table = self.table()
        table.hold(position.data)
        return table

    def asked(self, data: bytes, question: int) -> Pending:
        table = self.table()
        table.hold(data)
        room, state = table.room, table.state
        asked = self.native.unit.questions[question]
        return self.native.reader.asked(asked, state.pwho, room.options_now(), state.plow, state.phigh)

    def asked_at_once(self, position: NativePosition) -> Pending:
        """Of chance, or of several players."""
        if position.kind == CHANCE:
            found: Pending = position.whole.pending  # type: ignore[assignment]
            return found
        question, room = self.native.unit.questions[position.question], self.holding(position).room
        return self.native.reader.at_once(room.state, question, room.parts())

    def seen(self, position: NativePosition) -> State:
        return self.native.reader.looked_at(position.data)

    def decoded(self, position: NativePosition) -> State:
        state = self.holding(position).room.decoded(position.outcomes)
        state.told = dict(position.told)
        return state

    def written(self, position: NativePosition) -> State:
        """Native code keeps of remembered positions only what tells them apart: they are played again."""
        if self.program.memories:
            state = self._played_again(position)
        else:
            state = position.whole.copy()
            state.log = position.log
        state.played = position.played
        return state

    def _played_again(self, position: NativePosition) -> State:
        seed, nature, auto = position.begun
        state = self.reference.start(seed, nature=nature, auto=auto, events=position.events)
        answers, link = [], position.played
        while link:
            answers.append(link[0])
            link = link[1]
        for who, answer in reversed(answers):
            self.reference.answer(state, who, answer)
        return state


def _plainly(function: Any) -> Any:
    """A function of the reference's positions as one of any position."""
    return None if function is None else lambda state, *args: function(state.plain, *args)
