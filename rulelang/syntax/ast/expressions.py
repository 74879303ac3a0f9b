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
class YourTurn(Expr):
    pass


@frozen(eq=False, repr=False)
class Every(Expr):
    name: Ident


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
class Gather(Expr):
    """The elements of several sets as one: `gather(hand of p for each p in players)`."""

    value: Expr
    name: Ident
    items: Expr


@frozen(eq=False, repr=False)
class PathQuery(Expr):
    """`distance`, `steps`, `reachable` and `nearest`, over a value that gives the neighbours."""

    query: str
    subject: Expr | None  # the target, or the set for `nearest`
    start: Expr
    by: Ident


@frozen(eq=False, repr=False)
class ListOf(Expr):
    items: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class IfThenElse(Expr):
    condition: Expr
    then: Expr
    other: Expr
