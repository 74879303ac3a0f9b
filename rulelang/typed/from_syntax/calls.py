"""Calls of values, and the arguments of values and rules."""

from __future__ import annotations

from rulelang.diagnostics import Label
from rulelang.source import Span
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed import expressions as typed
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.standing import value_of_field
from rulelang.typed.from_syntax.typing import Typing, expression, wrong
from rulelang.typed.from_syntax.values import itself, result_of
from rulelang.typed.functions import FUNCTIONS
from rulelang.typed.symbols import CallableSymbol, refer
from rulelang.types import UNKNOWN, Num, Type, disjoint, fits


def call_value(
    value: CallableSymbol, args: tuple[ast.Expr, ...], node: ast.Node, name: Span, scope: Scope, ctx: Typing
) -> typed.Expr:
    refer(value, name)
    ctx.named[node.span] = value
    found = arguments(value, args, node, scope, ctx)
    if found is None:
        return wrong(node.span)
    type_ = itself(value, found, node, ctx)
    return typed.ValueCall(node.span, result_of(value, node, ctx) if type_ is None else type_, value, found)


def arguments(
    target: CallableSymbol, args: tuple[ast.Expr, ...], node: ast.Node, scope: Scope, ctx: Typing
) -> tuple[typed.Expr, ...] | None:
    if len(args) != len(target.params):
        wanted = ", ".join(name for name, _ in target.params) or "nothing"
        amount = f"{len(target.params)} value{'' if len(target.params) == 1 else 's'}"
        ctx.report.error(
            "R0230", f"`{target.name}` takes {amount}, not {len(args)}", node.span,
            f"it takes: {wanted}", also=[Label(target.span, "declared here")],
        )  # fmt: skip
        return None
    return tuple(
        bounded(arg, scope, type_, name, ctx) for arg, (name, type_) in zip(args, target.params, strict=True)
    )


def further_arguments(
    value: CallableSymbol, args: tuple[ast.Expr, ...], node: ast.Node, scope: Scope, ctx: Typing
) -> tuple[typed.Expr, ...] | None:
    """What a value gets beside the element that it is asked about."""
    rest = value.params[1:]
    if len(args) != len(rest):
        wanted = ", ".join(name for name, _ in rest) or "nothing"
        ctx.report.error(
            "R0230", f"beside the element `{value.name}` takes {len(rest)}, not {len(args)}", node.span,
            f"it takes: {wanted}", also=[Label(value.span, "declared here")],
        )  # fmt: skip
        return None
    return tuple(bounded(arg, scope, type_, name, ctx) for arg, (name, type_) in zip(args, rest, strict=True))


def bounded(node: ast.Node, scope: Scope, wanted: Type, name: str, ctx: Typing) -> typed.Expr:
    """A value for something with a range: what is surely outside is wrong, what may be is checked in play."""
    found = expression(node, scope, ctx, wanted)
    actual = found.type
    if not fits(actual, wanted):
        title = f"{wanted} is needed for `{name}`, but this is {actual}"
        ctx.report.error("R0220", title, node.span, f"this is {actual}")
        return wrong(node.span)
    if disjoint(actual, wanted):
        assert isinstance(wanted, Num)
        title = f"this is always outside the range of `{name}`, {wanted.low} to {wanted.high}"
        ctx.report.error("R0208", title, node.span)
    return found


def unknown_value(word: ast.Ident, ctx: Typing, about: Type = UNKNOWN) -> None:
    """`about` is the type of what the value would be asked about, if that is known."""
    hint = value_of_field(word, about, ctx) or did_you_mean(word.text, [*ctx.world.values, *FUNCTIONS])
    title = f"I don't know a value called `{word}`"
    ctx.report.error("R0219", title, word.span, hint=hint, unknown=word.text)
