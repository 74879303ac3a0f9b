"""Rows of many games at once: what `tensors` writes for one, computed for all in one go from native states.

In: states as native code keeps them, and a seat for each. Out: float32 rows, the same as `arrays.row` gives.
A seat gets what it knows and nothing else: a component counts where its bit of `known` is set, a track where
`Eyes` says so. Where copies differ by what belongs to them, or values are lists, `Plain` reads the state
and `tensors` writes the row, one game after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Protocol

from interpreter.adapters.arrays import numpy
from interpreter.adapters.tensors import WIDE, Tensors, TrackCells, ZoneCells
from interpreter.knowledge.sight import Eyes
from interpreter.layout import GRID
from interpreter.native.engine import Native
from interpreter.native.unit import NONE
from interpreter.python.state import State

np = numpy()
READ = ("active", "waits", "waiting", "zn", "loc", "at", "known", "zl", "t")


class States:
    """Room for so many native states, and what is known of them as arrays."""

    def __init__(self, native: Native, games: int) -> None:
        self.native, self.games = native, games
        self.memory = (native.State * games)()
        whole = np.dtype(native.State)
        self._bytes = np.frombuffer(self.memory, dtype=np.uint8).reshape(games, whole.itemsize)
        head = native.State.st.offset  # rules under way are not seen
        fields = [(name, *whole.fields[name][:2]) for name in READ]
        self._head = np.dtype(
            {
                "names": [name for name, _, _ in fields],
                "formats": [format_ for _, format_, _ in fields],
                "offsets": [offset for _, _, offset in fields],
                "itemsize": head,
            }
        )

    def heads(self, which: Any) -> Any:
        """What can be seen of these states, side by side: a copy."""
        return np.ascontiguousarray(self._bytes[which, : self._head.itemsize]).view(self._head)[:, 0]


class Writer(Protocol):
    def write(self, heads: Any, which: Any, seats: Any, out: Any) -> None:
        """The table as the seats see it, into rows of zeros."""


def writer(tensors: Tensors, states: States) -> Writer:
    lists = any(track.how == "several" for track in tensors.track_cells)
    holding = Eyes(tensors.layout, 0).holding
    together = tensors.by_looks and not (lists or holding)
    return Together(tensors, states) if together else Plain(tensors, states)


class Positions:
    """States as everybody may look at them, one after another. What `knowledge` reads of a position is here:
    zones, tracks, and who knows what."""

    def __init__(self, tensors: Tensors, states: States) -> None:
        self.states, self.unit = states, states.native.unit
        self.layout = tensors.layout
        self.lists = states.native.encoder.plain_tracks is False

    def of(self, heads: Any, which: Sequence[int]) -> Iterator[State]:
        if self.lists:
            yield from map(self.states.native.reader.looked_at, (self.states.memory[n] for n in which))
            return
        zones = list(
            zip(self.unit.zone_offsets, self.unit.zone_room, self.layout.ordering, strict=True)
        )  # fmt: skip
        components, tracks = self.layout.program.components, self.unit.tracks
        columns = (heads[name].tolist() for name in ("zl", "zn", "loc", "known", "t", "active"))
        for cards, amounts, loc, known, values, active in zip(*columns, strict=True):
            state = State()
            state.z = [
                [None if card < 0 else card for card in cards[first : first + room]]
                if ordering == GRID
                else cards[first : first + amount]
                for (first, room, ordering), amount in zip(zones, amounts, strict=True)
            ]
            state.loc, state.known = loc[:components], known[:components]
            state.t = [None if value == NONE else value for value in values[:tracks]]
            state.active = None if active == NONE else active
            yield state


class Plain:
    """One game after another."""

    def __init__(self, tensors: Tensors, states: States) -> None:
        self.tensors, self.positions = tensors, Positions(tensors, states)

    def write(self, heads: Any, which: Any, seats: Any, out: Any) -> None:
        positions = self.positions.of(heads, which.tolist())
        for line, (position, seat) in enumerate(zip(positions, seats.tolist(), strict=True)):
            cells = self.tensors.seen(position, seat)
            if cells:
                places, values = zip(*cells, strict=True)
                out[line, list(places)] = values


class Together:
    """All games in one go. Tables say for each zone, component and track where its cells are."""

    def __init__(self, tensors: Tensors, states: States) -> None:
        layout, unit = tensors.layout, states.native.unit
        self.tensors, self.offsets = tensors, np.array(unit.zone_offsets)
        program = layout.program
        zones, components = layout.zones, max(1, program.components)
        self.looks, self.base = np.zeros(components, np.int64), np.zeros(components, np.int64)
        self.scale = np.ones(tensors.size, np.float32)
        for record in program.records:
            if record.physical:
                own = slice(record.base, record.base + record.size)
                self.looks[own], self.base[own] = tensors.looks[record.name][0], record.base
        # For each zone where its cells begin; -1 where it has none.
        self.known, self.places, self.spots = (np.full(zones, -1, np.int64) for _ in range(3))
        self.each, self.columns, self.rows = (np.ones(zones, np.int64) for _ in range(3))
        full: list[tuple[int, int, int]] = []
        last: list[tuple[int, int]] = []
        for zone in tensors.zone_cells:
            self._zone(zone, full, last)
        self.full_zones, self.full_cells, self.full_sizes = _columns(full, 3)
        self.last_zones, self.last_cells = _columns(last, 2)
        self.several = np.flatnonzero(self.scale != 1)
        self.has_grids = bool((self.places >= 0).any() or (self.spots >= 0).any())
        self.has_copies = bool(tensors.copies.homes)
        self._tracks(unit.track_cells)

    def _zone(self, zone: ZoneCells, full: list[tuple[int, int, int]], last: list[tuple[int, int]]) -> None:
        tensors = self.tensors
        layout, copies = tensors.layout, tensors.looks[zone.item][1]
        if layout.ordering[zone.index] == GRID:
            self.each[zone.index] = len(copies) + 1  # the last one: face down
            declared = layout.program.zones[layout.zone_names[zone.index][0]]  # at its largest
            self.columns[zone.index], self.rows[zone.index] = declared.width, declared.height
            if zone.places is not None:
                self.places[zone.index] = zone.places
            elif zone.spots is not None:
                self.spots[zone.index] = zone.spots
            return
        self.known[zone.index] = zone.known
        self.scale[zone.known : zone.known + len(copies)] = copies
        full.append((zone.index, zone.full, layout.program.record(zone.item).size))
        if zone.last is not None:
            last.append((zone.index, zone.last))

    # ------------------------------------------------------------ tracks
    def _tracks(self, cells: list[int]) -> None:
        layout, found = self.tensors.layout, self.tensors.track_cells
        at = []
        for track in found:
            number = layout.track_names[track.index][0]
            at.append(cells[number] + track.index - layout.track_base[number])
        self.track_at = np.array(at, np.int64)
        self.track_seen = np.array([track.seen for track in found], np.int64)
        self.sees = np.ones((layout.players, len(found)), bool)
        place = {track.index: number for number, track in enumerate(found)}
        owned: set[tuple[int, int]] = set()
        naming: set[int] = set()
        for player in range(layout.players):
            eyes = Eyes(layout, player)
            for index, _ in eyes.never:
                if index in place:
                    self.sees[player, place[index]] = False
            for component, tracks in eyes.owned.items():
                owned |= {(place[index], component) for index in tracks if index in place}
            naming |= {place[index] for index in eyes.naming if index in place}
        # A track of two components comes twice: the first owners are asked together, then the second ones.
        pairs = sorted(owned)
        second = [pair for before, pair in pairwise(pairs) if before[0] == pair[0]]
        self.owned = [_columns([pair for pair in pairs if pair not in second], 2), _columns(second, 2)]
        self.naming = np.array(sorted(naming), np.int64)
        self.lows = np.array([_low(track) for track in found], np.int64)
        self.numbers = _kind(found, "number")
        self.each_value, self.one_place = _kind(found, "each"), _kind(found, "place")
        self.spans = np.array([max(1, _size(track) - 1) for track in found], np.float64)
        self.sizes = np.array([_size(track) for track in found], np.float64)
        self.wide = self.numbers[self.spans[self.numbers] > WIDE]
        self.firsts = np.array([track.first for track in found], np.int64)

    # ------------------------------------------------------------ writing
    def write(self, heads: Any, which: Any, seats: Any, out: Any) -> None:
        games = np.arange(len(seats))
        active = heads["active"]
        somebody = np.flatnonzero(active != NONE)
        out[somebody, self.tensors.active + active[somebody]] = 1
        knows = (heads["known"] >> seats[:, None].astype(np.uint32) & 1).astype(bool)
        if self.tensors.zone_cells:
            self._write_zones(heads, games, knows, out)
        if len(self.firsts):
            self._write_tracks(heads["t"], games, seats, knows, out)

    def _write_zones(self, heads: Any, games: Any, knows: Any, out: Any) -> None:
        where, flat = heads["loc"], out.reshape(-1)
        lines = games[:, None] * out.shape[1]
        first = self.known[where]
        cells = (lines + first + self.looks)[knows & (first >= 0)]
        if self.has_copies:
            np.add.at(flat, cells, np.float32(1))
            out[:, self.several] /= self.scale[self.several]
        else:
            flat[cells] = 1
        amounts = heads["zn"]
        out[:, self.full_cells] = amounts[:, self.full_zones] / self.full_sizes
        if len(self.last_zones):
            there = amounts[:, self.last_zones].astype(np.int64)
            tops = heads["zl"][games[:, None], np.maximum(self.offsets[self.last_zones] + there - 1, 0)]
            tops = np.where(there > 0, tops, 0)
            seen = (there > 0) & knows[games[:, None], tops]
            flat[(lines + self.last_cells + self.looks[tops])[seen]] = 1
        if self.has_grids:
            self._write_grids(where, heads["at"], lines, knows, flat)

    def _write_grids(self, where: Any, at: Any, lines: Any, knows: Any, flat: Any) -> None:
        first, each = self.places[where], self.each[where]
        look = np.where(knows, self.looks, each - 1)
        flat[(lines + first + at * each + look)[first >= 0]] = 1
        first = self.spots[where]
        seen = knows & (first >= 0)
        if seen.any():
            cells = lines + first + 3 * (np.arange(len(self.base)) - self.base)
            columns, rows = self.columns[where], self.rows[where]
            flat[cells[seen]] = 1
            flat[cells[seen] + 1] = (at % columns / columns)[seen]
            flat[cells[seen] + 2] = (at // columns / rows)[seen]

    def _write_tracks(self, values: Any, games: Any, seats: Any, knows: Any, out: Any) -> None:
        values = values[:, self.track_at]
        none = values == NONE
        seen = self.sees[seats]
        for tracks, owners in self.owned:
            if len(tracks):
                seen[:, tracks] &= knows[:, owners]
        if len(self.naming):
            own = values[:, self.naming]
            spoken = np.where(none[:, self.naming], 0, own)
            seen[:, self.naming] &= none[:, self.naming] | knows[games[:, None], spoken]
        out[:, self.track_seen] = seen
        places = np.where(none, 0, values - self.lows)
        shown = np.where(seen, places, 0)
        if len(self.numbers):
            out[:, self.firsts[self.numbers]] = shown[:, self.numbers] / self.spans[self.numbers]
        if len(self.wide):
            logs = np.log1p(shown[:, self.wide]) / np.log1p(self.spans[self.wide])
            out[:, self.firsts[self.wide] + 1] = logs
        if len(self.one_place):
            sized = (places[:, self.one_place] + 1) / self.sizes[self.one_place]
            out[:, self.firsts[self.one_place]] = np.where(seen[:, self.one_place], sized, 0)
        if len(self.each_value):
            cells = games[:, None] * out.shape[1] + self.firsts[self.each_value] + places[:, self.each_value]
            out.reshape(-1)[cells[seen[:, self.each_value]]] = 1


def _columns(rows: list[Any], width: int) -> list[Any]:
    return list(np.array(rows, np.int64).reshape(len(rows), width).T)


def _kind(tracks: list[TrackCells], how: str) -> Any:
    return np.array([number for number, track in enumerate(tracks) if track.how == how], np.int64)


def _low(track: TrackCells) -> int:
    """What is taken from a value to have its number; none is 0 then."""
    assert track.domain is not None
    return track.domain.first - int(track.domain.optional)


def _size(track: TrackCells) -> int:
    assert track.domain is not None
    return track.domain.size
