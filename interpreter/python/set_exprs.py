"""Set expressions of the IR to Python source: zones, filters, sums, orders, ways."""

from __future__ import annotations

from math import prod

from interpreter.layout import GRID, ORDERINGS
from interpreter.python.exprs import Source, Writer, terms
from interpreter.python.inlining import cannot_fail, known_before
from rulelang.ir import expressions as ir
from rulelang.ir.expression_prices import counts_parts
from rulelang.ir.numbers import may_exceed
from rulelang.limits import MOST_OPTIONS
from rulelang.types import Rec, bare, item_of, most_of

SHORT = 100  # a range that is written out


def _zone(e: ir.Zone, s: Source) -> str:
    cards = s.cells(e.zone, e.owner)
    if ORDERINGS[s.layout.program.zones[e.zone].ordering] == GRID:
        return f"[c for c in {cards} if c is not None]"
    return cards


def _in(e: ir.In | ir.NotIn, s: Source) -> str:
    if isinstance(e.items, ir.Zone):
        zone, what = s.zone_index(e.items.zone, e.items.owner), s(e.item)
        if isinstance(e.item, ir.Slot | ir.Loc):
            return f"({what} is not None and S.loc[{what}] == {zone})"
        return f"lies_in(S, {what}, {zone})"
    return f"({s(e.item)} in {s.looped(e, e.items)})"


def _not_in(e: ir.NotIn, s: Source) -> str:
    return f"(not {_in(e, s)})"


def _empty(e: ir.Empty, s: Source) -> str:
    return f"(not {s(e.items)})"


def _not_empty(e: ir.NotEmpty, s: Source) -> str:
    return f"bool({s(e.items)})"


def _list_of(e: ir.ListOf, s: Source) -> str:
    return s.listed(e.items)


def _one(e: ir.One, s: Source) -> str:
    return f"one({s(e.item)})"


def _freeze(e: ir.Freeze, s: Source) -> str:
    return f"tuple({s.looped(e, e.items)})"


def _range(e: ir.Range, s: Source) -> str:
    low, high = e.low, e.high
    if isinstance(low, ir.Number) and isinstance(high, ir.Number) and high.value - low.value < SHORT:
        first, last = int(low.value), int(high.value)
        return s.constant("K", f"{first} to {last}", tuple(range(first, last + 1)))
    return f"span({s(low)}, {s(high)})"


def _filter(e: ir.Filter, s: Source) -> str:
    name, each, items = f"x{e.loc}", s.prices.each(e), s(e.items)
    with s.knowing(e.loc, e.items):
        tests = [(s(term), cannot_fail(term, s)) for term in terms(e.test, "and")]
    known = known_before(items, name, tests, s)
    if known is None:
        source = f"paid(S, {items}, {each})" if each else items
        return f"[{name} for {name} in {source} if {' and '.join(text for text, _ in tests)}]"
    left_over, long, left = known
    source = f"(pay(S, {long * each}) or {left_over})" if each else left_over
    return f"[{name} for {name} in {source} if {' and '.join(left)}]" if left else f"[*{source}]"


def _leading(e: ir.Leading, s: Source) -> str:
    test = s.within(e.loc, e.items, e.test)
    return f"leading({s.looped(e, e.items)}, lambda x{e.loc}: {test}, {bool(e.inclusive)})"


def _different(e: ir.Different, s: Source) -> str:
    item = bare(item_of(e.items.type))
    assert isinstance(item, Rec)
    name = s.constant("T", item.name, item.name)
    return f"different(S, {s.looped(e, e.items)}, {name})"


def _map(e: ir.Map, s: Source) -> str:
    if isinstance(e.items, ir.Filter):
        inner = e.items
        source = (
            f"for x{e.loc} in {s.looped(e, inner.items)} for x{inner.loc} in (x{e.loc},) if {s(inner.test)}"
        )
        return f"[{s(e.value)} {source}]"
    return f"[{s(e.value)} for x{e.loc} in {s.looped(e, e.items)}]"


def _gather(e: ir.Gather, s: Source) -> str:
    if counts_parts(e):
        return f"gathered(S, {s.looped(e, e.items)}, lambda x{e.loc}: {s(e.value)})"
    return f"once_each([y for x{e.loc} in {s.looped(e, e.items)} for y in {s(e.value)}])"


def _any(e: ir.Any_, s: Source) -> str:
    return f"(True in [{s.within(e.loc, e.items, e.test)} for x{e.loc} in {s.looped(e, e.items)}])"


def _all(e: ir.All, s: Source) -> str:
    return f"(False not in [{s.within(e.loc, e.items, e.test)} for x{e.loc} in {s.looped(e, e.items)}])"


