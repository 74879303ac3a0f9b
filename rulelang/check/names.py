"""Names in expressions: what a name, `your`, `it` or a member after `of` stands for.

In: a leaf of an AST expression and the scope it stands in. Out: IR and type. A name that is not known is
reported with the nearest one that would fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.check.limits import enough
from rulelang.check.scope import Scope
from rulelang.check.sets import Sets
from rulelang.check.types import (
    BOOL,
    NONE,
    PLAYER,
    UNKNOWN,
    ByPlayer,
    Kind,
    Num,
    Player,
    Rec,
    Seq,
    Type,
    bare,
)
from rulelang.diagnostics import Label
from rulelang.ir.nodes import Expr
from rulelang.source import Span
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.check.world import CallableInfo, RecordInfo

Typed = tuple[Expr, Type]
NOTHING: Expr = ("none",)
BAD: Typed = (NOTHING, UNKNOWN)


class Names(Sets):
    """The leaves of expressions; `Sets` has what deals with collections."""

    if TYPE_CHECKING:

        def call(
            self, info: CallableInfo, args: tuple[ast.Expr, ...], node: ast.Node, scope: Scope
        ) -> Typed: ...
        def _grid_id(self, type_: Type) -> int: ...

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
        for record in self.world.records.values():
            if word in record.rows and record.rows[word].copies > 1:
                self._one_of_copies(node, record)
                return
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

    def _one_of_copies(self, node: ast.Name, record: RecordInfo) -> None:
        row = record.rows[node.name.text]
        self.report.error(
            "R0264",
            f"there are {row.copies} copies of `{row.name}`, and this does not say which one is meant",
            node.span,
            also=[Label(row.span, "declared here")],
            hint=f"ask `… is {row.name}`, or take one: `first of (deck where it is {row.name})`",
        )

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
