"""Typed expressions about sets: what is listed, filtered, counted, ordered, reached."""

from __future__ import annotations

from attrs import frozen

from rulelang.nodes import Fields
from rulelang.typed.expression import Expr
from rulelang.typed.symbols import CallableSymbol, Local


@frozen(eq=False, repr=False)
class ListOf(Expr):
    items: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Range(Expr):
    low: Expr
    high: Expr


@frozen(eq=False, repr=False)
class Combined(Expr):
    op: str  # union, without
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Where(Expr):
    local: Local
    items: Expr
    condition: Expr


@frozen(eq=False, repr=False)
class Leading(Expr):
    """The first elements while a condition holds, or up to the first one for which it does."""

    local: Local
    items: Expr
    condition: Expr
    inclusive: bool


@frozen(eq=False, repr=False)
class Different(Expr):
    """One of each that looks alike."""

    items: Expr


@frozen(eq=False, repr=False)
class Extremes(Expr):
    """Those with the highest or lowest of something."""

    extreme: str
    local: Local
    items: Expr
    key: Expr


@frozen(eq=False, repr=False)
class SortKey(Fields):
    expr: Expr
    descending: bool


@frozen(eq=False, repr=False)
class SortedBy(Expr):
    local: Local
    items: Expr
    keys: tuple[SortKey, ...]


@frozen(eq=False, repr=False)
class Quantified(Expr):
    how: str  # any, no, all
    local: Local | None
    items: Expr
    condition: Expr | None


@frozen(eq=False, repr=False)
class Count(Expr):
    items: Expr


@frozen(eq=False, repr=False)
class Each(Expr):
    """A number for each element; without a value the elements themselves, which are numbers."""

    local: Local | None
    items: Expr
    value: Expr | None


@frozen(eq=False, repr=False)
class SumOf(Expr):
    each: Each


@frozen(eq=False, repr=False)
class Extreme(Expr):
    which: str  # highest, lowest
    each: Each


@frozen(eq=False, repr=False)
class Largest(Expr):
    amount: Expr
    each: Each


@frozen(eq=False, repr=False)
class Listing(Expr):
    """What each element gives, in their order; doubles stay."""

    local: Local
    items: Expr
    value: Expr


@frozen(eq=False, repr=False)
class Gather(Expr):
    local: Local
    items: Expr
    value: Expr


@frozen(eq=False, repr=False)
class EndOf(Expr):
    which: str  # top, bottom, first, last
    amount: Expr | None
    items: Expr


@frozen(eq=False, repr=False)
class Beside(Expr):
    """The part of a list before or after one of its elements."""

    side: str  # before, after
    items: Expr
    item: Expr


@frozen(eq=False, repr=False)
class At(Expr):
    items: Expr
    index: Expr


@frozen(eq=False, repr=False)
class Position(Expr):
    item: Expr


@frozen(eq=False, repr=False)
class PathQuery(Expr):
    query: str  # reachable, distance, steps, nearest, groups
    by: CallableSymbol
    start: Expr  # for groups the set that is divided
    subject: Expr | None
    args: tuple[Expr, ...] = ()  # what the value gets beside the element


@frozen(eq=False, repr=False)
class LongestWay(Expr):
    """The longest way over links, each used once; of a path each place too."""

    how: str  # way, path
    links: Expr
    ends: CallableSymbol
    length: CallableSymbol | None
