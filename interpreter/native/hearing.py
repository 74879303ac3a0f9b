"""Events from what native code noted, as the reference keeps them.

In: the numbers that `runtime/hearing.h` left while an answer was carried out. Out: raw events in order, and
who chose what lies in which slot. Notes are read when somebody asks for them; until then a game keeps them as
they are, answer by answer (`Heard`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.backend import SLOTS
from interpreter.native.positions import Reader
from interpreter.native.shapes import SITE, is_list
from interpreter.native.unit import NONE, Unit
from rulelang.ir import instructions as do

Event = tuple[Any, ...]
Told = dict[tuple[int, int], int | None]
(CHOSEN, MOVE, SET, REVEAL, SHUFFLE, ROLL, PICK, SAY, TURN, ROUND, TURNS_OVER, OVER) = range(12)
MOST_UNREAD = 64  # answers whose events are not made yet: the positions that they need take room
NOBODY: Told = {}


class Heard:
    """What happened since the answer before: notes, or once they are read the events so far.

    `answered` makes the event of the answer itself, of the position in which it was given.
    """

    __slots__ = ("answered", "before", "log", "notes", "told", "unread")

    def __init__(
        self, before: Heard | None, notes: bytes, answered: Callable[[], Event | None] | None
    ) -> None:
        self.before, self.notes, self.answered = before, notes, answered
        self.log: Any = None  # the reference's linked list, once it is read
        self.told: Told = NOBODY
        self.unread = 0
        if answered is not None:
            self.unread = 1 if before is None else before.unread + 1


def _some(value: int) -> int | None:
    return None if value == NONE else value


class Listener:
    """Reads the notes of one program."""

    def __init__(self, unit: Unit, reader: Reader, track_starts: Sequence[int], hushed: Any) -> None:
        self.unit, self.reader, self.layout, self.program = unit, reader, unit.layout, unit.program
        self.tracks = {
            start: index for index, start in enumerate(track_starts[: len(unit.layout.track_names)])
        }
        self.hushed = hushed  # menus whose answer nobody hears of

    def read(self, last: Heard) -> Heard:
        """The same with all of its events at hand."""
        chain: list[Heard] = []
        one: Heard | None = last
        while one is not None and one.log is None:
            chain.append(one)
            one = one.before
        log, told = ((), {}) if one is None else (one.log, one.told)
        for link in reversed(chain):
            told = dict(told)
            event = None if link.answered is None else link.answered()
            if event is not None:
                log = (event, log)
            for heard in self._events(link.notes, told):
                log = (heard, log)
            link.log, link.told, link.before, link.answered, link.notes = log, told, None, None, b""
            link.unread = 0
        return last

    def _events(self, notes: bytes, told: Told) -> list[Event]:
        cells, at, found = array("q", notes), 0, []
        while at < len(cells):
            what, count, place = cells[at : at + 3]
            rest = cells[at + 3 : at + 3 + count].tolist()
            at += 3 + count
            if what == CHOSEN:
                self._chosen(rest, told)
            else:
                found.append(self._event(what, (place // SITE, place % SITE), rest))
        return found

    def _chosen(self, rest: list[int], told: Told) -> None:
        height, number, by, option = rest
        question = self.unit.questions[number]
        instr: Any = self.program.bodies[question.body].code[question.pc]
        if isinstance(instr, do.Menu):
            if (question.body, question.pc) in self.hushed:
                for slot in instr.entries[option].slots:
                    told[height, SLOTS + slot] = _some(by)
        elif not isinstance(instr, do.May):
            told[height, SLOTS + instr.slots[0]] = _some(by)

    def _event(self, what: int, site: tuple[int, int], rest: list[int]) -> Event:
        if what == MOVE:
            item, source, zone, known, place, seers = rest
            event: Event = ("move", site, item, source, zone, known, *((place,) if place >= 0 else ()))
            return event if seers < 0 else (*event, *(() if place >= 0 else (None,)), seers)
        if what == SET:
            return self._set(site, *rest)
        if what == REVEAL:
            count = len(rest) // 3
            parts = (tuple(rest[1 + k * count : 1 + (k + 1) * count]) for k in range(3))
            items, before, zones = parts
            return ("reveal", site, items, rest[0], before, zones)
        if what == PICK:
            instr: Any = self._instr(site)
            return ("pick", site, _some(rest[0]) if instr.amount is None else tuple(map(_some, rest)))
        if what == ROLL:
            return ("roll", site, self._instr(site).die, *rest)
        if what == SAY:
            return self._said(site, rest)
        if what == OVER:
            winners = tuple(p for p in range(self.layout.players) if rest[0] >> p & 1)
            return ("over", site, winners, self.unit.reasons[rest[1]])
        name = {SHUFFLE: "shuffle", TURN: "turn", ROUND: "round", TURNS_OVER: "turns_over"}[what]
        return (name, site, *map(_some, rest))

    def _set(self, site: tuple[int, int], cell: int, mask: int, old: Any, new: Any, *lists: int) -> Event:
        index = self.tracks[cell]
        if is_list(self.program.tracks[self.layout.track_names[index][0]].type):
            had: int = 0 if old == NONE else old
            old = None if old == NONE else tuple(map(_some, lists[:had]))
            new = None if new == NONE else tuple(map(_some, lists[had:]))
        else:
            old, new = _some(old), _some(new)
        return ("set", site, index, old, new, mask & self.layout.track_sees[index])

    def _instr(self, site: tuple[int, int]) -> Any:
        return self.program.bodies[site[0]].code[site[1]]

    def _said(self, site: tuple[int, int], rest: list[int]) -> Event:
        instr, values, at = self._instr(site), list[Any](), 0
        for part in instr.parts:
            if is_list(part.type):
                length = rest[at]
                values.append(tuple(map(_some, rest[at + 1 : at + 1 + length])))
                at += 1 + length
            else:
                values.append(_some(rest[at]))
                at += 1
        return ("say", site, instr.message, tuple(part.type for part in instr.parts), tuple(values))
