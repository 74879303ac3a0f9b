"""Ways through what lies beside each other, as C: searches from one thing to others, groups, the longest way.

In: an expression of the IR that searches. Out: lines of C with the search in them. Things are numbered by
their type, so that what was found is a table; each look beside something is paid for as in the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from interpreter.native.loops import domain
from interpreter.native.sets import of_value
from interpreter.native.shapes import NotNative
from interpreter.native.writer import Code, Listed, Name, Scalar, Sink, may_be_none, uses_arena
from rulelang.ir import expressions as ir
from rulelang.types import item_of, most_of


@frozen
class Search:
    """What a search has found: things in order, and for each how far it is (-1: not found)."""

    queue: str
    length: str
    far: str
    low: int


def _numbered(e: Any, c: Code) -> tuple[int, int]:
    found = domain(c.unit.layout.program.values[e.value].params[0], c)
    if found is None:
        raise NotNative("a search through numbers without a range")
    return found


def _more(e: Any, c: Code) -> list[Name]:
    """What the value is given besides the thing itself: worked out once."""
    return c.given(e.args, c.unit.program.values[e.value].params[1:])


def _each_beside(e: Any, here: str, more: Sequence[Name], c: Code, body: Callable[[str], None]) -> None:
    """A loop over what lies beside something, all of which is paid for."""
    price = c.unit.prices.each(e)
    if e.value not in c.unit.inlined:
        passed = "".join(
            f", {n.name}" if isinstance(n, Scalar) else f", {n.pointer}, {n.length}" for n in more
        )
        found = of_value(f"v{e.value}(S, {c.you}, {here}{passed})", c)
        c.emit(f"pay(S, {price} + {found.length});")
        c.over(found, True, lambda x, some: body(x))
        return
    outer, count = c.names, c.fresh("n")
    with c.standing_for(e.value, [Scalar(here, True), *more]) as beside:
        inner = c.names

        def each(x: str, some: bool) -> None:
            x = c.keep(x)
            if not some and not may_be_none(item_of(beside.type)):
                c.emit(f"SOME({x});")
            c.emit(f"{count}++;")
            c.names = outer
            body(x)
            c.names = inner

        c.emit(f"I {count} = 0;")
        c.each(beside, each)
        c.emit(f"pay(S, {price} + {count});")


def _search(e: Any, start: str, goal: str | None, c: Code, how_far: bool = True) -> Search:
    """`how_far`: whether somebody asks how far things are, and not only which there are."""
    low, count = _numbered(e, c)
    queue, length, far, at, here = (c.fresh(word) for word in ("p", "n", "d", "i", "x"))
    mark, k, more = c.fresh("m"), c.fresh("k"), _more(e, c)
    c.emit(f"I *{queue} = room(E, {count}), {length} = 0, *{mark};")
    if how_far:
        c.emit(f"I *{far} = room(E, {count});")
        c.emit(f"for (I {k} = 0; {k} < {count}; {k}++) {far}[{k}] = -1;")
    else:
        c.emit(f"u8 *{far} = (u8 *)room(E, {count // 8 + 1}); memset({far}, 0, {count});")
    c.emit(f"if ({start} - {low} < 0 || {start} - {low} >= {count}) bail(B_RANGE);")
    c.emit(f"{far}[{start} - {low}] = {0 if how_far else 1}; {queue}[{length}++] = {start};")

    def beside(other: str) -> None:
        place = f"{far}[{other} - {low}]" if low else f"{far}[{other}]"
        c.emit(f"if ({other} - {low} < 0 || {other} - {low} >= {count}) bail(B_RANGE);")
        farther = f"{far}[{here} - {low}] + 1" if how_far else "1"
        unseen = f"{place} < 0" if how_far else f"!{place}"
        c.emit(f"if ({unseen}) {{ {place} = {farther}; {queue}[{length}++] = {other}; }}")

    with c.block(f"for (I {at} = 0; {at} < {length}; {at}++)"):
        c.emit(f"I {here} = {queue}[{at}];")
        if goal is not None:
            c.emit(f"if ({here} == {goal}) break;")
        with c.aside() as lines:
            _each_beside(e, here, more, c, beside)
        c.emit(*([f"{mark} = E->top;", *lines, f"E->top = {mark};"] if uses_arena(lines) else lines))
    c.emit(f"if ({length} > MOST) bail(B_ROOM);")
    return Search(queue, length, far, low)


def _reachable(e: ir.Reachable, c: Code) -> Listed:
    start, pointer, length = c.keep(c.scalar(e.start)), c.fresh("p"), c.fresh("n")
    c.emit(f"const I *{pointer} = 0; I {length} = 0;")
    with c.block(f"if ({start} != NONE)"):
        found = _search(e, start, None, c, how_far=False)
        c.emit(f"{pointer} = {found.queue}; {length} = {found.length};")
    return Listed(pointer, length)


def _distance_between(e: Any, start: str, goal: str, c: Code) -> str:
    result = c.fresh()
    low, count = _numbered(e, c)
    c.emit(f"I {result} = NONE;")
    with c.block(f"if ({start} != NONE && {goal} != NONE)"):
        found = _search(e, start, goal, c)
        at = f"{goal} - {low}"
        c.emit(f"if ({at} >= 0 && {at} < {count} && {found.far}[{at}] >= 0) {result} = {found.far}[{at}];")
    return result


def _distance(e: ir.Distance, c: Code) -> str:
    start, goal = c.keep(c.scalar(e.start)), c.keep(c.scalar(e.goal))
    return _distance_between(e, start, goal, c)


def _steps(e: ir.Steps, c: Code) -> Listed:
    start, goal = c.keep(c.scalar(e.start)), c.keep(c.scalar(e.goal))
    far = _distance_between(e, start, goal, c)
    sink = Sink(c, most_of(e.type))

    def nearer(other: str) -> None:
        near = _distance_between(e, other, goal, c)
        c.emit(f"if ({near} == {far} - 1) {sink.adding(other)}")

    with c.block(f"if ({far} != NONE && {far} != 0)"):
        _each_beside(e, start, _more(e, c), c, nearer)
    return sink.listed()


def _nearest(e: ir.Nearest, c: Code) -> Listed:
    start, goals = c.keep(c.scalar(e.start)), c.listed(e.goals)
    low, count = _numbered(e, c)
    sink, best, k, x = Sink(c, most_of(e.goals.type)), c.fresh(), c.fresh("k"), c.fresh("x")
    c.emit(f"I {best} = -1;")
    with c.block(f"if ({start} != NONE)"):
        found = _search(e, start, None, c)
        for line in (
            f"if ({best} < 0 || {found.far}[{x}] < {best}) {best} = {found.far}[{x}];",
            f"if ({found.far}[{x}] == {best}) {sink.adding(f'{x} + {low}')}",
        ):
            with c.block(f"for (I {k} = 0; {k} < {goals.length}; {k}++)"):
                c.emit(f"I {x} = {goals.pointer}[{k}] - {low};")
                c.emit(f"if ({x} < 0 || {x} >= {count} || {found.far}[{x}] < 0) continue;")
                c.emit(line)
    return sink.listed()


def _groups(e: ir.Groups, c: Code) -> Listed:
    """The first of each part. Those still to be found are 1 in a table, others 0."""
    low, count = _numbered(e, c)
    items = c.listed(e.items)
    left, queue, n, k, x, at, here, mark = (
        c.fresh(word) for word in ("b", "p", "n", "k", "x", "i", "h", "m")
    )
    more = _more(e, c)

    def beside(found: str) -> None:
        other = c.fresh("o")
        c.emit(f"I {other} = {found} - {low};")
        c.emit(f"if ({other} >= 0 && {other} < {count} && {left}[{other}]) {{")
        c.emit(f"  {left}[{other}] = 0; {queue}[{n}++] = {other} + {low};")
        c.emit("}")

    sink = Sink(c, most_of(e.items.type))
    c.emit(f"I *{queue} = room(E, {count}), *{mark};")
    c.emit(f"u8 *{left} = (u8 *)room(E, {count // 8 + 1}); memset({left}, 0, {count});")
    with c.block(f"for (I {k} = 0; {k} < {items.length}; {k}++)"):
        c.emit(f"I {x} = {items.pointer}[{k}] - {low}; if ({x} < 0 || {x} >= {count}) bail(B_RANGE);")
        c.emit(f"{left}[{x}] = 1;")
    with c.block(f"for (I {k} = 0; {k} < {items.length}; {k}++)"):
        c.emit(f"I {x} = {items.pointer}[{k}], {n} = 0; if (!{left}[{x} - {low}]) continue;")
        c.emit(f"{left}[{x} - {low}] = 0; {sink.adding(x)} {queue}[{n}++] = {x};")
        with c.block(f"for (I {at} = 0; {at} < {n}; {at}++)"):
            c.emit(f"I {here} = {queue}[{at}]; {mark} = E->top;")
            _each_beside(e, here, more, c, beside)
            c.emit(f"E->top = {mark};")
    return sink.listed()


def _longest_way(e: ir.LongestWay, c: Code) -> str:
    program = c.unit.layout.program
    ends, links = program.values[e.ends], c.listed(e.links)
    nodes = domain(item_of(ends.result), c)
    if nodes is None:
        raise NotNative("a longest way between numbers without a range")
    low, count = nodes
    rows, n, k, x = (c.fresh(word) for word in ("p", "n", "k", "x"))
    c.emit(f"I *{rows} = room(E, 4 * {links.length}), {n} = 0;")  # link, end, end, length
    with c.block(f"for (I {k} = 0; {k} < {links.length}; {k}++)"):
        c.emit(f"I {x} = {links.pointer}[{k}], *row = {rows} + 4 * {n}; int again = 0;")
        c.emit(f"for (I r = 0; r < {n}; r++) again |= {rows}[4 * r] == {x};")
        c.emit("if (again) continue;")
        both = of_value(f"v{e.ends}(S, {c.you}, {x})", c)
        c.emit(f"row[0] = {x}; row[1] = {both.length} == 2 ? {both.pointer}[0] - {low} : -1;")
        c.emit(f"row[2] = {both.length} == 2 ? {both.pointer}[1] - {low} : -1; {n}++;")
        c.emit(f"row[3] = {1 if e.length is None else f'v{e.length}(S, {c.you}, {x})'};")
    price, path = c.unit.prices.each(e), int(e.how == "path")
    return c.keep(f"longest_way(S, {rows}, {n}, {count}, {price}, {path})")


SEARCHES: dict[type, Callable[..., str]] = {ir.Distance: _distance, ir.LongestWay: _longest_way}
FOUND: dict[type, Callable[..., Any]] = {
    ir.Reachable: _reachable,
    ir.Steps: _steps,
    ir.Nearest: _nearest,
    ir.Groups: _groups,
}
