"""Ways through what lies beside each other, as C: searches from one thing to others, groups, the longest way.

In: an expression of the IR that searches. Out: lines of C with the search in them. Things are numbered by
their type, so that what was found is a table; each look beside something is paid for as in the reference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from interpreter.native.loops import domain
from interpreter.native.scalars import arguments
from interpreter.native.shapes import NotNative
from interpreter.native.writer import Code, Listed
from rulelang.ir import expressions as ir
from rulelang.types import item_of


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


def _beside(e: Any, here: str, c: Code) -> Listed:
    """What lies beside something, paid for."""
    value, found = c.unit.layout.program.values[e.value], c.fresh("v")
    more = arguments(c, e.args, value.params[1:])
    c.emit(f"Vec {found} = v{e.value}(S, {c.you}, {here}{more});")
    c.emit(f"pay(S, {c.unit.prices.each(e)} + {found}.n);")
    return Listed(f"{found}.p", f"{found}.n")


def _search(e: Any, start: str, goal: str | None, c: Code) -> Search:
    low, count = _numbered(e, c)
    queue, length, far, at, here = (c.fresh(word) for word in ("p", "n", "d", "i", "x"))
    mark, k = c.fresh("m"), c.fresh("k")
    c.emit(f"I *{queue} = room(E, {count}), *{far} = room(E, {count}), {length} = 0, *{mark};")
    c.emit(f"for (I {k} = 0; {k} < {count}; {k}++) {far}[{k}] = -1;")
    c.emit(f"if ({start} - {low} < 0 || {start} - {low} >= {count}) bail(B_RANGE);")
    c.emit(f"{far}[{start} - {low}] = 0; {queue}[{length}++] = {start};")
    with c.block(f"for (I {at} = 0; {at} < {length}; {at}++)"):
        c.emit(f"I {here} = {queue}[{at}];")
        if goal is not None:
            c.emit(f"if ({here} == {goal}) break;")
        c.emit(f"{mark} = E->top;")
        found = _beside(e, here, c)
        other = c.fresh("o")
        with c.block(f"for (I {k} = 0; {k} < {found.length}; {k}++)"):
            c.emit(f"I {other} = {found.pointer}[{k}];")
            c.emit(f"if ({other} - {low} < 0 || {other} - {low} >= {count}) bail(B_RANGE);")
            c.emit(f"if ({far}[{other} - {low}] < 0) {{")
            c.emit(f"  {far}[{other} - {low}] = {far}[{here} - {low}] + 1; {queue}[{length}++] = {other};")
            c.emit("}")
        c.emit(f"E->top = {mark};")
    c.emit(f"if ({length} > MOST) bail(B_ROOM);")
    return Search(queue, length, far, low)


def _reachable(e: ir.Reachable, c: Code) -> Listed:
    start, pointer, length = c.keep(c.scalar(e.start)), c.fresh("p"), c.fresh("n")
    c.emit(f"const I *{pointer} = 0; I {length} = 0;")
    with c.block(f"if ({start} != NONE)"):
        found = _search(e, start, None, c)
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
    vec, k, other = c.fresh("v"), c.fresh("k"), c.fresh("o")
    c.emit(f"Vec {vec} = {{0, 0, 0}};")
    with c.block(f"if ({far} != NONE && {far} != 0)"):
        found = _beside(e, start, c)
        with c.block(f"for (I {k} = 0; {k} < {found.length}; {k}++)"):
            c.emit(f"I {other} = {found.pointer}[{k}];")
            near = _distance_between(e, other, goal, c)
            c.emit(f"if ({near} == {far} - 1) ADD({vec}, {other});")
    return Listed(f"{vec}.p", f"{vec}.n")


def _nearest(e: ir.Nearest, c: Code) -> Listed:
    start, goals = c.keep(c.scalar(e.start)), c.listed(e.goals)
    low, count = _numbered(e, c)
    vec, best, k, x = c.fresh("v"), c.fresh(), c.fresh("k"), c.fresh("x")
    c.emit(f"Vec {vec} = {{0, 0, 0}}; I {best} = -1;")
    with c.block(f"if ({start} != NONE)"):
        found = _search(e, start, None, c)
        for line in (
            f"if ({best} < 0 || {found.far}[{x}] < {best}) {best} = {found.far}[{x}];",
            f"if ({found.far}[{x}] == {best}) ADD({vec}, {x} + {low});",
        ):
            with c.block(f"for (I {k} = 0; {k} < {goals.length}; {k}++)"):
                c.emit(f"I {x} = {goals.pointer}[{k}] - {low};")
                c.emit(f"if ({x} < 0 || {x} >= {count} || {found.far}[{x}] < 0) continue;")
                c.emit(line)
    return Listed(f"{vec}.p", f"{vec}.n")


def _groups(e: ir.Groups, c: Code) -> Listed:
    """The first of each part. Those still to be found are 1 in a table, others 0."""
    low, count = _numbered(e, c)
    items = c.listed(e.items)
    vec, left, queue, n, k, x, at, here, other, mark = (
        c.fresh(word) for word in ("v", "b", "p", "n", "k", "x", "i", "h", "o", "m")
    )
    c.emit(f"Vec {vec} = {{0, 0, 0}}; I *{left} = room(E, {count}), *{queue} = room(E, {count}), *{mark};")
    c.emit(f"memset({left}, 0, {count} * sizeof(I));")
    with c.block(f"for (I {k} = 0; {k} < {items.length}; {k}++)"):
        c.emit(f"I {x} = {items.pointer}[{k}] - {low}; if ({x} < 0 || {x} >= {count}) bail(B_RANGE);")
        c.emit(f"{left}[{x}] = 1;")
    with c.block(f"for (I {k} = 0; {k} < {items.length}; {k}++)"):
        c.emit(f"I {x} = {items.pointer}[{k}], {n} = 0; if (!{left}[{x} - {low}]) continue;")
        c.emit(f"{left}[{x} - {low}] = 0; ADD({vec}, {x}); {queue}[{n}++] = {x};")
        with c.block(f"for (I {at} = 0; {at} < {n}; {at}++)"):
            c.emit(f"I {here} = {queue}[{at}]; {mark} = E->top;")
            found, j = _beside(e, here, c), c.fresh("k")
            with c.block(f"for (I {j} = 0; {j} < {found.length}; {j}++)"):
                c.emit(f"I {other} = {found.pointer}[{j}] - {low};")
                c.emit(f"if ({other} >= 0 && {other} < {count} && {left}[{other}]) {{")
                c.emit(f"  {left}[{other}] = 0; {queue}[{n}++] = {other} + {low};")
                c.emit("}")
            c.emit(f"E->top = {mark};")
    return Listed(f"{vec}.p", f"{vec}.n")


def _longest_way(e: ir.LongestWay, c: Code) -> str:
    program = c.unit.layout.program
    ends, links = program.values[e.ends], c.listed(e.links)
    nodes = domain(item_of(ends.result), c)
    if nodes is None:
        raise NotNative("a longest way between numbers without a range")
    low, count = nodes
    rows, n, k, x, both = (c.fresh(word) for word in ("p", "n", "k", "x", "v"))
    c.emit(f"I *{rows} = room(E, 4 * {links.length}), {n} = 0;")  # link, end, end, length
    with c.block(f"for (I {k} = 0; {k} < {links.length}; {k}++)"):
        c.emit(f"I {x} = {links.pointer}[{k}], *row = {rows} + 4 * {n}; int again = 0;")
        c.emit(f"for (I r = 0; r < {n}; r++) again |= {rows}[4 * r] == {x};")
        c.emit("if (again) continue;")
        c.emit(f"Vec {both} = v{e.ends}(S, {c.you}, {x});")
        c.emit(f"row[0] = {x}; row[1] = {both}.n == 2 ? {both}.p[0] - {low} : -1;")
        c.emit(f"row[2] = {both}.n == 2 ? {both}.p[1] - {low} : -1; {n}++;")
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
