"""What is declared and never used: rules, values, zones, tracks, columns."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.diagnostics import Report
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.definition import Definition
from rulelang.typed.symbols import CLAIM, FOUND, Symbol, World, ZoneSymbol
from rulelang.typed.walk import expressions, own_expressions
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
    for record in world.records.values():
        for field in record.fields.values():
            if field.track is None and field not in used:
                title = f"nobody reads the column `{field.name}` of `{record.name}`"
                report.warn("R0605", title, field.span)


def _is_active(zone: ZoneSymbol, world: World) -> bool:
    return any(
        record.active_in is not None and record.active_in.text == zone.name
        for record in world.records.values()
    )


def _used(definition: Definition) -> Iterator[Symbol]:
    world = definition.world
    for outer in definition.loose_expressions():
        yield from _in_expressions(outer, world)
    for block in definition.statements:
        for statement in block:
            yield from _in_statement(statement, world)
    for symbol in [*world.rules.values(), *world.values.values()]:
        if symbol.key_field is not None:
            yield symbol.key_field


def _in_statement(statement: stmts.Stmt, world: World) -> Iterator[Symbol]:
    """What a statement looks at; to set a track is not to look at it, to add to it is."""
    if isinstance(statement, stmts.Call):
        yield statement.rule
    if isinstance(statement, stmts.Assign) and statement.op == "set":
        yield from _in_expressions(statement.value, world)
        if statement.target.owner is not None:
            yield from _in_expressions(statement.target.owner, world)
        return
    for outer in own_expressions(statement):
        yield from _in_expressions(outer, world)


def _in_expressions(node: object, world: World) -> Iterator[Symbol]:
    for expr in expressions(node):
        match expr:
            case typed.ValueCall(value=value):
                yield value
            case typed.PathQuery(by=by):
                yield by
            case typed.ZoneRef(zone=zone):
                yield zone
            case typed.TrackRef(track=track):
                yield track
            case typed.FieldRef(field=field):
                yield field
            case typed.Emptiness(operand=operand):
                place = bare(operand.type)
                if isinstance(place, Place) and place.zone in world.zones:
                    yield world.zones[place.zone]
