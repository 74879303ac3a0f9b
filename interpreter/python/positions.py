"""Positions that are remembered: what makes one, and how often one was there.

In: a state and a memory of the program. Out: a hashable key that is the same for two positions that nobody
could tell apart: copies that look alike are alike, the order of a set does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.layout import GRID, LINE, PILE, Layout
from interpreter.python.budget import pay
from interpreter.python.state import State
from rulelang.ir.expression_prices import KEPT
from rulelang.types import Rec, Seq, Type, bare

FEW = 600  # positions: so many are kept for the price of their parts, as other backends do
SMALL = 500_000  # components in all of them


class Positions:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        program = layout.program
        self.looks = look_numbers(layout)
        fields = {
            record.name: [
                number for number, track in enumerate(program.tracks) if track.owner == Rec(record.name)
            ]
            for record in program.records
            if record.physical
        }
        # For each component type the tracks of its changing fields, as shifts from a component's number.
        self.shifts = {
            name: [layout.track_base[number] - program.record(name).base for number in numbers]
            for name, numbers in fields.items()
        }
        self.own_fields = {number for numbers in fields.values() for number in numbers}
        # How components look whose fields never change, and an empty place: nothing has to be read.
        self.fixed_looks: dict[str, dict[int | None, Any]] = {}
        for record in program.records:
            if record.physical and not self.shifts[record.name]:
                numbers = range(record.base, record.base + record.size)
                self.fixed_looks[record.name] = {None: None, **{n: (self.looks[n], ()) for n in numbers}}
        items = [{program.zones[zone].item for zone in memory.zones} for memory in program.memories]
        self.sizes = [sum(program.record(item).size for item in some) for some in items]
        self.tracks = [self._tracks_of(memory.tracks) for memory in program.memories]
        # What was counted last: rules that ask whether a position repeats then remember it.
        self.counted: tuple[Any, Any, int] = (None, None, 0)

    def _tracks_of(self, numbers: Sequence[int]) -> list[tuple[int, int, Type | None]]:
        """Where the tracks of a memory begin and end; with their type where a value is not its own key."""
        layout, found = self.layout, []
        for number in numbers:
            if number in self.own_fields:
                continue  # it is told with each component
            track, base = layout.program.tracks[number], layout.track_base[number]
            inner = bare(track.type)
            plain = not isinstance(inner, Seq) and not (isinstance(inner, Rec) and layout.is_component(inner))
            found.append((base, base + len(layout.owners(track.owner)), None if plain else track.type))
        return found

    def remember(self, state: State, number: int) -> None:
        key = self.key(state, number)
        times = 1 + self._times(state, number, key)
        pay(state, KEPT * len(key) // 4)
        size, past = self.sizes[number], state.memory[number]
        length = 1 if past is None else past[4] + 1
        if length - 1 > min(FEW, SMALL // max(1, size)):
            pay(state, 3 * KEPT * size)  # what is kept of each component, at its largest
        memory = list(state.memory)
        memory[number] = (key, past, hash(key), times, length)
        state.memory = tuple(memory)

    def repeats(self, state: State, number: int) -> int:
        return self._times(state, number, self.key(state, number))

    def _times(self, state: State, number: int, key: tuple[Any, ...]) -> int:
        """How often a position was there. Hashes are compared first: a step for each, however large it is."""
        past = state.memory[number]
        if past is None:
            return 0
        pay(state, past[4])
        if self.counted[0] is past and self.counted[1] == key:
            return self.counted[2]
        link, wanted = past, hash(key)
        while link is not None and (link[2] != wanted or link[0] != key):
            link = link[1]
        times: int = 0 if link is None else link[3]
        self.counted = (past, key, times)
        return times

    def key(self, state: State, number: int) -> tuple[Any, ...]:
        layout, memory = self.layout, self.layout.program.memories[number]
        parts: list[Any] = [state.active] if memory.active else []
        for zone in memory.zones:
            item = layout.program.zones[zone].item
            base = layout.zone_base[zone]
            for index in range(base, base + layout.zone_size[zone]):
                parts.append(self._zone(state, index, item))
        for start, stop, type_ in self.tracks[number]:
            values = state.t[start:stop]
            parts += values if type_ is None else [self._value(state, type_, value) for value in values]
        pay(state, len(parts) + len(state.loc))
        return tuple(parts)

    def _zone(self, state: State, index: int, item: str) -> tuple[Any, ...]:
        cards, ordering = state.z[index], self.layout.ordering[index]
        looks = self.fixed_looks.get(item)
        if looks is not None:
            shown: list[Any] = [looks[card] for card in cards]
        else:
            shown = [None if card is None else self._look(state, item, card) for card in cards]
        if ordering in (PILE, LINE):
            low, high = state.bag[index] or (0, 0)
            return (*shown[:low], *sorted(shown[low:high]), *shown[high:])
        return tuple(shown) if ordering == GRID else tuple(sorted(shown))

    def _look(self, state: State, item: str, card: int) -> tuple[Any, ...]:
        fields = tuple(_plain(state.t[card + shift]) for shift in self.shifts[item])
        return (self.looks[card], fields)

    def _value(self, state: State, type_: Type, value: Any) -> Any:
        inner = bare(type_)
        if value is None:
            return None
        if isinstance(inner, Seq):
            return tuple(self._value(state, inner.item, part) for part in value)
        if isinstance(inner, Rec) and self.layout.is_component(inner):
            return self._look(state, inner.name, value)
        return value

    def different(self, state: State, items: Sequence[int], item: str) -> list[int]:
        """Of those that look alike the first."""
        seen: set[Any] = set()
        found = []
        for card in items:
            look = self._look(state, item, card)
            if look not in seen:
                seen.add(look)
                found.append(card)
        return found


def _plain(value: Any) -> Any:
    """Something that can be compared with its like, also where one of them is none."""
    return -1 if value is None else value


def look_numbers(layout: Layout) -> list[int]:
    """For each component a number that its copies share."""
    found: list[int] = []
    for record in layout.program.records:
        if record.physical:
            first = {name: record.base + number for number, name in reversed(list(enumerate(record.names)))}
            found += [first[name] for name in record.names]
    return found
