"""Owners: what zones, tracks and components there are one of for each of something.

In: the words after `of each`. Out: a type, of one owner or of two together; and for a component that there is
one of for each owner, its rows and the field that says whose it is. The names of components make a kind of
their own where somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics import Report
from rulelang.limits import MOST_COPIES
from rulelang.source import Span
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed.from_syntax.linking import Linking
from rulelang.typed.symbols import (
    FieldSymbol,
    KindSymbol,
    RecordSymbol,
    RowSymbol,
    WordSymbol,
    World,
    refer,
)
from rulelang.types import UNKNOWN, Kind, Pair, Place, Player, Rec, Type

NAME = "name"  # the field that says which component it is, whichever of its copies


def owner_of(ctx: Linking, owners: Sequence[ast.Owner]) -> Type | None:
    """The type of what a zone or track is there for each of."""
    found = [owner_type(ctx, owner) for owner in owners]
    if not found:
        return None
    if UNKNOWN in found:
        return UNKNOWN
    return found[0] if len(found) == 1 else Pair(found[0], found[1])


def owner_type(ctx: Linking, owner: ast.Owner) -> Type:
    name, world = owner.name, ctx.world
    if isinstance(owner, ast.OwnerPlace):
        ctx.grids.append(name)
        return Place(name.text)
    if isinstance(owner, ast.OwnerRow):
        record = world.records.get(name.text)
        if record is None or not record.physical:
            hint = did_you_mean(name.text, [r.name for r in world.records.values() if r.physical])
            title = f"I don't know a component called `{name}`"
            ctx.report.error("R0204", title, name.span, hint=hint, unknown=name.text)
            return UNKNOWN
        refer(record, name.span)
        return name_kind(record, world)
    found = world.type_named(name.text)
    if found is None:
        hint = did_you_mean(name.text, ["player", *world.kinds, *world.records])
        title = f"I don't know a type called `{name}`"
        ctx.report.error("R0204", title, name.span, hint=hint, unknown=name.text)
        return UNKNOWN
    refer(world.declared(found), name.span)
    return found


# ---------------------------------------------------------------- the names of components


def name_kind(record: RecordSymbol, world: World) -> Kind:
    """The names that components of a type have, as words; made when they are first asked for."""
    kind = f"{record.name} {NAME}"  # no author can declare one that is called like this
    if kind not in world.kinds:
        words = tuple(record.rows)
        symbols = {word: WordSymbol(name=word, span=None, kind=record.name) for word in words}
        world.kinds[kind] = KindSymbol(name=kind, span=None, words=words, symbols=symbols, by_itself=False)
    return Kind(kind)


def name_field(record: RecordSymbol, world: World) -> FieldSymbol:
    """The field that says which component it is."""
    kind = name_kind(record, world)
    field = FieldSymbol(name=NAME, span=record.span, record=record.name, type=kind)
    record.fields[NAME] = field
    for number, row in enumerate(record.rows.values()):
        row.cells[NAME] = number
    return field


# ---------------------------------------------------------------- components of each owner


def own_rows(ctx: Linking, record: RecordSymbol, node: ast.Component) -> None:
    """One row for each owner, with a field that says whose it is; without an owner a row with copies."""
    world = ctx.world
    if not 1 <= node.copies <= MOST_COPIES:
        ctx.report.error("R0211", f"from 1 to {MOST_COPIES} copies are possible", node.name.span)
        return
    if node.owner is None:
        if node.copies > 1:  # `token cube, 20 copies`: one name for all of them
            row = RowSymbol(name=record.name, span=node.name.span, record=record.name, copies=node.copies)
            record.rows[record.name] = row
        return
    owner = owner_type(ctx, node.owner)
    words = _words(owner, world)
    if not words:
        _no_owner(node.owner.name.span, owner, ctx.report)
        return
    record.owner = owner
    word = node.owner.name.text
    if word in record.fields:
        title = f"`{record.name}` has a field `{word}` already: it says whose it is"
        ctx.report.error("R0201", title, record.fields[word].span, hint="leave the field out")
        return
    record.fields[word] = FieldSymbol(name=word, span=node.owner.name.span, record=record.name, type=owner)
    for number, name in enumerate(words):
        row = RowSymbol(name=name, span=node.name.span, record=record.name, copies=node.copies)
        row.cells[word] = number
        record.rows[name] = row


def _words(owner: Type, world: World) -> tuple[str, ...]:
    match owner:
        case Player():
            return tuple(f"player{number + 1}" for number in range(world.players[1]))
        case Kind() | Rec():
            record = world.records.get(owner.name) if isinstance(owner, Rec) else None
            return () if record is not None and record.physical else world.words_of(owner)
    return ()


def _no_owner(span: Span, owner: Type, report: Report) -> None:
    if owner != UNKNOWN:
        title = f"there cannot be one for each of these: this is {owner}"
        hint = "a component is there for each player, each word of a kind, or each row of a table"
        report.error("R0237", title, span, hint=hint)
