"""How much is looked at: a definition is text from anybody, and checking it has to end soon."""

from __future__ import annotations

from rulelang.diagnostics import Report

MOST_FINDINGS = 300


def enough(report: Report) -> bool:
    """Whether so much is wrong that the rest need not be looked at."""
    return len(report.found) >= MOST_FINDINGS
