"""Fingerprints of remembered positions: 128 bits instead of a position.

In: a memory of the program. Out: a C function that makes the fingerprint of a native state; and for the
reference's positions the same numbers, so that a game can go on in native code with what it remembers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from interpreter.layout import GRID, LINE, PILE
from interpreter.native.shapes import NotNative, is_list
from rulelang.types import Rec, Seq, bare

if TYPE_CHECKING:
    from interpreter.native.unit import Unit

_MASK = (1 << 64) - 1
NONE, START = -(1 << 63), (0x243F6A8885A308D3, 0x13198A2E03707344)


def _mixed(s: int) -> int:
    s = (s ^ (s >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    s = (s ^ (s >> 27)) * 0x94D049BB133111EB & _MASK
    return s ^ (s >> 31)


def of_key(key: tuple[Any, ...]) -> tuple[int, int]:
    """The fingerprint of a position as the reference keeps it; see `Positions.key`."""
    a, b = START
    for x in _flat(key):
        x &= _MASK
        a = (_mixed(a ^ x) * 0x9E3779B97F4A7C15 + 1) & _MASK
        b = _mixed((b + x * 0xD6E8FEB86659FD93 + 0x632BE59BD9B4E019) & _MASK)
    return a, b


def _flat(value: Any) -> Iterator[int]:
    """Every tuple with its length before it."""
    if isinstance(value, tuple):
        yield len(value)
        for part in value:
            yield from _flat(part)
    else:
        yield NONE if value is None else int(value)


# ---------------------------------------------------------------- in C


def write(unit: Unit, number: int) -> list[str]:
    """`print<n>(S)`: what makes a position, in the order of the reference's key."""
    layout, program = unit.layout, unit.program
    memory = program.memories[number]
    looks = unit.table(list(layout.looks))
    lines = [f"Print f = {{{START[0]}ull, {START[1]}ull}};", f"mix(&f, {parts(unit, number)});"]
    if memory.active:
        lines.append("mix(&f, S->active);")
    for zone in memory.zones:
        fields = unit.own_fields(program.zones[zone].item)
        base = layout.zone_base[zone]
        for index in range(base, base + layout.zone_size[zone]):
            lines += _zone(unit, index, looks, fields)
    own = {
        n
        for n, track in enumerate(program.tracks)
        if isinstance(track.owner, Rec) and layout.is_component(track.owner)
    }
    for track in memory.tracks:
        if track not in own:
            lines += _track(unit, track, looks)
    return [*lines, f"pay(S, {parts(unit, number) + program.components});", "return f;"]


def parts(unit: Unit, number: int) -> int:
    """How many parts a key has."""
    layout, program = unit.layout, unit.program
    memory = program.memories[number]
    own = {
        n
        for n, track in enumerate(program.tracks)
        if isinstance(track.owner, Rec) and layout.is_component(track.owner)
    }
    found = int(memory.active) + sum(layout.zone_size[zone] for zone in memory.zones)
    return found + sum(len(layout.owners(program.tracks[t].owner)) for t in memory.tracks if t not in own)


def _shown(x: str, looks: str, fields: list[int]) -> str:
    """A component by what its copies share and its changing fields."""
    values = " ".join(f"mix(&f, S->t[{at} + {x}] == NONE ? -1 : S->t[{at} + {x}]);" for at in fields)
    return f"mix(&f, 2); mix(&f, {looks}[{x}]); mix(&f, {len(fields)}); {values}"


def _zone(unit: Unit, index: int, looks: str, fields: list[int]) -> list[str]:
    start, ordering = unit.zone_offsets[index], unit.layout.ordering[index]
    if ordering == GRID:
        room = unit.zone_room[index]
        return [
            f"mix(&f, {room});", f"for (int i = 0; i < {room}; i++) {{ int x = S->zl[{start} + i];",
            f"if (x < 0) mix(&f, NONE); else {{ {_shown('x', looks, fields)} }} }}",
        ]  # fmt: skip
    low, high = (
        (f"S->bag_low[{index}]", f"S->bag_high[{index}]")
        if ordering in (PILE, LINE)
        else ("0", f"S->zn[{index}]")
    )
    width = 1 + len(fields)
    keys = " ".join(
        f"keys[{width} * i + {n}] = {value};"
        for n, value in enumerate(
            [f"{looks}[x]", *(f"S->t[{at} + x] == NONE ? -1 : S->t[{at} + x]" for at in fields)]
        )
    )
    return [
        f"{{ int n = S->zn[{index}]; I *keys = room(E, {width} * n + 1), *at = room(E, 2 * n + 1);",
        "I *mark = keys;",
        f"for (int i = 0; i < n; i++) {{ int x = S->zl[{start} + i]; at[i] = i; {keys} }}",
        f"sort_rows(at + {low}, {high} - {low}, keys, {width}, at + n);",
        f"mix(&f, n); for (int i = 0; i < n; i++) {{ int x = S->zl[{start} + at[i]];",
        f"{_shown('x', looks, fields)} }}",
        "E->top = mark; }",
    ]


def _track(unit: Unit, track: int, looks: str) -> list[str]:
    info, layout = unit.program.tracks[track], unit.layout
    inner = bare(info.type)
    if isinstance(inner, Seq) and layout.names_components(inner.item):
        raise NotNative("a list of components is remembered")
    first, count = unit.track_cells[track], len(layout.owners(info.owner))
    if is_list(info.type):
        from interpreter.native.shapes import room_of

        each = 1 + room_of(info.type)
        return [
            f"for (int i = 0; i < {count}; i++) {{ I *c = S->t + {first} + i * {each}; mix(&f, c[0]);",
            "for (I k = 0; c[0] != NONE && k < c[0]; k++) mix(&f, c[1 + k]); }",
        ]
    lines = [f"for (int i = 0; i < {count}; i++) {{ I x = S->t[{first} + i];"]
    if isinstance(inner, Rec) and layout.is_component(inner):
        shown = _shown("x", looks, unit.own_fields(inner.name))
        return [*lines, f"if (x == NONE) mix(&f, NONE); else {{ {shown} }} }}"]
    return [*lines, "mix(&f, x); }"]
