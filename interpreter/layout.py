"""Where things lie in a state, for one definition, number of players and settings.

In: a `Program` and the settings. Out: the index of every zone and track, who sees which zone, and the
components' printed fields as tuples that are indexed by component.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulelang.ir.nodes import Program, ZoneDef

PILE, LINE, SET, GRID, BOX = range(5)
ORDERINGS = {"pile": PILE, "line": LINE, "set": SET, "grid": GRID}


class Layout:
    def __init__(self, program: Program, players: int, settings: Mapping[str, Any]) -> None:
        self.program = program
        self.players = players
        self.everyone = (1 << players) - 1
        self.settings = [settings.get(s.name, s.default) for s in program.settings]
        self.zone_base: list[int] = []
        self.zone_size: list[int] = []
        self.zone_names: list[tuple[int, int | None]] = []  # for each zone its declaration and owner
        self.ordering: list[int] = []
        self.sees: list[int] = []  # a bit for each player who sees all that lies there
        self.top_public: list[bool] = []
        self.owner: list[int | None] = []  # the player who owns it
        for number, zone in enumerate(program.zones):
            self._add_zone(number, zone)
        self.box = len(self.ordering)  # where components are before the setup takes them
        self.ordering.append(BOX)
        self.sees.append(self.everyone)
        self.top_public.append(False)
        self.owner.append(None)
        self.zone_names.append((-1, None))
        self.track_base: list[int] = []
        self.track_names: list[tuple[int, int | None]] = []
        for number, track in enumerate(program.tracks):
            owners = self.owners(track.owner)
            self.track_base.append(len(self.track_names))
            self.track_names += [(number, owner) for owner in owners] or [(number, None)]
        self.zones = len(self.ordering)

    def _add_zone(self, number: int, zone: ZoneDef) -> None:
        self.zone_base.append(len(self.ordering))
        owners: list[int | None] = list(self.owners(zone.owner)) if zone.owner else [None]
        self.zone_size.append(len(owners))
        for owner in owners:
            self.zone_names.append((number, owner))
            self.ordering.append(ORDERINGS[zone.ordering])
            player = owner if zone.owner == "player" else None
            self.owner.append(player)
            seers = {"all": self.everyone, "none": 0, "top": 0}.get(zone.sees, 0)
            if zone.sees == "owner" and player is not None:
                seers = 1 << player
            self.sees.append(seers)
            self.top_public.append(zone.sees == "top")

    def owners(self, tag: str) -> range:
        """The owners of a zone or track that is declared `of each …`: ids, in order."""
        if tag == "player":
            return range(self.players)
        word, _, name = tag.partition(":")
        if word == "kind":
            return range(len(self.program.kind(name).words))
        if word == "record":
            record = self.program.record(name)
            return range(record.base, record.base + record.size)
        return range(0)

    def offset(self, tag: str) -> int:
        """What to subtract from an owner's id to get its place in the row of owners."""
        word, _, name = tag.partition(":")
        return self.program.record(name).base if word == "record" else 0

    def column(self, record_name: str, field: str) -> tuple[Any, ...]:
        """The printed field of every component, at the component's own id."""
        record = self.program.record(record_name)
        values = next(values for name, _, values in record.columns if name == field)
        return (None,) * record.base + values
