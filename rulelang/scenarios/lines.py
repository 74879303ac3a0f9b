"""The lines of a scenario file.

In: a `Source`. Out: its lines that say something, without comments. A `#` is a comment where a space stands
before and after it, or at the start of a line: elsewhere it belongs to a copy, as in `coin#2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from rulelang.ir.script import Site
from rulelang.source import Source, Span

MOST_LINES = 5_000
LONGEST_LINE = 2_000
SHOWN = 60  # characters of a line that a message repeats
_COMMENT = re.compile(r"(?:^|\s)#(?:\s|$)")


@frozen
class Line:
    source: Source
    number: int
    indent: int
    text: str

    @property
    def site(self) -> Site:
        return self.source.path, self.number, self.indent + 1

    @property
    def shown(self) -> str:
        """The text as a message repeats it."""
        return self.text if len(self.text) <= SHOWN else f"{self.text[:SHOWN]} …"

    def span(self, word: str = "") -> Span:
        """The whole line, or where a word of it stands."""
        return span_of(self.source, self.number, self.indent + 1, self.text, word)


def span_of(source: Source, line: int, column: int, text: str, word: str = "") -> Span:
    """A line of a scenario by its place and text, or a word of it."""
    found = re.search(rf"(?<![\w#]){re.escape(word)}(?![\w#])", text) if word else None
    start, end = found.span() if found else (0, len(text))
    return source.line_span(line, column + start, column + end)


def lines_of(source: Source) -> Iterator[Line]:
    for number, raw in enumerate(source.lines[:MOST_LINES], 1):
        if raw.lstrip().startswith("#"):
            continue
        comment = _COMMENT.search(raw)
        text = (raw[: comment.start()] if comment else raw).rstrip()
        if text.strip():
            yield Line(source, number, len(text) - len(text.lstrip()), text.lstrip())
