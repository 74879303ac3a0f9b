"""Declarations to symbols.

In: the parsed declarations of a definition and its tables. Out: a `World` in which every name is declared
once and every cell of a table has a value of its column's type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulelang.diagnostics import Label, Report
from rulelang.source import Source
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed.from_syntax import rows
from rulelang.typed.from_syntax.cells import cells, literal
from rulelang.typed.from_syntax.linking import LARGEST_RANGE, Linking, claim, declare_kind, resolve
from rulelang.typed.symbols import (
    DIRECTIONS,
    CallableSymbol,
    DieSymbol,
    KindSymbol,
    RecordSymbol,
    SettingSymbol,
    TrackSymbol,
    WordSymbol,
    World,
    ZoneSymbol,
    refer,
)
from rulelang.types import UNKNOWN, Opt, Place, Player, Seq, Type

LARGEST_GRID = 5000
MOST_IN_A_LIST = 16


def link(
    declarations: Sequence[ast.Node],
    tables: Mapping[str, Source],
    report: Report,
    unread: Sequence[str] = (),
) -> World:
    """`unread` are the names of files that are no tables, but look as if they should be."""
    ctx = Linking(tables, report, unread)
    directions = {word: WordSymbol(name=word, span=None, kind="direction") for word in DIRECTIONS}
    ctx.world.kinds["direction"] = KindSymbol(
        name="direction", span=None, words=DIRECTIONS, symbols=directions
    )
    for step in (_names, rows.rows, _things, _rules):
        for node in declarations:
            if report.enough:
                return ctx.world
            step(ctx, node)
        if step is _names:
            rows.fields(ctx, declarations)
        if step is rows.rows:
            cells(ctx, told=False)
            rows.adjust(ctx, declarations)
            rows.number_components(ctx)
            cells(ctx, told=True)
    for name in ctx.grids:
        _grid(ctx, name)
    _bound_sets(ctx.world)
    for known in (ctx.world.zones, ctx.world.tracks, ctx.world.settings, ctx.world.values, ctx.world.dice):
        for word in ctx.twice & known.keys():
            del known[word]  # which of the two is meant, nobody can tell
    for callables in (ctx.world.rules, ctx.world.values):
        for word in ctx.vague & callables.keys():
            del callables[word]
    return ctx.world


def _bound_sets(world: World) -> None:
    """Sets that are declared have no more elements than there are things of their type."""
    most = max((record.size for record in world.records.values()), default=0)
    most = max(most, world.players[1], MOST_IN_A_LIST)

    _change_types(world, lambda type_: Seq(type_.item, most) if isinstance(type_, Seq) else type_)


def _change_types(world: World, change: Callable[[Type], Type]) -> None:
    """Does something to all types that are declared, and to the types in them."""

    def changed(type_: Type) -> Type:
        if isinstance(type_, Opt):
            return Opt(changed(type_.inner))
        return change(Seq(changed(type_.item), type_.most) if isinstance(type_, Seq) else type_)

    for symbol in [*world.rules.values(), *world.values.values()]:
        symbol.params = [(name, changed(type_)) for name, type_ in symbol.params]
    for track in world.tracks.values():
        track.type = changed(track.type)
    for record in world.records.values():
        for field in record.fields.values():
            field.type = changed(field.type)


def _grid(ctx: Linking, name: ast.Ident) -> None:
    zone = ctx.world.zones.get(name.text)
    if zone is None or zone.ordering != "grid":
        _change_types(ctx.world, lambda type_: UNKNOWN if type_ == Place(name.text) else type_)
    if zone is None:
        known = [zone.name for zone in ctx.world.zones.values() if zone.ordering == "grid"]
        hint = did_you_mean(name.text, known, "the grids are")
        title = f"I don't know a zone called `{name}`"
        ctx.report.error("R0204", title, name.span, hint=hint, unknown=name.text)
    elif zone.ordering != "grid":
        also = [Label(zone.span, "declared here")]
        ctx.report.error("R0236", f"`{name}` is not a grid, so it has no places", name.span, also=also)


def _names(ctx: Linking, node: ast.Node) -> None:
    world = ctx.world
    if isinstance(node, ast.Game):
        world.name = node.name.text
        world.players = (node.players.low, node.players.high)
        if not 1 <= node.players.low <= node.players.high <= 16:
            ctx.report.error("R0210", "the number of players should be from 1 to 16", node.players.span)
            world.players = (2, 2)
    elif isinstance(node, ast.Kind) and claim(ctx, node.name, "a kind"):
        declare_kind(ctx, node.name, node.names)
    elif isinstance(node, ast.Table) and claim(ctx, node.name, "a table"):
        world.records[node.name.text] = RecordSymbol(name=node.name.text, span=node.name.span, physical=False)
    elif isinstance(node, ast.Component) and claim(ctx, node.name, f"a {node.word}"):
        world.records[node.name.text] = RecordSymbol(
            name=node.name.text, span=node.name.span, physical=True, word=node.word, active_in=node.active_in
        )


def _things(ctx: Linking, node: ast.Node) -> None:
    world = ctx.world
    if isinstance(node, ast.Zone) and claim(ctx, node.name, "a zone"):
        owner = _owner(ctx, node.owner)
        if node.shape.item.text not in world.records:
            hint = did_you_mean(node.shape.item.text, world.records)
            title = f"I don't know a component called `{node.shape.item}`"
            ctx.report.error("R0204", title, node.shape.item.span, hint=hint, unknown=node.shape.item.text)
            ctx.report.lose("zone", node.name.text)
            return
        if node.shape.width * node.shape.height > LARGEST_GRID:
            ctx.report.error("R0211", f"a grid has at most {LARGEST_GRID} places", node.shape.span)
            ctx.report.lose("zone", node.name.text)
            return
        if node.shape.ordering == "grid" and node.owner is not None:
            title = "a grid belongs to the whole table"
            hint = "declare one grid for all, or a line for each player"
            ctx.report.error("R0237", title, node.owner.span, hint=hint)
            ctx.report.lose("zone", node.name.text)
            return
        if node.sees == "owner" and not isinstance(owner, Player) and owner != UNKNOWN:
            ctx.report.error(
                "R0214", "nobody owns this zone", node.span, hint="write `zone … of each player: …`"
            )
        shape = node.shape
        world.zones[node.name.text] = ZoneSymbol(
            name=node.name.text, span=node.name.span, owner=owner, ordering=shape.ordering,
            item=shape.item.text, width=shape.width, height=shape.height, sees=node.sees,
            id=len(world.zones),
        )  # fmt: skip
        refer(world.records[shape.item.text], shape.item.span)
    elif isinstance(node, ast.Track) and claim(ctx, node.name, "a track"):
        world.tracks[node.name.text] = TrackSymbol(
            name=node.name.text, span=node.name.span, owner=_owner(ctx, node.owner),
            type=resolve(ctx, node.type, node.name), start=node.start, capped=node.capped, sees=node.sees,
            id=len(world.tracks),
        )  # fmt: skip
    elif isinstance(node, ast.Die) and claim(ctx, node.name, "a die"):
        world.dice[node.name.text] = DieSymbol(name=node.name.text, span=node.name.span, faces=node.faces)
        if max(node.faces) > LARGEST_RANGE:
            ctx.report.error("R0211", f"the faces of a die go up to {LARGEST_RANGE:,}", node.span)
    elif isinstance(node, ast.Setting) and claim(ctx, node.name, "a setting"):
        type_ = resolve(ctx, node.type, node.name)
        default = literal(ctx, node.default, type_, node.name.span)
        world.settings[node.name.text] = SettingSymbol(
            name=node.name.text, span=node.name.span, type=type_, default=default, id=len(world.settings)
        )


def _owner(ctx: Linking, name: ast.Ident | None) -> Type | None:
    if name is None:
        return None
    found = ctx.world.type_named(name.text)
    if found is None:
        hint = did_you_mean(name.text, ["player", *ctx.world.kinds, *ctx.world.records])
        title = f"I don't know a type called `{name}`"
        ctx.report.error("R0204", title, name.span, hint=hint, unknown=name.text)
        return UNKNOWN
    refer(ctx.world.declared(found), name.span)
    return found


def _rules(ctx: Linking, node: ast.Node) -> None:
    world = ctx.world
    if isinstance(node, ast.Rule | ast.Value):
        _callable(ctx, node)
    elif isinstance(node, ast.Hook | ast.Change | ast.Whenever):
        world.abilities.append(node)
    elif isinstance(node, ast.Setup | ast.Play):
        name = ast.Ident(node.span, type(node).__name__.lower())
        _callable(ctx, ast.Rule(node.span, name, (), (), node.body))
    elif isinstance(node, ast.Ranking | ast.Score | ast.Payoff):
        word = type(node).__name__.lower()
        first = getattr(world, word)
        if first is not None:
            also = [Label(first.span, "the first one")]
            ctx.report.error("R0201", f"there are two `{word}` blocks", node.span, also=also)
        else:
            setattr(world, word, node)


def _callable(ctx: Linking, node: ast.Rule | ast.Value) -> None:
    known = ctx.world.rules if isinstance(node, ast.Rule) else ctx.world.values
    word = "a rule" if isinstance(node, ast.Rule) else "a value"
    info = known.get(node.name.text)
    if info is None:
        if not claim(ctx, node.name, word):
            return
        params = [(param.name.text, _param_type(ctx, param)) for param in node.params]
        info = CallableSymbol(
            name=node.name.text, span=node.name.span, is_rule=isinstance(node, ast.Rule), params=params,
            id=len(known),
        )  # fmt: skip
        known[node.name.text] = info
    elif len(info.params) != len(node.params):
        also = [Label(info.span, f"here it has {len(info.params)}")]
        title = f"the cases of `{node.name}` have different numbers of parameters"
        ctx.report.error("R0215", title, node.name.span, f"here it has {len(node.params)}", also=also)
        ctx.vague.add(node.name.text)
        ctx.report.lose(word.removeprefix("a "), node.name.text)
        ctx.report.lose(word.removeprefix("a "), named=False)
        return
    cases: list[str | None] = [case.text for case in node.cases]
    for case in cases or [None]:
        if case in info.bodies:
            first = info.bodies[case]
            also = [Label(first.name.span, "the first one")]
            for_case = f" for `{case}`" if case else ""
            ctx.report.error("R0201", f"`{node.name}`{for_case} is given twice", node.name.span, also=also)
            ctx.report.lose(word.removeprefix("a "), named=False)  # it may have been meant for another name
        else:
            info.bodies[case] = node


def _param_type(ctx: Linking, node: ast.Param) -> Type:
    if node.type is not None:
        return resolve(ctx, node.type, node.name)
    found = ctx.world.type_named(node.name.text)
    if found is None:
        ctx.report.error(
            "R0216",
            f"what is `{node.name}`?",
            node.span,
            why="a parameter needs a type unless its name is the name of one",
            hint=did_you_mean(node.name.text, ["player", *ctx.world.kinds, *ctx.world.records])
            or f"write `{node.name}: player`, `{node.name}: number 0 to 10` or the like",
            unknown=node.name.text,
        )
        return UNKNOWN
    refer(ctx.world.declared(found), node.name.span)
    return found
