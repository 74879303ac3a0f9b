"""Values: typed when they are first used, so their order in the files does not matter.

In: a value's symbol. Out: its type, and in `ctx.values` its typed bodies. Values that need themselves are
refused here; those that do so through abilities, by the check of costs.
"""

from __future__ import annotations

from rulelang.ir.limits import DEEPEST_VALUES
from rulelang.syntax import ast
from rulelang.typed.definition import Result, Value, ValueBody
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.typing import Typing, expression, optional_condition, same
from rulelang.typed.symbols import CallableSymbol
from rulelang.types import BOOL, UNKNOWN, Num, Opt, Seq, Type, bare

CHANGED = Num(-1_000_000, 1_000_000)  # what abilities may make of a number


def result_of(value: CallableSymbol, node: ast.Node, ctx: Typing) -> Type:
    if value.name in ctx.values:
        return ctx.values[value.name].result
    if value.name in ctx.in_progress:
        path = " → ".join([*ctx.in_progress[ctx.in_progress.index(value.name) :], value.name])
        ctx.report.error(
            "R0257", f"`{value.name}` needs itself to be computed", node.span, path,
            why="a value is computed from other things, so that it always ends",
        )  # fmt: skip
        return UNKNOWN
    if len(ctx.in_progress) >= DEEPEST_VALUES:
        if not any(found.code == "R0108" for found in ctx.report.found):
            title = f"values use each other more than {DEEPEST_VALUES} deep"
            ctx.report.error("R0108", title, value.span, why="each of them waits for the next one")
        return UNKNOWN
    ctx.in_progress.append(value.name)
    bodies, types = [], []
    for body in unique_bodies(value):
        assert isinstance(body, ast.Value)
        found, type_ = _body(value, body, ctx)
        bodies.append(found)
        types.append(type_)
    ctx.in_progress.pop()
    result = same(next(iter(value.bodies.values())), types, ctx.report)
    if isinstance(result, Num) and value.name in ctx.changed:
        result = CHANGED  # an ability may give another number
    if None not in value.bodies:
        result = _or_nothing(result)
    ctx.values[value.name] = Value(value, tuple(bodies), result)
    return result


def _or_nothing(result: Type) -> Type:
    """The type of a value with cases and no default: 0, an empty set, no or none for other words."""
    if isinstance(result, Num):
        return Num(min(result.low, 0), max(result.high, 0))
    return result if isinstance(bare(result), Num | Seq) or result == BOOL else Opt(bare(result))


def unique_bodies(target: CallableSymbol) -> list[ast.Rule | ast.Value]:
    """Each body once, however many words it is for."""
    found: list[ast.Rule | ast.Value] = []
    for body in target.bodies.values():
        if not found or found[-1] is not body:
            found.append(body)
    return found


def _body(value: CallableSymbol, node: ast.Value, ctx: Typing) -> tuple[ValueBody, Type]:
    scope = Scope()
    params = tuple(
        scope.add(param.name.text, type_, "param", param.name.span)
        for param, (_, type_) in zip(node.params, value.params, strict=True)
    )
    lets = []
    for let in node.lets:
        found = expression(let.value, scope, ctx)
        lets.append((scope.add(let.name.text, found.type, "let", let.name.span), found))
    types: list[Type] = []
    results = []
    for case in node.results:
        test = optional_condition(case.condition, scope, ctx)
        found = expression(case.value, scope, ctx, types[0] if types else None)
        types.append(found.type)
        results.append(Result(test, found))
    words = tuple(word.text for word in node.cases)
    body = ValueBody(node.span, words, params, tuple(lets), tuple(results))
    return body, same(node, types, ctx.report, [case.value for case in node.results])
