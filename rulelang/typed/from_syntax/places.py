"""Ways from place to place, and the functions that every definition can call."""

from __future__ import annotations

from rulelang.syntax import ast
from rulelang.typed import expressions as typed
from rulelang.typed.from_syntax.calls import further_arguments, unknown_value
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.standing import value_by
from rulelang.typed.from_syntax.typing import (
    ExprHandler,
    Typing,
    expression,
    is_component,
    items,
    need,
    numeric,
    wrong,
    zone_named,
)
from rulelang.typed.from_syntax.values import result_of
from rulelang.typed.functions import DIRECTION, FUNCTIONS, HEADING
from rulelang.typed.symbols import ZoneSymbol, refer
from rulelang.types import MOST, UNKNOWN, Num, Opt, Place, Rec, Seq, Type, bare, is_unknown, item_of, most_of


def _path_query(node: ast.PathQuery, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    grouped = node.query == "groups"
    start = items(node.start, scope, ctx)[0] if grouped else expression(node.start, scope, ctx)
    item = bare(item_of(start.type)) if grouped else bare(start.type)
    value = value_by(node.by, item, ctx)
    if value is None:
        return wrong(node.span)
    result = result_of(value, node, ctx)
    if not value.params or (
        not (is_unknown(item) or is_unknown(result) or is_unknown(item_of(result)))
        and (value.params[0][1] != item or bare(result) != Seq(item))
    ):
        title, hint = f"`{node.by}` does not say what lies beside {item}", ""
        if bare(result) == Seq(Opt(item)):
            title = f"there may be `none` among what `{node.by}` gives"
            hint = "leave it out: `those next in … where next is not none`"
        ctx.report.error(
            "R0235", title, node.by.span, f"it gives {result}", hint=hint,
            why="a way is found with a value that takes one place and gives the set of places next to it",
        )  # fmt: skip
        return wrong(node.span)
    rest = further_arguments(value, node.args, node, scope, ctx)
    if rest is None:
        return wrong(node.span)
    many = Seq(item, _nodes(item, most_of(result), ctx))
    if node.query == "reachable":
        return typed.PathQuery(node.span, many, node.query, value, start, None, rest)
    if grouped:
        type_: Type = Seq(item, most_of(start.type))
        return typed.PathQuery(node.span, type_, node.query, value, start, None, rest)
    if node.query == "nearest":
        goals = need(node.subject, scope, Seq(item), ctx) if node.subject else None
        most = max(many.most, most_of(goals.type) if goals is not None else 0)
        return typed.PathQuery(node.span, Seq(item, most), node.query, value, start, goals, rest)
    assert node.subject is not None
    goal = need(node.subject, scope, item, ctx)
    type_ = Opt(Num(0, MOST)) if node.query == "distance" else Seq(item, most_of(result))
    return typed.PathQuery(node.span, type_, node.query, value, start, goal, rest)


def _longest_way(node: ast.LongestWay, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    links, link = items(node.links, scope, ctx)
    ends, length = ctx.world.values.get(node.ends.text), None
    for name in (node.ends, node.length):
        if name is not None and name.text not in ctx.world.values:
            unknown_value(name, ctx, link)
            return wrong(node.span)
    assert ends is not None
    refer(ends, node.ends.span)
    two = result_of(ends, node, ctx)
    if not is_unknown(link) and (
        [type_ for _, type_ in ends.params] != [bare(link)] or not isinstance(bare(two), Seq)
    ):
        title = f"`{node.ends}` does not say which two places {link} joins"
        why = "a way is made of links, and a value gives the set of the two places that a link joins"
        ctx.report.error("R0235", title, node.ends.span, f"it gives {two}", why=why)
        return wrong(node.span)
    most = most_of(links.type)
    if node.length is not None:
        length = ctx.world.values[node.length.text]
        refer(length, node.length.span)
        one = result_of(length, node, ctx)
        if [type_ for _, type_ in length.params] != [bare(link)] or not isinstance(bare(one), Num):
            title = f"`{node.length}` does not say how long {link} is"
            ctx.report.error("R0235", title, node.length.span, f"it gives {one}")
            return wrong(node.span)
        longest = bare(one)
        most *= max(1, longest.high) if isinstance(longest, Num) else 1
    return typed.LongestWay(node.span, Num(0, most), node.how, links, ends, length)


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
        found, its_grid = _argument(arg, param, scope, ctx, name)
        if found is None:
            return wrong(node.span)
        place = its_grid or place
        args.append(found)
    if name in ("place_of", "column", "row") and not place:
        return wrong(node.span)
    result = function.result
    if result == "way":
        result = bare(args[0].type)
    elif isinstance(result, str):
        grid = ctx.world.zones.get(place)
        many = Seq(Place(place), _most_places(name, grid))
        result = {"number": Num(0, MOST), "places": many, "place or none": Opt(Place(place))}[result]
    elif isinstance(result, Seq):
        result = Seq(result.item, ctx.world.size_of(result.item))
    return typed.FunctionCall(node.span, result, name, function, tuple(args), grid)


def _way(arg: ast.Expr, scope: Scope, ctx: Typing) -> typed.Expr:
    """A direction or a heading; a word that is both is a heading, which says more."""
    found = expression(arg, scope, ctx, HEADING)
    if bare(found.type) not in (DIRECTION, HEADING, UNKNOWN):
        title = f"a direction or a heading is needed, but this is {found.type}"
        ctx.report.error("R0220", title, arg.span, hint="write one of `north`, `north_east`, `east` …")
        return wrong(arg.span)
    return found


def _quarter(arg: ast.Expr, scope: Scope, ctx: Typing) -> typed.Expr:
    """One of the four directions, for what turns by quarters."""
    found = expression(arg, scope, ctx, DIRECTION)
    if bare(found.type) != HEADING:
        return need(arg, scope, DIRECTION, ctx)
    title = "only `north`, `east`, `south` and `west` can be turned, and this is a heading"
    hint = "a heading can be turned round: `opposite(…)`; for others write a value with a case for each"
    ctx.report.error("R0220", title, arg.span, hint=hint)
    return wrong(arg.span)


def _any_grid(arg: ast.Expr, ctx: Typing) -> typed.ZoneRef | None:
    """A grid of each owner by its name alone, where only its places matter: they are alike for all."""
    zone = ctx.world.zones.get(arg.name.text) if isinstance(arg, ast.Name) else None
    if zone is None or zone.ordering != "grid" or zone.owner is None:
        return None
    refer(zone, arg.span)
    return typed.ZoneRef(arg.span, Seq(Rec(zone.item)), zone, None)


def _most_places(name: str, grid: ZoneSymbol | None) -> int:
    most = {"neighbours": 6, "around": 8, "diagonals": 4}.get(name, 0)
    if not most and grid is not None:
        most = max(grid.width, grid.height) if name == "along" else grid.width * grid.height
    return most or 1


def _argument(
    arg: ast.Expr, param: Type | str, scope: Scope, ctx: Typing, function: str
) -> tuple[typed.Expr | None, str]:
    """The argument, and the name of the grid that it is about; None if it is reported."""
    if not isinstance(param, str):
        return (_quarter(arg, scope, ctx) if param == DIRECTION else need(arg, scope, param, ctx)), ""
    if param == "number":
        return numeric(arg, scope, ctx), ""
    if param == "way":
        return _way(arg, scope, ctx), ""
    if param == "grid":
        zone = _any_grid(arg, ctx) if function != "open_places" else None
        zone = zone or zone_named(arg, scope, ctx)
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
            lies = isinstance(inner, Rec) and ctx.world.records[inner.name].physical
            called = arg.name.text if isinstance(arg, ast.Name) else "…"
            hint = f"the place where it lies is `place_of({called})`" if lies else ""
            ctx.report.error("R0220", f"a place is needed, but this is {found.type}", arg.span, hint=hint)
        return None, ""
    assert isinstance(inner, Rec)
    grids = [z.name for z in ctx.world.zones.values() if z.item == inner.name and z.ordering == "grid"]
    if (param == "spot" or function == "place_of") and len(grids) != 1:
        if any(lost.sort in ("zone", "") for lost in ctx.report.lost):
            return None, ""  # the grid may be what is broken
        many = "more than one grid" if grids else "no grid"
        why = "a component's place is known by itself only when there is one grid for its type"
        ctx.report.error("R0238", f"`{inner.name}` has {many}", arg.span, why=why)
        return None, ""
    return found, grids[0] if grids else ""


EXPRESSIONS: dict[type, ExprHandler] = {ast.PathQuery: _path_query, ast.LongestWay: _longest_way}
