"""Looks at shuffled piles: a rule may look, since that decides what lies there; a value may not."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.diagnostics import Label, Report
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Definition
from rulelang.typed.statements import Shuffle
from rulelang.typed.symbols import ZoneSymbol
from rulelang.typed.walk import expressions, looks_at_pile, own_expressions


def check_piles(definition: Definition, report: Report) -> None:
    shuffled = {
        statement.zone.zone
        for block in definition.statements
        for statement in block
        if isinstance(statement, Shuffle)
    }
    for look in _early_looks(definition) if shuffled else ():
        zone = _pile(look)
        if zone in shuffled:
            report.error(
                "R0255", f"`{zone.name}` is shuffled, so its order is not decided here", look.span,
                also=[Label(zone.span, "declared here")],
                why="a card of a shuffled pile is decided when a rule looks; a value or a condition "
                "over a set does not look",
                hint="take the card in a rule first: `let next_card be top of …`",
            )  # fmt: skip


def _pile(look: typed.EndOf) -> ZoneSymbol:
    assert isinstance(look.items, typed.ZoneRef)
    return look.items.zone


def _early_looks(definition: Definition) -> Iterator[typed.EndOf]:
    """Looks that no rule can settle: in values and conditions, or at a pile that depends on an element."""
    for outer in definition.loose_expressions():
        yield from _looks(outer)
    for block in definition.statements:
        for statement in block:
            # Whatever looks at a pile may need chance; few statements do.
            for outer in own_expressions(statement) if statement.may.needs_chance else ():
                yield from (look for look in _looks(outer) if _depends_on_element(look))


def _looks(outer: typed.Expr) -> Iterator[typed.EndOf]:
    for expr in expressions(outer):
        if isinstance(expr, typed.EndOf) and looks_at_pile(expr):
            yield expr


def _depends_on_element(look: typed.EndOf) -> bool:
    return any(
        isinstance(expr, typed.LocalRef) and expr.local.role == "element" for expr in expressions(look)
    )
