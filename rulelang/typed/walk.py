"""Going through a typed program: the parts of a node, and all nodes in it.

In: expressions, statements, blocks. Out: what is in them, each before its own parts. Which fields of a class
hold nodes is read from their annotations, once. Checks do not walk the program again and again: a
`Definition` has been walked already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

import attrs
from attrs import frozen

from rulelang.typed.expressions import EndOf, Expr, SortKey, ZoneRef
from rulelang.typed.statements import Binding, Branch, MenuOption, Stmt

Node = Expr | Stmt
NODE = (Expr, Stmt)
INSIDE = (Expr, Stmt, SortKey, Binding, Branch, MenuOption)
# The words of annotations that mean nodes, and those of them that mean statements or what they stand in.
_STATEMENTS = frozenset(("Block", "Branch", "MenuOption", "Call"))
_NODES = _STATEMENTS | {"Expr", "Each", "ZoneRef", "TrackRef", "SortKey", "Binding"}
_WORDS = re.compile(r"\w+")


_Getter = Callable[[Any], tuple[Any, ...]]


@frozen
class _Shape:
    """What is known of a class of nodes. Its fields come last first, as they are put on a stack."""

    is_expression: bool
    is_statement: bool
    nodes: _Getter | None  # gets the fields that hold nodes
    statements: _Getter | None  # gets those of them that hold statements


_SHAPES: dict[type, _Shape] = {}


def _shape(cls: Any) -> _Shape:
    nodes, inner = [], []
    for one in reversed(attrs.fields(cls)):
        words = _WORDS.findall(str(one.type))
        if not _NODES.isdisjoint(words):
            nodes.append(one.name)
        if not _STATEMENTS.isdisjoint(words):
            inner.append(one.name)
    found = _Shape(issubclass(cls, Expr), issubclass(cls, Stmt), _getter(nodes), _getter(inner))
    return _SHAPES.setdefault(cls, found)


def _getter(names: list[str]) -> _Getter | None:
    if not names:
        return None
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda node: (get(node),)


def _put(values: tuple[Any, ...], waiting: list[Any]) -> None:
    """On a stack, so that what stands first in the text comes off first."""
    for value in values:
        if value.__class__ is tuple:
            waiting += value[::-1]
        elif value is not None:
            waiting.append(value)


def parts(node: Any) -> list[Any]:
    """The nodes directly in a node, in the order of its fields."""
    if node.__class__ is tuple:
        return list(node)
    get = (_SHAPES.get(node.__class__) or _shape(node.__class__)).nodes
    found: list[Any] = []
    if get is not None:
        _put(get(node), found)
        found.reverse()
    return found


def inner_statements(node: Any) -> list[Any]:
    """The same, but only what holds statements: blocks, and what blocks stand in."""
    get = (_SHAPES.get(node.__class__) or _shape(node.__class__)).statements
    found: list[Any] = []
    if get is not None:
        _put(get(node), found)
        found.reverse()
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
        cls = part.__class__
        if cls is tuple:
            waiting += part[::-1]
            continue
        shape = _SHAPES.get(cls) or _shape(cls)
        if shape.is_expression:
            found.append(part)
        if shape.nodes is not None:
            _put(shape.nodes(part), waiting)
    return found


def own_expressions(statement: Stmt) -> list[Expr]:
    """The outermost expressions of a statement, without those of the statements in it."""
    found: list[Expr] = []
    waiting: list[Any] = []
    part: Any = statement
    shape = _SHAPES.get(part.__class__) or _shape(part.__class__)
    if shape.nodes is not None:
        _put(shape.nodes(part), waiting)
    while waiting:
        part = waiting.pop()
        shape = _SHAPES.get(part.__class__) or _shape(part.__class__)
        if shape.is_expression:
            found.append(part)
        elif not shape.is_statement and shape.nodes is not None:
            _put(shape.nodes(part), waiting)
    return found


def statements(block: object) -> Iterator[Stmt]:
    """Every statement in a block, each before those in it."""
    waiting: list[Any] = list(block[::-1]) if isinstance(block, tuple) else [block]
    while waiting:
        found = waiting.pop()
        shape = _SHAPES.get(found.__class__) or _shape(found.__class__)
        if shape.is_statement:
            yield found
        if shape.statements is not None:
            _put(shape.statements(found), waiting)


def looks_at_pile(expr: Expr) -> bool:
    """Whether an expression looks at the end of a pile, whose order chance may have to decide first."""
    return isinstance(expr, EndOf) and isinstance(expr.items, ZoneRef) and expr.items.zone.ordering == "pile"
