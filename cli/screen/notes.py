"""What is said with a component: its fields that change, what lies on it, who is there, its open sides.

In: a game and a player's view of it. Out: notes for each component, by its type and its key. What is as it
was at the start is not said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cli.screen.widths import UNBROKEN
from rulelang.ir.expressions import Nothing, Number, Truth
from rulelang.types import Kind, Rec, Seq, Type, bare

if TYPE_CHECKING:
    from cli.screen.listing import Listing
    from interpreter.game import Game
    from interpreter.knowledge.views import View, ZoneView
    from rulelang.ir.nodes import RecordDef, TrackDef

SIDES = ("north", "east", "south", "west")
DIRECTIONS = Seq(Kind("direction"))
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
        self.on_grids = {Rec(zone.item) for zone in game.program.zones if zone.ordering == "grid"}
        self._owners: dict[Type, dict[str, str]] = {}
        self.found: Found = {}
        self._note_fields()
        self._note_open_sides()
        self._note_what_lies_there()
        self._note_who_is_there()

    def of(self, zone: ZoneView) -> Mapping[str, Sequence[str]]:
        """The notes on the components that can lie in a zone."""
        return self.found.get(self.zones[zone.name].item, {})

    def owners(self, type_: Type | None) -> dict[str, str]:
        """The words for the owners of a zone or track, by their keys in a view."""
        if type_ is None:
            return {}
        if type_ not in self._owners:
            words, numbers = self.words, self.game.machine.layout.owners(type_)
            self._owners[type_] = {words.key(type_, n): words.value(type_, n) for n in numbers}
        return self._owners[type_]

    def sides(self, record: RecordDef) -> dict[str, frozenset[int]]:
        """The open sides of each component, if a set of directions is printed on it, as it is turned now."""
        column = next((column.values for column in record.columns if column.type == DIRECTIONS), None)
        if column is None:
            return {}
        turned = {
            view.owner: int(view.value or 0)
            for view in self.view.tracks
            if view.name == f"{record.name}.turned" and (view.value or "").isdigit()
        }
        keys = [self.words.key(Rec(record.name), record.base + i) for i in range(record.size)]
        return {
            key: frozenset((side + turned.get(key, 0)) % 4 for side in printed)
            for key, printed in zip(keys, column, strict=True)
        }

    def sides_in_words(self, sides: frozenset[int]) -> str:
        named = [self.words.text(f"direction.{SIDES[side]}") for side in sorted(sides)]
        return self.listing.say("table.open_to", ", ".join(named) or self.words.text("nothing"))

    # ------------------------------------------------------------ what there is to say
    def _say(self, type_: Type | None, key: str) -> list[str]:
        name = type_.name if isinstance(type_, Rec) else ""
        return self.found.setdefault(name, {}).setdefault(key, [])

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
        return field == "turned" and any(column.type == DIRECTIONS for column in self.records[name].columns)

    def _note_open_sides(self) -> None:
        """On a grid they are drawn; elsewhere they are said."""
        for zone in self.view.zones:
            record = self.records[self.zones[zone.name].item]
            if zone.ordering == "grid" or not any(zone.cards):
                continue
            for key, sides in self.sides(record).items():
                if key in zone.cards:
                    self._say(Rec(record.name), key).append(self.sides_in_words(sides))

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
            if bare(track.type) in self.on_grids and view.value not in (None, "none"):
                name = self.words.text(f"track.{view.name}")
                if view.owner:
                    name = self.owners(track.owner).get(view.owner, "")
                said = self._say(bare(track.type), str(view.value))
                if name not in said:
                    said.append(name)

    def _start(self, track: TrackDef) -> str | None:
        match track.start:
            case Nothing():
                return "none"
            case Number(value=value) | Truth(value=value):
                return self.words.key(track.type, value)
        return None


def is_field(track: TrackDef) -> bool:
    """A field of a component that changes in play: it is shown with the component."""
    return "." in track.name and isinstance(track.owner, Rec)
