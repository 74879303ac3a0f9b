"""Options that variants, components and the game itself add to what a rule offers.

In: the `more options of …` of a definition, and the body of a rule. Out: the body, in which these options
stand after its own: those of a component only while it lies where its abilities work, and only for whoever
it belongs to. So whatever comes after this knows just options; prose tells of each component what it adds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, fields

from rulelang.diagnostics import Label
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed.definition import Offer
from rulelang.typed.from_syntax.typing import Typing
from rulelang.typed.symbols import CallableSymbol, RowSymbol, ZoneSymbol, refer
from rulelang.types import Player

HELD = "component with options"  # a name that no author can write
Menu = ast.Menu | ast.SecretMenu


def with_more_options(symbol: CallableSymbol, node: ast.Rule, ctx: Typing) -> ast.Block:
    """The body of a rule with everything that is added to what it offers."""
    added = [option for more, holder in _added(ctx) if more.name.text == symbol.name
             for option in _guarded(more, holder)]  # fmt: skip
    menus = list(_menus(node.body))
    if not added or len(menus) != 1:
        return node.body
    block: ast.Block = _exchanged(node.body, menus[0], tuple(added))
    return block


def offers(ctx: Typing) -> tuple[Offer, ...]:
    """What each component adds. Every addition needs a rule with one choice between options."""
    found = []
    for more, holder in _added(ctx):
        rule = ctx.world.rules.get(more.name.text)
        if rule is None:
            hint = did_you_mean(more.name.text, ctx.world.rules)
            title = f"there is no rule `{more.name}` that could offer more"
            ctx.report.error("R0262", title, more.name.span, hint=hint, unknown=more.name.text)
            continue
        refer(rule, more.name.span)
        bodies = {id(body): body for body in rule.bodies.values() if isinstance(body, ast.Rule)}
        menus = [menu for body in bodies.values() for menu in _menus(body.body)]
        also = [Label(rule.span, "declared here")]
        if len(menus) != 1:
            many = f"has {len(menus)} of them, and which one is meant cannot be said"
            ctx.report.error(
                "R0262", f"`{more.name}` has no options to add to", more.name.span, also=also,
                why=f"it {many}" if menus else "what is added stands beside the options of a `choose one:`",
                hint="move the `choose one:` that is meant to a rule of its own" if menus else
                "name the rule in which `choose one:` stands",
            )  # fmt: skip
        elif holder is not None and not _belongs_to_players(holder[1]):
            ctx.report.error(
                "R0262", f"who may take the options of `{holder[0].name}`?", more.name.span,
                also=[Label(holder[1].span, "this zone belongs to no player")],
                hint="let its abilities work in a zone `of each player`, or in one without owners",
            )  # fmt: skip
        elif holder is not None:
            found.append(Offer(holder[0], rule, tuple(option.name.text for option in more.options)))
    return tuple(found)


def _added(ctx: Typing) -> Iterator[tuple[ast.MoreOptions, tuple[RowSymbol, ZoneSymbol] | None]]:
    """Everything that is added, and the component that adds it with where its abilities work."""
    for node in ctx.world.abilities:
        if isinstance(node, ast.MoreOptions):
            yield node, None
    for record in ctx.world.records.values():
        zone = ctx.world.zones.get(record.active_in.text) if record.active_in is not None else None
        if zone is None or zone.item != record.name:
            continue  # that is reported where its other abilities are
        for row in record.rows.values():
            yield from ((node, (row, zone)) for node in row.abilities if isinstance(node, ast.MoreOptions))


def _guarded(more: ast.MoreOptions, holder: tuple[RowSymbol, ZoneSymbol] | None) -> Iterator[ast.MenuOption]:
    for option in more.options if holder is None or _belongs_to_players(holder[1]) else ():
        if holder is None:
            yield option
            continue
        held, condition = _is_held(more, *holder), option.condition
        both = held if condition is None else ast.Binary(condition.span, "and", held, condition)
        yield evolve(option, condition=both)


def _belongs_to_players(zone: ZoneSymbol) -> bool:
    return zone.owner is None or isinstance(zone.owner, Player)


def _is_held(more: ast.MoreOptions, row: RowSymbol, zone: ZoneSymbol) -> ast.Expr:
    """`sword in kit of you`; of something with copies, whether one of them lies there."""
    span = more.name.span

    def name(text: str) -> ast.Name:
        return ast.Name(span, ast.Ident(span, text))

    there: ast.Expr = name(zone.name)
    if zone.owner is not None:
        there = ast.Of(span, ast.Ident(span, zone.name), name("you"), False)
    if row.copies == 1:
        return ast.Binary(span, "in", name(row.name), there)
    alike = ast.Binary(span, "is", name(HELD), name(row.name))
    return ast.Quantified(span, "any", ast.Ident(span, HELD), there, alike)


def _menus(part: Any) -> Iterator[Menu]:
    """Every choice between options in a body; what stands in one of the options is of another choice."""
    if isinstance(part, tuple):
        for each in part:
            yield from _menus(each)
    elif isinstance(part, Menu):
        yield part
    elif isinstance(part, ast.Stmt):
        for field in fields(type(part)):
            yield from _menus(getattr(part, field.name))


def _exchanged(part: Any, menu: Menu, added: tuple[ast.MenuOption, ...]) -> Any:
    """A body in which a choice has more options."""
    if isinstance(part, tuple):
        return tuple(_exchanged(each, menu, added) for each in part)
    if part is menu:
        return evolve(menu, options=menu.options + added)
    if not isinstance(part, ast.Stmt):
        return part
    parts = {field.name: getattr(part, field.name) for field in fields(type(part))}
    new = {name: _exchanged(old, menu, added) for name, old in parts.items()}
    return evolve(part, **{name: value for name, value in new.items() if value is not parts[name]})
