"""Values: typed when they are first used, so their order in the files does not matter.

In: a value's symbol. Out: its type, and in `ctx.values` its typed bodies. Values that need themselves are
refused here; those that do so through abilities, by the check of costs.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.limits import DEEPEST_VALUES, MOST_IN_A_LIST
from rulelang.syntax import ast
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Result, Value, ValueBody
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.typing import Typing, expression, optional_condition, same
from rulelang.typed.symbols import CallableSymbol
from rulelang.types import BOOL, MOST, UNKNOWN, Num, Opt, Seq, Type, bare

CHANGED = Num(-1_000_000, 1_000_000)  # what abilities may make of a number


def result_of(value: CallableSymbol, node: ast.Node, ctx: Typing) -> Type:
    if value.name in ctx.values:
        return ctx.values[value.name].result
    if value.name in ctx.in_progress:
        path = " → ".join([*ctx.in_progress[ctx.in_progress.index(value.name) :], value.name])
        ctx.report.error(
            "R0257", f"`{value.name}` needs itself to be computed", node.span, path,
            why="a value is computed from other things, so that it always ends",
            hint="make one value of them: one alone may use itself, with a number that gets smaller",
        )  # fmt: skip
        return UNKNOWN
    if len(ctx.in_progress) >= DEEPEST_VALUES:
        if not any(found.code == "R0108" for found in ctx.report.found):
            title = f"values use each other more than {DEEPEST_VALUES} deep"
            ctx.report.error("R0108", title, value.span, why="each of them waits for the next one")
        return UNKNOWN
    ctx.in_progress.append(value.name)
    bodies, types = [], []
    ctx.so_far.pop(value.name, None)
    for body in unique_bodies(value):
        assert isinstance(body, ast.Value)
        found, type_ = _body(value, body, ctx)
        bodies.append(found)
        types.append(type_)
    ctx.in_progress.pop()
    result = same(next(iter(value.bodies.values())), types, ctx.report)
    if isinstance(bare(result), Num) and value.name in ctx.changed:
        result = CHANGED if isinstance(result, Num) else Opt(CHANGED)  # an ability may give another number
    elif isinstance(result, Seq) and value.name in ctx.changed:  # or more elements
        there_are = MOST_IN_A_LIST if isinstance(result.item, Num) else ctx.world.size_of(result.item)
        result = Seq(result.item, max(result.most, there_are))
    if None not in value.bodies:
        result = or_nothing(result)
    depth = ctx.depths.get(value.name, 0)
    if depth:
        result = _any_amount(result)
    ctx.values[value.name] = Value(value, tuple(bodies), result, depth)
    return result


def itself(value: CallableSymbol, args: tuple[typed.Expr, ...], node: ast.Node, ctx: Typing) -> Type | None:
    """The type of a value that uses itself, if it surely comes to an end; None if it does not use itself.

    It does where a number gets smaller each time: the range of the number is how often that can be.
    """
    if value.name in ctx.values or not ctx.in_progress or ctx.in_progress[-1] != value.name:
        return None
    depths = [
        type_.high - type_.low + 1
        for arg, (name, type_) in zip(args, value.params, strict=True)
        if isinstance(type_, Num) and _is_less(arg, name)
    ]
    if not depths:
        title = f"`{value.name}` needs itself to be computed"
        hint = (
            "give it a number that gets smaller each time, `n: number 0 to 20`; begin with `when n is 0: …`"
        )
        numbers = [name for name, type_ in value.params if isinstance(type_, Num)]
        if numbers:
            hint = f"let a number get smaller each time: `{value.name}(… {numbers[0]} - 1 …)`"
        why = "a value is computed from other things, so that it always ends"
        ctx.report.error("R0257", title, node.span, why=why, hint=hint)
        return UNKNOWN
    if min(depths) > DEEPEST_VALUES:
        title = f"`{value.name}` could use itself {min(depths):,} times"
        hint = f"give the number that gets smaller a range of at most {DEEPEST_VALUES}"
        ctx.report.error("R0257", title, node.span, hint=hint)
        return UNKNOWN
    if value.name not in ctx.so_far:
        title = f"`{value.name}` uses itself before it says what it is"
        hint = "begin with a case that does without: `when n is 0: 0`"
        ctx.report.error("R0257", title, node.span, hint=hint)
        return UNKNOWN
    ctx.depths[value.name] = max(min(depths), ctx.depths.get(value.name, 0))
    return ctx.so_far[value.name]


def _is_less(arg: typed.Expr, name: str) -> bool:
    match arg:
        case typed.Arithmetic(op="-", left=typed.LocalRef(local=local), right=typed.Number(value=amount)):
            return local.name == name and local.role == "param" and amount > 0
    return False


def _any_amount(type_: Type) -> Type:
    """The type of what is put together from results of the same value."""
    match type_:
        case Num():
            return CHANGED
        case Opt(inner=Num()):
            return Opt(CHANGED)
        case Seq(item=item):
            return Seq(item, MOST)
    return type_


def or_nothing(result: Type) -> Type:
    """The type of what may be missing: a value with cases and no default, a rule that ends without an answer.

    It is 0, an empty set, no, or none.
    """
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
        ctx.so_far[value.name] = _any_amount(found.type)
        results.append(Result(test, found))
    words = tuple(word.text for word in node.cases)
    type_ = same(node, types, ctx.report, [case.value for case in node.results])
    found_results = tuple(evolve(result, value=_of_these(result.value, type_)) for result in results)
    return ValueBody(node.span, words, params, tuple(lets), found_results), type_


def _of_these(value: typed.Expr, type_: Type) -> typed.Expr:
    """`[]` is an empty set of what the other results are sets of."""
    inner = bare(type_)
    if isinstance(value, typed.ListOf) and not value.items and isinstance(inner, Seq):
        return evolve(value, type=Seq(inner.item, 0))
    return value
