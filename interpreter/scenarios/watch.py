"""A machine that is watched while a scenario is played.

In: a program, a number of players and settings. Out: a machine that plays as any other, and notes what leaves
no event: decisions that were taken without asking, those that nobody could be asked, rules that began, and
answers. An unwatched machine pays nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from interpreter.game.requests import Request
from interpreter.knowledge.events import Log
from interpreter.knowledge.happening import Entry
from interpreter.pending import Pending, deciders
from interpreter.python.asking import within_options
from interpreter.python.machine import Machine
from interpreter.python.state import Frame, State
from interpreter.python.writing import Function
from interpreter.words import Words
from rulelang.ir.nodes import Program

ALONE, SKIPPED, BEGAN, ANSWERED = "alone", "skipped", "began", "answered"
MOST_KEPT = 32  # machines


@frozen
class Note:
    """Something that happened between two events: the log shows after which one."""

    kind: str
    log: Log
    body: int
    pc: int
    by: int | None = None
    pending: tuple[Any, ...] = ()  # the decision as it would have been asked
    chosen: tuple[int, ...] = ()  # which of its options


class Watching(Machine):
    def __init__(
        self,
        program: Program,
        players: int,
        settings: Mapping[str, Any],
        ran: set[tuple[int, int]] | None = None,
    ) -> None:
        self.notes: list[Note] = []
        self.noting = True
        self.reached: dict[Any, tuple[State, Any]] = {}  # positions that searches found
        super().__init__(program, players, settings, ran)
        self.value_numbers = {value.name: number for number, value in enumerate(program.values)}
        push = self.calls.push
        self.calls.push = self._pushed(push)  # type: ignore[method-assign]
        for number in range(len(program.bodies)):  # how rules enter each other without the machine
            self.names[f"b{number}_0"] = self._entered_at_once(number, self.names[f"b{number}_0"])

    def _verbs(self) -> dict[str, Function]:
        """The written code asks through us."""
        own: dict[str, Function] = {
            "ask_one": self._ask_one, "ask_several": self._ask_several, "ask_menu": self._ask_menu,
            "ask_secret": self._ask_secret,
        }  # fmt: skip
        return {**super()._verbs(), **own}

    def _entered_at_once(self, number: int, step: Any) -> Any:
        def entered(state: State, frame: Frame) -> Any:
            self.note(BEGAN, state, (number, 0), frame[2])
            return step(state, frame)

        return entered

    def note(self, kind: str, state: State, site: Any, by: int | None = None, **more: Any) -> None:
        if self.noting:
            body, pc = site
            self.notes.append(Note(kind, state.log, body, pc, by, **more))

    # ------------------------------------------------------------ what leaves no event
    def _pushed(self, push: Function) -> Function:
        def pushed(state: State, body: int, args: Sequence[Any], you: int | None) -> None:
            self.note(BEGAN, state, (body, 0), you)
            push(state, body, args, you)

        return pushed

    def _asked(self, state: State, site: Any, pending: tuple[Any, ...], asked: bool) -> bool:
        """Notes a decision that was not asked, after it was taken or skipped."""
        by, ways = pending[1], pending[4]
        if not ways:
            self.note(SKIPPED, state, site, by)
        elif not asked:
            chosen = tuple(range(len(ways) if pending[0] != "several" else pending[7]))
            self.note(ALONE, state, site, by, pending=pending, chosen=chosen)
        return asked

    def _ask_one(
        self, state: State, frame: Frame, by: int, ways: Sequence[Any], slot: int, width: int, site: Any,
        empty: int,
    ) -> bool:  # fmt: skip
        asked = self.asking.ask_one(state, frame, by, ways, slot, width, site, empty)
        return self._asked(state, site, ("one", by, *site, tuple(ways)), asked)

    def _ask_several(
        self, state: State, frame: Frame, by: int, ways: Sequence[Any], slot: int, width: int, site: Any,
        empty: int, low: int, high: int, ordered: bool,
    ) -> bool:  # fmt: skip
        asked = self.asking.ask_several(state, frame, by, ways, slot, width, site, empty, low, high, ordered)
        most = max(0, min(high, len(ways)))
        pending = ("several", by, *site, tuple(ways), slot, low, most, ordered)
        return self._asked(state, site, pending, asked)

    def _ask_menu(
        self, state: State, frame: Frame, by: int, options: list[tuple[Any, ...]], site: Any, empty: int
    ) -> bool:
        asked = self.asking.ask_menu(state, frame, by, options, site, empty)
        return self._asked(state, site, ("menu", by, *site, tuple(options)), asked)

    def _ask_secret(self, state: State, frame: Frame, asked: list[Pending], site: Any) -> bool:
        waits: bool = self.asking.ask_secret(state, frame, asked, site)
        waiting = deciders(state.pending) if waits and state.pending is not None else ()
        for one in asked:
            if one[1] not in waiting:
                one = within_options(one) if one[0] == "several" else one
                self._asked(state, site, one, False)
        return waits

    # ------------------------------------------------------------ reading the notes
    def answered(self, state: State, request: Request, answer: Any) -> None:
        """Notes an answer that somebody gives."""
        chosen = (answer,) if isinstance(answer, int) else tuple(answer)
        site = request.pending[2], request.pending[3]
        self.note(ANSWERED, state, site, request.player, pending=request.pending, chosen=chosen)

    def request_of(self, note: Note, words: Words) -> Request:
        return Request(self, words, note.pending, note.by if note.by is not None else 0)

    def timeline(self, log: Log, before: Log) -> list[Entry | Note]:
        """The events after `before` in their order, with the notes between them."""
        place: dict[int, int] = {}
        entries: list[Entry] = []
        while log and log is not before:
            place[id(log)] = len(entries)
            entries.append(log[0])
            log = log[1]
        entries.reverse()
        after: dict[int, list[Note]] = {}
        for note in self.notes:
            known = len(entries) - place[id(note.log)] if id(note.log) in place else 0
            after.setdefault(known, []).append(note)
        found: list[Entry | Note] = [*after.get(0, ())]
        for number, entry in enumerate(entries, 1):
            found += [entry, *after.get(number, ())]
        return found


_machines: dict[tuple[Any, ...], tuple[Program, Watching]] = {}


def watching(program: Program, players: int, settings: Mapping[str, Any]) -> Watching:
    """Watched machines are made once for each definition, number of players and settings."""
    key = (id(program), players, tuple(sorted(settings.items())))
    if key not in _machines:
        if len(_machines) >= MOST_KEPT:
            _machines.clear()
        _machines[key] = (program, Watching(program, players, settings))
    return _machines[key][1]
