"""Answers while somebody types: completion, signatures, types that were worked out, fixes, colours, folding.

In: the open games and a place or a file. Out: objects of `lsprotocol`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types

from cli.editor import convert
from cli.editor.games import Games
from rulelang.diagnostics import Diagnostic, Report
from rulelang.editor.calls import signature, worked_out
from rulelang.editor.completion import Suggestion, suggestions, suggestions_beside, suggestions_in_texts
from rulelang.editor.fixes import fixes
from rulelang.editor.here import Here
from rulelang.editor.outline import folds
from rulelang.editor.places import offset_at, range_of, to_units
from rulelang.editor.snippets import snippet
from rulelang.editor.tokens import SCENARIO_WORDS, TYPES, colours
from rulelang.scenarios.reading import HEADERS, SECTIONS
from rulelang.source import Source, Span
from rulelang.syntax.accepts import keywords
from rulelang.syntax.format import FormatError, format_source

MOST = 200  # suggestions
MOST_BEFORE_WORDS = 40  # names, before the words of scenarios inside of a line
SCENARIO_LINES = (
    *(f"{word}:" for word in SECTIONS), "player", "scenario", *(word for word in HEADERS if word != "cannot"),
    "cannot be played",
)  # fmt: skip
_KINDS = {
    "word of the language": types.CompletionItemKind.Keyword, "rule": types.CompletionItemKind.Function,
    "value": types.CompletionItemKind.Method, "function": types.CompletionItemKind.Function,
    "zone": types.CompletionItemKind.Class, "track": types.CompletionItemKind.Variable,
    "field": types.CompletionItemKind.Field, "word": types.CompletionItemKind.EnumMember,
    "row": types.CompletionItemKind.EnumMember, "kind": types.CompletionItemKind.Enum,
    "local": types.CompletionItemKind.Variable, "setting": types.CompletionItemKind.Constant,
    "word of scenarios": types.CompletionItemKind.Keyword,
    "record": types.CompletionItemKind.Struct, "option": types.CompletionItemKind.Event,
}  # fmt: skip


def completion(games: Games, path: Path, at: types.Position) -> types.CompletionList:
    source = games.source(path)
    offset = offset_at(source, convert.from_position(at))
    if path.suffix == ".rules":
        here, others = games.here(path, source, offset)
        found = suggestions(here, source, others)
    else:
        here, found = _beside(games, path, source, offset)
    start, end = _place(source, here.start), _place(source, here.stop)
    place = types.Range(start, end)
    begins = not source.text[source.text.rfind("\n", 0, here.start) + 1 : here.start].strip()
    items = [_item(number, each, place, begins) for number, each in enumerate(found[:MOST])]
    return types.CompletionList(is_incomplete=len(found) > MOST, items=items)


def _item(number: int, found: Suggestion, place: types.Range, begins: bool) -> types.CompletionItem:
    shape = snippet(found.text, keywords()) if begins and found.sort == "word of the language" else None
    return types.CompletionItem(
        found.text, kind=_KINDS.get(found.sort, types.CompletionItemKind.Text), detail=found.sort,
        documentation=found.says or None,
        sort_text=f"{number:04}", filter_text=found.text, preselect=number == 0 or None,
        text_edit=types.TextEdit(place, shape or found.text),
        insert_text_format=types.InsertTextFormat.Snippet if shape else None,
    )  # fmt: skip


def _beside(games: Games, path: Path, source: Source, offset: int) -> tuple[Here, list[Suggestion]]:
    """In tables, texts and scenarios: every name of the game, those of this file first. Scenarios have words
    of their own, and a line of them begins with one."""
    word = re.search(r"[a-z][a-z0-9_]*\Z", source.text[max(0, offset - 80) : offset])
    prefix = word[0] if word is not None else ""
    rest = re.match(r"[a-z0-9_]*", source.text[offset:])
    study = games.studied(path)
    here = Here(offset - len(prefix), prefix, offset + len(rest[0] if rest else ""), frozenset(), study)
    suggest = suggestions_in_texts if _has_texts(path) else suggestions_beside
    found = suggest(here, source, games.rules(path, source))
    if path.suffix == ".scenario":
        begins = not source.text[source.text.rfind("\n", 0, here.start) + 1 : here.start].strip()
        known = {each.text for each in found}
        own = [
            Suggestion(word, "word of scenarios")
            for word in (SCENARIO_LINES if begins else sorted(SCENARIO_WORDS))
            if word.startswith(prefix) and word not in known
        ]
        found = [*own, *found] if begins else [*found[:MOST_BEFORE_WORDS], *own, *found[MOST_BEFORE_WORDS:]]
    return here, found


def _has_texts(path: Path) -> bool:
    """A file in `strings/`, or one beside a variant with a language in its name."""
    return path.suffix == ".yaml" and (path.parent.name == "strings" or path.name.count(".") > 1)


def _place(source: Source, offset: int) -> types.Position:
    number = source.line_of(offset)
    line = source.lines[number - 1]
    return types.Position(number - 1, to_units(line, offset - source.offset_of(number)))


def signature_help(games: Games, path: Path, at: types.Position) -> types.SignatureHelp | None:
    source = games.source(path)
    study = games.studied(path)
    world = study.world if study is not None else None
    if world is None:
        return None
    found = signature(source, offset_at(source, convert.from_position(at)), world)
    if found is None:
        return None
    params = [types.ParameterInformation(param) for param in found.params]
    label = f"{found.name}({', '.join(found.params)})"
    info = types.SignatureInformation(label, documentation=found.says or None, parameters=params)
    return types.SignatureHelp([info], 0, min(found.active, max(0, len(params) - 1)))


def inlay_hints(games: Games, path: Path, within: types.Range) -> list[types.InlayHint]:
    family, _ = games.family(path)
    source = games.source(path)
    found: dict[Span, str] = {}
    for study in family.studies:
        found |= dict(worked_out(study, source.path))
    return [
        types.InlayHint(convert.to_range(span, family.sources).end, f": {type_}", types.InlayHintKind.Type)
        for span, type_ in sorted(found.items())
        if within.start.line <= span.line - 1 <= within.end.line
    ]


def folding(games: Games, path: Path) -> list[types.FoldingRange]:
    return [
        types.FoldingRange(first, last, kind=types.FoldingRangeKind.Comment if comment else None)
        for first, last, comment in folds(games.source(path))
    ]


def formatting(games: Games, path: Path) -> list[types.TextEdit]:
    source = games.source(path)
    if path.suffix != ".rules":
        return []
    try:
        text = format_source(source)
    except FormatError:
        return []
    if text == source.text:
        return []
    end = types.Position(len(source.lines), 0)
    return [types.TextEdit(types.Range(types.Position(0, 0), end), text)]


def semantic_tokens(games: Games, path: Path) -> types.SemanticTokens:
    source = games.source(path)
    _, index = games.family(path)
    data: list[int] = []
    line = column = 0
    for colour in colours(source, index):
        text = source.lines[colour.line]
        start = to_units(text, colour.column)
        length = to_units(text, colour.column + colour.length) - start
        data += [colour.line - line, start - (column if colour.line == line else 0), length]
        data += [TYPES.index(colour.type), int(colour.declares)]
        line, column = colour.line, start
    return types.SemanticTokens(data)


def code_actions(games: Games, path: Path, at: types.Range, report: Report) -> list[types.CodeAction]:
    source = games.source(path)
    sources = report.sources | {source.path: source}
    found: list[types.CodeAction] = []
    for finding in _at(report, source.path, at):
        for fix in fixes(finding, sources):
            edit = convert.workspace_edit(fix.edits, sources)
            told = [convert.diagnostic(finding, sources)]
            action = types.CodeAction(fix.title, types.CodeActionKind.QuickFix, told, edit=edit)
            found.append(action)
    return found


def _at(report: Report, path: str, at: types.Range) -> Iterable[Diagnostic]:
    for finding in report:
        start, end = range_of(finding.span, report.sources.get(path))
        if finding.span.path == path and start.line <= at.end.line and at.start.line <= end.line:
            yield finding
