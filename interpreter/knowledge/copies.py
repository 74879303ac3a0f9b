"""Numbers for copies that look alike, as one player may call them.

In: what a player sees at a glance. Out: for each copy that the player knows a number: the first one that the
player sees is 1, and so on through the zones; and the same sight with each copy called by its number, so that
copy 2 is always the second one of its name, whichever piece of cardboard it is. The number says where a copy
lies and nothing else: a copy that goes through a place that the player does not see comes out as any other
copy would.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary

from interpreter.backend import Position
from interpreter.knowledge.marks import Marks, Part
from interpreter.knowledge.sight import FACE_DOWN, Eyes, Places, Sight, Unseen, boards_of, names_components
from interpreter.layout import SET, Layout
from rulelang.types import ByPlayer, Pair, Rec, Seq, Type, bare

Numbers = Mapping[int, int]
Cards = tuple[int | None, ...]
MOST_KEPT = 2_000  # sets in order and names of copies, of one definition


class Copies:
    """Which components have copies, and what belongs to them, in one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.eyes: dict[int | None, Eyes] = {}
        self.boards = boards_of(layout)
        alike: dict[int, list[int]] = {}
        for component, look in enumerate(layout.looks):
            alike.setdefault(look, []).append(component)
        # For each component that has copies all of them, in order.
        self.homes = {one: tuple(each) for each in alike.values() if len(each) > 1 for one in each}
        program = layout.program
        self.zones = [
            index
            for index in range(layout.box)
            if any(card in self.homes for card in self._items(layout.zone_names[index][0]))
        ]
        self.zone_parts: dict[int, tuple[Part, ...]] = {}  # zones and tracks that belong to copies
        self.track_parts: dict[int, tuple[Part, ...]] = {}
        self.zone_at: dict[tuple[int, tuple[Part, ...]], int] = {}
        self.track_at: dict[tuple[int, tuple[Part, ...]], int] = {}
        for index in range(layout.box):
            number, owner = layout.zone_names[index]
            self._belongs(self.zone_parts, self.zone_at, index, number, program.zones[number].owner, owner)
        for index, (number, owner) in enumerate(layout.track_names):
            self._belongs(self.track_parts, self.track_at, index, number, program.tracks[number].owner, owner)
        self.naming = [
            index
            for index, (number, _) in enumerate(layout.track_names)
            if names_components(layout, program.tracks[number].type)
        ]
        # Of these the tracks that can name a copy: most name what is there only once.
        self.speaking = [
            index
            for index in self.naming
            if any(
                card in self.homes
                for card in self._of_type(program.tracks[layout.track_names[index][0]].type)
            )
        ]
        # Copies side by side in a set differ only by what can be seen of them elsewhere.
        self.differ = bool(self.zone_parts or self.track_parts or self.naming)
        self.by_place = not (self.differ or self.zone_parts)  # nothing but where it lies tells a copy apart
        self.groups = {each[0]: frozenset(each) for each in self.homes.values()}
        parts = chain(*self.zone_parts.values(), *self.track_parts.values())
        self.bearing = frozenset(part for part, copy in parts if copy)
        self.plain = tuple(index for index in self.zones if index not in self.zone_parts)
        self.sets = frozenset(index for index in self.zones if layout.ordering[index] == SET)
        # Parts of a sight that stay as they are, whatever copies are called.
        self.fixed_zones = frozenset(range(layout.box)) - {*self.zones, *self.zone_parts}
        self.fixed_tracks = frozenset(range(len(layout.track_names))) - {*self.speaking, *self.track_parts}
        self.moved_zones = _Moved(self.zone_parts, self.zone_at, layout.zone_names, ())
        self.moved_tracks = _Moved(self.track_parts, self.track_at, layout.track_names, Unseen.UNNAMED)
        # The zones and tracks that say what copies are called, or that change with it. In the box they have
        # numbers as well, for tracks that name them.
        self.asked = (
            [*sorted({*self.zones, *self.zone_parts}), layout.box],
            sorted({*self.speaking, *self.track_parts}),
        )
        self.kept: dict[Any, tuple[list[tuple[int, Cards]], list[tuple[int, Any]]]] = {}
        self.sorted: dict[tuple[Any, ...], list[int]] = {}  # copies in sets, by what tells them apart

    def _items(self, zone: int) -> range:
        """What can lie in a zone."""
        return self._of_type(Rec(self.layout.program.zones[zone].item))

    def _of_type(self, type_: Type) -> range:
        """The components that a value can speak of."""
        inner = bare(type_)
        if isinstance(inner, Seq | ByPlayer):
            return self._of_type(inner.item)
        if not isinstance(inner, Rec):
            return range(self.layout.program.components)
        record = self.layout.program.record(inner.name)
        return range(record.base, record.base + record.size)

    def _belongs(
        self,
        parts_of: dict[int, tuple[Part, ...]],
        at: dict[tuple[int, tuple[Part, ...]], int],
        index: int,
        number: int,
        type_: Type | None,
        owner: int | None,
    ) -> None:
        copies = [part for part in self.layout.owning(type_, owner) if part in self.homes]
        if copies:
            kinds = (type_.first, type_.second) if isinstance(type_, Pair) else (type_,)
            parts = tuple(
                (part or 0, self.layout.is_component(kind) and part in self.homes)
                for kind, part in zip(kinds, self.layout.owner_parts(type_, owner), strict=True)
            )
            parts_of[index], at[number, parts] = parts, index

    # ------------------------------------------------------------ looking
    def glance(self, state: Position, player: int | None) -> Sight:
        eyes = self._eyes(player)
        return state.sight(eyes, False) or eyes.glance(state)

    def look(self, state: Position, player: int | None) -> Sight:
        """What a seat may get: see `sight`."""
        eyes = self._eyes(player)
        return state.sight(eyes, True) or self.called(self.glance(state, player))

    def _eyes(self, player: int | None) -> Eyes:
        found = self.eyes.get(player)
        if found is None:
            found = self.eyes[player] = Eyes(self.layout, player, self.boards)
        return found

    def numbers(self, seen: Sight) -> Numbers:
        """A number for each copy that is seen; empty where nothing has copies."""
        found: dict[int, int] = {}
        if not self.homes:
            return found
        counts: dict[int, int] = {}
        homes, zones, differ, sets, known = self.homes, seen.zones, self.differ, self.sets, self.homes.keys()
        marked: frozenset[int] | None = None
        # The order depends on what is found.
        for index in chain(self._in_order(found) if self.zone_parts else self.plain, (self.layout.box,)):
            if not zones[index] or known.isdisjoint(zones[index]):
                continue
            cards = [card for card in zones[index] if card in homes]
            if differ and len(cards) > 1 and index in sets and self._has_pairs(cards):
                marked = self._marked(seen) if marked is None else marked
                if marked.isdisjoint(cards):  # they differ in nothing that can be seen
                    cards.sort(key=self._by_look)
                else:
                    cards = self._by_marks(cards, seen)
            for card in cards:
                look = homes[card][0]
                counts[look] = found[card] = counts.get(look, 0) + 1
        return found

    def _by_marks(self, cards: list[int], seen: Sight) -> list[int]:
        """Sorted by what can be seen of each. That takes long and is often the same: it is kept."""
        tracks, zones = seen.tracks, seen.zones
        key = (
            tuple(cards),
            tuple([tracks[index] for index in self.track_parts]),
            tuple([tracks[index] for index in self.speaking]),
            tuple([zones[index] for index in self.zone_parts]),
        )
        found = self.sorted.get(key)
        if found is None:
            if len(self.sorted) >= MOST_KEPT:
                self.sorted.clear()
            found = self.sorted[key] = sorted(cards, key=Marks(self, seen).of)
        return found

    def _marked(self, seen: Sight) -> frozenset[int]:
        """The copies of which more can be seen than where they lie: what belongs to them or names them."""
        named = set()
        values = [seen.tracks[index] for index in self.speaking]
        while values:
            value = values.pop()
            if type(value) is int:
                named.add(value)
            elif value is not None and not isinstance(value, Unseen):
                values += value
        return self.bearing | named

    def _by_look(self, card: int) -> tuple[int, int]:
        return self.layout.looks[card], card

    def _has_pairs(self, cards: list[int]) -> bool:
        return len(cards) > 1 and len({self.homes[card][0] for card in cards}) < len(cards)

    def _in_order(self, found: Numbers) -> Iterator[int]:
        """Zones that hold copies: what belongs to copies after the others, by the numbers of its owners."""
        yield from self.plain
        left = [index for index in self.zones if index in self.zone_parts]
        while left:
            ready = [i for i in left if all(part in found for part, copy in self.zone_parts[i] if copy)]
            if not ready:
                return
            yield from sorted(ready, key=lambda index: self._rank(index, found))
            left = [index for index in left if index not in ready]

    def _rank(self, index: int, found: Numbers) -> tuple[Any, ...]:
        parts = (
            (self.layout.looks[part], found[part]) if copy else (part, 0)
            for part, copy in self.zone_parts[index]
        )
        return (self.layout.zone_names[index][0], *parts)

    # ------------------------------------------------------------ calling
    def called(self, seen: Sight) -> Sight:
        """The sight with every copy called by its number; the box is not seen."""
        zones, tracks = list(seen.zones), list(seen.tracks)
        zones[self.layout.box] = ()
        if not self.homes:
            return Sight(seen.player, seen.active, tuple(zones), tuple(tracks))
        if self.by_place:
            self._call_by_place(zones)
            return Sight(seen.player, seen.active, tuple(zones), tuple(tracks))
        # What copies are called depends on where they lie and what tells them apart, and that changes seldom.
        zones_asked, tracks_asked = self.asked
        key = (tuple([seen.zones[i] for i in zones_asked]), tuple([tracks[i] for i in tracks_asked]))
        found = self.kept.get(key)
        if found is None:
            if len(self.kept) >= MOST_KEPT:
                self.kept.clear()
            found = self.kept[key] = self._changes(seen, zones[:], tracks[:])
        for index, cards in found[0]:
            zones[index] = cards
        for index, value in found[1]:
            tracks[index] = value
        return Sight(seen.player, seen.active, tuple(zones), tuple(tracks))

    def _changes(
        self, seen: Sight, zones: list[Cards], tracks: list[Any]
    ) -> tuple[list[tuple[int, Cards]], list[tuple[int, Any]]]:
        """The zones and tracks that are others when each copy is called by its number."""
        names = self.names(self.numbers(seen))
        sets, named = self.sets, names.keys()
        for index in self.zones:
            if zones[index] and (index in sets or not named.isdisjoint(zones[index])):
                zones[index] = self._cards(zones[index], names, index in sets)
        for index in self.speaking:
            if tracks[index] is not None and not isinstance(tracks[index], Unseen):
                tracks[index] = self._value(tracks[index], names)
        self.moved_zones.move(zones, names)
        self.moved_tracks.move(tracks, names)
        return (
            [(index, zones[index]) for index in self.asked[0] if zones[index] != seen.zones[index]],
            [(index, tracks[index]) for index in self.asked[1] if tracks[index] != seen.tracks[index]],
        )

    def _call_by_place(self, zones: list[Cards]) -> None:
        """The same as `names` of `numbers`, in one go through the zones."""
        homes, counts = self.homes, dict.fromkeys(self.groups, 0)
        for index in self.plain:
            cards = zones[index]
            if not cards:
                continue
            is_set, first = index in self.sets, cards[0]
            home = homes.get(first) if is_set and first is not None else None
            if home is not None and self.groups[home[0]].issuperset(cards):  # copies of one thing alone
                start = counts[home[0]]
                counts[home[0]] = end = start + len(cards)
                zones[index] = home[start:end]
                continue
            called = list(cards)
            for spot in cards.taken if isinstance(cards, Places) else range(len(cards)):
                home = homes.get(cards[spot])  # type: ignore[arg-type]  # None has none
                if home is not None:
                    called[spot] = home[counts[home[0]]]
                    counts[home[0]] += 1
            if is_set and len(called) > 1:
                called = _in_order(called)
            zones[index] = cards.with_others(called) if isinstance(cards, Places) else tuple(called)

    def names(self, numbers: Numbers) -> Numbers:
        """What each copy is called: the copy that would have its number if they were counted in the box."""
        return {card: self.homes[card][number - 1] for card, number in numbers.items()}

    def _cards(self, cards: Cards, names: Numbers, is_set: bool) -> Cards:
        # What has no number lies at a copy that has none: nothing is seen there.
        called = [names.get(card, card) for card in cards]  # type: ignore[arg-type]  # None has no name
        if isinstance(cards, Places):
            return Places(called)
        return tuple(_in_order(called) if is_set and len(called) > 1 else called)

    def _value(self, value: Any, names: Numbers) -> Any:
        if type(value) is not int:
            parts = tuple(None if part is None else self._value(part, names) for part in value)
            return Unseen.HIDDEN if Unseen.HIDDEN in parts else parts
        return names.get(value, Unseen.HIDDEN) if value in self.homes else value


