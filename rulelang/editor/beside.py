"""What stands beside a place: the other side of `of`, the arguments of a call, what follows a dot.

In: expressions beside a place, the names that are known there, and the world. Out: types, and the names that
agree with them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.diagnostics import Report
from rulelang.syntax import ast
from rulelang.typed.from_syntax.definition import EXPRESSIONS, STATEMENTS
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.typing import Typing, expression
from rulelang.typed.symbols import Local, Symbol, TrackSymbol, World, ZoneSymbol
from rulelang.types import PLAYER, Rec, Type, bare, fits, is_unknown


def type_of(node: ast.Node | None, scope: Scope | None, world: World) -> Type | None:
    """The type of an expression beside the place; None if it cannot be told."""
    if not isinstance(node, ast.Expr):
        return None
    ctx = Typing(world, Report(), EXPRESSIONS, STATEMENTS)
    found = bare(expression(node, scope or Scope(), ctx).type)
    return None if is_unknown(found) else found


def takers(call: ast.Node | None, scope: Scope | None, world: World) -> frozenset[str]:
    """The rules or values that take just the arguments of a call."""
    if not isinstance(call, ast.Call | ast.CallValue):
        return frozenset()
    types = [type_of(arg, scope, world) for arg in call.args]
    table = world.rules if isinstance(call, ast.Call) else world.values
    return frozenset(
        symbol.name
        for symbol in table.values()
        if len(symbol.params) == len(types)
        and all(
            type_ is None or fits(type_, wanted)
            for type_, (_, wanted) in zip(types, symbol.params, strict=True)
        )
    )


def owners_of(name: str, world: World, scope: Scope | None) -> frozenset[str]:
    """The names that `.name` can stand behind."""
    records = {record.name for record in world.records.values() if name in record.fields}
    things: list[ZoneSymbol | TrackSymbol] = [*world.zones.values(), *world.tracks.values()]
    owners = {thing.owner for thing in things if last(thing) == name and thing.owner is not None}

    def has(type_: Type) -> bool:
        inner = bare(type_)
        return (isinstance(inner, Rec) and inner.name in records) or inner in owners or is_unknown(inner)

    found = {row for record in records for row in world.records[record].rows}
    found |= {local.name for local in _locals(scope) if has(local.type)}
    found |= {last(track) for track in world.tracks.values() if has(track.type)}
    found |= {setting.name for setting in world.settings.values() if has(setting.type)}
    fields = [field for record in world.records.values() for field in record.fields.values()]
    found |= {field.name for field in fields if has(field.type)} | set(world.values)
    return frozenset(found | ({"you", "active", "actor"} if PLAYER in owners else set()))


def last(thing: Symbol) -> str:
    """The name of a track of a component without that of the component."""
    return thing.name.rpartition(".")[2]


def _locals(scope: Scope | None) -> Iterator[Local]:
    while scope is not None:
        yield from scope.names.values()
        scope = scope.parent
