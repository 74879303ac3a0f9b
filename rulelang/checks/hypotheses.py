"""What would be: an imagined rule may ask nobody, need no chance, end no turn, and not imagine itself.

In: a typed `Definition`. Out: findings for `… after rule(…)` with a rule that cannot be imagined.
What a rule may do is what its statements, the rules it carries out and the abilities that hook them may do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from rulelang.diagnostics import Label, Report
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.definition import Definition, Value
from rulelang.typed.symbols import CallableSymbol, Symbol
from rulelang.typed.walk import expressions, own_expressions

HINT = "put what the condition is about into a rule of its own, which only changes the table"


@define
class _Reach:
    """What belongs to each rule and value: its statements, and what it uses."""

    blocks: dict[CallableSymbol, list[tuple[stmts.Stmt, ...]]]
    hooks: dict[Symbol, list[tuple[stmts.Stmt, ...]]]
    conditions: dict[Symbol, list[typed.Expr]]
    values: dict[CallableSymbol, Value]
    known: dict[CallableSymbol, tuple[stmts.Stmt, ...]] = field(factory=dict)
    told: set[stmts.Stmt] = field(factory=set)  # one mistake, however often it is asked


def check_hypotheses(definition: Definition, report: Report) -> None:
    if definition.imagined:
        reach = _reach(definition)
        for expr in definition.imagined:
            _check(expr, reach, report)


def _reach(definition: Definition) -> _Reach:
    reach = _Reach({}, {}, {}, {value.symbol: value for value in definition.values})
    blocks = iter(definition.statements)
    for rule in definition.rules:
        reach.blocks[rule.symbol] = [next(blocks) for _ in rule.bodies]
    for ability in definition.abilities:
        if ability.block is not None:
            reach.hooks.setdefault(ability.target, []).append(next(blocks))
        asked = [expr for expr in (ability.when, ability.value) if expr is not None]
        reach.conditions.setdefault(ability.target, []).extend(asked)
    return reach


def _check(expr: typed.WhatIf, reach: _Reach, report: Report) -> None:
    for statement in _carried_out(expr.rule, reach):
        reason = _reason(statement)
        if reason and statement in reach.told:
            return
        if reason:
            reach.told.add(statement)
            report.error(
                "R0272", f"`{expr.rule.name}` cannot be imagined: {reason}", expr.span,
                also=[Label(statement.span, "here")], hint=HINT,
            )  # fmt: skip
            return
    if expr in _imagined(expr, reach):
        report.error(
            "R0272", f"`{expr.rule.name}` cannot be imagined: that would have to be known already", expr.span,
            why="what the rule does depends on this very question", hint=HINT,
        )  # fmt: skip


def _reason(statement: stmts.Stmt) -> str:
    match statement:
        case stmts.Choose() | stmts.May() | stmts.Menu() | stmts.Secret() | stmts.SecretMenu():
            return "somebody would have to decide"
        case stmts.Roll() | stmts.Pick() | stmts.Shuffle():
            return "chance would have to decide"
        case stmts.End(what="turn" | "turns" | "round" | "rounds" as what):
            return f"it would end the {what.removesuffix('s')}"
    looks = not isinstance(statement, stmts.If | stmts.ForEach | stmts.Repeat | stmts.While | stmts.As)
    return "chance would have to decide" if looks and statement.may.needs_chance else ""


def _carried_out(rule: CallableSymbol, reach: _Reach) -> tuple[stmts.Stmt, ...]:
    """Every statement that carrying out a rule may lead to, abilities included."""
    if rule in reach.known:
        return reach.known[rule]
    found: list[stmts.Stmt] = []
    seen: set[Symbol] = set()
    waiting: list[Symbol] = [rule]
    while waiting:
        target = waiting.pop()
        if target in seen:
            continue
        seen.add(target)
        own = reach.blocks.get(target, []) if isinstance(target, CallableSymbol) else []
        for block in (*own, *reach.hooks.get(target, [])):
            found += block
            for statement in block:
                may = statement.may
                waiting += [*may.calls, *may.zones, *may.tracks]
    reach.known[rule] = tuple(found)
    return reach.known[rule]


def _imagined(expr: typed.WhatIf, reach: _Reach) -> set[typed.Expr]:
    """All hypotheses that carrying out the rule of one would ask."""
    found: set[typed.Expr] = set()
    seen: set[CallableSymbol] = set()
    waiting: list[typed.Expr] = list(_used(_carried_out(expr.rule, reach)))
    while waiting:
        for part in expressions(waiting.pop()):
            values: list[CallableSymbol] = []
            match part:
                case typed.WhatIf(rule=rule) if part not in found:
                    found.add(part)
                    waiting += _used(_carried_out(rule, reach))
                case typed.ValueCall(value=value) | typed.PathQuery(by=value):
                    values = [value]
                case typed.LongestWay(ends=ends, length=length):
                    values = [ends, *([length] if length is not None else [])]
            for value in values:
                if value not in seen and value in reach.values:
                    seen.add(value)
                    waiting += [*reach.values[value].expressions(), *reach.conditions.get(value, [])]
    return found


def _used(statements: Iterable[stmts.Stmt]) -> Iterator[typed.Expr]:
    for statement in statements:
        yield from own_expressions(statement)
