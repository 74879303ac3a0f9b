"""What one player can see, as numbers: the one filter between a position and whatever reaches a seat.

In: a position and a player. Out: a `Sight`, plain data with nothing hidden in it. Views put it into words
(`views`), learning environments into tensors (`interpreter/adapters`). Two positions that differ only in
what the player cannot know have equal sights: what is hidden is left out (`Eyes.glance`), and copies that
look alike are called by where they lie (`copies`).
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from enum import Enum
from functools import cached_property
from itertools import compress
from typing import Any, NamedTuple

from interpreter.backend import Position
from interpreter.knowledge.seeing import EVERYBODY, known_to, seers_of_track
from interpreter.layout import GRID, SET, Layout
from rulelang.types import ByPlayer, Seq, Type, bare

MOST_KEPT = 1_000  # sets of what one player does not know
FACE_DOWN = -1  # a component, but the player does not know which one


class Unseen(Enum):
    """Instead of a value: it is hidden, or its owner would name a component that is not known."""

    HIDDEN = "hidden"
    UNNAMED = "unnamed"

    __hash__ = object.__hash__  # views look up what they see: that of `Enum` is slow


class Places(tuple[int | None, ...]):
    """What lies on the places of a grid. There are many, and few of them hold something: which ones, and the
    hash, are worked out once."""

    hashed: int

    @classmethod
    def holding(cls, size: int, places: Sequence[int], items: Sequence[int]) -> Places:
        row: list[int | None] = [None] * size
        for place, item in zip(places, items, strict=True):
            row[place] = item
        found = cls(row)
        found.taken = places
        return found

    def with_others(self, row: Sequence[int | None]) -> Places:
        """The same places with something else on them."""
        found = Places(row)
        found.taken = self.taken
        return found

    @cached_property
    def taken(self) -> Sequence[int]:
        """The places that hold something, in order."""
        return [place for place, item in enumerate(self) if item is not None]

    def __hash__(self) -> int:
        try:
            return self.hashed
        except AttributeError:
            self.hashed = tuple.__hash__(self)
            return self.hashed


Boards = dict[int, tuple[list[int | None], Places]]  # of each grid what lay there last: mostly the same


def boards_of(layout: Layout) -> Boards:
    return {index: ([], Places([])) for index, ordering in enumerate(layout.ordering) if ordering == GRID}


class Sight(NamedTuple):
    """`zones` and `tracks` are numbered as in the layout. On a grid None is an empty place."""

    player: int | None  # or `EVERYBODY`, or None for all that anybody knows
    active: int | None
    zones: tuple[tuple[int | None, ...], ...]
    tracks: tuple[Any, ...]


class Eyes:
    """Looks for one player. What does not depend on the position is found out once."""

    def __init__(self, layout: Layout, player: int | None, boards: Boards | None = None) -> None:
        """`boards` are shared between the players of a game."""
        self.layout, self.player = layout, player
        self.sets = frozenset(index for index in range(layout.box) if layout.ordering[index] == SET)
        self.never: list[tuple[int, Unseen]] = []  # tracks that this player never sees
        self.owned: dict[int, list[int]] = {}  # for each component the tracks that belong to it
        self.holding: dict[int, list[int]] = {}  # and the zones
        self.naming: list[int] = []  # tracks whose values are components
        program = layout.program
        for index, (number, owner) in enumerate(layout.track_names):
            track = program.tracks[number]
            if not layout.is_there(track.owner, owner):
                self.never.append((index, Unseen.UNNAMED))
                continue
            for component in layout.owning(track.owner, owner):
                self.owned.setdefault(component, []).append(index)
            if not known_to(layout, layout.track_sees[index], player):
                self.never.append((index, Unseen.HIDDEN))
            elif names_components(layout, track.type):
                self.naming.append(index)
        for index in range(layout.box):
            number, owner = layout.zone_names[index]
            for component in layout.owning(program.zones[number].owner, owner):
                self.holding.setdefault(component, []).append(index)
        self.bearers = frozenset(self.owned) | frozenset(self.holding)  # components that something belongs to
        self.components = range(program.components)
        self.kept: dict[bytes, tuple[frozenset[int], list[int], list[int]]] = {}
        self.boards: Boards = boards_of(layout) if boards is None else boards
        # For each set of players who know a component whether this one does not: sets of up to eight players.
        self.dark = bytes([self.is_dark(seers) for seers in range(256)])
        self.few = layout.players <= 8

    def is_dark(self, seers: int) -> bool:
        """Whether a component is unknown here that these players know."""
        if self.player is None:
            return not seers
        if self.player == EVERYBODY:
            wanted = self.layout.everyone
            return seers & wanted != wanted
        return not seers >> self.player & 1

    def glance(self, state: Position) -> Sight:
        """What is seen, with copies as they are: not for a seat before `copies` has called them anew."""
        known, z = state.known, state.z
        bits = bytes(known).translate(self.dark) if self.few else bytes(map(self.is_dark, known))
        unknown, unnamed_tracks, unnamed_zones = self.kept.get(bits) or self._keep(bits)
        zones: list[tuple[int | None, ...]] = list(map(tuple, z))
        boards = self.boards
        for index, (before, places) in boards.items():
            if z[index] != before:
                places = Places(z[index])
                boards[index] = z[index][:], places
            zones[index] = places
        for index in set(compress(state.loc, bits)):  # where something lies that is not known
            cards = z[index]
            if index in boards:
                row = list(cards)
                for place in zones[index].taken:  # type: ignore[attr-defined]
                    if row[place] in unknown:
                        row[place] = FACE_DOWN
                zones[index] = Places(row)
            elif unknown.issuperset(cards):
                zones[index] = (FACE_DOWN,) * len(cards)
            else:
                seen = [FACE_DOWN if card in unknown else card for card in cards]
                if index in self.sets:  # where a component lies in a set says nothing: the unknown are last
                    seen.sort(key=FACE_DOWN.__eq__)
                zones[index] = tuple(seen)
        tracks = state.t[:]
        for index in self.naming:
            value = tracks[index]
            if value is not None and speaks_of(unknown, value):
                tracks[index] = Unseen.HIDDEN
        for index, why in self.never:
            tracks[index] = why
        if self.player is None:
            self._hide_what_nobody_sees_whole(state, tracks)
        for index in unnamed_tracks:
            tracks[index] = Unseen.UNNAMED
        for index in unnamed_zones:  # what lies at something would name it
            zones[index] = ()
        return Sight(self.player, state.active, tuple(zones), tuple(tracks))

    def _keep(self, bits: bytes) -> tuple[frozenset[int], list[int], list[int]]:
        """What is not known, and the tracks and zones that belong to it. It seldom changes."""
        unknown = frozenset(compress(self.components, bits))
        owners = unknown & self.bearers
        if len(self.kept) >= MOST_KEPT:
            self.kept.clear()
        found = self.kept[bits] = (
            unknown,
            [index for owner in owners for index in self.owned.get(owner, ())],
            [index for owner in owners for index in self.holding.get(owner, ())],
        )
        return found

    def _hide_what_nobody_sees_whole(self, state: Position, tracks: list[Any]) -> None:
        """One may know the owner of a track, another its value, and nobody both."""
        for index in {*self.naming, *(index for each in self.owned.values() for index in each)}:
            if not isinstance(tracks[index], Unseen) and not seers_of_track(
                self.layout, state.known, index, state.t[index]
            ):
                tracks[index] = Unseen.HIDDEN


def speaks_of(components: Container[int], value: Any) -> bool:
    """Whether a value is, or has among its parts, one of these components."""
    if type(value) is int:
        return value in components
    return any(part is not None and speaks_of(components, part) for part in value)


def names_components(layout: Layout, type_: Type) -> bool:
    inner = bare(type_)
    if isinstance(inner, Seq | ByPlayer):
        return names_components(layout, inner.item)
    return layout.is_component(inner)
