"""Findings as text for people.

In: a `Report`. Out: the lines of a terminal, with the source and marks under it (design.md, part 8).
"""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic, Label, Report
from rulelang.source import Source


def render(report: Report) -> str:
    return "\n".join(render_one(found, report.sources) for found in report)


def render_one(found: Diagnostic, sources: dict[str, Source]) -> str:
    out = [f"{found.severity}[{found.code}]: {found.title}"]
    margin = max(len(str(label.span.end_line)) for label in found.labels)
    for index, label in enumerate(found.labels):
        out += _excerpt(label, sources.get(label.span.path), margin, "^" if index == 0 else "-")
    if found.why:
        out.append(f"why: {found.why}")
    hint = f"hint: {found.hint}" if found.hint else ""
    out.append(f"{hint}{'    ' if hint else ''}more: rulelang explain {found.code}")
    return "\n".join(out) + "\n"


def _excerpt(label: Label, source: Source | None, margin: int, mark: str) -> list[str]:
    span = label.span
    out = [f"{' ' * margin}--> {span.path}:{span.line}:{span.column}"]
    if source is None or not 0 < span.line <= len(source.lines):
        return [*out, f"{' ' * margin}  | {label.text}"] if label.text else out
    line = source.lines[span.line - 1]
    shown = line if len(line) <= 160 else line[:157] + "..."
    width = span.end_column - span.column if span.end_line == span.line else len(line) - span.column + 1
    marks = mark * max(1, min(width, len(shown) - span.column + 1))
    out.append(f"{span.line:>{margin}} | {shown}")
    out.append(f"{' ' * margin} | {' ' * (span.column - 1)}{marks} {label.text}".rstrip())
    return out
