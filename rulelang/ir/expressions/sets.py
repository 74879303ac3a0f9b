"""Sets, grids, ways and functions."""

from __future__ import annotations

from attrs import frozen

from rulelang.ir.expressions.values import Expr
from rulelang.ir.roles import Bind, End, Extreme, GridId, Side, ValueId
from rulelang.nodes import Fields


@frozen(eq=False, repr=False)
class In(Expr):
    item: Expr
    items: Expr


@frozen(eq=False, repr=False)
class NotIn(Expr):
    item: Expr
    items: Expr


@frozen(eq=False, repr=False)
class Empty(Expr):
    items: Expr


@frozen(eq=False, repr=False)
class NotEmpty(Expr):
    items: Expr


@frozen(eq=False, repr=False)
class ListOf(Expr):
    items: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class One(Expr):
    """A set of one, or of none for none."""

    item: Expr


@frozen(eq=False, repr=False)
class Freeze(Expr):
    """The elements as they are now, whatever happens to the set they came from."""

    items: Expr


@frozen(eq=False, repr=False)
class Range(Expr):
    low: Expr
    high: Expr


@frozen(eq=False, repr=False)
class Filter(Expr):
    loc: Bind
    items: Expr
    test: Expr


@frozen(eq=False, repr=False)
class Map(Expr):
    loc: Bind
    items: Expr
    value: Expr


@frozen(eq=False, repr=False)
class Gather(Expr):
    loc: Bind
    items: Expr
    value: Expr


@frozen(eq=False, repr=False)
class Any_(Expr):
    loc: Bind
    items: Expr
    test: Expr


@frozen(eq=False, repr=False)
class All(Expr):
    loc: Bind
    items: Expr
    test: Expr


@frozen(eq=False, repr=False)
class Count(Expr):
    items: Expr


@frozen(eq=False, repr=False)
class Sum(Expr):
    items: Expr


@frozen(eq=False, repr=False)
class Best(Expr):
    """The highest or lowest of some numbers; 0 of none."""

    which: Extreme
    items: Expr


@frozen(eq=False, repr=False)
class Largest(Expr):
    amount: Expr
    items: Expr


@frozen(eq=False, repr=False)
class Extremes(Expr):
    which: Extreme
    loc: Bind
    items: Expr
    key: Expr


@frozen(eq=False, repr=False)
class Sort(Expr):
    loc: Bind
    items: Expr
    keys: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class EndOf(Expr):
    which: End
    items: Expr


@frozen(eq=False, repr=False)
class EndsOf(Expr):
    which: End
    amount: Expr
    items: Expr


@frozen(eq=False, repr=False)
class Beside(Expr):
    side: Side
    items: Expr
    item: Expr


@frozen(eq=False, repr=False)
class At(Expr):
    items: Expr
    index: Expr


@frozen(eq=False, repr=False)
class Union(Expr):
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Without(Expr):
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Position(Expr):
    item: Expr


@frozen(eq=False, repr=False)
class Loop(Fields):
    loc: Bind
    items: Expr


@frozen(eq=False, repr=False)
class Ways(Expr):
    """All tuples of one element for each loop that pass the test; just the elements for one loop."""

    loops: tuple[Loop, ...]
    test: Expr | None


# ---------------------------------------------------------------- grids, ways, functions


@frozen(eq=False, repr=False)
class Cell(Expr):
    grid: GridId
    place: Expr


@frozen(eq=False, repr=False)
class CellEmpty(Expr):
    grid: GridId
    place: Expr


@frozen(eq=False, repr=False)
class CellFull(Expr):
    grid: GridId
    place: Expr


@frozen(eq=False, repr=False)
class Reachable(Expr):
    value: ValueId
    start: Expr


@frozen(eq=False, repr=False)
class Distance(Expr):
    value: ValueId
    start: Expr
    goal: Expr


@frozen(eq=False, repr=False)
class Steps(Expr):
    value: ValueId
    start: Expr
    goal: Expr


@frozen(eq=False, repr=False)
class Nearest(Expr):
    value: ValueId
    start: Expr
    goals: Expr


@frozen(eq=False, repr=False)
class Function(Expr):
    """One of `FUNCTIONS`; those about a grid say which."""

    name: str
    grid: GridId | None
    args: tuple[Expr, ...]
