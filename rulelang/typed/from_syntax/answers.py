"""Rules, their answers, and local names that change.

In: the symbol of a rule, typed when it is first needed, since whoever uses an answer has to know its type.
Out: in `ctx.rules` the typed bodies, in the symbol what it answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs

from rulelang.diagnostics import Label
from rulelang.syntax import ast
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.definition import Rule, RuleBody
from rulelang.typed.from_syntax.binding import bind
from rulelang.typed.from_syntax.linking import Linking, resolve
from rulelang.typed.from_syntax.more_options import with_more_options
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.typing import (
    StmtHandler,
    Typing,
    block,
    expression,
    numeric,
    same,
    statement,
)
from rulelang.typed.from_syntax.values import CHANGED, or_nothing, unique_bodies
from rulelang.typed.statements import Stmt
from rulelang.typed.symbols import CallableSymbol, Local
from rulelang.types import BOOL, MOST, NONE, UNKNOWN, Num, Opt, Seq, Type, bare, fits, is_unknown, join


def rule_of(symbol: CallableSymbol, ctx: Typing) -> Rule:
    """A rule with its bodies typed, and in its symbol what it answers."""
    if symbol.name in ctx.rules:
        return ctx.rules[symbol.name]
    ctx.rules_in_progress.append(symbol.name)
    bodies, answers = [], list[tuple[ast.Node, Type]]()
    for node in unique_bodies(symbol):
        assert isinstance(node, ast.Rule)
        body = with_more_options(symbol, node, ctx)
        scope = Scope(rule=symbol, assigned=frozenset(assigned_names(body)), answers=answers)
        params = tuple(
            scope.add(param.name.text, type_, "param", param.name.span)
            for param, (_, type_) in zip(node.params, symbol.params, strict=True)
        )
        words = tuple(word.text for word in node.cases)
        bodies.append(RuleBody(node.span, words, params, block(body, scope, ctx)))
    ctx.rules_in_progress.pop()
    if answers:
        nodes = [node for node, _ in answers]
        symbol.answer = or_nothing(same(nodes[0], [type_ for _, type_ in answers], ctx.report, nodes))
    found = ctx.rules[symbol.name] = Rule(symbol, tuple(bodies))
    return found


def answer_of(call: stmts.Call, node: ast.Node, ctx: Typing) -> Type:
    """What the rule that is called answers."""
    rule = call.rule
    if rule.name in ctx.rules_in_progress and rule.answer is None:
        ctx.report.error(
            "R0273", f"`{rule.name}` needs its own answer before it has given one", node.span,
            hint="use the answer in another rule, which is carried out afterwards",
        )  # fmt: skip
        return UNKNOWN
    rule_of(rule, ctx)
    if rule.answer is None and any(
        not body.body for body in rule.bodies.values() if isinstance(body, ast.Rule)
    ):
        return UNKNOWN  # its lines could not be read
    if rule.answer is None:
        ctx.report.error(
            "R0273", f"`{rule.name}` answers nothing", node.span,
            also=[Label(rule.span, "there is no `answer …` in this rule")],
            hint="say in the rule what it answers: `answer yes`",
        )  # fmt: skip
        return UNKNOWN
    return rule.answer


def _answer(node: ast.Answer, scope: Scope, ctx: Typing) -> Stmt | None:
    if scope.answers is None or scope.rule is None:
        ctx.report.error(
            "R0273", "only a rule, and what stands `instead of` one, can answer", node.span,
            why="the answer goes to whoever carried out the rule",
        )  # fmt: skip
        return None
    if scope.rule.name in ("setup", "play"):
        ctx.report.error(
            "R0273", f"nobody carries out `{scope.rule.name}`, so nobody gets its answer", node.span,
            hint="leave it out; to end the game, write `end game` or `win …`",
        )  # fmt: skip
        return None
    wanted = scope.rule.answer or (scope.answers[0][1] if scope.answers else None)
    value = expression(node.value, scope, ctx, wanted)
    if scope.rule.answer is not None and not fits(value.type, scope.rule.answer):
        title = f"`{scope.rule.name}` answers {scope.rule.answer}, but this is {value.type}"
        ctx.report.error("R0220", title, node.value.span, also=[Label(scope.rule.span, "declared here")])
        return None
    scope.answers.append((node.value, value.type))
    return stmts.Answer(span=node.span, rule=scope.rule, value=value)


def asked(node: ast.Expr | ast.Call, scope: Scope, ctx: Typing) -> stmts.Call | None:
    """A rule that is carried out for its answer, which has to be yes or no."""
    call = statement(node, scope, ctx) if isinstance(node, ast.Call) else None
    if not isinstance(call, stmts.Call):
        return None
    type_ = answer_of(call, node, ctx)
    if not fits(type_, BOOL):
        title = f"a condition is needed, but `{call.rule.name}` answers {type_}"
        hint = f"give the answer a name: `let found be do {call.rule.name}(…)`"
        ctx.report.error("R0220", title, node.span, hint=hint)
        return None
    return None if is_unknown(type_) else call


# ---------------------------------------------------------------- local names


def assigned_names(block: ast.Block) -> Iterator[str]:
    """The plain names that are given another value somewhere in a block."""
    for node in _statements(block):
        if isinstance(node, ast.Assign) and isinstance(node.target, ast.Name):
            yield node.target.name.text


def answers_something(rule: CallableSymbol) -> bool:
    """Whether an `answer` stands in a rule, as far as its lines tell."""
    return any(
        isinstance(node, ast.Answer)
        for body in rule.bodies.values()
        if isinstance(body, ast.Rule)
        for node in _statements(body.body)
    )


def _statements(node: Any) -> Iterator[ast.Stmt]:
    """All statements of a block, and of the blocks in them."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if part.__class__ is tuple:
            waiting += part[::-1]
        elif isinstance(part, ast.Stmt | ast.MenuOption):
            if isinstance(part, ast.Stmt):
                yield part
            cls: Any = part.__class__
            for name in _inner(cls):
                value = getattr(part, name)
                if value is not None:
                    waiting.append(value)


