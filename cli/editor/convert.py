"""Our records as those of the protocol of editors: places, findings, paths.

In: spans, findings, edits. Out: objects of `lsprotocol`. Columns are counted as the protocol counts them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from lsprotocol import types
from pygls import uris

from rulelang.diagnostics import Diagnostic, Report
from rulelang.editor.places import Position, range_of
from rulelang.editor.rename import Edit
from rulelang.source import Source, Span

SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}
Sources = Mapping[str, Source]


def path_of(uri: str) -> Path:
    return Path((uris.to_fs_path(uri) or uri).replace("\0", ""))  # no file is called like that


def uri_of(path: str) -> str:
    whole = Path(path) if Path(path).is_absolute() else Path.cwd() / path
    return uris.from_fs_path(str(whole)) or ""


def position(found: Position) -> types.Position:
    return types.Position(found.line, found.character)


def from_position(found: types.Position) -> Position:
    return Position(found.line, found.character)


def to_range(span: Span, sources: Sources) -> types.Range:
    start, end = range_of(span, sources.get(span.path))
    return types.Range(position(start), position(end))


def location(span: Span, sources: Sources) -> types.Location:
    return types.Location(uri_of(span.path), to_range(span, sources))


def diagnostic(found: Diagnostic, sources: Sources) -> types.Diagnostic:
    label = found.labels[0].text
    message = found.title + (f": {label}" if label else "")
    message += "".join(f"\n{text}" for text in (found.why, found.hint) if text)
    related = [
        types.DiagnosticRelatedInformation(location(also.span, sources), also.text or "also here")
        for also in found.labels[1:]
    ]
    return types.Diagnostic(
        to_range(found.span, sources), message, SEVERITIES[found.severity], code=found.code,
        source="rulelang", related_information=related or None,
    )  # fmt: skip


def by_file(report: Report) -> dict[str, list[types.Diagnostic]]:
    found: dict[str, list[types.Diagnostic]] = {}
    for each in report:
        found.setdefault(each.span.path, []).append(diagnostic(each, report.sources))
    return found


def workspace_edit(edits: Iterable[Edit], sources: Sources) -> types.WorkspaceEdit:
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        changes.setdefault(uri_of(edit.span.path), []).append(
            types.TextEdit(to_range(edit.span, sources), edit.text)
        )
    return types.WorkspaceEdit(changes=changes)
