"""Hidden information that a definition would tell.

In: a typed `Definition`. Out: warnings about messages to everybody that name what only some may see (R0611),
and about choices whose options depend on what the one who chooses may not see (R0612). How many cards lie in
a zone is open to all; which ones they are is not. What was revealed, or moved to an open zone, is no secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from rulelang.diagnostics import Report
from rulelang.source import Span
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.definition import Definition
from rulelang.typed.symbols import Local
from rulelang.typed.walk import expressions, parts


@define
class _Body:
    report: Report
    secret: set[Local] = field(factory=set)  # names of something hidden


def check_secrets(definition: Definition, report: Report) -> None:
    for block in definition.statements:
        body = _Body(report)
        for statement in block:
            _check(statement, body)


def _check(statement: stmts.Stmt, body: _Body) -> None:
    match statement:
        case stmts.Let(local=local, value=value):
            _bind([local], [value], body)
        case stmts.Pick(local=local, items=items) | stmts.ForEach(local=local, items=items):
            _bind([local], [items], body)
        case stmts.Choose(by=by, picks=picks, condition=condition):
            _options(by, picks, condition, statement.span, body)
        case stmts.Menu(by=by, options=options):
            for option in options:
                _options(by, option.picks, option.condition, statement.span, body)
        case stmts.Reveal(what=what, to=None):
            body.secret -= _locals(what)
        case stmts.Move(what=what, zone=zone) | stmts.Put(what=what, grid=zone) if zone.zone.sees == "all":
            body.secret -= _locals(what)
        case stmts.Say(args=args):
            _said(args, statement.span, body)


def _locals(*found: typed.Expr) -> set[Local]:
    return {e.local for expr in found for e in expressions(expr) if isinstance(e, typed.LocalRef)}


def _bind(names: Iterable[Local], values: list[typed.Expr], body: _Body) -> None:
    hidden = any(_tells(value, None) for value in values) or bool(_locals(*values) & body.secret)
    body.secret = body.secret | set(names) if hidden else body.secret - set(names)


def _said(args: tuple[typed.Expr, ...], span: Span, body: _Body) -> None:
    if any(_tells(arg, None) for arg in args) or _locals(*args) & body.secret:
        body.report.warn(
            "R0611",
            "this message tells everybody something hidden",
            _start(span),
            why="a message goes to all players, and the component lies where not all of them see it",
            hint="reveal it or move it first, or leave it out of the message",
        )


def _options(
    by: typed.Expr | None,
    picks: tuple[stmts.Binding, ...],
    condition: typed.Expr | None,
    span: Span,
    body: _Body,
) -> None:
    """Conditions that look into what the one who chooses cannot see: the options would tell it."""
    chooser = by if by is not None else YOU
    conditions = [condition] if condition is not None else []
    conditions += [found for pick in picks for found in _conditions(pick.items)]
    if any(_tells(found, chooser) for found in conditions):
        body.report.warn(
            "R0612",
            "these options depend on what the one who chooses cannot see",
            _start(span),
            why="which options there are would tell what is hidden",
            hint="use only what the player sees, or show it to the player first with `look at`",
        )
    for pick in picks:
        _bind([pick.local], [pick.items], body)


YOU = object()  # the one who chooses, where nobody else is named


def _tells(expr: typed.Expr, seen_by: object) -> bool:
    """Whether the value depends on which components lie in a zone that is not open to those meant."""
    match expr:
        case typed.Count(items=typed.ZoneRef()) | typed.Emptiness(operand=typed.ZoneRef()):
            return False
        case typed.Quantified(items=typed.ZoneRef(), condition=None):
            return False
        case typed.ZoneRef():
            return _is_hidden(expr, seen_by)
        case typed.Membership(item=item, items=typed.ZoneRef()):
            return _tells(item, seen_by)  # where a known component lies is mostly known too
    return any(_tells(part, seen_by) for part in parts(expr) if isinstance(part, typed.Expr)) or any(
        _tells(key.expr, seen_by) for key in (expr.keys if isinstance(expr, typed.SortedBy) else ())
    )


def _is_hidden(expr: typed.ZoneRef, seen_by: object) -> bool:
    sees = expr.zone.sees
    if sees == "owner":
        if seen_by is YOU:
            return not isinstance(expr.owner, typed.You)
        return seen_by is None or expr.owner != seen_by
    return sees == "none"


def _conditions(items: typed.Expr) -> Iterator[typed.Expr]:
    """The conditions in a set that is chosen from."""
    for expr in expressions(items):
        if isinstance(expr, typed.Where):
            yield expr.condition


def _start(span: Span) -> Span:
    return Span(span.path, span.line, span.column, span.line, span.column + 1)
