"""What a player typed, as an answer.

In: a request and a typed line. Out: the indices of the options meant, or a sentence that says what is
unclear. An option is meant by its number in the list, by its key, or by a part of its label that fits no
other. Where the options are numbers themselves, a typed number is the number itself.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.bots import Answer
    from interpreter.decisions import Option, Request

NOTHING = ("", "none", "-")
WHOLE_NUMBER = re.compile(r"[+-]?\d{1,9}")


class Unclear(Exception):
    """What was typed is not an answer; the message is for the player."""


def folded(text: str) -> str:
    """Without capitals and accents, which not every keyboard has."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).replace("_", " ").split())


class Choices:
    """The options of a request, as they are shown and typed."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.options: tuple[Option, ...] = request.options
        keys = [option.key for option in self.options]
        self.are_numbers = request.kind != "menu" and all(WHOLE_NUMBER.fullmatch(key) for key in keys)
        labels = [option.label for option in self.options]
        # Copies of a card have one label: their keys tell them apart.
        repeated = {label for label in labels if labels.count(label) > 1} if len(labels) <= 200 else set()
        self.labels = [f"{o.label} ({o.key})" if o.label in repeated else o.label for o in self.options]

    @property
    def numbers_in_words(self) -> str:
        """The numbers that can be chosen: `3 to 9`, or all of them if there are gaps."""
        numbers = sorted(int(option.key) for option in self.options)
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]} to {numbers[-1]}"
        return ", ".join(map(str, numbers))

    @property
    def amount_in_words(self) -> str:
        least, most = self.request.least, self.request.most
        amount = str(most) if least == most else f"{least} to {most}" if least else f"up to {most}"
        return f"{amount}, in order" if self.request.ordered and most > 1 else amount

    def understand(self, typed: str) -> Answer:
        """The answer that was typed. Raises `Unclear`."""
        if self.request.several:
            return self._several(typed)
        if not typed:
            raise Unclear(f"type {self._how()}, or ? for help")
        return self._one(typed)

    def _how(self) -> str:
        if self.are_numbers:
            return f"a number: {self.numbers_in_words}"
        return f"a number from 1 to {len(self.options)}, or a part of a name"

    def _several(self, typed: str) -> tuple[int, ...]:
        least, most = self.request.least, self.request.most
        chosen = [self._one(part) for part in self._parts(typed)]
        if len(set(chosen)) != len(chosen):
            raise Unclear("the same option is there twice; choose each at most once")
        if not least <= len(chosen) <= most:
            raise Unclear(
                f"choose {self.amount_in_words}, not {len(chosen)}; separate them by spaces or commas"
            )
        return tuple(chosen)

    def _parts(self, typed: str) -> list[str]:
        if typed.casefold() in NOTHING:
            return []
        if "," in typed and not any(folded(typed) in (folded(o.key), folded(o.label)) for o in self.options):
            return [part.strip() for part in typed.split(",") if part.strip()]
        words = typed.split()
        if all(WHOLE_NUMBER.fullmatch(word) for word in words):
            return words
        try:
            self._one(typed)
        except Unclear:
            return words
        return [typed]

    def _one(self, typed: str) -> int:
        if WHOLE_NUMBER.fullmatch(typed):
            return self._numbered(int(typed))
        wanted = folded(typed)
        names = [(folded(option.key), folded(option.label)) for option in self.options]
        fits = [index for index, both in enumerate(names) if wanted in both]
        fits = fits or [i for i, both in enumerate(names) if any(name.startswith(wanted) for name in both)]
        fits = fits or [i for i, both in enumerate(names) if any(wanted in name for name in both)]
        if not wanted or not fits:
            raise Unclear(f"I don't know `{typed}` here; type {self._how()}, or ? for help")
        if len(fits) > 1:
            some = ", ".join(f"{i + 1} {self.labels[i]}" for i in fits[:4])
            raise Unclear(f"`{typed}` fits {len(fits)} options: {some}{' ...' if len(fits) > 4 else ''}")
        return fits[0]

    def _numbered(self, number: int) -> int:
        if self.are_numbers:
            for option in self.options:
                if int(option.key) == number:
                    return option.index
            raise Unclear(f"{number} cannot be chosen here; type {self._how()}")
        if not 1 <= number <= len(self.options):
            raise Unclear(f"there is no option {number}; the options are 1 to {len(self.options)}")
        return number - 1

    def lines(self, width: int) -> list[str]:
        """The options as they are shown, in columns where they are many and short."""
        if self.are_numbers:
            return [f"  {self.numbers_in_words}"]
        digits = len(str(len(self.options)))
        cells = [f"{number:>{digits}}  {label}" for number, label in enumerate(self.labels, 1)]
        widest = max(map(len, cells))
        columns = max(1, min((width - 2) // (widest + 3), 4)) if len(cells) > 9 else 1
        rows = -(-len(cells) // columns)
        return [
            ("  " + "   ".join(cell.ljust(widest) for cell in cells[row::rows])).rstrip()
            for row in range(rows)
        ]
