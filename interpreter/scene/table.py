"""What lies on the table: areas, boards, counters and the marks on seats, from a view.

In: a stage, a view, and the places that the options are about. Out: parts of a scene, without what says
nothing: empty zones, tracks that are at their start for everybody, and flags that are down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from attrs import evolve

from interpreter.knowledge.views import TrackView, View, ZoneView
from interpreter.scene.data import Area, Board, Cell, Component, Counter, Mark
from interpreter.scene.stage import SIDES, Stage, TrackInfo, ZoneInfo
from rulelang.types import Pair, Place, Player, Rec

SMALL = 9  # up to so many columns and rows a board is worth drawing whole
GRID = "grid"


class Table:
    """One seat's table in one moment."""

    def __init__(self, stage: Stage, view: View, places: Iterable[str] = ()) -> None:
        self.stage = stage
        self.view = view
        self.places = frozenset(places)
        self.marks: dict[str, list[Mark]] = {}  # by the reference of a component or place
        self.roles: dict[str, list[Mark]] = {}  # by that of a player
        self.turns: dict[str, int] = {}
        self.by_track: dict[str, list[TrackView]] = {}
        for track in view.tracks:
            self.by_track.setdefault(track.name, []).append(track)
        self.placed = {
            f"{stage.zones[zone.name].declared.item}:{key}"
            for zone in view.zones
            for key in zone.cards
            if key
        }
        self._note_tracks()
        self._note_what_lies_there()

    # ------------------------------------------------------------ marks
    def _note(self, ref: str, mark: Mark) -> None:
        self.marks.setdefault(ref, []).append(mark)

    def _note_tracks(self) -> None:
        for name, tracks in self.by_track.items():
            info = self.stage.tracks[name]
            if not info.shown:
                continue
            if info.is_turn:
                self.turns |= {
                    self.stage.called(info, t.owner)[1]: int(t.key or 0)
                    for t in tracks
                    if (t.key or "").isdigit()
                }
            elif info.on_thing:
                self._note_fields(info, tracks)
            elif info.names_place:
                self._note_who_is_there(info, tracks)
            elif info.is_role:
                (track,) = tracks
                if track.key not in (None, "none"):
                    role = Mark(info.name, info.name, sort="role")
                    self.roles.setdefault(f"player:{track.key}", []).append(role)

    def _note_fields(self, info: TrackInfo, tracks: Sequence[TrackView]) -> None:
        for track in tracks:
            if track.key == "" or not self._is_worth_telling(info, track):
                continue
            if info.is_flag:
                mark = Mark(info.name, info.name) if track.key == "yes" else None
            else:
                mark = Mark(f"{info.name} {track.label}", info.name, track.label)
            if mark is not None:
                self._note(self.stage.called(info, track.owner)[1], mark)

    def _note_who_is_there(self, info: TrackInfo, tracks: Sequence[TrackView]) -> None:
        """A track that names a place or a tile says where something is: a figure, or a player's own."""
        for track in tracks:
            if track.key in (None, "none"):
                continue
            called, owner = self.stage.called(info, track.owner)
            name = self.stage.names.get(owner, "") if owner else called
            ref = self._there(info, track, owner)
            if not any(mark.name == name for mark in self.marks.get(ref, ())):
                self._note(ref, Mark(name, name, sort="stands", colour=self._colour(owner), refs=(owner,)))

    def _there(self, info: TrackInfo, track: TrackView, owner: str) -> str:
        """What a track names: a tile, or a place; a player's own place is one of the player's own board."""
        if isinstance(info.type, Rec):
            return f"{info.type.name}:{track.key}"
        assert isinstance(info.type, Place)
        zone = info.type.zone
        own = isinstance(self.stage.zones[zone].declared.owner, Player) and owner in self.stage.seat_refs
        return f"{zone}:{track.owner}@{track.key}" if own else f"{zone}@{track.key}"

    def _colour(self, ref: str) -> str:
        if ref in self.stage.seat_refs:
            return self.stage.seat_colours[self.stage.seat_refs.index(ref)]
        return ""

    def _note_what_lies_there(self) -> None:
        for zone in self.view.zones:
            info = self.stage.zones[zone.name]
            if not zone.count or not info.shown or not info.on_thing:
                continue
            _, owner = self.stage.called(info, zone.owner)
            if not self._is_on_thing(info, owner):
                continue
            for component in self.lying(zone):
                count = str(component.copies) if component.copies > 1 else ""
                text = self.stage.words.say("scene.times", component.name, count) if count else component.name
                text += f" ({', '.join(mark.text for mark in component.marks)})" if component.marks else ""
                colour = component.colours[0] if component.colours else ""
                self._note(owner, Mark(text, component.name, count, "lies", colour, component.ids))

    def _is_on_thing(self, info: ZoneInfo | TrackInfo, owner: str) -> bool:
        """Whether it is told with its owner: a component that lies somewhere, or a place."""
        return info.on_thing and (owner in self.placed or "@" in owner)

    # ------------------------------------------------------------ components
    def lying(self, zone: ZoneView) -> tuple[Component, ...]:
        """What lies in a zone; equal ones that lie together are one."""
        item = self.stage.zones[zone.name].declared.item
        if not any(zone.cards):
            return (Component("?", item, known=False, copies=zone.count),) if zone.count else ()
        found = [self._component(item, key) for key in zone.cards]
        if len(found) == 1:
            return (found[0],)
        if zone.ordering == "set":
            order: dict[tuple[object, ...], list[Component]] = {}
            for component in found:
                order.setdefault(_look(component), []).append(component)
            return tuple(map(_together, order.values()))
        return tuple(_together(list(group)) for _, group in groupby(found, key=_look))

    def _component(self, item: str, key: str | None) -> Component:
        if key is None:
            return self.stage.unknown[item]
        ref = f"{item}:{key}"
        printed = self.stage.components[ref]
        marks, turned = self.marks.get(ref), self.turns.get(ref, 0)
        if marks is None and not turned:
            return printed
        sides = printed.sides
        if sides is not None and turned:
            sides = tuple(SIDES[side] for side in sorted((SIDES.index(s) + turned) % 4 for s in sides))
        return evolve(printed, marks=(*printed.marks, *(marks or ())), sides=sides, turned=turned)

    # ------------------------------------------------------------ areas and boards
    def areas(self) -> tuple[Area, ...]:
        return tuple(self._areas())

    def _areas(self) -> Iterator[Area]:
        for zone in self.view.zones:
            info = self.stage.zones[zone.name]
            if zone.ordering == GRID or not zone.count or not info.shown:
                continue
            name, owner = self.stage.called(info, zone.owner)
            if self._is_on_thing(info, owner):
                continue
            title = self.stage.owned(name, owner)
            yield Area(
                zone_id(zone), name, title, owner, zone.ordering, info.word, zone.count, self.lying(zone)
            )

    def boards(self) -> tuple[Board, ...]:
        found = []
        for zone in self.view.zones:
            info = self.stage.zones[zone.name]
            if zone.ordering != GRID or not info.shown:
                continue
            width, height = zone.size
            small = width <= SMALL and height <= SMALL and not info.declared.open_edge
            cells = tuple(self._cells(zone))
            if not cells and not small:
                continue
            name, owner = self.stage.called(info, zone.owner)
            columns, rows = (1, width), (1, height)
            if not small:
                columns = _around([cell.column for cell in cells], width)
                rows = _around([cell.row for cell in cells], height)
            shape = "hexagonal" if info.declared.hexagonal else "square"
            title = self.stage.owned(name, owner)
            found.append(
                Board(
                    zone_id(zone), name, title, owner, shape, width, height, info.declared.open_edge, columns,
                    rows, cells, info.word,
                )
            )  # fmt: skip
        return tuple(found)

    def _cells(self, zone: ZoneView) -> Iterator[Cell]:
        """Places that are taken, that options are about, or that there is something to say about."""
        item = self.stage.zones[zone.name].declared.item
        taken = dict(zip(zone.places, zone.cards, strict=True))
        for (column, row), key in taken.items():
            place = f"c{column}r{row}"
            ref = f"{zone_id(zone)}@{place}"
            component, offered = self._component(item, key), self._is_offered(zone, place)
            yield Cell(ref, column, row, component, offered, self._marks_at(zone, place))
        spoken_of = {zone.name, zone_id(zone)}
        others = {
            place
            for ref in (*self.places, *self.marks)
            if (parts := ref.rpartition("@"))[1] and parts[0] in spoken_of and (place := parts[2])
        }
        for place in sorted(others):
            column, row = map(int, place.removeprefix("c").split("r"))
            if (column, row) not in taken:
                ref, offered = f"{zone_id(zone)}@{place}", self._is_offered(zone, place)
                yield Cell(ref, column, row, None, offered, self._marks_at(zone, place))

    def _is_offered(self, zone: ZoneView, place: str) -> bool:
        return any(f"{name}@{place}" in self.places for name in (zone.name, zone_id(zone)))

    def _marks_at(self, zone: ZoneView, place: str) -> tuple[Mark, ...]:
        names = dict.fromkeys((zone.name, zone_id(zone)))
        return tuple(mark for name in names for mark in self.marks.get(f"{name}@{place}", ()))

    # ------------------------------------------------------------ counters
    def counters(self) -> tuple[Counter, ...]:
        found: list[Counter] = []
        for name, tracks in self.by_track.items():
            info = self.stage.tracks[name]
            told_elsewhere = info.names_place or info.is_role
            if not info.shown or told_elsewhere:
                continue
            if not any(self._is_worth_telling(info, track) for track in tracks):
                continue
            if not isinstance(info.declared.owner, Pair):
                found += self._counted(info, tracks)
                continue
            # Of two owners one is a part of the name: `written (ones)` says nothing of `written (twos)`.
            named: dict[str, list[TrackView]] = {}
            for track in tracks:
                named.setdefault(self.stage.called(info, track.owner)[0], []).append(track)
            for alike in named.values():
                if any(self._is_worth_telling(info, track) for track in alike):
                    found += self._counted(info, alike)
        return tuple(found)

    def _is_worth_telling(self, info: TrackInfo, track: TrackView) -> bool:
        """Of what begins with a number, like four seeds in a house, that number is to be seen."""
        if track.key is None or track.key == "none":
            return False
        return track.key != info.start or (info.is_number and info.start != "0")

    def _counted(self, info: TrackInfo, tracks: Sequence[TrackView]) -> Iterator[Counter]:
        for track in tracks:
            if track.key in (None, "none", "") or (info.is_flag and track.key == info.start):
                continue
            if info.on_thing and not self._is_worth_telling(info, track):
                continue
            name, owner = self.stage.called(info, track.owner)
            if self._is_on_thing(info, owner):
                continue
            number = int(track.key or 0) if info.is_number else None
            flag = info.is_flag and track.key == "yes"
            title = self.stage.owned(name, owner)
            ref = self.stage.ref_of(info.type, track.key or "")
            yield Counter(track_id(track), name, title, owner, track.label, number, info.most, flag, ref)


def zone_id(zone: ZoneView) -> str:
    return f"{zone.name}:{zone.owner}" if zone.owner else zone.name


def track_id(track: TrackView) -> str:
    return f"{track.name}:{track.owner}" if track.owner else track.name


def _look(component: Component) -> tuple[object, ...]:
    """What a player can tell a component by."""
    return component.known, component.name, component.marks, component.sides, component.turned


def _together(components: Sequence[Component]) -> Component:
    first = components[0]
    if len(components) == 1:
        return first
    return evolve(first, copies=len(components), ids=tuple(ref for c in components for ref in c.ids))


def _around(taken: Sequence[int], size: int) -> tuple[int, int]:
    """The part of a row that is taken or offered."""
    return max(1, min(taken)), min(size, max(taken))
