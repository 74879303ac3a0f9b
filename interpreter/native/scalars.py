"""Expressions that give one thing, as C: leaves, the state, what is printed, numbers and logic.

In: an expression and the function it stands in. Out: a C expression; what it needs is written before it. The
counterpart of `interpreter/python/exprs.py`: both say the same, node by node.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.native.shapes import NotNative, cells_of, is_list
from interpreter.native.writer import Code, Listed, Scalar, may_be_none
from rulelang.ir import expressions as ir
from rulelang.ir.numbers import may_exceed
from rulelang.ir.owners import size, turned
from rulelang.types import ByPlayer, Kind, Num, Pair, Rec, Type, bare

Write = Callable[[Any, Code], str]
COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


# ---------------------------------------------------------------- leaves


def _number(e: ir.Number, c: Code) -> str:
    return f"{int(e.value)}ll" if abs(int(e.value)) > 1 << 30 else str(int(e.value))


def _truth(e: ir.Truth, c: Code) -> str:
    return "1" if e.value else "0"


def _nothing(e: ir.Nothing, c: Code) -> str:
    return "NONE"


def _slot(e: ir.Slot, c: Code) -> str:
    assert c.slots is not None
    return f"F[SLOTS + {c.slots.at[e.slot]}]"


def _loc(e: ir.Loc, c: Code) -> str:
    name = c.names[e.loc]
    assert isinstance(name, Scalar)
    return name.name


def _you(e: ir.You, c: Code) -> str:
    return c.you


def _active(e: ir.Active, c: Code) -> str:
    return "S->active"


def _setting(e: ir.Setting, c: Code) -> str:
    value = c.unit.layout.settings[e.setting]
    return "NONE" if value is None else str(int(value))


# ---------------------------------------------------------------- the state


def shifted(c: Code, base: int, type_: Type | None, owner: ir.Expr | None) -> str:
    """The number of something that may belong to an owner."""
    if owner is None:
        return str(base)
    shift = base - c.unit.layout.offset(type_)
    found = c.some(owner)
    return f"({found} + {shift})" if shift >= 0 else f"({found} - {-shift})"


def zone_index(c: Code, number: int, owner: ir.Expr | None) -> str:
    layout = c.unit.layout
    return shifted(c, layout.zone_base[number], layout.program.zones[number].owner, owner)


def zone_start(c: Code, zone: str) -> str:
    """Where the components of a zone lie."""
    return str(c.unit.zone_offsets[int(zone)]) if zone.isdigit() else f"ZOFF[{zone}]"


def track_cell(c: Code, number: int, owner: ir.Expr | None) -> str:
    """Where a track lies among the cells of all tracks."""
    unit = c.unit
    track = unit.layout.program.tracks[number]
    first, each = unit.track_cells[number], cells_of(track.type, unit.layout.players)
    if owner is None:
        return str(first)
    offset = unit.layout.offset(track.owner)
    found = c.some(owner)
    at = f"({found} - {offset})" if offset else found
    return f"({first} + {at} * {each})" if each != 1 else f"({first} + {at})"


def _track(e: ir.Track, c: Code) -> str:
    return f"S->t[{track_cell(c, e.track, e.owner)}]"


def _field(e: ir.Field, c: Code) -> str:
    record = bare(e.item.type)
    assert isinstance(record, Rec)
    info = c.unit.layout.program.record(record.name)
    table = c.unit.column(record.name, e.column)
    item = c.some(e.item)
    return f"{table}[{item} - {info.base}]" if info.base else f"{table}[{item}]"


def _chosen(e: ir.Chosen, c: Code) -> str:
    if not isinstance(e.answers, ir.Slot):
        raise NotNative("answers of a secret round outside of their rule")
    each = chosen_cells(e, c)
    assert c.slots is not None
    return f"F[SLOTS + {c.slots.at[e.answers.slot] + 1} + {c.some(e.player)} * {each}]"


def chosen_cells(e: ir.Chosen, c: Code) -> int:
    answers = bare(e.answers.type)
    assert isinstance(answers, ByPlayer)
    return cells_of(answers.item, c.unit.layout.players)


def _pair(e: ir.PairOf, c: Code) -> str:
    pair, program = e.type, c.unit.layout.program
    assert isinstance(pair, Pair)
    first, second = (
        f"({c.some(part)} - {c.unit.layout.offset(type_)})"
        for part, type_ in ((e.first, pair.first), (e.second, pair.second))
    )
    if turned(pair):
        return f"({second} * {size(program, pair.first)} + {first})"
    return f"({first} * {size(program, pair.second)} + {second})"


def _holder(e: ir.Holder, c: Code) -> str:
    wanted, layout = bare(e.type), c.unit.layout
    table: list[int | None] = []
    for number, owner in layout.zone_names:
        type_ = layout.program.zones[number].owner if number >= 0 else None
        kinds = (type_.first, type_.second) if isinstance(type_, Pair) else (type_,)
        parts = zip(kinds, layout.owner_parts(type_, owner), strict=True)
        table.append(next((part for kind, part in parts if kind == wanted), None))
    name, item = c.unit.table(table), c.keep(c.scalar(e.item))
    return f"({item} == NONE ? NONE : {name}[S->loc[{item}]])"


def _repeats(e: ir.Repeats, c: Code) -> str:
    return c.keep(f"repeats(S, {e.memory}, print{e.memory}(S))")


def _what_if(e: ir.WhatIf, c: Code) -> str:
    """On a copy: `S` stands for it while the value is worked out; `F` stays the frame of who asks."""
    call = c.unit.call_of(e.rule, e.args, c)
    result, before = c.fresh(), c.fresh("S")
    imagined = c.fresh("W")
    c.emit(f"I {result};")
    with c.block(""):
        lines = call("S", c.you)
        c.emit(f"State *{imagined} = imagine(S), *{before} = S; S = {imagined}; E->imagined++;")
        c.emit(*lines, "run_imagined(S);")
        c.emit(f"{result} = {c.scalar(e.value)};")
        c.emit(f"E->imagined--; E->depth--; {before}->left = S->left; S = {before};")
    return result


def arguments(c: Code, args: tuple[ir.Expr, ...], params: tuple[Type, ...]) -> str:
    """Arguments of a C function: a list is a pointer and a length."""
    found = []
    for arg, type_ in zip(args, params, strict=True):
        if is_list(type_):
            items = c.listed(arg)
            found.append(f", {items.pointer}, {items.length}")
        else:
            found.append(f", {c.keep(c.fitting(arg, type_))}")
    return "".join(found)


def _call(e: ir.Call, c: Code) -> str:
    value = c.unit.layout.program.values[e.value]
    if e.value in c.unit.inlined:
        with c.inside(e) as inner:
            return c.fitting(inner, value.result)
    return c.keep(f"v{e.value}(S, {c.you}{arguments(c, e.args, value.params)})")


# ---------------------------------------------------------------- numbers and logic


def _arithmetic(e: ir.Arithmetic, c: Code) -> str:
    left = c.keep(c.some(e.left))
    right = c.some(e.right)
    match e.op:
        case "add" | "sub":
            found = f"({left} {'+' if e.op == 'add' else '-'} {right})"
        case "mul":
            found = f"times(E, {left}, {right})" if may_exceed(e) else f"({left} * {right})"
        case _:
            right = c.keep(right)
            c.emit(f"if ({right} == 0) bail(B_RANGE);")
            if e.op == "mod":
                return f"floor_mod({left}, {right})"
            up = e.op == "div_up"
            return f"-floor_div(-({left}), {right})" if up else f"floor_div({left}, {right})"
    if may_exceed(e):
        found = c.keep(found)
        c.emit(f"if ({found} > LARGEST || {found} < -LARGEST) bail(B_RANGE);")
    return found


def _compare(e: ir.Compare, c: Code) -> str:
    if is_list(e.left.type) or is_list(e.right.type):
        raise NotNative("sets are compared")
    if e.op in ("eq", "ne"):
        left = c.keep(c.scalar(e.left))
        return f"({left} {COMPARED[e.op]} {c.scalar(e.right)})"
    left = c.keep(c.some(e.left))
    return f"({left} {COMPARED[e.op]} {c.some(e.right)})"


def _logic(e: ir.Logic, c: Code) -> str:
    left = c.some(e.left)
    with c.aside() as lines:
        right = c.some(e.right)
    if not lines:
        return f"({left} {'&&' if e.op == 'and' else '||'} {right})"
    found = c.fresh()
    c.emit(f"I {found} = {left};")
    with c.block(f"if ({found})" if e.op == "and" else f"if (!{found})"):
        c.emit(*lines, f"{found} = {right};")
    return found


def _not(e: ir.Not, c: Code) -> str:
    return f"(!{c.truth(e.operand)})"


def _if(e: ir.If, c: Code) -> str:
    condition = c.truth(e.condition)
    found = c.fresh()
    c.emit(f"I {found};")
    with c.block(f"if ({condition})"):
        c.emit(f"{found} = {c.scalar(e.then)};")
    with c.block("else"):
        c.emit(f"{found} = {c.scalar(e.other)};")
    return found


def _within(e: ir.Within, c: Code) -> str:
    range_ = bare(e.type)
    assert isinstance(range_, Num)
    value = c.keep(c.fitting(e.value, e.type))
    outside = f"({value} < {range_.low}ll || {value} > {range_.high}ll)"
    if may_be_none(e.type):
        outside = f"({value} != NONE && {outside})"
    c.emit(f"if ({outside}) bail(B_RANGE);")
    return value


# ---------------------------------------------------------------- grids and functions


def _cell(e: ir.Cell | ir.CellEmpty | ir.CellFull, c: Code) -> str:
    zone, place = zone_index(c, e.grid, e.owner), c.keep(c.scalar(e.place))
    at = f"S->zl[{zone_start(c, zone)} + {place}]"
    if c.never_none(e.place):
        return at
    found = c.fresh()
    c.emit(f"I {found} = {place} == NONE ? -1 : {at};")
    return found


def _cell_at(e: ir.Cell, c: Code) -> str:
    found = c.keep(_cell(e, c))
    return f"({found} < 0 ? NONE : {found})"


def _cell_empty(e: ir.CellEmpty, c: Code) -> str:
    return f"({_cell(e, c)} < 0)"


def _cell_full(e: ir.CellFull, c: Code) -> str:
    return f"({_cell(e, c)} >= 0)"


def is_heading(e: ir.Expr) -> bool:
    return bare(e.type) == Kind("heading")


def _function(e: ir.Function, c: Code) -> str:
    layout = c.unit.layout
    players = layout.players
    match e.name:
        case "left" | "right":
            shift = 1 if e.name == "left" else players - 1
            return f"(({c.some(e.args[0])} + {shift}) % {players})"
        case "seat":
            number = c.keep(c.some(e.args[0]))
            c.emit(f"if ({number} < 1 || {number} > {players}) bail(B_RANGE);")
            return f"({number} - 1)"
        case "owner":
            table = c.unit.table(list(layout.owner))
            return f"{table}[S->loc[{c.some(e.args[0])}]]"
        case "turn":
            return f"floor_mod({c.keep(c.some(e.args[0]))} + {c.some(e.args[1])}, 4)"
        case "opposite":
            half = 4 if is_heading(e.args[0]) else 2
            return f"floor_mod({c.some(e.args[0])} + {half}, {2 * half})"
    assert e.grid is not None
    width = layout.program.zones[e.grid].width
    match e.name:
        case "place_of":
            base = layout.zone_base[e.grid]
            return f"place_of(S, {base}, {base + layout.zone_size[e.grid]}, {c.scalar(e.args[0])})"
        case "column":
            return f"({c.some(e.args[0])} % {width} + 1)"
        case "row":
            return f"({c.some(e.args[0])} / {width} + 1)"
        case "step":
            place, heading = c.keep(c.scalar(e.args[0])), c.keep(_heading(e.args[1], c))
            return f"({place} == NONE ? NONE : {c.unit.steps(e.grid)}[{place} * 8 + {heading}])"
        case "place":
            columns, rows = layout.grid_sizes[e.grid]
            column, row = c.keep(c.some(e.args[0])), c.keep(c.some(e.args[1]))
            inside = f"{column} > 0 && {column} <= {columns} && {row} > 0 && {row} <= {rows}"
            return f"({inside} ? ({row} - 1) * {width} + {column} - 1 : NONE)"
    raise NotNative(f"the function {e.name}")


def _heading(e: ir.Expr, c: Code) -> str:
    heading = c.some(e)
    return heading if is_heading(e) else f"(2 * {heading})"  # a direction is every second heading


def kept_chosen(e: ir.Chosen, c: Code) -> Listed:
    """A list that somebody chose in secret."""
    cell = f"(&{_chosen(e, c)})"
    pointer = c.fresh("p")
    c.emit(f"I *{pointer} = {cell}; SOME({pointer}[0]);")
    return Listed(f"({pointer} + 1)", f"{pointer}[0]")


SCALARS: dict[type, Write] = {
    ir.Number: _number, ir.Truth: _truth, ir.Nothing: _nothing, ir.Slot: _slot, ir.Loc: _loc, ir.You: _you,
    ir.Active: _active, ir.Setting: _setting, ir.Track: _track, ir.Field: _field, ir.Chosen: _chosen,
    ir.PairOf: _pair, ir.Holder: _holder, ir.Repeats: _repeats, ir.WhatIf: _what_if, ir.Call: _call,
    ir.Arithmetic: _arithmetic, ir.Compare: _compare, ir.Logic: _logic, ir.Not: _not, ir.If: _if,
    ir.Within: _within,
    ir.Cell: _cell_at, ir.CellEmpty: _cell_empty,
    ir.CellFull: _cell_full, ir.Function: _function,
}  # fmt: skip
