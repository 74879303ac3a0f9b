"""What is said with a component: its fields that change, what lies on it, who is there, its open sides.

In: a game and a player's view of it. Out: notes for each component, by its type and its key. What is as it
was at the start is not said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cli.screen.widths import UNBROKEN

if TYPE_CHECKING:
    from cli.screen.listing import Listing
    from interpreter.game import Game
    from interpreter.view import View, ZoneView
    from rulelang.ir.nodes import RecordDef, TrackDef

SIDES = ("north", "east", "south", "west")
DIRECTIONS = "set of kind:direction"
Found = dict[str, dict[str, list[str]]]  # by the type of a component, then by its key


class Notes:
    """What one player is told about components in one moment."""

    def __init__(self, game: Game, view: View, listing: Listing) -> None:
        self.game = game
        self.view = view
        self.words = game.words
        self.listing = listing
        self.tracks = {track.name: track for track in game.program.tracks}
        self.zones = {zone.name: zone for zone in game.program.zones}
        self.records = {record.name: record for record in game.program.records}
        self.on_grids = {f"record:{zone.item}" for zone in game.program.zones if zone.ordering == "grid"}
        self._owners: dict[str, dict[str, str]] = {}
        self.found: Found = {}
        self._note_fields()
        self._note_open_sides()
        self._note_what_lies_there()
        self._note_who_is_there()

    def of(self, zone: ZoneView) -> Mapping[str, Sequence[str]]:
        """The notes on the components that can lie in a zone."""
        return self.found.get(self.zones[zone.name].item, {})

    def owners(self, tag: str) -> dict[str, str]:
        """The words for the owners of a zone or track, by their keys in a view."""
        if tag not in self._owners:
            words = self.words
            self._owners[tag] = {words.key(tag, n): words.value(tag, n) for n in self._numbers(tag)}
        return self._owners[tag]

    def _numbers(self, tag: str) -> range:
        word, _, name = tag.partition(":")
        if word == "player":
            return range(self.game.setup.players)
        if word == "kind":
            return range(len(self.game.program.kind(name).words))
        if word == "record":
            return range(self.records[name].base, self.records[name].base + self.records[name].size)
        return range(0)

    def sides(self, record: RecordDef) -> dict[str, frozenset[int]]:
        """The open sides of each component, if a set of directions is printed on it, as it is turned now."""
        column = next((values for _, tag, values in record.columns if tag == DIRECTIONS), None)
        if column is None:
            return {}
        turned = {
            view.owner: int(view.value or 0)
            for view in self.view.tracks
            if view.name == f"{record.name}.turned" and (view.value or "").isdigit()
        }
        keys = [self.words.key(f"record:{record.name}", record.base + i) for i in range(record.size)]
        return {
            key: frozenset((side + turned.get(key, 0)) % 4 for side in printed)
            for key, printed in zip(keys, column, strict=True)
        }

    def sides_in_words(self, sides: frozenset[int]) -> str:
        named = [self.words.text(f"direction.{SIDES[side]}") for side in sorted(sides)]
        return self.listing.say("table.open_to", ", ".join(named) or self.words.text("nothing"))

    # ------------------------------------------------------------ what there is to say
    def _say(self, tag: str, key: str) -> list[str]:
        return self.found.setdefault(tag.removeprefix("record:"), {}).setdefault(key, [])

    def _note_fields(self) -> None:
        for view in self.view.tracks:
            track = self.tracks[view.name]
            if not is_field(track) or view.value in (None, self._start(track)) or self._is_turn(track):
                continue
            name = self.words.text(f"track.{view.name}", view.name.rpartition(".")[2].replace("_", " "))
            said = self._say(track.owner, view.owner)
            said.append(name if view.value == "yes" else f"{name} {view.label}")

    def _is_turn(self, track: TrackDef) -> bool:
        """How often a component is turned shows in its open sides, if it has such."""
        name, _, field = track.name.rpartition(".")
        return field == "turned" and any(tag == DIRECTIONS for _, tag, _ in self.records[name].columns)

    def _note_open_sides(self) -> None:
        """On a grid they are drawn; elsewhere they are said."""
        for zone in self.view.zones:
            record = self.records[self.zones[zone.name].item]
            if zone.ordering == "grid" or not any(zone.cards):
                continue
            for key, sides in self.sides(record).items():
                if key in zone.cards:
                    self._say(record.name, key).append(self.sides_in_words(sides))

    def _note_what_lies_there(self) -> None:
        for zone in self.view.zones:
            owner = self.zones[zone.name].owner
            if zone.count and owner in self.on_grids:
                parts = self.listing.parts(zone, self.of(zone))
                self._say(owner, zone.owner).extend(part.replace(UNBROKEN, " ") for part in parts)

    def _note_who_is_there(self) -> None:
        """A track that names a component on a grid says where something is: a figure, or a player's own."""
        for view in self.view.tracks:
            track = self.tracks[view.name]
            if track.type in self.on_grids and view.value not in (None, "none"):
                name = self.words.text(f"track.{view.name}")
                if view.owner:
                    name = self.owners(track.owner).get(view.owner, "")
                said = self._say(track.type, str(view.value))
                if name not in said:
                    said.append(name)

    def _start(self, track: TrackDef) -> str | None:
        operator, *value = track.start
        if operator == "none":
            return "none"
        return self.words.key(track.type, value[0]) if operator in ("n", "b") else None


def is_field(track: TrackDef) -> bool:
    """A field of a component that changes in play: it is shown with the component."""
    return "." in track.name and track.owner.startswith("record:")
