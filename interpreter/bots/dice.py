"""Chance of a bot's own.

In: a seed. Out: numbers, the same on every machine. The chance of the game itself is never touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from interpreter.practice import below

_MASK = (1 << 64) - 1
T = TypeVar("T")


class Dice:
    """Splitmix64: every seed, also a small or a negative one, gives its own well mixed row of numbers."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def below(self, outcomes: int) -> int:
        number, self.state = below(self.state, outcomes)
        return number

    def seed(self) -> int:
        """A seed for other dice."""
        return self.below(1 << 62)

    def mix(self, items: list[T]) -> None:
        """Shuffles in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def one_of(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def subset(self, size: int, least: int, most: int, ordered: bool) -> tuple[int, ...]:
        """Indices below `size`: first how many (each number is as likely), then which."""
        amount = least + self.below(most - least + 1)
        left = list(range(size))
        taken = [left.pop(self.below(len(left))) for _ in range(amount)]
        return tuple(taken) if ordered else tuple(sorted(taken))
