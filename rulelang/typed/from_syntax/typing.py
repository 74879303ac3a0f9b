"""What every step of typing needs: the symbols, the report, and how each kind of node is typed.

In: a node of the syntax tree and the scope it stands in. Out: a typed node; what is wrong goes to the report
and yields a node of the type `Unknown`, so that one mistake gives one message. The families (`names`,
`operators`, `sets`, `places`, `verbs`, `flow`, `decisions`) know each other only through the two tables here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field

from rulelang.diagnostics import Diagnostic, Label, Report
from rulelang.source import Span
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Rule, Value
from rulelang.typed.effects import NO_EFFECTS
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.statement_effects import effects_of
from rulelang.typed.statements import Block, Stmt
from rulelang.typed.symbols import Local, Symbol, World
from rulelang.types import (
    BOOL,
    NUM,
    PLAYER,
    UNKNOWN,
    ByPlayer,
    Kind,
    Num,
    Rec,
    Seq,
    Type,
    bare,
    fits,
    is_unknown,
    join,
)

ExprHandler = Callable[[Any, Scope, Type | None, "Typing"], typed.Expr]
StmtHandler = Callable[[Any, Scope, "Typing"], Stmt | None]


Site = tuple[ast.Node, Scope, Type | None]  # what stands somewhere, in which scope, and what is wanted


@define
class Typing:
    world: World
    report: Report
    expressions: Mapping[type, ExprHandler]
    statements: Mapping[type, StmtHandler]
    changed: frozenset[str] = frozenset()  # the values that abilities change
    values: dict[str, Value] = field(factory=dict)  # those that are typed already
    rules: dict[str, Rule] = field(factory=dict)  # the same
    rules_in_progress: list[str] = field(factory=list)
    imagined: list[typed.WhatIf] = field(factory=list)  # every question about what would be
    in_progress: list[str] = field(factory=list)
    so_far: dict[str, Type] = field(factory=dict)  # of values in progress: what their results are
    depths: dict[str, int] = field(factory=dict)  # of values that use themselves: how often at most
    looks: int = 0  # how often something looked at the end of a pile, whose order chance may have to decide
    near: dict[Span, tuple[Local, ...]] = field(factory=dict)  # for unknown names, known ones that are alike
    named: dict[Span, Symbol] = field(factory=dict)  # names whose type is worked out from somewhere else
    sites: list[Site] | None = None  # every place with the names known there, if somebody wants them


def wrong(span: Span) -> typed.Expr:
    return typed.Wrong(span, UNKNOWN)


def expression(node: ast.Node, scope: Scope, ctx: Typing, want: Type | None = None) -> typed.Expr:
    if ctx.sites is not None:
        ctx.sites.append((node, scope, want))
    return ctx.expressions[type(node)](node, scope, want, ctx)


def need(node: ast.Node, scope: Scope, wanted: Type, ctx: Typing) -> typed.Expr:
    found = expression(node, scope, ctx, wanted)
    if not fits(found.type, wanted):
        title = f"{wanted} is needed, but this is {found.type}"
        one = isinstance(wanted, Seq) and fits(found.type, wanted.item)
        hint = "put brackets around it: `[…]`" if one else ""
        ctx.report.error("R0220", title, node.span, f"this is {found.type}", hint=hint)
        return wrong(node.span)
    return found


def condition(node: ast.Node, scope: Scope, ctx: Typing) -> typed.Expr:
    found = expression(node, scope, ctx, BOOL)
    if not fits(found.type, BOOL):
        actual = bare(found.type)
        hint = "compare it with something: `… is 0`" if isinstance(actual, Num) else ""
        hint = "ask whether there are any: `… is not empty`" if isinstance(actual, Seq) else hint
        title = f"a condition is needed, but this is {found.type}"
        ctx.report.error("R0220", title, node.span, "this is neither true nor false", hint=hint)
        return wrong(node.span)
    return found


def optional_condition(node: ast.Node | None, scope: Scope, ctx: Typing) -> typed.Expr | None:
    return None if node is None else condition(node, scope, ctx)


def numeric(node: ast.Node, scope: Scope, ctx: Typing) -> typed.Expr:
    found = expression(node, scope, ctx)
    inner = bare(found.type)
    if not isinstance(inner, Num) and inner != UNKNOWN:
        ctx.report.error("R0220", f"a number is needed, but this is {found.type}", node.span)
        return wrong(node.span)
    return found


def range_of(found: typed.Expr) -> Num:
    inner = bare(found.type)
    return inner if isinstance(inner, Num) else NUM


def items(node: ast.Node, scope: Scope, ctx: Typing, want: Type | None = None) -> tuple[typed.Expr, Type]:
    """A set, and the type of its elements."""
    found = expression(node, scope, ctx, Seq(want) if want is not None else None)
    return found, element_type(node, found.type, ctx)


def element_type(node: ast.Node, type_: Type, ctx: Typing) -> Type:
    inner = bare(type_)
    if isinstance(inner, Seq):
        return inner.item
    if inner != UNKNOWN:
        hint = f"to get all of them, write `every {inner.name}`" if isinstance(inner, Kind | Rec) else ""
        hint = "for the numbers up to it, write `1 to …`" if isinstance(inner, Num) else hint
        hint = "all players are `players`; only this one is `[…]`" if inner == PLAYER else hint
        ctx.report.error("R0232", f"a set is needed, but this is {type_}", node.span, hint=hint)
    return UNKNOWN


def is_component(node: ast.Node, type_: Type, ctx: Typing) -> bool:
    inner = bare(type_)
    if isinstance(inner, Rec) and ctx.world.records[inner.name].physical:
        return True
    if inner != UNKNOWN:
        called = node.name.text if isinstance(node, ast.Name) else "…"
        hint = ""
        if isinstance(inner, ByPlayer):
            hint = f"say whose it is: `{called} of p`, or `your {called}`"
        elif isinstance(inner, Seq) and isinstance(inner.item, Rec):
            zone = ctx.world.zones.get(called)
            end = "top" if zone is not None and zone.ordering == "pile" else "first"
            hint = f"one of them is `{end} of {called}`"
        ctx.report.error("R0234", f"a component is needed, but this is {type_}", node.span, hint=hint)
    return False


def zone_named(node: ast.Expr, scope: Scope, ctx: Typing, item: Type = UNKNOWN) -> typed.ZoneRef | None:
    """The zone that a path names, as a place to put things of a type into."""
    before = len(ctx.report.found)
    found = expression(node, scope, ctx)
    if is_unknown(found.type):
        ctx.report.found[before:] = [
            _no_zone(finding, node, item, ctx.world) for finding in ctx.report.found[before:]
        ]
    if isinstance(found, typed.ZoneRef):
        return found
    if not is_unknown(found.type):
        theirs = [word for word, zone in ctx.world.zones.items() if zone.owner == found.type]
        hint = f"say which zone of it: `{theirs[0]} of …`" if theirs else ""
        ctx.report.error("R0231", "a zone is needed here", node.span, f"this is {found.type}", hint=hint)
    return None


def _no_zone(finding: Diagnostic, node: ast.Expr, item: Type, world: World) -> Diagnostic:
    """What is not known where a zone should stand is a zone that is not declared."""
    match node:
        case ast.Name(name=name) | ast.Your(name=name) | ast.Of(name=name):
            if finding.unknown != name.text or finding.span != name.span or finding.hint.startswith("in a"):
                return finding
            each = "" if isinstance(node, ast.Name) else " of each player"
            what = item.name if isinstance(item, Rec) else next(iter(world.records), "card")
            declared = f"zone {name}{each}: {'set' if each else 'pile'} of {what}, public"
            hint = did_you_mean(name.text, world.zones) or f"declare it: `{declared}`"
            title = finding.title if each else f"I don't know a zone called `{name}`"
            return evolve(finding, title=title, hint=hint)
    return finding


def no_track(finding: Diagnostic, node: ast.Expr, scope: Scope, ctx: Typing) -> Diagnostic:
    """What is not known where something gets a value is a track that is not declared."""
    match node:
        case ast.Name(name=name) | ast.Your(name=name) | ast.Of(name=name):
            if finding.unknown != name.text or finding.span != name.span or finding.code == "R0221":
                return finding
            if finding.hint.startswith("say it with"):
                return finding
            tracks = [word for word in ctx.world.tracks if "." not in word]
            if isinstance(node, ast.Name):
                hint = did_you_mean(name.text, [*scope.all_names(), *tracks])
                declared = f"track {name}: number 0 to 99"
                return evolve(
                    finding, title=f"I don't know a track called `{name}`",
                    hint=hint or f"declare it: `{declared}`",
                )  # fmt: skip
            if not finding.title.startswith("a player has"):
                return finding
            hint = did_you_mean(name.text, tracks)
            return evolve(finding, hint=hint or f"declare it: `track {name} of each player: number 0 to 99`")
    return finding


def same(node: ast.Node, types: Sequence[Type], report: Report, parts: Sequence[ast.Node] = ()) -> Type:
    """The type that several parts have in common."""
    result: Type = UNKNOWN
    for index, type_ in enumerate(types):
        joined = join(result, type_)
        if joined is None:
            span = parts[index].span if index < len(parts) else node.span
            also = [Label(parts[0].span, f"this is {types[0]}")] if index < len(parts) else []
            title = f"this gives {result} in one case and {type_} in another"
            report.error("R0228", title, span, f"this is {type_}" if also else "", also=also)
            return UNKNOWN
        result = joined
    return result


def block(nodes: ast.Block, scope: Scope, ctx: Typing, in_loop: bool = False) -> Block:
    """A block's names end with it."""
    inner = scope.child(in_loop=in_loop)
    return tuple(
        found
        for node in nodes
        if not ctx.report.enough and (found := statement(node, inner, ctx)) is not None
    )


def optional_block(nodes: ast.Block | None, scope: Scope, ctx: Typing) -> Block | None:
    return None if nodes is None else block(nodes, scope, ctx)


def statement(node: ast.Stmt, scope: Scope, ctx: Typing) -> Stmt | None:
    """The statement, or None if it is reported as wrong and could do nothing sensible."""
    if ctx.sites is not None:
        ctx.sites.append((node, scope, None))
    looks = ctx.looks
    found = ctx.statements[type(node)](node, scope, ctx)
    if found is None:
        return None
    may = effects_of(found, looks_at_pile=ctx.looks > looks)
    if may is not NO_EFFECTS:
        object.__setattr__(found, "may", may)  # it was made just now: nobody has seen it without
    return found
