"""Going through the IR: every expression in an expression or an instruction, each before its parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.ir.expressions import Expr, Loop
from rulelang.ir.instructions import Entry, Instr, SecretEntry
from rulelang.ir.roles import operands

NODES = (Expr, Instr, Loop, Entry, SecretEntry)


def inside(node: Any) -> Iterator[Expr]:
    """Every expression in a node, itself first if it is one."""
    if isinstance(node, Expr):
        yield node
    for name, _ in operands(node):
        value = getattr(node, name)
        if isinstance(value, NODES):
            yield from inside(value)
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, NODES):
                    yield from inside(item)
