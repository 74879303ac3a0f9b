"""Text files and places in them.

In: the bytes of a file. Out: a `Source` with clean text, and `Span`s that point into it.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from attrs import field, frozen

LARGEST_FILE = 2_000_000  # characters; a definition is text that people write


@frozen(order=True)
class Span:
    """A stretch of text: lines and columns count from 1, the end is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        return Span(self.path, self.line, self.column, other.end_line, other.end_column)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@frozen
class Source:
    path: str
    text: str
    lines: tuple[str, ...] = field(init=False, repr=False, eq=False)

    _offsets: tuple[int, ...] = field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        lines = tuple(self.text.split("\n"))
        object.__setattr__(self, "lines", lines)
        object.__setattr__(self, "_offsets", tuple(accumulate((len(line) + 1 for line in lines), initial=0)))

    def line_of(self, offset: int) -> int:
        return bisect_right(self._offsets, offset)

    def offset_of(self, line: int) -> int:
        """Where a line begins."""
        return self._offsets[line - 1]

    def line_span(self, line: int, column: int = 1, end_column: int | None = None) -> Span:
        width = len(self.lines[line - 1]) if 0 < line <= len(self.lines) else 0
        stop = end_column if end_column is not None else max(width + 1, column + 1)
        return Span(self.path, line, column, line, stop)


def decode(path: str, data: bytes) -> tuple[Source, str | None]:
    """The text of a file, and what is wrong with its bytes, if anything is."""
    problem = None
    if b"\0" in data:
        problem = "the file has a NUL byte in it, so it is not a text file"
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = f"byte {error.start + 1} is not UTF-8; save the file with the encoding UTF-8"
        text = data.decode("utf-8", errors="replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > LARGEST_FILE:
        problem = f"the file has {len(text)} characters; at most {LARGEST_FILE} are read"
        text = ""
    return Source(path, text), problem
