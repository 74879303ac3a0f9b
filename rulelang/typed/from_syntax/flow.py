"""Branches, loops, turns and rounds."""

from __future__ import annotations

from rulelang.syntax import ast
from rulelang.typed import statements as stmts
from rulelang.typed.from_syntax.answers import asked
from rulelang.typed.from_syntax.binding import bind
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.standing import value_by
from rulelang.typed.from_syntax.typing import (
    StmtHandler,
    Typing,
    block,
    condition,
    items,
    need,
    numeric,
    optional_block,
    optional_condition,
)
from rulelang.typed.from_syntax.values import result_of
from rulelang.typed.statements import Stmt
from rulelang.typed.symbols import CallableSymbol
from rulelang.types import PLAYER, Seq, fits


def _if(node: ast.If, scope: Scope, ctx: Typing) -> Stmt:
    branches = []
    for test, body in node.branches:
        holds = asked(test, scope, ctx) if isinstance(test, ast.Call) else condition(test, scope, ctx)
        inside = block(body, scope, ctx)
        if holds is not None:
            branches.append(stmts.Branch(holds, inside))
    otherwise = optional_block(node.otherwise, scope, ctx)
    return stmts.If(span=node.span, branches=tuple(branches), otherwise=otherwise)


def _for_each(node: ast.ForEach, scope: Scope, ctx: Typing) -> Stmt:
    found, type_ = items(node.items, scope.before(node.name), ctx)
    inner = scope.child()
    local = bind(node.name, type_, inner, ctx, "loop")
    return stmts.ForEach(span=node.span, local=local, items=found, body=block(node.body, inner, ctx, True))


def _repeat(node: ast.Repeat, scope: Scope, ctx: Typing) -> Stmt:
    times = None if node.times is None else numeric(node.times, scope, ctx)
    body = block(node.body, scope, ctx, True)
    until = optional_condition(node.until, scope, ctx)
    return stmts.Repeat(span=node.span, times=times, body=body, until=until)


def _while(node: ast.While, scope: Scope, ctx: Typing) -> Stmt:
    test = condition(node.condition, scope, ctx)
    return stmts.While(span=node.span, condition=test, body=block(node.body, scope, ctx, True))


def _as(node: ast.As, scope: Scope, ctx: Typing) -> Stmt:
    player = need(node.player, scope, PLAYER, ctx)
    return stmts.As(span=node.span, player=player, body=block(node.body, scope, ctx))


def _turns(node: ast.Turns, scope: Scope, ctx: Typing) -> Stmt:
    start = need(node.start, scope, Seq(PLAYER) if node.listed else PLAYER, ctx)
    by = None if node.by is None else _next_player(node.by, ctx)
    body = block(node.body, scope, ctx)
    until = optional_condition(node.until, scope, ctx)
    type_ = PLAYER if by is None else ctx.values[by.name].result
    return stmts.Turns(
        span=node.span, start=start, listed=node.listed, by=by, next_type=type_, until=until, body=body
    )  # fmt: skip


def _next_player(name: ast.Ident, ctx: Typing) -> CallableSymbol | None:
    """The value that says who is next after a player."""
    value = value_by(name, PLAYER, ctx)
    if value is None:
        return None
    result = result_of(value, name, ctx)
    if [type_ for _, type_ in value.params] != [PLAYER] or not fits(result, PLAYER):
        title = f"`{name}` does not say who is next"
        why = "the order of turns is given by a value that takes a player and gives the next one"
        ctx.report.error("R0235", title, name.span, f"it gives {result}", why=why)
        return None
    return value


def _rounds(node: ast.Rounds, scope: Scope, ctx: Typing) -> Stmt:
    times = None if node.times is None else numeric(node.times, scope, ctx)
    body = block(node.body, scope, ctx)
    until = optional_condition(node.until, scope, ctx)
    return stmts.Rounds(span=node.span, times=times, until=until, body=body)


def _end(node: ast.End, scope: Scope, ctx: Typing) -> Stmt | None:
    if node.what == "loop" and not scope.in_loop:
        ctx.report.error(
            "R0253",
            "there is no loop to end here",
            node.span,
            why="`end loop` leaves a `for each`, `repeat` or `while` of the same rule",
            hint="to leave the rule itself, write `end rule`",
        )
        return None
    return stmts.End(span=node.span, what=node.what)


STATEMENTS: dict[type, StmtHandler] = {
    ast.If: _if, ast.ForEach: _for_each, ast.Repeat: _repeat, ast.While: _while, ast.As: _as,
    ast.Turns: _turns, ast.Rounds: _rounds, ast.End: _end,
}  # fmt: skip
