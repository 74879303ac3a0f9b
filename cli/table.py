"""The table as one player sees it, drawn only from the definition.

In: a game and a player. Out: lines of text: what lies open to all, then what belongs to each player. Zones
and tracks come from the player's view, so nothing hidden can be drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from cli.board import drawn, is_small, noted

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.view import TrackView, View, ZoneView
    from rulelang.ir.nodes import TrackDef

Row = tuple[str, str]  # a name and what is to be said about it
MOST_LISTED = 60
UNBROKEN = "\xa0"  # a space at which a line is not broken: the name of a card stays in one piece


class Table:
    """One player's table in one moment."""

    def __init__(self, game: Game, player: int, width: int) -> None:
        self.game = game
        self.words = game.words
        self.player = player
        self.width = width
        self.view: View = game.view(player)
        self.tracks = {track.name: track for track in game.program.tracks}
        self.zones = {zone.name: zone for zone in game.program.zones}
        self.on_grids = {f"record:{zone.item}" for zone in game.program.zones if zone.ordering == "grid"}
        self.notes = self._notes()

    def lines(self) -> Iterator[str]:
        yield from self._rows([*self._shared_zones(), *self._shared_tracks()])
        for zone in self.view.zones:
            if self._is_drawn(zone):
                yield f"  {self._title(zone)}"
                declared = self.zones[zone.name]
                yield from drawn(zone, declared, self.notes, self.width, self._sides(zone))
        for number in range(self.game.setup.players):
            rows = list(self._belongings(number))
            if rows:
                yield self._heading(number)
                yield from self._rows(rows)

    def _heading(self, number: int) -> str:
        marks = ["you"] if number == self.player else []
        marks += ["turn"] if number == self.view.active else []
        return self.words.player(number) + (f" ({', '.join(marks)})" if marks else "")

    def _rows(self, rows: list[Row]) -> Iterator[str]:
        column = min(max((len(name) for name, _ in rows), default=0), 24)
        for name, text in rows:
            start = f"  {name.ljust(column)}  "
            lines = wrap(
                start + text, self.width, subsequent_indent=" " * (column + 4), break_on_hyphens=False
            )
            yield from (line.replace(UNBROKEN, " ") for line in lines)

    # ------------------------------------------------------------ what is shown where
    def _shared_zones(self) -> Iterator[Row]:
        for zone in self.view.zones:
            owner = self.zones[zone.name].owner
            # Of zones that each card or colour has there can be very many: the empty ones say nothing.
            if owner == "player" or (owner and not zone.count) or self._is_drawn(zone):
                continue
            if owner in self.on_grids:  # said in the picture of the grid
                continue
            yield self._title(zone), self.cards(zone)

    def _shared_tracks(self) -> Iterator[Row]:
        for name, track in self.tracks.items():
            if track.owner == "player" or self._is_note(track) or track.type in self.on_grids:
                continue
            found = [view for view in self.view.tracks if view.name == name]
            owners = self._owners(track.owner)
            shown = [f"{owners.get(view.owner, view.owner)} {view.label}" for view in found]
            yield self._track_name(name), ", ".join(shown) if track.owner else found[0].label

    def _belongings(self, number: int) -> Iterator[Row]:
        key = self.words.key("player", number)
        for zone in self.view.zones:
            if zone.owner == key and self.zones[zone.name].owner == "player":
                yield self.words.text(f"zone.{zone.name}"), self.cards(zone)
        for track in self.view.tracks:
            if track.owner == key and self.tracks[track.name].owner == "player":
                yield self._track_name(track.name), track.label

    def _is_drawn(self, zone: ZoneView) -> bool:
        """Grids are drawn, also empty ones as long as they fit: the player has to choose a place there."""
        return zone.ordering == "grid" and (zone.count > 0 or is_small(self.zones[zone.name]))

    def _title(self, zone: ZoneView) -> str:
        name = self.words.text(f"zone.{zone.name}")
        owners = self._owners(self.zones[zone.name].owner)
        return f"{name} of {owners.get(zone.owner, zone.owner)}" if zone.owner else name

    def _track_name(self, name: str) -> str:
        return self.words.text(f"track.{name}")

    def _owners(self, tag: str) -> dict[str, str]:
        """The words for the owners of a zone or track, by their keys in a view."""
        word, _, name = tag.partition(":")
        numbers = range(0)
        if word == "player":
            numbers = range(self.game.setup.players)
        elif word == "kind":
            numbers = range(len(self.game.program.kind(name).words))
        elif word == "record":
            record = self.game.program.record(name)
            numbers = range(record.base, record.base + record.size)
        return {self.words.key(tag, number): self.words.value(tag, number) for number in numbers}

    # ------------------------------------------------------------ cards
    def cards(self, zone: ZoneView, notes: dict[str, list[str]] | None = None) -> str:
        if not zone.count:
            return "empty"
        said = self.notes if notes is None else notes
        labels = [
            noted(label, key, said).replace(" ", UNBROKEN)
            for label, key in zip(zone.labels, zone.cards, strict=True)
        ]
        known = [label for label, key in zip(labels, zone.cards, strict=True) if key is not None]
        hidden = zone.count - len(known)
        if zone.ordering == "pile":
            return _pile(labels, zone.cards, hidden)
        if not known:
            return f"{hidden} hidden"
        if zone.ordering == "line":
            return ", ".join(labels)
        parts = [f"{label} x{count}" if count > 1 else label for label, count in Counter(known).items()]
        return ", ".join(parts) + (f", {hidden} hidden" if hidden else "")

    def _is_note(self, track: TrackDef) -> bool:
        """A field of a component that changes in play: it is shown with the component."""
        return "." in track.name and track.owner.startswith("record:")

    def _notes(self) -> dict[str, list[str]]:
        """What is to be said about each component, by its key; what is as it was at the start is not."""
        found: dict[str, list[str]] = {}
        for view in self.view.tracks:
            track = self.tracks[view.name]
            if self._is_note(track) and view.value is not None and view.value != self._start(track):
                name = self.words.text(f"track.{view.name}", view.name.rpartition(".")[2].replace("_", " "))
                found.setdefault(view.owner, []).append(_note(name, view))
        self._note_what_lies_there(found)
        self._note_who_is_there(found)
        return found

    def _note_what_lies_there(self, found: dict[str, list[str]]) -> None:
        for zone in self.view.zones:
            if zone.count and self.zones[zone.name].owner in self.on_grids:
                found.setdefault(zone.owner, []).append(self.cards(zone, found).replace(UNBROKEN, " "))

    def _note_who_is_there(self, found: dict[str, list[str]]) -> None:
        """A track that names a component on a grid says where something is: a figure, or a player's own."""
        for view in self.view.tracks:
            track = self.tracks[view.name]
            if track.type in self.on_grids and view.value not in (None, "none"):
                owners = self._owners(track.owner)
                name = owners.get(view.owner, "") if view.owner else self._track_name(view.name)
                said = found.setdefault(str(view.value), [])
                if name not in said:
                    said.append(name)

    def _sides(self, zone: ZoneView) -> dict[str, frozenset[int]]:
        """The open sides of the components on a grid, if a set of directions is printed on them."""
        record = self.game.program.record(self.zones[zone.name].item)
        column = next((values for _, tag, values in record.columns if tag == "set of kind:direction"), None)
        if column is None:
            return {}
        turned = {
            view.owner: int(view.value or 0)
            for view in self.view.tracks
            if view.name == f"{record.name}.turned" and (view.value or "").isdigit()
        }
        keys = {self.words.key(f"record:{record.name}", record.base + i): i for i in range(record.size)}
        return {
            key: frozenset((side + turned.get(key, 0)) % 4 for side in column[keys[key]])
            for key in zone.cards
            if key is not None
        }

    def _start(self, track: TrackDef) -> str | None:
        operator, *value = track.start
        if operator == "none":
            return "none"
        return self.words.key(track.type, value[0]) if operator in ("n", "b") else None


def _note(name: str, view: TrackView) -> str:
    return name if view.value == "yes" else f"{name} {view.label}"


def _pile(labels: list[str], keys: tuple[str | None, ...], hidden: int) -> str:
    """Piles are listed from the top, which comes last in a view."""
    count = len(labels)
    size = f"{count} card{'' if count == 1 else 's'}"
    if hidden == count:
        return size
    top = labels[-1] if keys[-1] is not None else "?"
    if hidden == count - 1 and keys[-1] is not None:
        return f"{size}, on top {top}"
    last = max(0, count - MOST_LISTED)
    from_top = [label if key is not None else "?" for label, key in zip(labels, keys, strict=True)][last:][
        ::-1
    ]
    while from_top and from_top[-1] == "?":
        from_top.pop()
    return f"{size}, from the top: {', '.join(from_top)}"
