"""Loops over the elements of a set, as C: fused into one another, so that no list is made.

In: an expression that gives a set, and what happens to each element. Out: lines of C. `sets` has those that
need a list. The same elements in the same order as in the reference, and the same steps are paid for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.native.scalars import zone_index, zone_start
from interpreter.native.shapes import NotNative
from interpreter.native.writer import Code, Each, may_be_none
from rulelang.ir import expressions as ir
from rulelang.types import Kind, Num, Place, Player, Rec, Type, bare, item_of

Loop = Callable[[Any, Code, Each, int], None]
LARGEST_DOMAIN = 1 << 16


def paid(c: Code, price: int, body: Each) -> Each:
    """Each element is paid for as it comes, where nobody knows beforehand how many there are."""
    if not price:
        return body

    def pays(x: str, some: bool) -> None:
        c.emit(f"pay(S, {price});")
        body(x, some)

    return pays


def domain(type_: Type, c: Code) -> tuple[int, int] | None:
    """The lowest value of a type and how many there are, where they can be numbered."""
    program = c.unit.layout.program
    match bare(type_):
        case Num(low=low, high=high):
            return (low, high - low + 1) if high - low < LARGEST_DOMAIN else None
        case Kind(name=name):
            return 0, len(program.kind(name).words)
        case Rec(name=name):
            record = program.record(name)
            return record.base, record.size
        case Player():
            return 0, program.players[1]
        case Place(zone=name):
            zone = program.zone(name)
            return 0, zone.width * zone.height
    return None


def _zone(e: ir.Zone, c: Code, body: Each, price: int) -> None:
    zone = c.keep(zone_index(c, e.zone, e.owner))
    cards, index, x = c.fresh("a"), c.fresh("i"), c.fresh("x")
    info = c.unit.layout.program.zones[e.zone]
    count, taken = c.fresh("n"), ""
    c.emit(f"const i16 *{cards} = S->zl + {zone_start(c, zone)}; I {count} = S->zn[{zone}];")
    if info.ordering == "grid":
        taken = c.fresh("p")
        c.emit(f"const i16 *{taken} = {cards} + {info.width * info.height};")
    if price:
        c.emit(f"pay(S, {count} * {price});")
    with c.block(f"for (I {index} = 0; {index} < {count}; {index}++)"):
        c.emit(f"I {x} = {cards}[{f'{taken}[{index}]' if taken else index}];")
        body(x, True)


def _filter(e: ir.Filter, c: Code, body: Each, price: int) -> None:
    def test(x: str, some: bool) -> None:
        with c.bind(e.loc, x, some):
            passed = c.truth(e.test)
        with c.block(f"if ({passed})"):
            paid(c, price, body)(x, some)

    c.each(e.items, test, c.unit.prices.each(e))


def _map(e: ir.Map, c: Code, body: Each, price: int) -> None:
    def found(x: str, some: bool) -> None:
        with c.bind(e.loc, x, some):
            value = c.keep(c.scalar(e.value))
            sure = c.never_none(e.value)
        paid(c, price, body)(value, sure)

    if not isinstance(e.items, ir.Filter):
        c.each(e.items, found, c.unit.prices.each(e))
        return
    inner = e.items

    def tested(x: str, some: bool) -> None:
        with c.bind(inner.loc, x, some):
            passed = c.truth(inner.test)
        with c.block(f"if ({passed})"):
            found(x, some)

    c.each(inner.items, tested, c.unit.prices.each(e))  # one loop, with one price


def _range(e: ir.Range, c: Code, body: Each, price: int) -> None:
    low, high = c.keep(c.some(e.low)), c.keep(c.some(e.high))
    x = c.fresh("x")
    c.emit(f"if ({high} - {low} >= MOST) bail(B_ROOM);")
    if price:
        c.emit(f"if ({high} >= {low}) pay(S, ({high} - {low} + 1) * {price});")
    with c.block(f"for (I {x} = {low}; {x} <= {high}; {x}++)"):
        body(x, True)


def _one(e: ir.One, c: Code, body: Each, price: int) -> None:
    x = c.keep(c.scalar(e.item))
    if c.never_none(e.item):
        with c.block(""):
            paid(c, price, body)(x, True)
        return
    with c.block(f"if ({x} != NONE)"):
        paid(c, price, body)(x, True)


def _freeze(e: ir.Freeze, c: Code, body: Each, price: int) -> None:
    c.each(e.items, paid(c, price, body), c.unit.prices.each(e))


def _leading(e: ir.Leading, c: Code, body: Each, price: int) -> None:
    stop = c.fresh("L")
    # All are there before they are paid for; those after the stop too.
    items = c.listed(e.items)
    some_items = not may_be_none(item_of(e.items.type))

    def test(x: str, some: bool) -> None:
        with c.bind(e.loc, x, some):
            passes = c.keep(c.truth(e.test))
        if e.inclusive:
            paid(c, price, body)(x, some)
            c.emit(f"if ({passes}) goto {stop};")
        else:
            c.emit(f"if (!{passes}) goto {stop};")
            paid(c, price, body)(x, some)

    c.over(items, some_items, test, c.unit.prices.each(e))
    c.emit(f"{stop}:;")


def _ways(e: ir.Ways, c: Code, body: Each, price: int) -> None:
    """Elements that pass a test, one name for them."""
    if len(e.loops) != 1:
        raise NotNative("tuples are kept")
    (loop,), (each,) = e.loops, c.unit.prices.loops(e)

    def test(x: str, some: bool) -> None:
        with c.bind(loop.loc, x, some):
            passed = "1" if e.test is None else c.truth(e.test)
        with c.block(f"if ({passed})"):
            paid(c, price, body)(x, some)

    c.each(loop.items, test, each)


LOOPS: dict[type, Loop] = {
    ir.Zone: _zone, ir.Filter: _filter, ir.Map: _map, ir.Range: _range, ir.One: _one, ir.Freeze: _freeze,
    ir.Leading: _leading, ir.Ways: _ways,
}  # fmt: skip