def _count(e: ir.Count, s: Source) -> str:
    return f"len({s(e.items)})"


def _sum(e: ir.Sum, s: Source) -> str:
    found = f"sum({s.looped(e, e.items)})"
    return f"whole({found})" if may_exceed(e) else found


def _best(e: ir.Best, s: Source) -> str:
    return f"{'max' if e.which == 'highest' else 'min'}({s.looped(e, e.items)}, default=0)"


def _largest(e: ir.Largest, s: Source) -> str:
    return f"firsts_of(sorted({s.looped(e, e.items)}, reverse=True), {s(e.amount)})"


def _extremes(e: ir.Extremes, s: Source) -> str:
    return f"extremes({s.looped(e, e.items)}, lambda x{e.loc}: {s(e.key)}, {e.which == 'highest'})"


def _sort(e: ir.Sort, s: Source) -> str:
    return f"sorted({s.looped(e, e.items)}, key=lambda x{e.loc}: {s.listed(e.keys)})"


def _end_of(e: ir.EndOf, s: Source) -> str:
    return f"{'first' if e.which == 'first' else 'last'}_of({s(e.items)})"


def _ends_of(e: ir.EndsOf, s: Source) -> str:
    return f"{'first' if e.which == 'first' else 'last'}s_of({s.looped(e, e.items)}, {s(e.amount)})"


def _beside(e: ir.Beside, s: Source) -> str:
    return f"{'before' if e.side == 'before' else 'after'}({s.looped(e, e.items)}, {s(e.item)})"


def _at(e: ir.At, s: Source) -> str:
    return f"at({s(e.items)}, {s(e.index)})"


def _union(e: ir.Union, s: Source) -> str:
    return _both("union", e, s)


def _without(e: ir.Without, s: Source) -> str:
    return _both("without", e, s)


def _both(name: str, e: ir.Union | ir.Without, s: Source) -> str:
    each = s.prices.each(e)
    left, right = (f"paid(S, {s(side)}, {each})" if each else s(side) for side in (e.left, e.right))
    return f"{name}({left}, {right})"


def _position(e: ir.Position, s: Source) -> str:
    return f"position(S, {s(e.item)})"


def _ways(e: ir.Ways, s: Source) -> str:
    """Tuples of one element for each name; just the elements when there is one name."""
    if not e.loops:
        return "((),)" if e.test is None else f"(((),) if {s(e.test)} else ())"
    if (
        len(e.loops) == 1
        and e.test is None
        and isinstance(e.loops[0].items, ir.Filter)
        and not s.prices.loops(e)[0]
    ):
        return s(e.loops[0].items)  # a list of its own already
    return options_list("", e, s, "MOST + 1")


def _loops_and_test(e: ir.Ways, s: Source, *, all_of_them: bool = True) -> str:
    """The loops, each paid for as it is entered. A set that is always the same is paid for by the loop around
    it, unless making them may stop on the way."""
    prices, inner = list(s.prices.loops(e)), 0
    for number in reversed(range(len(e.loops))):
        size = _fixed_size(e.loops[number].items, s) if number and all_of_them else None
        prices[number] += inner
        inner = 0 if size is None else size * prices[number]
        if inner:
            prices[number] = 0
    source = " ".join(
        f"for x{loop.loc} in " + (f"paid(S, {s(loop.items)}, {each})" if each else s(loop.items))
        for loop, each in zip(e.loops, prices, strict=True)
    )
    return source if e.test is None else f"{source} if {s(e.test)}"


def _fixed_size(items: ir.Expr, s: Source) -> int | None:
    """How many elements a set has that is the same in every state."""
    if not isinstance(items, ir.Every | ir.ListOf):
        return None
    written = s(items)
    if written in s.constants:
        return len(s.constants[written])
    return len(items.items) if isinstance(items, ir.ListOf) else None


def options_list(entry: str, e: ir.Ways, s: Source, room: str) -> str:
    """The ways as a list, behind the number of an entry if there is one. Where they can be more than a
    decision may have, making them stops at that."""
    few = prod(most_of(loop.items.type) for loop in e.loops) <= MOST_OPTIONS
    if few and (all_of_them := _all_combinations(entry, e, s)):
        return all_of_them
    head, names = entry and f"{entry}, ", "".join(f"x{loop.loc}, " for loop in e.loops)
    result = f"x{e.loops[0].loc}" if len(e.loops) == 1 and not entry else f"({head}{names})"
    found = f"{result} {_loops_and_test(e, s, all_of_them=few)}"
    return f"[{found}]" if few else f"firsts(({found}), {room})"


