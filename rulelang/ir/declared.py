"""What a program declares, checked: names, types, tables, owners, sizes.

In: a `Program` whose parts are what their classes say. Out: a sentence for each declaration that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.ir import nodes
from rulelang.types import (
    BOOL,
    ByPlayer,
    Kind,
    NoneType,
    Num,
    Opt,
    Pair,
    Place,
    Player,
    Rec,
    Seq,
    Type,
    text,
)

ORDERINGS = ("pile", "line", "set", "grid")
SEEN = ("all", "none", "owner", "others", "top")


def below(number: int | None, size: int) -> bool:
    return number is not None and 0 <= number < size


def declarations(p: nodes.Program) -> Iterator[str]:
    if p.version != nodes.VERSION:
        yield f"program: version {p.version}, not {nodes.VERSION}"
    if not 1 <= p.players[0] <= p.players[1]:
        yield f"program: {p.players} is no range of players"
    for what in (p.kinds, p.records, p.zones, p.tracks, p.settings, p.rules, p.values, p.memories):
        names = [item.name for item in what]
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"program: the name `{name}` is given twice"
    yield from _records(p)
    for zone in p.zones:
        yield from (f"zone {zone.name}: {wrong}" for wrong in _zone(zone, p))
    for track in p.tracks:
        where = f"track {track.name}"
        yield from (f"{where}: {wrong}" for wrong in (*_owner(track.owner, p), *type_misfits(track.type, p)))
        if track.sees not in SEEN:
            yield f"{where}: unknown visibility `{track.sees}`"
    for setting in p.settings:
        yield from (f"setting {setting.name}: {wrong}" for wrong in _setting(setting, p))
    for rule in p.rules:
        types = rule.params if rule.answer is None else (*rule.params, rule.answer)
        yield from (f"rule {rule.name}: {wrong}" for type_ in types for wrong in type_misfits(type_, p))
    for value in p.values:
        for type_ in (*value.params, value.result):
            yield from (f"value {value.name}: {wrong}" for wrong in type_misfits(type_, p))
    for number, body in enumerate(p.bodies):
        for slot in body.slots:
            if slot.type is not None:
                yield from (f"body {number}: {wrong}" for wrong in type_misfits(slot.type, p))


def type_misfits(type_: Type, p: nodes.Program) -> Iterator[str]:
    """Whether a type speaks only of what is declared."""
    match type_:
        case Kind(name=name) if name not in [kind.name for kind in p.kinds]:
            yield f"there is no kind `{name}`"
        case Rec(name=name) if name not in [record.name for record in p.records]:
            yield f"there is no record `{name}`"
        case Place(zone=name) if name not in [zone.name for zone in p.zones if zone.ordering == "grid"]:
            yield f"there is no grid `{name}`"
        case Num(low=low, high=high) if low > high:
            yield f"the range {low} to {high} is empty"
        case Pair(first=first, second=second):
            yield from type_misfits(first, p)
            yield from type_misfits(second, p)
        case Seq(item=inner) | ByPlayer(item=inner) | Opt(inner=inner):
            yield from type_misfits(inner, p)


def _records(p: nodes.Program) -> Iterator[str]:
    base = 0
    for record in p.records:
        where = f"record {record.name}"
        expected = base if record.physical else 0
        if record.base != expected:
            yield f"{where}: its ids start at {record.base}, not {expected}"
        base += record.size if record.physical else 0
        for column in record.columns:
            wrong = list(type_misfits(column.type, p))
            yield from (f"{where}: {text_}" for text_ in wrong)
            if len(column.values) != record.size:
                yield f"{where}: column `{column.name}` has {len(column.values)} cells for {record.size} rows"
            for value in column.values if not wrong else ():
                if not _is_cell(value, column.type, p):
                    yield f"{where}: a cell of `{column.name}` is {value!r}, which is no {text(column.type)}"


def _is_cell(value: Any, type_: Type, p: nodes.Program) -> bool:
    match type_:
        case Opt(inner=inner):
            return value is None or _is_cell(value, inner, p)
        case Seq(item=item):
            return isinstance(value, tuple) and all(_is_cell(part, item, p) for part in value)
        case NoneType():
            return value is None
    if isinstance(value, bool) or not isinstance(value, int):
        return type_ == BOOL and isinstance(value, bool)
    match type_:
        case Num(low=low, high=high):
            return low <= value <= high
        case Kind(name=name):
            return 0 <= value < len(p.kind(name).words)
        case Rec(name=name):
            record = p.record(name)
            return record.base <= value < record.base + record.size
        case Player():
            return 0 <= value < p.players[1]
    return False


def _owner(owner: Type | None, p: nodes.Program) -> Iterator[str]:
    if owner is not None:
        yield from type_misfits(owner, p)
        parts = (owner.first, owner.second) if isinstance(owner, Pair) else (owner,)
        if not all(isinstance(part, Player | Kind | Rec | Place) for part in parts):
            yield f"{text(owner)} cannot own anything"


def _zone(zone: nodes.ZoneDef, p: nodes.Program) -> Iterator[str]:
    yield from _owner(zone.owner, p)
    if zone.ordering not in ORDERINGS:
        yield f"unknown ordering `{zone.ordering}`"
    if zone.sees not in SEEN:
        yield f"unknown visibility `{zone.sees}`"
    if not any(record.name == zone.item and record.physical for record in p.records):
        yield f"`{zone.item}` is no component"
    if zone.ordering == "grid" and not (zone.width > 0 and zone.height > 0):
        yield "a grid without places"
    for number, most in ((zone.width_setting, zone.width), (zone.height_setting, zone.height)):
        if number is None:
            continue
        size = p.settings[number].type if below(number, len(p.settings)) else None
        if not isinstance(size, Num) or size.low < 1 or size.high > most:
            yield f"setting {number} cannot be its size"


def _setting(setting: nodes.SettingDef, p: nodes.Program) -> Iterator[str]:
    yield from type_misfits(setting.type, p)
    if setting.words:
        if len(setting.words) != len(setting.choices) or setting.default not in setting.choices:
            yield f"the default {setting.default!r} is none of the choices"
    elif not (
        len(setting.choices) == 2
        and all(type(part) is int for part in (*setting.choices, setting.default))
        and setting.choices[0] <= setting.default <= setting.choices[1]
    ):
        yield f"the default {setting.default!r} is outside the range"
