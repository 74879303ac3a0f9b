"""What lies in a zone, in words.

In: a zone of a view, and what is to be said about its components. Out: their names one after another, equal
ones counted, a pile from its top; of those that the player does not know only how many they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cli.screen.board import noted
from cli.screen.widths import UNBROKEN

if TYPE_CHECKING:
    from cli.phrases import Phrases
    from interpreter.knowledge.views import ZoneView

MOST_LISTED = 60
Notes = Mapping[str, Sequence[str]]  # by the key of a component


class Listing:
    """Cards in words. Names are not to be broken into lines, so their spaces are unbroken ones."""

    def __init__(self, say: Phrases) -> None:
        self.say = say

    def text(self, zone: ZoneView, word: str, notes: Notes) -> str:
        """Everything in one text. `word` is what the definition calls the components: card, tile, …"""
        if not zone.count:
            return self.say("table.empty")
        if zone.ordering == "pile":
            return self._pile(self._labels(zone, notes), self.say(f"table.{word}", zone.count))
        return listed(self.parts(zone, notes))

    def parts(self, zone: ZoneView, notes: Notes) -> list[str]:
        """What lies there, one thing after another; in a set equal ones are counted."""
        labels = self._labels(zone, notes)
        if zone.ordering != "set":
            return list(self._runs(labels))
        known = Counter(label for label in labels if label is not None)
        parts = [f"{label}{UNBROKEN}x{count}" if count > 1 else label for label, count in known.items()]
        hidden = labels.count(None)
        return [*parts, self._hidden(hidden)] if hidden else parts

    def _labels(self, zone: ZoneView, notes: Notes) -> list[str | None]:
        return [
            None if key is None else noted(label, key, notes).replace(" ", UNBROKEN)
            for label, key in zip(zone.labels, zone.cards, strict=True)
        ]

    def _hidden(self, amount: int) -> str:
        return self.say("table.hidden", amount).replace(" ", UNBROKEN)

    def _runs(self, labels: Sequence[str | None]) -> Iterator[str]:
        """Cards in order; of hidden ones only how many follow each other."""
        hidden = 0
        for label in labels:
            if label is None:
                hidden += 1
                continue
            if hidden:
                yield self._hidden(hidden)
                hidden = 0
            yield label
        if hidden:
            yield self._hidden(hidden)

    def _pile(self, labels: list[str | None], size: str) -> str:
        """Piles are listed from the top, which comes last in a view."""
        known = [number for number, label in enumerate(labels) if label is not None]
        if not known:
            return size
        top = labels[-1]
        if len(known) == 1 and top is not None:
            return self.say("table.on_top", size, top)
        from_top = list(self._runs(labels[known[0] :][::-1]))
        shown = from_top[:MOST_LISTED]
        if len(from_top) > MOST_LISTED:
            shown.append(self.say("table.and_more", len(from_top) - MOST_LISTED))
        return self.say("table.from_top", size, listed(shown))


def listed(parts: Sequence[str]) -> str:
    """Things one after another; where the texts of a definition have commas in them, these do not do."""
    return ("; " if any("," in part for part in parts) else ", ").join(parts)
