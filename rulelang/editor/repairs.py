"""Edits that are tried before they are offered: mistakes in the text of rules.

In: a finding of the parser and its text. Out: edits after which the parser finds less. The hint says what to
write, but not always where; so the likely places are tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.diagnostics import Diagnostic, Report
from rulelang.editor.rename import Edit, applied
from rulelang.source import Source, Span
from rulelang.syntax.parser import parse

_WRITE = re.compile(r"write `([^`…]+)`")
_DECLARE = re.compile(r"declare `([^`…]+)`, and write `([^`…]+)`")
_WRITTEN = re.compile(r"`([^`…]+)` is written `([^`…]+)`")
_IN_TEXT = ("R01",)  # codes that the parser gives


def repairs(finding: Diagnostic, source: Source) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    """The first edit that helps, with a title."""
    span = finding.span
    if not finding.code.startswith(_IN_TEXT) or not 0 < span.line <= len(source.lines):
        return
    for title, edits in _candidates(finding, source):
        if helps(source, edits):
            yield title, edits
            return


def helps(source: Source, edits: tuple[Edit, ...]) -> bool:
    """Whether the parser finds less after some edits."""
    changed = applied({source.path: source}, edits)[source.path]
    return _wrong(Source(source.path, changed)) < _wrong(source)


def _wrong(source: Source) -> int:
    report = Report()
    parse(source, report)
    return len(report.errors)


def _candidates(finding: Diagnostic, source: Source) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    span, line = finding.span, source.lines[finding.span.line - 1]
    code = re.match(r"(\s*)([^#]*[^#\s])?", line)
    start, end = (code.end(1) + 1, code.end() + 1) if code is not None else (1, len(line) + 1)
    if finding.code == "R0109":
        yield "put `:` at the end of the line", (Edit(_at(span, end, end), ":"),)
    declared = _DECLARE.search(finding.hint)
    written = _WRITTEN.search(finding.hint)
    write = _WRITE.search(finding.hint)
    if written is not None and (at := re.search(rf"(?<!\w){re.escape(written[1])}(?!\w)", line)) is not None:
        place = _at(span, at.start() + 1, at.end() + 1)
        yield f"write `{written[2]}`", (Edit(place, written[2]),)
    text = declared[2] if declared is not None else write[1] if write is not None else ""
    if not text:
        return
    more = (declaration_before(span, source, declared[1]),) if declared is not None else ()
    title = f"add `{declared[1]}`, and write `{text}`" if declared is not None else f"write `{text}`"
    if span.line == span.end_line and declared is None:
        yield title, (Edit(span, text),)
    colon = line.rfind(": ", 0, span.column - 1)  # `if a: b = 3`
    for first in ([colon + 3] if colon >= 0 else []) + [start]:
        yield title, (*more, Edit(_at(span, first, end), text))


def _at(span: Span, first: int, end: int) -> Span:
    return Span(span.path, span.line, first, span.line, end)


def declaration_before(span: Span, source: Source, text: str) -> Edit:
    """A declaration above the one that a place lies in, and above its comment."""
    number = span.line
    while number > 1 and not re.match(r"[^\s#]", source.lines[number - 1]):
        number -= 1
    while number > 1 and source.lines[number - 2].startswith("#"):
        number -= 1
    return Edit(Span(source.path, number, 1, number, 1), f"{text}\n\n")
