"""Where things lie in a state, for one definition, number of players and settings.

In: a `Program` and the settings. Out: the index of every zone and track, who sees which zone, and the
components' printed fields as tuples that are indexed by component. Every backend lays a state out like this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from rulelang.ir.instructions import Call, Next
from rulelang.ir.nodes import Program, ZoneDef
from rulelang.ir.owners import size, split, turned
from rulelang.types import ByPlayer, Kind, Pair, Place, Player, Rec, Seq, Type, bare

PILE, LINE, SET, GRID, BOX = range(5)
ORDERINGS = {"pile": PILE, "line": LINE, "set": SET, "grid": GRID}


class Layout:
    def __init__(self, program: Program, players: int, settings: Mapping[str, Any]) -> None:
        self.program = program
        self.players = players
        self.everyone = (1 << players) - 1
        self.settings = [settings.get(s.name, s.default) for s in program.settings]
        self.grid_sizes = [self._grid_size(zone) for zone in program.zones]  # columns and rows
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
        self.looks = self._looks()
        # For each component the tracks of its changing fields.
        self.fields: dict[int, list[int]] = {}
        for index, (number, owner) in enumerate(self.track_names):
            if owner is not None and self.is_component(program.tracks[number].owner):
                self.fields.setdefault(owner, []).append(index)

    def _looks(self) -> list[int]:
        """For each component a number that its copies share: that of the first of them."""
        found: list[int] = []
        for record in self.program.records:
            if record.physical:
                first = {name: number for number, name in reversed(list(enumerate(record.names)))}
                found += [record.base + first[name] for name in record.names]
        return found

    @cached_property
    def has_copies(self) -> list[bool]:
        """For each component whether another one looks like it."""
        counts = Counter(self.looks)
        return [counts[look] > 1 for look in self.looks]

    @cached_property
    def zone_owners(self) -> list[tuple[Any, tuple[int, ...]]]:
        """For each zone the components that own it, and its declaration with the other owners."""
        zones = self.program.zones
        return [
            self._owners_apart(n, zones[n].owner if n >= 0 else None, owner) for n, owner in self.zone_names
        ]

    @cached_property
    def track_owners(self) -> list[tuple[Any, tuple[int, ...]]]:
        """For each track the components that own it, and its declaration with the other owners."""
        return [self._owners_apart(n, self.program.tracks[n].owner, owner) for n, owner in self.track_names]

    def _owners_apart(self, number: int, type_: Type | None, owner: int | None) -> Any:
        kinds = (type_.first, type_.second) if isinstance(type_, Pair) else (type_,)
        parts = list(zip(kinds, self.owner_parts(type_, owner), strict=True))
        others = tuple(None if self.is_component(kind) else part for kind, part in parts)
        return ((number, *others), tuple(self.owning(type_, owner)))

    @cached_property
    def free_zones(self) -> list[int]:
        """The zones that belong to no component."""
        return [index for index, (_, components) in enumerate(self.zone_owners) if not components]

    @cached_property
    def attached_zones(self) -> list[int]:
        return [index for index, (_, components) in enumerate(self.zone_owners) if components]

    def names_components(self, type_: Type | None) -> bool:
        """Whether values of a type are components, or sets of them."""
        inner = None if type_ is None else bare(type_)
        if isinstance(inner, Seq | ByPlayer):
            return self.names_components(inner.item)
        return self.is_component(inner)

    @cached_property
    def tracks_of_components(self) -> list[int]:
        """The tracks that belong to components or have them as values."""
        tracks = self.program.tracks
        return [
            index
            for index, (number, _) in enumerate(self.track_names)
            if self.names_components(tracks[number].type) or self.is_component(tracks[number].owner)
        ]

    @cached_property
    def slots_of_components(self) -> list[list[int]]:
        """For each body the slots that can have components in them, and those of what `proceed` needs."""
        return [
            [n for n, slot in enumerate(body.slots) if slot.type is None or self.names_components(slot.type)]
            for body in self.program.bodies
        ]

    @cached_property
    def zones_at(self) -> dict[int, list[int]]:
        """For each component the zones that belong to it."""
        found: dict[int, list[int]] = {}
        for index in self.attached_zones:
            for component in self.zone_owners[index][1]:
                found.setdefault(component, []).append(index)
        return found

    @cached_property
    def component_loops(self) -> list[tuple[tuple[int, int], ...]]:
        """For each body where its loops over components begin and end, those around others first."""
        return [
            tuple(
                (pc, instr.target)
                for pc, instr in enumerate(body.code)
                if isinstance(instr, Next)
                and (type_ := body.slots[instr.slot].type) is not None
                and self.is_component(bare(type_))
            )
            for body in self.program.bodies
        ]

    @cached_property
    def called_in_loops(self) -> frozenset[int]:
        """The bodies of rules that are carried out inside of loops over components."""
        rules, hooks = self.program.rules, self.program.hooks

        def bodies(rule: int) -> set[int]:
            own = (rules[rule].default, *(body for _, body in rules[rule].cases))
            hooked = (hooks[number].body for number in rules[rule].hooks)
            return {body for body in (*own, *hooked) if body is not None}

        calls = [
            [(pc, instr.rule) for pc, instr in enumerate(body.code) if isinstance(instr, Call)]
            for body in self.program.bodies
        ]
        left = {
            body
            for number, loops in enumerate(self.component_loops)
            for pc, rule in calls[number]
            if any(start < pc < end for start, end in loops)
            for body in bodies(rule)
        }
        found: set[int] = set()
        while left:
            body = left.pop()
            found.add(body)
            left |= {other for _, rule in calls[body] for other in bodies(rule)} - found
        return frozenset(found)

    def _grid_size(self, zone: ZoneDef) -> tuple[int, int]:
        width, height = zone.width_setting, zone.height_setting
        return (
            zone.width if width is None else int(self.settings[width]),
            zone.height if height is None else int(self.settings[height]),
        )

    def _add_zone(self, number: int, zone: ZoneDef) -> None:
        self.zone_base.append(len(self.ordering))
        owners = self.owners(zone.owner)
        self.zone_size.append(len(owners))
        for owner in owners:
            self.zone_names.append((number, owner))
            self.ordering.append(ORDERINGS[zone.ordering])
            player = self.player_of(zone.owner, owner)
            self.owner.append(player)
            self.sees.append(self._seers(zone.sees, player))
            self.top_public.append(zone.sees == "top")

    def _declared(self, track: int, owner: int | None) -> int:
        info = self.program.tracks[track]
        return self._seers(info.sees, self.player_of(info.owner, owner))

    def _seers(self, sees: str, player: int | None) -> int:
        if player is not None and sees in ("owner", "others"):
            return 1 << player if sees == "owner" else self.everyone & ~(1 << player)
        return self.everyone if sees == "all" else 0

    def player_of(self, type_: Type | None, owner: int | None) -> int | None:
        """The player who owns something: the owner, or the first player of two owners."""
        if isinstance(type_, Pair) and owner is not None:
            parts = zip((type_.first, type_.second), self.owner_parts(type_, owner), strict=True)
            return next((part for kind, part in parts if isinstance(kind, Player)), None)
        return owner if isinstance(type_, Player) else None

    def owner_parts(self, type_: Type | None, owner: int | None) -> tuple[int | None, ...]:
        """Of two owners together each of them; else the owner alone."""
        if isinstance(type_, Pair) and owner is not None:
            return split(self.program, type_, owner)
        return (owner,)

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
            case Place():
                return list(range(size(self.program, type_)))
            case Pair(first=first, second=second):
                sizes = [
                    self.players if isinstance(part, Player) and not number else size(self.program, part)
                    for number, part in enumerate((second, first) if turned(type_) else (first, second))
                ]
                return list(range(sizes[0] * sizes[1]))
        return [None]

    def offset(self, type_: Type | None) -> int:
        """What to subtract from an owner's id to get its place in the row of owners."""
        return self.program.record(type_.name).base if isinstance(type_, Rec) else 0

    def owning(self, type_: Type | None, owner: int | None) -> list[int]:
        """The components among the owners of something."""
        kinds = (type_.first, type_.second) if isinstance(type_, Pair) else (type_,)
        parts = zip(kinds, self.owner_parts(type_, owner), strict=True)
        return [part for kind, part in parts if part is not None and self.is_component(kind)]

    def is_there(self, type_: Type | None, owner: int | None) -> bool:
        """Whether its owners play: of two players the second one may be absent."""
        if not isinstance(type_, Pair):
            return True
        parts = zip((type_.first, type_.second), self.owner_parts(type_, owner), strict=True)
        return all(part is None or part < self.players for kind, part in parts if isinstance(kind, Player))

    def is_component(self, type_: Type | None) -> bool:
        return isinstance(type_, Rec) and self.program.record(type_.name).physical

    def column(self, record_name: str, field: str) -> tuple[Any, ...]:
        """The printed field of every component, at the component's own id."""
        record = self.program.record(record_name)
        values = next(column.values for column in record.columns if column.name == field)
        return (None,) * record.base + values
