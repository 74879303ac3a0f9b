"""Where things lie in a state, for one definition, number of players and settings.

In: a `Program` and the settings. Out: the index of every zone and track, who sees which zone, and the
components' printed fields as tuples that are indexed by component. Every backend lays a state out like this.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulelang.ir.nodes import Program, ZoneDef
from rulelang.types import Kind, Player, Rec, Type

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
            self.track_base.append(len(self.track_names))
            self.track_names += [(number, owner) for owner in self.owners(track.owner)]
        # For each track a bit for each player who may see it, as it is declared.
        self.track_sees = [self._declared(number, owner) for number, owner in self.track_names]
        self.zones = len(self.ordering)

    def _add_zone(self, number: int, zone: ZoneDef) -> None:
        self.zone_base.append(len(self.ordering))
        owners = self.owners(zone.owner)
        self.zone_size.append(len(owners))
        for owner in owners:
            self.zone_names.append((number, owner))
            self.ordering.append(ORDERINGS[zone.ordering])
            player = owner if isinstance(zone.owner, Player) else None
            self.owner.append(player)
            seers = self.everyone if zone.sees == "all" else 0
            if zone.sees == "owner" and player is not None:
                seers = 1 << player
            self.sees.append(seers)
            self.top_public.append(zone.sees == "top")

    def _declared(self, track: int, owner: int | None) -> int:
        info = self.program.tracks[track]
        if info.sees == "owner" and isinstance(info.owner, Player) and owner is not None:
            return 1 << owner
        return self.everyone if info.sees == "all" else 0

    def owners(self, type_: Type | None) -> list[int | None]:
        """The owners of a zone or track, in order: those of its type, or nobody once."""
        match type_:
            case Player():
                return list(range(self.players))
            case Kind(name=name):
                return list(range(len(self.program.kind(name).words)))
            case Rec(name=name):
                record = self.program.record(name)
                return list(range(record.base, record.base + record.size))
        return [None]

    def offset(self, type_: Type | None) -> int:
        """What to subtract from an owner's id to get its place in the row of owners."""
        return self.program.record(type_.name).base if isinstance(type_, Rec) else 0

    def is_component(self, type_: Type | None) -> bool:
        return isinstance(type_, Rec) and self.program.record(type_.name).physical

    def column(self, record_name: str, field: str) -> tuple[Any, ...]:
        """The printed field of every component, at the component's own id."""
        record = self.program.record(record_name)
        values = next(column.values for column in record.columns if column.name == field)
        return (None,) * record.base + values
