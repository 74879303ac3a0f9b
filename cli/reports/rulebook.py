"""The numbered rules of a game, and which of them its scenarios show.

In: a game's `rulebook.md` and its scenarios. Out: for each number whether a scenario covers it. A rule that
a program cannot show says so: `(not testable: reason)`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from rulelang import files
from rulelang.diagnostics import Report, RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulelang.ir.script import Scenario

_RULE = re.compile(r"^\s*[-*]\s+\*\*([RQ]\d+[a-z]?)\*\*\s*(.*)$")


@frozen
class NumberedRule:
    number: str
    text: str
    line: int

    @property
    def testable(self) -> bool:
        return "(not testable" not in self.text


def numbered_rules(game: Path) -> list[NumberedRule]:
    file = game / "rulebook.md"
    if not files.is_file(file):
        return []
    report = Report()
    lines = files.read(file, report, game).lines
    if report.errors:
        raise RulesError(report)
    found = []
    for line, text in enumerate(lines, 1):
        match = _RULE.match(text)
        if match:
            found.append(NumberedRule(match[1], match[2], line))
    return found


def uncovered(rules: Iterable[NumberedRule], scenarios: Iterable[Scenario]) -> list[NumberedRule]:
    shown = {number for scenario in scenarios for number in scenario.covers}
    return [rule for rule in rules if rule.testable and rule.number not in shown]


def unknown_numbers(
    rules: Iterable[NumberedRule], scenarios: Iterable[Scenario]
) -> list[tuple[str, Scenario]]:
    """Numbers that a scenario says it covers and that the rulebook does not have."""
    known = {rule.number for rule in rules}
    return [(number, scenario) for scenario in scenarios for number in scenario.covers if number not in known]
