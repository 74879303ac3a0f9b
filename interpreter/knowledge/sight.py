"""What one player can see, as numbers: the one filter between a position and whatever reaches a seat.

In: a position and a player. Out: a `Sight`, plain data with nothing hidden in it. Views put it into words
(`views`), learning environments into tensors (`interpreter/adapters`). Two positions that differ only in
what the player cannot know have equal sights: what is hidden is left out (`Eyes.glance`), and copies that
look alike are called by where they lie (`copies`).
"""

from __future__ import annotations

from collections.abc import Container
from enum import Enum
from typing import Any, NamedTuple

from interpreter.backend import Position
from interpreter.knowledge.seeing import EVERYBODY, known_to, seers_of_track
from interpreter.layout import GRID, SET, Layout
from rulelang.types import ByPlayer, Seq, Type, bare

FACE_DOWN = -1  # a component, but the player does not know which one


class Unseen(Enum):
    """Instead of a value: it is hidden, or its owner would name a component that is not known."""

    HIDDEN = "hidden"
    UNNAMED = "unnamed"


class Sight(NamedTuple):
    """`zones` and `tracks` are numbered as in the layout. On a grid None is an empty place."""

    player: int | None  # or `EVERYBODY`, or None for all that anybody knows
    active: int | None
    zones: tuple[tuple[int | None, ...], ...]
    tracks: tuple[Any, ...]


class Eyes:
    """Looks for one player. What does not depend on the position is found out once."""

    def __init__(self, layout: Layout, player: int | None) -> None:
        self.layout, self.player = layout, player
        self.grids = frozenset(index for index in range(layout.box) if layout.ordering[index] == GRID)
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
        # Both by component, None where nothing belongs to it: most are asked about in every look.
        self.belongs = [
            (self.owned.get(component, ()), self.holding.get(component, ()))
            if component in self.owned or component in self.holding
            else None
            for component in range(program.components)
        ]

    def glance(self, state: Position) -> Sight:
        """What is seen, with copies as they are: not for a seat before `copies` has called them anew."""
        known, loc = state.known, state.loc
        unknown = self._unknown(known)
        zones: list[tuple[int | None, ...]] = list(map(tuple, state.z))
        there: dict[int, list[int]] = {}
        for component in unknown:
            there.setdefault(loc[component], []).append(component)
        for index, hidden in there.items():
            if index in self.grids:  # of its many places few hold something
                places = state.z[index][:]
                for component in hidden:
                    places[places.index(component)] = FACE_DOWN
                zones[index] = tuple(places)
            elif len(hidden) == len(zones[index]):
                zones[index] = (FACE_DOWN,) * len(hidden)
            else:
                dark = set(hidden)
                seen = [FACE_DOWN if c in dark else c for c in state.z[index]]
                if index in self.sets:  # where a component lies in a set says nothing: the unknown are last
                    seen.sort(key=FACE_DOWN.__eq__)
                zones[index] = tuple(seen)
        tracks = state.t[:]
        if self.naming:
            dark = set(unknown)
            for index in self.naming:
                value = tracks[index]
                if value is not None and speaks_of(dark, value):
                    tracks[index] = Unseen.HIDDEN
        for index, why in self.never:
            tracks[index] = why
        if self.player is None:
            self._hide_what_nobody_sees_whole(state, tracks)
        if self.owned or self.holding:
            belongs, unnamed = self.belongs, Unseen.UNNAMED
            for component in unknown:
                own = belongs[component]
                if own is not None:
                    for index in own[0]:
                        tracks[index] = unnamed
                    for index in own[1]:  # what lies at it would name it
                        zones[index] = ()
        return Sight(self.player, state.active, tuple(zones), tuple(tracks))

    def _unknown(self, known: list[int]) -> list[int]:
        if self.player is None:
            return [component for component, seers in enumerate(known) if not seers]
        if self.player == EVERYBODY:
            wanted = self.layout.everyone
            return [component for component, seers in enumerate(known) if seers & wanted != wanted]
        own = 1 << self.player
        return [component for component, seers in enumerate(known) if not seers & own]

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
