"""What things are called inside a sentence, for one seat: whose they are, and in the case that it needs.

In: references and ids of zones and tracks. Out: names, and sentences of a table with names in their gaps. A
noun phrase may carry all its forms (`rulelang.inflection`); a sentence that is finished carries none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from interpreter.scene.stage import Stage, TrackInfo
from rulelang.inflection.forms import settled

MOST_NAMED = 8  # of things in one part


class Naming:
    def __init__(self, stage: Stage, seat: int | None) -> None:
        self.stage, self.words, self.phrasing = stage, stage.words, stage.phrasing
        self.me = stage.seat_refs[seat] if seat is not None and 0 <= seat < stage.players else "nobody"

    # ------------------------------------------------------------ tracks and zones by their ids
    def track(self, track: str) -> TrackInfo:
        return self.stage.tracks[track.partition(":")[0]]

    def owner_of(self, track: str) -> str:
        return self.stage.called(self.track(track), track.partition(":")[2])[1]

    def zone_owner(self, zone: str) -> str:
        name, _, key = zone.partition(":")
        return self.stage.called(self.stage.zones[name], key)[1] if name else ""

    # ------------------------------------------------------------ in words
    def player(self, ref: str) -> str:
        """A player as a noun: people's names do not change, those of a definition do."""
        return self.stage.names[ref] if self._is_named(ref) else self.phrasing.player(self.stage.names[ref])

    def _is_named(self, ref: str) -> bool:
        number = self.stage.seat_refs.index(ref)
        return number < len(self.words.names) and bool(self.words.names[number])

    def owned(self, name: str, owner: str) -> str:
        """Something with whose it is, with all forms."""
        noun = self.phrasing.noun(name)
        if not owner:
            return noun
        if owner == self.me:
            return self.phrasing.phrase("scene.yours", noun)
        if owner not in self.stage.seat_refs:
            return self.phrasing.phrase("scene.of_thing", noun, self.stage.names[owner])
        key = "scene.of_person" if self._is_named(owner) else "scene.of_player"
        return self.phrasing.phrase(key, noun, self.player(owner))

    def named(self, ref: str) -> str:
        return self.words.say("scene.you") if ref == self.me else self.stage.names[ref]

    def zone(self, zone: str) -> str:
        """A place as a noun phrase, with all forms; made once for each who is told of it."""
        found = self.stage.phrases.get((self.me, zone))
        if found is None:
            found = self.stage.phrases[self.me, zone] = self._zone(zone)
        return found

    def _zone(self, zone: str) -> str:
        if not zone:
            return self.phrasing.phrase("scene.the", self.phrasing.noun(self.words.text("zone.box")))
        name, _, key = zone.partition(":")
        called, owner = self.stage.called(self.stage.zones[name], key)
        owned = self.owned(called, owner)
        if owner == self.me or (not owner and called[:1].isupper()):  # a name of its own
            return owned
        return self.phrasing.phrase("scene.the", owned)

    def any_zone(self, zone: str) -> str:
        """A place that several have, without whose it is."""
        name = self.stage.zones[zone.partition(":")[0]].name
        return self.phrasing.phrase("scene.the", self.phrasing.noun(name))

    def track_name(self, track: str) -> str:
        return settled(self.owned(*self.stage.called(self.track(track), track.partition(":")[2])))

    def things(self, things: Sequence[str], hidden: int, noun: Callable[[str], str] = str) -> str:
        names = Counter(noun(self.stage.names[thing]) for thing in things)
        told = self.counted(names)
        if len(told) > MOST_NAMED:
            return self.words.hidden(len(things) + hidden)
        unknown = self.words.hidden(hidden) if hidden else ""
        return ", ".join([*told, noun(unknown) if hidden == 1 else unknown] if hidden else told)

    def how_many(self, things: Sequence[str], hidden: int) -> int:
        """The number that a verb beside `things` agrees with: several names are several, however many."""
        amount = len(things) + hidden
        named = len({self.stage.names[thing] for thing in things})
        return amount if not things or named > MOST_NAMED else min(amount, 2)

    def counted(self, names: Counter[str]) -> list[str]:
        return [self.words.say("scene.times", name, n) if n > 1 else name for name, n in names.items()]

    def some(self, parts: Sequence[str]) -> str:
        if len(parts) <= MOST_NAMED:
            return ", ".join(parts)
        shown = ", ".join(parts[: MOST_NAMED - 1])
        return self.words.say("scene.more", shown, len(parts) - MOST_NAMED + 1)
