"""Expressions."""

from __future__ import annotations

from attrs import frozen

from rulelang.syntax.ast.base import Ident, Node


class Expr(Node):
    pass


@frozen
class LostExpr(Expr):
    """Something that could not be read; that is reported already."""


@frozen
class Number(Expr):
    value: int


@frozen
class Yes(Expr):
    pass


@frozen
class No(Expr):
    pass


@frozen
class NoneValue(Expr):
    pass


@frozen
class Name(Expr):
    name: Ident


@frozen
class CallValue(Expr):
    name: Ident
    args: tuple[Expr, ...]


@frozen
class Your(Expr):
    name: Ident


@frozen
class YourTurn(Expr):
    pass


@frozen
class Every(Expr):
    name: Ident


@frozen
class Of(Expr):
    """`name of owner` and `owner.name`."""

    name: Ident
    owner: Expr
    dotted: bool


@frozen
class EndOf(Expr):
    which: str  # top, bottom, first, last
    amount: Expr | None
    zone: Expr


@frozen
class Before(Expr):
    items: Expr
    item: Expr


@frozen
class After(Expr):
    items: Expr
    item: Expr


@frozen
class At(Expr):
    items: Expr
    index: Expr


@frozen
class Position(Expr):
    item: Expr


@frozen
class Binary(Expr):
    op: str
    left: Expr
    right: Expr


@frozen
class Unary(Expr):
    op: str  # negate, not, empty, not_empty
    operand: Expr


@frozen
class Quantified(Expr):
    how: str  # any, no, all
    name: Ident | None
    items: Expr
    condition: Expr | None


@frozen
class Where(Expr):
    """A filtered set; with a name from `those c in S where …`, without one from `S where …`."""

    name: Ident | None
    items: Expr
    condition: Expr | None
    those: bool = False


@frozen
class ThoseExtreme(Expr):
    name: Ident | None
    items: Expr
    condition: Expr | None
    extreme: str
    key: Expr


@frozen
class Key(Node):
    expr: Expr
    descending: bool


@frozen
class SortedBy(Expr):
    items: Expr
    keys: tuple[Key, ...]


@frozen
class Range(Expr):
    low: Expr
    high: Expr


@frozen
class Each(Expr):
    """`value for each name in items`; without a name just `items`."""

    value: Expr | None
    name: Ident | None
    items: Expr


@frozen
class Count(Expr):
    items: Expr


@frozen
class SumOf(Expr):
    each: Each


@frozen
class Extreme(Expr):
    which: str
    each: Each


@frozen
class Largest(Expr):
    amount: Expr
    each: Each


@frozen
class Gather(Expr):
    """The elements of several sets as one: `gather(hand of p for each p in players)`."""

    value: Expr
    name: Ident
    items: Expr


@frozen
class PathQuery(Expr):
    """`distance`, `steps`, `reachable` and `nearest`, over a value that gives the neighbours."""

    query: str
    subject: Expr | None  # the target, or the set for `nearest`
    start: Expr
    by: Ident


@frozen
class ListOf(Expr):
    items: tuple[Expr, ...]


@frozen
class IfThenElse(Expr):
    condition: Expr
    then: Expr
    other: Expr
