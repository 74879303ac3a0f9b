"""Lays out the position that a scenario gives.

In: a state and the `given` lines. Out: the state with the named components, tracks and next chance events
in place. Every component stays in exactly one zone; those that are pushed out go to the box. Which copy of a
component is meant is decided first, for all lines together: one that lies there already, then one out of
play, then one from a pile, and one that belongs to a player last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from interpreter.knowledge.events import zone_name
from interpreter.layout import GRID, LINE, PILE, SET
from interpreter.python.machine import Machine
from interpreter.python.state import State
from interpreter.words import Words
from rulelang.ir import naming
from rulelang.ir.naming import NotKnown
from rulelang.ir.nodes import RecordDef
from rulelang.ir.script import Step
from rulelang.types import PLAYER, Type

_ORDER = {"zone": 0, "cell": 1, "top": 2, "fill": 3, "rest": 4, "bottom": 5, "track": 6, "next": 6}
_NAMING = ("zone", "cell", "top", "bottom")  # lines that name components to be laid somewhere


class PlacingError(Exception):
    def __init__(self, message: str, step: Step | None = None) -> None:
        super().__init__(message)
        self.message, self.step = message, step


class Placing:
    def __init__(self, machine: Machine, state: State, words: Words) -> None:
        self.machine, self.state, self.words = machine, state, words
        self.program, self.layout = machine.program, machine.layout
        self.placed: set[int] = set()  # components that a line speaks for
        self.meant: dict[tuple[int, int], int] = {}  # for a line and a place in it, the component
        self.given: set[int] = set()  # zones that a line speaks of
        self.swept: set[str] = set()  # types of components of which everything else goes to one place
        self.waiting: dict[int, int] = {}  # how many components will lie at the bottom of a zone
        self.lost: dict[int, int] = {}  # zones of players that others took from, and how many

    def lay_out(self, given: list[Step]) -> None:
        ordered = sorted(given, key=lambda step: _ORDER[step.verb])
        step: Step | None = None
        try:
            self._look_over(ordered)
            self._choose_copies(ordered)
            self._keep_bottoms(ordered)
            for number, step in enumerate(ordered):
                LAYING[step.verb](self, number, *step.parts)
        except NotKnown as problem:
            raise PlacingError(problem.message, step) from None
        except PlacingError as problem:
            raise PlacingError(problem.message, problem.step or step) from None

    # ------------------------------------------------------------ names
    def zone(self, name: str, owner: str | None) -> int:
        number = naming.zone_number(self.program, name)
        zone = self.program.zones[number]
        place = naming.owner_number(self.program, self.layout.players, zone, owner)
        return self.layout.zone_base[number] + place

    def track(self, name: str, owner: str | None) -> int:
        number = naming.track_number(self.program, name, owner)
        track = self.program.tracks[number]
        place = naming.owner_number(self.program, self.layout.players, track, owner)
        return self.layout.track_base[number] + place

    def losses(self) -> list[tuple[int, bool, str]]:
        """Players from whom others took something, and no line gives more: who, whether all, a sentence."""
        found = []
        for index, amount in sorted(self.lost.items()):
            player, left = self.layout.owner[index], len(self.state.z[index])
            name = zone_name(self.machine, self.words, index)
            text = f"{name}: {left} left of {left + amount}; the position takes the others, and gives none"
            found += [] if player is None else [(player, not left, text)]
        return found

    # ------------------------------------------------------------ which copies
    def _look_over(self, given: list[Step]) -> None:
        for step in given:
            if step.verb in ("zone", "top", "bottom", "fill"):
                self.given.add(self.zone(*step.parts[:2]))
            elif step.verb == "rest":
                number = naming.zone_number(self.program, step.parts[0])
                self.swept.add(self.program.zones[number].item)

    def _choose_copies(self, given: list[Step]) -> None:
        """Which copy each name means: first where there is no choice, then what lies there already."""
        open_: list[tuple[tuple[int, int], int, list[int]]] = []
        whole = {self.zone(*step.parts[:2]) for step in given if step.verb in ("zone", "fill")}
        for number, step in enumerate(given):
            if step.verb not in _NAMING:
                continue
            index = self.zone(*step.parts[:2])
            names = (step.parts[-1],) if step.verb == "cell" else step.parts[-1]
            for place, name in enumerate(names if names != ("empty",) else ()):
                open_.append(((number, place), index, naming.copies(self.program, name)))
        for wanted in (0, 1, None):
            for key, index, copies in open_:
                if key in self.meant or (wanted == 0 and len(copies) > 1):
                    continue
                free = [copy for copy in copies if copy not in self.placed]
                if not free:
                    step = given[key[0]]
                    raise PlacingError(f"`{self._name(copies[0])}` is given too often", step)
                rank, chosen = min((self._rank(copy, index, whole), copy) for copy in free)
                if wanted is None or wanted == 0 or rank == 0:
                    self.meant[key] = chosen
                    self.placed.add(chosen)

    def _keep_bottoms(self, given: list[Step]) -> None:
        """What will lie at the bottom is laid there last, and is out of the way until then."""
        for number, step in enumerate(given):
            if step.verb == "bottom":
                index = self.zone(*step.parts[:2])
                self.waiting[index] = len(step.parts[2])
                for place in range(len(step.parts[2])):
                    self._take(self.meant[number, place], index)
                    self._put(self.meant[number, place], self.layout.box)

    def _rank(self, component: int, index: int, whole: set[int]) -> int:
        """How near a copy is: in the zone itself, out of play, in a pile, elsewhere, with a player.

        Where everything else goes to one place, it does not matter where it was.
        """
        at = self.state.loc[component]
        if at == index or self._record(component).name in self.swept:
            return 0
        if at == self.layout.box or at in whole:
            return 1
        if self.layout.owner[at] is not None:
            return 4
        return 2 if self.layout.ordering[at] == PILE else 3

    def _record(self, component: int) -> RecordDef:
        return next(r for r in self.program.records if r.physical and 0 <= component - r.base < r.size)

    def _name(self, component: int) -> str:
        record = self._record(component)
        return record.names[component - record.base]

    # ------------------------------------------------------------ components
    def _take(self, component: int, target: int | None) -> None:
        """For a zone, or for the place where everything else goes: that takes nobody by surprise."""
        at = self.state.loc[component]
        owner = self.layout.owner[at]
        swept = target is None or self._record(component).name in self.swept
        if not swept and owner not in (None, self.layout.owner[target or 0]) and at not in self.given:
            self.lost[at] = self.lost.get(at, 0) + 1
        self.machine.verbs._take(self.state, component, at)
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

    def _clear(self, index: int, kept: set[int]) -> None:
        for card in list(self.state.z[index]):
            if card is not None and card not in kept:
                self._to_box(card)

    def _zone(self, number: int, name: str, owner: str | None, cards: tuple[str, ...]) -> None:
        index = self.zone(name, owner)
        if self.layout.ordering[index] == GRID and cards:
            raise PlacingError(f"`{name}` is a grid: write `{name} at 1, 2 is …`")
        self._clear(index, set())
        for place in range(len(cards)):
            self._take(self.meant[number, place], index)
            self._put(self.meant[number, place], index)

    def _top(self, number: int, name: str, owner: str | None, cards: tuple[str, ...]) -> None:
        """A pile starts at its top, a line with its first component."""
        index = self.zone(name, owner)
        at_end = self.layout.ordering[index] != LINE
        for place in reversed(range(len(cards))):
            self._take(self.meant[number, place], index)
            self._put(self.meant[number, place], index, at_end)

    def _bottom(self, number: int, name: str, owner: str | None, cards: tuple[str, ...]) -> None:
        index = self.zone(name, owner)
        line = self.layout.ordering[index] == LINE
        for place in range(len(cards)) if line else reversed(range(len(cards))):
            self._take(self.meant[number, place], index)
            self._put(self.meant[number, place], index, at_end=line)

    def _cell(self, number: int, name: str, owner: str | None, column: int, row: int, card: str) -> None:
        index = self.zone(name, owner)
        zone = self.program.zones[self.layout.zone_names[index][0]]
        place = naming.place(zone, column, row)
        component = None if card == "empty" else self.meant[number, 0]
        held = self.state.z[index][place]
        if held is not None and held != component:
            self._to_box(held)
        if component is None:
            return
        self._take(component, index)
        self.state.z[index][place] = component
        self.state.loc[component] = index
        self.state.known[component] = self.layout.everyone

    def _others(self, index: int) -> list[int]:
        """Components for a zone that the scenario does not name, those out of play first."""
        zone = self.program.zones[self.layout.zone_names[index][0]]
        record = self.program.record(zone.item)
        ids = [c for c in range(record.base, record.base + record.size) if c not in self.placed]
        return sorted(ids, key=lambda c: (self.state.loc[c] != self.layout.box, c))

    def _fill(self, number: int, name: str, owner: str | None, amount: int) -> None:
        index = self.zone(name, owner)
        there = [card for card in self.state.z[index] if card is not None and card not in self.placed]
        self._clear(index, self.placed)
        missing = amount - len(self.state.z[index]) - self.waiting.get(index, 0)
        others = sorted(self._others(index), key=lambda c: (c not in there, self._rank(c, index, set()), c))
        if missing < 0 or missing > len(others):
            raise PlacingError(f"`{name}` cannot have {amount} cards here")
        for component in others[:missing]:
            self._take(component, index)
            self._put(component, index, at_end=self.layout.ordering[index] == SET)

    def _rest(self, number: int, name: str, owner: str | None) -> None:
        index = self.zone(name, owner)
        on_top = [card for card in self.state.z[index] if card in self.placed]
        others = self._others(index)
        if not others:
            raise PlacingError("nothing else is left: other lines say where each of them is")
        for component in others:
            self._take(component, None)
            self._put(component, index, at_end=False)
        if self.layout.ordering[index] == PILE:
            undecided = len(self.state.z[index]) - len(on_top)
            self.state.z[index][:undecided] = sorted(self.state.z[index][:undecided])
            self.state.bag[index] = (0, undecided) if undecided > 1 else None

    # ------------------------------------------------------------ tracks and chance
    def _track(self, number: int, name: str, owner: str | None, value: str) -> None:
        if name == "active" and owner is None:
            self.state.active = self._value(PLAYER, value)
            return
        index = self.track(name, owner)
        track = self.program.tracks[self.layout.track_names[index][0]]
        new = self._value(track.type, value)
        if not naming.in_range(track, new):
            raise PlacingError(f"`{name}` goes {naming.range_of(track)}")
        self.state.t[index] = new

    def _value(self, type_: Type, text: str) -> Any:
        return naming.value(self.program, self.layout.players, type_, text)

    def _next(self, number: int, what: str, values: tuple[str, ...]) -> None:
        script = tuple(
            (what, naming.outcomes(self.program, self.layout.players, what, text)) for text in values
        )
        known = self.state.fate if isinstance(self.state.fate, tuple) else ()
        self.state.fate = (*known, *script)


# What is done for each verb of a line under `given:`.
LAYING: Mapping[str, Callable[..., None]] = {
    "zone": Placing._zone, "cell": Placing._cell, "top": Placing._top, "fill": Placing._fill,
    "rest": Placing._rest, "bottom": Placing._bottom, "track": Placing._track, "next": Placing._next,
}  # fmt: skip
