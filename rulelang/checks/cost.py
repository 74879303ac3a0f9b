"""How long an expression can take: an upper bound on its steps, known before play.

In: a typed `Definition`. Out: findings for values that need themselves (also through `change`) and for
expressions that could take too long. Definitions are text from strangers; with this and the machine's limit
on steps without a decision, none of them can hang the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import Any

from attrs import define, field

from rulelang.diagnostics import Label, Report
from rulelang.source import Span
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Ability, Definition, Value
from rulelang.typed.statements import Binding, Choose, Menu, Stmt
from rulelang.typed.symbols import CallableSymbol
from rulelang.typed.walk import own_expressions, parts, statements
from rulelang.types import most_of

LIMIT = 50_000_000
DEEPEST = 50  # steps down to what makes an expression dear


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
    dear = [value for value in definition.values if _of_value(value.symbol, costs) > LIMIT]
    if dear:  # the others only need it
        cheapest = min(dear, key=lambda value: costs.known[value.symbol])
        part = dearest([expr for expr in _in_value(cheapest, costs) if expr is not None], costs)
        span = part.span if part is not None else cheapest.symbol.span
        _too_long(costs.known[cheapest.symbol], span, cheapest.symbol.name, part, costs)
        return
    for name, block in _named_blocks(definition):
        for statement in statements(block):
            cost = _of_statement(statement, costs)
            if cost > LIMIT:
                _too_long(cost, statement.span, name, statement, costs)
                break


def _in_value(value: Value, costs: _Costs) -> Iterator[typed.Expr | None]:
    for body in value.bodies:
        yield from (expr for _, expr in body.lets)
        for result in body.results:
            yield from (result.condition, result.value)
    for ability in costs.changes.get(value.symbol, ()):
        yield from (ability.when, ability.value)


def _named_blocks(definition: Definition) -> Iterable[tuple[str, tuple[Stmt, ...]]]:
    for rule in definition.rules:
        for body in rule.bodies:
            case = f" for {', '.join(body.words)}" if body.words else ""
            yield rule.symbol.name + case, body.block
    for ability in definition.abilities:
        if ability.block is not None:
            holder = f"{ability.holder.name}: " if ability.holder is not None else ""
            yield f"{holder}{ability.how} {ability.target.name}", ability.block


def _too_long(cost: int, span: Span, name: str, part: typed.Expr | Stmt | None, costs: _Costs) -> None:
    found = factors(part, costs)
    largest = max(found, key=lambda items: most_of(items.type), default=None)
    also = []
    why = f"sets inside sets multiply; at most {LIMIT:,} steps are possible"
    if largest is not None:
        also = [Label(largest.span, f"this set can have {most_of(largest.type):,} elements")]
        sizes = " * ".join(f"{most_of(items.type):,}" for items in found)
        why = f"sets inside sets multiply ({sizes}); at most {LIMIT:,} steps are possible"
    costs.report.error(
        "R0258",
        f"`{name}` could take very long to compute",
        Span(span.path, span.line, span.column, span.line, span.column + 1),
        f"up to {cost:,} steps",
        also=also,
        why=why,
        hint="make the largest set smaller first, or look only at what can matter",
    )


# ---------------------------------------------------------------- what makes it long


def dearest(exprs: Iterable[typed.Expr], costs: _Costs) -> typed.Expr | None:
    return max(exprs, key=lambda expr: _cost(expr, costs), default=None)


def factors(part: typed.Expr | Stmt | None, costs: _Costs) -> list[typed.Expr]:
    """The sets whose sizes multiply, from the outermost to the innermost, on the dearest way down."""
    found: list[typed.Expr] = []
    depth = 0
    while part is not None and depth < DEEPEST:
        depth += 1
        sets = _sets_of(part)
        found += sets
        inner = [expr for expr in _inside(part, costs) if expr not in sets]
        part = dearest(inner, costs) or dearest(sets, costs)
    return [items for items in found if most_of(items.type) > 1]


def _sets_of(part: typed.Expr | Stmt) -> list[typed.Expr]:
    match part:
        case Choose(picks=picks):
            return [pick.items for pick in picks]
        case Menu(options=options):
            widest = max(options, key=lambda option: prod(most_of(pick.items.type) for pick in option.picks))
            return [pick.items for pick in widest.picks]
        case typed.Where(items=items) | typed.Gather(items=items) | typed.Extremes(items=items):
            return [items]
        case typed.SortedBy(items=items) | typed.Quantified(items=items) | typed.Each(items=items):
            return [items]
    return []


def _inside(part: typed.Expr | Stmt, costs: _Costs) -> list[typed.Expr]:
    if isinstance(part, Stmt):
        return list(own_expressions(part))
    inner = [found for found in parts(part) if isinstance(found, typed.Expr)]
    if isinstance(part, typed.SortedBy):
        inner += [key.expr for key in part.keys]
    value = part.value if isinstance(part, typed.ValueCall) else None
    value = part.by if isinstance(part, typed.PathQuery) else value
    if value is not None and value in costs.values:
        inner += [expr for expr in _in_value(costs.values[value], costs) if expr is not None]
    return inner


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
        combinations *= most_of(pick.items.type)
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
            return 1 + sum(_cost(part, costs) + most_of(part.type) for part in sets)
    return 1 + sum(_cost(part, costs) for part in parts(expr))


def _for_each(items: typed.Expr, body: int, costs: _Costs) -> int:
    return 1 + _cost(items, costs) + most_of(items.type) * body


def _of_way(expr: typed.PathQuery, costs: _Costs) -> int:
    once = _of_value(expr.by, costs)
    result = costs.values[expr.by].result if expr.by in costs.values else None
    beside = most_of(result) if result is not None else 1
    nodes = max(most_of(expr.type), beside, 1)
    steps = nodes * (once + beside)
    again = beside if expr.query == "steps" else 1
    return again * steps + _cost(expr.start, costs) + _cost(expr.subject, costs)
