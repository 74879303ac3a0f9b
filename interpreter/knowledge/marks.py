"""What can be seen of a copy beside where it lies: by this `copies` puts those in order that lie in one set.

In: what a player sees at a glance. Out: for each copy something that can be compared, and that says no more
than the player sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.knowledge.sight import FACE_DOWN, Sight, Unseen
from interpreter.layout import SET

if TYPE_CHECKING:
    from interpreter.knowledge.copies import Copies

DEEPEST = 4  # components at components at components
Part = tuple[int, bool]  # an owner, and whether it is a copy


class Marks:
    """What can be seen of a copy beside where it lies: its fields, what lies at it and what names it."""

    def __init__(self, copies: Copies, seen: Sight) -> None:
        self.copies, self.looks = copies, copies.layout.looks
        self.found: dict[int, list[str]] = {}
        layout = copies.layout
        for index, parts in copies.track_parts.items():
            value = seen.tracks[index]
            shown = self._shown(value) if index in copies.naming else str(value)
            self._note(parts, f"track {layout.track_names[index][0]} {shown}")
        self.zones = seen.zones
        self.at: dict[int, list[int]] = {}  # for each copy the zones that belong to it
        for index, parts in copies.zone_parts.items():
            for part, copy in parts:
                if copy and seen.zones[index]:
                    self.at.setdefault(part, []).append(index)
        for index in copies.speaking:
            self._note_named(index, seen.tracks[index], "")

    def _note(self, parts: tuple[Part, ...], text: str) -> None:
        others = [str(self.looks[part] if copy else part) for part, copy in parts]
        for part, copy in parts:
            if copy:
                self.found.setdefault(part, []).append(f"{text} {others}")

    def _note_named(self, index: int, value: Any, place: str) -> None:
        if value is None or isinstance(value, Unseen):
            return
        if type(value) is not int:
            for number, part in enumerate(value):
                self._note_named(index, part, f"{place} {number}")
        elif value in self.copies.homes:
            owner = self.copies.track_parts.get(index)
            whose = str([self.looks[p] if copy else p for p, copy in owner]) if owner else str(index)
            self.found.setdefault(value, []).append(f"named {whose}{place}")

    def _shown(self, value: Any) -> str:
        """Components by what their copies share."""
        if value is None or isinstance(value, Unseen) or value == FACE_DOWN:
            return str(value)
        if type(value) is int:
            return str(self.looks[value])
        return str([self._shown(part) for part in value])

    def of(self, card: int) -> tuple[Any, ...]:
        return (self.looks[card], self._appearance(card, 0), card)

    def _appearance(self, card: int | None, depth: int) -> str:
        """What is seen of a component, with what lies at it, and at that, and so on."""
        if card is None or card == FACE_DOWN:
            return str(card)
        lying = []
        for index in self.at.get(card, ()) if depth < DEEPEST else ():
            shown = [self._appearance(item, depth + 1) for item in self.zones[index]]
            number = self.copies.layout.zone_names[index][0]
            others = [self.looks[p] if copy else p for p, copy in self.copies.zone_parts[index]]
            is_set = self.copies.layout.ordering[index] == SET
            lying.append(f"{number} {others} {sorted(shown) if is_set else shown}")
        return f"{self.looks[card]} {sorted(self.found.get(card, ()))} {sorted(lying)}"
