"""What a seat sees, as a row of numbers.

In: a table and a seat. Out: cells (place, value) of a row whose length and meaning are the same for every
game of a definition with as many players. They are made from a `Sight` and from declared ranges, so nothing
hidden is in them. Most cells are 0; all are between -1 and 1. `parts` says which cells mean what:

- `me`, `active`, `deciding`: a cell for each seat; `question`: a cell for each question of the rules, 1 at
  the one this seat is asked; `begun`: a cell for each action, 1 at the steps of the answer under way;
- each zone: how full it is, then for each name of a component how many of its copies are known to lie here;
  of a pile or line also which one is last. A grid has these cells for each place, or, if that were more than
  `MOST_CELLS`, three for each component: whether it lies here, its column and its row;
- each track: whether its value is seen, and the value: a number scaled to its range (a wide range also by
  its logarithm), everything else a cell for each value. What belongs to a component that the seat does not
  know is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import log1p
from typing import Any

from attrs import frozen

from interpreter.adapters.actions import Actions, Domain, Question, domain_of
from interpreter.adapters.asking import Table
from interpreter.backend import Position
from interpreter.knowledge.copies import copies_of
from interpreter.knowledge.sight import FACE_DOWN, Unseen
from interpreter.layout import GRID, LINE, PILE, Layout
from rulelang.types import ByPlayer, Num, Seq, Type, bare

MOST_CELLS = 4_096
WIDE = 200  # a range of more numbers is told by its logarithm too
MOST_VALUES = 128  # a type of more values is one cell
Cell = tuple[int, float]
Writer = Callable[[Any], list[Cell]]  # what is seen of a zone or a track, as cells
MOST_KEPT = 5_000  # cells of one zone or track that are kept: most of what is seen was seen before


@frozen
class Part:
    name: str
    first: int
    size: int


@frozen
class ZoneCells:
    """Where a zone's cells are. A grid has `places` or, if it is large, `spots`; other zones the rest."""

    index: int
    item: str
    full: int = -1
    known: int = -1
    last: int | None = None
    places: int | None = None
    spots: int | None = None


@frozen
class TrackCells:
    """Where a track's cells are. `how` says what they are: `number`, `each` value, one `place`, `several`."""

    index: int
    seen: int
    how: str
    first: int
    domain: Domain | None