def _in_order(cards: Sequence[int | None]) -> list[int | None]:
    """The cards of a set, those that are not known last."""
    known = sorted([card for card in cards if card != FACE_DOWN])  # type: ignore[type-var]  # it is no grid
    return [*known, *[FACE_DOWN] * (len(cards) - len(known))]


class _Moved:
    """Zones or tracks that belong to copies. They go to where those of the new name are; nothing is at names
    that nobody has."""

    def __init__(
        self,
        parts_of: Mapping[int, tuple[Part, ...]],
        at: Mapping[tuple[int, tuple[Part, ...]], int],
        declared: list[tuple[int, int | None]],
        nothing: Any,
    ) -> None:
        self.nothing, self.indices = nothing, list(parts_of)
        # What belongs to one copy alone, with where it is for each name of it; and what belongs to more.
        self.alone = [
            (index, parts[0][0], {each[0][0]: to for (number, each), to in at.items()
                                  if number == declared[index][0] and len(each) == 1 and each[0][1]})
            for index, parts in parts_of.items()
            if len(parts) == 1
        ]  # fmt: skip
        self.shared = [
            (index, declared[index][0], parts) for index, parts in parts_of.items() if len(parts) > 1
        ]
        self.at = at

    def move(self, row: list[Any], names: Numbers) -> None:
        if not self.indices:
            return
        before = row[:]
        for index in self.indices:
            row[index] = self.nothing
        for index, part, places in self.alone:
            name = names.get(part)
            if name is not None:
                row[places[name]] = before[index]
        for index, number, parts in self.shared:
            if all(part in names for part, copy in parts if copy):
                new = tuple((names[part], copy) if copy else (part, copy) for part, copy in parts)
                row[self.at[number, new]] = before[index]


_kept: WeakKeyDictionary[Layout, Copies] = WeakKeyDictionary()


def copies_of(layout: Layout) -> Copies:
    """What is known of copies in a layout, found once."""
    if layout not in _kept:
        _kept[layout] = Copies(layout)
    return _kept[layout]


def numbers_of_copies(layout: Layout, state: Position, player: int) -> Numbers:
    """A number for each copy that the player knows; empty where nothing has copies."""
    copies = copies_of(layout)
    return copies.numbers(copies.glance(state, player)) if copies.homes else {}
