"""How marks are made: for a page of Markdown, or for a plain text in a terminal.

In: words, and what they mean on the page. Out: the same words with emphasis, links and escapes, or without.
"""

from __future__ import annotations

import re

from rulelang.inflection.forms import settled

_SPECIAL = re.compile(r"([\\`*_\[\]<>|])")
_LINK = re.compile(r"\[((?:[^\[\]\\]|\\.)*)\]\([^()]*\)")


class Ink:
    """Plain text: no marks at all."""

    def text(self, words: str) -> str:
        return words

    def name(self, words: str) -> str:
        return words

    def strong(self, words: str) -> str:
        return words

    def link(self, words: str, thing: str) -> str:
        return words

    def so_far(self) -> frozenset[str]:
        """What is linked, so that the same can be said in another form, with the same links."""
        return frozenset()

    def back_to(self, linked: frozenset[str]) -> None:
        """Back to what was linked before."""


class Markdown(Ink):
    """A page: a thing that has a heading is linked where a section names it for the first time."""

    def __init__(self) -> None:
        self.spots: dict[str, str] = {}
        self.linked: set[str] = set()

    def section(self, thing: str = "") -> None:
        """A new section links anew, but never to itself."""
        self.linked = {thing}

    def text(self, words: str) -> str:
        return _SPECIAL.sub(r"\\\1", words)

    def name(self, words: str) -> str:
        return f"*{words}*"

    def strong(self, words: str) -> str:
        return f"**{words}**"

    def link(self, words: str, thing: str) -> str:
        if thing not in self.spots or thing in self.linked or "](" in words:
            return words
        self.linked.add(thing)
        return f"[{words}](#{self.spots[thing]})"

    def so_far(self) -> frozenset[str]:
        return frozenset(self.linked)

    def back_to(self, linked: frozenset[str]) -> None:
        self.linked = set(linked)


def without_marks(text: str) -> str:
    """A text of the page as a reader sees it."""
    text = _LINK.sub(r"\1", settled(text))
    text = re.sub(r"(?<!\\)\*+", "", text)
    return re.sub(r"\\([\\`*_\[\]<>|])", r"\1", text)


def slug(heading: str) -> str:
    """What links to a heading say: small letters, hyphens for spaces, no other signs."""
    plain = re.sub(r"[^\w\- ]", "", without_marks(heading).strip().lower())
    return plain.replace(" ", "-")


def capital(text: str) -> str:
    """A sentence starts with a capital letter, behind whatever marks stand before its first letter."""
    text = settled(text)
    found = re.match(r"[\[*(]*", text)
    start = found.end() if found else 0
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]
