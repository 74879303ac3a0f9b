"""Expressions about collections: filters, quantifiers, sums, orders, ends of piles, paths, functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulelang.check.builtins import FUNCTIONS
from rulelang.check.types import (
    BOOL,
    NUM,
    PLAYER,
    UNKNOWN,
    Kind,
    Num,
    Opt,
    Place,
    Rec,
    Seq,
    Type,
    bare,
    number,
)
from rulelang.check.world import World, ZoneInfo
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Expr
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.check.scope import Scope
    from rulelang.check.world import CallableInfo

Typed = tuple[Expr, Type]
BAD: Typed = (("none",), UNKNOWN)
MOST = 10_000  # elements of a range


class Sets:
    world: World
    report: Report
    functions = FUNCTIONS

    if TYPE_CHECKING:

        def expr(self, node: ast.Node, scope: Scope, want: Type | None = None) -> Typed: ...
        def need(self, node: ast.Node, scope: Scope, wanted: Type, what: str = "") -> Expr: ...
        def condition(self, node: ast.Node, scope: Scope) -> Expr: ...
        def same(self, node: ast.Node, types: list[Type], parts: Sequence[ast.Node] = ()) -> Type: ...
        def loop_var(self, name: ast.Ident | None, type_: Type, scope: Scope) -> tuple[int, Scope]: ...
        def zone_info(self, node: ast.Expr, scope: Scope) -> tuple[ZoneInfo, Expr | None] | None: ...
        def result_of(self, info: CallableInfo, node: ast.Node) -> Type: ...
        def _numeric(self, node: ast.Expr, scope: Scope) -> tuple[Expr, Num]: ...

    def items(self, node: ast.Node, scope: Scope, want: Type | None = None) -> tuple[Expr, Type]:
        """A set, and the type of its elements."""
        ir, type_ = self.expr(node, scope, Seq(want) if want is not None else None)
        return ir, self.item_type(node, type_)

    def item_type(self, node: ast.Node, type_: Type) -> Type:
        inner = bare(type_)
        if isinstance(inner, Seq):
            return inner.item
        if inner != UNKNOWN:
            hint = f"to get all of them, write `every {inner.name}`" if isinstance(inner, Kind | Rec) else ""
            hint = "for the numbers up to it, write `1 to …`" if isinstance(inner, Num) else hint
            hint = "all players are `players`; only this one is `[…]`" if inner == PLAYER else hint
            self.report.error("R0232", f"a set is needed, but this is {type_}", node.span, hint=hint)
        return UNKNOWN

    def constant_comparison(self, node: ast.Binary, a: Num, b: Num) -> None:
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
            self.report.warn("R0610", f"this is {word} true", node.span, why=why, hint=hint)

    # ------------------------------------------------------------ where sets come from
    def _Every(self, node: ast.Every, scope: Scope, want: Type | None) -> Typed:
        word = node.name.text
        if word == "player":
            return ("players",), Seq(PLAYER)
        found = self.world.type_named(word)
        if found is None:
            known = [*self.world.kinds, *self.world.records, "player"]
            title = f"I don't know a type called `{word}`"
            self.report.error("R0204", title, node.name.span, hint=did_you_mean(word, known))
            return BAD
        return ("every", "kind" if isinstance(found, Kind) else "record", word), Seq(found)

    def _ListOf(self, node: ast.ListOf, scope: Scope, want: Type | None) -> Typed:
        inner = bare(want) if want is not None else None
        item = inner.item if isinstance(inner, Seq) else None
        parts: list[Typed] = []
        for part in node.items:
            parts.append(self.expr(part, scope, item))
            item = item or parts[-1][1]
        return ("list", *(ir for ir, _ in parts)), Seq(self.same(node, [type_ for _, type_ in parts]))

    def _Range(self, node: ast.Range, scope: Scope, want: Type | None) -> Typed:
        low, low_type = self._numeric(node.low, scope)
        high, high_type = self._numeric(node.high, scope)
        return ("range", low, high), Seq(number(low_type.low, high_type.high))

    def combine(self, node: ast.Binary, scope: Scope, want: Type | None) -> Typed:
        left, left_type = self.expr(node.left, scope, want)
        self.item_type(node.left, left_type)
        right, right_type = self.expr(node.right, scope, left_type)
        self.item_type(node.right, right_type)
        return (node.op, left, right), self.same(node, [left_type, right_type])

    # ------------------------------------------------------------ one variable over a set
    def _Where(self, node: ast.Where, scope: Scope, want: Type | None) -> Typed:
        items, type_ = self.items(node.items, scope)
        if node.condition is None:
            return items, Seq(type_)
        loc, inner = self.loop_var(node.name, type_, scope)
        return ("filter", loc, items, self.condition(node.condition, inner)), Seq(type_)

    def _ThoseExtreme(self, node: ast.ThoseExtreme, scope: Scope, want: Type | None) -> Typed:
        items, type_ = self._Where(ast.Where(node.span, node.name, node.items, node.condition), scope, want)
        loc, inner = self.loop_var(node.name, self.item_type(node.items, type_), scope)
        key, _ = self._numeric(node.key, inner)
        return ("extremes", node.extreme, loc, items, key), type_

    def _SortedBy(self, node: ast.SortedBy, scope: Scope, want: Type | None) -> Typed:
        items, type_ = self.items(node.items, scope)
        loc, inner = self.loop_var(None, type_, scope)
        keys = []
        for key in node.keys:
            ir, _ = self._numeric(key.expr, inner)
            keys.append(("sub", ("n", 0), ir) if key.descending else ir)
        return ("sort", loc, items, tuple(keys)), Seq(type_)

    def _Quantified(self, node: ast.Quantified, scope: Scope, want: Type | None) -> Typed:
        items, type_ = self.items(node.items, scope)
        if node.condition is None:
            return ("not_empty" if node.how == "any" else "empty", items), BOOL
        loc, inner = self.loop_var(node.name, type_, scope)
        condition = self.condition(node.condition, inner)
        if node.how == "no":
            return ("not", ("any", loc, items, condition)), BOOL
        return (node.how, loc, items, condition), BOOL

    def _Count(self, node: ast.Count, scope: Scope, want: Type | None) -> Typed:
        items, _ = self.items(node.items, scope)
        return ("count", items), Num(0, MOST)

    def _Each(self, node: ast.Each, scope: Scope, want: Type | None) -> Typed:
        items, type_ = self.items(node.items, scope)
        if node.value is None:
            if not isinstance(bare(type_), Num) and type_ != UNKNOWN:
                self.report.error("R0220", f"numbers are needed, but these are of {type_}", node.items.span)
            return items, Seq(type_)
        loc, inner = self.loop_var(node.name, type_, scope)
        value, value_type = self._numeric(node.value, inner)
        return ("map", loc, items, value), Seq(value_type)

    def _numbers(self, node: ast.Each, scope: Scope) -> tuple[Expr, Num]:
        ir, type_ = self._Each(node, scope, None)
        item = bare(self.item_type(node, type_))
        return ir, item if isinstance(item, Num) else NUM

    def _SumOf(self, node: ast.SumOf, scope: Scope, want: Type | None) -> Typed:
        items, type_ = self._numbers(node.each, scope)
        return ("sum", items), number(min(0, type_.low * MOST), max(0, type_.high * MOST))

    def _Extreme(self, node: ast.Extreme, scope: Scope, want: Type | None) -> Typed:
        items, type_ = self._numbers(node.each, scope)
        return (node.which, items), number(min(0, type_.low), max(0, type_.high))

    def _Largest(self, node: ast.Largest, scope: Scope, want: Type | None) -> Typed:
        amount, _ = self._numeric(node.amount, scope)
        items, type_ = self._numbers(node.each, scope)
        return ("largest", amount, items), Seq(type_)

    def _Gather(self, node: ast.Gather, scope: Scope, want: Type | None) -> Typed:
        items, type_ = self.items(node.items, scope)
        loc, inner = self.loop_var(node.name, type_, scope)
        value, value_type = self.items(node.value, inner)
        return ("gather", loc, items, value), Seq(value_type)

    # ------------------------------------------------------------ order and position
    def _EndOf(self, node: ast.EndOf, scope: Scope, want: Type | None) -> Typed:
        items, type_ = self.items(node.zone, scope)
        amount: Expr = ("n", 1) if node.amount is None else self._numeric(node.amount, scope)[0]
        if items[0] == "zone":
            self._settle(node, items, amount, scope)
        name = {"bottom": "first", "top": "last"}.get(node.which, node.which)
        if node.amount is None:
            return ("end_of", name, items), Opt(type_)
        return ("ends_of", name, amount, items), Seq(type_)

    def _settle(self, node: ast.EndOf, zone_ir: Expr, amount: Expr, scope: Scope) -> None:
        """To look at the end of a shuffled pile decides its order, which only a rule may do."""
        zone = next(z for z in self.world.zones.values() if z.id == zone_ir[1])
        if zone.ordering in ("set", "grid") and node.which in ("top", "bottom"):
            self.report.error(
                "R0233", f"`{zone.name}` is a {zone.ordering}: it has no top and no bottom", node.span,
                hint="use `first of` or `last of`, or declare it as a pile",
            )  # fmt: skip
        if zone.ordering != "pile":
            return
        settles = scope.frame.settles
        if settles is None or mentions_loc(zone_ir[2]) or mentions_loc(amount):
            self.looked_at.append((zone, node))
        else:
            settles.append((zone.id, zone_ir[2], amount, node.which in ("top", "last")))

    locates = False  # the function that is being called asks where a component lies
    looked_at: list[tuple[ZoneInfo, ast.Node]]

    def _beside(self, node: Any, scope: Scope, op: str) -> Typed:
        items, type_ = self.items(node.items, scope)
        return (op, items, self.need(node.item, scope, type_)), Seq(type_)

    def _Before(self, node: ast.Before, scope: Scope, want: Type | None) -> Typed:
        return self._beside(node, scope, "before")

    def _After(self, node: ast.After, scope: Scope, want: Type | None) -> Typed:
        return self._beside(node, scope, "after")

    def _Position(self, node: ast.Position, scope: Scope, want: Type | None) -> Typed:
        item, type_ = self.expr(node.item, scope)
        self._component(node.item, type_)
        return ("position", item), Num(0, MOST)

    def _At(self, node: ast.At, scope: Scope, want: Type | None) -> Typed:
        items, type_ = self.items(node.items, scope)
        index, index_type = self.expr(node.index, scope)
        if items[0] == "zone" and isinstance(bare(index_type), Place):
            return ("cell", items[1], index), Opt(type_)
        if not isinstance(bare(index_type), Num) and index_type != UNKNOWN:
            self.report.error(
                "R0220", f"a number or a place is needed, but this is {index_type}", node.index.span
            )
        return ("at", items, index), type_

    def _component(self, node: ast.Node, type_: Type) -> bool:
        inner = bare(type_)
        if isinstance(inner, Rec) and self.world.records[inner.name].physical:
            return True
        if inner != UNKNOWN:
            self.report.error("R0234", f"a component is needed, but this is {type_}", node.span)
        return False

    # ------------------------------------------------------------ paths and functions
    def _PathQuery(self, node: ast.PathQuery, scope: Scope, want: Type | None) -> Typed:
        start, type_ = self.expr(node.start, scope)
        info = self.world.values.get(node.by.text)
        if info is None:
            hint = did_you_mean(node.by.text, self.world.values)
            self.report.error("R0219", f"I don't know a value called `{node.by}`", node.by.span, hint=hint)
            return BAD
        item = bare(type_)
        result = self.result_of(info, node)
        if len(info.params) != 1 or (
            item != UNKNOWN and (info.params[0][1] != item or bare(result) != Seq(item))
        ):
            self.report.error(
                "R0235", f"`{node.by}` does not say what lies beside {type_}", node.by.span,
                why="a way is found with a value that takes one place and gives the set of places next to it",
            )  # fmt: skip
            return BAD
        if node.query == "reachable":
            return ("reachable", info.id, start), Seq(item)
        if node.query == "nearest":
            subject = self.need(node.subject, scope, Seq(item)) if node.subject else ("list",)
            return ("nearest", info.id, start, subject), Seq(item)
        assert node.subject is not None
        goal = self.need(node.subject, scope, item)
        if node.query == "distance":
            return ("distance", info.id, start, goal), Opt(Num(0, MOST))
        return ("steps", info.id, start, goal), Seq(item)

    def call_function(self, node: ast.CallValue, scope: Scope) -> Typed:
        function = FUNCTIONS[node.name.text]
        if len(node.args) != len(function.params):
            amount = f"{len(function.params)} value{'' if len(function.params) == 1 else 's'}"
            self.report.error(
                "R0230",
                f"`{node.name}` takes {amount}, not {len(node.args)}",
                node.span, function.says,
            )  # fmt: skip
            return BAD
        args: list[Expr] = []
        grid = ""
        self.locates = node.name.text == "place_of"
        for arg, param in zip(node.args, function.params, strict=True):
            ir, grid_name = self._function_arg(arg, param, scope)
            if ir is None:
                return BAD
            grid = grid_name or grid
            args.append(ir)
        if node.name.text in ("place_of", "column", "row") and not grid:
            return BAD
        result = function.result
        if isinstance(result, str):
            place = Place(grid)
            result = {"number": Num(0, MOST), "places": Seq(place), "place or none": Opt(place)}[result]
            if grid and node.name.text not in ("place", "places", "open_places"):
                zone = self.world.zones.get(grid)  # if it is not there, its declaration is reported
                args.insert(0, ("n", zone.id if zone is not None else 0))
        return ("fn", node.name.text, *args), result

    def _function_arg(self, arg: ast.Expr, param: Type | str, scope: Scope) -> tuple[Expr | None, str]:
        if not isinstance(param, str):
            return self.need(arg, scope, param), ""
        if param == "number":
            return self._numeric(arg, scope)[0], ""
        if param == "grid":
            found = self.zone_info(arg, scope)
            if found is None:
                return None, ""
            if found[0].ordering != "grid":
                self.report.error("R0236", f"`{found[0].name}` is not a grid", arg.span)
                return None, ""
            return ("n", found[0].id), found[0].name
        ir, type_ = self.expr(arg, scope)
        inner = bare(type_)
        if isinstance(inner, Place):
            return (ir, inner.zone) if param in ("place", "spot") else (None, "")
        if not self._component(arg, type_) or param == "place":
            if inner != UNKNOWN and param == "place":
                self.report.error("R0220", f"a place is needed, but this is {type_}", arg.span)
            return None, ""
        assert isinstance(inner, Rec)
        grids = [z.name for z in self.world.zones.values() if z.item == inner.name and z.ordering == "grid"]
        if (param == "spot" or self.locates) and len(grids) != 1:
            many = "more than one grid" if grids else "no grid"
            why = "a component's place is known by itself only when there is one grid for its type"
            self.report.error("R0238", f"`{inner.name}` has {many}", arg.span, why=why)
            return None, ""
        if param == "spot":
            ir = ("fn", "place_of", ("n", self.world.zones[grids[0]].id if grids else 0), ir)
        return ir, grids[0] if grids else ""


def mentions_loc(ir: object) -> bool:
    return isinstance(ir, tuple) and (ir[:1] == ("loc",) or any(mentions_loc(part) for part in ir))


def _span_of(number: Num) -> str:
    return str(number.low) if number.low == number.high else f"{number.low} to {number.high}"
