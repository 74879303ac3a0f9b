"""Places in a line that what a hint says could be written over.

In: a finding, its text, and what to write. Out: edits, the likeliest first: the stretch of the line that is
most like the new text is the one that it is meant for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from rulelang.editor.rename import Edit
from rulelang.source import Source, Span

_PART = re.compile(r"\w+|[^\w\s]")
MOST_TRIED = 24
MOST_BEFORE = 4  # words before the marked one that may change with it


def at(span: Span, first: int, end: int) -> Span:
    """A stretch of the line that a place begins on."""
    return Span(span.path, span.line, first, span.line, end)


def line_of(span: Span, source: Source) -> str:
    return source.lines[span.line - 1] if 0 < span.line <= len(source.lines) else ""


def marked(span: Span, source: Source) -> str:
    """What a finding marks, of its first line."""
    line = line_of(span, source)
    return line[span.column - 1 : span.end_column - 1 if span.end_line == span.line else len(line)]


def code(span: Span, source: Source) -> Span:
    """All of a line but its indent and comment."""
    line = line_of(span, source).split("#")[0].rstrip()
    return at(span, len(line) - len(line.lstrip()) + 1, len(line) + 1)


def rewrites(text: str, span: Span, source: Source) -> Iterator[Edit]:
    """Stretches around what is marked, by how much they are like the new text; what is marked comes first if
    the rest of the line has nothing of it."""
    whole = code(span, source)
    line = line_of(span, source)
    parts = [m for m in _PART.finditer(line, 0, whole.end_column - 1) if m.start() + 1 >= whole.column]
    own = [n for n, part in enumerate(parts) if part.end() >= span.column]
    if not own:
        return
    end = span.end_column if span.end_line == span.line else whole.end_column
    found: list[tuple[float, int, int]] = []
    for first in dict.fromkeys((0, *range(max(0, own[0] - MOST_BEFORE), own[0] + 1))):
        for last in range(own[0], len(parts)):
            if parts[last].end() + 1 >= min(end, parts[-1].end() + 1):
                old = line[parts[first].start() : parts[last].end()]
                like = SequenceMatcher(None, _PART.findall(old), _PART.findall(text)).ratio()
                found.append((-like, parts[first].start() + 1, parts[last].end() + 1))
    rest = {part[0] for part in parts if not span.column <= part.start() + 1 < end}
    if rest.isdisjoint(_PART.findall(text)):
        found.append((-2, span.column, end))
    for _, start, stop in sorted(found)[:MOST_TRIED]:
        yield Edit(at(span, start, stop), apart(text, line[: start - 1], line[stop - 1 :]))


def apart(text: str, before: str, behind: str) -> str:
    """A text that does not grow together with the words beside it."""
    left = " " if before[-1:].isalnum() and text[:1].isalnum() else ""
    return f"{left}{text}{' ' if behind[:1].isalnum() and text[-1:].isalnum() else ''}"


def without(span: Span, source: Source) -> Edit:
    """What is marked is taken out, with the space before it, or behind it where it begins the line."""
    line, first, end = line_of(span, source), span.column, span.end_column
    if line[: first - 1].strip():
        first = len(line[: first - 1].rstrip()) + 1
    else:
        end += len(line[end - 1 :]) - len(line[end - 1 :].lstrip())
    return Edit(at(span, first, end), "")


def whole_line(span: Span, source: Source) -> Edit:
    """The line that is marked is taken out."""
    if span.line < len(source.lines):
        return Edit(Span(span.path, span.line, 1, span.line + 1, 1), "")
    return Edit(at(span, 1, len(line_of(span, source)) + 1), "")


def indented(span: Span, source: Source, indent: int) -> Edit:
    line = line_of(span, source)
    return Edit(at(span, 1, len(line) - len(line.lstrip()) + 1), " " * indent)


def indent_above(span: Span, source: Source) -> int:
    """How far the last line above is indented that says something."""
    for line in reversed(source.lines[: span.line - 1]):
        if line.strip() and not line.lstrip().startswith("#"):
            return len(line) - len(line.lstrip())
    return 0
