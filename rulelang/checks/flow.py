"""Choices without a consequence, and loops that cannot end."""

from __future__ import annotations

from rulelang.diagnostics import Report
from rulelang.source import Span
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.definition import Definition
from rulelang.typed.symbols import Local
from rulelang.typed.walk import expressions, statements


def check_flow(definition: Definition, report: Report) -> None:
    for block in definition.blocks():
        used: set[Local] | None = None
        for statement in statements(block):
            if isinstance(statement, stmts.Choose):
                used = _used(block) if used is None else used
                _matters(statement, used, report)
            elif isinstance(statement, stmts.Repeat | stmts.Turns | stmts.Rounds):
                _ends(statement, report)


def _used(block: stmts.Block) -> set[Local]:
    return {
        expr.local for expr in expressions(block) if isinstance(expr, typed.LocalRef | typed.ChosenBy)
    }  # fmt: skip


def _matters(choose: stmts.Choose, used: set[Local], report: Report) -> None:
    names = [pick.local for pick in choose.picks]
    if not used & set(names):
        said = " and ".join(f"`{local.name}`" for local in names)
        why = "a choice should matter"
        report.warn("R0606", f"nothing is done with {said}", _start(choose.span), why=why)


def _ends(loop: stmts.Repeat | stmts.Turns | stmts.Rounds, report: Report) -> None:
    """A loop without an end of its own has to be left, or at least to ask somebody something."""
    has_end = loop.until is not None if not isinstance(loop, stmts.Repeat) else False
    has_end |= loop.listed if isinstance(loop, stmts.Turns) else loop.times is not None
    may = loop.may
    if has_end or may.asks or may.needs_chance or may.ends or may.leaves or may.proceeds or may.calls:
        return
    first = loop.body[0].span if isinstance(loop, stmts.Repeat) and loop.body else loop.span
    report.warn(
        "R0607",
        "this runs for ever without asking anybody anything",
        _start(first),
        hint="end it with `end loop`, or count with `repeat … times`",
    )


def _start(span: Span) -> Span:
    return Span(span.path, span.line, span.column, span.line, span.column + 1)
