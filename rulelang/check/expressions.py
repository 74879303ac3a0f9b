"""Expressions: operators and calls, types, IR.

In: an AST expression and the scope it stands in. Out: IR and type; what is wrong goes to the report and
yields the type `Unknown`, so that one mistake gives one message.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.check.names import BAD, NOTHING, Names, Typed
from rulelang.check.scope import Scope, Var
from rulelang.check.types import (
    BOOL,
    LARGEST_NUMBER,
    NUM,
    UNKNOWN,
    Num,
    Opt,
    Place,
    Rec,
    Seq,
    Type,
    bare,
    fits,
    join,
    number,
)
from rulelang.check.world import ZoneInfo
from rulelang.diagnostics import Label
from rulelang.ir.nodes import Expr
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.check.world import CallableInfo


_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "mod": "mod", "/up": "div_up", "/down": "div_down"}
_COMPARISON = {">=": "ge", "<=": "le", ">": "gt", "<": "lt"}


class Expressions(Names):
    """Elaborates expressions; `Names` has the leaves, `Sets` the part that deals with collections."""

    def expr(self, node: ast.Node, scope: Scope, want: Type | None = None) -> Typed:
        method = getattr(self, f"_{type(node).__name__}")
        result: Typed = method(node, scope, want)
        return result

    def need(self, node: ast.Node, scope: Scope, wanted: Type, what: str = "") -> Expr:
        ir, actual = self.expr(node, scope, wanted)
        if not fits(actual, wanted):
            where = f" {what}" if what else ""
            title = f"{wanted} is needed{where}, but this is {actual}"
            one = isinstance(wanted, Seq) and fits(actual, wanted.item)
            hint = "put brackets around it: `[…]`" if one else ""
            self.report.error("R0220", title, node.span, f"this is {actual}", hint=hint)
            return NOTHING
        return ir

    def condition(self, node: ast.Node, scope: Scope) -> Expr:
        ir, actual = self.expr(node, scope, BOOL)
        if not fits(actual, BOOL):
            hint = "compare it with something: `… is 0`" if isinstance(bare(actual), Num) else ""
            hint = "ask whether there are any: `… is not empty`" if isinstance(bare(actual), Seq) else hint
            title = f"a condition is needed, but this is {actual}"
            self.report.error("R0220", title, node.span, "this is neither true nor false", hint=hint)
            return NOTHING
        return ir

    # ------------------------------------------------------------ operators
    def _Binary(self, node: ast.Binary, scope: Scope, want: Type | None) -> Typed:
        if node.op in ("and", "or"):
            return (node.op, self.condition(node.left, scope), self.condition(node.right, scope)), BOOL
        if node.op in ("is", "is_not"):
            return self._equality(node, scope)
        if node.op in ("in", "not_in"):
            return self._membership(node, scope)
        if node.op in ("union", "without"):
            return self.combine(node, scope, want)
        left, left_type = self._numeric(node.left, scope)
        right, right_type = self._numeric(node.right, scope)
        if node.op in _COMPARISON:
            self.constant_comparison(node, left_type, right_type)
            return (_COMPARISON[node.op], left, right), BOOL
        return (_ARITHMETIC[node.op], left, right), self._range(node, left_type, right_type)

    def _numeric(self, node: ast.Expr, scope: Scope) -> tuple[Expr, Num]:
        ir, type_ = self.expr(node, scope)
        inner = bare(type_)
        if isinstance(inner, Num):
            return ir, inner
        if inner != UNKNOWN:
            self.report.error("R0220", f"a number is needed, but this is {type_}", node.span)
        return ir, NUM

    def _range(self, node: ast.Binary, a: Num, b: Num) -> Num:
        if node.op == "+":
            return number(a.low + b.low, a.high + b.high)
        if node.op == "-":
            return number(a.low - b.high, a.high - b.low)
        if node.op == "*":
            ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            if max(map(abs, ends)) > LARGEST_NUMBER:
                self.report.error(
                    "R0259", "this number can get too large", node.span,
                    why=f"numbers stay below {LARGEST_NUMBER:,}, so that no game can fill the memory",
                    hint="give the tracks and parameters that are multiplied smaller ranges",
                )  # fmt: skip
            return number(min(ends), max(ends))
        if b.low == b.high == 0:
            self.report.error("R0226", "nothing can be divided by 0", node.right.span)
            return NUM
        if node.op == "mod":
            return number(0 if b.low > 0 else b.low, max(b.high - 1, 0))
        return number(min(a.low, -a.high, 0), max(a.high, -a.low, 0))

    def _equality(self, node: ast.Binary, scope: Scope) -> Typed:
        left_node, right_node = node.left, node.right
        if isinstance(left_node, ast.Name) and scope.find(left_node.name.text) is None:
            word = left_node.name.text
            copied = any(len(self.world.meant(word, Rec(name))) > 1 for name in self.world.records)
            if copied or len(list(self.world.constants(word))) > 1:
                left_node, right_node = right_node, left_node
        left, left_type = self.expr(left_node, scope)
        copies = self._copies(right_node, left_type, scope)
        if copies is not None:
            return ("in" if node.op == "is" else "not_in", left, copies), BOOL
        right, right_type = self.expr(right_node, scope, left_type)
        if join(left_type, right_type) is None:
            self.report.error(
                "R0227", "these two can never be the same", node.span,
                f"{left_type} on one side, {right_type} on the other",
            )  # fmt: skip
        elif isinstance(bare(left_type), Seq) and left_type != UNKNOWN:
            self.report.error(
                "R0227",
                "two sets are not compared with `is`",
                node.span,
                hint="compare `count(…)` or use `in`",
            )
        return ("eq" if node.op == "is" else "ne", left, right), BOOL

    def _copies(self, node: ast.Expr, type_: Type, scope: Scope) -> Expr | None:
        """The copies of a component, where its name alone stands for any of them."""
        if isinstance(node, ast.Name) and isinstance(bare(type_), Rec) and scope.find(node.name.text) is None:
            meant = self.world.meant(node.name.text, bare(type_))
            if len(meant) > 1:
                return ("list", *(("n", component) for component in meant))
        return None

    def _membership(self, node: ast.Binary, scope: Scope) -> Typed:
        items, seq_type = self.expr(node.right, scope)
        item_type = self.item_type(node.right, seq_type)
        item, type_ = self.expr(node.left, scope, item_type)
        if join(type_, item_type) is None:
            title = f"{type_} is never in {seq_type}"
            self.report.error("R0227", title, node.span)
        return ("in" if node.op == "in" else "not_in", item, items), BOOL

    def _Unary(self, node: ast.Unary, scope: Scope, want: Type | None) -> Typed:
        if node.op == "not":
            return ("not", self.condition(node.operand, scope)), BOOL
        if node.op == "negate":
            ir, num = self._numeric(node.operand, scope)
            return ("sub", ("n", 0), ir), number(-num.high, -num.low)
        items, type_ = self.expr(node.operand, scope)
        if bare(type_) != UNKNOWN and isinstance(bare(type_), Place):
            return ("cell_empty" if node.op == "empty" else "cell_full", self._grid_id(type_), items), BOOL
        self.item_type(node.operand, type_)
        return (node.op, items), BOOL

    def _grid_id(self, type_: Type) -> int:
        inner = bare(type_)
        assert isinstance(inner, Place)
        zone = self.world.zones.get(inner.zone)
        return zone.id if zone else 0

    def _IfThenElse(self, node: ast.IfThenElse, scope: Scope, want: Type | None) -> Typed:
        condition = self.condition(node.condition, scope)
        then, then_type = self.expr(node.then, scope, want)
        other, other_type = self.expr(node.other, scope, want or then_type)
        return ("if", condition, then, other), self.same(node, [then_type, other_type])

    def same(self, node: ast.Node, types: list[Type], parts: Sequence[ast.Node] = ()) -> Type:
        result: Type = UNKNOWN
        for index, type_ in enumerate(types):
            joined = join(result, type_)
            if joined is None:
                span = parts[index].span if index < len(parts) else node.span
                also = [Label(parts[0].span, f"this is {types[0]}")] if index < len(parts) else []
                title = f"this gives {result} in one case and {type_} in another"
                self.report.error("R0228", title, span, f"this is {type_}" if also else "", also=also)
                return UNKNOWN
            result = joined
        return result

    # ------------------------------------------------------------ calls
    def _CallValue(self, node: ast.CallValue, scope: Scope, want: Type | None) -> Typed:
        word = node.name.text
        info = self.world.values.get(word)
        if info is not None:
            return self.call(info, node.args, node, scope)
        if word in self.functions:
            return self.call_function(node, scope)
        if word in self.world.rules:
            title = f"`{word}` is a rule: it does something, but it is not a value"
            self.report.error(
                "R0229", title, node.name.span, hint=f"write `do {word}(…)` on a line of its own"
            )
            return BAD
        hint = did_you_mean(word, [*self.world.values, *self.functions])
        self.report.error("R0219", f"I don't know a value called `{word}`", node.name.span, hint=hint)
        return BAD

    def call(self, info: CallableInfo, args: tuple[ast.Expr, ...], node: ast.Node, scope: Scope) -> Typed:
        irs = self.arguments(info, args, node, scope)
        if irs is None:
            return BAD
        result = self.result_of(info, node)
        return ("call", info.id, *irs), result

    def arguments(
        self, info: CallableInfo, args: tuple[ast.Expr, ...], node: ast.Node, scope: Scope
    ) -> list[Expr] | None:
        if len(args) != len(info.params):
            wanted = ", ".join(name for name, _ in info.params) or "nothing"
            amount = f"{len(info.params)} value{'' if len(info.params) == 1 else 's'}"
            self.report.error(
                "R0230", f"`{info.name}` takes {amount}, not {len(args)}", node.span,
                f"it takes: {wanted}", also=[Label(info.span, "declared here")],
            )  # fmt: skip
            return None
        return [
            self.bounded(arg, scope, type_, name)
            for arg, (name, type_) in zip(args, info.params, strict=True)
        ]

    def bounded(self, node: ast.Node, scope: Scope, wanted: Type, name: str) -> Expr:
        """A value for something with a range: what may lie outside is checked in play."""
        ir, actual = self.expr(node, scope, wanted)
        if not fits(actual, wanted):
            title = f"{wanted} is needed for `{name}`, but this is {actual}"
            self.report.error("R0220", title, node.span, f"this is {actual}")
        elif isinstance(wanted, Num) and isinstance(actual, Num):
            if actual.low > wanted.high or actual.high < wanted.low:
                title = f"this is always outside the range of `{name}`, {wanted.low} to {wanted.high}"
                self.report.error("R0208", title, node.span)
            elif actual.low < wanted.low or actual.high > wanted.high:
                return ("within", ir, wanted.low, wanted.high, name)
        return ir

    def zone_info(self, node: ast.Expr, scope: Scope) -> tuple[ZoneInfo, Expr | None] | None:
        """The zone that a path names, as a place to put things into."""
        ir, type_ = self.expr(node, scope)
        if ir[0] == "zone":
            return self._zone_by_id(ir[1]), ir[2]
        if type_ != UNKNOWN:
            self.report.error("R0231", "a zone is needed here", node.span, f"this is {type_}")
        return None

    def _zone_by_id(self, number: int) -> ZoneInfo:
        return next(zone for zone in self.world.zones.values() if zone.id == number)

    def loop_var(self, name: ast.Ident | None, type_: Type, scope: Scope) -> tuple[int, Scope]:
        """A scope in which one element of a set is known, by its name or as `it`."""
        loc = scope.frame.new_loc()
        var = Var(("loc", loc), type_, name.span if name else None)
        inner = scope.child(it=var)
        if name is not None:
            inner.vars[name.text] = var
        return loc, inner


__all__ = ["BAD", "NOTHING", "Expressions", "Opt", "Typed"]
