"""What linking needs: the symbols found so far, the tables beside the rules, and whose name is whose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field

from rulelang.diagnostics import Label, Report
from rulelang.source import Source, Span
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed.functions import FUNCTIONS
from rulelang.typed.symbols import RESERVED, KindSymbol, WordSymbol, World, mention, refer
from rulelang.types import UNKNOWN, Bool, Kind, Num, Opt, Place, Player, Seq, Type

LARGEST_RANGE = 100_000_000


@define
class Linking:
    tables: Mapping[str, Source]
    report: Report
    unread: Sequence[str] = ()  # files that are no tables, but look as if they should be
    world: World = field(factory=World)
    places: dict[str, Span] = field(factory=dict)  # where each name is declared
    grids: list[ast.Ident] = field(factory=list)  # zones that types speak of
    broken: set[Span] = field(factory=set)  # rows whose cells could not be read
    inactive: set[str] = field(factory=set)  # components whose abilities are reported to work nowhere
    vague: dict[str, list[ast.Rule | ast.Value]] = field(
        factory=dict
    )  # cases with other parameters than the first
    computed: set[str] = field(factory=set)  # names of tracks, values and zones: known only in play
    twice: set[str] = field(factory=set)  # names that are given to two things


def claim(ctx: Linking, name: ast.Ident, what: str) -> bool:
    if name.text in RESERVED or (what == "a value" and name.text in FUNCTIONS):
        title = f"`{name}` already has a meaning in the language"
        ctx.report.error("R0202", title, name.span, hint="choose another name")
        ctx.report.lose(_sort(what), name.text, named=False)
        return False
    first = ctx.places.get(name.text)
    if first is not None:
        # Kinds are looked at before tracks, wherever they stand; people read from above.
        is_above = name.span.path == first.path and name.span < first
        ctx.report.error(
            "R0201",
            f"the name `{name}` is given twice",
            first if is_above else name.span,
            "declared again" if is_above else f"declared again as {what}",
            also=[Label(name.span if is_above else first, "it is declared here first")],
            hint="give one of them another name",
        )
        ctx.twice.add(name.text)
        ctx.report.lose(_sort(what), name.text)
        ctx.report.lose(_sort(what), named=False)  # it may have been meant for another name
        return False
    ctx.places[name.text] = name.span
    return True


def _sort(what: str) -> str:
    return what.removeprefix("a ")


def declare_kind(ctx: Linking, name: ast.Ident, words: tuple[ast.Ident, ...]) -> Type:
    texts = tuple(word.text for word in words)
    known = ctx.world.kinds.get(name.text)
    if known is not None and known.words == texts:
        mention(known, name.span)
        for word in words:
            mention(known.symbols.get(word.text), word.span)
        return Kind(name.text)
    if known is not None or name.text in ctx.world.records:
        also = [Label(known.span, "the first list")] if known and known.span else []
        ctx.report.error(
            "R0203",
            f"two different lists of words are called `{name}`",
            name.span,
            also=also,
            hint="declare the list once with `kind`, or give the field another name",
        )
        return UNKNOWN
    seen: dict[str, Span] = {}
    for word in words:
        if word.text in seen:
            first = [Label(seen[word.text], "the first time")]
            title = f"`{word}` stands in this list twice"
            ctx.report.error("R0201", title, word.span, also=first, hint="leave one of them out")
        seen[word.text] = word.span
    symbols = {word.text: WordSymbol(name=word.text, span=word.span, kind=name.text) for word in words}
    ctx.world.kinds[name.text] = KindSymbol(name=name.text, span=name.span, words=texts, symbols=symbols)
    return Kind(name.text)


def resolve(ctx: Linking, node: ast.Type, name: ast.Ident) -> Type:
    """The type that an author wrote; `one of …` declares a kind with the name of what it describes."""
    match node:
        case ast.TypeNumber():
            if node.low > node.high:
                hint = f"write `number {node.high} to {node.low}`"
                ctx.report.error(
                    "R0211",
                    "this range is empty",
                    node.span,
                    f"{node.low} is above {node.high}",
                    hint=hint,
                )
            if max(abs(node.low), abs(node.high)) > LARGEST_RANGE:
                title = f"ranges go up to {LARGEST_RANGE:,}"
                low, high = (max(-LARGEST_RANGE, min(LARGEST_RANGE, end)) for end in (node.low, node.high))
                hint = f"write a smaller range, at most `number {low} to {high}`"
                ctx.report.error("R0211", title, node.span, hint=hint)
                return UNKNOWN
            return Num(min(node.low, node.high), max(node.low, node.high))
        case ast.TypeBool():
            return Bool()
        case ast.TypePlayer():
            return Player()
        case ast.TypeOneOf():
            return declare_kind(ctx, name, node.names)
        case ast.TypeList():
            return Seq(resolve(ctx, node.item, name))
        case ast.TypePlace():
            ctx.grids.append(node.zone)
            return Place(node.zone.text)
        case ast.TypeOptional():
            return Opt(resolve(ctx, node.inner, name))
        case ast.TypeName():
            found = ctx.world.type_named(node.name.text)
            if found is not None:
                refer(ctx.world.declared(found), node.name.span)
                return found
            known = ["player", "direction", *ctx.world.kinds, *ctx.world.records]
            hint = did_you_mean(node.name.text, known)
            title = f"I don't know a type called `{node.name}`"
            ctx.report.error("R0204", title, node.span, hint=hint, unknown=node.name.text)
    return UNKNOWN