class Tensors:
    """The layout of the row, for a definition and a number of players."""

    def __init__(self, layout: Layout, actions: Actions) -> None:
        self.layout, self.actions = layout, actions
        self.parts: list[Part] = []
        self.size = 0
        self.zones: list[tuple[int, Writer, dict[Any, list[Cell]]]] = []
        self.tracks: list[tuple[int, Writer, dict[Any, list[Cell]]]] = []
        self.zone_cells: list[ZoneCells] = []
        self.track_cells: list[TrackCells] = []
        self.copies = copies_of(layout)
        players = layout.players
        self.me, self.active = self._take("me", players), self._take("active", players)
        self.deciding = self._take("deciding", players)
        self.question = self._take("question", len(actions.questions))
        self.begun = self._take("begun", actions.count if self._has_steps else 0)
        self.looks = {
            record.name: _looks(record.names) for record in layout.program.records if record.physical
        }
        for index in range(layout.box):
            number, owner = layout.zone_names[index]
            kind = layout.program.zones[number].owner
            if layout.is_there(kind, owner):
                self.zones.append((index, self._zone(index), {}))
        for index, (number, owner) in enumerate(layout.track_names):
            if layout.is_there(layout.program.tracks[number].owner, owner):
                self.tracks.append((index, self._track(index), {}))

    @cached_property
    def by_looks(self) -> bool:
        """Whether no cell depends on how copies are called: then what looks alike is all that counts."""
        copies = self.copies
        spots = any(zone.spots is not None for zone in self.zone_cells)
        belongs = copies.zone_parts or copies.track_parts or copies.naming or spots
        return not (copies.homes and belongs)

    @cached_property
    def _has_steps(self) -> bool:
        questions = self.actions.questions
        return any(q.done is not None or any(way.together is None for way in q.ways) for q in questions)

    def _take(self, name: str, size: int) -> int:
        first = self.size
        if size:
            self.parts.append(Part(name, first, size))
        self.size += size
        return first

    # ------------------------------------------------------------ zones
    def _zone(self, index: int) -> Writer:
        number, owner = self.layout.zone_names[index]
        zone, ordering = self.layout.program.zones[number], self.layout.ordering[index]
        name = zone.name if owner is None else f"{zone.name}[{owner}]"
        record = self.layout.program.record(zone.item)
        looks, copies = self.looks[zone.item]
        base, kinds = record.base, len(copies)
        if ordering == GRID:
            return self._grid(index, name, zone.width, zone.height)
        full = self._take(f"{name} count", 1)
        known = self._take(f"{name} cards", kinds)
        last = self._take(f"{name} last", kinds) if ordering in (PILE, LINE) else None
        self.zone_cells.append(ZoneCells(index, zone.item, full, known, last))

        def write(cards: tuple[int | None, ...]) -> list[Cell]:
            if not cards:
                return []
            counts: dict[int, int] = {}
            for card in cards:
                if card is not None and card != FACE_DOWN:
                    look = looks[card - base]
                    counts[look] = counts.get(look, 0) + 1
            cells = [(full, len(cards) / record.size)]
            cells += [(known + look, amount / copies[look]) for look, amount in counts.items()]
            top = cards[-1]
            if last is not None and top is not None and top != FACE_DOWN:
                cells.append((last + looks[top - base], 1.0))
            return cells

        return write

    def _grid(self, index: int, name: str, width: int, height: int) -> Writer:
        zone = self.layout.program.zones[self.layout.zone_names[index][0]]
        record = self.layout.program.record(zone.item)
        looks, copies = self.looks[zone.item]
        each = len(copies) + 1  # the last one: face down
        dense = width * height * each <= MOST_CELLS
        if dense:
            first = self._take(f"{name} places", width * height * each)
            self.zone_cells.append(ZoneCells(index, zone.item, places=first))
        else:
            first = self._take(f"{name} spots", 3 * record.size)
            self.zone_cells.append(ZoneCells(index, zone.item, spots=first))

        def write(cards: tuple[int | None, ...]) -> list[Cell]:
            cells: list[Cell] = []
            for place, card in enumerate(cards):
                if card is None:
                    continue
                if dense:
                    look = each - 1 if card == FACE_DOWN else looks[card - record.base]
                    cells.append((first + place * each + look, 1.0))
                elif card != FACE_DOWN:
                    cell = first + 3 * (card - record.base)
                    column, row = place % width, place // width
                    cells += [(cell, 1.0), (cell + 1, column / width), (cell + 2, row / height)]
            return cells

        return write

    # ------------------------------------------------------------ tracks
    def _track(self, index: int) -> Writer:
        number, owner = self.layout.track_names[index]
        track = self.layout.program.tracks[number]
        name = track.name if owner is None else f"{track.name}[{owner}]"
        seen = self._take(f"{name} seen", 1)
        how, first, domain, value = self._value(name, track.type)
        self.track_cells.append(TrackCells(index, seen, how, first, domain))

        def write(found: Any) -> list[Cell]:
            return [] if isinstance(found, Unseen) else [(seen, 1.0), *value(found)]

        return write

    def _value(self, name: str, type_: Type) -> tuple[str, int, Domain | None, Writer]:
        """What the cells of a value are, where they begin, and what writes them."""
        inner, first = bare(type_), self.size
        if isinstance(inner, Seq | ByPlayer):
            return "several", first, None, self._several(name, inner.item)
        domain = domain_of(self.layout.program, type_)
        if isinstance(domain.type, Num):
            return "number", first, domain, self._number(name, domain)
        if domain.size > MOST_VALUES:
            self._take(name, 1)
            return "place", first, domain, lambda value: [(first, (domain.number(value) + 1) / domain.size)]
        self._take(name, domain.size)
        return "each", first, domain, lambda value: [(first + domain.number(value), 1.0)]

    def _several(self, name: str, item: Type) -> Callable[[Any], list[Cell]]:
        """A cell for each value that is among them; of too many values only how many there are."""
        plain = not isinstance(bare(item), Seq | ByPlayer)
        domain = domain_of(self.layout.program, item) if plain else None
        if domain is None or domain.size > MOST_VALUES:
            amount = self._take(name, 1)
            return lambda values: [(amount, len(values or ()) / (1 + len(values or ())))]
        first, number = self._take(name, domain.size), domain.number
        return lambda values: [(first + number(value), 1.0) for value in values or ()]

    def _number(self, name: str, domain: Domain) -> Callable[[Any], list[Cell]]:
        span = max(1, domain.size - 1)
        first = self._take(name, 2 if span > WIDE else 1)

        def cells(value: Any) -> list[Cell]:
            number = domain.number(value)
            scaled = [(first, number / span)]
            return [*scaled, (first + 1, log1p(number) / log1p(span))] if span > WIDE else scaled

        return cells

    # ------------------------------------------------------------ one row
    def cells(self, table: Table, player: int) -> list[Cell]:
        deciding = [seat for seat in table.deciding if seat >= 0]
        asked = self.asked(player, deciding, table.question(player), table.path(player))
        return asked + self.seen(table.game.state, player)

    def asked(
        self, player: int, deciding: Sequence[int], question: Question | None, path: Sequence[int]
    ) -> list[Cell]:
        """The cells of who decides what."""
        cells = [(self.me + player, 1.0), *((self.deciding + seat, 1.0) for seat in deciding)]
        if question is not None:
            cells.append((self.question + question.number, 1.0))
            cells += [(self.begun + step, 1.0) for step in path]
        return cells

    def seen(self, state: Position, player: int) -> list[Cell]:
        """The cells of the table as this seat sees it."""
        sight = (self.copies.glance if self.by_looks else self.copies.look)(state, player)
        cells = [] if sight.active is None else [(self.active + sight.active, 1.0)]
        for index, write, kept in self.zones:
            cells += _written(write, kept, sight.zones[index])
        for index, write, kept in self.tracks:
            cells += _written(write, kept, sight.tracks[index])
        return cells


def _written(write: Writer, kept: dict[Any, list[Cell]], seen: Any) -> list[Cell]:
    cells = kept.get(seen)
    if cells is None:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        cells = kept[seen] = write(seen)
    return cells


def _looks(names: tuple[str, ...]) -> tuple[list[int], list[int]]:
    """For each component the number of its name, and for each name how many copies it has."""
    order = {name: number for number, name in enumerate(dict.fromkeys(names))}
    copies = [0] * len(order)
    for name in names:
        copies[order[name]] += 1
    return [order[name] for name in names], copies


_kept: dict[int, tuple[Layout, Tensors]] = {}


def tensors_of(table: Table) -> Tensors:
    """The layout of a table's rows, made once for each definition and number of players."""
    layout = table.game.machine.layout
    if id(layout) not in _kept:
        if len(_kept) > 100:
            _kept.clear()
        _kept[id(layout)] = (layout, Tensors(layout, table.actions))
    return _kept[id(layout)][1]
