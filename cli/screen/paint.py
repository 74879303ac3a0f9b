"""Colours for the names of components and players, from the definition only.

In: a program, its words and a line as it was laid out. Out: the line with colours around the names in it; no
column moves, because nothing else changes. A component has the colour of the first field with a kind whose
words are colours, or else of its first field with a kind: each word has a colour of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.phrases import USUAL
from rulelang.types import Kind

if TYPE_CHECKING:
    from interpreter.words import Words
    from rulelang.ir.nodes import Program, RecordDef

# Codes of foreground colours that all terminals know. Plain blue is hard to read on black, so it is the
# bright one; black is a dark grey, to be seen at all.
COLOURS = {
    "red": 31, "crimson": 31, "scarlet": 31, "green": 32, "lime": 92, "olive": 32,
    "yellow": 93, "gold": 93, "golden": 93, "orange": 33, "brown": 33, "amber": 33,
    "blue": 94, "navy": 34, "azure": 96, "cyan": 36, "turquoise": 36, "teal": 36,
    "purple": 35, "violet": 35, "magenta": 35, "pink": 95, "rose": 95,
    "black": 90, "grey": 37, "gray": 37, "silver": 37, "white": 97,
}  # fmt: skip
SHADES = {
    ("dark", "blue"): 34, ("light", "blue"): 96, ("light", "orange"): 33, ("dark", "orange"): 33,
    ("dark", "yellow"): 33, ("light", "red"): 91, ("light", "green"): 92, ("light", "grey"): 97,
    ("light", "gray"): 97, ("dark", "grey"): 90, ("dark", "gray"): 90, ("light", "purple"): 95,
}  # fmt: skip
PALETTE = (36, 33, 32, 35, 31, 94, 96, 93, 92, 95, 91, 37)
WORD = re.compile(r"\w+|[^\w\s]")
ENDS = "\x1b[39m"  # the foreground as it was; what else is set stays


def colour_of(name: str) -> int | None:
    """The colour that a word or a text names, as `dark_blue` or `Blue`."""
    words = re.findall(r"[a-z]+", name.casefold())
    for number, word in enumerate(words):
        if word in COLOURS:
            return SHADES.get((words[number - 1] if number else "", word), COLOURS[word])
    return None


class Painter:
    """Knows which names have which colour."""

    def __init__(self, program: Program, words: Words, players: int = 0) -> None:
        self.program = program
        self.words = words
        self.players = players

    def paint(self, line: str) -> str:
        """The line with colours. Of names that begin at the same word the longest one counts."""
        spans = [match.span() for match in WORD.finditer(line)]
        painted, done = [], 0
        for number, (start, end) in enumerate(spans):
            longest = self._longest.get(line[start:end], 0)
            if start < done or not longest:
                continue
            for _, last in reversed(spans[number : number + longest]):
                colour = self._colours_of_names.get(line[start:last])
                if colour is not None:
                    painted += [line[done:start], f"\x1b[{colour}m", line[start:last], ENDS]
                    done = last
                    break
        return "".join([*painted, line[done:]]) if painted else line

    @cached_property
    def _colours_of_names(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for name, colour in self._names():
            found.setdefault(name, colour)
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

    def _names(self) -> Iterator[tuple[str, int]]:
        for record in self.program.records:
            if record.physical:
                yield from self._components(record)
        english = dict(dict(self.program.strings).get(USUAL, ()))
        for player in range(self.players or self.program.players[1]):
            colour = colour_of(english.get(f"player.{player + 1}", ""))
            yield self.words.player(player), PALETTE[player % len(PALETTE)] if colour is None else colour

    def _components(self, record: RecordDef) -> Iterator[tuple[str, int]]:
        kinds = [(c.type.name, c.values) for c in record.columns if isinstance(c.type, Kind)]
        known = [(self._colours(kind), values) for kind, values in kinds]
        telling = [entry for (kind, _), entry in zip(kinds, known, strict=True) if self._are_colours(kind)]
        if not known:
            return
        colours, values = (telling or known)[0]
        seen: set[str] = set()
        for name, value in zip(record.names, values, strict=True):
            if value is not None and name not in seen:
                seen.add(name)
                yield self.words.text(f"{record.name}.{name}"), colours[value]

    def _are_colours(self, kind: str) -> bool:
        return all(colour_of(word) is not None for word in self.program.kind(kind).words)

    def _colours(self, kind: str) -> list[int]:
        """The colour of each word; of those that name none, another one for each."""
        words = self.program.kind(kind).words
        own = [colour_of(word) for word in words]
        return [PALETTE[i % len(PALETTE)] if colour is None else colour for i, colour in enumerate(own)]
