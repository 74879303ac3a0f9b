"""Shapes that the tutorial teaches, ready to be filled in.

In: where somebody types. Out: for a first word of a line, the whole line that such lines look like, taken
from the examples that messages show, with gaps for its names.
"""

from __future__ import annotations

import re

from rulelang.syntax.words import EXAMPLES

_NAMES = frozenset(("card", "players", "lowest", "suit"))  # words that examples use as names
_NAME = re.compile(r"\b[a-z_]+\b|\b\d+\b")


def snippet(word: str, accepted: frozenset[str] | set[str]) -> str | None:
    """The shape of a line that begins with a word, as editors write it: `move ${1:card} to ${2:discard}`."""
    example = EXAMPLES.get(word, "").partition("`")[0]
    if not example.startswith(f"{word} ") and not example.startswith(f"{word}:"):
        return None
    gap = 0

    def gaps(match: re.Match[str]) -> str:
        nonlocal gap
        if match.start() == 0 or (match[0] in accepted and match[0] not in _NAMES):
            return match[0]
        gap += 1
        return f"${{{gap}:{match[0]}}}"

    shape = _NAME.sub(gaps, example)
    return shape if gap else None
