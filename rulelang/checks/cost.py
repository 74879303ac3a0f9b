"""How long an expression can take: an upper bound on its steps, known before play.

In: a typed `Definition`. Out: findings for values that need themselves (also through `change`) and for
expressions that could take too long. Definitions are text from strangers; with this and the machine's limit
on steps without a decision, none of them can hang the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import prod
from typing import Any

from attrs import define, field

from rulelang.diagnostics import Label, Report
from rulelang.source import Span
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Ability, Definition, Value
from rulelang.typed.statements import Binding, Choose, Menu, Secret, SecretMenu, Stmt
from rulelang.typed.symbols import CallableSymbol
from rulelang.typed.walk import own_expressions, parts
from rulelang.types import Type, most_of

LIMIT = 50_000_000
DEEPEST = 50  # steps down to what makes an expression dear
MOST_SHOWN = 4  # sets that multiply
LONG = 10_000  # elements that a set is reckoned with, however many it may have


@define
class _Costs:
    values: Mapping[CallableSymbol, Value]
    changes: Mapping[CallableSymbol, list[Ability]]
    report: Report
    players: int
    known: dict[CallableSymbol, int] = field(factory=dict)
    path: list[CallableSymbol] = field(factory=list)


def check_costs(definition: Definition, report: Report) -> None:
    changes: dict[CallableSymbol, list[Ability]] = {}
    for ability in definition.abilities:
        if ability.how == "change" and isinstance(ability.target, CallableSymbol):
            changes.setdefault(ability.target, []).append(ability)
    costs = _Costs(
        {value.symbol: value for value in definition.values}, changes, report, definition.world.players[1]
    )
    dear = [value for value in definition.values if _of_value(value.symbol, costs) > LIMIT]
    if dear:  # the others only need it
        cheapest = min(dear, key=lambda value: costs.known[value.symbol])
        part = dearest([expr for expr in _in_value(cheapest, costs) if expr is not None], costs)
        span = part.span if part is not None else cheapest.symbol.span
        _too_long(costs.known[cheapest.symbol], span, cheapest.symbol.name, part, costs)
        return
    for name, block in zip(_names(definition), definition.statements, strict=True):
        for statement in block:
            cost = _of_statement(statement, costs)
            if cost > LIMIT:
                _too_long(cost, statement.span, name, statement, costs)
                break


def _in_value(value: Value, costs: _Costs) -> Iterator[typed.Expr | None]:
    yield from value.expressions()
    for ability in costs.changes.get(value.symbol, ()):
        yield from (ability.when, ability.value)


def _names(definition: Definition) -> Iterable[str]:
    """What each block of statements is called."""
    for rule in definition.rules:
        for body in rule.bodies:
            case = f" for {', '.join(body.words)}" if body.words else ""
            yield rule.symbol.name + case
    for ability in definition.abilities:
        if ability.block is not None:
            holder = f"{ability.holder.name}: " if ability.holder is not None else ""
            yield f"{holder}{ability.how} {ability.target.name}"


def _too_long(cost: int, span: Span, name: str, part: typed.Expr | Stmt | None, costs: _Costs) -> None:
    found = factors(part, costs)
    also = [
        Label(items.span, f"this set can have {most_of(items.type):,} elements")
        for items in found[:MOST_SHOWN]
    ]
    why = f"sets inside sets multiply; a decision may take {LIMIT:,} steps"
    if found:
        sizes = " * ".join(f"{most_of(items.type):,}" for items in found)
        why = f"sets inside sets multiply ({sizes}); a decision may take {LIMIT:,} steps"
    costs.report.warn(
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
        inner, widest = [expr for expr in _inside(part, costs) if expr not in sets], dearest(sets, costs)
        part = dearest(inner, costs)
        size = prod(_size(items.type) for items in sets)
        if widest is not None and (part is None or _cost(widest, costs) > size * _cost(part, costs)):
            part = widest  # making the set is what is dear, not what is asked of its elements
        else:
            found += sets
    return [items for items in found if most_of(items.type) > 1]


def _sets_of(part: typed.Expr | Stmt) -> list[typed.Expr]:
    match part:
        case Choose(picks=picks) | Secret(picks=picks):
            return [pick.items for pick in picks]
        case Menu(options=options) | SecretMenu(options=options):
            widest = max(options, key=lambda option: prod(most_of(pick.items.type) for pick in option.picks))
            return [pick.items for pick in widest.picks]
        case typed.Where(items=items) | typed.Gather(items=items) | typed.Extremes(items=items):
            return [items]
        case typed.Leading(items=items) | typed.Listing(items=items):
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
    if costs.path and symbol is costs.path[-1] and costs.values[symbol].depth:
        return 1
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
    for expr in costs.values[symbol].expressions():
        cost += _cost(expr, costs)
    for ability in costs.changes.get(symbol, ()):
        copies = max(1, ability.holder.copies if ability.holder is not None else 1)
        cost += copies * (_cost(ability.when, costs) + _cost(ability.value, costs))
    costs.path.pop()
    cost *= max(1, costs.values[symbol].depth)
    costs.known[symbol] = min(cost, LIMIT * 1000)
    return costs.known[symbol]


def _of_statement(statement: Stmt, costs: _Costs) -> int:
    match statement:
        case Choose(picks=picks, condition=condition, by=by, amount=amount):
            extra = _cost(by, costs) + _cost(amount, costs)
            return extra + _of_ways(picks, condition, costs)
        case Secret(picks=picks, condition=condition, players=players, amount=amount):
            each = _cost(amount, costs) + _of_ways(picks, condition, costs)
            return _cost(players, costs) + costs.players * each
        case SecretMenu(players=players, options=options):
            ways = (_of_ways(option.picks, option.condition, costs) for option in options)
            return _cost(players, costs) + costs.players * sum(ways)
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
    if expr is None:
        return 0
    special = _SPECIAL.get(expr.__class__)
    if special is not None:
        return special(expr, costs)
    cost = 1
    for part in parts(expr):
        cost += _cost(part, costs)
    return cost


def _of_call(expr: typed.ValueCall, costs: _Costs) -> int:
    return _of_value(expr.value, costs) + sum(_cost(arg, costs) for arg in expr.args)


def _size(type_: Type) -> int:
    return min(LONG, most_of(type_))


def _for_each(items: typed.Expr, body: int, costs: _Costs) -> int:
    return 1 + _cost(items, costs) + _size(items.type) * body


def _of_sets(expr: typed.Expr, costs: _Costs) -> int:
    sets = [part for part in parts(expr) if isinstance(part, typed.Expr)]
    return 1 + sum(_cost(part, costs) + _size(part.type) for part in sets)


def _of_sorted(expr: typed.SortedBy, costs: _Costs) -> int:
    return _for_each(expr.items, 1 + sum(_cost(key.expr, costs) for key in expr.keys), costs)


def _of_way(expr: typed.PathQuery, costs: _Costs) -> int:
    once = _of_value(expr.by, costs)
    result = costs.values[expr.by].result if expr.by in costs.values else None
    beside = _size(result) if result is not None else 1
    nodes = max(_size(expr.type), beside, 1)
    steps = nodes * (once + beside)
    again = beside if expr.query == "steps" else 1
    return again * steps + _cost(expr.start, costs) + _cost(expr.subject, costs)


_SPECIAL: dict[type[typed.Expr], Callable[[Any, _Costs], int]] = {
    typed.ValueCall: _of_call,
    typed.Where: lambda expr, costs: _for_each(expr.items, _cost(expr.condition, costs), costs),
    typed.Leading: lambda expr, costs: _for_each(expr.items, _cost(expr.condition, costs), costs),
    typed.Gather: lambda expr, costs: _for_each(expr.items, _cost(expr.value, costs), costs),
    typed.Listing: lambda expr, costs: _for_each(expr.items, _cost(expr.value, costs), costs),
    typed.Extremes: lambda expr, costs: _for_each(expr.items, 1 + _cost(expr.key, costs), costs),
    typed.SortedBy: _of_sorted,
    typed.Quantified: lambda expr, costs: _for_each(expr.items, _cost(expr.condition, costs), costs),
    typed.Each: lambda expr, costs: _for_each(expr.items, 1 + _cost(expr.value, costs), costs),
    typed.PathQuery: _of_way,
    typed.Membership: _of_sets,
    typed.Count: _of_sets,
    typed.Combined: _of_sets,
}
