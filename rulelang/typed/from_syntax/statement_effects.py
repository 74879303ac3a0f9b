"""The effects of a statement: its own, and those of the statements in it."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.effects import NO_EFFECTS, Effects, together
from rulelang.typed.statements import Stmt
from rulelang.typed.symbols import ZoneSymbol
from rulelang.typed.walk import expressions, parts

CHANCE = Effects(needs_chance=True)
ASKS = Effects(asks=True)
LEAVES = Effects(leaves=True)


def effects_of(statement: Stmt, looks_at_pile: bool) -> Effects:
    """To look at the end of a shuffled pile decides by chance what lies there."""
    return together((_own(statement), CHANCE if looks_at_pile else NO_EFFECTS, *_inside(statement)))


def _inside(part: object) -> Iterator[Effects]:
    for inner in parts(part):
        if isinstance(inner, Stmt):
            yield inner.may
        elif not isinstance(inner, typed.Expr):
            yield from _inside(inner)


def _own(statement: Stmt) -> Effects:
    match statement:
        case stmts.Move(zone=zone) | stmts.Put(grid=zone) | stmts.Shuffle(zone=zone):
            sources = () if isinstance(statement, stmts.Shuffle) else _sources(statement.what)
            return Effects(zones=frozenset((zone.zone, *sources)))
        case stmts.Reveal(what=what) | stmts.Look(what=what) | stmts.Cover(what=what):
            return Effects(zones=frozenset(_sources(what)))
        case stmts.Assign(target=target):
            return Effects(tracks=frozenset((target.track,)))
        case stmts.Pay(giver=giver, taker=taker):
            return Effects(tracks=frozenset((giver.track, taker.track)))
        case stmts.Swap(left=left, right=right):
            return Effects(zones=frozenset((*_sources(left), *_sources(right))))
        case stmts.Call(rule=rule):
            return Effects(calls=frozenset((rule,)))
        case stmts.Roll() | stmts.Pick():
            return CHANCE
        case stmts.Choose() | stmts.May() | stmts.Menu() | stmts.Secret() | stmts.SecretMenu():
            return ASKS
        case stmts.Proceed():
            return Effects(proceeds=True)
        case stmts.Answer():
            return LEAVES
        case stmts.End(what="rule" | "loop"):
            return LEAVES
        case stmts.End(what=what):
            return Effects(ends=frozenset((what.removesuffix("s"),)))
        case stmts.Finish():
            return Effects(ends=frozenset(("game",)))
    return NO_EFFECTS


def _sources(what: typed.Expr) -> Iterator[ZoneSymbol]:
    """The zones that components are taken from, as far as the text names them."""
    for expr in expressions(what):
        if isinstance(expr, typed.ZoneRef):
            yield expr.zone
