"""Findings for other programs: JSON, SARIF and the lines that GitHub's checks read.

In: a `Report`. Out: text. The order is that of the report, so equal definitions give equal text.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from cli.screen.escaping import for_github, for_github_value, for_json
from rulelang.diagnostics import Diagnostic, Label, Report

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_json(reports: Sequence[Report]) -> str:
    found = [_plain(diagnostic) for report in reports for diagnostic in report]
    return for_json(json.dumps({"version": 1, "findings": found}, indent=2, ensure_ascii=False))


def _plain(found: Diagnostic) -> dict[str, Any]:
    return {
        "code": found.code,
        "severity": found.severity,
        "title": found.title,
        "why": found.why,
        "hint": found.hint,
        "places": [_place(label) for label in found.labels],
    }


def _place(label: Label) -> dict[str, Any]:
    span = label.span
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "text": label.text,
    }


def as_sarif(reports: Sequence[Report], version: str) -> str:
    found = [diagnostic for report in reports for diagnostic in report]
    codes = sorted({diagnostic.code for diagnostic in found})
    rules = [{"id": code, "help": {"text": f"rulelang explain {code}"}} for code in codes]
    driver = {"name": "rulelang", "version": version, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, codes.index(diagnostic.code)) for diagnostic in found],
    }
    log = {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return for_json(json.dumps(log, indent=2, ensure_ascii=False))


def _result(found: Diagnostic, rule: int) -> dict[str, Any]:
    first, *others = found.labels
    return {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": found.severity,
        "message": {"text": message(found)},
        "locations": [_location(first)],
        "relatedLocations": [{"id": n, **_location(label)} for n, label in enumerate(others, 1)],
    }


def _location(label: Label) -> dict[str, Any]:
    span = label.span
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    place: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": {"uri": span.path}, "region": region},
    }
    return {**place, "message": {"text": label.text}} if label.text else place


def as_github(reports: Sequence[Report]) -> str:
    """Workflow commands: the findings appear beside the lines of a pull request."""
    lines = []
    for diagnostic in (found for report in reports for found in report):
        span = diagnostic.span
        kind = "notice" if diagnostic.severity == "note" else diagnostic.severity
        column = f",col={span.column}" + (
            f",endColumn={span.end_column}" if span.end_line == span.line else ""
        )
        place = f"file={for_github_value(span.path)},line={span.line},endLine={span.end_line}{column}"
        lines.append(f"::{kind} {place},title={diagnostic.code}::{for_github(message(diagnostic))}")
    return "\n".join(lines)


def message(found: Diagnostic) -> str:
    """A finding in one text without the source."""
    parts = [found.title]
    parts += [f"why: {found.why}"] if found.why else []
    parts += [f"hint: {found.hint}"] if found.hint else []
    return "\n".join(parts)
