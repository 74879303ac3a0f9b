"""The effects of a statement: its own, and those of the statements in it."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.effects import CHANCE, LEAVES, NO_EFFECTS, Effects, together
from rulelang.typed.statements import Stmt
from rulelang.typed.symbols import ZoneSymbol
from rulelang.typed.walk import expressions, inner_statements


def effects_of(statement: Stmt, looks_at_pile: bool) -> Effects:
    """To look at the end of a shuffled pile decides by chance what lies there."""
    return together((_own(statement), CHANCE if looks_at_pile else NO_EFFECTS, *_inside(statement)))


def _inside(part: object) -> Iterator[Effects]:
    for inner in inner_statements(part):
        if isinstance(inner, Stmt):
            yield inner.may
        elif not isinstance(inner, typed.Expr):
            yield from _inside(inner)


def _own(statement: Stmt) -> Effects:
    match statement:
        case stmts.Call(rule=rule):
            return Effects(calls=frozenset((rule,)))
        case stmts.End(what="rule" | "loop"):
            return LEAVES
        case stmts.End(what=what):
            return Effects(ends=frozenset((what.removesuffix("s"),)))
    if not statement.into and not statement.moves:
        return statement.does
    changed = [getattr(statement, part) for part in statement.into]
    zones = {part.zone for part in changed if isinstance(part, typed.ZoneRef)}
    zones |= {zone for part in statement.moves for zone in _sources(getattr(statement, part))}
    tracks = frozenset(part.track for part in changed if isinstance(part, typed.TrackRef))
    return together((statement.does, Effects(zones=frozenset(zones), tracks=tracks)))


def _sources(what: typed.Expr) -> Iterator[ZoneSymbol]:
    """The zones that components are taken from, as far as the text names them."""
    for expr in expressions(what):
        if isinstance(expr, typed.ZoneRef):
            yield expr.zone
