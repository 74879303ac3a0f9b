"""The whole definition, typed.

In: a linked `World`, and the texts that people see. Out: a `Definition`, or None if something was wrong.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.diagnostics import Report
from rulelang.syntax import ast
from rulelang.typed import expressions as typed
from rulelang.typed.definition import About, Definition, Ranking, Rule, RuleBody
from rulelang.typed.from_syntax import decisions, flow, names, operators, places, sets, verbs
from rulelang.typed.from_syntax.abilities import abilities
from rulelang.typed.from_syntax.calls import bounded
from rulelang.typed.from_syntax.cases import find_key
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.typing import (
    ExprHandler,
    StmtHandler,
    Typing,
    block,
    numeric,
    optional_condition,
)
from rulelang.typed.from_syntax.unknown import settle_unknown
from rulelang.typed.from_syntax.values import result_of, unique_bodies
from rulelang.typed.symbols import CLAIM, CallableSymbol, TrackSymbol, World
from rulelang.types import BOOL, PLAYER, UNKNOWN, Player, Rec

EXPRESSIONS: Mapping[type, ExprHandler] = {
    **names.EXPRESSIONS, **operators.EXPRESSIONS, **sets.EXPRESSIONS, **places.EXPRESSIONS,
}  # fmt: skip
STATEMENTS: Mapping[type, StmtHandler] = {
    **verbs.STATEMENTS, **decisions.STATEMENTS, **flow.STATEMENTS,
}  # fmt: skip


def type_definition(
    world: World, strings: Mapping[str, Mapping[str, str]], report: Report
) -> Definition | None:
    ctx = Typing(world, report, EXPRESSIONS, STATEMENTS, _changed(world))
    for symbol in [*world.rules.values(), *world.values.values()]:
        find_key(symbol, ctx)
    for symbol in world.values.values():
        result = result_of(symbol, next(iter(symbol.bodies.values())), ctx)
        if symbol.name.startswith(CLAIM) and result not in (BOOL, UNKNOWN):
            _no_claim(symbol, str(result), report)
    rules = tuple(_rule(symbol, ctx) for symbol in world.rules.values())
    hooks = tuple(abilities(ctx))
    ranking, score, payoff = _ranking(ctx), _about(world.score, ctx), _about(world.payoff, ctx)
    starts = {track: _start(track, ctx) for track in world.tracks.values()}
    settle_unknown(world, ctx.near, report)
    if report.errors or not all(name in ctx.values for name in world.values):
        return None
    values = tuple(ctx.values[name] for name in world.values)
    return Definition(world, rules, values, hooks, starts, ranking, score, payoff, strings)


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


def _rule(symbol: CallableSymbol, ctx: Typing) -> Rule:
    bodies = []
    for node in unique_bodies(symbol):
        assert isinstance(node, ast.Rule)
        scope = Scope()
        params = tuple(
            scope.add(param.name.text, type_, "param", param.name.span)
            for param, (_, type_) in zip(node.params, symbol.params, strict=True)
        )
        words = tuple(word.text for word in node.cases)
        bodies.append(RuleBody(node.span, words, params, block(node.body, scope, ctx)))
    return Rule(symbol, tuple(bodies))


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


def _about(node: ast.Score | ast.Payoff | None, ctx: Typing) -> About | None:
    if node is None:
        return None
    scope = Scope()
    player = scope.add(node.player.text, PLAYER, "param", node.player.span)
    return About(player, numeric(node.value, scope, ctx))
