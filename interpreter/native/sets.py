"""Expressions that give a set, as C, where a list is needed: what can be a loop is one in `loops`.

In: an expression. Out: lines of C that make the list, or find it where it lies. The counterpart of
`interpreter/python/set_exprs.py`: the same elements in the same order, and the same steps are paid for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.native.loops import domain
from interpreter.native.scalars import (
    arguments,
    is_heading,
    kept_chosen,
    track_cell,
    zone_index,
)
from interpreter.native.shapes import NotNative
from interpreter.native.writer import Code, Listed, may_be_none
from rulelang.ir import expressions as ir
from rulelang.ir.expression_prices import counts_parts
from rulelang.types import Kind, Rec, Type, bare, item_of

Keep = Callable[[Any, Code], Listed]


# ---------------------------------------------------------------- lists


def _table(values: list[int], c: Code) -> Listed:
    return Listed(c.unit.table(values, "I"), str(len(values)))


def _players(e: ir.Players, c: Code) -> Listed:
    return _table(list(range(c.unit.layout.players)), c)


def _opponents(e: ir.Opponents, c: Code) -> Listed:
    players = c.unit.layout.players
    rows = [(p + i) % players for p in range(players) for i in range(1, players)]
    return Listed(f"({c.unit.table(rows, 'I')} + {c.some(e.player)} * {players - 1})", str(players - 1))


def _every(e: ir.Every, c: Code) -> Listed:
    item, layout = item_of(e.type), c.unit.layout
    if isinstance(item, Kind):
        return _table(list(range(len(layout.program.kind(item.name).words))), c)
    assert isinstance(item, Rec)
    return _table(c.unit.there(item.name), c)


def _slot(e: ir.Slot, c: Code) -> Listed:
    assert c.slots is not None
    head = f"F[SLOTS + {c.slots.at[e.slot]}]"
    c.emit(f"SOME({head});")
    return Listed(f"(F + SLOTS + {c.slots.data[e.slot]})", head)


def _loc(e: ir.Loc, c: Code) -> Listed:
    name = c.names[e.loc]
    assert isinstance(name, Listed)
    return name


def _track(e: ir.Track, c: Code) -> Listed:
    cell = c.fresh("p")
    c.emit(f"I *{cell} = S->t + {track_cell(c, e.track, e.owner)}; SOME({cell}[0]);")
    return Listed(f"({cell} + 1)", f"{cell}[0]")


def _field(e: ir.Field, c: Code) -> Listed:
    record = bare(e.item.type)
    assert isinstance(record, Rec)
    starts, data = c.unit.list_column(record.name, e.column)
    item = c.keep(f"{c.some(e.item)} - {c.unit.layout.program.record(record.name).base}")
    c.emit(f"if ({starts}[{item}] < 0) bail(B_NONE);")
    return Listed(f"({data} + {starts}[{item}] + 1)", f"{data}[{starts}[{item}]]")


def _call(e: ir.Call, c: Code) -> Listed:
    value, found = c.unit.layout.program.values[e.value], c.fresh("v")
    c.emit(f"Vec {found} = v{e.value}(S, {c.you}{arguments(c, e.args, value.params)});")
    return Listed(f"{found}.p", f"{found}.n")


def _if(e: ir.If, c: Code) -> Listed:
    condition = c.truth(e.condition)
    pointer, length = c.fresh("p"), c.fresh("n")
    c.emit(f"const I *{pointer}; I {length};")
    for head, branch in ((f"if ({condition})", e.then), ("else", e.other)):
        with c.block(head):
            items = c.listed(branch)
            c.emit(f"{pointer} = {items.pointer}; {length} = {items.length};")
    return Listed(pointer, length)


def _within(e: ir.Within, c: Code) -> Listed:
    items = c.listed(e.value)
    type_ = bare(e.type)
    most = getattr(type_, "most", None)
    if most is None:
        raise NotNative("a bound of something that is no set")
    c.emit(f"if ({items.length} > {most}) bail(B_RANGE);")
    return items


def _list_of(e: ir.ListOf, c: Code) -> Listed:
    values = [c.keep(c.fitting(item, item_of(e.type))) for item in e.items]
    if not values:
        return Listed("((const I *)0)", "0")
    name = c.fresh("l")
    c.emit(f"I *{name} = room(E, {len(values)});")
    c.emit(*(f"{name}[{n}] = {value};" for n, value in enumerate(values)))
    return Listed(name, str(len(values)))


def _ends_of(e: ir.EndsOf, c: Code) -> Listed:
    items = c.listed(e.items)
    if price := c.unit.prices.each(e):
        c.emit(f"pay(S, {items.length} * {price});")
    amount, count = c.keep(c.some(e.amount)), c.fresh("n")
    c.emit(f"I {count} = {amount} < 0 ? 0 : {amount} > {items.length} ? {items.length} : {amount};")
    if e.which == "first":
        return Listed(items.pointer, count)
    found, index = c.fresh("l"), c.fresh("i")
    c.emit(f"I *{found} = room(E, {count});")
    c.emit(f"for (I {index} = 0; {index} < {count}; {index}++)")
    c.emit(f"  {found}[{index}] = {items.pointer}[{items.length} - 1 - {index}];")
    return Listed(found, count)


def _beside(e: ir.Beside, c: Code) -> Listed:
    items = c.listed(e.items)
    if price := c.unit.prices.each(e):
        c.emit(f"pay(S, {items.length} * {price});")
    at = c.fresh("i")
    c.emit(f"I {at} = find({items.pointer}, {items.length}, {c.scalar(e.item)});")
    if e.side == "before":
        return Listed(items.pointer, f"({at} < 0 ? 0 : {at})")
    return Listed(f"({items.pointer} + {at} + 1)", f"({at} < 0 ? 0 : {items.length} - {at} - 1)")


class _Once:
    """Elements that are added once each, where they come first."""

    def __init__(self, type_: Type, c: Code) -> None:
        self.c, self.vec, self.seen = c, c.fresh("v"), ""
        c.emit(f"Vec {self.vec} = {{0, 0, 0}};")
        found = domain(type_, c) if not may_be_none(type_) else None
        if found is not None:
            self.low, count = found
            self.seen = c.fresh("b")
            cells = count // 8 + 1
            c.emit(f"u8 *{self.seen} = (u8 *)room(E, {cells}); memset({self.seen}, 0, {cells * 8});")

    def add(self, x: str, some: bool) -> None:
        if self.seen:
            at = f"{self.seen}[{x} - {self.low}]" if self.low else f"{self.seen}[{x}]"
            self.c.emit(f"if (!{at}) {{ {at} = 1; ADD({self.vec}, {x}); }}")
        else:
            self.c.emit(f"if (find({self.vec}.p, {self.vec}.n, {x}) < 0) ADD({self.vec}, {x});")

    def mark(self, x: str) -> None:
        """As `add`, but those of the left side of a union are never left out."""
        if self.seen:
            self.c.emit(f"{self.seen}[{x} - {self.low}] = 1;")
        self.c.emit(f"ADD({self.vec}, {x});")

    @property
    def listed(self) -> Listed:
        return Listed(f"{self.vec}.p", f"{self.vec}.n")


def _checked(c: Code, some: bool, wanted: Type, x: str) -> str:
    x = c.keep(x)
    if not some and not may_be_none(wanted):
        c.emit(f"SOME({x});")
    return x


def _union(e: ir.Union, c: Code) -> Listed:
    price, item = c.unit.prices.each(e), item_of(e.type)
    once = _Once(item, c)
    c.each(e.left, lambda x, some: once.mark(_checked(c, some, item, x)), price)
    c.each(e.right, lambda x, some: once.add(_checked(c, some, item, x), some), price)
    c.emit(f"if ({once.vec}.n > MOST) bail(B_ROOM);")
    return once.listed


def _without(e: ir.Without, c: Code) -> Listed:
    """Both sides are worked out before anything is left out."""
    price, item = c.unit.prices.each(e), item_of(e.type)
    left = c.listed(e.left)
    right = c.listed(e.right)
    vec, index = c.fresh("v"), c.fresh("i")
    c.emit(f"Vec {vec} = {{0, 0, 0}};")
    if price:
        c.emit(f"pay(S, ({left.length} + {right.length}) * {price});")
    with c.block(f"for (I {index} = 0; {index} < {left.length}; {index}++)"):
        x = _checked(c, not may_be_none(item_of(e.left.type)), item, f"{left.pointer}[{index}]")
        c.emit(f"if (find({right.pointer}, {right.length}, {x}) < 0) ADD({vec}, {x});")
    return Listed(f"{vec}.p", f"{vec}.n")


def _gather(e: ir.Gather, c: Code) -> Listed:
    once, item = _Once(item_of(e.type), c), item_of(e.type)
    counted = counts_parts(e)

    def parts(x: str, some: bool) -> None:
        with c.bind(e.loc, x, some):
            c.each(e.value, lambda y, sure: once.add(_checked(c, sure, item, y), sure), 1 if counted else 0)
        if counted:
            c.emit(f"if ({once.vec}.n > MOST) bail(B_ROOM);")

    c.each(e.items, parts, c.unit.prices.each(e))
    return once.listed


def _different(e: ir.Different, c: Code) -> Listed:
    item = bare(item_of(e.items.type))
    assert isinstance(item, Rec)
    looks, fields = c.unit.table(list(c.unit.layout.looks)), c.unit.own_fields(item.name)
    vec, k = c.fresh("v"), c.fresh("k")
    c.emit(f"Vec {vec} = {{0, 0, 0}};")

    def add(x: str, some: bool) -> None:
        x = c.keep(x)
        c.emit(f"I {k};")
        with c.block(f"for ({k} = 0; {k} < {vec}.n; {k}++)"):
            other = f"{vec}.p[{k}]"
            same = [f"{looks}[{x}] == {looks}[{other}]"]
            same += [f"S->t[{shift} + {x}] == S->t[{shift} + {other}]" for shift in fields]
            c.emit(f"if ({' && '.join(same)}) break;")
        c.emit(f"if ({k} == {vec}.n) ADD({vec}, {x});")

    c.each(e.items, add, c.unit.prices.each(e))
    return Listed(f"{vec}.p", f"{vec}.n")


def _largest(e: ir.Largest, c: Code) -> Listed:
    vec, item = c.fresh("v"), item_of(e.type)
    c.emit(f"Vec {vec} = {{0, 0, 0}};")
    c.each(
        e.items,
        lambda x, some: c.emit(f"ADD({vec}, -({_checked(c, some, item, x)}));"),
        c.unit.prices.each(e),
    )
    amount, count, index = c.keep(c.some(e.amount)), c.fresh("n"), c.fresh("i")
    c.emit(f"sort_numbers({vec}.p, {vec}.n);")
    c.emit(f"for (I {index} = 0; {index} < {vec}.n; {index}++) {vec}.p[{index}] = -{vec}.p[{index}];")
    c.emit(f"I {count} = {amount} < 0 ? 0 : {amount} > {vec}.n ? {vec}.n : {amount};")
    return Listed(f"{vec}.p", count)


def _extremes(e: ir.Extremes, c: Code) -> Listed:
    keys, vec, best, found = c.fresh("v"), c.fresh("v"), c.fresh("t"), c.fresh("v")
    index, item = c.fresh("i"), item_of(e.type)
    c.emit(f"Vec {keys} = {{0, 0, 0}}, {vec} = {{0, 0, 0}}, {found} = {{0, 0, 0}}; I {best} = NONE;")
    better = ">" if e.which == "highest" else "<"

    def keyed(x: str, some: bool) -> None:
        x = _checked(c, some, item, x)
        with c.bind(e.loc, x, some):
            key = c.keep(c.some(e.key))
        c.emit(f"ADD({keys}, {key}); ADD({vec}, {x});")
        c.emit(f"if ({best} == NONE || {key} {better} {best}) {best} = {key};")

    c.each(e.items, keyed, c.unit.prices.each(e))
    c.emit(f"for (I {index} = 0; {index} < {vec}.n; {index}++)")
    c.emit(f"  if ({keys}.p[{index}] == {best}) ADD({found}, {vec}.p[{index}]);")
    return Listed(f"{found}.p", f"{found}.n")


def _sort(e: ir.Sort, c: Code) -> Listed:
    keys, vec, at, found, index = c.fresh("v"), c.fresh("v"), c.fresh("p"), c.fresh("l"), c.fresh("i")
    item = item_of(e.type)
    c.emit(f"Vec {keys} = {{0, 0, 0}}, {vec} = {{0, 0, 0}};")

    def keyed(x: str, some: bool) -> None:
        x = _checked(c, some, item, x)
        with c.bind(e.loc, x, some):
            for key in e.keys:
                value = c.keep(c.some(key))
                c.emit(f"ADD({keys}, {value});")
        c.emit(f"ADD({vec}, {x});")

    c.each(e.items, keyed, c.unit.prices.each(e))
    n = f"{vec}.n"
    c.emit(f"I *{at} = room(E, 2 * {n}), *{found} = room(E, {n});")
    c.emit(f"for (I {index} = 0; {index} < {n}; {index}++) {at}[{index}] = {index};")
    c.emit(f"sort_rows({at}, {n}, {keys}.p, {len(e.keys)}, {at} + {n});")
    c.emit(f"for (I {index} = 0; {index} < {n}; {index}++) {found}[{index}] = {vec}.p[{at}[{index}]];")
    return Listed(found, n)


# ---------------------------------------------------------------- functions


def _function(e: ir.Function, c: Code) -> Listed:
    layout = c.unit.layout
    if e.name == "clockwise":
        players = layout.players
        rows = [(p + i) % players for p in range(players) for i in range(players)]
        return Listed(f"({c.unit.table(rows, 'I')} + {c.some(e.args[0])} * {players})", str(players))
    assert e.grid is not None
    if e.name == "places":
        return _table(list(c.unit.geometry(e.grid).places), c)
    if e.name == "open_places":
        return _open_places(e, c)
    starts, data = c.unit.around(e.grid, e.name)
    place = c.keep(c.scalar(e.args[0]))
    row = place
    if e.name == "along":
        heading = c.some(e.args[1])
        row = f"({place} * 8 + {heading if is_heading(e.args[1]) else f'2 * {heading}'})"
    pointer, count = c.fresh("p"), c.fresh("n")
    c.emit(f"const I *{pointer} = 0; I {count} = 0;")
    c.emit(f"if ({place} != NONE) {{ {pointer} = {data} + {starts}[{row}]; {count} = *{pointer}++; }}")
    return Listed(pointer, count)


def _open_places(e: ir.Function, c: Code) -> Listed:
    assert e.grid is not None
    places = c.unit.geometry(e.grid).places
    table, (starts, data) = c.unit.table(list(places), "I"), c.unit.around(e.grid, "neighbours")
    zone = c.keep(zone_index(c, e.grid, e.owner))
    cells, vec, i, k, p, n = (c.fresh(word) for word in ("a", "v", "i", "k", "p", "n"))
    c.emit(f"const i16 *{cells} = S->zl + ZOFF[{zone}]; Vec {vec} = {{0, 0, 0}};")
    with c.block(f"for (I {i} = 0; {i} < {len(places)}; {i}++)"):
        c.emit(f"I {p} = {table}[{i}]; if ({cells}[{p}] >= 0) continue;")
        c.emit(f"const I *{n} = {data} + {starts}[{p}];")
        c.emit(f"for (I {k} = 1; {k} <= {n}[0]; {k}++)")
        c.emit(f"  if ({cells}[{n}[{k}]] >= 0) {{ ADD({vec}, {p}); break; }}")
    return Listed(f"{vec}.p", f"{vec}.n")


LISTS: dict[type, Keep] = {
    ir.Players: _players, ir.Opponents: _opponents, ir.Every: _every, ir.Slot: _slot, ir.Loc: _loc,
    ir.Track: _track, ir.Field: _field, ir.Call: _call, ir.If: _if, ir.Within: _within,
    ir.ListOf: _list_of, ir.EndsOf: _ends_of, ir.Beside: _beside, ir.Union: _union, ir.Without: _without,
    ir.Gather: _gather, ir.Different: _different, ir.Largest: _largest, ir.Extremes: _extremes,
    ir.Sort: _sort, ir.Function: _function, ir.Chosen: kept_chosen,
}  # fmt: skip
