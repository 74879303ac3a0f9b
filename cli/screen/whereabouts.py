"""Where components lie, and which of them look the same.

In: a game and a player. Out: the names of zones in the order of a view, the zone of each component that the
player can see, and for each component everything that the player can tell about it: two copies of a card of
which the same is told are interchangeable.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.scene import stage_of

if TYPE_CHECKING:
    from cli.phrases import Phrases
    from interpreter.game import Game
    from interpreter.knowledge.views import View, ZoneView

COPY = re.compile(r"\w+#\d+")  # the key of a component that has copies
Fact = tuple[str, ...]


def zone_titles(game: Game, view: View) -> list[str]:
    """The name of each zone and whose it is, in the order of a view."""
    stage, found = stage_of(game), []
    for zone in view.zones:
        name, owner = stage.called(stage.zones[zone.name], zone.owner)
        found.append(game.words.say("event.owned", name, stage.names[owner]) if owner else name)
    return found


class Whereabouts:
    """What one player can tell about each component, by its key."""

    def __init__(self, game: Game, player: int) -> None:
        self.view: View = game.view(player)
        titles = zone_titles(game, self.view)
        # By key and label: a word of the rules can have the key of a component, but hardly its text too.
        self.zones: dict[tuple[str, str], tuple[str, ZoneView]] = {
            (key, label): (title, zone)
            for title, zone in zip(titles, self.view.zones, strict=True)
            for key, label in zip(zone.cards, zone.labels, strict=True)
            if key is not None
        }
        self.facts: dict[str, list[Fact]] = {}
        self.placed: set[str] = set()
        self._note_zones()
        self._note_tracks()

    def title(self, key: str, label: str) -> str:
        """Where a component lies; nothing for what is no component, or lies on a grid, where all see it."""
        title, zone = self.zones.get((key, label), ("", None))
        return title if zone is not None and zone.ordering != "grid" else ""

    def owner(self, key: str, label: str) -> str:
        """The key of whoever owns the zone in which a component lies."""
        return self.zones[key, label][1].owner

    def position(self, key: str, label: str, say: Phrases) -> str:
        """Which one it is of those that lie in order, in words; nothing where there is no order."""
        _, zone = self.zones.get((key, label), ("", None))
        if zone is None or zone.ordering not in ("pile", "line"):
            return ""
        if zone.ordering == "line":
            return say("answer.in_line", zone.cards.index(key) + 1)
        return say("answer.in_pile", zone.count - zone.cards.index(key))

    def look(self, keys: str) -> str:
        """The keys of an option with what can be told in place of the numbers of copies.

        A copy that is named twice is another thing than two copies, so each gets its place in the option.
        """
        seen: dict[str, int] = {}

        def told(found: re.Match[str]) -> str:
            key = found[0]
            place = seen.setdefault(key, len(seen))
            name = key.partition("#")[0]
            return f"{name}#{place}{sorted(self.facts[key])}" if key in self.placed else key

        return COPY.sub(told, keys)

    def _note_zones(self) -> None:
        for zone in self.view.zones:
            for position, key in enumerate(zone.cards):
                if key is not None and "#" in key:
                    order = "" if zone.ordering == "set" else str(position)
                    self.placed.add(key)
                    self._note(key, "lies in", zone.name, zone.owner, order)
            if "#" in zone.owner and zone.count:
                self._note(zone.owner, "holds", zone.name, *map(str, zone.cards))

    def _note_tracks(self) -> None:
        for track in self.view.tracks:
            if "#" in track.owner:
                self._note(track.owner, "has", track.name, str(track.key))
            for key in COPY.findall(track.key or ""):
                self._note(key, "is named by", track.name, track.owner)

    def _note(self, key: str, *fact: str) -> None:
        self.facts.setdefault(key, []).append(fact)
