"""The options below the question.

In: what can be picked now, what is picked already and where the highlight is. Out: cells in columns, each of
which can be clicked, and what has to be typed for one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from cli.screen.answers import Choices, folded
from cli.screen.paint import Painter
from cli.screen.pieces import Line, Piece
from cli.screen.widths import cut, padded, width_of, wrapped

OPTION = "option:"  # the reference of a line that can be picked
MOST_COLUMNS = 6
FEW_NUMBERS = 24  # so many are shown one by one; of more only from where to where
GAP = 2


@frozen
class Picked:
    """Where somebody is in the options."""

    at: int | None = None  # the highlighted line
    chosen: tuple[int, ...] = ()  # where several are chosen


def matching(choices: Choices, typed: str) -> list[int]:
    """The lines that begin with what was typed, or else those that have it in them."""
    wanted = folded(typed)
    if not wanted:
        return []
    if choices.are_numbers:
        return [n for n, item in enumerate(choices.menu.items) if item.name == wanted]
    if wanted.isdecimal():
        return [int(wanted) - 1] if 1 <= int(wanted) <= len(choices.menu.items) else []
    names = [folded(item.name) for item in choices.menu.items]
    starts = [number for number, name in enumerate(names) if name.startswith(wanted)]
    return starts or [number for number, name in enumerate(names) if wanted in name]


def is_range(choices: Choices) -> bool:
    """Whether there are so many numbers that they are only told from where to where."""
    return choices.are_numbers and len(choices.menu.items) > FEW_NUMBERS


def to_type(choices: Choices, number: int) -> str:
    """What means a line: its number, or itself where numbers are asked for."""
    return choices.menu.items[number].name if choices.are_numbers else str(number + 1)


def about(choices: Choices, item: int) -> tuple[str, ...]:
    """What a line is about, to be pointed at."""
    found: dict[str, None] = {}
    for way in choices.menu.items[item].ways:
        found |= dict.fromkeys(choices.options[way.index].about)
    return tuple(found)


def pointed(choices: Choices, refs: Sequence[str]) -> list[int]:
    """The options that are about something that was pointed at; those about all of it, if there are any.

    Look-alikes are shown once, so what is said about one of them holds for all: the ways of a menu count.
    """
    ways = [(way.index, set(choices.options[way.index].about)) for way in choices.menu.level.ways]
    best = max((len(names & set(refs)) for _, names in ways), default=0)
    return [index for index, names in ways if best and len(names & set(refs)) == best]


class OptionLines:
    def __init__(self, choices: Choices, picked: Picked, width: int, painter: Painter) -> None:
        self.choices = choices
        self.picked = picked
        self.width = width
        self.painter = painter
        self.columns, self.size = self._columns()

    @property
    def rows(self) -> int:
        if is_range(self.choices):
            return len(wrapped(self.choices.numbers_in_words, self.width - 2))
        return -(-len(self.choices.menu.items) // self.columns)

    def _columns(self) -> tuple[int, int]:
        items = self.choices.menu.items
        widest = max((width_of(self._text(n)) for n in range(len(items))), default=1)
        if len(items) <= 4 and widest > self.width // 2:
            return 1, self.width - 2
        most = FEW_NUMBERS if self.choices.are_numbers else MOST_COLUMNS
        columns = max(1, min((self.width - 2 + GAP) // (widest + GAP), most, len(items)))
        return columns, min(widest, self.width - 2)

    def _text(self, number: int) -> str:
        item = self.choices.menu.items[number]
        name = item.name
        if self.choices.are_numbers:
            return name
        if len(item.ways) > 1:
            name = self.choices.say("answer.ways", name, len(item.ways))
        digits = len(str(len(self.choices.menu.items)))
        sign = ""
        if self.choices.request.several:
            sign = f"[{self._mark(number)}] "
        return f"{number + 1:>{digits}} {sign}{name}"

    def _mark(self, number: int) -> str:
        if number not in self.picked.chosen:
            return " "
        return str(self.picked.chosen.index(number) + 1) if self.choices.request.ordered else "x"

    def lines(self) -> list[Line]:
        if is_range(self.choices):
            texts = wrapped(self.choices.numbers_in_words, self.width - 2)
            return [(Piece(f"  {text}"),) for text in texts]
        found: list[Line] = []
        for row in range(self.rows):
            pieces: list[Piece] = [Piece("  ")]
            for column in range(self.columns):
                number = column * self.rows + row
                if number < len(self.choices.menu.items):
                    pieces += self._cell(number)
            if len(pieces) > 1:
                pieces.pop()  # nothing stands beside the last one, so it needs no gap
            found.append(tuple(pieces))
        return found

    def _cell(self, number: int) -> list[Piece]:
        text = self._text(number)
        if width_of(text) > self.size:
            text = cut(text, self.size - 1) + "…"
        refs = (f"{OPTION}{number}",)
        if number == self.picked.at:
            return [Piece(padded(text, self.size), refs, "", "here"), Piece(" " * GAP)]
        pieces, done = [], 0
        for start, end, colour in self.painter.spans(text):
            if start > done:
                pieces.append(Piece(text[done:start], refs))
            pieces.append(Piece(text[start:end], refs, colour))
            done = end
        pieces.append(Piece(text[done:], refs))
        return [*pieces, Piece(" " * (self.size - width_of(text) + GAP))]

    def row_of(self, number: int) -> int:
        return number % self.rows if self.rows else 0
