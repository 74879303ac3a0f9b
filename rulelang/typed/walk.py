"""Going through a typed program: the parts of a node, and all nodes in it.

In: expressions, statements, blocks. Out: what is in them, each before its own parts. The parts of a class of
nodes are read from its fields once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulelang.typed.expressions import EndOf, Expr, SortKey, ZoneRef
from rulelang.typed.statements import Binding, Branch, MenuOption, Stmt

Node = Expr | Stmt
INSIDE = (Expr, Stmt, SortKey, Binding, Branch, MenuOption)
# Fields that hold no nodes, whatever class they are in.
_LEAVES = {
    "span",
    "type",
    "may",
    "local",
    "element",
    "op",
    "how",
    "which",
    "name",
    "word",
    "number",
    "numbers",
}
_fields: dict[type, tuple[str, ...]] = {}


def parts(node: Any) -> Iterator[object]:
    """The nodes directly in a node, in the order of its fields."""
    kind = type(node)
    names = _fields.get(kind)
    if names is None:
        names = tuple(name for name in attrs.fields_dict(kind) if name not in _LEAVES)
        _fields[kind] = names
    for name in names:
        value = getattr(node, name)
        if isinstance(value, INSIDE):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, INSIDE):
                    yield item


def walk(node: object) -> Iterator[Node]:
    """Every expression and statement in a node or a block, each before what is in it."""
    if isinstance(node, tuple):
        for item in node:
            yield from walk(item)
        return
    if isinstance(node, Expr | Stmt):
        yield node
    for part in parts(node):
        yield from walk(part)


def expressions(node: object) -> Iterator[Expr]:
    """Every expression in a node or a block, also inside other expressions."""
    for found in walk(node):
        if isinstance(found, Expr):
            yield found


def own_expressions(statement: Stmt) -> Iterator[Expr]:
    """The outermost expressions of a statement, without those of the statements in it."""
    for part in parts(statement):
        yield from _outermost(part)


def _outermost(part: Any) -> Iterator[Expr]:
    if isinstance(part, Expr):
        yield part
    elif not isinstance(part, Stmt):
        for inner in parts(part):
            yield from _outermost(inner)


def statements(block: object) -> Iterator[Stmt]:
    """Every statement in a block, each before those in it."""
    for node in walk(block):
        if isinstance(node, Stmt):
            yield node


def looks_at_pile(expr: Expr) -> bool:
    """Whether an expression looks at the end of a pile, whose order chance may have to decide first."""
    return isinstance(expr, EndOf) and isinstance(expr.items, ZoneRef) and expr.items.zone.ordering == "pile"
