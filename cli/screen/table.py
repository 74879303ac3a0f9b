"""The table as one player sees it, drawn only from the definition.

In: a game and a player. Out: lines of text: what lies open to all, then what belongs to each player. Zones
and tracks come from the player's view, so nothing hidden can be drawn. What is empty is named in one line.
For a screen reader grids are told place by place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cli.phrases import Phrases
from cli.screen.board import Cell, drawn, is_small, told
from cli.screen.listing import Listing
from cli.screen.notes import Notes, is_field
from cli.screen.whereabouts import zone_titles
from cli.screen.widths import UNBROKEN, padded, width_of, wrapped
from rulelang.ir.expressions import Truth
from rulelang.types import BOOL, PLAYER, bare

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.knowledge.views import TrackView, View, ZoneView

Row = tuple[str, str]  # a name and what is to be said about it
NARROW = 60  # on less there is no room for a column of names


class Table:
    """One player's table in one moment."""

    def __init__(
        self, game: Game, player: int, width: int, say: Phrases | None = None, reader: bool = False
    ) -> None:
        self.game = game
        self.words = game.words
        self.player = player
        self.width = width
        self.say = say or Phrases("en")
        self.reader = reader
        self.view: View = game.view(player)
        # By identity: two zones of a view can be equal.
        self.titles = dict(zip(map(id, self.view.zones), zone_titles(game), strict=True))
        self.listing = Listing(self.say)
        self.notes = Notes(game, self.view, self.listing)
        self.tracks, self.zones, self.records = self.notes.tracks, self.notes.zones, self.notes.records

    def lines(self) -> Iterator[str]:
        yield from self._rows(self._shared())
        for zone in self.view.zones:
            if self._is_drawn(zone):
                yield f"  {self.titles[id(zone)]}"
                yield from self._grid(zone)
        for number in range(self.game.setup.players):
            rows = self._belongings(number)
            if rows:
                yield self._heading(number)
                yield from self._rows(rows)

    def cards(self, zone: ZoneView) -> str:
        """What lies in a zone, as far as the player knows it."""
        word = self.records[self.zones[zone.name].item].word
        return self.listing.text(zone, word, self.notes.of(zone))

    def _heading(self, number: int) -> str:
        marks = [self.say("table.you")] if number == self.player else []
        marks += [self.say("table.turn")] if number == self.view.active else []
        return self.words.player(number) + (f" ({', '.join(marks)})" if marks else "")

    def _rows(self, rows: Sequence[Row]) -> Iterator[str]:
        longest = max((width_of(name) for name, _ in rows), default=0)
        column = min(longest, self.width * 2 // 5)
        for name, text in rows:
            if not name:
                yield from wrapped(text, self.width, "  ", "  ")
            elif self.reader or self.width < NARROW:
                yield from wrapped(f"{name}: {text}", self.width, "  ", "    ")
            else:
                indent = " " * (column + 4)
                if width_of(name) > column:
                    yield f"  {name}"
                    name = ""
                yield from wrapped(text, self.width, f"  {padded(name, column)}  ", indent)

    # ------------------------------------------------------------ what is shown where
    def _shared(self) -> list[Row]:
        zones = [zone for zone in self.view.zones if self._is_shared(zone)]
        return self._all_rows([(self.titles[id(zone)], zone) for zone in zones], self._shared_tracks())

    def _is_shared(self, zone: ZoneView) -> bool:
        """Whether it lies in the middle. What lies on a component of a grid is said in its picture."""
        owner = self.zones[zone.name].owner
        # Of zones that each card or colour has there can be very many: the empty ones say nothing.
        if owner == PLAYER or (owner is not None and not zone.count):
            return False
        return owner not in self.notes.on_grids and not self._is_drawn(zone)

    def _shared_tracks(self) -> list[Row]:
        found: dict[str, list[TrackView]] = {}
        for view in self.view.tracks:
            track = self.tracks[view.name]
            if track.owner != PLAYER and not is_field(track) and bare(track.type) not in self.notes.on_grids:
                found.setdefault(view.name, []).append(view)
        rows = []
        for name, views in found.items():
            owners = self.notes.owners(self.tracks[name].owner)
            if owners:
                shown = ", ".join(f"{owners[view.owner]} {view.label}" for view in views)
                rows.append((self.words.text(f"track.{name}"), shown))
            else:
                rows += self._counters(views)
        return rows

    def _counters(self, views: Sequence[TrackView]) -> list[Row]:
        """Tracks in words. A flag is named while it is up; one that is down, as at the start, is not."""
        rows = []
        for view in views:
            track, name = self.tracks[view.name], self.words.text(f"track.{view.name}")
            is_flag = bare(track.type) == BOOL and view.value is not None
            if is_flag and view.value == "yes":
                rows.append((name, ""))
            elif not is_flag or track.start != Truth(BOOL, False):
                rows.append((name, view.label))
        return rows

    def _belongings(self, number: int) -> list[Row]:
        key = self.words.key(PLAYER, number)
        zones = [z for z in self.view.zones if z.owner == key and self.zones[z.name].owner == PLAYER]
        tracks = [t for t in self.view.tracks if t.owner == key and self.tracks[t.name].owner == PLAYER]
        named = [(self.words.text(f"zone.{zone.name}"), zone) for zone in zones if not self._is_drawn(zone)]
        return self._all_rows(named, self._counters(tracks))

    def _all_rows(self, zones: Sequence[tuple[str, ZoneView]], tracks: Sequence[Row]) -> list[Row]:
        rows = [(name, self.cards(zone)) for name, zone in zones if zone.count]
        empty = [name.replace(" ", UNBROKEN) for name, zone in zones if not zone.count]
        if empty:
            rows.append((self.say("table.empty"), ", ".join(empty)))
        told_so = [f"{name}: {text}" if text else name for name, text in tracks]
        if self.reader:
            return [*rows, *(("", text) for text in told_so)]
        # Numbers and words are short: they go side by side.
        together = "; ".join(text.replace(" ", UNBROKEN) for text in told_so)
        return [*rows, ("", together)] if tracks else rows

    # ------------------------------------------------------------ grids
    def _is_drawn(self, zone: ZoneView) -> bool:
        """Grids are drawn, also empty ones as long as they fit: the player has to choose a place there."""
        return zone.ordering == "grid" and (zone.count > 0 or is_small(self.zones[zone.name]))

    def _grid(self, zone: ZoneView) -> Iterator[str]:
        sides = self.notes.sides(self.records[self.zones[zone.name].item])
        notes = self.notes.of(zone)
        cells = {
            place: Cell(label, tuple(notes.get(key or "", ())), sides.get(key or ""))
            for place, label, key in zip(zone.places, zone.labels, zone.cards, strict=True)
        }
        if not self.reader:
            yield from drawn(cells, self.zones[zone.name], self.width)
            return
        if not cells:
            yield f"    {self.say('table.empty')}"
        for place, cell in cells.items():
            if cell.open is not None:
                cells[place] = Cell(cell.label, (*cell.notes, self.notes.sides_in_words(cell.open)))
        yield from told(cells, self.words, self.width)
