"""What would be, and what was: `… after rule(…)`, and how often a position was there.

In: the syntax of such a question. Out: a typed node. Whether the rule can be carried out without asking
anybody and without chance is known when all rules are typed: `checks/hypotheses.py`.
"""

from __future__ import annotations

from rulelang.source import Span
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed import expressions as typed
from rulelang.typed.from_syntax.calls import arguments
from rulelang.typed.from_syntax.members import no_rule
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.sets import beside
from rulelang.typed.from_syntax.typing import ExprHandler, Typing, expression, wrong
from rulelang.typed.symbols import refer
from rulelang.types import MOST, Num, Type

FIXED = (typed.Number, typed.Truth, typed.Nothing, typed.Word, typed.LocalRef, typed.You, typed.Players)


def _after(node: ast.After, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    """Of a list, what comes after one of its elements; after a rule, what would be then."""
    match node.item:
        case ast.CallValue(name=name, args=args) if name.text in ctx.world.rules:
            pass
        case ast.Name(name=name) if name.text in ctx.world.rules and scope.find(name.text) is None:
            args = ()
        case _ if no_rule(node.items, node.item, scope, ctx):
            return wrong(node.span)
        case _:
            return beside(node, "after", scope, ctx)
    rule = ctx.world.rules[name.text]
    refer(rule, name.span)
    given = arguments(rule, args, node.item, scope, ctx)
    value = expression(node.items, scope, ctx, want)
    if given is None:
        return wrong(node.span)
    if isinstance(value, FIXED):
        title = f"this is the same, whether `{rule.name}` was carried out or not"
        hint = f"put brackets around all that is asked: `(…) after {rule.name}{'(…)' if args else ''}`"
        ctx.report.error("R0272", title, node.items.span, hint=hint)
        return wrong(node.span)
    found = typed.WhatIf(node.span, value.type, value, rule, given)
    ctx.imagined.append(found)
    return found


def repeats(node: ast.CallValue, ctx: Typing) -> typed.Expr:
    """`repeats(memory)`: how often this position was remembered."""
    world = ctx.world
    named = node.args[0] if len(node.args) == 1 else None
    memory = world.memories.get(named.name.text) if isinstance(named, ast.Name) else None
    if memory is None and isinstance(named, ast.Name):
        no_memory(named.name, named.span, ctx)
        return wrong(node.span)
    if memory is None:
        hint = f"write `repeats({next(iter(world.memories), 'seen')})`"
        if not world.memories:
            hint = (
                f"declare one: `memory seen: {next(iter(world.zones), 'board')}`, and write `remember seen`"
            )
        ctx.report.error("R0271", "`repeats` needs the name of a memory", node.span, hint=hint)
        return wrong(node.span)
    refer(memory, node.args[0].span)
    return typed.Repeats(node.span, Num(0, MOST), memory)


def no_memory(name: ast.Ident, span: Span, ctx: Typing) -> None:
    """A name that is no memory: misspelt, or that of a zone or a track."""
    world, word = ctx.world, name.text
    title = f"I don't know a memory called `{word}`"
    hint = did_you_mean(word, world.memories, "the memories are")
    if word in world.zones or word in world.tracks:
        title = f"`{word}` is a {'zone' if word in world.zones else 'track'}, not a memory"
        hint = f"declare a memory of it, `memory seen: {word}`, and write `remember seen` and `repeats(seen)`"
    hint = hint or f"declare it: `memory {word}: {next(iter(world.zones), 'board')}`"
    ctx.report.error("R0271", title, span, hint=hint, unknown=word)


EXPRESSIONS: dict[type, ExprHandler] = {ast.After: _after}
