"""Sets in one number, as C: how many, whether any, the sum, the best, the first.

In: an expression over a set. Out: a C expression; the loop that it needs is written before it, and stops as
soon as the answer is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.native.scalars import zone_index, zone_start
from interpreter.native.writer import Code, uses_arena
from rulelang.ir import expressions as ir
from rulelang.ir.numbers import may_exceed

Write = Callable[[Any, Code], str]


def _in(e: ir.In | ir.NotIn, c: Code) -> str:
    item = c.keep(c.scalar(e.item))
    if isinstance(e.items, ir.Zone):
        return f"({item} != NONE && S->loc[{item}] == {zone_index(c, e.items.zone, e.items.owner)})"
    found = c.fresh()
    c.emit(f"I {found} = 0;")

    def same(x: str, some: bool, stop: str) -> None:
        c.emit(f"if ({x} == {item}) {{ {found} = 1; {stop} }}")

    c.until(e.items, same, c.unit.prices.each(e))
    return found


def _not_in(e: ir.NotIn, c: Code) -> str:
    return f"(!{_in(e, c)})"


def _is_plain_zone(e: ir.Expr, c: Code) -> bool:
    return isinstance(e, ir.Zone) and c.unit.layout.program.zones[e.zone].ordering != "grid"


def _count(e: ir.Count | ir.Empty | ir.NotEmpty, c: Code) -> str:
    if isinstance(e.items, ir.Zone):
        return f"S->zn[{zone_index(c, e.items.zone, e.items.owner)}]"
    if type(e.items) not in c.unit.loops:
        return c.listed(e.items).length
    found = c.fresh()
    c.emit(f"I {found} = 0;")
    c.each(e.items, lambda x, some: c.emit(f"{found}++;"))
    return found


def _empty(e: ir.Empty, c: Code) -> str:
    return f"({_count(e, c)} == 0)"


def _not_empty(e: ir.NotEmpty, c: Code) -> str:
    return f"({_count(e, c)} != 0)"


def _quantified(e: ir.Any_ | ir.All, c: Code, wanted: int) -> str:
    found, mark = c.fresh(), c.fresh("m")
    c.emit(f"I {found} = {1 - wanted}; I *{mark};")

    def test(x: str, some: bool, stop: str) -> None:
        with c.bind(e.loc, x, some), c.aside() as lines:
            passed = c.truth(e.test)
            c.emit(f"if ({passed if wanted else f'!{passed}'}) {{ {found} = {wanted}; {stop} }}")
        forgets = uses_arena(lines)
        c.emit(*([f"{mark} = E->top;", *lines, f"E->top = {mark};"] if forgets else lines))

    c.until(e.items, test, c.unit.prices.each(e))
    return found


def _any(e: ir.Any_, c: Code) -> str:
    return _quantified(e, c, 1)


def _all(e: ir.All, c: Code) -> str:
    return _quantified(e, c, 0)


def _sum(e: ir.Sum, c: Code) -> str:
    found = c.fresh()
    c.emit(f"I {found} = 0;")

    def add(x: str, some: bool) -> None:
        x = c.keep(x)
        if not some:
            c.emit(f"SOME({x});")
        c.emit(f"{found} += {x};")
        if may_exceed(e):
            c.emit(f"if ({found} > LARGEST || {found} < -LARGEST) bail(B_RANGE);")

    c.each(e.items, add, c.unit.prices.each(e))
    return found


def _best(e: ir.Best, c: Code) -> str:
    found = c.fresh()
    c.emit(f"I {found} = NONE;")

    def better(x: str, some: bool) -> None:
        x = c.keep(x)
        if not some:
            c.emit(f"SOME({x});")
        c.emit(f"if ({found} == NONE || {x} {'>' if e.which == 'highest' else '<'} {found}) {found} = {x};")

    c.each(e.items, better, c.unit.prices.each(e))
    return f"({found} == NONE ? 0 : {found})"


def _end_of(e: ir.EndOf, c: Code) -> str:
    if isinstance(e.items, ir.Zone) and _is_plain_zone(e.items, c):
        zone = c.keep(zone_index(c, e.items.zone, e.items.owner))
        at = "0" if e.which == "first" else f"S->zn[{zone}] - 1"
        return f"(S->zn[{zone}] ? S->zl[{zone_start(c, zone)} + {at}] : NONE)"
    items = c.listed(e.items)
    at = "0" if e.which == "first" else f"{items.length} - 1"
    return f"({items.length} ? {items.pointer}[{at}] : NONE)"


def _at(e: ir.At, c: Code) -> str:
    items = c.listed(e.items)
    index = c.keep(c.some(e.index))
    c.emit(f"if ({index} < 0 || {index} >= {items.length}) bail(B_RANGE);")
    return f"{items.pointer}[{index}]"


def _position(e: ir.Position, c: Code) -> str:
    return f"position(S, {c.scalar(e.item)})"


FOLDS: dict[type, Write] = {
    ir.In: _in, ir.NotIn: _not_in, ir.Count: _count, ir.Empty: _empty,
    ir.NotEmpty: _not_empty, ir.Any_: _any, ir.All: _all, ir.Sum: _sum, ir.Best: _best, ir.EndOf: _end_of,
    ir.At: _at, ir.Position: _position,
}  # fmt: skip
