"""The numbered rules of a game.

In: a game's folder, or a variant's, and a language. Out: the rules and rulings that its `rulebook.md`
numbers, each with the chapter it stands in: `- **R12** …`. A rule that a program cannot show says so: `(not
testable: reason)`. `rulebook.cs.md` says the same numbers in Czech; what is not there stands as in
`rulebook.md`.
"""

from __future__ import annotations

import re
from pathlib import Path

from attrs import evolve, frozen

from rulelang import files
from rulelang.diagnostics import Report, RulesError

_RULE = re.compile(r"^\s*[-*]\s+\*\*([RQ]\d+[a-z]?)\*\*\s*(.*)$")
_CHAPTER = re.compile(r"^##\s+(.*)$")
_REMARK = re.compile(r"\s*\(not testable[^()]*\)")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")


@frozen
class NumberedRule:
    number: str
    text: str
    line: int
    chapter: str = ""

    @property
    def testable(self) -> bool:
        return "(not testable" not in self.text

    @property
    def said(self) -> str:
        """What it tells a player: without the remark for those who test it."""
        return _REMARK.sub("", self.text)


def page_of(home: Path, language: str = "") -> Path:
    """Where the numbered rules stand, in a language if they have been written in it."""
    own = home / f"rulebook.{language}.md"
    spoken = bool(_LANGUAGE.fullmatch(language)) and files.is_file(own)
    return own if spoken else home / "rulebook.md"


def numbered_rules(game: Path, language: str = "") -> list[NumberedRule]:
    home = game if files.is_folder(game) else game.parent
    found = _read(home / "rulebook.md", home)
    page = page_of(home, language)
    if page.name == "rulebook.md":
        return found
    told = {rule.number: rule for rule in _read(page, home)}
    return [_told(rule, told.get(rule.number)) for rule in found]


def _told(rule: NumberedRule, own: NumberedRule | None) -> NumberedRule:
    return rule if own is None else evolve(rule, text=own.text, chapter=own.chapter)


def _read(file: Path, home: Path) -> list[NumberedRule]:
    if not files.is_file(file):
        return []
    report, found, chapter = Report(), list[NumberedRule](), ""
    lines = files.read(file, report, home).lines
    if report.errors:
        raise RulesError(report)
    for line, text in enumerate(lines, 1):
        head, match = _CHAPTER.match(text), _RULE.match(text)
        chapter = head[1].strip() if head else chapter
        if match:
            found.append(NumberedRule(match[1], match[2], line, chapter))
    return found
