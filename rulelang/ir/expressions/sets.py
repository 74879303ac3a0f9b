"""Sets, grids, ways and functions."""

from __future__ import annotations

from attrs import frozen

from rulelang.ir.expressions.values import Expr
from rulelang.ir.roles import Bind, End, Extreme, GridId, Side, ValueId


@frozen
class In(Expr):
    item: Expr
    items: Expr


@frozen
class NotIn(Expr):
    item: Expr
    items: Expr


@frozen
class Empty(Expr):
    items: Expr


@frozen
class NotEmpty(Expr):
    items: Expr


@frozen
class ListOf(Expr):
    items: tuple[Expr, ...]


@frozen
class One(Expr):
    """A set of one, or of none for none."""

    item: Expr


@frozen
class Freeze(Expr):
    """The elements as they are now, whatever happens to the set they came from."""

    items: Expr


@frozen
class Range(Expr):
    low: Expr
    high: Expr


@frozen
class Filter(Expr):
    loc: Bind
    items: Expr
    test: Expr


@frozen
class Map(Expr):
    loc: Bind
    items: Expr
    value: Expr


@frozen
class Gather(Expr):
    loc: Bind
    items: Expr
    value: Expr


@frozen
class Any_(Expr):
    loc: Bind
    items: Expr
    test: Expr


@frozen
class All(Expr):
    loc: Bind
    items: Expr
    test: Expr


@frozen
class Count(Expr):
    items: Expr


@frozen
class Sum(Expr):
    items: Expr


@frozen
class Best(Expr):
    """The highest or lowest of some numbers; 0 of none."""

    which: Extreme
    items: Expr


@frozen
class Largest(Expr):
    amount: Expr
    items: Expr


@frozen
class Extremes(Expr):
    which: Extreme
    loc: Bind
    items: Expr
    key: Expr


@frozen
class Sort(Expr):
    loc: Bind
    items: Expr
    keys: tuple[Expr, ...]


@frozen
class EndOf(Expr):
    which: End
    items: Expr


@frozen
class EndsOf(Expr):
    which: End
    amount: Expr
    items: Expr


@frozen
class Beside(Expr):
    side: Side
    items: Expr
    item: Expr


@frozen
class At(Expr):
    items: Expr
    index: Expr


@frozen
class Union(Expr):
    left: Expr
    right: Expr


@frozen
class Without(Expr):
    left: Expr
    right: Expr


@frozen
class Position(Expr):
    item: Expr


@frozen
class Loop:
    loc: Bind
    items: Expr


@frozen
class Ways(Expr):
    """All tuples of one element for each loop that pass the test; just the elements for one loop."""

    loops: tuple[Loop, ...]
    test: Expr | None


# ---------------------------------------------------------------- grids, ways, functions


@frozen
class Cell(Expr):
    grid: GridId
    place: Expr


@frozen
class CellEmpty(Expr):
    grid: GridId
    place: Expr


@frozen
class CellFull(Expr):
    grid: GridId
    place: Expr


@frozen
class Reachable(Expr):
    value: ValueId
    start: Expr


@frozen
class Distance(Expr):
    value: ValueId
    start: Expr
    goal: Expr


@frozen
class Steps(Expr):
    value: ValueId
    start: Expr
    goal: Expr


@frozen
class Nearest(Expr):
    value: ValueId
    start: Expr
    goals: Expr


@frozen
class Function(Expr):
    """One of `FUNCTIONS`; those about a grid say which."""

    name: str
    grid: GridId | None
    args: tuple[Expr, ...]
