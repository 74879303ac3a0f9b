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
from interpreter.native.writer import Code, Listed, Sink, may_be_none
from rulelang.ir import expressions as ir
from rulelang.ir.expression_prices import counts_parts
from rulelang.types import Kind, Rec, Type, bare, item_of, most_of

Keep = Callable[[Any, Code], Listed]
BITS = 63  # of so many things a number says which are there


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
    value = c.unit.layout.program.values[e.value]
    if e.value in c.unit.inlined:
        with c.inside(e) as inner:
            return c.listed(inner)
    return of_value(f"v{e.value}(S, {c.you}{arguments(c, e.args, value.params)})", c)


def of_value(call: str, c: Code) -> Listed:
    """The list that a function of a value gives back."""
    pointer, length = c.fresh("p"), c.fresh("n")
    c.emit(f"I {length} = {call}; const I *{pointer} = E->found;")
    return Listed(pointer, length)


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

    def __init__(self, type_: Type, most: int, c: Code) -> None:
        self.c, self.sink = c, Sink(c, most)
        found = domain(type_, c) if not may_be_none(type_) else None
        self.low, self.count = found or (0, 0)
        self.seen = c.fresh("b")
        if 0 < self.count <= BITS:
            c.emit(f"u64 {self.seen} = 0;")
        elif self.count:
            cells = self.count // 8 + 1
            c.emit(f"u8 *{self.seen} = (u8 *)room(E, {cells}); memset({self.seen}, 0, {cells * 8});")

    def _asked(self, x: str) -> tuple[str, str]:
        """Whether it is there already, and a statement that says so from now on."""
        at = f"({x} - {self.low})" if self.low else x
        if self.count <= BITS:
            return f"({self.seen} >> {at} & 1)", f"{self.seen} |= 1ull << {at};"
        return f"{self.seen}[{at}]", f"{self.seen}[{at}] = 1;"

    def add(self, x: str, some: bool) -> None:
        if self.count:
            there, mark = self._asked(x)
            self.c.emit(f"if (!{there}) {{ {mark} {self.sink.adding(x)} }}")
        else:
            self.c.emit(f"if (find({self.sink.pointer}, {self.length}, {x}) < 0) {self.sink.adding(x)}")

    def mark(self, x: str) -> None:
        """As `add`, but those of the left side of a union are never left out."""
        if self.count:
            self.c.emit(self._asked(x)[1])
        self.sink.add(x)

    @property
    def length(self) -> str:
        return self.sink.length


def _checked(c: Code, some: bool, wanted: Type, x: str) -> str:
    x = c.keep(x)
    if not some and not may_be_none(wanted):
        c.emit(f"SOME({x});")
    return x


def _union(e: ir.Union, c: Code) -> Listed:
    price, item = c.unit.prices.each(e), item_of(e.type)
    once = _Once(item, most_of(e.type), c)
    c.each(e.left, lambda x, some: once.mark(_checked(c, some, item, x)), price)
    c.each(e.right, lambda x, some: once.add(_checked(c, some, item, x), some), price)
    c.emit(f"if ({once.length} > MOST) bail(B_ROOM);")
    return once.sink.listed()


def _without(e: ir.Without, c: Code) -> Listed:
    """Both sides are worked out before anything is left out."""
    price, item = c.unit.prices.each(e), item_of(e.type)
    left = c.listed(e.left)
    right = c.listed(e.right)
    sink, index = Sink(c, most_of(e.left.type)), c.fresh("i")
    if price:
        c.emit(f"pay(S, ({left.length} + {right.length}) * {price});")
    with c.block(f"for (I {index} = 0; {index} < {left.length}; {index}++)"):
        x = _checked(c, not may_be_none(item_of(e.left.type)), item, f"{left.pointer}[{index}]")
        c.emit(f"if (find({right.pointer}, {right.length}, {x}) < 0) {sink.adding(x)}")
    return sink.listed()


def _gather(e: ir.Gather, c: Code) -> Listed:
    once, item = _Once(item_of(e.type), most_of(e.type), c), item_of(e.type)
    counted = counts_parts(e)

    def parts(x: str, some: bool) -> None:
        with c.bind(e.loc, x, some):
            c.each(e.value, lambda y, sure: once.add(_checked(c, sure, item, y), sure), 1 if counted else 0)
        if counted:
            c.emit(f"if ({once.length} > MOST) bail(B_ROOM);")

    c.each(e.items, parts, c.unit.prices.each(e))
    return once.sink.listed()


