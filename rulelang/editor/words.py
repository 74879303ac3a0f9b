"""Rules and values in words, and the numbers of the rulebook that they carry out.

In: what typing knows of a game, and the name of a rule or value. Out: lines of Markdown, as the rulebook has
them, and the numbers that its comments name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.prose.ink import Ink, Markdown
from rulelang.prose.language import speaker_for
from rulelang.prose.rules import rule_cases, value_cases
from rulelang.prose.steps import Step
from rulelang.prose.texts import USUAL, Texts
from rulelang.source import Source, Span
from rulelang.typed.definition import Definition

MOST_LINES = 16  # a hover is no page
_NUMBER = re.compile(r"\b[RQ]\d+[a-z]?\b")
_plain = Markdown()


def escaped(text: str) -> str:
    """A text of a game as it is, whatever signs of Markdown are in it."""
    return _plain.text(text)


def in_words(name: str, is_rule: bool, definition: Definition) -> list[str]:
    strings = [(language, texts.items()) for language, texts in definition.strings.items()]
    speaker = speaker_for(definition, Texts(strings, USUAL, Ink()))
    if is_rule:
        cases = [
            c for rule in definition.rules if rule.symbol.name == name for c in rule_cases(speaker, rule)
        ]
    else:
        values = [value for value in definition.values if value.symbol.name == name]
        cases = [c for value in values for c in value_cases(speaker, value)]
    lines: list[str] = []
    for case in cases:
        lines += [f"- **{escaped(case.words)}**"] if case.words else []
        lines += _listed(case.steps, "  " if case.words else "")
    return lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES], "- …"]


def _listed(steps: tuple[Step, ...] | list[Step], indent: str) -> Iterator[str]:
    for step in steps:
        yield f"{indent}- {escaped(step.sentence())}"
        yield from _listed(step.steps, f"{indent}  ")


def comment_above(span: Span, source: Source | None) -> str:
    """The comment above a declaration, or at the end of its line."""
    if source is None or not 0 < span.line <= len(source.lines):
        return ""
    found: list[str] = []
    number = span.line - 1
    while number > 0 and source.lines[number - 1].startswith("#"):
        found.insert(0, source.lines[number - 1].lstrip("# "))
        number -= 1
    _, sign, here = source.lines[span.line - 1].partition(" # ")
    return " ".join([*found, *([here] if sign else [])])


def numbers(span: Span, source: Source | None) -> list[str]:
    """The numbers that the comments of a declaration name: above it, and in it."""
    if source is None or not 0 < span.line <= len(source.lines):
        return []
    found = _NUMBER.findall(comment_above(span, source))
    for line in source.lines[span.line :]:
        if line[:1].strip():  # the next declaration
            break
        found += _NUMBER.findall(line.partition("#")[2])
    return list(dict.fromkeys(found))
