"""The numbered rules of a game.

In: a game's folder, or a variant's. Out: the rules and rulings that its `rulebook.md` numbers:
`- **R12** …`. A rule that a program cannot show says so: `(not testable: reason)`.
"""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen

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
    file = (game if game.is_dir() else game.parent) / "rulebook.md"
    if not file.is_file():
        return []
    found = []
    for line, text in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        match = _RULE.match(text)
        if match:
            found.append(NumberedRule(match[1], match[2], line))
    return found
