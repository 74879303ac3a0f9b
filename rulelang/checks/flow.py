"""Choices without a consequence, loops and rules that cannot end, games that nobody can win."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.diagnostics import Report
from rulelang.source import Span
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.definition import Definition, Whole
from rulelang.typed.symbols import CallableSymbol, Local
from rulelang.typed.walk import expressions, statements


def check_flow(definition: Definition, report: Report) -> None:
    for block, in_block in zip(definition.statements, definition.in_statements, strict=True):
        used: set[Local] | None = None
        for statement in block:
            if isinstance(statement, stmts.Choose):
                used = _used(in_block) if used is None else used
                _matters(statement, used, report)
            elif isinstance(statement, stmts.Repeat | stmts.Turns | stmts.Rounds):
                _ends(statement, report)
            elif isinstance(statement, stmts.While):
                _goes_on(statement, definition, report)
    _carry_out_themselves(definition, report)
    _nobody_wins(definition, report)


def _used(in_block: Iterable[Iterable[Whole]]) -> set[Local]:
    return {
        expr.local
        for wholes in in_block
        for whole in wholes
        for expr in whole
        if isinstance(expr, typed.LocalRef | typed.ChosenBy)
    }


def _matters(choose: stmts.Choose, used: set[Local], report: Report) -> None:
    names = [pick.local for pick in choose.picks]
    if not used & set(names):
        said = " and ".join(f"`{local.name}`" for local in names)
        why = "a choice should matter"
        report.warn("R0606", f"nothing is done with {said}", _start(choose.span), why=why)


def _ends(loop: stmts.Repeat | stmts.Turns | stmts.Rounds, report: Report) -> None:
    """A loop without an end of its own has to be left, or at least to ask somebody something."""
    may = loop.may
    if _has_end(loop) or may.asks or may.needs_chance or may.ends or may.leaves or may.proceeds or may.calls:
        return
    first = loop.body[0].span if isinstance(loop, stmts.Repeat) and loop.body else loop.span
    report.warn(
        "R0607",
        "this runs for ever without asking anybody anything",
        _start(first),
        hint="end it with `end loop`, or count with `repeat … times`",
    )


# What a condition may be made of, if what it looks at is to be told from its text.
_PLAIN = (
    *(
        typed.Comparison,
        typed.Logic,
        typed.Not,
        typed.Arithmetic,
        typed.Negated,
        typed.Count,
        typed.Emptiness,
    ),
    *(typed.Number, typed.Truth, typed.Nothing, typed.Word, typed.LocalRef, typed.SettingRef, typed.You),
    *(typed.TrackRef, typed.ZoneRef),
)


def _has_end(statement: stmts.Stmt) -> bool:
    """Whether a statement says when it is over; a loop need not."""
    if isinstance(statement, stmts.Turns):
        return statement.listed or statement.until is not None
    if isinstance(statement, stmts.Repeat | stmts.Rounds):
        return statement.times is not None or statement.until is not None
    return True


def _goes_on(loop: stmts.While, definition: Definition, report: Report) -> None:
    """A condition that nothing in the loop can change."""
    may = loop.may
    if may.asks or may.needs_chance or may.ends or may.leaves or may.proceeds or may.calls:
        return
    if definition.abilities and (may.zones or may.tracks):
        return  # an ability may answer to what happens
    looked_at = list(expressions(loop.condition))
    if not all(isinstance(expr, _PLAIN) for expr in looked_at):
        return
    tracks = {expr.track for expr in looked_at if isinstance(expr, typed.TrackRef)}
    zones = {expr.zone for expr in looked_at if isinstance(expr, typed.ZoneRef)}
    names = {expr.local for expr in looked_at if isinstance(expr, typed.LocalRef)}
    renamed = {inner.local for inner in statements(loop.body) if isinstance(inner, stmts.Rename)}
    if not tracks & may.tracks and not zones & may.zones and not names & renamed:
        report.warn(
            "R0607",
            "once this holds, it holds for ever",
            loop.condition.span,
            why="nothing in the loop changes what the condition looks at",
            hint="change it in the loop, or write `if` for something that is done once",
        )


def _carry_out_themselves(definition: Definition, report: Report) -> None:
    """Rules that always carry out themselves again, at once or through others."""
    always = {
        rule.symbol: _always_called(rule.bodies[0].block)
        for rule in definition.rules
        if len(rule.bodies) == 1 and not rule.bodies[0].words
    }
    for ability in definition.abilities:
        if isinstance(ability.target, CallableSymbol):
            always.pop(ability.target, None)  # it may do something else
    told: set[CallableSymbol] = set()
    unused = {found.span for found in report.found if found.code == "R0601"}  # which is said already
    for symbol, first in always.items():
        way, call = [symbol], first
        while call is not None and call.rule not in way and call.rule not in told:
            way.append(call.rule)
            call = always.get(call.rule)
        if first is not None and call is not None and call.rule is symbol and symbol.span not in unused:
            told.update(way)
            path = " → ".join(rule.name for rule in (*way, symbol))
            report.warn(
                "R0607",
                f"`{symbol.name}` carries out itself, again and again",
                first.span,
                path,
                hint="put it under a condition: `if …:`, or use a loop",
            )


def _always_called(block: stmts.Block) -> stmts.Call | None:
    """The first rule that a block carries out whatever happens, if nobody is asked before."""
    for statement in block:
        if isinstance(statement, stmts.Call):
            return statement
        may = statement.may
        if may.asks or may.needs_chance or may.ends or may.leaves or may.calls:
            return None
    return None


def _nobody_wins(definition: Definition, report: Report) -> None:
    """Players score, or the game is ended and left at that, but nothing says who has won."""
    if definition.ranking is not None or definition.payoff is not None:
        return
    found = [statement for block in definition.statements for statement in block]
    if any(isinstance(statement, stmts.Finish) for statement in found):
        return
    score = definition.score
    ends = [one.span for one in found if isinstance(one, stmts.End) and one.what == "game"]
    last = () if ends else _last_of_play(definition)
    if score is not None:
        title, span = "players score, but nobody can win", score.value.span
    elif (ends or last) and _decides(found):
        title = f"the game ends {'here' if ends else 'after this'}, but nobody can win"
        span = ends[0] if ends else _start(last[0].span)
    else:
        return
    report.warn(
        "R0614",
        title,
        span,
        why="there is neither a `ranking` nor a line with `win` or `lose`",
        hint="say who wins: `ranking of p: highest …, then share`",
    )


def _last_of_play(definition: Definition) -> tuple[stmts.Stmt, ...]:
    """The last line of `play`, unless it is a loop that names no end, and may be meant to go on."""
    play = next((rule.bodies[0].block for rule in definition.rules if rule.symbol.name == "play"), ())
    return tuple(statement for statement in play[-1:] if _has_end(statement))


def _decides(statements: list[stmts.Stmt]) -> bool:
    """Whether players decide anything: without that it is no game yet, and winning can wait."""
    asks = stmts.Choose | stmts.May | stmts.Menu | stmts.Secret | stmts.SecretMenu
    return any(isinstance(statement, asks) for statement in statements)


def _start(span: Span) -> Span:
    return Span(span.path, span.line, span.column, span.line, span.column + 1)
