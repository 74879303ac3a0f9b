"""How wide a text is on a terminal, and how it is broken into lines.

In: texts, also with characters that take two columns. Out: their widths in columns, texts filled up or cut
to a width, and lines that are not wider than asked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

UNBROKEN = "\xa0"  # a space at which a line is not broken: the name of a card stays in one piece
_SPACES = re.compile(r"[ \t\n]+")  # not the unbroken one


def width_of(text: str) -> int:
    """The columns that a text takes."""
    return len(text) if text.isascii() else _wide(text)


@lru_cache(maxsize=20_000)  # the same names are measured again and again
def _wide(text: str) -> int:
    return sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def padded(text: str, width: int) -> str:
    """Filled up with spaces to a width."""
    return text + " " * (width - width_of(text))


def cut(text: str, width: int) -> str:
    """As much of a text as fits into a width."""
    if text.isascii():
        return text[:width]
    taken = 0
    for number, character in enumerate(text):
        taken += _width(character)
        if taken > width:
            return text[:number]
    return text


def wrapped(text: str, width: int, first: str = "", others: str = "", paths: bool = False) -> list[str]:
    """Lines that begin with `first` and `others`; a word that is wider than a line is broken.

    With `paths`, one with a slash in it is not: whoever copies a path wants all of it.
    """
    lines: list[str] = []
    line, used, fresh = first, width_of(first), True
    for word in _words(text, max(2, width - width_of(others)), paths):
        size = width_of(word)
        if not fresh and used + 1 + size > width:
            lines.append(line)
            line, used, fresh = others, width_of(others), True
        if fresh and used + size > width and used > width_of(others):
            lines.append(line.rstrip())
            line, used = others, width_of(others)
        line, used = (line + word, used + size) if fresh else (f"{line} {word}", used + 1 + size)
        fresh = False
    return [each.replace(UNBROKEN, " ") for each in [*lines, line.rstrip()]]


def _words(text: str, longest: int, paths: bool) -> Iterator[str]:
    for word in _SPACES.split(text):
        if width_of(word) > longest and not (paths and ("/" in word or "\\" in word)):
            # What was to stay in one piece does not fit: it may be broken at its own spaces.
            for piece in word.split(UNBROKEN):
                yield from _pieces(piece, longest)
        elif word:
            yield word


def _pieces(word: str, longest: int) -> Iterator[str]:
    while width_of(word) > longest:
        start = cut(word, longest)
        yield start
        word = word[len(start) :]
    if word:
        yield word
