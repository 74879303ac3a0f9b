"""Declarations to symbols.

In: the parsed declarations of a definition and its tables. Out: a `World` in which every name is declared
once and every cell of a table has a value of its column's type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from rulelang.diagnostics import Label, Report
from rulelang.limits import MOST_IN_A_LIST
from rulelang.source import Source
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed.from_syntax import rows
from rulelang.typed.from_syntax.cells import cells, literal
from rulelang.typed.from_syntax.grids import change_types, grid_named, grid_sizes
from rulelang.typed.from_syntax.linking import LARGEST_RANGE, Linking, claim, declare_kind, resolve
from rulelang.typed.from_syntax.owners import owner_of
from rulelang.typed.symbols import (
    DIRECTIONS,
    HEADINGS,
    CallableSymbol,
    DieSymbol,
    KindSymbol,
    MemorySymbol,
    RecordSymbol,
    SettingSymbol,
    TrackSymbol,
    WordSymbol,
    World,
    ZoneSymbol,
    mention,
    refer,
)
from rulelang.types import PLAYER, UNKNOWN, Bool, Kind, Num, Pair, Player, Rec, Seq, Type, bare, is_unknown

MOST_NUMBERS = 1_000  # that a setting may have beside none

Once = TypeVar("Once", bound=ast.Node)


def link(
    declarations: Sequence[ast.Node],
    tables: Mapping[str, Source],
    report: Report,
    unread: Sequence[str] = (),
) -> World:
    """`unread` are the names of files that are no tables, but look as if they should be."""
    ctx = Linking(tables, report, unread)
    changing = (node for node in declarations if isinstance(node, ast.Track | ast.Value | ast.Zone))
    ctx.computed.update(node.name.text for node in changing)
    for kind, words, alone in (("direction", DIRECTIONS, True), ("heading", HEADINGS, False)):
        symbols = {word: WordSymbol(name=word, span=None, kind=kind) for word in words}
        ctx.world.kinds[kind] = KindSymbol(
            name=kind, span=None, words=words, symbols=symbols, by_itself=alone,
            own_words=frozenset(words) - frozenset(DIRECTIONS),
        )  # fmt: skip
    for step in (_names, rows.rows, _settings, _things, _rules):
        for node in declarations:
            if report.enough:
                return ctx.world
            step(ctx, node)
        if step is _names:
            rows.fields(ctx, declarations)
        if step is rows.rows:
            rows.single(ctx, declarations)
            cells(ctx, told=False)
            rows.adjust(ctx, declarations)
            rows.number_components(ctx)
            cells(ctx, told=True)
    for name in ctx.grids:
        grid_named(ctx, name)
    _bound_sets(ctx.world)
    for known in (ctx.world.zones, ctx.world.tracks, ctx.world.settings, ctx.world.values, ctx.world.dice):
        for word in ctx.twice & known.keys():
            del known[word]  # which of the two is meant, nobody can tell
    for callables in (ctx.world.rules, ctx.world.values):
        for word in ctx.vague.keys() & callables.keys():
            _odd_case(ctx, [*callables[word].bodies.values(), *ctx.vague[word]])
            del callables[word]  # what its parameters are, nobody can tell
    return ctx.world


def _bound_sets(world: World) -> None:
    """Sets that are declared have no more elements than there are things of their type."""
    most = max((record.size for record in world.records.values()), default=0)
    most = max(most, world.players[1], MOST_IN_A_LIST)

    change_types(world, lambda type_: Seq(type_.item, most) if isinstance(type_, Seq) else type_)
    for record in world.records.values():
        for name, field in record.fields.items():
            listed = bare(field.type)
            if field.track is None and isinstance(listed, Seq):  # printed: no list is longer than the longest
                field.type = Seq(listed.item, _longest_cell(record, name))


def _longest_cell(record: RecordSymbol, field: str) -> int:
    cells = (row.cells.get(field) for row in record.rows.values())
    return max((len(cell) for cell in cells if isinstance(cell, tuple)), default=0)


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
    elif isinstance(node, ast.Die) and claim(ctx, node.name, "a die"):
        _die(ctx, node)


def _die(ctx: Linking, node: ast.Die) -> None:
    """Its words are a kind, which fields and settings may be of."""
    world = ctx.world
    kind = ""
    if node.words:
        unlike = tuple({word.text: word for word in node.words}.values())
        type_ = declare_kind(ctx, node.name, unlike)
        kind = type_.name if isinstance(type_, Kind) else ""
        for word in node.words if kind else ():
            mention(world.kinds[kind].symbols.get(word.text), word.span)
    words = [word.text for word in unlike] if node.words else []
    faces = tuple(words.index(word.text) for word in node.words) if node.words else node.faces
    world.dice[node.name.text] = DieSymbol(name=node.name.text, span=node.name.span, faces=faces, kind=kind)
    if max(map(abs, node.faces)) > LARGEST_RANGE:
        ctx.report.error("R0211", f"the faces of a die go up to {LARGEST_RANGE:,}", node.span)


def _settings(ctx: Linking, node: ast.Node) -> None:
    if isinstance(node, ast.Setting) and claim(ctx, node.name, "a setting"):
        type_ = resolve(ctx, node.type, node.name)
        if not _has_values(ctx, node, type_):
            ctx.report.lose("setting", node.name.text)
            return
        default = literal(ctx, node.default, type_, node.name.span)
        settings = ctx.world.settings
        settings[node.name.text] = SettingSymbol(
            name=node.name.text, span=node.name.span, type=type_, default=default, id=len(settings)
        )


def _has_values(ctx: Linking, node: ast.Setting, type_: Type) -> bool:
    """People choose one of some values before the game: beside `none` each number is one by itself."""
    inner = bare(type_)
    if isinstance(inner, Num) and type_ != inner and inner.high - inner.low >= MOST_NUMBERS:
        title = f"a setting that can be none has at most {MOST_NUMBERS:,} numbers"
        ctx.report.error("R0211", title, node.type.span, hint="write a smaller range")
        return False
    record = ctx.world.records.get(inner.name) if isinstance(inner, Rec) else None
    facts = record is not None and not record.physical
    if facts or is_unknown(inner) or isinstance(inner, Num | Bool | Kind):
        return True
    ctx.report.error(
        "R0275", f"nobody can choose {type_} before the game", node.type.span,
        hint="a setting is a number, yes or no, a word of a kind, or a row of a table",
    )  # fmt: skip
    return False


def _things(ctx: Linking, node: ast.Node) -> None:
    world = ctx.world
    if isinstance(node, ast.Zone) and claim(ctx, node.name, "a zone"):
        owner = owner_of(ctx, node.owners)
        if node.shape.item.text not in world.records:
            hint = did_you_mean(node.shape.item.text, world.records)
            title = f"I don't know a component called `{node.shape.item}`"
            ctx.report.error("R0204", title, node.shape.item.span, hint=hint, unknown=node.shape.item.text)
            ctx.report.lose("zone", node.name.text)
            return
        found = grid_sizes(ctx, node.shape)
        if found is None:
            ctx.report.lose("zone", node.name.text)
            return
        if node.sees in ("owner", "others") and not _has_player(owner) and owner != UNKNOWN:
            ctx.report.error(
                "R0214", "nobody owns this zone", node.span, hint="write `zone … of each player: …`"
            )
        shape, ((width, wide), (height, high)) = node.shape, found
        world.zones[node.name.text] = ZoneSymbol(
            name=node.name.text, span=node.name.span, owner=owner, ordering=shape.ordering,
            item=shape.item.text, width=width, height=height, sees=node.sees,
            id=len(world.zones), hexagonal=shape.hexagonal, open_edge=shape.open_edge,
            sizes=(wide, high),
        )  # fmt: skip
        refer(world.records[shape.item.text], shape.item.span)
    elif isinstance(node, ast.Track) and claim(ctx, node.name, "a track"):
        world.tracks[node.name.text] = TrackSymbol(
            name=node.name.text, span=node.name.span, owner=owner_of(ctx, node.owners),
            type=resolve(ctx, node.type, node.name), start=node.start, capped=node.capped, sees=node.sees,
            id=len(world.tracks),
        )  # fmt: skip


def _has_player(owner: Type | None) -> bool:
    if isinstance(owner, Pair):
        return PLAYER in (owner.first, owner.second)
    return isinstance(owner, Player)


def _memory(ctx: Linking, node: ast.Memory) -> None:
    """What makes a position: the zones and tracks that are named, or all but those."""
    world = ctx.world
    if not claim(ctx, node.name, "a memory"):
        return
    named = set()
    for name in node.names:
        if name.text == "active":
            continue
        symbol = world.zones.get(name.text) or world.tracks.get(name.text)
        if symbol is None:
            hint = did_you_mean(name.text, [*world.zones, *world.tracks])
            title = f"I don't know a zone or track called `{name}`"
            ctx.report.error("R0219", title, name.span, hint=hint, unknown=name.text)
            continue
        refer(symbol, name.span)
        named.add(symbol)
    world.memories[node.name.text] = MemorySymbol(
        name=node.name.text, span=node.name.span, id=len(world.memories),
        zones=tuple(z for z in world.zones.values() if (z in named) is not node.everything),
        tracks=tuple(t for t in world.tracks.values() if (t in named) is not node.everything),
        active=any(name.text == "active" for name in node.names) is not node.everything,
    )  # fmt: skip


def _rules(ctx: Linking, node: ast.Node) -> None:
    world = ctx.world
    if isinstance(node, ast.Rule | ast.Value):
        _callable(ctx, node)
    elif isinstance(node, ast.Memory):
        _memory(ctx, node)
    elif isinstance(node, ast.MustHold):
        world.must_hold.append(node)
    elif isinstance(node, ast.Hook | ast.Change | ast.Whenever | ast.MoreOptions):
        world.abilities.append(node)
    elif isinstance(node, ast.Setup | ast.Play):
        name = ast.Ident(node.span, type(node).__name__.lower())
        _callable(ctx, ast.Rule(node.span, name, (), (), node.body))
    elif isinstance(node, ast.Ranking):
        world.ranking = _only(ctx, "ranking", world.ranking, node)
    elif isinstance(node, ast.Score):
        world.score = _only(ctx, "score", world.score, node)
    elif isinstance(node, ast.Payoff):
        world.payoff = _only(ctx, "payoff", world.payoff, node)
    elif isinstance(node, ast.Outlook):
        world.outlook = _only(ctx, "outlook", world.outlook, node)


def _only(ctx: Linking, word: str, first: Once | None, node: Once) -> Once:
    """A block that a definition has once: the first one counts."""
    if first is None:
        return node
    also = [Label(first.span, "the first one")]
    ctx.report.error("R0201", f"there are two `{word}` blocks", node.span, also=also)
    return first


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
    else:
        mention(info, node.name.span)
        _mention_types(ctx.world, node.params)
    if len(info.params) != len(node.params):
        ctx.vague.setdefault(node.name.text, []).append(node)
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


def _mention_types(world: World, params: Sequence[ast.Param]) -> None:
    """The first case says what the types are; the others only name them again."""
    for param in params:
        type_ = param.type
        while isinstance(type_, ast.TypeOptional | ast.TypeList):
            type_ = type_.inner if isinstance(type_, ast.TypeOptional) else type_.item
        if isinstance(type_, ast.TypePlace):
            mention(world.zones.get(type_.zone.text), type_.zone.span)
        elif type_ is None or isinstance(type_, ast.TypeName):
            name = param.name if type_ is None else type_.name
            found = world.type_named(name.text)
            mention(None if found is None else world.declared(found), name.span)


def _odd_case(ctx: Linking, cases: Sequence[ast.Rule | ast.Value]) -> None:
    """Cases have different numbers of parameters: what fewer of them have is what is wrong."""
    ordered = sorted(dict.fromkeys(cases), key=lambda node: node.span)
    by_number: dict[int, list[ast.Rule | ast.Value]] = {}
    for node in ordered:
        by_number.setdefault(len(node.params), []).append(node)
    usual, *_, odd = sorted(by_number.values(), key=len, reverse=True)
    also = [Label(usual[0].name.span, f"here it has {len(usual[0].params)}")]
    title = f"the cases of `{odd[0].name}` have different numbers of parameters"
    names = ", ".join(param.name.text for param in usual[0].params)
    hint = (
        f"give all cases the same ones: `{usual[0].name}({names})`"
        if names
        else "give all cases the same ones"
    )
    ctx.report.error(
        "R0215", title, odd[0].name.span, f"here it has {len(odd[0].params)}", also=also, hint=hint
    )


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
