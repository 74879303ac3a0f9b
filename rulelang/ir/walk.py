"""Going through the IR: every expression in an expression or an instruction, each before its parts.

Which operands of a class hold nodes is read from their annotations, once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

from rulelang.ir.expressions import Expr, Loop
from rulelang.ir.instructions import Entry, Instr, SecretEntry
from rulelang.ir.roles import shape

NODES = (Expr, Instr, Loop, Entry, SecretEntry)
# Operands that are numbers of something, words or truths; all others are nodes.
_PLAIN = frozenset((
    "bind", "bool", "grid", "int", "loc", "memory", "rule", "setting", "slot", "str", "target", "track",
    "value", "zone",
))  # fmt: skip

_Getter = Callable[[Any], tuple[Any, ...]]


_GETTERS: dict[type, _Getter] = {}


def _getter(cls: Any) -> _Getter:
    """What gets the operands of a class that hold nodes, the last one first: as they are put on a stack."""
    roles = reversed(shape(cls))
    names = [name for name, role in roles if isinstance(role, str) and role.rstrip("?*") not in _PLAIN]
    found: _Getter = _none if not names else attrgetter(*names)
    if len(names) == 1:
        get = found
        found = lambda node: (get(node),)  # noqa: E731 - one more function around it would cost a call
    return _GETTERS.setdefault(cls, found)


def _none(node: Any) -> tuple[Any, ...]:
    return ()


def put_parts(node: Any, waiting: list[Any]) -> None:
    """Puts the nodes directly in a node on a stack, so that the first one comes off first."""
    cls = node.__class__
    for value in (_GETTERS.get(cls) or _getter(cls))(node):
        if value.__class__ is tuple:
            waiting += value[::-1]
        elif value is not None:
            waiting.append(value)


def inside(node: Any) -> Iterator[Expr]:
    """Every expression in a node, itself first if it is one."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        if isinstance(found, Expr):
            yield found
        put_parts(found, waiting)
