"""What one player sees of a native position, read where it lies.

In: the bytes of a position, and what `knowledge` found out once about a player (`Eyes`) and about copies
(`Copies`). Out: a `Sight`, the same as `Eyes.glance` and `Copies.called` make of the position written out.
Who may see what is decided there; `runtime/sights.h` only looks it up. What came out is made into tuples by
blocks of zones and tracks, and what did not change since it was seen last is not made again.
"""

from __future__ import annotations

import ctypes
import threading
from itertools import chain
from typing import Any

from interpreter.knowledge.copies import copies_of
from interpreter.knowledge.seeing import EVERYBODY
from interpreter.knowledge.sight import Eyes, Places, Sight, Unseen
from interpreter.layout import GRID
from interpreter.native.positions import value_in
from interpreter.native.shapes import is_list
from interpreter.native.unit import NONE, Unit
from rulelang.types import ByPlayer, bare

SHOWN, NEVER_SHOWN, NEVER_NAMED, NAMES_COMPONENTS = range(4)  # runtime/sights.h
NOT_SEEN = -1
BLOCK = 8  # zones or tracks
MOST_CARDS = 30_000  # cells for what lies in zones
MOST_KEPT = 20_000  # blocks
UNSEEN = {NONE: None, NONE + 1: Unseen.HIDDEN, NONE + 2: Unseen.UNNAMED}
_i16, _i32, _i64, _u8, _u32 = ctypes.c_int16, ctypes.c_int32, ctypes.c_int64, ctypes.c_uint8, ctypes.c_uint32


class _Eyes(ctypes.Structure):
    _fields_ = [
        ("seers", _u32), ("every", _i32),
        *((name, ctypes.c_void_p) for name in ("tracks", "cells", "bears")),
        *((name, ctypes.c_void_p) for name in ("look", "first", "home", "called")),
        ("looks", _i32), ("block", _i32),
    ]  # fmt: skip


