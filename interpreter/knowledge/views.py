"""What one player can see and remembers having seen.

In: a state and a player. Out: a `View` made only of what the zones and tracks declare visible and of what
was revealed. Two states that differ only in hidden things have equal views.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from interpreter.backend import Position
from interpreter.knowledge.seeing import seers_of_track
from interpreter.layout import BOX, GRID, SET, Layout
from interpreter.words import Words
from rulelang.types import Rec, Seq, Type


@frozen
class ZoneView:
    """Cards are keys, or None where the player does not know which one it is. Top and end come last."""

    name: str
    owner: str
    count: int
    cards: tuple[str | None, ...]
    labels: tuple[str, ...]
    ordering: str
    places: tuple[tuple[int, int], ...] = ()  # column and row of each card on a grid


@frozen
class TrackView:
    name: str
    owner: str
    value: str | None  # None: hidden
    label: str


@frozen
class View:
    player: int
    active: int | None
    deciding: tuple[int, ...]
    zones: tuple[ZoneView, ...]
    tracks: tuple[TrackView, ...]
    options: tuple[str, ...]

    def zone(self, name: str, owner: str = "") -> ZoneView:
        return next(z for z in self.zones if z.name == name and z.owner == owner)

    def track(self, name: str, owner: str = "") -> TrackView:
        return next(t for t in self.tracks if t.name == name and t.owner == owner)


class Viewer:
    """Makes views; knows a definition's layout and its words."""

    def __init__(self, layout: Layout, words: Words) -> None:
        self.layout = layout
        self.words = words

    def view(self, state: Position, player: int, deciding: tuple[int, ...], options: tuple[str, ...]) -> View:
        layout = self.layout
        zones = [
            self._zone(state, index, player) for index in range(layout.zones) if layout.ordering[index] != BOX
        ]
        tracks = [self._track(state, index, player) for index in self._tracks_to_name(state, player)]
        return View(player, state.active, deciding, tuple(zones), tuple(tracks), options)

    def _tracks_to_name(self, state: Position, player: int) -> list[int]:
        """The tracks whose owners the player may know: those of a hidden component would name it."""
        layout, tracks = self.layout, self.layout.program.tracks
        return [
            index
            for index, (number, owner) in enumerate(layout.track_names)
            if owner is None
            or not layout.is_component(tracks[number].owner)
            or state.known[owner] >> player & 1
        ]

    def _owner(self, type_: Type | None, owner: int | None) -> str:
        return "" if owner is None or type_ is None else self.words.key(type_, owner)

    def _zone(self, state: Position, index: int, player: int) -> ZoneView:
        number, owner = self.layout.zone_names[index]
        zone = self.layout.program.zones[number]
        cards = [card for card in state.z[index] if card is not None]
        places: list[tuple[int, int]] = []
        if self.layout.ordering[index] == GRID:
            places = [
                (spot % zone.width + 1, spot // zone.width + 1)
                for spot, card in enumerate(state.z[index])
                if card is not None
            ]
        shown = [card if state.known[card] >> player & 1 else None for card in cards]
        if self.layout.ordering[index] == SET:
            shown = [c for c in shown if c is not None] + [None] * shown.count(None)
        item = Rec(zone.item)
        keys = tuple(None if card is None else self.words.key(item, card) for card in shown)
        labels = tuple("?" if card is None else self.words.value(item, card) for card in shown)
        return ZoneView(
            zone.name, self._owner(zone.owner, owner), len(cards), keys, labels, zone.ordering, tuple(places)
        )

    def _track(self, state: Position, index: int, player: int) -> TrackView:
        number, owner = self.layout.track_names[index]
        track = self.layout.program.tracks[number]
        value: Any = state.t[index]
        if not seers_of_track(self.layout, state.known, index, value) >> player & 1:
            return TrackView(track.name, self._owner(track.owner, owner), None, "?")
        if isinstance(track.type, Seq):
            key = ", ".join(self.words.key(track.type.item, item) for item in value)
        else:
            key = self.words.key(track.type, value)
        return TrackView(
            track.name, self._owner(track.owner, owner), key, self.words.value(track.type, value)
        )
