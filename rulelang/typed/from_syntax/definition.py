"""The whole definition, typed.

In: a linked `World`, and the texts that people see. Out: a `Definition`, or None if something was wrong.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.diagnostics import Report
from rulelang.syntax import ast
from rulelang.typed import expressions as typed
from rulelang.typed.definition import About, Definition, Ranking
from rulelang.typed.from_syntax import (
    answers,
    decisions,
    flow,
    hypotheses,
    members,
    names,
    operators,
    places,
    sets,
    verbs,
)
from rulelang.typed.from_syntax.abilities import abilities
from rulelang.typed.from_syntax.answers import rule_of
from rulelang.typed.from_syntax.calls import bounded
from rulelang.typed.from_syntax.cases import find_key
from rulelang.typed.from_syntax.more_options import offers
from rulelang.typed.from_syntax.same_cause import settle_types
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.typing import (
    ExprHandler,
    Site,
    StmtHandler,
    Typing,
    condition,
    numeric,
    optional_condition,
)
from rulelang.typed.from_syntax.unknown import settle_unknown
from rulelang.typed.from_syntax.values import result_of
from rulelang.typed.symbols import CLAIM, CallableSymbol, TrackSymbol, World
from rulelang.types import BOOL, PLAYER, UNKNOWN, Num, Player, Rec, Seq, bare

EXPRESSIONS: Mapping[type, ExprHandler] = {
    **names.EXPRESSIONS, **members.EXPRESSIONS, **operators.EXPRESSIONS, **sets.EXPRESSIONS,
    **places.EXPRESSIONS, **hypotheses.EXPRESSIONS,
}  # fmt: skip
STATEMENTS: Mapping[type, StmtHandler] = {
    **verbs.STATEMENTS, **answers.STATEMENTS, **decisions.STATEMENTS, **flow.STATEMENTS,
}  # fmt: skip


def type_definition(
    world: World,
    strings: Mapping[str, Mapping[str, str]],
    report: Report,
    sites: list[Site] | None = None,
) -> Definition | None:
    """`sites` is filled with every place and what is known there, also of a definition that is not right."""
    ctx = Typing(world, report, EXPRESSIONS, STATEMENTS, _changed(world), sites=sites)
    for symbol in [*world.rules.values(), *world.values.values()]:
        find_key(symbol, ctx)
    for symbol in list(world.values.values()):  # typing adds some: functions that are used as values
        result = result_of(symbol, next(iter(symbol.bodies.values())), ctx)
        if symbol.name.startswith(CLAIM) and result not in (BOOL, UNKNOWN):
            _no_claim(symbol, str(result), report)
        if isinstance(bare(result), Seq) and bare(result) == Seq(UNKNOWN) and not report.errors:
            _set_of_nothing(symbol, report)
    rules = tuple(rule_of(symbol, ctx) for symbol in world.rules.values())
    hooks, offered = tuple(abilities(ctx)), offers(ctx)
    ranking, score, payoff = _ranking(ctx), _about(world.score, ctx), _about(world.payoff, ctx)
    outlook = _about(world.outlook, ctx)
    must_hold = tuple(condition(node.condition, Scope(), ctx) for node in world.must_hold)
    starts = {track: _start(track, ctx) for track in world.tracks.values()}
    settle_types(ctx.named, world, report)
    settle_unknown(world, ctx.near, report)
    if report.errors or not all(name in ctx.values for name in world.values):
        return None
    values = tuple(ctx.values[name] for name in world.values)
    return Definition(
        world, rules, values, hooks, offered, starts, ranking, score, payoff, outlook, must_hold,
        tuple(ctx.imagined), strings,
    )  # fmt: skip


def _changed(world: World) -> frozenset[str]:
    rows = (row for record in world.records.values() for row in record.rows.values())
    nodes = [*world.abilities, *(ability for row in rows for ability in row.abilities)]
    return frozenset(node.name.text for node in nodes if isinstance(node, ast.Change))


def _no_claim(symbol: CallableSymbol, result: str, report: Report) -> None:
    body = next(iter(symbol.bodies.values()))
    if isinstance(body, ast.Value):
        report.error(
            "R0505", f"this is {result}: it can neither hold nor fail", body.results[0].value.span,
            hint="say what it should be: `… is 3`",
        )  # fmt: skip


def _set_of_nothing(symbol: CallableSymbol, report: Report) -> None:
    body = next(iter(symbol.bodies.values()))
    if isinstance(body, ast.Value):
        report.error(
            "R0216", f"of what is `{symbol.name}` a set?", body.results[0].value.span, "nothing is in it",
            why="an ability may give other elements, or somebody look for some, so their type must be known",
            hint="take none of all: `first 0 of every card`, or `first 0 of players`",
        )  # fmt: skip


# ---------------------------------------------------------------- the start and the end


def _start(track: TrackSymbol, ctx: Typing) -> typed.Expr | None:
    if track.start is None:
        if isinstance(track.type, Rec | Player):
            ctx.report.error(
                "R0254", f"`{track.name}` has no value to start with", track.span,
                hint="add `starting …`, or let it be `… or none starting none`",
            )  # fmt: skip
        return None
    node = _as_expr(track.start) if isinstance(track.start, ast.Literal) else track.start
    return bounded(node, Scope(), track.type, track.name, ctx)


def _as_expr(node: ast.Literal) -> ast.Expr:
    match node:
        case ast.LiteralInt(value=value) if value < 0:
            return ast.Unary(node.span, "negate", ast.Number(node.span, -value))
        case ast.LiteralInt(value=value):
            return ast.Number(node.span, value)
        case ast.LiteralYes():
            return ast.Yes(node.span)
        case ast.LiteralNo():
            return ast.No(node.span)
        case ast.LiteralName(name=name):
            return ast.Name(node.span, name)
        case ast.LiteralList(items=items):
            return ast.ListOf(node.span, tuple(_as_expr(item) for item in items))
        case _:
            return ast.NoneValue(node.span)


def _ranking(ctx: Typing) -> Ranking | None:
    node = ctx.world.ranking
    if node is None:
        return None
    scope = Scope()
    player = scope.add(node.player.text, PLAYER, "param", node.player.span)
    condition = optional_condition(node.condition, scope, ctx)
    keys = tuple((rank.extreme, numeric(rank.value, scope, ctx)) for rank in node.ranks)
    return Ranking(player, condition, keys, node.ties)


def _about(node: ast.Score | ast.Payoff | ast.Outlook | None, ctx: Typing) -> About | None:
    if node is None:
        return None
    scope = Scope()
    player = scope.add(node.player.text, PLAYER, "param", node.player.span)
    value, divisor = node.value, None
    if isinstance(node, ast.Payoff) and isinstance(value, ast.Binary) and value.op == "/":
        divisor = numeric(value.right, scope, ctx)
        if isinstance(divisor.type, Num) and divisor.type.low == divisor.type.high == 0:
            ctx.report.error("R0226", "nothing can be divided by 0", value.right.span)
        value = value.left
    return About(player, numeric(value, scope, ctx), divisor)
