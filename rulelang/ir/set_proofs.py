"""The types of set expressions, of grids and of ways, proved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.ir import expressions as ir
from rulelang.ir.proving import Around, Proof, fitting, gives, needs, proof
from rulelang.types import (
    BOOL,
    MOST,
    Num,
    Opt,
    Place,
    Rec,
    Seq,
    bare,
    fits,
    item_of,
    join,
    most_of,
    number,
    text,
)


def _set(expr: ir.Expr, around: Around) -> Iterator[str]:
    yield from needs(expr, Seq, around, "a set")


def _membership(expr: ir.In | ir.NotIn, around: Around) -> Iterator[str]:
    yield from proof(expr.item, around)
    yield from _set(expr.items, around)
    if join(expr.item.type, item_of(expr.items.type)) is None:
        yield "something is looked for where it can never be"
    yield from gives(expr, BOOL)


def _emptiness(expr: ir.Empty | ir.NotEmpty, around: Around) -> Iterator[str]:
    yield from _set(expr.items, around)
    yield from gives(expr, BOOL)


def _list_of(expr: ir.ListOf, around: Around) -> Iterator[str]:
    for item in expr.items:
        yield from proof(item, around)
        yield from gives(expr, Seq(item.type, len(expr.items)))


def _one(expr: ir.One, around: Around) -> Iterator[str]:
    yield from proof(expr.item, around)
    yield from gives(expr, Seq(bare(expr.item.type), 1))


def _same_set(expr: Any, around: Around) -> Iterator[str]:
    yield from _set(expr.items, around)
    yield from gives(expr, bare(expr.items.type))


def _range(expr: ir.Range, around: Around) -> Iterator[str]:
    yield from needs(expr.low, Num, around)
    yield from needs(expr.high, Num, around)
    low, high = bare(expr.low.type), bare(expr.high.type)
    if isinstance(low, Num) and isinstance(high, Num):
        most = min(MOST, max(0, high.high - low.low + 1))
        yield from gives(expr, Seq(number(low.low, high.high), most))


def _over(expr: Any, around: Around) -> tuple[Around, list[str]]:
    """What an operand can read that is asked of each element, and what is wrong with the set."""
    found = list(_set(expr.items, around))
    if expr.loc in around.locs:
        found.append(f"the name {expr.loc} is taken")
    return around.with_loc(expr.loc, item_of(expr.items.type)), found


def _filter(expr: ir.Filter, around: Around) -> Iterator[str]:
    inner, found = _over(expr, around)
    yield from found
    yield from fitting(expr.test, BOOL, inner)
    yield from gives(expr, bare(expr.items.type))


def _leading(expr: ir.Leading, around: Around) -> Iterator[str]:
    inner, found = _over(expr, around)
    yield from found
    yield from fitting(expr.test, BOOL, inner)
    yield from gives(expr, bare(expr.items.type))


def _different(expr: ir.Different, around: Around) -> Iterator[str]:
    yield from _same_set(expr, around)
    item = bare(item_of(expr.items.type))
    if not isinstance(item, Rec) or not around.program.record(item.name).physical:
        yield f"components are needed, not {text(expr.items.type)}"


def _map(expr: ir.Map, around: Around) -> Iterator[str]:
    inner, found = _over(expr, around)
    yield from found
    yield from proof(expr.value, inner)
    yield from gives(expr, Seq(bare(expr.value.type), most_of(expr.items.type)))


def _gather(expr: ir.Gather, around: Around) -> Iterator[str]:
    inner, found = _over(expr, around)
    yield from found
    yield from _set(expr.value, inner)
    most = min(MOST, most_of(expr.items.type) * most_of(expr.value.type))
    yield from gives(expr, Seq(item_of(expr.value.type), most))


def _quantifier(expr: ir.Any_ | ir.All, around: Around) -> Iterator[str]:
    inner, found = _over(expr, around)
    yield from found
    yield from fitting(expr.test, BOOL, inner)
    yield from gives(expr, BOOL)


def _count(expr: ir.Count, around: Around) -> Iterator[str]:
    yield from _set(expr.items, around)
    yield from gives(expr, Num(0, most_of(expr.items.type)))


def _numbers(items: ir.Expr, around: Around) -> Iterator[str]:
    yield from _set(items, around)
    if not isinstance(bare(item_of(items.type)), Num) and most_of(items.type):
        yield "numbers are needed"


def _sum(expr: ir.Sum, around: Around) -> Iterator[str]:
    yield from _numbers(expr.items, around)
    one, most = bare(item_of(expr.items.type)), most_of(expr.items.type)
    if isinstance(one, Num):
        yield from gives(expr, number(min(0, one.low * most), max(0, one.high * most)))


def _best(expr: ir.Best, around: Around) -> Iterator[str]:
    yield from _numbers(expr.items, around)
    one = bare(item_of(expr.items.type))
    if isinstance(one, Num):
        yield from gives(expr, number(min(0, one.low), max(0, one.high)))


def _largest(expr: ir.Largest, around: Around) -> Iterator[str]:
    yield from needs(expr.amount, Num, around)
    yield from _numbers(expr.items, around)
    yield from gives(expr, Seq(bare(item_of(expr.items.type)), most_of(expr.items.type)))


def _extremes(expr: ir.Extremes, around: Around) -> Iterator[str]:
    inner, found = _over(expr, around)
    yield from found
    yield from needs(expr.key, Num, inner)
    yield from gives(expr, bare(expr.items.type))


def _sort(expr: ir.Sort, around: Around) -> Iterator[str]:
    inner, found = _over(expr, around)
    yield from found
    for key in expr.keys:
        yield from needs(key, Num, inner)
    yield from gives(expr, bare(expr.items.type))


def _end_of(expr: ir.EndOf, around: Around) -> Iterator[str]:
    yield from _set(expr.items, around)
    yield from gives(expr, Opt(bare(item_of(expr.items.type))))


def _ends_of(expr: ir.EndsOf, around: Around) -> Iterator[str]:
    yield from needs(expr.amount, Num, around)
    yield from _set(expr.items, around)
    amount = bare(expr.amount.type)
    if isinstance(amount, Num):
        most = min(most_of(expr.items.type), max(0, amount.high))
        yield from gives(expr, Seq(bare(item_of(expr.items.type)), most))


def _beside(expr: ir.Beside, around: Around) -> Iterator[str]:
    yield from fitting(expr.item, item_of(expr.items.type), around)
    yield from _same_set(expr, around)


def _at(expr: ir.At, around: Around) -> Iterator[str]:
    yield from _set(expr.items, around)
    yield from needs(expr.index, Num, around)
    yield from gives(expr, item_of(expr.items.type))


def _union(expr: ir.Union, around: Around) -> Iterator[str]:
    yield from _set(expr.left, around)
    yield from _set(expr.right, around)
    most = min(MOST, most_of(expr.left.type) + most_of(expr.right.type))
    for side in (expr.left, expr.right):
        yield from gives(expr, Seq(item_of(side.type), most if most_of(side.type) else 0))


def _without(expr: ir.Without, around: Around) -> Iterator[str]:
    yield from _set(expr.left, around)
    yield from _set(expr.right, around)
    yield from gives(expr, bare(expr.left.type))


def _component(expr: ir.Expr, around: Around) -> Iterator[str]:
    yield from needs(expr, Rec, around, "a component")
    item = bare(expr.type)
    if isinstance(item, Rec) and not around.program.record(item.name).physical:
        yield f"`{item.name}` is no component"


def _position(expr: ir.Position, around: Around) -> Iterator[str]:
    yield from _component(expr.item, around)
    yield from gives(expr, Num(1, MOST))


def _ways(expr: ir.Ways, around: Around) -> Iterator[str]:
    most = 1
    for loop in expr.loops:
        inner, found = _over(loop, around)
        yield from found
        around, most = inner, min(MOST, most * most_of(loop.items.type))
    if expr.test is not None:
        yield from fitting(expr.test, BOOL, around)
    item = item_of(expr.loops[0].items.type) if len(expr.loops) == 1 else Num(0, 0)
    yield from gives(expr, Seq(item, most))


def _place(expr: ir.Cell | ir.CellEmpty | ir.CellFull, around: Around) -> Iterator[str]:
    zone = around.program.zones[expr.grid]
    if (expr.owner is None) != (zone.owner is None):
        yield "an owner is missing, or there is none to name"
    elif expr.owner is not None and zone.owner is not None:
        yield from fitting(expr.owner, zone.owner, around)
    yield from fitting(expr.place, Place(zone.name), around)


def _cell(expr: ir.Cell, around: Around) -> Iterator[str]:
    yield from _place(expr, around)
    yield from gives(expr, Opt(Rec(around.program.zones[expr.grid].item)))


def _cell_state(expr: ir.CellEmpty | ir.CellFull, around: Around) -> Iterator[str]:
    yield from _place(expr, around)
    yield from gives(expr, BOOL)


def _way(expr: Any, around: Around) -> Iterator[str]:
    value = around.program.values[expr.value]
    start = expr.items if isinstance(expr, ir.Groups) else expr.start
    yield from proof(start, around)
    here = bare(item_of(start.type)) if isinstance(expr, ir.Groups) else bare(start.type)
    fitted = value.params and fits(here, value.params[0]) and fits(value.result, Seq(here))
    if not fitted or len(value.params) != 1 + len(expr.args):
        yield f"`{value.name}` does not lead from {text(here)} to others"
    for arg, type_ in zip(expr.args, value.params[1:], strict=False):
        yield from fitting(arg, type_, around)
    if isinstance(expr, ir.Distance | ir.Steps):
        yield from fitting(expr.goal, here, around)
    elif isinstance(expr, ir.Nearest):
        yield from fitting(expr.goals, Seq(here), around)
    wanted = Opt(Num(0, 0)) if isinstance(expr, ir.Distance) else Seq(here, 0)
    yield from gives(expr, wanted)


def _longest_way(expr: ir.LongestWay, around: Around) -> Iterator[str]:
    yield from _set(expr.links, around)
    link, most, long = bare(item_of(expr.links.type)), most_of(expr.links.type), 1
    ends = around.program.values[expr.ends]
    if len(ends.params) != 1 or not fits(link, ends.params[0]) or not isinstance(bare(ends.result), Seq):
        yield f"`{ends.name}` does not give the ends of {text(link)}"
    if expr.length is not None:
        length = around.program.values[expr.length]
        one = bare(length.result)
        if len(length.params) != 1 or not fits(link, length.params[0]) or not isinstance(one, Num):
            yield f"`{length.name}` does not give the length of {text(link)}"
        else:
            long = max(1, one.high)
    yield from gives(expr, Num(0, most * long))


PROOFS: dict[type, Proof] = {
    ir.Leading: _leading,
    ir.Different: _different,
    ir.Groups: _way,
    ir.LongestWay: _longest_way,
    ir.In: _membership,
    ir.NotIn: _membership,
    ir.Empty: _emptiness,
    ir.NotEmpty: _emptiness,
    ir.ListOf: _list_of,
    ir.One: _one,
    ir.Freeze: _same_set,
    ir.Range: _range,
    ir.Filter: _filter,
    ir.Map: _map,
    ir.Gather: _gather,
    ir.Any_: _quantifier,
    ir.All: _quantifier,
    ir.Count: _count,
    ir.Sum: _sum,
    ir.Best: _best,
    ir.Largest: _largest,
    ir.Extremes: _extremes,
    ir.Sort: _sort,
    ir.EndOf: _end_of,
    ir.EndsOf: _ends_of,
    ir.Beside: _beside,
    ir.At: _at,
    ir.Union: _union,
    ir.Without: _without,
    ir.Position: _position,
    ir.Ways: _ways,
    ir.Cell: _cell,
    ir.CellEmpty: _cell_state,
    ir.CellFull: _cell_state,
    ir.Reachable: _way,
    ir.Distance: _way,
    ir.Steps: _way,
    ir.Nearest: _way,
}
