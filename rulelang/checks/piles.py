"""Looks at shuffled piles: a rule may look, since that decides what lies there; a value may not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.diagnostics import Label, Report
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Definition
from rulelang.typed.statements import Shuffle
from rulelang.typed.symbols import ZoneSymbol
from rulelang.typed.walk import expressions, looks_at_pile


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
    for whole in definition.loose():
        yield from _looks(whole)
    for block, in_block in zip(definition.statements, definition.in_statements, strict=True):
        for statement, wholes in zip(block, in_block, strict=True):
            # Whatever looks at a pile may need chance; few statements do.
            for whole in wholes if statement.may.needs_chance else ():
                yield from (look for look in _looks(whole) if _depends_on_element(look))


def _looks(whole: Iterable[typed.Expr]) -> Iterator[typed.EndOf]:
    for expr in whole:
        if isinstance(expr, typed.EndOf) and looks_at_pile(expr):
            yield expr


def _depends_on_element(look: typed.EndOf) -> bool:
    return any(
        isinstance(expr, typed.LocalRef) and expr.local.role == "element" for expr in expressions(look)
    )
