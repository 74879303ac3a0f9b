"""Names in expressions: what a name, `your`, `it` or a member after `of` stands for.

In: a leaf of the syntax tree and the scope it stands in. Out: a typed node bound to a symbol. A name that is
not known is reported with the nearest one that would fit.
"""

from __future__ import annotations

import re

from rulelang.diagnostics import Label
from rulelang.suggest import close_to, did_you_mean
from rulelang.syntax import ast
from rulelang.syntax.words import LEADING, VERBS
from rulelang.typed import expressions as typed
from rulelang.typed.from_syntax.calls import call_value
from rulelang.typed.from_syntax.members import field_of, has_field, plain_pair
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.typing import ExprHandler, Typing, wrong
from rulelang.typed.functions import FUNCTIONS
from rulelang.typed.symbols import Local, RecordSymbol, World, refer
from rulelang.types import (
    BOOL,
    NONE,
    PLAYER,
    UNKNOWN,
    Num,
    Pair,
    Rec,
    Seq,
    Type,
    bare,
    fits,
    is_unknown,
    plain,
)

LARGEST = 10**9


# ---------------------------------------------------------------- leaves


def _number(node: ast.Number, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    if node.value > LARGEST:
        ctx.report.error("R0211", "this number is too large", node.span)
        return wrong(node.span)
    return typed.Number(node.span, Num(node.value, node.value), node.value)


def _yes(node: ast.Yes, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    return typed.Truth(node.span, BOOL, True)


def _no(node: ast.No, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    return typed.Truth(node.span, BOOL, False)


def _nothing(node: ast.NoneValue, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    return typed.Nothing(node.span, NONE)


def _your_turn(node: ast.YourTurn, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    return typed.YourTurn(node.span, BOOL)


def _name(node: ast.Name, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    word, world = node.name.text, ctx.world
    local = scope.find(word)
    if local is not None and not _means_word(word, local, want, world):
        refer(local, node.span)
        ctx.named[node.span] = local
        return typed.LocalRef(node.span, local.type, local)
    if want is not None:
        constant = world.constant(word, bare(want))
        if constant is not None:
            return _word(node, bare(want), constant, ctx)
    if word == "it":
        return _it(node, scope, ctx)
    for it in scope.its():
        if isinstance(it.type, Rec) and has_field(world.records[it.type.name], word, world):
            return field_of(node.name, typed.LocalRef(node.span, it.type, it), it.type, ctx, node.span, True)
    return _global(node, scope, want, ctx)


def _means_word(word: str, local: Local, want: Type | None, world: World) -> bool:
    """Where a word of a kind is wanted, a local name of another type is not meant."""
    if want is None or is_unknown(local.type) or fits(local.type, want):
        return False
    return world.constant(word, bare(want)) is not None


def _word(node: ast.Name, type_: Type, number: int, ctx: Typing) -> typed.Expr:
    word = node.name.text
    refer(ctx.world.symbol_of(word, type_), node.span)
    return typed.Word(node.span, type_, word, number)


def _it(node: ast.Name, scope: Scope, ctx: Typing) -> typed.Expr:
    its = scope.its()
    if its:
        return typed.LocalRef(node.span, its[0].type, its[0])
    ctx.report.error(
        "R0222", "there is nothing that `it` could mean here", node.span,
        why="`it` is the element that a `where`, `sorted by` or `with highest` is about",
    )  # fmt: skip
    return wrong(node.span)


def _global(node: ast.Name, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    word, world, span = node.name.text, ctx.world, node.span
    everybody = Seq(PLAYER, world.players[1])
    if word == "you":
        return typed.You(span, PLAYER)
    if word == "active":
        return typed.Active(span, PLAYER)
    if word == "players":
        return typed.Players(span, everybody)
    if word == "opponents":
        return typed.Opponents(span, everybody, typed.You(span, PLAYER))
    if word in world.zones or word in world.tracks:
        return _unowned(node, ctx)
    if word in world.settings:
        setting = world.settings[word]
        refer(setting, span)
        return typed.SettingRef(span, setting.type, setting)
    if want is not None and is_unknown(want):
        return wrong(span)  # a word of something that is reported already
    if word in world.values:
        return call_value(world.values[word], (), node, node.name.span, scope, ctx)
    meanings = list(world.constants(word))
    if len(meanings) == 1:
        return _word(node, meanings[0][0], meanings[0][1], ctx)
    if meanings:
        types = " or ".join(str(type_) for type_, _ in meanings)
        ctx.report.error("R0223", f"`{word}` could be {types}", span)
        return wrong(span)
    _unknown_name(node, scope, want, ctx)
    return wrong(span)


def _unknown_name(node: ast.Name, scope: Scope, want: Type | None, ctx: Typing) -> None:
    world, report = ctx.world, ctx.report
    if report.enough or any(is_unknown(it.type) for it in scope.its()):
        return  # a field of something that is reported already
    word = node.name.text
    for record in world.records.values():
        if word in record.rows and record.rows[word].copies > 1:
            _one_of_copies(node, record, ctx)
            return
    if scope.is_coming(word):
        report.error(
            "R0219", f"`{word}` is not known yet in the set that it comes from", node.span,
            hint="say it with something that is known before: `you`, `active`, or another name",
            unknown=word,
        )  # fmt: skip
        return
    wanted = bare(want) if want is not None else None
    words = world.words_of(wanted) if wanted is not None else ()
    if wanted is not None and words:
        symbol = world.declared(wanted)
        also = [Label(symbol.span, "they are listed here")] if symbol and symbol.span else []
        title = f"I don't know {wanted} called `{word}`"
        hint = did_you_mean(word, [*words, *scope.all_names()]) or did_you_mean(word, words, "the words are")
        _note_alike(node, scope, ctx)
        report.error("R0221", title, node.span, f"not {wanted}", also=also, hint=hint, unknown=word)
        return
    if word in ("result", "actor"):
        where = "`change`" if word == "result" else "an ability"
        report.error("R0222", f"`{word}` has a meaning only in {where}", node.span)
        return
    fields = [
        name for it in scope.its() if isinstance(it.type, Rec) for name in world.records[it.type.name].fields
    ]
    known = [*scope.all_names(), *fields, *world.all_names()]
    hint = did_you_mean(word, known) or did_you_mean(word, [*world.rules, *FUNCTIONS])
    if word in world.kinds or word in world.records:
        hint = f"this is the name of a type; all of its kind are `every {word}`"
    elif word in LEADING or word in VERBS:
        hint = f"`{word}` is a word of the language; does it stand here twice?"
    elif word in world.rules:
        hint = f"`{word}` is a rule: `if do {word}: …` carries it out and asks for its answer"
    elif not hint:
        hint = "components lie in a `zone`, what changes in play is a `track`, what is computed a `value`"
    _note_alike(node, scope, ctx)
    if at := re.fullmatch(r"c(\d+)r(\d+)", word):  # as scenarios and players call places
        grids = [zone.name for zone in world.zones.values() if zone.ordering == "grid"]
        hint = f"write `place({', '.join([*grids[:1], *at.groups()])})`" if grids else hint
    elif word in world.memories:
        hint = f"`{word}` is a memory: ask `repeats({word}) > 0`"
    report.error("R0219", f"I don't know anything called `{word}`", node.span, hint=hint, unknown=word)


def _note_alike(node: ast.Name, scope: Scope, ctx: Typing) -> None:
    alike = (scope.find(name) for name in close_to(node.name.text, scope.all_names()))
    ctx.near[node.span] = tuple(local for local in alike if local is not None)


def _one_of_copies(node: ast.Name, record: RecordSymbol, ctx: Typing) -> None:
    row = record.rows[node.name.text]
    ctx.report.error(
        "R0264",
        f"there are {row.copies} copies of `{row.name}`, and this does not say which one is meant",
        node.span,
        also=[Label(row.span, "declared here")] if row.span else [],
        hint=f"ask `… is {row.name}`, or take one: `first of (deck where it is {row.name})`",
    )


def _unowned(node: ast.Name, ctx: Typing) -> typed.Expr:
    word, world = node.name.text, ctx.world
    zone = world.zones.get(word)
    symbol = zone or world.tracks[word]
    refer(symbol, node.span)
    if symbol.owner == UNKNOWN:
        return wrong(node.span)
    if isinstance(symbol.owner, Pair):
        ctx.report.error(
            "R0224", f"there is a `{word}` for each {plain_pair(symbol.owner)}", node.span,
            also=[Label(symbol.span, "declared here")], hint=f"say whose: `{word}(…, …)`",
        )  # fmt: skip
        return wrong(node.span)
    if symbol.owner is not None:
        owner = plain(symbol.owner)
        ctx.report.error(
            "R0224", f"each {owner} has a `{word}` of their own", node.span,
            also=[Label(symbol.span, "declared here")],
            hint=f"say whose: `{word} of …`" + (f", or `your {word}`" if owner == "player" else ""),
        )  # fmt: skip
        return wrong(node.span)
    if zone is not None:
        return typed.ZoneRef(node.span, Seq(Rec(zone.item), world.records[zone.item].size), zone, None)
    track = world.tracks[word]
    return typed.TrackRef(node.span, track.type, track, None)


def _lost(node: ast.LostExpr, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    return wrong(node.span)


EXPRESSIONS: dict[type, ExprHandler] = {
    ast.LostExpr: _lost,
    ast.Number: _number, ast.Yes: _yes, ast.No: _no, ast.NoneValue: _nothing, ast.YourTurn: _your_turn,
    ast.Name: _name,
}  # fmt: skip