def _all_combinations(entry: str, e: ir.Ways, s: Source) -> str:
    """Every element of the first set with every one of others that never change: `product` is fast."""
    sets = [s(loop.items) for loop in e.loops]
    if len(sets) < 2 or e.test is not None or any(written not in s.constants for written in sets[1:]):
        return ""
    sizes = [len(s.constants[written]) for written in sets[1:]]
    price = 0  # of each element of the first: as `_loops_and_test` reckons
    for size, each in zip((*sizes[::-1], 1), tuple(s.prices.loops(e))[::-1], strict=True):
        price = size * (each + price)
    sets[0] = f"paid(S, {sets[0]}, {price})" if price else sets[0]
    return f"list(product({', '.join([f'({entry},)'] * bool(entry) + sets)}))"


# ---------------------------------------------------------------- grids and ways


def _cell(e: ir.Cell, s: Source) -> str:
    if s(e.place) in s.sure:
        return f"{s.cells(e.grid, e.owner)}[{s(e.place)}]"
    return f"cell({s.cells(e.grid, e.owner)}, {s(e.place)})"


def _cell_empty(e: ir.CellEmpty, s: Source) -> str:
    cells, place = s.cells(e.grid, e.owner), s(e.place)
    if place in s.sure:
        return f"({cells}[{place}] is None)"
    if isinstance(e.place, ir.Slot | ir.Loc):  # a name: written out, it takes no call
        return f"({place} is None or {cells}[{place}] is None)"
    return f"(cell({cells}, {place}) is None)"


def _cell_full(e: ir.CellFull, s: Source) -> str:
    cells, place = s.cells(e.grid, e.owner), s(e.place)
    if place in s.sure:
        return f"({cells}[{place}] is not None)"
    if isinstance(e.place, ir.Slot | ir.Loc):
        return f"({place} is not None and {cells}[{place}] is not None)"
    return f"(cell({cells}, {place}) is not None)"


def _neighbours(e: ir.Reachable | ir.Distance | ir.Steps | ir.Nearest | ir.Groups, s: Source) -> str:
    args = "".join(f", {s(arg)}" for arg in e.args)
    return f"lambda q: beside(S, v{e.value}(S, {s.you}, q{args}), {s.prices.each(e)})"


def _reachable(e: ir.Reachable, s: Source) -> str:
    return f"reachable({_neighbours(e, s)}, {s(e.start)})"


def _distance(e: ir.Distance, s: Source) -> str:
    return f"distance({_neighbours(e, s)}, {s(e.start)}, {s(e.goal)})"


def _steps(e: ir.Steps, s: Source) -> str:
    return f"steps({_neighbours(e, s)}, {s(e.start)}, {s(e.goal)})"


def _nearest(e: ir.Nearest, s: Source) -> str:
    return f"nearest({_neighbours(e, s)}, {s(e.start)}, {s(e.goals)})"


def _groups(e: ir.Groups, s: Source) -> str:
    return f"groups({_neighbours(e, s)}, {s(e.items)})"


def _longest_way(e: ir.LongestWay, s: Source) -> str:
    ends = f"lambda q: v{e.ends}(S, {s.you}, q)"
    length = "lambda q: 1" if e.length is None else f"lambda q: v{e.length}(S, {s.you}, q)"
    paid = f"lambda: pay(S, {s.prices.each(e)})"
    return f"longest_way({s(e.links)}, {ends}, {length}, {paid}, {e.how == 'path'})"


WRITERS: dict[type, Writer] = {
    ir.Leading: _leading, ir.Different: _different, ir.Groups: _groups, ir.LongestWay: _longest_way,
    ir.Zone: _zone, ir.In: _in, ir.NotIn: _not_in, ir.Empty: _empty, ir.NotEmpty: _not_empty,
    ir.ListOf: _list_of, ir.One: _one, ir.Freeze: _freeze, ir.Range: _range, ir.Filter: _filter,
    ir.Map: _map, ir.Gather: _gather, ir.Any_: _any, ir.All: _all, ir.Count: _count, ir.Sum: _sum,
    ir.Best: _best, ir.Largest: _largest, ir.Extremes: _extremes, ir.Sort: _sort, ir.EndOf: _end_of,
    ir.EndsOf: _ends_of, ir.Beside: _beside, ir.At: _at, ir.Union: _union, ir.Without: _without,
    ir.Position: _position, ir.Ways: _ways, ir.Cell: _cell, ir.CellEmpty: _cell_empty,
    ir.CellFull: _cell_full, ir.Reachable: _reachable, ir.Distance: _distance, ir.Steps: _steps,
    ir.Nearest: _nearest,
}  # fmt: skip
