"""Sets, grids, ways and functions."""

from __future__ import annotations

from attrs import frozen

from rulelang.ir.expressions.values import Expr
from rulelang.ir.roles import Bind, End, Extreme, GridId, Longest, Side, ValueId
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
class Leading(Expr):
    """The first elements that pass the test, or with `inclusive` those up to the first that does."""

    loc: Bind
    items: Expr
    test: Expr
    inclusive: bool


@frozen(eq=False, repr=False)
class Different(Expr):
    """One of each that looks alike: of copies with the same fields the first."""

    items: Expr


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
    owner: Expr | None
    place: Expr


@frozen(eq=False, repr=False)
class CellEmpty(Expr):
    grid: GridId
    owner: Expr | None
    place: Expr


@frozen(eq=False, repr=False)
class CellFull(Expr):
    grid: GridId
    owner: Expr | None
    place: Expr


@frozen(eq=False, repr=False)
class Reachable(Expr):
    value: ValueId
    args: tuple[Expr, ...]  # what the value gets beside the element
    start: Expr


@frozen(eq=False, repr=False)
class Distance(Expr):
    value: ValueId
    args: tuple[Expr, ...]
    start: Expr
    goal: Expr


@frozen(eq=False, repr=False)
class Steps(Expr):
    value: ValueId
    args: tuple[Expr, ...]
    start: Expr
    goal: Expr


@frozen(eq=False, repr=False)
class Nearest(Expr):
    value: ValueId
    args: tuple[Expr, ...]
    start: Expr
    goals: Expr


@frozen(eq=False, repr=False)
class Groups(Expr):
    """The first element of each part of a set whose elements reach each other inside it."""

    value: ValueId
    args: tuple[Expr, ...]
    items: Expr


@frozen(eq=False, repr=False)
class LongestWay(Expr):
    """How long the longest way over some links is, each used once; of a path each end too."""

    how: Longest
    links: Expr
    ends: ValueId
    length: ValueId | None


@frozen(eq=False, repr=False)
class Function(Expr):
    """One of `FUNCTIONS`; those about a grid say which."""

    name: str
    grid: GridId | None
    owner: Expr | None  # of the grid, where what lies there matters
    args: tuple[Expr, ...]
