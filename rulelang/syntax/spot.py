"""Where the parser stopped, with what stands around it and what could have stood there."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import frozen

from rulelang.diagnostics import Diagnostic, Label
from rulelang.source import Source, Span
from rulelang.syntax.words import EXAMPLES, OPERATORS, shown


@frozen
class Spot:
    """Where the parser stopped: at a token of some kind (`?` for a character it cannot read)."""

    source: Source
    chunk: str
    first_line: int
    span: Span
    kind: str
    expected: frozenset[str]
    fragment: bool = False  # one expression, in a file that is not made of rules

    @property
    def line(self) -> str:
        number = self.span.line
        return self.source.lines[number - 1] if 0 < number <= len(self.source.lines) else ""

    @property
    def before(self) -> str:
        return self.line[: self.span.column - 1]

    @property
    def rest(self) -> str:
        return self.line[self.span.column - 1 :]

    @property
    def word(self) -> str:
        found = re.match(r"\w+|>=|<=|\S", self.rest)
        return found[0] if found else ""

    @property
    def first(self) -> str:
        """The word that the line starts with."""
        found = re.match(r"\s*(?:replace )?(\w+)", self.line)
        return found[1] if found and not self.fragment else ""

    @property
    def at_end(self) -> bool:
        return self.kind in ("_NL", "_DEDENT", "$END")

    @property
    def in_code(self) -> bool:
        return self.source.lines[self.first_line - 1].startswith(
            ("rule", "play", "setup", "before", "after", "instead", "whenever")
        )

    @property
    def opening_line(self) -> int:
        """The last line of code above the spot, or at it: the one that opens a block."""
        number = self.span.line if self.at_end else self.span.line - 1
        while number > self.first_line and not is_code(self.source.lines[number - 1]):
            number -= 1
        return number

    @property
    def above(self) -> str:
        return self.source.lines[self.opening_line - 1]

    @property
    def form(self) -> str:
        """How a line that starts like this one is written."""
        example = EXAMPLES.get(self.first)
        return f"such a line looks like `{example}`" if example else ""

    def wanted(self) -> str:
        """What could stand here, if that is few words."""
        left_out = OPERATORS | {"$END"}
        if "_NL" in self.expected:
            left_out = left_out | {"TO"}  # any number could begin a range, like an operator
        words = sorted(shown(name) for name in self.expected - left_out)
        if not 0 < len(words) <= 5:
            return ""
        return f"{words[0]} should stand here" if len(words) == 1 else f"expected {' or '.join(words)}"

    def says(
        self,
        code: str,
        title: str,
        label: str = "",
        *,
        also: Iterable[Label] = (),
        why: str = "",
        hint: str = "",
    ) -> Diagnostic:
        return Diagnostic(code, title, (Label(self.span, label), *also), why, hint)

    def part(self, start: int, end: int) -> Span:
        """A stretch of this line, by indices."""
        return self.source.line_span(self.span.line, start + 1, max(end, start + 1) + 1)


def is_code(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")
