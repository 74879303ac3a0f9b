"""The numbered rules of a game.

In: a game's folder, or a variant's. Out: the rules and rulings that its `rulebook.md` numbers:
`- **R12** …`. A rule that a program cannot show says so: `(not testable: reason)`.
"""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen

from rulelang import files
from rulelang.diagnostics import Report, RulesError

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
    home = game if files.is_folder(game) else game.parent
    file = home / "rulebook.md"
    if not files.is_file(file):
        return []
    report, found = Report(), []
    lines = files.read(file, report, home).lines
    if report.errors:
        raise RulesError(report)
    for line, text in enumerate(lines, 1):
        match = _RULE.match(text)
        if match:
            found.append(NumberedRule(match[1], match[2], line))
    return found