def _different(e: ir.Different, c: Code) -> Listed:
    item = bare(item_of(e.items.type))
    assert isinstance(item, Rec)
    looks, fields = c.unit.table(list(c.unit.layout.looks)), c.unit.own_fields(item.name)
    sink, k = Sink(c, most_of(e.type)), c.fresh("k")

    def add(x: str, some: bool) -> None:
        x = c.keep(x)
        c.emit(f"I {k};")
        with c.block(f"for ({k} = 0; {k} < {sink.length}; {k}++)"):
            other = f"{sink.pointer}[{k}]"
            same = [f"{looks}[{x}] == {looks}[{other}]"]
            same += [f"S->t[{shift} + {x}] == S->t[{shift} + {other}]" for shift in fields]
            c.emit(f"if ({' && '.join(same)}) break;")
        c.emit(f"if ({k} == {sink.length}) {sink.adding(x)}")

    c.each(e.items, add, c.unit.prices.each(e))
    return sink.listed()


def _largest(e: ir.Largest, c: Code) -> Listed:
    sink, item = Sink(c, most_of(e.items.type)), item_of(e.type)
    c.each(
        e.items,
        lambda x, some: sink.add(f"-({_checked(c, some, item, x)})"),
        c.unit.prices.each(e),
    )
    amount, count, index = c.keep(c.some(e.amount)), c.fresh("n"), c.fresh("i")
    p, n = sink.pointer, sink.length
    c.emit(f"sort_numbers({p}, {n});")
    c.emit(f"for (I {index} = 0; {index} < {n}; {index}++) {p}[{index}] = -{p}[{index}];")
    c.emit(f"I {count} = {amount} < 0 ? 0 : {amount} > {n} ? {n} : {amount};")
    return Listed(p, count)


def _extremes(e: ir.Extremes, c: Code) -> Listed:
    sink, best, item = Sink(c, most_of(e.items.type)), c.fresh("t"), item_of(e.type)
    c.emit(f"I {best} = NONE;")
    better = ">" if e.which == "highest" else "<"

    def keyed(x: str, some: bool) -> None:
        x = _checked(c, some, item, x)
        with c.bind(e.loc, x, some):
            key = c.keep(c.some(e.key))
        c.emit(f"if ({best} == NONE || {key} {better} {best}) {{ {best} = {key}; {sink.length} = 0; }}")
        c.emit(f"if ({key} == {best}) {sink.adding(x)}")

    c.each(e.items, keyed, c.unit.prices.each(e))
    return sink.listed()


def _sort(e: ir.Sort, c: Code) -> Listed:
    at, found, index, item = c.fresh("p"), c.fresh("l"), c.fresh("i"), item_of(e.type)
    most = most_of(e.items.type)
    keys, sink = Sink(c, most * len(e.keys)), Sink(c, most)

    def keyed(x: str, some: bool) -> None:
        x = _checked(c, some, item, x)
        with c.bind(e.loc, x, some):
            for key in e.keys:
                keys.add(c.keep(c.some(key)))
        sink.add(x)

    c.each(e.items, keyed, c.unit.prices.each(e))
    n = sink.length
    c.emit(f"I *{at} = room(E, 2 * {n}), *{found} = room(E, {n});")
    c.emit(f"for (I {index} = 0; {index} < {n}; {index}++) {at}[{index}] = {index};")
    c.emit(f"sort_rows({at}, {n}, {keys.pointer}, {len(e.keys)}, {at} + {n});")
    c.emit(f"for (I {index} = 0; {index} < {n}; {index}++) {found}[{index}] = {sink.pointer}[{at}[{index}]];")
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
    """Places without anything on them, beside one that has something: found from those that are taken."""
    assert e.grid is not None
    made = c.unit.geometry(e.grid)
    size, zone = len(made.steps), c.keep(zone_index(c, e.grid, e.owner))
    there = set(made.places)
    starts, rows = c.unit.around(e.grid, "neighbours")
    sink, table = Sink(c, most_of(e.type)), c.unit.table([place in there for place in range(size)], "u8")
    asked = f"S, {zone}, {size}, {starts}, {rows}, {table}, {sink.pointer}"
    c.emit(f"{sink.length} = open_places({asked});")
    return sink.listed()


LISTS: dict[type, Keep] = {
    ir.Players: _players, ir.Opponents: _opponents, ir.Every: _every, ir.Slot: _slot, ir.Loc: _loc,
    ir.Track: _track, ir.Field: _field, ir.Call: _call, ir.If: _if, ir.Within: _within,
    ir.ListOf: _list_of, ir.EndsOf: _ends_of, ir.Beside: _beside, ir.Union: _union, ir.Without: _without,
    ir.Gather: _gather, ir.Different: _different, ir.Largest: _largest, ir.Extremes: _extremes,
    ir.Sort: _sort, ir.Function: _function, ir.Chosen: kept_chosen,
}  # fmt: skip
