"""Places as editors count them: lines and columns from 0, columns in units of UTF-16.

In: a `Span` of ours, or a position of an editor, and the line it is on. Out: the other one.
"""

from __future__ import annotations

from attrs import frozen

from rulelang.source import Source, Span


@frozen(order=True)
class Position:
    line: int
    character: int


def to_units(line: str, column: int) -> int:
    """A column from 0 in characters, in units of UTF-16."""
    return len(line[:column].encode("utf-16-le", errors="surrogatepass")) // 2


def from_units(line: str, units: int) -> int:
    """A column in units of UTF-16, in characters."""
    if line.isascii():
        return min(units, len(line))
    before = line.encode("utf-16-le", errors="surrogatepass")[: units * 2]
    return len(before.decode("utf-16-le", errors="ignore"))


def _line(source: Source | None, number: int) -> str:
    return source.lines[number - 1] if source is not None and 0 < number <= len(source.lines) else ""


def range_of(span: Span, source: Source | None) -> tuple[Position, Position]:
    start, end = _line(source, span.line), _line(source, span.end_line)
    return (
        Position(span.line - 1, to_units(start, span.column - 1) if start else span.column - 1),
        Position(span.end_line - 1, to_units(end, span.end_column - 1) if end else span.end_column - 1),
    )


def column_at(source: Source, position: Position) -> int:
    """The column of a position, from 1."""
    return from_units(_line(source, position.line + 1), position.character) + 1


def offset_at(source: Source, position: Position) -> int:
    """Where a position is in the text."""
    number = min(position.line + 1, len(source.lines))
    return source.offset_of(number) + from_units(_line(source, number), position.character)


def text_at(source: Source, span: Span) -> str:
    return _line(source, span.line)[span.column - 1 : span.end_column - 1]
