"""Findings as text for people.

In: a `Report`. Out: the lines of a terminal, with the source and marks under it (design.md, part 8).
"""

from __future__ import annotations

import unicodedata

from rulelang.diagnostics import Diagnostic, Label, Report
from rulelang.source import Source

WIDEST = 160  # characters of a line that are shown
LEAD = 60  # of them, before the mark in a longer line


def render(report: Report) -> str:
    return "\n".join(render_one(found, report.sources) for found in report)


def render_one(found: Diagnostic, sources: dict[str, Source]) -> str:
    out = [f"{found.severity}[{found.code}]: {_visible(found.title)}"]
    margin = max(len(str(label.span.line)) for label in found.labels)
    for index, label in enumerate(found.labels):
        out += _excerpt(label, sources.get(label.span.path), margin, "^" if index == 0 else "-")
    if found.why:
        out.append(f"why: {_visible(found.why)}")
    hint = f"hint: {_visible(found.hint)}" if found.hint else ""
    out.append(f"{hint}{'    ' if hint else ''}more: rulelang explain {found.code}")
    return "\n".join(out) + "\n"


def _excerpt(label: Label, source: Source | None, margin: int, mark: str) -> list[str]:
    span = label.span
    out = [f"{' ' * margin}--> {_visible(span.path)}:{span.line}:{span.column}"]
    text = _visible(label.text)
    if source is None or not 0 < span.line <= len(source.lines):
        return [*out, f"{' ' * margin}  | {text}"] if text else out
    line = source.lines[span.line - 1]
    end = span.end_column if span.end_line == span.line else len(line) + 1
    shown, start = _window(line, span.column - 1)
    marked = line[span.column - 1 : min(end - 1, span.column - 1 + WIDEST)]
    width = max(1, min(_cells(_visible(marked)), WIDEST - start))
    out.append(f"{span.line:>{margin}} | {shown}".rstrip())
    out.append(f"{' ' * margin} | {' ' * start}{mark * width} {text}".rstrip())
    return out


def _window(line: str, column: int) -> tuple[str, int]:
    """The part of a line that is shown, and how many cells of it come before a column."""
    if len(line) <= WIDEST:
        return _visible(line), _cells(_visible(line[:column]))
    begin = max(0, column - LEAD) if column > WIDEST - LEAD else 0
    part = _visible(line[begin : begin + WIDEST])
    before, after = "..." if begin else "", "..." if begin + WIDEST < len(line) else ""
    return f"{before}{part}{after}", len(before) + _cells(_visible(line[begin:column]))


def _visible(line: str) -> str:
    """Characters that would steer a terminal are shown as a mark of the same width."""
    if line.isprintable():
        return line
    return "".join(char if char.isprintable() or char == "\t" else "\ufffd" for char in line).replace(
        "\t", " "
    )


def _cells(text: str) -> int:
    """How wide a text stands on a terminal: some characters take two places, some none."""
    if text.isascii():
        return len(text)
    return sum(_cell(char) for char in text)


def _cell(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
