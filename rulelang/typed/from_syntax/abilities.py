"""Abilities: hooks on rules, values, zones and tracks.

In: the `before`, `after`, `instead of`, `change` and `whenever` of a definition and of its components.
Out: typed `Ability`s that name what they hook, whose they are, and what they do.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulelang.diagnostics import Label
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed.definition import Ability
from rulelang.typed.from_syntax.answers import assigned_names
from rulelang.typed.from_syntax.cases import refer_cases, unknown_case
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.typing import Typing, block, expression, optional_condition
from rulelang.typed.from_syntax.values import result_of
from rulelang.typed.from_syntax.windows import offered
from rulelang.typed.symbols import CallableSymbol, Local, RowSymbol, ZoneSymbol, refer
from rulelang.types import NONE, PLAYER, Pair, Rec, Type, fits, is_unknown, plain

Names = Sequence[ast.Ident | None]


@frozen
class _Holder:
    """Whose ability it is: a component's while it lies in a zone, or the game's."""

    row: RowSymbol | None = None
    zone: ZoneSymbol | None = None


def abilities(ctx: Typing) -> list[Ability]:
    found = [_ability(node, _Holder(), ctx) for node in ctx.world.abilities]
    for record in ctx.world.records.values():
        zone = None
        if record.active_in is not None:
            zone = ctx.world.zones.get(record.active_in.text)
            if zone is None or zone.item != record.name:
                title = f"there is no zone `{record.active_in}` for {Rec(record.name)}"
                fitting = [z.name for z in ctx.world.zones.values() if z.item == record.name]
                hint = did_you_mean(record.active_in.text, fitting)
                unknown = record.active_in.text
                ctx.report.error("R0261", title, record.active_in.span, hint=hint, unknown=unknown)
                continue
            refer(zone, record.active_in.span)
        for row in record.rows.values():
            found += [_ability(node, _Holder(row, zone), ctx) for node in row.abilities]
    return [ability for ability in found if ability is not None]


def _ability(node: ast.Node, holder: _Holder, ctx: Typing) -> Ability | None:
    match node:
        case ast.Hook():
            return _hook(node, holder, ctx)
        case ast.Change():
            return _change(node, holder, ctx)
        case ast.Whenever():
            return _whenever(node, holder, ctx)
    return None


def _target(node: ast.Hook | ast.Change, ctx: Typing) -> CallableSymbol | None:
    world = ctx.world
    known, other = (world.rules, world.values) if isinstance(node, ast.Hook) else (world.values, world.rules)
    word = "rule" if isinstance(node, ast.Hook) else "value"
    target = known.get(node.name.text)
    if target is None:
        hint = did_you_mean(node.name.text, known)
        if node.name.text in other:
            hint = (
                "a value is altered with `change`" if word == "rule" else "a rule is hooked with `instead of`"
            )
        title = f"there is no {word} `{node.name}` to hook"
        ctx.report.error("R0262", title, node.name.span, hint=hint, unknown=node.name.text)
        return None
    refer(target, node.name.span)
    if node.params is not None and len(node.params) != len(target.params):
        names = ", ".join(name for name, _ in target.params)
        ctx.report.error(
            "R0230", f"`{node.name}` has not {len(node.params)} parameters, but {len(target.params)}",
            node.name.span, f"write `{node.name}({names})`", also=[Label(target.span, "declared here")],
        )  # fmt: skip
        return None
    for case in node.cases:
        if target.key_type is None and _may_have_cases(target):
            return None  # what tells them apart is reported already
        if target.key_type is None:
            title = f"`{target.name}` is not split into cases"
            ctx.report.error("R0263", title, case.span, also=[Label(target.span, "declared here")])
            return None
        if not ctx.world.meant(case.text, target.key_type):
            unknown_case(case, target, ctx)
            return None
    refer_cases(node.cases, target, ctx)
    return target


def _may_have_cases(target: CallableSymbol) -> bool:
    return bool(target.params) and (is_unknown(target.params[0][1]) or None not in target.bodies)


def _names(params: tuple[ast.Param, ...] | None) -> list[ast.Ident | None]:
    return [param.name for param in params or ()]


def _words(cases: tuple[ast.Ident, ...]) -> tuple[str, ...]:
    return tuple(case.text for case in cases)


def _hook(node: ast.Hook, holder: _Holder, ctx: Typing) -> Ability | None:
    target = _target(node, ctx)
    if target is None:
        return None
    names, types = _names(node.params), [type_ for _, type_ in target.params]
    params, scope = _locals(names, types)
    when_actor = scope.add("actor", PLAYER, "actor")
    when = optional_condition(node.condition, scope, ctx)
    body_params, inner = _locals(names, types, in_instead=node.how == "instead")
    carried_out = offered(node)
    inner.assigned = frozenset(assigned_names(carried_out))
    if node.how == "instead" and target.answer is not None:
        inner.rule, inner.answers = target, []
    actor = inner.add("actor", PLAYER, "actor")
    body = block(carried_out, inner, ctx)
    return Ability(
        node.span, node.how, target, _words(node.cases), holder.row, holder.zone, params, None, when_actor,
        actor, body_params, when, body, None, node.priority,
    )  # fmt: skip


def _change(node: ast.Change, holder: _Holder, ctx: Typing) -> Ability | None:
    target = _target(node, ctx)
    if target is None:
        return None
    result = result_of(target, node, ctx)
    params, scope = _locals(_names(node.params), [type_ for _, type_ in target.params])
    so_far = scope.add("result", result, "result")
    actor = scope.add("actor", PLAYER, "actor")
    when = optional_condition(node.condition, scope, ctx)
    value = expression(node.value, scope, ctx, result)
    if not fits(value.type, result):
        ctx.report.error(
            "R0220", f"`{target.name}` is {result}, but this is {value.type}", node.value.span,
            also=[Label(target.span, "declared here")],
        )  # fmt: skip
    return Ability(
        node.span, "change", target, _words(node.cases), holder.row, holder.zone, params, so_far, actor,
        actor, (), when, None, value, node.priority,
    )  # fmt: skip


def _whenever(node: ast.Whenever, holder: _Holder, ctx: Typing) -> Ability | None:
    world = ctx.world
    zone, track = world.zones.get(node.thing.text), world.tracks.get(node.thing.text)
    thing = zone if node.name is not None else track
    if thing is None:
        entering = node.name is not None
        word, known = ("zone", list(world.zones)) if entering else ("track", list(world.tracks))
        hint = did_you_mean(node.thing.text, known)
        title = f"there is no {word} `{node.thing}`"
        ctx.report.error("R0262", title, node.thing.span, hint=hint, unknown=node.thing.text)
        return None
    refer(thing, node.thing.span)
    names: list[ast.Ident | None] = []
    types: list[Type] = []
    if isinstance(thing, ZoneSymbol):
        names.append(node.name)
        types.append(Rec(thing.item))
    owners = (
        [thing.owner.first, thing.owner.second] if isinstance(thing.owner, Pair) else [thing.owner or NONE]
    )
    names += node.owners
    types += owners
    if node.owners and thing.owner is None:
        ctx.report.error("R0224", f"there is only one `{node.thing}`", node.owners[0].span)
        return None
    if node.owners and len(node.owners) != len(owners):
        title = f"`{node.thing}` has {len(owners)} owner{'s' if len(owners) > 1 else ''}"
        also = [Label(thing.span, "declared here")]
        ctx.report.error("R0224", title, node.owners[0].span, also=also, hint=_with_owners(node, owners))
        return None
    params, scope = _locals(names, types)
    when_actor = scope.add("actor", PLAYER, "actor")
    when = optional_condition(node.condition, scope, ctx)
    body_params, inner = _locals(names, types)
    inner.assigned = frozenset(assigned_names(node.body))
    actor = inner.add("actor", PLAYER, "actor")
    how = "enters" if node.name is not None else "changes"
    return Ability(
        node.span, how, thing, (), holder.row, holder.zone, params, None, when_actor, actor, body_params,
        when, block(offered(node), inner, ctx), None, 0,
    )  # fmt: skip


def _with_owners(node: ast.Whenever, owners: Sequence[Type]) -> str:
    """The line with as many names as there are owners: those that were given, and others by their type."""
    given = [name.text for name in node.owners]
    names = [given[at] if at < len(given) else plain(owner)[0] for at, owner in enumerate(owners)]
    if len(set(names)) < len(names):
        names[-1] = f"other_{names[-1]}"
    whose = " and ".join(names)
    if node.name is not None:
        return f"write `whenever {node.name} enters {node.thing} of {whose}:`"
    return f"write `whenever {node.thing} of {whose} changes:`"


def _locals(
    names: Names, types: list[Type], in_instead: bool = False
) -> tuple[tuple[Local | None, ...], Scope]:
    """The parameters of what is hooked, under the names that the ability gives them."""
    scope = Scope(in_instead=in_instead)
    found: list[Local | None] = []
    for index, type_ in enumerate(types):
        name = names[index] if index < len(names) else None
        found.append(None if name is None else scope.add(name.text, type_, "param", name.span))
    return tuple(found), scope
