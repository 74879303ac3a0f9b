"""Ways from place to place, and the functions that every definition can call."""

from __future__ import annotations

from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed import expressions as typed
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.typing import (
    ExprHandler,
    Typing,
    expression,
    is_component,
    need,
    numeric,
    wrong,
    zone_named,
)
from rulelang.typed.from_syntax.values import result_of
from rulelang.typed.functions import FUNCTIONS
from rulelang.typed.symbols import ZoneSymbol, refer
from rulelang.types import MOST, UNKNOWN, Num, Opt, Place, Rec, Seq, Type, bare, most_of


def _path_query(node: ast.PathQuery, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    start = expression(node.start, scope, ctx)
    value = ctx.world.values.get(node.by.text)
    if value is None:
        hint = did_you_mean(node.by.text, ctx.world.values)
        ctx.report.error("R0219", f"I don't know a value called `{node.by}`", node.by.span, hint=hint)
        return wrong(node.span)
    refer(value, node.by.span)
    item = bare(start.type)
    result = result_of(value, node, ctx)
    if len(value.params) != 1 or (
        item != UNKNOWN and (value.params[0][1] != item or bare(result) != Seq(item))
    ):
        ctx.report.error(
            "R0235", f"`{node.by}` does not say what lies beside {start.type}", node.by.span,
            why="a way is found with a value that takes one place and gives the set of places next to it",
        )  # fmt: skip
        return wrong(node.span)
    many = Seq(item, _nodes(item, most_of(result), ctx))
    if node.query == "reachable":
        return typed.PathQuery(node.span, many, node.query, value, start, None)
    if node.query == "nearest":
        goals = need(node.subject, scope, Seq(item), ctx) if node.subject else None
        most = max(many.most, most_of(goals.type) if goals is not None else 0)
        return typed.PathQuery(node.span, Seq(item, most), node.query, value, start, goals)
    assert node.subject is not None
    goal = need(node.subject, scope, item, ctx)
    type_ = Opt(Num(0, MOST)) if node.query == "distance" else Seq(item, most_of(result))
    return typed.PathQuery(node.span, type_, node.query, value, start, goal)


def _nodes(item: Type, beside: int, ctx: Typing) -> int:
    """How many places a way can lead to."""
    if isinstance(item, Place):
        zone = ctx.world.zones.get(item.zone)
        return zone.width * zone.height if zone is not None else 1
    return max(ctx.world.size_of(item), beside) if not isinstance(item, Num) else MOST


def call_function(node: ast.CallValue, scope: Scope, ctx: Typing) -> typed.Expr:
    name = node.name.text
    function = FUNCTIONS[name]
    if len(node.args) != len(function.params):
        amount = f"{len(function.params)} value{'' if len(function.params) == 1 else 's'}"
        title = f"`{name}` takes {amount}, not {len(node.args)}"
        ctx.report.error("R0230", title, node.span, function.says)
        return wrong(node.span)
    args: list[typed.Expr] = []
    grid: ZoneSymbol | None = None
    place = ""  # the grid's name, which may not be declared: then that is reported
    for arg, param in zip(node.args, function.params, strict=True):
        found, its_grid = _argument(arg, param, scope, ctx, locates=name == "place_of")
        if found is None:
            return wrong(node.span)
        place = its_grid or place
        args.append(found)
    if name in ("place_of", "column", "row") and not place:
        return wrong(node.span)
    result = function.result
    if isinstance(result, str):
        grid = ctx.world.zones.get(place)
        many = Seq(Place(place), _most_places(name, grid))
        result = {"number": Num(0, MOST), "places": many, "place or none": Opt(Place(place))}[result]
    elif isinstance(result, Seq):
        result = Seq(result.item, ctx.world.size_of(result.item))
    return typed.FunctionCall(node.span, result, name, function, tuple(args), grid)


def _most_places(name: str, grid: ZoneSymbol | None) -> int:
    if name == "neighbours":
        return 4
    return grid.width * grid.height if grid is not None else 1


def _argument(
    arg: ast.Expr, param: Type | str, scope: Scope, ctx: Typing, locates: bool
) -> tuple[typed.Expr | None, str]:
    """The argument, and the name of the grid that it is about; None if it is reported."""
    if not isinstance(param, str):
        return need(arg, scope, param, ctx), ""
    if param == "number":
        return numeric(arg, scope, ctx), ""
    if param == "grid":
        zone = zone_named(arg, scope, ctx)
        if zone is None:
            return None, ""
        if zone.zone.ordering != "grid":
            ctx.report.error("R0236", f"`{zone.zone.name}` is not a grid", arg.span)
            return None, ""
        return zone, zone.zone.name
    found = expression(arg, scope, ctx)
    inner = bare(found.type)
    if isinstance(inner, Place) and param in ("place", "spot"):
        return found, inner.zone
    if not is_component(arg, found.type, ctx) or param == "place":
        if inner != UNKNOWN and param == "place":
            ctx.report.error("R0220", f"a place is needed, but this is {found.type}", arg.span)
        return None, ""
    assert isinstance(inner, Rec)
    grids = [z.name for z in ctx.world.zones.values() if z.item == inner.name and z.ordering == "grid"]
    if (param == "spot" or locates) and len(grids) != 1:
        many = "more than one grid" if grids else "no grid"
        why = "a component's place is known by itself only when there is one grid for its type"
        ctx.report.error("R0238", f"`{inner.name}` has {many}", arg.span, why=why)
        return None, ""
    return found, grids[0] if grids else ""


EXPRESSIONS: dict[type, ExprHandler] = {ast.PathQuery: _path_query}
