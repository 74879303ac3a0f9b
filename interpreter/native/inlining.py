"""Values that are written where they are asked for, instead of called.

In: a program and its prices. Out: for each such value the expression it stands for. Only values that are one
expression, that no ability changes and that do not use themselves; and small ones, so that the C does not
grow. The same steps are paid, the same mistakes found: it is the same expression, a call shorter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.ir import expressions as ir
from rulelang.ir.nodes import Program, ValueDef
from rulelang.ir.prices import Prices
from rulelang.ir.roles import operands

LARGEST_INLINED = 22  # nodes, those of values that are written into it included
NOT_INLINED = (ir.WhatIf, ir.Repeats, ir.LongestWay)


def inlined(program: Program, prices: Prices) -> dict[int, ir.Expr]:
    sizes: dict[int, int | None] = {}

    def size(number: int) -> int | None:
        """How many nodes a value stands for; None if it is called."""
        if number not in sizes:
            sizes[number] = None  # while it is being looked at
            expr = _alone(program.values[number])
            if expr is not None and not prices.uses_itself(number):
                sizes[number] = _size(expr, size)
        return sizes[number]

    found = {}
    for number, value in enumerate(program.values):
        expr = _alone(value)
        if expr is not None and size(number) is not None:
            found[number] = expr
    return found


def _alone(value: ValueDef) -> ir.Expr | None:
    """The only expression of a value."""
    if value.key is not None or value.cases or value.changes or len(value.default) != 1:
        return None
    (step,) = value.default
    return step.value if step.loc is None and step.condition is None else None


def _size(expr: ir.Expr, of_value: Any) -> int | None:
    total = 0
    for node in _nodes(expr):
        if isinstance(node, NOT_INLINED):
            return None
        total += 1 + ((of_value(node.value) or 0) if isinstance(node, ir.Call) else 0)
        if total > LARGEST_INLINED:
            return None
    return total


def _nodes(node: Any) -> Iterator[Any]:
    yield node
    for name, _ in operands(node):
        value = getattr(node, name)
        for item in value if isinstance(value, tuple) else (value,):
            if hasattr(item, "__attrs_attrs__"):
                yield from _nodes(item)
