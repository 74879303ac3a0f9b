"""What happened since a scenario began, to be told and to be compared.

In: a watched machine and the log. Out: events in words, with the decisions that nobody was asked among them;
and whether things happened in the order that a scenario says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve

from interpreter.game import Game
from interpreter.knowledge.events import Event, Log, told
from interpreter.knowledge.happening import Entry
from interpreter.scenarios.options import Choices
from interpreter.scenarios.placing import Placing
from interpreter.scenarios.watch import ALONE, ANSWERED, BEGAN, SKIPPED, Note, Watching
from rulelang.ir import naming
from rulelang.ir.script import Step


class History:
    """The events and notes of a game after `before`."""

    def __init__(self, game: Game, machine: Watching, before: Log) -> None:
        self.game, self.machine, self.before = game, machine, before
        self.program, self.words = machine.program, game.words

    @property
    def timeline(self) -> list[Entry | Note]:
        return self.machine.timeline(self.game.state.log, self.before)

    # ------------------------------------------------------------ in words
    def events(self) -> tuple[Event, ...]:
        """Everything, told to somebody who knows all."""
        found: list[Event] = []
        entries: list[Entry] = []
        for item in self.timeline:
            if not isinstance(item, Note):
                entries.append(item)
            elif item.kind in (ALONE, SKIPPED):
                found += told(self.machine, self.words, entries, None)
                found.append(self._event(item))
                entries = []
        return (*found, *told(self.machine, self.words, entries, None))

    def _event(self, note: Note) -> Event:
        body = self.program.bodies[note.body]
        who = "nobody" if note.by is None else self.words.player(note.by)
        text = f"{who} has nothing to choose"
        if note.kind == ALONE:
            text = f"{who}: {', '.join(self._keys(note)) or 'nothing'} (answered by itself)"
        return Event(note.kind, text, self._decision(note), body.sites[note.pc])

    def _keys(self, note: Note) -> list[str]:
        options = self.machine.request_of(note, self.words).options
        return [options[index].key for index in note.chosen]

    # ------------------------------------------------------------ decisions that nobody was asked
    def _decision(self, note: Note) -> str:
        pending = note.pending or ("menu", note.by, note.body, note.pc, ())
        return self.machine.request_of(evolve(note, pending=pending), self.words).name

    def unasked(self, kind: str, decision: str, player: int | None, option: str = "") -> bool:
        """Whether a decision was answered by itself, or skipped."""
        return any(
            self._is_about(note, decision, player) and (not option or self._chose(note, option))
            for note in self.timeline
            if isinstance(note, Note) and note.kind == kind
        )

    def skipped(self) -> set[int | None]:
        """The players who had nothing to choose."""
        return {note.by for note in self.machine.notes if note.kind == SKIPPED}

    def _is_about(self, note: Note, decision: str, player: int | None) -> bool:
        names = (self.program.bodies[note.body].name, self._decision(note))
        return decision in names and player in (None, note.by)

    def _chose(self, note: Note, option: str) -> bool:
        request = self.machine.request_of(note, self.words)
        choices = Choices(request)
        if request.several:
            chosen = choices.each([] if option == "nothing" else naming.split(option))
            return chosen is not None and sorted(chosen) == sorted(note.chosen)
        return note.chosen[0] in choices.called(option)

    # ------------------------------------------------------------ the order of events
    def first_missing(self, events: tuple[Step, ...]) -> Step | None:
        """The first of these that did not happen after those before it."""
        timeline = iter(self.timeline)
        for event in events:
            if not any(self.is_meant(event, item) for item in timeline):
                return event
        return None

    def happened(self, event: Step) -> bool:
        return any(self.is_meant(event, item) for item in self.timeline)

    def is_meant(self, event: Step, item: Entry | Note) -> bool:
        if isinstance(item, Note):
            return self._is_noted(event, item)
        is_it = OF_THE_LOG.get(event.verb)
        return is_it is not None and is_it(self, item, *event.parts)

    def _is_noted(self, event: Step, note: Note) -> bool:
        if event.verb == "began":
            return note.kind == BEGAN and self.program.bodies[note.body].name == event.parts[0]
        if event.verb == "chose" and note.kind in (ANSWERED, ALONE):
            return note.by == event.parts[0] and self._chose(note, event.parts[1])
        return False

    def _placing(self) -> Placing:
        return Placing(self.machine, self.game.state, self.words)

    def _event_came(self, entry: Entry, card: str, zone: str, owner: str | None) -> bool:
        if entry[0] != "move" or entry[4] != self._placing().zone(zone, owner):
            return False
        return entry[2] in naming.copies(self.program, card)

    def _event_became(self, entry: Entry, track: str, owner: str | None, value: str) -> bool:
        if entry[0] != "set" or entry[2] != self._placing().track(track, owner):
            return False
        type_ = self.program.tracks[self.machine.layout.track_names[entry[2]][0]].type
        return bool(entry[4] == naming.value(self.program, self.machine.layout.players, type_, value))

    def _event_rolled(self, entry: Entry, face: str) -> bool:
        return bool(entry[0] == "roll" and naming.face_key(self.program, entry[2], entry[3]) == face)

    def _event_turn(self, entry: Entry, player: int) -> bool:
        return bool(entry[0] == "turn" and entry[2] == player)

    def _event_shuffled(self, entry: Entry, zone: str, owner: str | None) -> bool:
        return bool(entry[0] == "shuffle" and entry[2] == self._placing().zone(zone, owner))

    def _event_said(self, entry: Entry, message: str) -> bool:
        return bool(entry[0] == "say" and entry[2] == message)

    def _event_ended(self, entry: Entry, *parts: Any) -> bool:
        return bool(entry[0] == "over")


# The events that stand in the log of a game; the others are noted by the watching machine.
OF_THE_LOG: Mapping[str, Callable[..., bool]] = {
    "came": History._event_came, "became": History._event_became, "rolled": History._event_rolled,
    "turn": History._event_turn, "shuffled": History._event_shuffled, "said": History._event_said,
    "ended": History._event_ended,
}  # fmt: skip
