"""How long an expression can take: an upper bound on its steps, known before play.

In: a typed `Definition`. Out: findings for values that need themselves (also through `change`) and for
expressions that could take too long. Definitions are text from strangers; with this and the machine's limit
on steps without a decision, none of them can hang the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, field

from rulelang.diagnostics import Report
from rulelang.source import Span
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Ability, Definition, Value
from rulelang.typed.statements import Binding, Choose, Menu, Stmt
from rulelang.typed.symbols import CallableSymbol
from rulelang.typed.walk import own_expressions, parts, statements
from rulelang.types import Type, most_of

LIMIT = 50_000_000
LONG = 10_000  # elements that a set is reckoned with, however many it may have


@define
class _Costs:
    values: Mapping[CallableSymbol, Value]
    changes: Mapping[CallableSymbol, list[Ability]]
    report: Report
    known: dict[CallableSymbol, int] = field(factory=dict)
    path: list[CallableSymbol] = field(factory=list)


def check_costs(definition: Definition, report: Report) -> None:
    changes: dict[CallableSymbol, list[Ability]] = {}
    for ability in definition.abilities:
        if ability.how == "change" and isinstance(ability.target, CallableSymbol):
            changes.setdefault(ability.target, []).append(ability)
    costs = _Costs({value.symbol: value for value in definition.values}, changes, report)
    for value in definition.values:
        cost = _of_value(value.symbol, costs)
        if cost > LIMIT:
            _too_long(cost, value.symbol.span, value.symbol.name, report)
            return
    for name, block in _named_blocks(definition):
        for statement in statements(block):
            cost = _of_statement(statement, costs)
            if cost > LIMIT:
                _too_long(cost, statement.span, name, report)
                break


def _named_blocks(definition: Definition) -> Iterable[tuple[str, tuple[Stmt, ...]]]:
    for rule in definition.rules:
        for body in rule.bodies:
            case = f" for {', '.join(body.words)}" if body.words else ""
            yield rule.symbol.name + case, body.block
    for ability in definition.abilities:
        if ability.block is not None:
            holder = f"{ability.holder.name}: " if ability.holder is not None else ""
            yield f"{holder}{ability.how} {ability.target.name}", ability.block


def _too_long(cost: int, span: Span, name: str, report: Report) -> None:
    report.error(
        "R0258",
        f"`{name}` could take very long to compute",
        Span(span.path, span.line, span.column, span.line, span.column + 1),
        f"up to {cost:,} steps",
        why=f"sets inside sets multiply; at most {LIMIT:,} steps are possible",
        hint="filter first, or look only at what can matter",
    )


# ---------------------------------------------------------------- values and statements


def _of_value(symbol: CallableSymbol, costs: _Costs) -> int:
    if symbol in costs.known:
        return costs.known[symbol]
    if symbol in costs.path:
        around = costs.path[costs.path.index(symbol) :]
        names = " → ".join(found.name for found in [*around, symbol])
        span = symbol.span
        costs.report.error(
            "R0257",
            f"`{symbol.name}` needs itself to be computed",
            Span(span.path, span.line, span.column, span.line, span.column + 1),
            names,
            why="a value is computed from other things, so that it always ends; abilities count too",
        )
        return 1
    costs.path.append(symbol)
    cost = 1
    for body in costs.values[symbol].bodies:
        cost += sum(_cost(expr, costs) for _, expr in body.lets)
        cost += sum(_cost(result.condition, costs) + _cost(result.value, costs) for result in body.results)
    for ability in costs.changes.get(symbol, ()):
        copies = max(1, ability.holder.copies if ability.holder is not None else 1)
        cost += copies * (_cost(ability.when, costs) + _cost(ability.value, costs))
    costs.path.pop()
    costs.known[symbol] = min(cost, LIMIT * 1000)
    return costs.known[symbol]


def _of_statement(statement: Stmt, costs: _Costs) -> int:
    match statement:
        case Choose(picks=picks, condition=condition, by=by, amount=amount):
            extra = _cost(by, costs) + _cost(amount, costs)
            return extra + _of_ways(picks, condition, costs)
        case Menu(by=by, options=options):
            ways = (_of_ways(option.picks, option.condition, costs) for option in options)
            return _cost(by, costs) + sum(ways)
    return sum(_cost(expr, costs) for expr in own_expressions(statement))


def _of_ways(picks: Iterable[Binding], condition: typed.Expr | None, costs: _Costs) -> int:
    total, combinations = 1, 1
    for pick in picks:
        total += combinations * _cost(pick.items, costs)
        combinations *= _size(pick.items.type)
    return total + combinations * (1 + _cost(condition, costs))


# ---------------------------------------------------------------- expressions


def _cost(expr: Any, costs: _Costs) -> int:
    """Steps to compute an expression: itself, and for each element of a set what is asked of it."""
    match expr:
        case None:
            return 0
        case typed.ValueCall(value=value, args=args):
            return _of_value(value, costs) + sum(_cost(arg, costs) for arg in args)
        case typed.Where(items=items, condition=body) | typed.Gather(items=items, value=body):
            return _for_each(items, _cost(body, costs), costs)
        case typed.Extremes(items=items, key=key):
            return _for_each(items, 1 + _cost(key, costs), costs)
        case typed.SortedBy(items=items, keys=keys):
            return _for_each(items, 1 + sum(_cost(key.expr, costs) for key in keys), costs)
        case typed.Quantified(items=items, condition=body):
            return _for_each(items, _cost(body, costs), costs)
        case typed.Each(items=items, value=body):
            return _for_each(items, 1 + _cost(body, costs), costs)
        case typed.PathQuery():
            return _of_way(expr, costs)
        case typed.Membership() | typed.Count() | typed.Combined():
            sets = [part for part in parts(expr) if isinstance(part, typed.Expr)]
            return 1 + sum(_cost(part, costs) + _size(part.type) for part in sets)
    return 1 + sum(_cost(part, costs) for part in parts(expr))


def _size(type_: Type) -> int:
    return min(LONG, most_of(type_))


def _for_each(items: typed.Expr, body: int, costs: _Costs) -> int:
    return 1 + _cost(items, costs) + _size(items.type) * body


def _of_way(expr: typed.PathQuery, costs: _Costs) -> int:
    once = _of_value(expr.by, costs)
    result = costs.values[expr.by].result if expr.by in costs.values else None
    beside = _size(result) if result is not None else 1
    nodes = max(_size(expr.type), beside, 1)
    steps = nodes * (once + beside)
    again = beside if expr.query == "steps" else 1
    return again * steps + _cost(expr.start, costs) + _cost(expr.subject, costs)
