"""Branches, loops, turns and rounds."""

from __future__ import annotations

from rulelang.syntax import ast
from rulelang.typed import statements as stmts
from rulelang.typed.from_syntax.binding import bind
from rulelang.typed.from_syntax.scope import Scope
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
from rulelang.typed.statements import Stmt
from rulelang.types import PLAYER, Seq


def _if(node: ast.If, scope: Scope, ctx: Typing) -> Stmt:
    branches = tuple(
        stmts.Branch(condition(test, scope, ctx), block(body, scope, ctx)) for test, body in node.branches
    )
    otherwise = optional_block(node.otherwise, scope, ctx)
    return stmts.If(span=node.span, branches=branches, otherwise=otherwise)


def _for_each(node: ast.ForEach, scope: Scope, ctx: Typing) -> Stmt:
    found, type_ = items(node.items, scope.before(node.name), ctx)
    inner = scope.child()
    local = bind(node.name, type_, inner, ctx, "loop")
    return stmts.ForEach(span=node.span, local=local, items=found, body=block(node.body, inner, ctx, True))


def _repeat(node: ast.Repeat, scope: Scope, ctx: Typing) -> Stmt:
    times = None if node.times is None else numeric(node.times, scope, ctx)
    return stmts.Repeat(span=node.span, times=times, body=block(node.body, scope, ctx, True))


def _while(node: ast.While, scope: Scope, ctx: Typing) -> Stmt:
    test = condition(node.condition, scope, ctx)
    return stmts.While(span=node.span, condition=test, body=block(node.body, scope, ctx, True))


def _as(node: ast.As, scope: Scope, ctx: Typing) -> Stmt:
    player = need(node.player, scope, PLAYER, ctx)
    return stmts.As(span=node.span, player=player, body=block(node.body, scope, ctx))


def _turns(node: ast.Turns, scope: Scope, ctx: Typing) -> Stmt:
    start = need(node.start, scope, Seq(PLAYER) if node.listed else PLAYER, ctx)
    body = block(node.body, scope, ctx)
    until = optional_condition(node.until, scope, ctx)
    return stmts.Turns(span=node.span, start=start, listed=node.listed, until=until, body=body)


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
