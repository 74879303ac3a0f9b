"""Typed expressions to IR.

In: a typed expression and how names are reached where it stands. Out: IR with the same type. What an author
says in several ways is one thing here: `your hand` and `hand of you`, `no x` and `not any x`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulelang.ir import expressions as ir
from rulelang.ir.from_typed.code import Names
from rulelang.ir.walk import inside
from rulelang.typed import expressions as typed
from rulelang.typed.symbols import Local
from rulelang.typed.walk import looks_at_pile
from rulelang.types import BOOL, NUM, PLAYER, Num, Opt, Place, Rec, Seq, Type, bare, number, within

ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "mod": "mod", "/up": "div_up", "/down": "div_down"}
COMPARISON = {">=": "ge", "<=": "le", ">": "gt", "<": "lt", "is": "eq", "is_not": "ne"}
ENDS = {"bottom": "first", "top": "last", "first": "first", "last": "last"}
GRID_FIRST = ("place", "places", "open_places")  # functions that an author gives the grid itself

Lower = Callable[[Any, Names], ir.Expr]


def lower(expr: typed.Expr, names: Names) -> ir.Expr:
    return EXPRESSIONS[type(expr)](expr, names)


def optional(expr: typed.Expr | None, names: Names) -> ir.Expr | None:
    return None if expr is None else lower(expr, names)


def some(expr: typed.Expr, names: Names) -> ir.Expr:
    """One thing or a set of them, as a set."""
    found = lower(expr, names)
    return found if isinstance(bare(expr.type), Seq) else ir.One(Seq(bare(expr.type), 1), found)


def frozen(expr: typed.Expr, names: Names) -> ir.Expr:
    """A value to keep: a set as it is now."""
    found = lower(expr, names)
    return ir.Freeze(found.type, found) if isinstance(bare(expr.type), Seq) else found


def bounded(expr: typed.Expr, wanted: Type, name: str, names: Names) -> ir.Expr:
    """A value for something with a range or a size, checked in play where it may lie outside."""
    found = lower(expr, names)
    if isinstance(expr.type, Num) and not within(expr.type, wanted):
        return ir.Within(wanted, found, name)
    return few(found, wanted, name)


def few(found: ir.Expr, wanted: Type, name: str) -> ir.Expr:
    """A set for something that holds only so many, checked in play where it may have more."""
    given, declared = bare(found.type), bare(wanted)
    if isinstance(given, Seq) and isinstance(declared, Seq) and given.most > declared.most:
        return ir.Within(Seq(given.item, declared.most), found, name)
    return found


def _element(local: Local, names: Names) -> int:
    return names.new_loc(local)


# ---------------------------------------------------------------- leaves


def _number(expr: typed.Number, names: Names) -> ir.Expr:
    return ir.Number(expr.type, expr.value)


def _truth(expr: typed.Truth, names: Names) -> ir.Expr:
    return ir.Truth(BOOL, expr.value)


def _nothing(expr: typed.Nothing, names: Names) -> ir.Expr:
    return ir.Nothing(expr.type)


def _word(expr: typed.Word, names: Names) -> ir.Expr:
    return ir.Number(expr.type, expr.number)


def _local(expr: typed.LocalRef, names: Names) -> ir.Expr:
    return names.places[expr.local]


def _you(expr: typed.Expr, names: Names) -> ir.Expr:
    return ir.You(PLAYER)


def _active(expr: typed.Expr, names: Names) -> ir.Expr:
    return ir.Active(PLAYER)


def _your_turn(expr: typed.YourTurn, names: Names) -> ir.Expr:
    return ir.Compare(BOOL, "eq", ir.Active(PLAYER), ir.You(PLAYER))


def _players(expr: typed.Players, names: Names) -> ir.Expr:
    return ir.Players(expr.type)


def _opponents(expr: typed.Opponents, names: Names) -> ir.Expr:
    return ir.Opponents(expr.type, lower(expr.player, names))


def _setting(expr: typed.SettingRef, names: Names) -> ir.Expr:
    return ir.Setting(expr.type, expr.setting.id)


def _every(expr: typed.Every, names: Names) -> ir.Expr:
    return ir.Every(expr.type)


# ---------------------------------------------------------------- the state and what is printed


def zone(expr: typed.ZoneRef, names: Names) -> ir.Zone:
    return ir.Zone(expr.type, expr.zone.id, optional(expr.owner, names))


def track(expr: typed.TrackRef, names: Names) -> ir.Track:
    return ir.Track(expr.type, expr.track.id, optional(expr.owner, names))


def _field(expr: typed.FieldRef, names: Names) -> ir.Expr:
    return ir.Field(expr.type, expr.field.name, lower(expr.owner, names))


def _chosen(expr: typed.ChosenBy, names: Names) -> ir.Expr:
    return ir.Chosen(expr.type, names.places[expr.local], lower(expr.player, names))


def _call(expr: typed.ValueCall, names: Names) -> ir.Expr:
    return ir.Call(expr.type, expr.value.id, arguments(expr.args, expr.value.params, names))


def arguments(
    args: tuple[typed.Expr, ...], params: list[tuple[str, Type]], names: Names
) -> tuple[ir.Expr, ...]:
    return tuple(bounded(arg, type_, name, names) for arg, (name, type_) in zip(args, params, strict=True))


def _function(expr: typed.FunctionCall, names: Names) -> ir.Expr:
    grid = expr.grid.id if expr.grid is not None else None
    args = expr.args[1:] if expr.name in GRID_FIRST else expr.args
    found = tuple(lower(arg, names) for arg in args)
    owner = None
    if expr.name == "open_places" and isinstance(expr.args[0], typed.ZoneRef):
        owner = optional(expr.args[0].owner, names)
    if expr.name in ("column", "row") and isinstance(bare(args[0].type), Rec) and expr.grid is not None:
        found = (ir.Function(Opt(Place(expr.grid.name)), "place_of", grid, None, found),)
    return ir.Function(expr.type, expr.name, grid, owner, found)


def _pair(expr: typed.PairOf, names: Names) -> ir.Expr:
    return ir.PairOf(expr.type, lower(expr.first, names), lower(expr.second, names))


def _holder(expr: typed.HolderOf, names: Names) -> ir.Expr:
    return ir.Holder(expr.type, lower(expr.item, names))


def _repeats(expr: typed.Repeats, names: Names) -> ir.Expr:
    return ir.Repeats(expr.type, expr.memory.id)


def _what_if(expr: typed.WhatIf, names: Names) -> ir.Expr:
    args = arguments(expr.args, expr.rule.params, names)
    return ir.WhatIf(expr.type, frozen(expr.value, names), expr.rule.id, args)


# ---------------------------------------------------------------- numbers and logic


def _arithmetic(expr: typed.Arithmetic, names: Names) -> ir.Expr:
    left, right = lower(expr.left, names), lower(expr.right, names)
    return ir.Arithmetic(expr.type, ARITHMETIC[expr.op], left, right)


def _negated(expr: typed.Negated, names: Names) -> ir.Expr:
    return minus(lower(expr.operand, names))


def minus(operand: ir.Expr) -> ir.Expr:
    inner = bare(operand.type)
    range_ = number(-inner.high, -inner.low) if isinstance(inner, Num) else NUM
    return ir.Arithmetic(range_, "sub", ir.Number(Num(0, 0), 0), operand)


def _comparison(expr: typed.Comparison, names: Names) -> ir.Expr:
    left = lower(expr.left, names)
    if isinstance(expr.right, typed.Copies):
        copies = tuple(ir.Number(expr.right.type, component) for component in expr.right.numbers)
        items = ir.ListOf(Seq(expr.right.type, len(copies)), copies)
        return ir.In(BOOL, left, items) if expr.op == "is" else ir.NotIn(BOOL, left, items)
    return ir.Compare(BOOL, COMPARISON[expr.op], left, lower(expr.right, names))


def _membership(expr: typed.Membership, names: Names) -> ir.Expr:
    items = lower(expr.items, names)
    item = lower(expr.item, names)
    return ir.In(BOOL, item, items) if expr.op == "in" else ir.NotIn(BOOL, item, items)


def _logic(expr: typed.Logic, names: Names) -> ir.Expr:
    return ir.Logic(BOOL, expr.op, lower(expr.left, names), lower(expr.right, names))


def _not(expr: typed.Not, names: Names) -> ir.Expr:
    return ir.Not(BOOL, lower(expr.operand, names))


def _emptiness(expr: typed.Emptiness, names: Names) -> ir.Expr:
    found = lower(expr.operand, names)
    place, of_cell = bare(expr.operand.type), ir.CellEmpty if expr.op == "empty" else ir.CellFull
    if isinstance(found, ir.Cell):
        return of_cell(BOOL, found.grid, found.owner, found.place)
    if isinstance(place, Place):
        return of_cell(BOOL, names.world.zones[place.zone].id, None, found)
    return ir.Empty(BOOL, found) if expr.op == "empty" else ir.NotEmpty(BOOL, found)


def _if_then_else(expr: typed.IfThenElse, names: Names) -> ir.Expr:
    condition, then = lower(expr.condition, names), lower(expr.then, names)
    return ir.If(expr.type, condition, then, lower(expr.other, names))


# ---------------------------------------------------------------- sets


def _list_of(expr: typed.ListOf, names: Names) -> ir.Expr:
    return ir.ListOf(expr.type, tuple(lower(item, names) for item in expr.items))


def _range(expr: typed.Range, names: Names) -> ir.Expr:
    return ir.Range(expr.type, lower(expr.low, names), lower(expr.high, names))


def _combined(expr: typed.Combined, names: Names) -> ir.Expr:
    left, right = lower(expr.left, names), lower(expr.right, names)
    return (ir.Union if expr.op == "union" else ir.Without)(expr.type, left, right)


def _where(expr: typed.Where, names: Names) -> ir.Expr:
    items = lower(expr.items, names)
    return ir.Filter(expr.type, _element(expr.local, names), items, lower(expr.condition, names))


def _leading(expr: typed.Leading, names: Names) -> ir.Expr:
    items = lower(expr.items, names)
    loc = _element(expr.local, names)
    return ir.Leading(expr.type, loc, items, lower(expr.condition, names), expr.inclusive)


def _different(expr: typed.Different, names: Names) -> ir.Expr:
    return ir.Different(expr.type, lower(expr.items, names))


def _listing(expr: typed.Listing, names: Names) -> ir.Expr:
    items = lower(expr.items, names)
    return ir.Map(expr.type, _element(expr.local, names), items, lower(expr.value, names))


def _extremes(expr: typed.Extremes, names: Names) -> ir.Expr:
    items = lower(expr.items, names)
    return ir.Extremes(expr.type, expr.extreme, _element(expr.local, names), items, lower(expr.key, names))


def _sorted_by(expr: typed.SortedBy, names: Names) -> ir.Expr:
    items = lower(expr.items, names)
    loc = _element(expr.local, names)
    keys = []
    for key in expr.keys:
        found = lower(key.expr, names)
        keys.append(minus(found) if key.descending else found)
    return ir.Sort(expr.type, loc, items, tuple(keys))


def _quantified(expr: typed.Quantified, names: Names) -> ir.Expr:
    items = lower(expr.items, names)
    if expr.condition is None or expr.local is None:
        return ir.NotEmpty(BOOL, items) if expr.how == "any" else ir.Empty(BOOL, items)
    loc = _element(expr.local, names)
    test = lower(expr.condition, names)
    if expr.how == "all":
        return ir.All(BOOL, loc, items, test)
    found = ir.Any_(BOOL, loc, items, test)
    return ir.Not(BOOL, found) if expr.how == "no" else found


def _count(expr: typed.Count, names: Names) -> ir.Expr:
    return ir.Count(expr.type, lower(expr.items, names))


def _each(expr: typed.Each, names: Names) -> ir.Expr:
    items = lower(expr.items, names)
    if expr.value is None or expr.local is None:
        return items
    return ir.Map(expr.type, _element(expr.local, names), items, lower(expr.value, names))


def _sum_of(expr: typed.SumOf, names: Names) -> ir.Expr:
    return ir.Sum(expr.type, _each(expr.each, names))


def _extreme(expr: typed.Extreme, names: Names) -> ir.Expr:
    return ir.Best(expr.type, expr.which, _each(expr.each, names))


def _largest(expr: typed.Largest, names: Names) -> ir.Expr:
    amount = lower(expr.amount, names)
    return ir.Largest(expr.type, amount, _each(expr.each, names))


def _gather(expr: typed.Gather, names: Names) -> ir.Expr:
    items = lower(expr.items, names)
    return ir.Gather(expr.type, _element(expr.local, names), items, lower(expr.value, names))


def _end_of(expr: typed.EndOf, names: Names) -> ir.Expr:
    items = lower(expr.items, names)
    amount = ir.Number(Num(1, 1), 1) if expr.amount is None else lower(expr.amount, names)
    if looks_at_pile(expr) and isinstance(items, ir.Zone):
        _settle_before(items, amount, expr.which in ("top", "last"), names)
    if expr.amount is None:
        return ir.EndOf(expr.type, ENDS[expr.which], items)
    return ir.EndsOf(expr.type, ENDS[expr.which], amount, items)


def _settle_before(pile: ir.Zone, amount: ir.Expr, from_top: bool, names: Names) -> None:
    """What depends on an element cannot be settled before; the check of piles refuses it if it matters."""
    if names.settles is not None and not mentions_loc(pile.owner) and not mentions_loc(amount):
        names.settles.append((pile.zone, pile.owner, amount, from_top))


def mentions_loc(expr: ir.Expr | None) -> bool:
    return expr is not None and any(isinstance(part, ir.Loc) for part in inside(expr))


def _beside(expr: typed.Beside, names: Names) -> ir.Expr:
    return ir.Beside(expr.type, expr.side, lower(expr.items, names), lower(expr.item, names))


def _at(expr: typed.At, names: Names) -> ir.Expr:
    return ir.At(expr.type, lower(expr.items, names), lower(expr.index, names))


def _cell_at(expr: typed.CellAt, names: Names) -> ir.Expr:
    owner = optional(expr.items.owner, names)
    return ir.Cell(expr.type, expr.items.zone.id, owner, lower(expr.index, names))


def _position(expr: typed.Position, names: Names) -> ir.Expr:
    return ir.Position(expr.type, lower(expr.item, names))


def _path_query(expr: typed.PathQuery, names: Names) -> ir.Expr:
    start, value = lower(expr.start, names), expr.by.id
    args = arguments(expr.args, expr.by.params[1:], names)
    if expr.query == "reachable":
        return ir.Reachable(expr.type, value, args, start)
    if expr.query == "groups":
        return ir.Groups(expr.type, value, args, start)
    if expr.query == "nearest":
        goals = ir.ListOf(Seq(bare(expr.start.type), 0), ())
        return ir.Nearest(expr.type, value, args, start, optional(expr.subject, names) or goals)
    assert expr.subject is not None
    goal = lower(expr.subject, names)
    return (ir.Distance if expr.query == "distance" else ir.Steps)(expr.type, value, args, start, goal)


def _longest_way(expr: typed.LongestWay, names: Names) -> ir.Expr:
    length = None if expr.length is None else expr.length.id
    return ir.LongestWay(expr.type, expr.how, lower(expr.links, names), expr.ends.id, length)


EXPRESSIONS: Mapping[type, Lower] = {
    typed.Number: _number, typed.Truth: _truth, typed.Nothing: _nothing, typed.Word: _word,
    typed.LocalRef: _local, typed.You: _you, typed.Active: _active, typed.YourTurn: _your_turn,
    typed.Players: _players, typed.Opponents: _opponents, typed.SettingRef: _setting, typed.Every: _every,
    typed.ZoneRef: zone, typed.TrackRef: track, typed.FieldRef: _field, typed.ChosenBy: _chosen,
    typed.ValueCall: _call, typed.FunctionCall: _function, typed.Arithmetic: _arithmetic,
    typed.Negated: _negated, typed.Comparison: _comparison, typed.Membership: _membership,
    typed.Logic: _logic, typed.Not: _not, typed.Emptiness: _emptiness, typed.IfThenElse: _if_then_else,
    typed.ListOf: _list_of, typed.Range: _range, typed.Combined: _combined, typed.Where: _where,
    typed.Extremes: _extremes, typed.SortedBy: _sorted_by, typed.Quantified: _quantified,
    typed.Count: _count, typed.Each: _each, typed.SumOf: _sum_of, typed.Extreme: _extreme,
    typed.Largest: _largest, typed.Gather: _gather, typed.EndOf: _end_of, typed.Beside: _beside,
    typed.At: _at, typed.CellAt: _cell_at, typed.Position: _position, typed.PathQuery: _path_query,
    typed.LongestWay: _longest_way, typed.Leading: _leading, typed.Different: _different,
    typed.Listing: _listing, typed.PairOf: _pair, typed.HolderOf: _holder, typed.Repeats: _repeats,
    typed.WhatIf: _what_if,
}  # fmt: skip
