"""What lies in an area, in words.

In: an area of a scene. Out: pieces with the names of its components one after another, equal ones counted, a
pile from its top; of those that the seat does not know only how many they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.phrases import Phrases
from cli.screen.pieces import Piece, listed
from cli.screen.widths import UNBROKEN
from interpreter.scene.data import Area, Component

MOST_LISTED = 60


class Listing:
    """Cards in words. Names are not to be broken into lines, so their spaces are unbroken ones."""

    def __init__(self, say: Phrases) -> None:
        self.say = say

    def pieces(self, area: Area) -> list[Piece]:
        """Everything, each thing with the comma that follows it."""
        if area.ordering != "pile" or (area.count == 1 and area.components[0].known):
            return listed([self.piece(component) for component in area.components])
        size = self.size(area)
        known = [number for number, component in enumerate(area.components) if component.known]
        if not known:
            return [size]
        from_top = area.components[known[0] :][::-1]
        if len(from_top) == 1:
            top = self.piece(from_top[0])
            return [*self._sentence("table.on_top", size, top)]
        shown = [self.piece(component) for component in from_top[:MOST_LISTED]]
        if len(from_top) > MOST_LISTED:
            shown.append(Piece(self.say("table.and_more", len(from_top) - MOST_LISTED)))
        first, *rest = listed(shown)
        return [*self._sentence("table.from_top", size, first), *rest]

    def _sentence(self, key: str, size: Piece, top: Piece) -> list[Piece]:
        """`15 cards, on top Map 2`, with the card as a piece of its own."""
        before = self.say(key, size.text, "\0").partition("\0")[0].rstrip()
        return [Piece(before.replace(" ", UNBROKEN), style=size.style), top]

    def size(self, area: Area) -> Piece:
        return Piece(self.say(f"table.{area.word}", area.count).replace(" ", UNBROKEN))

    def brief(self, area: Area) -> Piece:
        """How much lies there; what lies there alone and open is as short by its name."""
        alone = area.components[0]
        if area.count != 1 or not alone.known:
            return self.size(area)
        colour = alone.colours[0] if alone.colours else ""
        return Piece(alone.name.replace(" ", UNBROKEN), alone.ids, colour)

    def piece(self, component: Component) -> Piece:
        if not component.known:
            return Piece(self.say("table.hidden", component.copies).replace(" ", UNBROKEN), style="quiet")
        colour = component.colours[0] if component.colours else ""
        return Piece(self.name(component).replace(" ", UNBROKEN), component.ids, colour)

    def name(self, component: Component) -> str:
        """A component with how many there are and what is to be said about it."""
        text = component.name
        if component.copies > 1:
            text = self.say("table.times", text, component.copies)
        notes = [mark.text for mark in component.marks]
        if component.sides is not None:
            notes.append(self.sides(component))
        return f"{text} ({', '.join(notes)})" if notes else text

    def sides(self, component: Component) -> str:
        sides = [self.say(f"table.{side}") for side in component.sides or ()]
        return self.say("table.open_to", ", ".join(sides) or self.say("table.nothing"))


def shortened(pieces: Sequence[Piece], width: int, lines: int, say: Phrases | None) -> list[Piece]:
    """As many of them as fit into so many lines, and how many more there are, if that can be said."""
    room, used = width * lines, 0
    for number, piece in enumerate(pieces):
        used += piece.width + 1
        more = "…" if say is None else say("table.and_more", len(pieces) - number).replace(" ", UNBROKEN)
        if used + len(more) > room and number and number < len(pieces) - 1:
            return [*pieces[:number], Piece(more, style="quiet")]
    return list(pieces)
