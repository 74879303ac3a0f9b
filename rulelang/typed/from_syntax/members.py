"""Members: what belongs to something, after `of`, a dot, `your` or `every`.

In: a node of the syntax tree that names an owner. Out: a zone, a track, a field or a choice of that owner,
bound to its symbol; the owner of the zone that something lies in.
"""

from __future__ import annotations

from rulelang.diagnostics import Label
from rulelang.source import Span
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed import expressions as typed
from rulelang.typed.from_syntax.owners import NAME, name_field, name_kind
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.typing import ExprHandler, Typing, expression, is_component, need, wrong
from rulelang.typed.functions import FUNCTIONS
from rulelang.typed.symbols import RecordSymbol, TrackSymbol, World, ZoneSymbol, refer
from rulelang.types import (
    PLAYER,
    UNKNOWN,
    ByPlayer,
    Kind,
    Opt,
    Pair,
    Place,
    Player,
    Rec,
    Seq,
    Type,
    bare,
    fits,
    is_unknown,
    item_of,
    plain,
)


def _your(node: ast.Your, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    return member(node.name, typed.You(node.span, PLAYER), scope, node, ctx)


def has_field(record: RecordSymbol, word: str, world: World) -> bool:
    """Whether a component has a field; the one that says its name is made when it is asked for."""
    if word == NAME and word not in record.fields and record.physical:
        name_field(record, world)
    return word in record.fields


def plain_pair(owner: Pair) -> str:
    return " and ".join(plain(part) for part in (owner.first, owner.second))


def of_both(symbol: ZoneSymbol | TrackSymbol, args: tuple[ast.Expr | typed.Expr, ...], node: ast.Node,
            scope: Scope, ctx: Typing) -> typed.Expr:  # fmt: skip
    """A zone or track with two owners: `sick(city, disease)`."""
    owner = symbol.owner
    if owner is None or owner == UNKNOWN:
        if owner is None:
            ctx.report.error("R0224", f"there is only one `{symbol.name}`", node.span)
        return wrong(node.span)
    if not isinstance(owner, Pair):
        hint = f"write `{symbol.name} of …`"
        title = f"`{symbol.name}` belongs to {owner}"
        ctx.report.error("R0224", title, node.span, also=[Label(symbol.span, "declared here")], hint=hint)
        return wrong(node.span)
    if len(args) != 2:
        title = f"there is a `{symbol.name}` for each {plain_pair(owner)}"
        hint = f"name both: `{symbol.name}(…, …)`"
        if isinstance(node, ast.YourCall):
            hint = f"`your` says which player: `your {symbol.name}(…)`, or `{symbol.name}(…, …)`"
        ctx.report.error("R0224", title, node.span, hint=hint)
        return wrong(node.span)
    if _turned_round(symbol, owner, args, node, scope, ctx):
        return wrong(node.span)
    first, second = (
        need(arg, scope, type_, ctx) if isinstance(arg, ast.Node) else arg
        for arg, type_ in zip(args, (owner.first, owner.second), strict=True)
    )
    if is_unknown(first.type) or is_unknown(second.type):
        return wrong(node.span)
    return _owned(symbol, typed.PairOf(node.span, owner, first, second), node.span, ctx)


def _turned_round(symbol: ZoneSymbol | TrackSymbol, owner: Pair, args: tuple[ast.Expr | typed.Expr, ...],
                  node: ast.Node, scope: Scope, ctx: Typing) -> bool:  # fmt: skip
    """Whether both owners are there, the second one first; then that is reported."""
    if owner.first == owner.second or not all(isinstance(arg, ast.Name) for arg in args):
        return False
    names = [arg for arg in args if isinstance(arg, ast.Name)]
    kept = len(ctx.report.found)
    found = [
        expression(arg, scope, ctx, type_)
        for arg, type_ in zip(names, (owner.second, owner.first), strict=True)
    ]
    right = not any(is_unknown(part.type) for part in found)
    right = right and fits(found[0].type, owner.second) and fits(found[1].type, owner.first)
    del ctx.report.found[kept:]  # the right order is what is asked for
    if not right:
        return False
    ctx.report.error(
        "R0220", f"{owner.first} comes first here, and then {owner.second}", node.span,
        also=[Label(symbol.span, "declared here")],
        hint=f"write `{symbol.name}({names[1].name}, {names[0].name})`",
    )  # fmt: skip
    return True


def _owned(symbol: ZoneSymbol | TrackSymbol, owner: typed.Expr, span: Span, ctx: Typing) -> typed.Expr:
    if isinstance(symbol, ZoneSymbol):
        size = ctx.world.records[symbol.item].size
        return typed.ZoneRef(span, Seq(Rec(symbol.item), size), symbol, owner)
    return typed.TrackRef(span, symbol.type, symbol, owner)


def _your_call(node: ast.YourCall, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    word, world = node.name.text, ctx.world
    symbol = world.zones.get(word) or world.tracks.get(word)
    if symbol is None:
        _no_member(node.name, PLAYER, ctx)
        return wrong(node.span)
    refer(symbol, node.name.span)
    owner = symbol.owner
    you = typed.You(node.span, PLAYER)
    if isinstance(owner, Pair) and owner.second == PLAYER and owner.first != PLAYER:
        return of_both(symbol, (*node.args, you), node, scope, ctx)
    if isinstance(owner, Pair) and owner.first != PLAYER:
        ctx.report.error("R0225", f"a player has no `{word}`", node.name.span)
        return wrong(node.span)
    return of_both(symbol, (you, *node.args), node, scope, ctx)


def _grid_of(node: ast.Of, scope: Scope, ctx: Typing) -> typed.Expr | None:
    """`wall of p at spot`: what lies on a place of the grid that somebody owns."""
    zone = ctx.world.zones.get(node.name.text)
    if zone is None or zone.ordering != "grid" or zone.owner is None or not isinstance(node.owner, ast.At):
        return None
    refer(zone, node.name.span)
    owner = need(node.owner.items, scope, zone.owner, ctx)
    place = need(node.owner.index, scope, Place(zone.name), ctx)
    if is_unknown(owner.type) or is_unknown(place.type):
        return wrong(node.span)
    grid = _owned(zone, owner, node.span, ctx)
    assert isinstance(grid, typed.ZoneRef)
    return typed.CellAt(node.span, Opt(Rec(zone.item)), grid, place)


def _of(node: ast.Of, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    cell = _grid_of(node, scope, ctx)
    if cell is not None:
        return cell
    if isinstance(node.owner, ast.After) and names_rule(node.owner.item, scope, ctx):
        # `coins of p after earn(p)` asks for the coins afterwards, not for who p is then.
        now = ast.Of(node.name.span.to(node.owner.items.span), node.name, node.owner.items, node.dotted)
        return expression(ast.After(node.span, now, node.owner.item), scope, ctx, want)
    if isinstance(node.owner, ast.After) and no_rule(
        node.owner.items, node.owner.item, scope, ctx, node.name
    ):
        return wrong(node.span)
    if isinstance(node.owner, ast.At) and _is_known_nowhere(node.name.text, scope, ctx):
        # `wall of p at spot`, where no wall is declared: who has it comes first, and p is no list.
        owner = expression(node.owner.items, scope, ctx)
        if not isinstance(bare(owner.type), Seq):
            if not is_unknown(owner.type):
                _no_member(node.name, bare(owner.type), ctx)
            return wrong(node.span)
    chosen = scope.find(node.name.text)
    if chosen is not None and isinstance(chosen.type, ByPlayer):
        refer(chosen, node.name.span)
        player = need(node.owner, scope, PLAYER, ctx)
        return typed.ChosenBy(node.span, chosen.type.item, chosen, player)
    symbol = ctx.world.zones.get(node.name.text) or ctx.world.tracks.get(node.name.text)
    wanted = symbol.owner if symbol is not None and isinstance(symbol.owner, Kind) else None
    return member(node.name, expression(node.owner, scope, ctx, wanted), scope, node, ctx)


def names_rule(item: ast.Expr, scope: Scope, ctx: Typing) -> bool:
    """Whether what stands after `after` is a rule that is imagined, not an element of a list."""
    match item:
        case ast.CallValue(name=name):
            return name.text in ctx.world.rules
        case ast.Name(name=name):
            return name.text in ctx.world.rules and scope.find(name.text) is None
    return False


def no_rule(
    items: ast.Expr, item: ast.Expr, scope: Scope, ctx: Typing, name: ast.Ident | None = None
) -> bool:
    """Reports what stands after `after` in the place of a rule: a value, or something that is not known.

    `items` is what is asked for, or whose `name`; where that is a set, an element of it may be meant.
    """
    world = ctx.world
    match item:
        case ast.CallValue(name=word) if word.text not in FUNCTIONS and word.text not in world.zones:
            pass
        case ast.Name(name=word) if not (
            scope.find(word.text) or word.text in world.all_names() or scope.its()
        ):
            pass
        case _:
            return False
    if word.text in world.rules or word.text in world.tracks or _is_set(items, name, scope, ctx):
        return False
    if word.text in world.values:
        title = f"`{word}` is a value: nothing is different after it"
        hint = "what would be is asked after a rule, which does something: `rule …:`"
        ctx.report.error("R0229", title, word.span, hint=hint)
        return True
    hint = did_you_mean(word.text, [rule for rule in world.rules if rule not in ("setup", "play")])
    title = f"I don't know a rule called `{word}`"
    ctx.report.error("R0246", title, word.span, hint=hint or f"declare it: `rule {word}:`", unknown=word.text)
    return True


def _is_set(items: ast.Expr, name: ast.Ident | None, scope: Scope, ctx: Typing) -> bool:
    """Whether something, or what belongs to it under a name, has elements, or is reported already."""
    found = expression(items, scope, ctx)
    if name is not None and not isinstance(bare(found.type), Seq):
        found = member(name, found, scope, items, ctx)
    return isinstance(bare(found.type), Seq) or is_unknown(found.type)


def member(name: ast.Ident, owner: typed.Expr, scope: Scope, node: ast.Node, ctx: Typing) -> typed.Expr:
    inner, word, world = bare(owner.type), name.text, ctx.world
    if inner == UNKNOWN:
        return wrong(node.span)
    if isinstance(inner, Player) and word == "opponents":
        return typed.Opponents(node.span, Seq(PLAYER, world.players[1]), owner)
    chosen = scope.find(word)
    if chosen is not None and isinstance(chosen.type, ByPlayer) and isinstance(inner, Player):
        refer(chosen, name.span)
        return typed.ChosenBy(node.span, item_of(chosen.type), chosen, owner)
    if isinstance(inner, Rec) and has_field(world.records[inner.name], word, world):
        return field_of(name, owner, inner, ctx, node.span)
    zone = world.zones.get(word)
    if (zone is not None and zone.owner == UNKNOWN) or (
        word in world.tracks and world.tracks[word].owner == UNKNOWN
    ):
        return wrong(node.span)
    symbol = zone or world.tracks.get(word)
    if symbol is not None and symbol.owner == inner:
        refer(symbol, name.span)
        return _owned(symbol, owner, node.span, ctx)
    if (
        symbol is not None
        and isinstance(symbol.owner, Pair)
        and inner in (symbol.owner.first, symbol.owner.second)
    ):
        title = f"there is a `{word}` for each {plain_pair(symbol.owner)}"
        also = [Label(symbol.span, "declared here")]
        hint = f"name the other one too: `your {word}(…)`" if isinstance(node, ast.Your) else ""
        ctx.report.error("R0224", title, name.span, also=also, hint=hint or f"name both: `{word}(…, …)`")
        return wrong(node.span)
    _no_member(name, inner, ctx)
    return wrong(node.span)


def _is_known_nowhere(word: str, scope: Scope, ctx: Typing) -> bool:
    world = ctx.world
    if scope.find(word) is not None or word in FUNCTIONS or word in world.all_names():
        return False
    return not any(word in record.fields for record in world.records.values())


def _no_member(name: ast.Ident, type_: Type, ctx: Typing) -> None:
    world = ctx.world
    known = [name for name, zone in world.zones.items() if zone.owner == type_]
    known += [name for name, track in world.tracks.items() if track.owner == type_]
    if isinstance(type_, Rec):
        known += world.records[type_.name].fields
    hint = did_you_mean(name.text, [n for n in known if "." not in n], "it has")
    if isinstance(type_, Seq):
        hint = "take one of them first, with `first of …`, `for each …` or `sum(… for each …)`"
    ctx.report.error("R0225", f"{type_} has no `{name}`", name.span, hint=hint, unknown=name.text)


def field_of(
    name: ast.Ident, owner: typed.Expr, type_: Rec, ctx: Typing, span: Span, is_bare: bool = False
) -> typed.Expr:
    symbol = ctx.world.records[type_.name].fields[name.text]
    refer(symbol, name.span)
    if symbol.track is not None:
        return typed.TrackRef(span, symbol.type, ctx.world.tracks[symbol.track], owner, symbol, is_bare)
    return typed.FieldRef(span, symbol.type, symbol, owner, is_bare)


def _every(node: ast.Every, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    word, world = node.name.text, ctx.world
    if word == "player":
        return typed.Players(node.span, Seq(PLAYER, world.players[1]))
    found = world.type_named(word)
    if found is None:
        known = [*world.kinds, *world.records, "player"]
        title = f"I don't know a type called `{word}`"
        ctx.report.error("R0204", title, node.name.span, hint=did_you_mean(word, known), unknown=word)
        return wrong(node.span)
    refer(world.declared(found), node.name.span)
    return typed.Every(node.span, Seq(found, world.size_of(found)), found)


def _every_name(node: ast.EveryName, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    record = ctx.world.records.get(node.name.text)
    if record is None or not record.physical:
        known = [record.name for record in ctx.world.records.values() if record.physical]
        title = f"I don't know a component called `{node.name}`"
        hint = did_you_mean(node.name.text, known)
        ctx.report.error("R0204", title, node.name.span, hint=hint, unknown=node.name.text)
        return wrong(node.span)
    refer(record, node.name.span)
    kind = name_kind(record, ctx.world)
    return typed.Every(node.span, Seq(kind, len(record.rows)), kind)


def _holding(node: ast.Holding, scope: Scope, want: Type | None, ctx: Typing) -> typed.Expr:
    """`room holding pawn`: the room whose zone it lies in."""
    world, word = ctx.world, node.name.text
    item = expression(node.item, scope, ctx)
    type_ = world.type_named(word)
    place = world.zones.get(word)
    if place is not None and place.ordering == "grid":
        type_ = Place(word)
    if type_ is None:
        known = ["player", *world.kinds, *world.records]
        title = f"I don't know a type called `{word}`"
        hint = did_you_mean(word, known)
        boards = [
            zone.name
            for zone in world.zones.values()
            if any(owns(z.owner, Place(zone.name)) for z in world.zones.values())
        ]
        if word == "place" and boards:
            hint = f"write `{boards[0]} holding …`: a place is called by its board"
        ctx.report.error("R0204", title, node.name.span, hint=hint, unknown=word)
        return wrong(node.span)
    refer(world.declared(type_) or place, node.name.span)
    inner = bare(item.type)
    if is_unknown(inner) or not is_component(node.item, item.type, ctx):
        return wrong(node.span)
    assert isinstance(inner, Rec)
    if not any(zone.item == inner.name and owns(zone.owner, type_) for zone in world.zones.values()):
        title = f"{type_} never holds {inner}"
        why = f"no zone `of each {word}` is for `{inner.name}`"
        ctx.report.error("R0240", title, node.span, why=why)
        return wrong(node.span)
    return typed.HolderOf(node.span, Opt(type_), item)


def owns(owner: Type | None, type_: Type) -> bool:
    """Whether an owner is of a type, or one of two is."""
    return type_ in (owner.first, owner.second) if isinstance(owner, Pair) else owner == type_


EXPRESSIONS: dict[type, ExprHandler] = {
    ast.Your: _your, ast.Of: _of, ast.Every: _every, ast.EveryName: _every_name, ast.YourCall: _your_call,
    ast.Holding: _holding,
}  # fmt: skip
