"""Decisions: `choose`, `may`, `choose one` and `secretly`."""

from __future__ import annotations

from rulelang.diagnostics import Label
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.from_syntax.binding import bind
from rulelang.typed.from_syntax.scope import Scope, element
from rulelang.typed.from_syntax.typing import (
    StmtHandler,
    Typing,
    block,
    items,
    need,
    numeric,
    optional_block,
    optional_condition,
)
from rulelang.typed.statements import Stmt
from rulelang.typed.symbols import Local
from rulelang.types import PLAYER, ByPlayer, Seq, Type, most_of

USUAL = "usual"


def _by(by: ast.Expr | None, scope: Scope, ctx: Typing) -> typed.Expr | None:
    return None if by is None else need(by, scope, PLAYER, ctx)


def _ways(
    picks: tuple[ast.Binding, ...], test: ast.Expr | None, scope: Scope, ctx: Typing
) -> tuple[list[tuple[ast.Ident, Local, typed.Expr, Type]], typed.Expr | None]:
    """All ways to choose one element for each name, of which a condition may forbid some."""
    inner, found = scope, []
    for pick in picks:
        choices, type_ = items(pick.items, inner.before(pick.name), ctx)
        local, inner = element(pick.name, type_, inner)
        inner.it = None if len(picks) > 1 else inner.it
        found.append((pick.name, local, choices, type_))
    return found, optional_condition(test, inner, ctx)


def _how_many(
    how_many: ast.HowMany | None, picks: tuple[ast.Binding, ...], span: Span, scope: Scope, ctx: Typing
) -> tuple[str, typed.Expr | None]:
    if how_many is None:
        return "one", None
    amount = None if how_many.amount is None else numeric(how_many.amount, scope, ctx)
    if len(picks) > 1:
        ctx.report.error(
            "R0251",
            "several things are chosen from one set only",
            span,
            hint="choose one of each (`choose a from …, b from …`), or several from one set",
        )
    return how_many.how, amount


def _choose(node: ast.Choose, scope: Scope, ctx: Typing) -> Stmt:
    by = _by(node.by, scope, ctx)
    ways, test = _ways(node.picks, node.condition, scope, ctx)
    how, amount = _how_many(node.how_many, node.picks, node.span, scope, ctx)
    picks = []
    for name, local, choices, type_ in ways:
        chosen = type_ if how == "one" else Seq(type_, most_of(choices.type))
        picks.append(stmts.Binding(local, bind(name, chosen, scope, ctx, "choice"), choices))
    return stmts.Choose(
        span=node.span, hearing=node.hearing or USUAL, how=how, amount=amount, picks=tuple(picks),
        condition=test, by=by, otherwise=optional_block(node.otherwise, scope, ctx),
    )  # fmt: skip


def _may(node: ast.May, scope: Scope, ctx: Typing) -> Stmt:
    return stmts.May(
        span=node.span, hearing=node.hearing or USUAL, name=node.name.text, by=_by(node.by, scope, ctx),
        body=block(node.body, scope, ctx), otherwise=optional_block(node.otherwise, scope, ctx),
    )  # fmt: skip


def _options(options: tuple[ast.MenuOption, ...], scope: Scope, ctx: Typing) -> tuple[stmts.MenuOption, ...]:
    heads = []
    seen: dict[str, Span] = {}
    for option in options:
        if option.name.text in seen:
            also = [Label(seen[option.name.text], "the first one")]
            title = f"two options are called `{option.name}`"
            ctx.report.error("R0252", title, option.name.span, also=also)
        seen[option.name.text] = option.name.span
        ways, test = _ways(option.picks, option.condition, scope, ctx)
        inner = scope.child()
        picks = tuple(
            stmts.Binding(local, bind(name, type_, inner, ctx, "choice"), choices)
            for name, local, choices, type_ in ways
        )
        heads.append((option, picks, test, inner))
    return tuple(
        stmts.MenuOption(
            span=option.span, name=option.name.text, picks=picks, condition=test,
            body=block(option.body, inner, ctx),
        )
        for option, picks, test, inner in heads
    )  # fmt: skip


def _menu(node: ast.Menu, scope: Scope, ctx: Typing) -> Stmt:
    by = _by(node.by, scope, ctx)
    options = _options(node.options, scope, ctx)
    otherwise = optional_block(node.otherwise, scope, ctx)
    return stmts.Menu(
        span=node.span, hearing=node.hearing or USUAL, by=by, options=options, otherwise=otherwise
    )


# ---------------------------------------------------------------- several players at once


def _at_once(
    node: ast.Secret | ast.SecretMenu, scope: Scope, ctx: Typing
) -> tuple[typed.Expr | None, Local, Scope]:
    """The players who choose, and the scope in which one of them does."""
    players = None if node.players is None else need(node.players, scope, Seq(PLAYER), ctx)
    inner = scope.child()
    return players, inner.add(node.player.text, PLAYER, "you", node.player.span), inner


def _secret(node: ast.Secret, scope: Scope, ctx: Typing) -> Stmt:
    players, player, inner = _at_once(node, scope, ctx)
    ways, test = _ways(node.picks, node.condition, inner, ctx)
    how, amount = _how_many(node.how_many, node.picks, node.span, inner, ctx)
    picks = []
    for name, local, choices, type_ in ways:
        chosen = type_ if how == "one" else Seq(type_, most_of(choices.type))
        picks.append(stmts.Binding(local, bind(name, ByPlayer(chosen), scope, ctx, "choice"), choices))
    return stmts.Secret(
        span=node.span, player=player, players=players, how=how, amount=amount, picks=tuple(picks),
        condition=test,
    )  # fmt: skip


def _secret_menu(node: ast.SecretMenu, scope: Scope, ctx: Typing) -> Stmt:
    players, player, inner = _at_once(node, scope, ctx)
    options = _options(node.options, inner, ctx)
    otherwise = optional_block(node.otherwise, inner, ctx)
    return stmts.SecretMenu(
        span=node.span, player=player, players=players, options=options, otherwise=otherwise
    )


STATEMENTS: dict[type, StmtHandler] = {
    ast.Choose: _choose,
    ast.May: _may,
    ast.Menu: _menu,
    ast.Secret: _secret,
    ast.SecretMenu: _secret_menu,
}
