"""Decisions, branches, loops, turns and rounds to flat code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.check.code import Code, Label, Loop
from rulelang.check.scope import Scope, Var
from rulelang.check.types import (
    PLAYER,
    ByPlayer,
    Kind,
    Num,
    Place,
    Player,
    Rec,
    Seq,
    Type,
    bare,
)
from rulelang.diagnostics import Label as Mark
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Expr
from rulelang.source import Span
from rulelang.syntax import ast

YOU: Expr = ("you",)


class Flow:
    report: Report
    called: set[str]

    if TYPE_CHECKING:

        def expr(self, node: ast.Node, scope: Scope, want: Type | None = None) -> tuple[Expr, Type]: ...
        def need(self, node: ast.Node, scope: Scope, wanted: Type, what: str = "") -> Expr: ...
        def condition(self, node: ast.Node, scope: Scope) -> Expr: ...
        def items(self, node: ast.Node, scope: Scope, want: Type | None = None) -> tuple[Expr, Type]: ...
        def _numeric(self, node: ast.Expr, scope: Scope) -> tuple[Expr, Num]: ...
        def loop_var(self, name: ast.Ident | None, type_: Type, scope: Scope) -> tuple[int, Scope]: ...
        def block(self, block: ast.Block, scope: Scope, code: Code) -> None: ...
        def bind(self, name: ast.Ident, type_: Type, scope: Scope, code: Code) -> int: ...
        def settle(self, code: Code) -> None: ...

    def tag(self, type_: Type) -> str:
        """A type in one word, for the labels that people see."""
        match bare(type_):
            case Kind(name=name):
                return f"kind:{name}"
            case Rec(name=name):
                return f"record:{name}"
            case Player():
                return "player"
            case Place(zone=zone):
                return f"place:{zone}"
            case Num():
                return "number"
            case Seq(item=item):
                return f"set of {self.tag(item)}"
            case ByPlayer(item=item):
                return f"set of {self.tag(item)}"
            case _:
                return "bool"

    # ------------------------------------------------------------ decisions
    def _by(self, by: ast.Expr | None, scope: Scope) -> Expr:
        return YOU if by is None else self.need(by, scope, PLAYER)

    def _pairs(
        self, picks: tuple[ast.Binding, ...], condition: ast.Expr | None, scope: Scope
    ) -> tuple[Expr, list[tuple[ast.Ident, Type]]]:
        """All ways to choose one element for each name, of which a condition may forbid some."""
        inner, loops, found = scope, [], []
        for pick in picks:
            items, type_ = self.items(pick.items, inner)
            loc, inner = self.loop_var(pick.name, type_, inner)
            inner.it = None if len(picks) > 1 else inner.it
            loops.append((loc, items))
            found.append((pick.name, type_))
        test = None if condition is None else self.condition(condition, inner)
        return ("ways", tuple(loops), test), found

    def _do_Choose(self, node: ast.Choose, scope: Scope, code: Code, end: Label) -> None:
        by = self._by(node.by, scope)
        ways, found = self._pairs(node.picks, node.condition, scope)
        low: Expr = ("n", 1)
        high: Expr = ("n", 1)
        how = "one"
        if node.how_many is not None:
            how = "order" if node.how_many.how == "order_of" else "several"
            amount = None if node.how_many.amount is None else self._numeric(node.how_many.amount, scope)[0]
            low = amount if node.how_many.how == "exactly" and amount else ("n", 0)
            high = amount if amount is not None else ("count", ways)
            low = high if how == "order" else low
            if len(node.picks) > 1:
                self.report.error(
                    "R0251",
                    "several things are chosen from one set only",
                    node.span,
                    hint="choose one of each (`choose a from …, b from …`), or several from one set",
                )
        self.settle(code)
        slots = []
        for name, type_ in found:
            slots.append(self.bind(name, type_ if how == "one" else Seq(type_), scope, code))
            code.frame.choices.append((name.text, scope.vars[name.text]))
        empty = Label()
        tags = tuple(self.tag(type_) for _, type_ in found)
        prompt = "_".join(name.text for name, _ in found)
        code.emit("choose", how, prompt, by, ways, tuple(slots), tags, low, high, empty)
        self._otherwise(node.otherwise, empty, scope, code, end)

    def _otherwise(
        self, otherwise: ast.Block | None, empty: Label, scope: Scope, code: Code, end: Label
    ) -> None:
        """What happens when there is nothing to choose: the rest of the block is skipped."""
        after = Label()
        code.emit("jump", after)
        code.here(empty)
        if otherwise is not None:
            self.block(otherwise, scope, code)
        code.emit("jump", end)
        code.here(after)

    def _do_May(self, node: ast.May, scope: Scope, code: Code, end: Label) -> None:
        refused, after = Label(), Label()
        code.emit("may", node.name.text, self._by(node.by, scope), refused)
        self.block(node.body, scope, code)
        code.emit("jump", after)
        code.here(refused)
        if node.otherwise is not None:
            self.block(node.otherwise, scope, code)
        code.here(after)

    def _do_Menu(self, node: ast.Menu, scope: Scope, code: Code, end: Label) -> None:
        by = self._by(node.by, scope)
        entries, bodies = [], []
        seen: dict[str, Span] = {}
        for option in node.options:
            if option.name.text in seen:
                also = [Mark(seen[option.name.text], "the first one")]
                title = f"two options are called `{option.name}`"
                self.report.error("R0252", title, option.name.span, also=also)
            seen[option.name.text] = option.name.span
            ways, found = self._pairs(option.picks, option.condition, scope)
            inner = scope.child()
            slots = tuple(self.bind(name, type_, inner, code) for name, type_ in found)
            tags = tuple(self.tag(type_) for _, type_ in found)
            label = Label()
            entries.append((option.name.text, ways, slots, tags, label))
            bodies.append((label, option.body, inner))
        self.settle(code)
        empty, after = Label(), Label()
        code.emit("menu", by, tuple(entries), empty)
        for label, body, inner in bodies:
            code.here(label)
            self.block(body, inner, code)
            code.emit("jump", after)
        code.here(empty)
        if node.otherwise is not None:
            self.block(node.otherwise, scope, code)
        code.here(after)

    def _do_Secret(self, node: ast.Secret, scope: Scope, code: Code, end: Label) -> None:
        players: Expr = ("players",) if node.players is None else self.need(node.players, scope, Seq(PLAYER))
        inner = scope.child()
        inner.vars[node.player.text] = Var(YOU, PLAYER, node.player.span)
        items, type_ = self.items(node.items, inner)
        self.settle(code)
        slot = self.bind(node.name, ByPlayer(type_), scope, code)
        code.emit("secret", node.name.text, players, items, slot, self.tag(type_))

    # ------------------------------------------------------------ branches and loops
    def _do_If(self, node: ast.If, scope: Scope, code: Code, end: Label) -> None:
        after = Label()
        for condition, body in node.branches:
            other = Label()
            code.at(condition.span)
            test = self.condition(condition, scope)
            self.settle(code)
            code.emit("unless", test, other)
            self.block(body, scope, code)
            code.emit("jump", after)
            code.here(other)
        if node.otherwise is not None:
            self.block(node.otherwise, scope, code)
        code.here(after)

    def _loop(self, body: ast.Block, scope: Scope, code: Code, exit_: Label) -> None:
        code.loops.append(Loop(exit_, len(code.undo)))
        self.block(body, scope, code)
        code.loops.pop()

    def _do_ForEach(self, node: ast.ForEach, scope: Scope, code: Code, end: Label) -> None:
        items, type_ = self.items(node.items, scope)
        self.settle(code)
        inner, (again, exit_) = scope.child(), (Label(), Label())
        listed, index = code.frame.new_slot("items", self.tag(Seq(type_))), code.frame.new_slot("index")
        code.emit("let", listed, ("freeze", items))
        code.emit("let", index, ("n", 0))
        code.here(again)
        code.emit("next", listed, index, self.bind(node.name, type_, inner, code), exit_)
        self._loop(node.body, inner, code, exit_)
        code.emit("jump", again)
        code.here(exit_)

    def _do_Repeat(self, node: ast.Repeat, scope: Scope, code: Code, end: Label) -> None:
        again, exit_ = Label(), Label()
        if node.times is not None:
            self._count_down(node.times, scope, code, again, exit_)
        else:
            code.here(again)
        self._loop(node.body, scope, code, exit_)
        code.emit("jump", again)
        code.here(exit_)

    def _count_down(self, amount: ast.Expr, scope: Scope, code: Code, again: Label, exit_: Label) -> None:
        """The head of something that is done a number of times."""
        times, _ = self._numeric(amount, scope)
        self.settle(code)
        left = code.frame.new_slot("left")
        code.emit("let", left, times)
        code.here(again)
        code.emit("unless", ("gt", ("slot", left), ("n", 0)), exit_)
        code.emit("let", left, ("sub", ("slot", left), ("n", 1)))

    def _do_While(self, node: ast.While, scope: Scope, code: Code, end: Label) -> None:
        again, exit_ = Label(), Label()
        code.here(again)
        test = self.condition(node.condition, scope)
        self.settle(code)
        code.emit("unless", test, exit_)
        self._loop(node.body, scope, code, exit_)
        code.emit("jump", again)
        code.here(exit_)

    def _do_As(self, node: ast.As, scope: Scope, code: Code, end: Label) -> None:
        player = self.need(node.player, scope, PLAYER)
        self.settle(code)
        saved = code.frame.new_slot("before")
        code.emit("let", saved, YOU)
        code.emit("become", player)
        code.undo.append(("become", ("slot", saved)))
        self.block(node.body, scope, code)
        code.emit(*code.undo.pop())

    # ------------------------------------------------------------ turns, rounds, ends
    def _do_Turns(self, node: ast.Turns, scope: Scope, code: Code, end: Label) -> None:
        again, body, over, passed, exit_ = Label(), Label(), Label(), Label(), Label()
        frame = code.frame
        saved, current, extra = frame.new_slot("before"), frame.new_slot("turn_of"), frame.new_slot("extra")
        outer = frame.new_slot("outer")
        code.emit("let", saved, YOU)
        code.emit("let", outer, ("active",))
        if node.listed:
            players = self.need(node.start, scope, Seq(PLAYER))
            listed, index = frame.new_slot("items"), frame.new_slot("index")
            code.emit("let", listed, ("freeze", players))
            code.emit("let", index, ("n", 0))
            code.here(again)
            code.emit("next", listed, index, current, exit_)
        else:
            code.emit("let", current, self.need(node.start, scope, PLAYER))
            code.here(again)
        code.emit("begin", "turn", over, exit_)
        code.emit("turn_of", ("slot", current))
        code.here(body)
        code.undo.append(("leave",))
        self.block(node.body, scope, code)
        code.undo.pop()
        code.emit("leave")
        code.here(over)
        code.emit("next_extra", extra, passed)
        code.emit("begin", "turn", over, exit_)
        code.emit("turn_of", ("slot", extra))
        code.emit("jump", body)
        code.here(passed)
        code.emit("become", ("slot", current))
        self._until(node.until, scope, code, exit_)
        if not node.listed:
            code.emit("let", current, ("fn", "left", ("slot", current)))
        code.emit("jump", again)
        code.here(exit_)
        code.emit("turns_done", ("slot", outer))
        code.emit("become", ("slot", saved))

    def _until(self, until: ast.Expr | None, scope: Scope, code: Code, exit_: Label) -> None:
        if until is not None:
            code.frame.settles = []
            test = self.condition(until, scope)
            self.settle(code)
            code.emit("unless", ("not", test), exit_)

    def _do_Rounds(self, node: ast.Rounds, scope: Scope, code: Code, end: Label) -> None:
        again, over, exit_ = Label(), Label(), Label()
        saved = code.frame.new_slot("before")
        code.emit("let", saved, YOU)
        if node.times is None:
            code.here(again)
        else:
            self._count_down(node.times, scope, code, again, exit_)
        code.emit("begin", "round", over, exit_)
        code.undo.append(("leave",))
        self.block(node.body, scope, code)
        code.undo.pop()
        code.emit("leave")
        code.here(over)
        code.emit("become", ("slot", saved))
        self._until(node.until, scope, code, exit_)
        code.emit("jump", again)
        code.here(exit_)
        code.emit("become", ("slot", saved))

    def _do_End(self, node: ast.End, scope: Scope, code: Code, end: Label) -> None:
        if node.what == "game":
            code.emit("game_over")
        elif node.what == "rule":
            code.unwind(0)
            code.emit("return")
        elif node.what == "loop":
            if not code.loops:
                self.report.error(
                    "R0253",
                    "there is no loop to end here",
                    node.span,
                    why="`end loop` leaves a `for each`, `repeat` or `while` of the same rule",
                    hint="to leave the rule itself, write `end rule`",
                )
                return
            loop = code.loops[-1]
            code.unwind(loop.opened)
            code.emit("jump", loop.exit)
        else:
            code.emit("end", node.what.removesuffix("s"), node.what.endswith("s"))
