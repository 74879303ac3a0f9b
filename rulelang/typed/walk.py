"""Going through a typed program: the parts of a node, and all nodes in it.

In: expressions, statements, blocks. Out: what is in them, each before its own parts. Which fields of a class
hold nodes is read from their annotations, once. Checks do not walk the program again and again: a
`Definition` has been walked already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any

import attrs

from rulelang.typed.expressions import EndOf, Expr, SortKey, ZoneRef
from rulelang.typed.statements import Binding, Branch, MenuOption, Stmt

Node = Expr | Stmt
NODE = (Expr, Stmt)
INSIDE = (Expr, Stmt, SortKey, Binding, Branch, MenuOption)
_EXPRESSIONS = ("Expr", "Each", "ZoneRef", "TrackRef", "SortKey")
_STATEMENTS = ("Block", "Branch", "MenuOption", "Call")


_Getter = Callable[[Any], tuple[Any, ...]]


@cache
def _fields(cls: Any) -> tuple[_Getter, _Getter]:
    """What gets the fields of a class that hold nodes, and those of them that hold statements."""
    nodes, statements = [], []
    for field in attrs.fields(cls):
        says = str(field.type)
        if any(word in says for word in (*_EXPRESSIONS, *_STATEMENTS, "Binding")):
            nodes.append(field.name)
        if any(word in says for word in _STATEMENTS):
            statements.append(field.name)
    return _getter(nodes), _getter(statements)


def _getter(names: list[str]) -> _Getter:
    if not names:
        return lambda node: ()
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda node: (get(node),)


def parts(node: Any) -> list[Any]:
    """The nodes directly in a node, in the order of its fields."""
    if node.__class__ is tuple:
        return list(node)
    return _flat(_fields(node.__class__)[0](node))


def _flat(values: tuple[Any, ...]) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if value.__class__ is tuple:
            found += value
        elif value is not None:
            found.append(value)
    return found


def walk(node: object) -> Iterator[Node]:
    """Every expression and statement in a node or a block, each before what is in it."""
    waiting: list[Any] = [node]
    while waiting:
        found = waiting.pop()
        if isinstance(found, NODE):
            yield found
        waiting += reversed(parts(found))


def expressions(node: object) -> list[Expr]:
    """Every expression in a node or a block, also inside other expressions."""
    found: list[Expr] = []
    waiting: list[Any] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Expr):
            found.append(part)
        inner = parts(part)
        if inner:
            inner.reverse()
            waiting += inner
    return found


def own_expressions(statement: Stmt) -> list[Expr]:
    """The outermost expressions of a statement, without those of the statements in it."""
    found: list[Expr] = []
    waiting = list(reversed(parts(statement)))
    while waiting:
        part = waiting.pop()
        if isinstance(part, Expr):
            found.append(part)
        elif not isinstance(part, Stmt):
            waiting += reversed(parts(part))
    return found


def statements(block: object) -> Iterator[Stmt]:
    """Every statement in a block, each before those in it."""
    waiting: list[Any] = list(reversed(block)) if isinstance(block, tuple) else [block]
    while waiting:
        found = waiting.pop()
        if isinstance(found, Stmt):
            yield found
        waiting += reversed(_flat(_fields(found.__class__)[1](found)))


def looks_at_pile(expr: Expr) -> bool:
    """Whether an expression looks at the end of a pile, whose order chance may have to decide first."""
    return isinstance(expr, EndOf) and isinstance(expr.items, ZoneRef) and expr.items.zone.ordering == "pile"