@cache
def _inner(cls: Any) -> tuple[str, ...]:
    """The fields that hold statements, last first: as they are put on a stack."""
    return tuple(
        field.name
        for field in reversed(attrs.fields(cls))
        if re.search(r"\b(Block|Call|MenuOption|Stmt)\b", str(field.type))
    )


def _let(node: ast.Let, scope: Scope, ctx: Typing) -> Stmt | None:
    if isinstance(node.value, ast.Call):
        call = statement(node.value, scope, ctx)
        type_ = answer_of(call, node.value, ctx) if isinstance(call, stmts.Call) else UNKNOWN
        local = bind(node.name, _declared(node, type_, scope, ctx), scope, ctx)
        if not isinstance(call, stmts.Call) or is_unknown(type_):
            return None
        return stmts.LetAnswer(span=node.span, local=local, call=call)
    wanted = None if node.type is None else resolve(_linking(ctx), node.type, node.name)
    value = expression(node.value, scope, ctx, wanted)
    local = bind(node.name, _declared(node, value.type, scope, ctx), scope, ctx)
    return stmts.Let(span=node.span, local=local, value=value)


def _linking(ctx: Typing) -> Linking:
    return Linking({}, ctx.report, world=ctx.world)


def _declared(node: ast.Let, type_: Type, scope: Scope, ctx: Typing) -> Type:
    """The type of a local name: of its value, or what it says if it gets other values."""
    if node.type is not None:
        declared = resolve(_linking(ctx), node.type, node.name)
        if not fits(type_, declared):
            title = f"`{node.name}` is {declared}, but this is {type_}"
            ctx.report.error("R0220", title, node.value.span)
            return UNKNOWN
        return declared
    if isinstance(type_, Seq) and is_unknown(type_.item) and isinstance(node.value, ast.ListOf):
        if not node.value.items:
            title = f"what can be in `{node.name}`?"
            hint = f"say it: `let {node.name}: set of player be []`"
            ctx.report.error("R0216", title, node.name.span, hint=hint)
        return UNKNOWN
    if node.name.text not in scope.assigned or is_unknown(type_):
        return type_
    if type_ == NONE:
        title = f"what else can `{node.name}` be?"
        hint = f"say it: `let {node.name}: player or none be none`"
        ctx.report.error("R0216", title, node.name.span, hint=hint)
        return UNKNOWN
    if isinstance(bare(type_), Num):
        wide = join(bare(type_), CHANGED)
        assert wide is not None
        return Opt(wide) if isinstance(type_, Opt) else wide
    return Seq(type_.item, MOST) if isinstance(type_, Seq) else type_


def rename(node: ast.Assign, local: Local, scope: Scope, ctx: Typing) -> Stmt | None:
    """`set best to …` for a name that `let` has given."""
    type_ = local.type
    if node.op != "set":
        if not isinstance(type_, Num):
            if not is_unknown(type_):
                title = f"only a number can grow or shrink, and this is {type_}"
                ctx.report.error("R0220", title, node.target.span, hint="write `set … to …`")
            return None
        return stmts.Rename(span=node.span, op=node.op, local=local, value=numeric(node.value, scope, ctx))
    value: typed.Expr = expression(node.value, scope, ctx, type_)
    if not fits(value.type, type_):
        title = f"`{local.name}` is {type_}, but this is {value.type}"
        hint = f"say what it can be: `let {local.name}: … be …`"
        ctx.report.error("R0220", title, node.value.span, hint=hint)
        return None
    return stmts.Rename(span=node.span, op="set", local=local, value=value)


STATEMENTS: dict[type, StmtHandler] = {ast.Let: _let, ast.Answer: _answer}
