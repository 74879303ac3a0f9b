"""Answers about names: where they are declared and used, what they are, what they may be called instead.

In: the open games and a place. Out: objects of `lsprotocol`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types

from cli.commands.explain import all_pages, page_text
from cli.editor import convert
from cli.editor.games import Games
from rulelang.diagnostics import Report
from rulelang.editor.family import Family
from rulelang.editor.hover import hooks_in, hover
from rulelang.editor.index import Index, Thing
from rulelang.editor.outline import Entry, outline
from rulelang.editor.places import column_at
from rulelang.editor.rename import applied, refusal, rename
from rulelang.source import Source, Span

MOST_WHO = 4
_UNREAD = "R01"  # the codes of lines that the parser cannot read


class Refused(Exception):
    """What was asked for cannot be done; the message says why."""


def things_at(
    games: Games, path: Path, at: types.Position
) -> tuple[list[Thing], Family, Index, Source, tuple[int, int]]:
    source = games.source(path)
    family, index = games.family(path)
    place = at.line + 1, column_at(source, convert.from_position(at))
    return index.at(source.path, *place), family, index, source, place


def definition(games: Games, path: Path, at: types.Position) -> list[types.Location]:
    things, family, *_ = things_at(games, path, at)
    return [convert.location(span, family.sources) for thing in things for span in thing.declared]


def references(games: Games, path: Path, at: types.Position, declared: bool) -> list[types.Location]:
    things, family, *_ = things_at(games, path, at)
    spans = [span for t in things[:1] for span in t.spans if declared or span not in t.declared]
    return [convert.location(span, family.sources) for span in spans]


def highlights(games: Games, path: Path, at: types.Position) -> list[types.DocumentHighlight]:
    things, family, _, source, _ = things_at(games, path, at)
    spans = [span for thing in things[:1] for span in thing.spans if span.path == source.path]
    return [types.DocumentHighlight(convert.to_range(span, family.sources)) for span in spans]


def hover_at(games: Games, path: Path, at: types.Position, report: Report) -> types.Hover | None:
    """What stands here, and the page about each thing that is wrong here."""
    things, family, _, source, place = things_at(games, path, at)
    rulebook = games.rulebook(path) if things else {}
    parts = [hover(thing, family.studies, family.sources, rulebook) for thing in things]
    pages = all_pages()
    codes = dict.fromkeys(found.code for found in report if _stands_at(found.span, source.path, place))
    parts += [page_text(pages[code]) for code in codes if code in pages]
    if not parts:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(parts)))


def _stands_at(span: Span, path: str, place: tuple[int, int]) -> bool:
    start, end = (span.line, span.column), (span.end_line, span.end_column)
    return span.path == path and start <= place <= end


def prepare_rename(games: Games, path: Path, at: types.Position) -> types.PrepareRenamePlaceholder:
    things, family, _, source, (line, column) = things_at(games, path, at)
    if not things:
        raise Refused("there is no name here that could be changed")
    reason = refusal(things[0], "z_fresh")
    if reason:
        raise Refused(reason)
    here = next(
        s for s in things[0].spans
        if s.path == source.path and s.line == line and s.column <= column <= s.end_column
    )  # fmt: skip
    return types.PrepareRenamePlaceholder(convert.to_range(here, family.sources), things[0].name)


def rename_at(games: Games, path: Path, at: types.Position, new: str) -> types.WorkspaceEdit:
    """Refused if it would break something: a name that is taken, or that means something else somewhere; also
    if a place of it could be missed."""
    things, family, index, *_ = things_at(games, path, at)
    if not things:
        raise Refused("there is no name here that could be changed")
    reason = refusal(things[0], new)
    if reason:
        raise Refused(reason)
    edits = rename(index, things[0], new)
    before = games.all_findings(path)
    unread = next((found for found in before.errors if found.code.startswith(_UNREAD)), None)
    if unread is not None:
        raise Refused(f"the name may stand in a line that cannot be read yet: {unread.title} ({unread.span})")
    changed = games.with_texts(applied(family.sources, edits))
    after = changed.all_findings(path)
    if len(after.errors) > len(before.errors):
        raise Refused(f"`{new}` cannot be its name: {_first_new(before, after)}")
    return convert.workspace_edit(edits, family.sources)


def _first_new(before: Report, after: Report) -> str:
    known = {(found.code, found.span.path, found.span.line) for found in before.errors}
    new = [f for f in after.errors if (f.code, f.span.path, f.span.line) not in known]
    found = (new or after.errors)[0]
    return f"{found.title} ({found.span})"


# ------------------------------------------------------------ symbols

_KINDS = {
    "game": types.SymbolKind.Package, "rule": types.SymbolKind.Function, "value": types.SymbolKind.Method,
    "zone": types.SymbolKind.Class, "track": types.SymbolKind.Variable, "kind": types.SymbolKind.Enum,
    "record": types.SymbolKind.Struct, "row": types.SymbolKind.EnumMember, "die": types.SymbolKind.Object,
    "word": types.SymbolKind.EnumMember, "setting": types.SymbolKind.Constant,
    "field": types.SymbolKind.Field, "ability": types.SymbolKind.Event,
    "scenario": types.SymbolKind.Event, "text": types.SymbolKind.String,
}  # fmt: skip


def document_symbols(games: Games, path: Path) -> list[types.DocumentSymbol]:
    source = games.source(path)
    return [_symbol(entry, {source.path: source}) for entry in outline(source)]


def _symbol(entry: Entry, sources: convert.Sources) -> types.DocumentSymbol:
    whole, own = convert.to_range(entry.whole, sources), convert.to_range(entry.span, sources)
    kind = _KINDS.get(entry.sort, types.SymbolKind.Variable)
    if not (whole.start <= own.start and own.end <= whole.end):
        whole = own
    inside = [_symbol(each, sources) for each in entry.inside]
    return types.DocumentSymbol(entry.name, kind, whole, own, detail=entry.sort, children=inside)


def workspace_symbols(games: Games, path: Path, query: str) -> list[types.WorkspaceSymbol]:
    family, index = games.family(path)
    found = []
    for thing in index.things:
        if thing.sort != "local" and thing.declared and query.lower() in thing.name:
            kind = _KINDS.get(thing.sort, types.SymbolKind.Variable)
            place = convert.location(thing.declared[0], family.sources)
            found.append(types.WorkspaceSymbol(place, thing.name, kind, container_name=thing.owner or None))
    return found


# ------------------------------------------------------------ above and between the lines


def code_lenses(games: Games, path: Path) -> list[types.CodeLens]:
    """Who changes a rule or value, above it; how to run a scenario, above it."""
    source = games.source(path)
    if path.suffix == ".scenario":
        sources = {source.path: source}
        return [
            types.CodeLens(
                convert.to_range(entry.span, sources),
                types.Command(
                    games.result(path, entry.span.line) or "run this scenario",
                    "rulelang.runScenario",
                    arguments=[str(path), entry.span.line],
                ),
            )
            for entry in outline(source)
        ]
    family, index = games.family(path)
    found: list[types.CodeLens] = []
    known = hooks_in(family.studies)
    for thing in index.declared_in(source.path):
        hooks = known.get((thing.sort, thing.name))
        if not hooks:
            continue
        place = next(span for span in thing.declared if span.path == source.path)
        where = [convert.location(span, family.sources) for span in sorted(hooks)]
        at = convert.to_range(place, family.sources)
        title = f"changed by {_who(hooks, source.path)}"
        shown = [convert.uri_of(source.path), at.start, where]
        command = types.Command(title, "rulelang.showPlaces", arguments=shown)
        found.append(types.CodeLens(at, command))
    return found


def _who(hooks: Iterable[Span], own: str) -> str:
    """The files that change something, by their names."""
    files = list(dict.fromkeys("this file" if s.path == own else Path(s.path).stem for s in sorted(hooks)))
    more = f" and {len(files) - MOST_WHO} more" if len(files) > MOST_WHO else ""
    return ", ".join(files[:MOST_WHO]) + more
