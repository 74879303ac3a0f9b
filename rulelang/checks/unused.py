"""What is declared and never used: rules, values, zones, tracks, columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rulelang.diagnostics import Report
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.definition import Definition, Whole
from rulelang.typed.symbols import CLAIM, FOUND, Symbol, World, ZoneSymbol
from rulelang.typed.walk import expressions
from rulelang.types import Place, bare


def check_unused(definition: Definition, report: Report) -> None:
    world = definition.world
    used = set(_used(definition))
    for rule in world.rules.values():
        if rule not in used and rule.name not in ("setup", "play"):
            report.warn("R0601", f"the rule `{rule.name}` is never carried out", rule.span)
    for value in world.values.values():
        if value not in used and not value.name.startswith((CLAIM, FOUND)):
            report.warn("R0602", f"the value `{value.name}` is never used", value.span)
    for zone in world.zones.values():
        if zone not in used and not _is_active(zone, world):
            report.warn("R0603", f"nothing ever lies in `{zone.name}`", zone.span)
    for track in world.tracks.values():
        if track not in used:
            name = track.name.rpartition(".")[2]
            report.warn("R0604", f"`{name}` is never looked at", track.span)
    _check_memories(definition, report)
    for record in world.records.values():
        for field in record.fields.values():
            owned = field.type == record.owner
            if field.track is None and field not in used and not field.references and not owned:
                title = f"nobody reads the column `{field.name}` of `{record.name}`"
                report.warn("R0605", title, field.span)


def _check_memories(definition: Definition, report: Report) -> None:
    """A memory needs both: somebody who remembers, and somebody who asks."""
    if not definition.world.memories:
        return
    remembered = {
        statement.memory
        for block in definition.statements
        for statement in block
        if isinstance(statement, stmts.Remember)
    }
    every = [
        *definition.loose(),
        *(whole for block in definition.in_statements for wholes in block for whole in wholes),
    ]
    asked = {expr.memory for whole in every for expr in whole if isinstance(expr, typed.Repeats)}
    for memory in definition.world.memories.values():
        name = memory.name
        assert memory.span is not None
        if memory not in asked:
            hint = f"ask how often it was there: `repeats({name}) is 3`; or leave the memory out"
            report.warn("R0604", f"nobody asks for the memory `{name}`", memory.span, hint=hint)
        elif memory not in remembered:
            title = f"nothing is ever remembered in `{name}`: `repeats({name})` is always 0"
            hint = f"write `remember {name}` where a position is reached that counts"
            report.warn("R0604", title, memory.span, hint=hint)


def _is_active(zone: ZoneSymbol, world: World) -> bool:
    return any(
        record.active_in is not None and record.active_in.text == zone.name
        for record in world.records.values()
    )


def _used(definition: Definition) -> Iterator[Symbol]:
    world = definition.world
    for whole in definition.loose():
        yield from _in_expressions(whole, world)
    blocks = zip(_owners(definition), definition.statements, definition.in_statements, strict=True)
    for owner, block, in_block in blocks:
        for statement, wholes in zip(block, in_block, strict=True):
            if not (isinstance(statement, stmts.Call) and statement.rule is owner):
                yield from _in_statement(statement, wholes, world)
    for symbol in [*world.rules.values(), *world.values.values()]:
        if symbol.key_field is not None:
            yield symbol.key_field


def _owners(definition: Definition) -> Iterator[Symbol | None]:
    """For each block of statements the rule that it belongs to: to carry out itself is no use of it."""
    for rule in definition.rules:
        yield from (rule.symbol for _ in rule.bodies)
    yield from (None for ability in definition.abilities if ability.block is not None)


def _in_statement(statement: stmts.Stmt, wholes: Iterable[Whole], world: World) -> Iterator[Symbol]:
    """What a statement looks at; to set a track is not to look at it, to add to it is."""
    if isinstance(statement, stmts.Call):
        yield statement.rule
    if isinstance(statement, stmts.Turns) and statement.by is not None:
        yield statement.by
    if isinstance(statement, stmts.Assign) and statement.op == "set":
        yield from _in_expressions(expressions(statement.value), world)
        if statement.target.owner is not None:
            yield from _in_expressions(expressions(statement.target.owner), world)
        return
    for whole in wholes:
        yield from _in_expressions(whole, world)


def _in_expressions(parts: Iterable[typed.Expr], world: World) -> Iterator[Symbol]:
    for expr in parts:
        looks_at = _LOOKS.get(expr.__class__)
        if looks_at is not None:
            yield from looks_at(expr, world)


def _at_place(expr: typed.Emptiness, world: World) -> tuple[Symbol, ...]:
    place = bare(expr.operand.type)
    return (world.zones[place.zone],) if isinstance(place, Place) and place.zone in world.zones else ()


_LOOKS: dict[type[typed.Expr], Callable[[Any, World], tuple[Symbol, ...]]] = {
    typed.ValueCall: lambda expr, world: (expr.value,),
    typed.PathQuery: lambda expr, world: (expr.by,),
    typed.LongestWay: lambda expr, world: (expr.ends,) if expr.length is None else (expr.ends, expr.length),
    typed.WhatIf: lambda expr, world: (expr.rule,),
    typed.Repeats: lambda expr, world: (*expr.memory.zones, *expr.memory.tracks),
    typed.ZoneRef: lambda expr, world: (expr.zone,),
    typed.TrackRef: lambda expr, world: (expr.track,),
    typed.FieldRef: lambda expr, world: (expr.field,),
    typed.Emptiness: _at_place,
}
