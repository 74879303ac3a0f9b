"""Declarations to symbols.

In: the parsed declarations of a definition and its tables. Out: a `World` in which every name is declared
once and every cell of a table has a value of its column's type.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rulelang.diagnostics import Label, Report
from rulelang.source import Source
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed.from_syntax import rows
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
from rulelang.types import UNKNOWN, Opt, Place, Player, Seq, Type, bare

LARGEST_GRID = 5000
MOST_IN_A_LIST = 64


def link(declarations: Sequence[ast.Node], tables: Mapping[str, Source], report: Report) -> World:
    ctx = Linking(tables, report)
    report.lost |= _broken_names(report)
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
            rows.cells(ctx)
            rows.adjust(ctx, declarations)
            rows.number_components(ctx)
            rows.cells(ctx)
    for name in ctx.grids:
        _grid(ctx, name)
    _bound_sets(ctx.world)
    return ctx.world


def _bound_sets(world: World) -> None:
    """Sets that are declared have no more elements than there are things of their type."""
    most = max((record.size for record in world.records.values()), default=0)
    most = max(most, world.players[1], MOST_IN_A_LIST)

    def bounded(type_: Type) -> Type:
        if isinstance(type_, Opt):
            return Opt(bounded(type_.inner))
        return Seq(bounded(type_.item), most) if isinstance(type_, Seq) else type_

    for symbol in [*world.rules.values(), *world.values.values()]:
        symbol.params = [(name, bounded(type_)) for name, type_ in symbol.params]
    for track in world.tracks.values():
        track.type = bounded(track.type)
    for record in world.records.values():
        for name, field in record.fields.items():
            if field.track is None and isinstance(bare(field.type), Seq):
                field.type = Seq(bare(field.type).item, _longest_cell(record, name))  # type: ignore[attr-defined]
            else:
                field.type = bounded(field.type)


def _longest_cell(record: RecordSymbol, field: str) -> int:
    cells = (row.cells.get(field) for row in record.rows.values())
    return max((len(cell) for cell in cells if isinstance(cell, tuple)), default=0)


def _broken_names(report: Report) -> set[str]:
    """What the declarations that could not be read would have declared, as far as their words tell."""
    lost: set[str] = set()
    for found in report.found:
        source = report.sources.get(found.span.path)
        if found.code.startswith("R01") and source is not None:
            above = reversed(source.lines[: found.span.line])
            head = next((line for line in above if line[:1].isalpha()), "")
            words = re.findall(r"[a-z]\w*", f"{head} {source.lines[found.span.line - 1]}")
            lost |= set(words) - {"player", "players"}
    return lost


def _grid(ctx: Linking, name: ast.Ident) -> None:
    zone = ctx.world.zones.get(name.text)
    if zone is None:
        known = [zone.name for zone in ctx.world.zones.values() if zone.ordering == "grid"]
        for info in [*ctx.world.rules.values(), *ctx.world.values.values()]:
            lost = Place(name.text)
            info.params = [(word, UNKNOWN if bare(type_) == lost else type_) for word, type_ in info.params]
        hint = did_you_mean(name.text, known, "the grids are")
        ctx.report.error("R0204", f"I don't know a zone called `{name}`", name.span, hint=hint)
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
            ctx.report.error("R0204", title, node.shape.item.span, hint=hint)
            ctx.report.lost.add(node.name.text)
            return
        if node.shape.width * node.shape.height > LARGEST_GRID:
            ctx.report.error("R0211", f"a grid has at most {LARGEST_GRID} places", node.shape.span)
            ctx.report.lost.add(node.name.text)
            return
        if node.shape.ordering == "grid" and not (node.shape.width and node.shape.height):
            hint = "give it at least one column and one row"
            ctx.report.error("R0211", "this grid has no places", node.shape.span, hint=hint)
            ctx.report.lost.add(node.name.text)
            return
        if node.shape.ordering == "grid" and node.owner is not None:
            title = "a grid belongs to the whole table"
            hint = "declare one grid for all, or a line for each player"
            ctx.report.error("R0237", title, node.owner.span, hint=hint)
            return
        if node.sees == "owner" and not isinstance(owner, Player):
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
        if max(map(abs, node.faces)) > LARGEST_RANGE:
            ctx.report.error("R0211", f"the faces of a die go up to {LARGEST_RANGE:,}", node.span)
    elif isinstance(node, ast.Setting) and claim(ctx, node.name, "a setting"):
        type_ = resolve(ctx, node.type, node.name)
        default = rows.literal(ctx, node.default, type_, node.name.span)
        world.settings[node.name.text] = SettingSymbol(
            name=node.name.text, span=node.name.span, type=type_, default=default, id=len(world.settings)
        )


def _owner(ctx: Linking, name: ast.Ident | None) -> Type | None:
    if name is None:
        return None
    found = ctx.world.type_named(name.text)
    if found is None:
        hint = did_you_mean(name.text, ["player", *ctx.world.kinds, *ctx.world.records])
        ctx.report.error("R0204", f"I don't know a type called `{name}`", name.span, hint=hint)
    else:
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
        return
    cases: list[str | None] = [case.text for case in node.cases]
    for case in cases or [None]:
        if case in info.bodies:
            first = info.bodies[case]
            also = [Label(first.name.span, "the first one")]
            for_case = f" for `{case}`" if case else ""
            ctx.report.error("R0201", f"`{node.name}`{for_case} is given twice", node.name.span, also=also)
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
            hint=f"write `{node.name}: player`, `{node.name}: number 0 to 10` or the like",
        )
        return UNKNOWN
    refer(ctx.world.declared(found), node.name.span)
    return found
