"""Expressions: names to symbols, types, IR.

In: an AST expression and the scope it stands in. Out: IR and type; what is wrong goes to the report and
yields the type `Unknown`, so that one mistake gives one message.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.check.limits import enough
from rulelang.check.scope import Scope, Var
from rulelang.check.sets import Sets
from rulelang.check.types import (
    BOOL,
    LARGEST_NUMBER,
    NONE,
    NUM,
    PLAYER,
    UNKNOWN,
    ByPlayer,
    Kind,
    Num,
    Opt,
    Place,
    Player,
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
from rulelang.source import Span
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.check.world import CallableInfo

Typed = tuple[Expr, Type]
NOTHING: Expr = ("none",)
BAD: Typed = (NOTHING, UNKNOWN)

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "mod": "mod", "/up": "div_up", "/down": "div_down"}
_COMPARISON = {">=": "ge", "<=": "le", ">": "gt", "<": "lt"}


class Expressions(Sets):
    """Elaborates expressions; `Sets` has the part that deals with collections."""

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

    # ------------------------------------------------------------ leaves
    def _Number(self, node: ast.Number, scope: Scope, want: Type | None) -> Typed:
        if node.value > 10**9:
            self.report.error("R0211", "this number is too large", node.span)
            return BAD
        return ("n", node.value), Num(node.value, node.value)

    def _Yes(self, node: ast.Node, scope: Scope, want: Type | None) -> Typed:
        return ("b", True), BOOL

    def _No(self, node: ast.Node, scope: Scope, want: Type | None) -> Typed:
        return ("b", False), BOOL

    def _NoneValue(self, node: ast.Node, scope: Scope, want: Type | None) -> Typed:
        return NOTHING, NONE

    def _YourTurn(self, node: ast.Node, scope: Scope, want: Type | None) -> Typed:
        return ("eq", ("active",), ("you",)), BOOL

    def _Your(self, node: ast.Your, scope: Scope, want: Type | None) -> Typed:
        return self._member(node.name, ("you",), PLAYER, scope, node)

    def _Name(self, node: ast.Name, scope: Scope, want: Type | None) -> Typed:
        word = node.name.text
        found = scope.find(word)
        if found is not None:
            return found.ir, found.type
        if want is not None:
            wanted = bare(want)
            constant = self.world.constant(word, wanted)
            if constant is not None:
                return ("n", constant), wanted
        if word == "it":
            return self._it(node, scope)
        for it in scope.its():
            if isinstance(it.type, Rec) and word in self.world.records[it.type.name].fields:
                return self._field(it.ir, it.type, word)
        return self._global(node, scope, want)

    def _it(self, node: ast.Name, scope: Scope) -> Typed:
        its = scope.its()
        if its:
            return its[0].ir, its[0].type
        self.report.error(
            "R0222", "there is nothing that `it` could mean here", node.span,
            why="`it` is the element that a `where`, `sorted by` or `with highest` is about",
        )  # fmt: skip
        return BAD

    def _global(self, node: ast.Name, scope: Scope, want: Type | None) -> Typed:
        word, world = node.name.text, self.world
        special: dict[str, Typed] = {
            "you": (("you",), PLAYER),
            "active": (("active",), PLAYER),
            "players": (("players",), Seq(PLAYER)),
            "opponents": (("opponents", ("you",)), Seq(PLAYER)),
        }
        if word in special:
            return special[word]
        if word in world.zones or word in world.tracks:
            return self._unowned(node)
        if word in world.settings:
            setting = world.settings[word]
            return ("setting", setting.id), setting.type
        if word in world.values:
            return self.call(world.values[word], (), node, scope)
        meanings = list(world.constants(word))
        if len(meanings) == 1:
            return ("n", meanings[0][1]), meanings[0][0]
        if meanings:
            types = " or ".join(str(type_) for type_, _ in meanings)
            self.report.error("R0223", f"`{word}` could be {types}", node.span)
            return BAD
        self._unknown_name(node, scope, want)
        return BAD

    def _unknown_name(self, node: ast.Name, scope: Scope, want: Type | None) -> None:
        if enough(self.report) or any(it.type == UNKNOWN for it in scope.its()):
            return  # a field of something that is reported already
        word = node.name.text
        wanted = bare(want) if want is not None else None
        words = self.world.words_of(wanted) if wanted is not None else ()
        if wanted is not None and words:
            span = self._declared(wanted)
            also = [Label(span, "they are listed here")] if span else []
            title = f"I don't know {wanted} called `{word}`"
            hint = did_you_mean(word, [*words, *scope.names()]) or did_you_mean(word, words, "the words are")
            self.report.error("R0221", title, node.span, f"not {wanted}", also=also, hint=hint)
            return
        if word in ("result", "actor"):
            where = "`change`" if word == "result" else "an ability"
            self.report.error("R0222", f"`{word}` has a meaning only in {where}", node.span)
            return
        fields = [name for it in scope.its() if isinstance(it.type, Rec) for name in self._fields_of(it.type)]
        known = [*scope.names(), *fields, *self.world.all_names()]
        hint = did_you_mean(word, known) or did_you_mean(word, [*self.world.rules, *self.functions])
        if word in self.world.kinds or word in self.world.records:
            hint = f"this is the name of a type; all of its kind are `every {word}`"
        elif not hint:
            hint = "what changes in play is declared with `track`, what is computed with `value`"
        self.report.error("R0219", f"I don't know anything called `{word}`", node.span, hint=hint)
        if not did_you_mean(word, known):
            self.report.lost.add(word)  # its declaration is missing: once is enough

    def _declared(self, type_: Type) -> Span | None:
        if isinstance(type_, Kind):
            return self.world.kinds[type_.name].span
        return self.world.records[type_.name].span if isinstance(type_, Rec) else None

    def _fields_of(self, type_: Rec) -> list[str]:
        return list(self.world.records[type_.name].fields)

    def _unowned(self, node: ast.Name) -> Typed:
        word = node.name.text
        zone = self.world.zones.get(word)
        info = zone or self.world.tracks[word]
        if info.owner is not None:
            owner = str(info.owner).removeprefix("a ")
            self.report.error(
                "R0224", f"each {owner} has a `{word}` of their own", node.span,
                also=[Label(info.span, "declared here")],
                hint=f"say whose: `{word} of …`" + (f", or `your {word}`" if owner == "player" else ""),
            )  # fmt: skip
            return BAD
        if zone is not None:
            return ("zone", zone.id, None), Seq(Rec(zone.item))
        track = self.world.tracks[word]
        return ("track", track.id, None), track.type

    # ------------------------------------------------------------ members
    def _Of(self, node: ast.Of, scope: Scope, want: Type | None) -> Typed:
        chosen = scope.find(node.name.text)
        if chosen is not None and isinstance(chosen.type, ByPlayer):
            return ("by_player", chosen.ir, self.need(node.owner, scope, PLAYER)), chosen.type.item
        owner, type_ = self.expr(node.owner, scope)
        return self._member(node.name, owner, type_, scope, node)

    def _member(self, name: ast.Ident, owner: Expr, type_: Type, scope: Scope, node: ast.Node) -> Typed:
        inner, word = bare(type_), name.text
        if isinstance(inner, type(UNKNOWN)):
            return BAD
        if isinstance(inner, Player) and word == "opponents":
            return ("opponents", owner), Seq(PLAYER)
        chosen = scope.find(word)
        if chosen is not None and isinstance(chosen.type, ByPlayer) and isinstance(inner, Player):
            return ("by_player", chosen.ir, owner), chosen.type.item
        if isinstance(inner, Rec) and word in self.world.records[inner.name].fields:
            return self._field(owner, inner, word)
        zone = self.world.zones.get(word)
        if zone is not None and zone.owner == inner:
            return ("zone", zone.id, owner), Seq(Rec(zone.item))
        track = self.world.tracks.get(word)
        if track is not None and track.owner == inner:
            return ("track", track.id, owner), track.type
        self._no_member(name, inner)
        return BAD

    def _no_member(self, name: ast.Ident, type_: Type) -> None:
        world = self.world
        known = [name for name, zone in world.zones.items() if zone.owner == type_]
        known += [name for name, track in world.tracks.items() if track.owner == type_]
        if isinstance(type_, Rec):
            known += self._fields_of(type_)
        hint = did_you_mean(name.text, [n for n in known if "." not in n], "it has")
        if isinstance(type_, Seq):
            hint = "take one of them first, with `first of …`, `for each …` or `sum(… for each …)`"
        self.report.error("R0225", f"{type_} has no `{name}`", name.span, hint=hint)

    def _field(self, owner: Expr, type_: Rec, word: str) -> Typed:
        record = self.world.records[type_.name]
        info = record.fields[word]
        if info.track is not None:
            return ("track", self.world.tracks[info.track].id, owner), info.type
        return ("field", type_.name, word, owner), info.type

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
            meanings = list(self.world.constants(left_node.name.text))
            if len(meanings) > 1:
                left_node, right_node = right_node, left_node
        left, left_type = self.expr(left_node, scope)
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
