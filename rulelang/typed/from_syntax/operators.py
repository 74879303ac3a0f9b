"""Operators and calls in expressions: arithmetic with ranges, comparisons, logic, branches."""

from __future__ import annotations

from rulelang.diagnostics import Report
from rulelang.syntax import ast
from rulelang.typed import expressions as typed
from rulelang.typed.from_syntax.answers import answers_something
from rulelang.typed.from_syntax.calls import call_value, unknown_value
from rulelang.typed.from_syntax.hypotheses import repeats
from rulelang.typed.from_syntax.members import of_both
from rulelang.typed.from_syntax.places import call_function
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.typing import (
    ExprHandler,
    Typing,
    condition,
    element_type,
    expression,
    numeric,
    range_of,
    same,
    wrong,
)
from rulelang.typed.functions import FUNCTIONS
from rulelang.typed.symbols import refer
from rulelang.types import (
    BOOL,
    LARGEST_NUMBER,
    MOST,
    Num,
    Place,
    Rec,
    Seq,
    Type,
    bare,
    is_unknown,
    join,
    most_of,
    number,
)

_ORDER = (">=", "<=", ">", "<")


def _binary(node: ast.Binary, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    match node.op:
        case "and" | "or":
            left = condition(node.left, scope, ctx)
            if is_unknown(left.type):  # `sick of arnby and plague`: what follows may be no condition either
                expression(node.right, scope, ctx)
                return wrong(node.span)
            right = condition(node.right, scope, ctx)
            return typed.Logic(node.span, BOOL, node.op, left, right)
        case "is" | "is_not":
            return _equality(node, scope, ctx)
        case "in" | "not_in":
            return _membership(node, scope, ctx)
        case "union" | "without":
            return _combined(node, scope, want, ctx)
    left, right = numeric(node.left, scope, ctx), numeric(node.right, scope, ctx)
    if node.op in _ORDER:
        _constant_comparison(node, range_of(left), range_of(right), ctx.report)
        return typed.Comparison(node.span, BOOL, node.op, left, right)
    if is_unknown(left.type) or is_unknown(right.type):
        return wrong(node.span)
    type_ = _range(node, range_of(left), range_of(right), ctx.report)
    if type_ is None:
        return wrong(node.span)
    return typed.Arithmetic(node.span, type_, node.op, left, right)


def _range(node: ast.Binary, a: Num, b: Num, report: Report) -> Num | None:
    """Where the result lies; None if that is reported as wrong."""
    if node.op == "+":
        return number(a.low + b.low, a.high + b.high)
    if node.op == "-":
        return number(a.low - b.high, a.high - b.low)
    if node.op == "*":
        ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        if max(map(abs, ends)) > LARGEST_NUMBER:
            report.error(
                "R0259", "this number can get too large", node.span,
                why=f"numbers stay below {LARGEST_NUMBER:,}, so that no game can fill the memory",
                hint="give the tracks and parameters that are multiplied smaller ranges",
            )  # fmt: skip
            return None
        return number(min(ends), max(ends))
    if node.op == "/":
        report.error(
            "R0270", "say which way this is rounded", node.span,
            why="numbers are whole; only the last step of a `payoff` may be a fraction",
            hint="write `… rounded down` or `… rounded up` behind it",
        )  # fmt: skip
        return None
    if b.low == b.high == 0:
        report.error("R0226", "nothing can be divided by 0", node.right.span)
        return None
    if node.op == "mod":
        return number(0 if b.low > 0 else b.low, max(b.high - 1, 0))
    return number(min(a.low, -a.high, 0), max(a.high, -a.low, 0))


def _constant_comparison(node: ast.Binary, a: Num, b: Num, report: Report) -> None:
    """A comparison that the ranges of both sides already decide."""
    always = {">=": a.low >= b.high, "<=": a.high <= b.low, ">": a.low > b.high, "<": a.high < b.low}
    never = {">=": a.high < b.low, "<=": a.low > b.high, ">": a.high <= b.low, "<": a.low >= b.high}
    if (a.low == a.high and b.low == b.high) or node.span.path.endswith(".scenario"):
        return  # two fixed numbers, or something that an example says must hold
    if always[node.op] or never[node.op]:
        word, hint = "always", "the condition can be left out"
        if never[node.op]:
            word, hint = "never", "what stands under it is never done"
        why = f"the left side is {_span_of(a)}, the right side {_span_of(b)}"
        report.warn("R0610", f"this is {word} true", node.span, why=why, hint=hint)


def _span_of(number: Num) -> str:
    return str(number.low) if number.low == number.high else f"{number.low} to {number.high}"


def _equality(node: ast.Binary, scope: Scope, ctx: Typing) -> typed.Expr:
    left_node, right_node = node.left, node.right
    if isinstance(left_node, ast.Name) and scope.find(left_node.name.text) is None:
        word = left_node.name.text
        copied = any(len(ctx.world.meant(word, Rec(name))) > 1 for name in ctx.world.records)
        if copied or len(list(ctx.world.constants(word))) > 1:
            left_node, right_node = right_node, left_node
    left = expression(left_node, scope, ctx)
    right = _copies(right_node, left.type, scope, ctx)
    if right is None:
        right = expression(right_node, scope, ctx, left.type)
        if join(left.type, right.type) is None:
            ctx.report.error(
                "R0227", "these two can never be the same", node.span,
                f"{left.type} on one side, {right.type} on the other",
            )  # fmt: skip
        elif isinstance(bare(left.type), Seq) and not is_unknown(right.type):
            ctx.report.error(
                "R0227",
                "two sets are not compared with `is`",
                node.span,
                hint="compare `count(…)` or use `in`",
            )
    _same_on_both_sides(node, left, right, scope, ctx)
    return typed.Comparison(node.span, BOOL, node.op, left, right)


def _same_on_both_sides(
    node: ast.Binary, left: typed.Expr, right: typed.Expr, scope: Scope, ctx: Typing
) -> None:
    """`where rank is rank`: a name of the rule hides the field of that name, on both sides."""
    if not (isinstance(left, typed.LocalRef) and isinstance(right, typed.LocalRef)):
        return
    local = left.local
    if local is not right.local or is_unknown(local.type):
        return
    title = f"`{local.name}` is compared with itself"
    hint = "compare it with something else"
    for it in scope.its():
        if isinstance(it.type, Rec) and local.name in ctx.world.records[it.type.name].fields:
            owner = it.name or "it"
            refer(ctx.world.records[it.type.name].fields[local.name], node.span)  # it is what was meant
            hint = f"the field is `{owner}.{local.name}`: write `{owner}.{local.name} is {local.name}`"
    also = f" (line {local.span.line})" if local.span is not None else ""
    why = f"on both sides it is the name that the rule gives{also}"
    ctx.report.warn("R0610", title, node.span, why=why, hint=hint)


def _copies(node: ast.Expr, type_: Type, scope: Scope, ctx: Typing) -> typed.Expr | None:
    """The copies of a component, where its name alone stands for any of them."""
    inner = bare(type_)
    if isinstance(node, ast.Name) and isinstance(inner, Rec) and scope.find(node.name.text) is None:
        meant = ctx.world.meant(node.name.text, inner)
        if len(meant) > 1:
            refer(ctx.world.symbol_of(node.name.text, inner), node.span)
            return typed.Copies(node.span, inner, node.name.text, tuple(meant))
    return None


def _membership(node: ast.Binary, scope: Scope, ctx: Typing) -> typed.Expr:
    items = expression(node.right, scope, ctx)
    item_type = element_type(node.right, items.type, ctx)
    item = expression(node.left, scope, ctx, item_type)
    if not isinstance(bare(items.type), Seq):
        return wrong(node.span)  # it is told that no set stands here
    if join(item.type, item_type) is None:
        ctx.report.error("R0227", f"{item.type} is never in {items.type}", node.span)
    return typed.Membership(node.span, BOOL, node.op, item, items)


def _combined(node: ast.Binary, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    left = expression(node.left, scope, ctx, want)
    element_type(node.left, left.type, ctx)
    right = expression(node.right, scope, ctx, left.type)
    element_type(node.right, right.type, ctx)
    type_ = same(node, [left.type, right.type], ctx.report)
    if isinstance(type_, Seq):
        joined = node.op == "union"
        most = min(MOST, most_of(left.type) + most_of(right.type)) if joined else most_of(left.type)
        type_ = Seq(type_.item, most)
    return typed.Combined(node.span, type_, node.op, left, right)


def _unary(node: ast.Unary, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    if node.op == "not":
        return typed.Not(node.span, BOOL, condition(node.operand, scope, ctx))
    if node.op == "negate":
        found = numeric(node.operand, scope, ctx)
        if is_unknown(found.type):
            return wrong(node.span)
        inner = range_of(found)
        return typed.Negated(node.span, number(-inner.high, -inner.low), found)
    found = expression(node.operand, scope, ctx)
    place = bare(found.type)
    if isinstance(place, Place):
        grid = ctx.world.zones.get(place.zone)
        if grid is not None and grid.owner is not None:
            title = f"there is more than one `{grid.name}`: on which one?"
            hint = f"say whose it is: `{grid.name} of … at … is empty`"
            ctx.report.error("R0224", title, node.operand.span, hint=hint)
            return wrong(node.span)
    elif not isinstance(found, typed.CellAt):
        element_type(node.operand, found.type, ctx)
    return typed.Emptiness(node.span, BOOL, node.op, found)


def _if_then_else(node: ast.IfThenElse, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    test = condition(node.condition, scope, ctx)
    then = expression(node.then, scope, ctx, want)
    other = expression(node.other, scope, ctx, want or then.type)
    type_ = same(node, [then.type, other.type], ctx.report)
    return typed.IfThenElse(node.span, type_, test, then, other)


def _call(node: ast.CallValue, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    word = node.name.text
    value = ctx.world.values.get(word)
    if value is not None:
        return call_value(value, node.args, node, node.name.span, scope, ctx)
    if word in FUNCTIONS:
        return call_function(node, scope, ctx)
    if word == "repeats":
        return repeats(node, ctx)
    owned = ctx.world.zones.get(word) or ctx.world.tracks.get(word)
    if owned is not None:
        refer(owned, node.name.span)
        return of_both(owned, node.args, node, scope, ctx)
    if word in ctx.world.rules:
        title = f"`{word}` is a rule: it does something, but it is not a value"
        call = f"do {word}(…)" if node.args else f"do {word}"
        hint = f"write `{call}` on a line of its own"
        if answers_something(ctx.world.rules[word]):
            hint = f"carry it out for its answer: `if {call}:`, or `let found be {call}`"
        ctx.report.error("R0229", title, node.name.span, hint=hint)
    else:
        unknown_value(node.name, ctx)
    return wrong(node.span)


EXPRESSIONS: dict[type, ExprHandler] = {
    ast.Binary: _binary, ast.Unary: _unary, ast.IfThenElse: _if_then_else, ast.CallValue: _call,
}  # fmt: skip
