"""Help while a call is typed, and the types that nobody wrote.

In: a text and a place, or what typing knows of a game. Out: the parameters of the call around the place
and which of them it is at; and for each `let` the type that was worked out.
"""

from __future__ import annotations

import re

from attrs import frozen

from rulelang.compile import Study
from rulelang.editor.index import locals_of
from rulelang.source import Source, Span
from rulelang.typed.functions import FUNCTIONS
from rulelang.typed.symbols import World

_NAME = re.compile(r"([a-z][a-z0-9_]*)\s*\Z")


@frozen
class Signature:
    name: str
    params: tuple[str, ...]
    active: int
    says: str = ""


def signature(source: Source, offset: int, world: World) -> Signature | None:
    start = source.text.rfind("\n", 0, offset) + 1
    line = source.text[start:offset].split("#")[0]
    depth, active = 0, 0
    for index in range(len(line) - 1, -1, -1):
        sign = line[index]
        if sign in ")]":
            depth += 1
        elif sign in "([":
            if depth == 0 and sign == "(":
                return _called(line[:index], active, world)
            depth -= depth > 0
        elif sign == "," and depth == 0:
            active += 1
    return None


def _called(before: str, active: int, world: World) -> Signature | None:
    found = _NAME.search(before)
    if found is None:
        return None
    name = found[1]
    symbol = world.rules.get(name) or world.values.get(name)
    if symbol is not None:
        params = tuple(f"{param}: {_plain(str(type_))}" for param, type_ in symbol.params)
        return Signature(name, params, active)
    if name in FUNCTIONS:
        function = FUNCTIONS[name]
        return Signature(name, tuple(_plain(str(p)) for p in function.params), active, function.says)
    return None


def _plain(type_: str) -> str:
    return type_.removeprefix("a ").removeprefix("an ")


def worked_out(study: Study, path: str) -> list[tuple[Span, str]]:
    """Names that were given with `let`, and the types that nobody wrote."""
    found: dict[Span, str] = {}
    for _, local in locals_of(study):
        if local.role in ("let", "choice") and local.span is not None and local.span.path == path:
            found[local.span] = _plain(str(local.type))
    return sorted(found.items())
