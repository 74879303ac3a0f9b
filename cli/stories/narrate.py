"""What happened between two decisions, in sentences that read well.

In: the raw events of a game, and who is told. Out: sentences made of the facts of `facts.py`, in which
what makes a story long and says little was joined or left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from cli.phrases import Phrases
from cli.stories.facts import Changed, Fact, Facts, Moved, Other, Paid, Seen, Shuffled
from interpreter.game import Game
from interpreter.knowledge.happening import Entry, in_open_order
from interpreter.scene.phrasing import Phrasing
from interpreter.scene.stage import NOT_SHOWN
from interpreter.words import readable
from rulelang.inflection.forms import settled
from rulelang.types import BOOL, Num, Place, Type, bare


class Narrator:
    """Tells events to one player, to everybody (`EVERYBODY`), or to somebody who may know all (None)."""

    def __init__(self, game: Game, say: Phrases, player: int | None) -> None:
        self.machine = game.machine
        self.program = game.program
        self.words = game.words
        self.phrasing = Phrasing(game.words)
        self.phrases = say
        self.player = player

    def say(self, key: str, *parts: str | int) -> str:
        """A sentence of the program's own; names that have all their forms stand in the case it asks for."""
        if self.phrases.language in self.phrasing.languages:
            return self.phrasing.written(self.phrases.language, self.phrases.texts[key], parts)
        return self.phrases(key, *(settled(part) if isinstance(part, str) else part for part in parts))

    def sentences(self, entries: Sequence[Entry], known: Sequence[int], places: Sequence[int]) -> list[str]:
        """What these events tell; `known` and `places` are those of `Facts`."""
        facts = Facts(self.machine, self.player, known, places)
        entries = in_open_order(self.machine.layout, entries, self.player)
        for number, entry in enumerate(entries):
            facts.take(entry, entries[number + 1] if number + 1 < len(entries) else None)
        texts = []
        shown = [found for fact in facts.news() if (found := self._shown(fact)) is not None]
        for _, group in groupby(shown, key=self._family):
            texts.append(self._told(list(group)))
        return [text for text in texts if text]

    def _shown(self, fact: Fact) -> Fact | None:
        """What is called "-" is never shown: what is paid to or by it only changes the other track."""
        match fact:
            case Changed(index, _, _) if self._track([index]) == NOT_SHOWN:
                return None
            case Moved(_, zone, _, _, _) if self._zone([zone]) == NOT_SHOWN:
                return None
            case Paid(source, target, amount, now) if self._track([source]) == NOT_SHOWN:
                return self._shown(Changed(target, now - amount, now))
            case Paid(source, target, amount, _) if self._track([target]) == NOT_SHOWN:
                return None
        return fact

    def _family(self, fact: Fact) -> Any:
        """What facts must have in common to be told in one sentence that names several owners."""
        layout = self.machine.layout
        match fact:
            case Moved(source, zone, items, hidden, None) if (
                zone != layout.box and layout.zone_names[zone][1] is not None
            ):
                names = tuple(sorted(map(self.words.component, items)))
                return ("moved", source, layout.zone_names[zone][0], names, hidden)
            case Changed(index, old, new) if layout.track_names[index][1] is not None:
                return ("changed", layout.track_names[index][0], old, new)
            case Paid(source, target, amount, now) if layout.track_names[target][1] is not None:
                return ("paid", source, layout.track_names[target][0], amount, now)
        return id(fact)

    def _told(self, facts: Sequence[Fact]) -> str:
        match facts[0]:
            case Moved():
                return self._moved([fact for fact in facts if isinstance(fact, Moved)])
            case Changed():
                return self._changed([fact for fact in facts if isinstance(fact, Changed)])
            case Paid(source, _, amount, now):
                targets = [fact.target for fact in facts if isinstance(fact, Paid)]
                key = "story.paid" if len(targets) == 1 else "story.paid_each"
                return self.say(key, amount, self._track([source]), self._track(targets), now)
            case Seen(items, mask, zone):
                return self._seen(self.listed(map(self.words.component, items)), mask, zone)
            case Shuffled(zones):
                return self.say("story.shuffled", self.listed(self._zone([zone]) for zone in zones))
            case Other(entry):
                return self._other(entry)
        raise AssertionError(facts)

    def _moved(self, facts: Sequence[Moved]) -> str:
        items = [self.words.component(item) for fact in facts for item in fact.items]
        hidden = sum(fact.hidden for fact in facts)
        what = self.listed(items + ([self.words.hidden(hidden)] if hidden else []))
        source, zone = self._zone([facts[0].source]), self._zone([fact.zone for fact in facts])
        if facts[0].place is None:
            return self.say("story.moved", what, len(items) + hidden, source, zone)
        grid = self.program.zones[self.machine.layout.zone_names[facts[0].zone][0]].name
        place = self.words.value(Place(grid), facts[0].place)
        return self.say("story.placed", what, len(items) + hidden, source, zone, place)

    def _changed(self, facts: Sequence[Changed]) -> str:
        first = facts[0]
        type_ = self.program.tracks[self.machine.layout.track_names[first.index][0]].type
        name = self._track([fact.index for fact in facts])
        old, new = self.words.value(type_, first.old), self.words.value(type_, first.new)
        if isinstance(bare(type_), Num) and None not in (first.old, first.new):
            return self.say("story.more" if first.new > first.old else "story.less", name, old, new)
        return self.say("story.answer" if bare(type_) == BOOL else "story.now", name, new)

    def _seen(self, what: str, mask: int, zone: int | None) -> str:
        if zone is not None:
            what = self.say("story.lying", what, self._zone([zone]))
        who = self._who_sees(mask)
        return self.say("story.sees", who, what) if who else self.say("story.seen", what)

    def _other(self, entry: Entry) -> str:
        kind, _, *data = entry
        if kind == "roll":
            die, face, _ = data
            return self.say("story.rolled", self.words.text(f"die.{die}"), self.words.face(die, face))
        if kind == "say":
            message, types, values = data
            shown = [self.words.value(type_, value) for type_, value in zip(types, values, strict=True)]
            return self.words.say(f"say.{message}", *shown)
        return ""

    # ------------------------------------------------------------ names
    def _zone(self, zones: Sequence[int]) -> str:
        """A zone, or the same zone of several owners."""
        found = [self.machine.layout.zone_names[zone] for zone in zones]
        if found[0][0] < 0:
            return self.phrasing.noun(self.words.text("zone.box"))
        declared = self.program.zones[found[0][0]]
        return self._of_all(self.words.text(f"zone.{declared.name}"), declared.owner, [o for _, o in found])

    def _track(self, indexes: Sequence[int]) -> str:
        """A track, or the same track of several owners."""
        found = [self.machine.layout.track_names[index] for index in indexes]
        declared = self.program.tracks[found[0][0]]
        name = self.words.text(f"track.{declared.name}", readable(declared.name.rpartition(".")[2]))
        return self._of_all(name, declared.owner, [owner for _, owner in found])

    def _of_all(self, name: str, type_: Type | None, owners: Sequence[int | None]) -> str:
        if name == NOT_SHOWN:
            return name
        noun = self.phrasing.noun(name)
        if type_ is None:
            return noun
        named = self.listed(self.words.value(type_, owner) for owner in owners)
        return self.phrasing.phrase("event.owned", noun, named)

    def _who_sees(self, mask: int) -> str:
        if mask == self.machine.layout.everyone:
            return ""
        return self.listed(
            self.words.player(number) for number in range(mask.bit_length()) if mask >> number & 1
        )

    def listed(self, names: Iterable[str]) -> str:
        """Names in a row; those that come again are counted."""
        counted = [
            self.say("story.times", amount, name) if amount > 1 else name
            for name, amount in Counter(names).items()
        ]
        if len(counted) < 2:
            return "".join(counted)
        return self.say("story.and", ", ".join(counted[:-1]), counted[-1])
