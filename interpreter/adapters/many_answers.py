"""Action numbers of many games at once.

In: native states that wait for an answer, and their options as native code lists them. Out: for each option
its action number, the same as `actions` gives. Copies are called as the seat that decides may call them
(`interpreter/knowledge/copies`); that is done for all games in one go where copies differ by their places
only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.adapters.actions import Actions, Domain, Question, Way
from interpreter.adapters.arrays import numpy
from interpreter.adapters.many_rows import Positions, States
from interpreter.adapters.tensors import Tensors
from interpreter.knowledge.copies import Copies
from interpreter.layout import GRID, Layout
from interpreter.native.unit import NONE

np = numpy()


class Asked:
    """One question of native code: its numbers, and whether one step answers it."""

    def __init__(self, actions: Actions, copies: Copies, body: int, pc: int, kind: str) -> None:
        self.question: Question = actions.by_place[body, pc]
        self.kind = kind
        ways = self.question.ways
        self.one_step = self.question.done is None and all(way.together is not None for way in ways)
        self.named = any(_has_copies(domain, copies) for way in ways for domain in way.domains)

    def numbers(self, options: Any, names: Any) -> Any:
        """The number of each option; `names` has for each option what its game calls each component."""
        ways = self.question.ways
        if self.kind == "may":
            return np.where(options[:, 0] != 0, ways[0].together, ways[1].together)
        if self.kind != "menu":
            return _together(ways[0], options, names)
        found = np.zeros(len(options), np.int64)
        for entry, way in enumerate(ways):
            own = np.flatnonzero(options[:, 0] == entry)
            if len(own):
                found[own] = _together(way, options[own, 1:], None if names is None else names[own])
        return found


def _has_copies(domain: Domain, copies: Copies) -> bool:
    if not domain.components:
        return False
    extra = int(domain.optional)
    return any(card in copies.homes for card in range(domain.first, domain.first + domain.size - extra))


def _together(way: Way, values: Any, names: Any) -> Any:
    assert way.together is not None
    place = np.zeros(len(values), np.int64)
    for column, domain in enumerate(way.domains):
        value = values[:, column]
        none = value == NONE
        if domain.components and names is not None:
            called = names[np.arange(len(values)), np.where(none, 0, value)]
            value = np.where(none, value, called)
        number = value - domain.first
        place = place * domain.size + (np.where(none, 0, number + 1) if domain.optional else number)
    return way.together + place


class Names:
    """What seats call the components of many games."""

    def __init__(self, tensors: Tensors, states: States) -> None:
        layout, copies = tensors.layout, tensors.copies
        self.copies, self.states, self.positions = copies, states, Positions(tensors, states)
        self.components = max(1, layout.program.components)
        self.by_place = bool(copies.homes) and copies.by_place
        if self.by_place:
            self._tables(layout)

    def _tables(self, layout: Layout) -> None:
        """Zones in the order in which copies are counted, the box last, as places in `zl`."""
        unit = self.states.native.unit
        spots: list[tuple[int, int, int]] = []
        for zone in (*self.copies.plain, layout.box):
            first, grid = unit.zone_offsets[zone], layout.ordering[zone] == GRID
            spots += [(first + i, zone, -1 if grid else i) for i in range(unit.zone_room[zone])]
        self.places, self.zones, self.inside = (np.array(part, np.int64) for part in zip(*spots, strict=True))
        alike: dict[int, list[Any]] = {}
        for group in set(self.copies.homes.values()):
            alike.setdefault(len(group), []).append(group)
        self.groups = [np.array(sorted(groups), np.int64) for groups in alike.values()]

    def of(self, heads: Any, which: Sequence[int], seats: Any) -> Any:
        """For each game an array: what its seat calls each component. What it does not know keeps its
        number, and no option that is offered to the seat has it."""
        called = np.broadcast_to(np.arange(self.components), (len(seats), self.components)).copy()
        if not self.by_place:
            self._one_by_one(called, heads, which, seats)
            return called
        games = np.arange(len(seats))[:, None]
        cards = heads["zl"][:, self.places]
        there = np.where(self.inside < 0, cards >= 0, self.inside < heads["zn"][:, self.zones])
        order = np.full((len(seats), self.components), len(self.places), np.int64)
        lines, columns = np.nonzero(there)
        order[lines, cards[lines, columns]] = columns
        knows = heads["known"] >> seats[:, None].astype(np.uint32) & 1
        order[knows == 0] = len(self.places)
        for groups in self.groups:
            own = order[:, groups]  # games, groups, copies
            ranks = np.argsort(np.argsort(own, axis=2, kind="stable"), axis=2, kind="stable")
            new = np.take_along_axis(np.broadcast_to(groups, own.shape), ranks, axis=2)
            size = (len(seats), -1)
            called[games, groups.reshape(1, -1)] = np.where(own < len(self.places), new, groups).reshape(size)
        return called

    def _one_by_one(self, called: Any, heads: Any, which: Sequence[int], seats: Any) -> None:
        positions = self.positions.of(heads, which)
        for line, (position, seat) in enumerate(zip(positions, seats.tolist(), strict=True)):
            names = self.copies.names(self.copies.numbers(self.copies.glance(position, seat)))
            called[line, list(names)] = list(names.values())
