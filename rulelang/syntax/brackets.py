"""Brackets that are not closed, closed by the wrong one, or closed though none is open."""

from __future__ import annotations

import re

from rulelang.diagnostics import Diagnostic, Label
from rulelang.source import Span
from rulelang.syntax.spot import Spot
from rulelang.syntax.words import DECLARATIONS, VERBS

_PAIRS = {"(": ")", "[": "]"}


def brackets(spot: Spot) -> Diagnostic | None:
    """A bracket that is not closed, closed by the wrong one, or closed though none is open."""
    stack = _open_brackets(spot)
    if spot.kind in ("RPAR", "RSQB"):
        if not stack:
            title = f"no bracket is open here that `{spot.word}` could close"
            return spot.says("R0114", title, hint="leave it out, or open one before")
        if _PAIRS[stack[-1][0]] == spot.word:
            return None
        also = [Label(stack[-1][1], "this one is open")]
        wanted = _PAIRS[stack[-1][0]]
        return spot.says(
            "R0114", f"`{spot.word}` does not close this bracket", also=also, hint=f"write `{wanted}`"
        )
    if not stack:
        return None
    bracket, place = stack[-1]
    closing = {"(": "RPAR", "[": "RSQB"}[bracket]
    later = place.line != spot.span.line
    unbalanced = _PAIRS[bracket] not in _closing_part(spot)
    if not (later or spot.at_end or spot.kind == "COLON" or (closing in spot.expected and unbalanced)):
        return None
    if later and closing not in spot.expected and not _starts_statement(spot):
        return None
    return Diagnostic(
        "R0114",
        "this bracket is not closed",
        (Label(place, f"`{_PAIRS[bracket]}` is missing"),),
        why="inside brackets a line goes on below, so everything after it is read as part of it",
    )


def _starts_statement(spot: Spot) -> bool:
    return (
        spot.at_end or spot.first in VERBS or spot.first in DECLARATIONS or spot.line.rstrip().endswith(":")
    )


def _closing_part(spot: Spot) -> str:
    """The rest of the line without the pairs of brackets that are opened in it."""
    text = spot.rest.split("#")[0]
    while True:
        shorter = re.sub(r"\([^()\[\]]*\)|\[[^()\[\]]*\]", "", text)
        if shorter == text:
            return text
        text = shorter


def _open_brackets(spot: Spot) -> list[tuple[str, Span]]:
    stack: list[tuple[str, Span]] = []
    for number in range(spot.first_line, spot.span.line + 1):
        line = spot.source.lines[number - 1] if number <= len(spot.source.lines) else ""
        text = re.sub(r'"[^"]*"', lambda text: " " * len(text[0]), line).split("#")[0]
        end = spot.span.column - 1 if number == spot.span.line and not spot.at_end else len(text)
        for index, char in enumerate(text[:end]):
            if char in "([":
                stack.append((char, spot.source.line_span(number, index + 1, index + 2)))
            elif char in ")]" and stack:
                stack.pop()
    return stack
