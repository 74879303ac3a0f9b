"""Expressions about collections: filters, quantifiers, sums, orders, ends of piles."""

from __future__ import annotations

from rulelang.syntax import ast
from rulelang.typed import expressions as typed
from rulelang.typed.from_syntax.scope import Scope, element
from rulelang.typed.from_syntax.typing import (
    ExprHandler,
    Typing,
    condition,
    element_type,
    expression,
    is_component,
    items,
    need,
    numeric,
    range_of,
    same,
    wrong,
)
from rulelang.typed.symbols import Local
from rulelang.types import (
    BOOL,
    MOST,
    NUM,
    UNKNOWN,
    Kind,
    Num,
    Opt,
    Place,
    Seq,
    Type,
    bare,
    is_unknown,
    item_of,
    most_of,
    number,
)


def _list_of(node: ast.ListOf, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    inner = bare(want) if want is not None else None
    item = inner.item if isinstance(inner, Seq) else _of_own_words(node, scope, ctx)
    parts: list[typed.Expr] = []
    for part in node.items:
        parts.append(expression(part, scope, ctx, item))
        item = item or parts[-1].type
    type_ = same(node, [part.type for part in parts], ctx.report)
    return typed.ListOf(node.span, Seq(type_, len(parts)), tuple(parts))


def _of_own_words(node: ast.ListOf, scope: Scope, ctx: Typing) -> Type | None:
    """The type of a list with a word that only one type has: `[north, north_east]` are headings."""
    names = [part.name.text for part in node.items if isinstance(part, ast.Name)]
    kinds = (kind for kind in ctx.world.kinds.values() if not kind.by_itself)
    found = (Kind(kind.name) for kind in kinds for name in names if name in kind.own_words)
    return next(found, None) if not any(scope.find(name) for name in names) else None


def _range(node: ast.Range, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    if _joins(node.high):
        # `1 to 6 without [3]`: of a number nothing can be taken away, of the range it can.
        return expression(_whole_range(node, node.high), scope, ctx, want)
    low, high = numeric(node.low, scope, ctx), numeric(node.high, scope, ctx)
    if is_unknown(low.type) or is_unknown(high.type):
        return typed.Range(node.span, Seq(UNKNOWN), low, high)
    first, last = range_of(low).low, range_of(high).high
    most = min(MOST, max(0, last - first + 1))
    return typed.Range(node.span, Seq(number(first, last), most), low, high)


def _joins(node: ast.Expr) -> bool:
    return isinstance(node, ast.Binary) and node.op in ("union", "without")


def _whole_range(node: ast.Range, high: ast.Expr) -> ast.Expr:
    if not isinstance(high, ast.Binary) or not _joins(high):
        return ast.Range(node.span, node.low, high)
    return ast.Binary(node.span, high.op, _whole_range(node, high.left), high.right)


# ---------------------------------------------------------------- one variable over a set


def _where(node: ast.Where, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    return _filtered(node, node.name, node.items, node.condition, scope, ctx)


def _filtered(
    node: ast.Node, name: ast.Ident | None, source: ast.Expr, test: ast.Expr | None, scope: Scope, ctx: Typing
) -> typed.Expr:
    found, type_ = items(source, scope, ctx)
    if test is None:
        return found
    local, inner = element(name or scope.coming, type_, scope)
    holds = condition(test, inner, ctx)
    kept = bare(type_) if _is_there(holds, local) else type_
    return typed.Where(node.span, Seq(kept, most_of(found.type)), local, found, holds)


def _is_there(test: typed.Expr, local: Local) -> bool:
    """Whether a condition lets no element pass that is none."""
    match test:
        case typed.Logic(op="and", left=left, right=right):
            return _is_there(left, local) or _is_there(right, local)
        case typed.Comparison(op="is_not", left=typed.LocalRef(local=found), right=typed.Nothing()):
            return found is local
    return False


def _leading(node: ast.Leading, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    found, type_ = items(node.items, scope, ctx)
    local, inner = element(scope.coming, type_, scope)
    test = condition(node.condition, inner, ctx)
    kept = Seq(type_, most_of(found.type))
    return typed.Leading(node.span, kept, local, found, test, node.inclusive)


def _different(node: ast.Different, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    found, type_ = items(node.items, scope, ctx)
    if not is_unknown(type_) and not is_component(node.items, type_, ctx):
        return wrong(node.span)
    return typed.Different(node.span, Seq(type_, most_of(found.type)), found)


def _extremes(node: ast.ThoseExtreme, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    found = _filtered(node, node.name, node.items, node.condition, scope, ctx)
    type_ = Seq(element_type(node.items, found.type, ctx), most_of(found.type))
    local, inner = element(node.name, type_.item, scope)
    return typed.Extremes(node.span, type_, node.extreme, local, found, numeric(node.key, inner, ctx))


def _sorted_by(node: ast.SortedBy, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    found, type_ = items(node.items, scope, ctx)
    local, inner = element(None, type_, scope)
    keys = tuple(typed.SortKey(numeric(key.expr, inner, ctx), key.descending) for key in node.keys)
    return typed.SortedBy(node.span, Seq(type_, most_of(found.type)), local, found, keys)


def _quantified(node: ast.Quantified, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    found, type_ = items(node.items, scope, ctx)
    if node.condition is None:
        return typed.Quantified(node.span, BOOL, node.how, None, found, None)
    local, inner = element(node.name, type_, scope)
    return typed.Quantified(node.span, BOOL, node.how, local, found, condition(node.condition, inner, ctx))


def _count(node: ast.Count, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    found, _ = items(node.items, scope, ctx)
    return typed.Count(node.span, Num(0, MOST), found)


def _each(node: ast.Each, scope: Scope, want: Type | None, ctx: Typing) -> typed.Each:
    found, type_ = items(node.items, scope.before(node.name), ctx)
    if node.value is None:
        if not isinstance(bare(type_), Num) and type_ != UNKNOWN:
            ctx.report.error("R0220", f"numbers are needed, but these are of {type_}", node.items.span)
        return typed.Each(node.span, Seq(type_, most_of(found.type)), None, found, None)
    local, inner = element(node.name, type_, scope)
    value = numeric(node.value, inner, ctx)
    one = UNKNOWN if is_unknown(value.type) else range_of(value)
    return typed.Each(node.span, Seq(one, most_of(found.type)), local, found, value)


def _numbers(each: typed.Each) -> Num:
    inner = bare(each.type)
    item = bare(inner.item) if isinstance(inner, Seq) else UNKNOWN
    return item if isinstance(item, Num) else NUM


def _sum_of(node: ast.SumOf, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    each = _each(node.each, scope, None, ctx)
    if is_unknown(item_of(each.type)):
        return wrong(node.span)
    one = _numbers(each)
    return typed.SumOf(node.span, number(min(0, one.low * MOST), max(0, one.high * MOST)), each)


def _extreme(node: ast.Extreme, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    each = _each(node.each, scope, None, ctx)
    if is_unknown(item_of(each.type)):
        return wrong(node.span)
    one = _numbers(each)
    return typed.Extreme(node.span, number(min(0, one.low), max(0, one.high)), node.which, each)


def _largest(node: ast.Largest, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    amount = numeric(node.amount, scope, ctx)
    each = _each(node.each, scope, None, ctx)
    return typed.Largest(node.span, Seq(_numbers(each), most_of(each.type)), amount, each)


def _listing(node: ast.Listing, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    each = node.each
    found, type_ = items(each.items, scope.before(each.name), ctx)
    local, inner = element(each.name, type_, scope)
    assert each.value is not None
    value = expression(each.value, inner, ctx, item_of(want) if want is not None else None)
    if isinstance(bare(value.type), Seq):
        title = "a list has single things in it, and this is a set for each"
        hint = "put the sets together: `gather(… for each …)`"
        ctx.report.error("R0220", title, each.value.span, hint=hint)
        return wrong(node.span)
    return typed.Listing(node.span, Seq(value.type, most_of(found.type)), local, found, value)


def _gather(node: ast.Gather, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    found, type_ = items(node.items, scope.before(node.name), ctx)
    local, inner = element(node.name, type_, scope)
    value, value_type = items(node.value, inner, ctx)
    most = min(MOST, most_of(found.type) * most_of(value.type))
    return typed.Gather(node.span, Seq(value_type, most), local, found, value)


# ---------------------------------------------------------------- order and position


def _end_of(node: ast.EndOf, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    amount = None if node.amount is None else _amount(node, node.amount, scope, ctx)
    if amount is not None and is_unknown(amount.type):
        expression(node.zone, scope, ctx)  # whether it is a set cannot be told: `of` may be what is missing
        return wrong(node.span)
    found, type_ = items(node.zone, scope, ctx)
    if isinstance(found, typed.ZoneRef):
        zone = found.zone
        if zone.ordering in ("set", "grid") and node.which in ("top", "bottom"):
            ctx.report.error(
                "R0233", f"`{zone.name}` is a {zone.ordering}: it has no top and no bottom", node.span,
                hint="use `first of` or `last of`, or declare it as a pile",
            )  # fmt: skip
        ctx.looks += zone.ordering == "pile"
    if amount is None:
        return typed.EndOf(node.span, Opt(type_), node.which, None, found)
    most = min(most_of(found.type), max(0, range_of(amount).high))
    return typed.EndOf(node.span, Seq(type_, most), node.which, amount, found)


def _amount(node: ast.EndOf, amount: ast.Expr, scope: Scope, ctx: Typing) -> typed.Expr:
    """How many are taken. A zone there shows that `of` is missing: `first hand of you`."""
    match amount:
        case ast.Name(name=name) if scope.find(name.text) is None and name.text in ctx.world.zones:
            title = f"a number is needed, but `{name}` is a zone"
            ctx.report.error("R0220", title, name.span, hint=f"write `{node.which} of {name} …`")
            return wrong(name.span)
    return numeric(amount, scope, ctx)


def _before(node: ast.Before, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    return beside(node, "before", scope, ctx)


def beside(node: ast.Before | ast.After, side: str, scope: Scope, ctx: Typing) -> typed.Expr:
    found, type_ = items(node.items, scope, ctx)
    item = need(node.item, scope, type_, ctx)
    return typed.Beside(node.span, Seq(type_, most_of(found.type)), side, found, item)


def _position(node: ast.Position, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    item = expression(node.item, scope, ctx)
    is_component(node.item, item.type, ctx)
    return typed.Position(node.span, Num(0, MOST), item)


def _at(node: ast.At, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    found, type_ = items(node.items, scope, ctx)
    index = expression(node.index, scope, ctx)
    grid = isinstance(found, typed.ZoneRef) and found.zone.ordering == "grid"
    if is_unknown(found.type) or (
        grid and is_unknown(index.type)
    ):  # a grid is asked by places and by numbers
        return wrong(node.span)
    if isinstance(found, typed.ZoneRef) and isinstance(bare(index.type), Place):
        if bare(index.type) != Place(found.zone.name) and found.zone.ordering == "grid":
            title = f"{Place(found.zone.name)} is needed, but this is {index.type}"
            ctx.report.error("R0220", title, node.index.span, f"this is {index.type}")
            return wrong(node.span)
        return typed.CellAt(node.span, Opt(type_), found, index)
    if not isinstance(bare(index.type), Num) and not is_unknown(index.type):
        title = f"a number or a place is needed, but this is {index.type}"
        ctx.report.error("R0220", title, node.index.span)
    return typed.At(node.span, type_, found, index)


EXPRESSIONS: dict[type, ExprHandler] = {
    ast.ListOf: _list_of, ast.Range: _range, ast.Where: _where, ast.ThoseExtreme: _extremes,
    ast.SortedBy: _sorted_by, ast.Quantified: _quantified, ast.Count: _count, ast.Each: _each,
    ast.SumOf: _sum_of, ast.Extreme: _extreme, ast.Largest: _largest, ast.Gather: _gather,
    ast.EndOf: _end_of, ast.Before: _before, ast.Position: _position, ast.At: _at, ast.Leading: _leading,
    ast.Different: _different, ast.Listing: _listing,
}  # fmt: skip
