"""Going through a typed program: the parts of a node, and all nodes in it.

In: expressions, statements, blocks. Out: what is in them, each before its own parts. Which fields of a class
hold nodes is read from their annotations, once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs

from rulelang.typed.expressions import EndOf, Expr, SortKey, ZoneRef
from rulelang.typed.statements import Binding, Branch, MenuOption, Stmt

Node = Expr | Stmt
INSIDE = (Expr, Stmt, SortKey, Binding, Branch, MenuOption)
_EXPRESSIONS = ("Expr", "Each", "ZoneRef", "TrackRef", "SortKey")
_STATEMENTS = ("Block", "Branch", "MenuOption")


@cache
def _fields(cls: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of a class that hold nodes, and those of them that hold statements."""
    nodes, statements = [], []
    for field in attrs.fields(cls):
        says = str(field.type)
        if any(word in says for word in (*_EXPRESSIONS, *_STATEMENTS, "Binding")):
            nodes.append(field.name)
        if any(word in says for word in _STATEMENTS):
            statements.append(field.name)
    return tuple(nodes), tuple(statements)


def parts(node: Any) -> list[Any]:
    """The nodes directly in a node, in the order of its fields."""
    if isinstance(node, tuple):
        return list(node)
    cls: Any = type(node)
    return _in_fields(node, _fields(cls)[0])


def _in_fields(node: Any, names: tuple[str, ...]) -> list[Any]:
    found: list[Any] = []
    for name in names:
        value = getattr(node, name)
        if isinstance(value, tuple):
            found += value
        elif value is not None:
            found.append(value)
    return found


def walk(node: object) -> Iterator[Node]:
    """Every expression and statement in a node or a block, each before what is in it."""
    waiting: list[Any] = [node]
    while waiting:
        found = waiting.pop()
        if isinstance(found, Expr | Stmt):
            yield found
        waiting += reversed(parts(found))


def expressions(node: object) -> Iterator[Expr]:
    """Every expression in a node or a block, also inside other expressions."""
    for found in walk(node):
        if isinstance(found, Expr):
            yield found


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
        cls: Any = type(found)
        waiting += reversed(_in_fields(found, _fields(cls)[1]))


def looks_at_pile(expr: Expr) -> bool:
    """Whether an expression looks at the end of a pile, whose order chance may have to decide first."""
    return isinstance(expr, EndOf) and isinstance(expr.items, ZoneRef) and expr.items.zone.ordering == "pile"
