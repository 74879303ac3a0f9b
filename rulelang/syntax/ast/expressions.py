"""Expressions."""

from __future__ import annotations

from attrs import frozen

from rulelang.syntax.ast.base import Ident, Node


class Expr(Node):
    pass


@frozen(eq=False, repr=False)
class LostExpr(Expr):
    """Something that could not be read; that is reported already."""


@frozen(eq=False, repr=False)
class Number(Expr):
    value: int


@frozen(eq=False, repr=False)
class Yes(Expr):
    pass


@frozen(eq=False, repr=False)
class No(Expr):
    pass


@frozen(eq=False, repr=False)
class NoneValue(Expr):
    pass


@frozen(eq=False, repr=False)
class Name(Expr):
    name: Ident


@frozen(eq=False, repr=False)
class CallValue(Expr):
    name: Ident
    args: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Your(Expr):
    name: Ident


@frozen(eq=False, repr=False)
class YourCall(Expr):
    """One of your zones or tracks that have a second owner: `your pattern(row)`."""

    name: Ident
    args: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class YourTurn(Expr):
    pass


@frozen(eq=False, repr=False)
class Every(Expr):
    name: Ident


@frozen(eq=False, repr=False)
class EveryName(Expr):
    """The names that components of a type have, each once."""

    name: Ident


@frozen(eq=False, repr=False)
class Different(Expr):
    """One of each that looks alike."""

    items: Expr


@frozen(eq=False, repr=False)
class Holding(Expr):
    """The owner of the zone that something lies in: `room holding pawn`."""

    name: Ident
    item: Expr


@frozen(eq=False, repr=False)
class Of(Expr):
    """`name of owner` and `owner.name`."""

    name: Ident
    owner: Expr
    dotted: bool


@frozen(eq=False, repr=False)
class EndOf(Expr):
    which: str  # top, bottom, first, last
    amount: Expr | None
    zone: Expr


@frozen(eq=False, repr=False)
class Before(Expr):
    items: Expr
    item: Expr


@frozen(eq=False, repr=False)
class After(Expr):
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
class Binary(Expr):
    op: str
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Unary(Expr):
    op: str  # negate, not, empty, not_empty
    operand: Expr


@frozen(eq=False, repr=False)
class Quantified(Expr):
    how: str  # any, no, all
    name: Ident | None
    items: Expr
    condition: Expr | None


@frozen(eq=False, repr=False)
class Where(Expr):
    """A filtered set; with a name from `those c in S where …`, without one from `S where …`."""

    name: Ident | None
    items: Expr
    condition: Expr | None
    those: bool = False


@frozen(eq=False, repr=False)
class Leading(Expr):
    """The first elements, as long as a condition holds, or up to the first for which it does."""

    items: Expr
    condition: Expr
    inclusive: bool = False


@frozen(eq=False, repr=False)
class ThoseExtreme(Expr):
    name: Ident | None
    items: Expr
    condition: Expr | None
    extreme: str
    key: Expr


@frozen(eq=False, repr=False)
class Key(Node):
    expr: Expr
    descending: bool


@frozen(eq=False, repr=False)
class SortedBy(Expr):
    items: Expr
    keys: tuple[Key, ...]


@frozen(eq=False, repr=False)
class Range(Expr):
    low: Expr
    high: Expr


@frozen(eq=False, repr=False)
class Each(Expr):
    """`value for each name in items`; without a name just `items`."""

    value: Expr | None
    name: Ident | None
    items: Expr


@frozen(eq=False, repr=False)
class Count(Expr):
    items: Expr


@frozen(eq=False, repr=False)
class SumOf(Expr):
    each: Each


@frozen(eq=False, repr=False)
class Extreme(Expr):
    which: str
    each: Each


@frozen(eq=False, repr=False)
class Largest(Expr):
    amount: Expr
    each: Each


@frozen(eq=False, repr=False)
class Listing(Expr):
    """What each element gives, in their order: `[c.value for each c in row]`."""

    each: Each


@frozen(eq=False, repr=False)
class Gather(Expr):
    """The elements of several sets as one: `gather(hand of p for each p in players)`."""

    value: Expr
    name: Ident
    items: Expr


@frozen(eq=False, repr=False)
class PathQuery(Expr):
    """`distance`, `steps`, `reachable`, `nearest` and `groups`, over a value that gives the neighbours."""

    query: str
    subject: Expr | None  # the target, or the set for `nearest`
    start: Expr  # a set for `groups`
    by: Ident
    args: tuple[Expr, ...] = ()  # what the value gets beside the element


@frozen(eq=False, repr=False)
class LongestWay(Expr):
    """Over links: a value gives the ends of each, another one how long it is."""

    how: str  # way: each link once; path: each place once
    links: Expr
    ends: Ident
    length: Ident | None


@frozen(eq=False, repr=False)
class ListOf(Expr):
    items: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class IfThenElse(Expr):
    condition: Expr
    then: Expr
    other: Expr
