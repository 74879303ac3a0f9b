"""Colours for the names of components and players, from the definition only.

In: a program, its words and a line as it was laid out. Out: where names with a colour stand in it, or the
line with colours around them; no column moves, because nothing else changes. Which colours they are says the
scene.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.phrases import USUAL
from interpreter.scene.colours import PALETTE, colour_of, colours_of_players, colours_of_record
from interpreter.scene.phrasing import Phrasing, forms_of

if TYPE_CHECKING:
    from interpreter.words import Words
    from rulelang.ir.nodes import Program

# Codes of foreground colours that all terminals know. Plain blue is hard to read on black, so it is the
# bright one; black is a dark grey, to be seen at all.
CODES = {
    "red": 31, "light_red": 91, "green": 32, "lime": 92, "yellow": 93, "orange": 33, "blue": 94,
    "dark_blue": 34, "light_blue": 96, "cyan": 36, "purple": 35, "pink": 95, "black": 90, "grey": 37,
    "white": 97,
}  # fmt: skip
WORD = re.compile(r"\w+|[^\w\s]")
ENDS = "\x1b[39m"  # the foreground as it was; what else is set stays
Span = tuple[int, int, str]  # from, to, and the colour


class Painter:
    """Knows which names have which colour."""

    def __init__(self, program: Program, words: Words, players: int = 0) -> None:
        self.program = program
        self.words = words
        self.players = players

    def paint(self, line: str) -> str:
        """The line with colours."""
        painted, done = [], 0
        for start, end, colour in self.spans(line):
            painted += [line[done:start], f"\x1b[{CODES[colour]}m", line[start:end], ENDS]
            done = end
        return "".join([*painted, line[done:]]) if painted else line

    def spans(self, line: str) -> Iterator[Span]:
        """Where names stand. Of names that begin at the same word the longest one counts."""
        words = [match.span() for match in WORD.finditer(line)]
        done = 0
        for number, (start, end) in enumerate(words):
            longest = self._longest.get(line[start:end], 0)
            if start < done or not longest:
                continue
            for _, last in reversed(words[number : number + longest]):
                colour = self._colours_of_names.get(line[start:last])
                if colour is not None:
                    yield start, last, colour
                    done = last
                    break

    @cached_property
    def _colours_of_names(self) -> dict[str, str]:
        """Names as they stand in sentences, too: in every case, where the language has cases."""
        found: dict[str, str] = {}
        phrasing = Phrasing(self.words)
        for name, colour in self._names():
            for form in (name, *forms_of(phrasing.noun(name))):
                found.setdefault(form, colour)
        return found

    @cached_property
    def _longest(self) -> dict[str, int]:
        """By the first word of names: how many words the longest one has."""
        found: dict[str, int] = {}
        for name in self._colours_of_names:
            words = WORD.findall(name)
            if words:
                found[words[0]] = max(found.get(words[0], 0), len(words))
        return found

    def _names(self) -> Iterator[tuple[str, str]]:
        for record in self.program.records:
            if not record.physical:
                continue
            for name, colours in zip(record.names, colours_of_record(self.program, record), strict=True):
                if colours:
                    yield self.words.text(f"{record.name}.{name}"), colours[0]
        players = self.players or self.program.players[1]
        for number, colour in enumerate(colours_of_players(self.program, players, USUAL)):
            yield self.words.player(number), colour


__all__ = ["CODES", "PALETTE", "Painter", "colour_of"]
