"""What is surely too large, before anybody plays: zones, tracks, choices, amounts, depth.

In: a typed `Definition`. Out: findings. What only may be too large is counted in play (`ir/prices.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from rulelang.diagnostics import Report
from rulelang.limits import (
    DEEPEST_EXPRESSION,
    DEEPEST_VALUES,
    LONGEST_CHAIN,
    MOST_AT_ONCE,
    MOST_OPTIONS,
    MOST_PLACES,
    MOST_TRACKS,
    MOST_ZONES,
)
from rulelang.source import Span
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.definition import Definition, Whole
from rulelang.typed.symbols import CallableSymbol, World
from rulelang.typed.walk import parts
from rulelang.types import MOST, Num, Type, bare

# Whatever has so few parts is neither deep nor long; each may have something around it that is no expression.
FEW = min(DEEPEST_EXPRESSION, LONGEST_CHAIN) // 2
CHAINS = {"and": "and", "or": "or", "+": "+", "-": "+", "*": "*"}  # what is written in a row without brackets


def check_sizes(definition: Definition, report: Report) -> None:
    _declared(definition.world, report)
    _values(definition, report)
    for block, in_block in zip(definition.statements, definition.in_statements, strict=True):
        for statement, wholes in zip(block, in_block, strict=True):
            if report.enough:
                return
            if all(_small(whole, report) for whole in wholes):
                _statement(statement, report)
    for whole in definition.loose():
        _small(whole, report)


# ---------------------------------------------------------------- what is declared


def _declared(world: World, report: Report) -> None:
    zones = [(zone.name, zone.span, _owners(zone.owner, world)) for zone in world.zones.values()]
    _total(zones, "zones", MOST_ZONES, report)
    grids = [(zone.name, zone.span, zone.width * zone.height) for zone in world.zones.values()]
    _total(grids, "places on grids", MOST_PLACES, report)
    tracks = [(track.name, track.span, _owners(track.owner, world)) for track in world.tracks.values()]
    _total(tracks, "tracks", MOST_TRACKS, report)


def _owners(owner: Type | None, world: World) -> int:
    return 1 if owner is None else world.size_of(owner)


def _total(things: Iterable[tuple[str, Span, int]], what: str, most: int, report: Report) -> None:
    total = 0
    for name, span, amount in things:
        total += amount
        if total > most:
            why = f"`{name}` has {amount:,}" + (
                f", and those above it {total - amount:,}" if total > amount else ""
            )
            report.error("R0211", f"a game has at most {most:,} {what}", span, why=why)
            return


# ---------------------------------------------------------------- what is chosen and looked at


def _statement(statement: stmts.Stmt, report: Report) -> None:
    match statement:
        case stmts.Choose(picks=picks, condition=condition) | stmts.Secret(picks=picks, condition=condition):
            _options(_certain(picks, condition), statement.span, report)
        case stmts.Menu(options=options) | stmts.SecretMenu(options=options):
            _options(sum(_certain(o.picks, o.condition) for o in options), statement.span, report)
        case stmts.Roll(amount=amount) | stmts.Pick(amount=amount) if amount is not None:
            inner = bare(amount.type)
            if isinstance(inner, Num) and inner.low > MOST_AT_ONCE:
                verb = "rolled" if isinstance(statement, stmts.Roll) else "picked"
                report.error("R0211", f"at most {MOST_AT_ONCE:,} are {verb} at once", amount.span)


def _options(amount: int, span: Span, report: Report) -> None:
    if amount > MOST_OPTIONS:
        report.error(
            "R0211", f"a decision has at most {MOST_OPTIONS:,} options", _start(span),
            f"this one has {amount:,}", why="every way to choose is an option, and ways multiply",
            hint="choose one thing after the other, on lines of their own",
        )  # fmt: skip


def _certain(picks: tuple[stmts.Binding, ...], condition: typed.Expr | None) -> int:
    """How many ways there are at least, as far as that is known."""
    return 0 if condition is not None else prod(_size(pick.items) for pick in picks)


def _size(items: typed.Expr) -> int:
    match items:
        case typed.Range(low=low, high=high):
            first, last = bare(low.type), bare(high.type)
            if isinstance(first, Num) and isinstance(last, Num):
                return max(0, last.low - first.high + 1)
        case typed.ListOf(items=listed):
            return len(listed)
    return 0


def _short_range(part: typed.Range, report: Report) -> bool:
    size = _size(part)
    if size > MOST:
        report.error("R0211", f"a set has at most {MOST:,} elements", part.span, f"this one has {size:,}")
    return size <= MOST


# ---------------------------------------------------------------- depth


def _values(definition: Definition, report: Report) -> None:
    """How deeply values use each other; those that are typed first have been asked for by the others."""
    uses: dict[CallableSymbol, set[CallableSymbol]] = {}
    for value, wholes in zip(definition.values, definition.in_values, strict=True):
        uses[value.symbol] = {used for whole in wholes for part in whole for used in _used(part)}
    depth: dict[CallableSymbol, int] = {}
    waiting = list(uses)
    while waiting:
        symbol = waiting[-1]
        missing = [used for used in uses.get(symbol, ()) if used not in depth]
        if missing and symbol not in depth:
            depth[symbol] = 1  # so that values that need themselves, which is reported, do not keep us here
            waiting += missing
            continue
        depth[symbol] = 1 + max((depth.get(used, 0) for used in uses.get(symbol, ())), default=0)
        waiting.pop()
        if depth[symbol] > DEEPEST_VALUES:
            title = f"values use each other more than {DEEPEST_VALUES} deep"
            report.error("R0108", title, symbol.span, why="each of them waits for the next one")
            return


def _used(part: typed.Expr) -> tuple[CallableSymbol, ...]:
    if isinstance(part, typed.ValueCall):
        return (part.value,)
    return (part.by,) if isinstance(part, typed.PathQuery) else ()


def _small(whole: Whole, report: Report) -> bool:
    """Whether an expression is neither too deep nor has too long ranges in it."""
    for part in whole:
        if isinstance(part, typed.Range) and not _short_range(part, report):
            return False
    return len(whole) <= FEW or _shallow(whole[0], report)


def _shallow(expr: typed.Expr, report: Report) -> bool:
    """Goes down without recursion, since it looks for what is too deep for that."""
    waiting: list[tuple[object, int, int]] = [(expr, 1, 1)]
    while waiting:
        node, depth, chain = waiting.pop()
        if depth > DEEPEST_EXPRESSION or chain > LONGEST_CHAIN:
            long = f"more than {LONGEST_CHAIN} things are joined in a row"
            deep = f"expressions are nested more than {DEEPEST_EXPRESSION} deep"
            report.error(
                "R0108", long if chain > LONGEST_CHAIN else deep, _start(expr.span),
                hint="give a part of it a name, with `let` or as a `value`",
            )  # fmt: skip
            return False
        own = _joined(node)
        if not own:
            waiting += [(part, depth + 1, 1) for part in parts(node)]
            continue
        for part in parts(node):
            first = part is getattr(node, "left", None) or isinstance(node, typed.Logic)
            row = first and _joined(part) == own
            waiting.append((part, depth if row else depth + 1, chain + 1 if row else 1))
    return True


def _joined(part: object) -> str:
    return CHAINS.get(part.op, "") if isinstance(part, typed.Logic | typed.Arithmetic) else ""


def _start(span: Span) -> Span:
    return Span(span.path, span.line, span.column, span.line, span.column + 1)
