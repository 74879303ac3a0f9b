"""Lays out the position that a scenario gives.

In: a state and the `given` lines. Out: the state with the named components, tracks and next chance events
in place. Every component stays in exactly one zone; those that are pushed out go to the box.
"""

from __future__ import annotations

import re
from typing import Any

from interpreter.layout import GRID, PILE, SET
from interpreter.python.machine import Machine
from interpreter.python.state import State
from interpreter.words import Words
from rulelang.ir.script import Step
from rulelang.types import PLAYER, Bool, Kind, Num, Opt, Player, Rec, Seq, Type, bare


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[0-9]{1,15}", text) is not None


class PlacingError(Exception):
    def __init__(self, message: str, step: Step | None = None) -> None:
        super().__init__(message)
        self.message, self.step = message, step


class Placing:
    def __init__(self, machine: Machine, state: State, words: Words) -> None:
        self.machine, self.state, self.words = machine, state, words
        self.program, self.layout = machine.program, machine.layout
        self.placed: set[int] = set()

    def lay_out(self, given: list[Step]) -> None:
        order = {"zone": 0, "cell": 0, "top": 1, "bottom": 1, "rest": 3, "fill": 2, "track": 4, "next": 4}
        for step in sorted(given, key=lambda step: order[step.verb]):
            try:
                getattr(self, f"_{step.verb}")(*step.parts)
            except PlacingError as problem:
                raise PlacingError(problem.message, step) from None

    # ------------------------------------------------------------ names
    def zone(self, name: str, owner: str | None) -> int:
        for number, zone in enumerate(self.program.zones):
            if zone.name == name:
                base = self.layout.zone_base[number]
                return base + self._owner(zone.owner, owner, name) - self.layout.offset(zone.owner)
        raise PlacingError(f"there is no zone `{name}`")

    def _owner(self, type_: Type | None, owner: str | None, name: str) -> int:
        if owner is None or type_ is None:
            if owner is None and type_ is None:
                return 0
            raise PlacingError(
                f"say whose `{name}` is meant" if owner is None else f"there is only one `{name}`"
            )
        return int(self._value(type_, owner))

    def _value(self, type_: Type, text: str) -> Any:
        """A value of a type from a word."""
        text = text.strip()
        if text == "none" and isinstance(type_, Opt):
            return None
        match bare(type_):
            case Seq(item=item):
                return tuple(self._value(item, part) for part in text.split(",") if part.strip())
            case Player():
                number = text.removeprefix("player").strip()
                if _is_number(number) and 1 <= int(number) <= self.layout.players:
                    return int(number) - 1
            case Bool() if text in ("yes", "no"):
                return text == "yes"
            case Num() if re.fullmatch(r"-?[0-9]{1,15}", text):
                return int(text)
            case Kind(name=name) if text in self.program.kind(name).words:
                return self.program.kind(name).words.index(text)
            case Rec(name=name):
                record = self.program.record(name)
                if not record.physical and text in record.names:
                    return record.names.index(text)
                return self.component(text)
        raise PlacingError(f"`{text}` is not {bare(type_)}")

    def component(self, text: str) -> int:
        """A component by name; of several copies one that is not placed yet, or `name#2`."""
        name, _, number = text.partition("#")
        for record in self.program.records:
            if record.physical and name in record.names:
                ids = [record.base + i for i, own in enumerate(record.names) if own == name]
                if number:
                    if not _is_number(number) or not 1 <= int(number) <= len(ids):
                        break
                    return ids[int(number) - 1]
                return next((c for c in ids if c not in self.placed), ids[0])
        raise PlacingError(f"there is no component `{text}`")

    def names_in(self, zone: str, owner: str | None) -> list[str]:
        index = self.zone(zone, owner)
        item = next(z.item for z in self.program.zones if z.name == zone)
        return [self.words.key(Rec(item), c) for c in self.state.z[index] if c is not None]

    def is_ordered(self, zone: str) -> bool:
        return next(z.ordering for z in self.program.zones if z.name == zone) in ("pile", "line")

    # ------------------------------------------------------------ components
    def _take(self, component: int) -> None:
        verbs = self.machine.verbs
        verbs._take(self.state, component, self.state.loc[component])
        self.placed.add(component)

    def _put(self, component: int, zone: int, at_end: bool = True) -> None:
        state = self.state
        self.machine.verbs._insert(state, component, zone, at_end)
        state.known[component] = self.layout.sees[zone]
        if self.layout.top_public[zone]:
            cards = state.z[zone]
            for card in cards:
                state.known[card] = self.layout.everyone if card == cards[-1] else 0

    def _to_box(self, component: int) -> None:
        self.machine.verbs._take(self.state, component, self.state.loc[component])
        self.machine.verbs._insert(self.state, component, self.layout.box, True)

    def _zone(self, name: str, owner: str | None, cards: tuple[str, ...]) -> None:
        index = self.zone(name, owner)
        if self.layout.ordering[index] == GRID and cards:
            raise PlacingError(f"`{name}` is a grid: write `{name} at 1, 2 is …`")
        for card in list(self.state.z[index]):
            if card is not None and card not in self.placed:
                self._to_box(card)
        for text in cards:
            component = self.component(text)
            self._take(component)
            self._put(component, index)

    def _top(self, name: str, owner: str | None, cards: tuple[str, ...]) -> None:
        index = self.zone(name, owner)
        chosen = []
        for text in cards:
            chosen.append(self.component(text))
            self._take(chosen[-1])
            self._park(chosen[-1])
        for component in reversed(chosen):
            self._unpark(component)
            self._put(component, index)

    def _bottom(self, name: str, owner: str | None, cards: tuple[str, ...]) -> None:
        index = self.zone(name, owner)
        for text in reversed(cards):
            component = self.component(text)
            self._take(component)
            self._put(component, index, at_end=False)

    def _park(self, component: int) -> None:
        self.machine.verbs._insert(self.state, component, self.layout.box, True)

    def _unpark(self, component: int) -> None:
        self.machine.verbs._take(self.state, component, self.layout.box)

    def _cell(self, name: str, column: int, row: int, card: str) -> None:
        index = self.zone(name, None)
        number = self.layout.zone_names[index][0]
        zone = self.program.zones[number]
        if zone.ordering != "grid" or not (1 <= column <= zone.width and 1 <= row <= zone.height):
            raise PlacingError(f"`{name}` has no place {column}, {row}")
        place = (row - 1) * zone.width + column - 1
        component = self.component(card)
        held = self.state.z[index][place]
        if held is not None and held != component:
            self._to_box(held)
        self._take(component)
        self.state.z[index][place] = component
        self.state.loc[component] = index
        self.state.known[component] = self.layout.everyone

    def _others(self, index: int) -> list[int]:
        """Components for a zone that the scenario does not name, those out of play first."""
        zone = self.program.zones[self.layout.zone_names[index][0]]
        record = self.program.record(zone.item)
        ids = [c for c in range(record.base, record.base + record.size) if c not in self.placed]
        return sorted(ids, key=lambda c: (self.state.loc[c] != self.layout.box, c))

    def _fill(self, name: str, owner: str | None, amount: int) -> None:
        index = self.zone(name, owner)
        for card in list(self.state.z[index]):
            if card is not None and card not in self.placed:
                self._to_box(card)
        missing = amount - len(self.state.z[index])
        others = self._others(index)
        if missing < 0 or missing > len(others):
            raise PlacingError(f"`{name}` cannot have {amount} cards here")
        for component in others[:missing]:
            self._take(component)
            self._put(component, index, at_end=self.layout.ordering[index] == SET)

    def _rest(self, name: str, owner: str | None) -> None:
        index = self.zone(name, owner)
        on_top = [card for card in self.state.z[index] if card in self.placed]
        for component in self._others(index):
            self._take(component)
            self._put(component, index, at_end=False)
        if self.layout.ordering[index] == PILE:
            undecided = len(self.state.z[index]) - len(on_top)
            self.state.z[index][:undecided] = sorted(self.state.z[index][:undecided])
            self.state.bag[index] = (0, undecided) if undecided > 1 else None

    # ------------------------------------------------------------ tracks and chance
    def _track(self, name: str, owner: str | None, value: str) -> None:
        if name == "active":
            self.state.active = self._value(PLAYER, value)
            return
        for number, track in enumerate(self.program.tracks):
            short = track.name.rpartition(".")[2]
            if track.name == name or (short == name and owner is not None and self._owns(track.owner, owner)):
                index = self.layout.track_base[number]
                index += self._owner(track.owner, owner, name) - self.layout.offset(track.owner)
                new = self._value(track.type, value)
                range_ = track.type
                if isinstance(range_, Num) and not range_.low <= new <= range_.high:
                    raise PlacingError(f"`{name}` goes from {range_.low} to {range_.high}")
                self.state.t[index] = new
                return
        raise PlacingError(f"there is no track or zone `{name}`")

    def _owns(self, type_: Type | None, owner: str) -> bool:
        return isinstance(type_, Rec) and owner.split("#")[0] in self.program.record(type_.name).names

    def _next(self, what: str, values: tuple[str, ...]) -> None:
        script = []
        for text in values:
            value: Any = int(text) if _is_number(text) else None
            if value is None:
                value = self._value(PLAYER, text) if text.startswith("player ") else self.component(text)
            script.append((what, value))
        known = self.state.fate if isinstance(self.state.fate, tuple) else ()
        self.state.fate = (*known, *script)
