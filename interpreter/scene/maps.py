"""Maps: places that have names instead of columns and rows, and the ways between them.

In: a stage. Out: a map for each kind and each table whose words or rows own zones or tracks. It says what
can be pointed at also where nothing lies, and is the same in every scene of a definition. Places lie where
their names say (`a1`, `g7`), or else so that those beside each other are near.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from math import cos, dist, pi, sin

from interpreter.scene.data import Map, Spot
from interpreter.scene.stage import Stage
from rulelang.ir.nodes import RecordDef
from rulelang.types import Kind, Rec, Seq, Type, bare

NAMED = re.compile(r"([a-z])([1-9][0-9]?)")  # a column and a row
MOST = 60  # places whose ways are looked at to find out where they lie
STEPS = 80  # in which they find their places
FAR = 3.0  # by so much a map is drawn larger at most, so that places do not lie upon each other
Point = tuple[float, float]


def maps_of(stage: Stage) -> tuple[Map, ...]:
    return tuple(_map(stage, type_) for type_ in _owners(stage))


def _owners(stage: Stage) -> list[Type]:
    """Kinds and tables of which each word or row has a zone or a track that is shown."""
    zones = [(info.shown, info.declared.owner) for info in stage.zones.values()]
    tracks = [(info.shown, info.declared.owner) for info in stage.tracks.values()]
    owners = dict.fromkeys(bare(owner) for shown, owner in (*zones, *tracks) if shown and owner is not None)
    return [
        owner
        for owner in owners
        if isinstance(owner, Kind) or (isinstance(owner, Rec) and not stage.records[owner.name].physical)
    ]


def _map(stage: Stage, type_: Type) -> Map:
    words = stage.words
    if isinstance(type_, Rec):
        record = stage.records[type_.name]
        first, keys, pairs = record.base, record.names, sorted(set(_ways(record)))
    else:
        assert isinstance(type_, Kind)
        first, keys, pairs = 0, stage.program.kind(type_.name).words, []
    numbers = range(first, first + len(keys))
    refs = [words.ref(type_, number) for number in numbers]
    points = _named(keys, pairs) or (_spread(len(keys), pairs) if pairs else None)
    spots = tuple(
        Spot(ref, words.value(type_, number), *(points[at] if points else (None, None)))
        for at, (ref, number) in enumerate(zip(refs, numbers, strict=True))
    )
    return Map(type_.name, spots, tuple((refs[a], refs[b]) for a, b in pairs))


def _ways(record: RecordDef) -> Iterator[tuple[int, int]]:
    """What the rows themselves say: a field that names other rows of the same table, one or several."""
    for column in record.columns:
        type_ = bare(column.type)
        several = isinstance(type_, Seq) and bare(type_.item) == Rec(record.name)
        if not several and type_ != Rec(record.name):
            continue
        for here, value in enumerate(column.values):
            for there in () if value is None else value if several else (value,):
                if there - record.base != here:
                    yield min(here, there - record.base), max(here, there - record.base)


def _named(keys: Sequence[str], pairs: Sequence[tuple[int, int]]) -> list[Point] | None:
    """Where names like `a1` say, unless a way would then go neither along a row or column nor aslant."""
    found = [NAMED.fullmatch(key) for key in keys]
    points = [(float(ord(m[1]) - ord("a")), float(m[2])) for m in found if m is not None]
    if len(points) < len(keys) or len(set(points)) < len(keys):
        return None
    for a, b in pairs:
        wide, high = (abs(p - q) for p, q in zip(points[a], points[b], strict=True))
        if min(wide, high) > 0 and wide != high:
            return None
    return _from_zero(points)


def _from_zero(points: Sequence[Point]) -> list[Point]:
    west, south = min(x for x, _ in points), min(y for _, y in points)
    return [(round(x - west, 2), round(y - south, 2)) for x, y in points]


# ------------------------------------------------------------ near those that are beside
def _spread(count: int, pairs: Sequence[tuple[int, int]]) -> list[Point] | None:
    """Distances as near as can be to the numbers of ways between two places (stress majorization)."""
    if count > MOST:
        return None
    wanted = _distances(count, pairs)
    turn, far = 2 * pi / count, count / 6
    points = [(cos(turn * n) * far, sin(turn * n) * far) for n in range(count)]
    for _ in range(STEPS):
        points = [_pulled(here, points, wanted[here]) for here in range(count)]
    near = min((dist(a, b) for n, a in enumerate(points) for b in points[:n]), default=1.0)
    larger = min(FAR, max(1.0, 1 / max(near, 0.01)))
    wide, high = (max(c) - min(c) for c in zip(*points, strict=True))
    lying = points if wide >= high else [(y, x) for x, y in points]
    return _from_zero([(x * larger, y * larger) for x, y in lying])


def _pulled(here: int, points: Sequence[Point], wanted: Sequence[float]) -> Point:
    x = y = weights = 0.0
    for there, far in enumerate(wanted):
        if there == here:
            continue
        now = dist(points[here], points[there]) or 0.01
        weight = 1 / far**2
        weights += weight
        for_x, for_y = points[there]
        x += weight * (for_x + far * (points[here][0] - for_x) / now)
        y += weight * (for_y + far * (points[here][1] - for_y) / now)
    return (x / weights, y / weights) if weights else points[here]


def _distances(count: int, pairs: Sequence[tuple[int, int]]) -> list[list[float]]:
    beside: list[list[int]] = [[] for _ in range(count)]
    for a, b in pairs:
        beside[a].append(b)
        beside[b].append(a)
    apart = count**0.5 + 1  # of places between which there is no way
    found = []
    for start in range(count):
        far, waiting = {start: 0.0}, deque([start])
        while waiting:
            here = waiting.popleft()
            for there in beside[here]:
                if there not in far:
                    far[there] = far[here] + 1
                    waiting.append(there)
        found.append([far.get(there, apart) for there in range(count)])
    return found
