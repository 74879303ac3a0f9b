"""Statements: the verbs of the language to flat code.

In: a block of the AST. Out: instructions in a `Code`. Decisions and loops are in `flow.py`.
"""

from __future__ import annotations

from rulelang.check.code import Code, Label
from rulelang.check.expressions import Expressions
from rulelang.check.flow import Flow
from rulelang.check.limits import enough
from rulelang.check.scope import Scope, Var
from rulelang.check.sets import mentions_loc
from rulelang.check.types import (
    NUM,
    PLAYER,
    UNKNOWN,
    Num,
    Place,
    Rec,
    Seq,
    Type,
    bare,
    fits,
)
from rulelang.diagnostics import Label as Mark
from rulelang.ir.nodes import Expr
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast


class Statements(Flow, Expressions):
    def block(self, block: ast.Block, scope: Scope, code: Code) -> None:
        """A block's names end with it. A `choose` with nothing to choose skips the rest of its block."""
        inner = scope.child()
        end = Label()
        for statement in block:
            self.statement(statement, inner, code, end)
        code.here(end)

    def statement(self, node: ast.Stmt, scope: Scope, code: Code, end: Label) -> None:
        if enough(self.report):
            return
        code.at(node.span)
        code.frame.settles = []
        getattr(self, f"_do_{type(node).__name__}")(node, scope, code, end)

    def settle(self, code: Code) -> None:
        """Before a statement looks at the end of a shuffled pile, chance decides what lies there."""
        for zone, owner, amount, from_top in code.frame.settles or []:
            code.emit("settle", zone, owner, amount, from_top)
        code.frame.settles = []

    def bind(self, name: ast.Ident, type_: Type, scope: Scope, code: Code) -> int:
        slot = code.frame.new_slot(name.text, self.tag(type_))
        outer = scope.parent.find(name.text, use=False) if scope.parent is not None else None
        if outer is not None and outer.span is not None and name.text not in scope.vars:
            self.report.warn(
                "R0609",
                f"this is another `{name}`",
                name.span,
                "the one outside keeps its value",
                why=f"the block around it already has a `{name}` (line {outer.span.line})",
                hint="give it a name of its own",
            )
        known = scope.vars.get(name.text)
        if known is not None and known.span is not None:
            also = [Mark(known.span, "the first one")]
            self.report.error("R0241", f"`{name}` is given twice in this block", name.span, also=also)
        scope.vars[name.text] = Var(("slot", slot), type_, name.span)
        return slot

    # ------------------------------------------------------------ simple verbs
    def _do_Let(self, node: ast.Let, scope: Scope, code: Code, end: Label) -> None:
        value, type_ = self.expr(node.value, scope)
        self.settle(code)
        if isinstance(bare(type_), Seq):
            value = ("freeze", value)
        code.emit("let", self.bind(node.name, type_, scope, code), value)

    def _do_Move(self, node: ast.Move, scope: Scope, code: Code, end: Label) -> None:
        what, item = self.some(node.what, scope)
        where, target = ("end", node.dest.zone)
        if node.dest.at_start:
            where = "start"
        if isinstance(target, ast.EndOf):
            where = {"top": "end", "last": "end"}.get(target.which, "start")
            target = target.zone
        if isinstance(target, ast.At):
            self._move_to_cell(node, what, item, target, scope, code)
            return
        found = self.zone_info(target, scope)
        self.settle(code)
        if found is None:
            return
        zone, owner = found
        if item != UNKNOWN and item != Rec(zone.item):
            title = f"`{zone.name}` is for `{zone.item}`, but this is {item}"
            self.report.error("R0242", title, node.what.span, also=[Mark(zone.span, "declared here")])
        if zone.ordering == "grid":
            self.report.error(
                "R0243", f"say where on `{zone.name}`", node.dest.span, hint=f"write `{zone.name} at …`"
            )
            return
        if zone.ordering == "line":
            self._settle_source(what, code)
        code.emit("move", what, zone.id, owner, where)

    def _settle_source(self, what: Expr, code: Code) -> None:
        """Cards of a shuffled pile that are laid out in a line get their order from chance, one by one."""
        while what[0] in ("filter", "sort", "extremes"):
            what = what[2] if what[0] != "extremes" else what[3]
        if what[0] == "zone" and self._zone_by_id(what[1]).ordering == "pile" and not mentions_loc(what[2]):
            code.emit("settle", what[1], what[2], ("count", what), True)

    def _move_to_cell(
        self, node: ast.Move, what: Expr, item: Type, target: ast.At, scope: Scope, code: Code
    ) -> None:
        found = self.zone_info(target.items, scope)
        if found is None:
            return
        zone, _ = found
        if zone.ordering != "grid":
            self.report.error("R0236", f"`{zone.name}` is not a grid", target.items.span)
            return
        if item != UNKNOWN and item != Rec(zone.item):
            title = f"`{zone.name}` is for `{zone.item}`, but this is {item}"
            self.report.error("R0242", title, node.what.span, also=[Mark(zone.span, "declared here")])
        place = self.need(target.index, scope, Place(zone.name))
        self.settle(code)
        code.emit("put", what, zone.id, place)

    def some(self, node: ast.Expr, scope: Scope) -> tuple[Expr, Type]:
        """One component or a set of them, as a set."""
        ir, type_ = self.expr(node, scope)
        inner = bare(type_)
        if isinstance(inner, Seq):
            if inner.item != UNKNOWN and not isinstance(bare(inner.item), Rec):
                self.report.error("R0234", f"components are needed, but this is {type_}", node.span)
            return ir, bare(inner.item)
        if not self._component(node, type_):
            return ("list",), UNKNOWN
        return ("one", ir), inner

    def _do_Shuffle(self, node: ast.Shuffle, scope: Scope, code: Code, end: Label) -> None:
        found = self.zone_info(node.zone, scope)
        if found is None:
            return
        zone, owner = found
        if zone.ordering != "pile":
            self.report.error(
                "R0244", f"only a pile is shuffled, and `{zone.name}` is a {zone.ordering}", node.zone.span,
                also=[Mark(zone.span, "declared here")],
                hint="declare it as `pile of …`; from a set, use `pick … at random from …`",
            )  # fmt: skip
            return
        zone.shuffled = True
        code.emit("shuffle", zone.id, owner)

    def target(self, node: ast.Expr, scope: Scope) -> tuple[int, Expr | None, Type] | None:
        """A track, as something that can be given a value."""
        ir, type_ = self.expr(node, scope)
        if ir[0] == "track":
            return ir[1], ir[2], type_
        if type_ != UNKNOWN or ir[0] == "field":
            why = "it is printed on the component" if ir[0] == "field" else f"this is {type_}"
            self.report.error(
                "R0245", "this cannot be changed", node.span, why,
                hint="only what is declared with `track`, or a field with `starting`, changes in play",
            )  # fmt: skip
        return None

    def _do_Assign(self, node: ast.Assign, scope: Scope, code: Code, end: Label) -> None:
        target = self.target(node.target, scope)
        if target is None:
            self.expr(node.value, scope)
            return
        track, owner, type_ = target
        if node.op == "set":
            value, value_type = self.expr(node.value, scope, type_)
            if not fits(value_type, type_):
                self.report.error("R0220", f"{type_} is needed, but this is {value_type}", node.value.span)
                return
        else:
            if not isinstance(type_, Num):
                title = f"only a number can grow or shrink, and this is {type_}"
                self.report.error("R0220", title, node.target.span, hint="write `set … to …`")
                return
            amount, value_type = self._numeric(node.value, scope)
            value = ("add" if node.op == "add" else "sub", ("track", track, owner), amount)
            value_type = NUM
        self._outside(node, track, type_, value_type)
        if isinstance(bare(type_), Seq):
            value = ("freeze", value)
        self.settle(code)
        safe = not isinstance(type_, Num) or (
            isinstance(value_type, Num) and type_.low <= value_type.low and value_type.high <= type_.high
        )
        code.emit("set", track, owner, value, safe)

    def _outside(self, node: ast.Assign, track: int, type_: Type, value: Type) -> None:
        both = isinstance(type_, Num) and isinstance(value, Num)
        if both and (value.low > type_.high or value.high < type_.low):  # type: ignore[attr-defined]
            title = f"this is always outside the range {type_.low} to {type_.high}"  # type: ignore[attr-defined]
            declared = next(info.span for info in self.world.tracks.values() if info.id == track)
            self.report.error("R0208", title, node.value.span, also=[Mark(declared, "declared here")])

    def _do_Pay(self, node: ast.Pay, scope: Scope, code: Code, end: Label) -> None:
        giver, taker = self.target(node.giver, scope), self.target(node.taker, scope)
        amount, _ = self._numeric(node.amount, scope)
        self.settle(code)
        if giver is None or taker is None:
            return
        for side, part in ((giver, node.giver), (taker, node.taker)):
            if not isinstance(side[2], Num) and side[2] != UNKNOWN:
                self.report.error("R0220", f"a number is needed, but this is {side[2]}", part.span)
                return
        slot = code.frame.new_slot("paid")
        code.emit("let", slot, amount)
        code.emit("set", giver[0], giver[1], ("sub", ("track", giver[0], giver[1]), ("slot", slot)), False)
        code.emit("set", taker[0], taker[1], ("add", ("track", taker[0], taker[1]), ("slot", slot)), False)

    def _do_Call(self, node: ast.Call, scope: Scope, code: Code, end: Label) -> None:
        info = self.world.rules.get(node.name.text)
        if info is None:
            if node.name.text in self.world.values:
                title = f"`{node.name}` is a value: it computes something, but does nothing"
                self.report.error("R0229", title, node.name.span, hint="use it in an expression")
                return
            hint = did_you_mean(
                node.name.text, [name for name in self.world.rules if name not in ("setup", "play")]
            )
            hint = hint or f"declare it: `rule {node.name}:`"
            self.report.error("R0246", f"I don't know a rule called `{node.name}`", node.name.span, hint=hint)
            return
        args = self.arguments(info, node.args, node, scope)
        self.settle(code)
        if args is None:
            return
        frozen = [
            ("freeze", arg) if isinstance(bare(type_), Seq) else arg
            for arg, (_, type_) in zip(args, info.params, strict=True)
        ]
        self.called.add(info.name)
        code.emit("call", info.id, tuple(frozen))

    def _do_Reveal(self, node: ast.Reveal, scope: Scope, code: Code, end: Label) -> None:
        what, _ = self.some(node.what, scope)
        to = None if node.to is None else self.need(node.to, scope, PLAYER)
        self.settle(code)
        code.emit("reveal", what, to)

    def _do_Look(self, node: ast.Look, scope: Scope, code: Code, end: Label) -> None:
        what, _ = self.some(node.what, scope)
        self.settle(code)
        code.emit("reveal", what, ("you",))

    def _do_Cover(self, node: ast.Cover, scope: Scope, code: Code, end: Label) -> None:
        what, _ = self.some(node.what, scope)
        self.settle(code)
        code.emit("cover", what)

    def _do_Roll(self, node: ast.Roll, scope: Scope, code: Code, end: Label) -> None:
        die = self.world.dice.get(node.die.text)
        if die is None:
            hint = did_you_mean(node.die.text, self.world.dice, "the dice are")
            hint = hint or f"declare it: `die {node.die}: 1, 2, 3, 4, 5, 6`"
            self.report.error("R0247", f"I don't know a die called `{node.die}`", node.die.span, hint=hint)
            self.bind(node.name, NUM if node.amount is None else Seq(NUM), scope, code)
            return
        amount = None if node.amount is None else self._numeric(node.amount, scope)[0]
        self.settle(code)
        face = Num(min(die.faces), max(die.faces))
        slot = self.bind(node.name, face if amount is None else Seq(face), scope, code)
        if amount is not None:
            code.emit("let", slot, ("list",))
        code.emit("roll", slot, die.faces, die.name.text, amount)

    def _do_Pick(self, node: ast.Pick, scope: Scope, code: Code, end: Label) -> None:
        items, type_ = self.items(node.items, scope)
        amount = None if node.amount is None else self._numeric(node.amount, scope)[0]
        self.settle(code)
        slot = self.bind(node.name, type_ if amount is None else Seq(type_), scope, code)
        if amount is not None:
            code.emit("let", slot, ("list",))
        code.emit("pick", slot, items, amount, end if amount is None else -1)

    def _do_Finish(self, node: ast.Finish, scope: Scope, code: Code, end: Label) -> None:
        players, type_ = self.expr(node.players, scope, Seq(PLAYER))
        if fits(type_, PLAYER):
            players = ("one", players)
        elif not fits(type_, Seq(PLAYER)):
            self.report.error("R0220", f"players are needed, but this is {type_}", node.players.span)
        reason = node.reason.text if node.reason else ""
        code.emit("finish", node.won, players, reason)

    def _do_ExtraTurn(self, node: ast.ExtraTurn, scope: Scope, code: Code, end: Label) -> None:
        code.emit("extra_turn", ("you",) if node.player is None else self.need(node.player, scope, PLAYER))

    def _do_Proceed(self, node: ast.Proceed, scope: Scope, code: Code, end: Label) -> None:
        if not code.frame.in_hook:
            self.report.error(
                "R0248", "`proceed` has a meaning only in `instead of`", node.span,
                why="it carries out what the ability stands in for",
            )  # fmt: skip
            return
        code.emit("proceed")

    def _do_Nothing(self, node: ast.Nothing, scope: Scope, code: Code, end: Label) -> None:
        pass

    def _do_Say(self, node: ast.Say, scope: Scope, code: Code, end: Label) -> None:
        parts: list[tuple[Expr, str]] = []
        for arg in node.args:
            ir, type_ = self.expr(arg, scope)
            parts.append((("freeze", ir) if isinstance(bare(type_), Seq) else ir, self.tag(type_)))
        self.settle(code)
        code.emit("say", node.message.text, tuple(parts))