class Sights:
    """Looks at positions of one unit. Tracks whose values are sets of components, and what nobody sees whole,
    are left to the reference."""

    def __init__(self, unit: Unit, state: Any, starts: list[int]) -> None:
        """`state` is the structure of a state, `starts` where the cells of each track begin, and the end."""
        layout = self.layout = unit.layout
        self.copies, program = copies_of(layout), layout.program
        self.types = [program.tracks[number].type for number, _ in layout.track_names]
        self.lists = [is_list(type_) or isinstance(bare(type_), ByPlayer) for type_ in self.types]
        cards = 2 * sum(unit.zone_room) + 3 * layout.zones
        naming = (index for index, type_ in enumerate(self.types) if layout.names_components(type_))
        self.covers = cards < MOST_CARDS and not any(self.lists[index] for index in naming)
        # Whether copies can be called by their places here; also if there are none.
        self.calls = self.covers and (not self.copies.homes or self.copies.by_place)
        self.starts, self._cells = starts, (_i32 * len(starts))(*starts)
        # For each zone how many places it has, if it is a grid.
        self._grids = [
            room if ordering == GRID else 0
            for room, ordering in zip(unit.zone_room, layout.ordering, strict=True)
        ]
        self._active = state.active.offset
        self._sizes = cards, max(1, starts[-1])
        self._rooms = threading.local()
        self._plans: dict[tuple[int | None, bool], tuple[int, list[Any]]] = {}
        zones, tracks = layout.zones, len(layout.track_names)
        self._zone_blocks = [
            (n, range(first, min(first + BLOCK, zones)), dict[bytes, tuple[Any, ...]]())
            for n, first in enumerate(range(0, zones, BLOCK))
        ]
        blocks = [range(first, min(first + BLOCK, tracks)) for first in range(0, tracks, BLOCK)]
        self._track_blocks = [
            (slice(8 * starts[block[0]], 8 * starts[block[-1] + 1]), block, dict[bytes, tuple[Any, ...]]())
            for block in blocks
        ]
        self._kept = 0

    def sight(self, look: Any, data: bytes, eyes: Eyes, called: bool) -> Sight | None:
        """What these eyes see of a position, with copies `called` by their places or as they are; None if
        the reference has to look. `look` is the compiled function."""
        plan = self._plans.get((eyes.player, called))
        if plan is None:
            plan = self._plans[eyes.player, called] = self._plan(eyes, called)
        if not plan[0]:
            return None
        try:
            cards, values, cards_at, values_at, into = self._rooms.room
        except AttributeError:
            cards, values, cards_at, values_at, into = self._room()
        used = look(data, plan[0], cards_at, values_at)
        raw, first = cards[: 2 * used].tobytes(), values.tobytes()
        active = int.from_bytes(data[self._active : self._active + 8], "little", signed=True)
        starts = into[: len(self._zone_blocks) + 1].tolist()
        zones, tracks = list[Any](), list[Any]()
        for number, block, made in self._zone_blocks:
            part = raw[2 * starts[number] : 2 * starts[number + 1]]
            zones.append(made.get(part) or self._keep(made, part, self._zones(part, block)))
        for some, block, made in self._track_blocks:
            part = first[some]
            tracks.append(made.get(part) or self._keep(made, part, self._tracks(part, block)))
        return Sight(
            eyes.player, None if active == NONE else active,
            tuple(chain.from_iterable(zones)), tuple(chain.from_iterable(tracks)),
        )  # fmt: skip

    def _room(self) -> tuple[Any, ...]:
        """This thread's room for what comes out."""
        cards, values = (_i16 * self._sizes[0])(), (_i64 * self._sizes[1])()
        self._rooms.room = found = (
            memoryview(cards).cast("B"), memoryview(values).cast("B"),
            ctypes.addressof(cards), ctypes.addressof(values), memoryview(cards).cast("B").cast("h"),
        )  # fmt: skip
        return found

    def _keep(self, made: dict[bytes, Any], part: bytes, found: Any) -> Any:
        self._kept += 1
        if self._kept >= MOST_KEPT:
            self._kept = 0
            for *_, kept in (*self._zone_blocks, *self._track_blocks):
                kept.clear()
        made[part] = found
        return found

    def _zones(self, part: bytes, block: range) -> tuple[Any, ...]:
        cells, at, found = memoryview(part).cast("h").tolist(), 0, list[Any]()
        for index in block:
            amount = cells[at]
            if amount == NOT_SEEN:
                amount = 0
                found.append(())
            elif self._grids[index]:
                end = at + 1 + 2 * amount
                found.append(
                    Places.holding(self._grids[index], cells[at + 1 : end : 2], cells[at + 2 : end + 1 : 2])
                )
                amount *= 2
            else:
                found.append(tuple(cells[at + 1 : at + 1 + amount]))
            at += 1 + amount
        return tuple(found)

    def _tracks(self, part: bytes, block: range) -> tuple[Any, ...]:
        cells, first, found = memoryview(part).cast("q").tolist(), self.starts[block[0]], list[Any]()
        for index in block:
            at = self.starts[index] - first
            if cells[at] in UNSEEN:
                found.append(UNSEEN[cells[at]])
            elif self.lists[index]:
                found.append(value_in(cells, at, at + 1, self.types[index], self.layout.players))
            else:
                found.append(cells[at])
        return tuple(found)

    # ------------------------------------------------------------ tables
    def _plan(self, eyes: Eyes, called: bool) -> tuple[int, list[Any]]:
        """The address of the tables, and all that they lie in; 0 for what is left to the reference."""
        layout, player = self.layout, eyes.player
        if not (self.calls if called else self.covers) or (player is None and (eyes.naming or eyes.owned)):
            return 0, []
        tracks = [SHOWN] * max(1, len(layout.track_names))
        for index in eyes.naming:
            tracks[index] = NAMES_COMPONENTS
        for index, why in eyes.never:
            tracks[index] = NEVER_SHOWN if why is Unseen.HIDDEN else NEVER_NAMED
        bears = [
            cell
            for number, belonging in enumerate((eyes.owned, eyes.holding))
            for component, indices in belonging.items()
            for index in indices
            for cell in (component, number, index)
        ]
        own: list[Any] = [(_u8 * len(tracks))(*tracks), self._cells, (_i32 * (len(bears) + 1))(*bears, -1)]
        own += self._homes() if called else []
        found = _Eyes(
            layout.everyone if player in (None, EVERYBODY) else 1 << player, int(player == EVERYBODY),
            *(ctypes.addressof(table) for table in own), looks=len(self.copies.groups), block=BLOCK,
        )  # fmt: skip
        return ctypes.addressof(found), [found, own]

    def _homes(self) -> list[Any]:
        """For each component the number of its look, for each look where its copies begin, all copies, and in
        which zones copies are called by their places."""
        copies, components = self.copies, max(1, self.layout.program.components)
        numbers = {look: number for number, look in enumerate(copies.groups)}
        looks, firsts, homes = [-1] * components, list[int](), list[int]()
        for look, number in numbers.items():
            firsts.append(len(homes))
            homes += copies.homes[look]
            for component in copies.homes[look]:
                looks[component] = number
        zones = [int(index in copies.zones) for index in range(self.layout.zones)]
        return [
            (_i32 * components)(*looks), (_i32 * (len(firsts) + 1))(*firsts),
            (_i16 * (len(homes) + 1))(*homes), (_u8 * len(zones))(*zones),
        ]  # fmt: skip
