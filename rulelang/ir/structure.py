"""Whether the parts of a program are what their annotations say: the first thing that `validate` asks.

In: any value and an annotation. Out: where a value is of another kind. A program from elsewhere may hold
text where a number belongs; after this nothing is anything but what its class says.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import attrs

from rulelang import types
from rulelang.ir import expressions, instructions, nodes

TYPES = (
    types.Num, types.Bool, types.Kind, types.Rec, types.Player, types.Place, types.Seq, types.Opt,
    types.ByPlayer, types.NoneType, types.Pair,
)  # fmt: skip
FAMILIES: dict[Any, tuple[Any, ...]] = {
    expressions.Expr: tuple(expressions.EXPRESSIONS.values()),
    instructions.Instr: tuple(instructions.INSTRUCTIONS.values()),
    types.Type: TYPES,
}
DEEPEST = 200  # expressions inside expressions


def misfits(value: Any, hint: Any, where: str, depth: int = 0) -> Iterator[str]:
    """The places at which a value is not what the annotation says."""
    if depth > DEEPEST:
        yield f"{where} is nested too deeply"
        return
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        if not _plain(value):
            yield f"{where} is {value!r:.60}"
    elif origin is Annotated:
        yield from misfits(value, args[0], where, depth)
    elif origin in (UnionType, Union):
        if value is not None:
            yield from misfits(value, next(arg for arg in args if arg is not type(None)), where, depth)
        elif type(None) not in args:
            yield f"{where} is missing"
    elif origin is tuple:
        yield from _tuple_misfits(value, args, where, depth)
    elif hint in (int, str, bool):
        if type(value) is not hint:
            yield f"{where} is {value!r:.60}, not {hint.__name__}"
    elif type(value) not in FAMILIES.get(hint, (hint,)):
        yield f"{where} is {value!r:.60}, not {hint.__name__}"
    else:
        cls: Any = type(value)
        for name, inner in _hints(cls):
            yield from misfits(getattr(value, name), inner, f"{where}.{name}", depth + 1)


def _tuple_misfits(value: Any, args: tuple[Any, ...], where: str, depth: int) -> Iterator[str]:
    if type(value) is not tuple:
        yield f"{where} is {value!r:.60}, not a tuple"
    elif len(args) == 2 and args[1] is Ellipsis:
        for index, item in enumerate(value):
            yield from misfits(item, args[0], f"{where}[{index}]", depth)
    elif len(value) != len(args):
        yield f"{where} has {len(value)} parts, not {len(args)}"
    else:
        for index, (item, hint) in enumerate(zip(value, args, strict=True)):
            yield from misfits(item, hint, f"{where}[{index}]", depth)


def _plain(value: Any) -> bool:
    """A cell of a table, or a choice of a setting."""
    if type(value) is tuple:
        return all(_plain(item) for item in value)
    return value is None or type(value) in (int, bool)


@cache
def _hints(cls: Any) -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(cls, include_extras=True)
    return tuple((field.name, hints[field.name]) for field in attrs.fields(cls))


def program_misfits(program: nodes.Program) -> list[str]:
    found = []
    for misfit in misfits(program, nodes.Program, "program"):
        found.append(misfit)
        if len(found) >= 20:
            break
    return found
