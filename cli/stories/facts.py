"""Raw events as facts, with the noise left out.

In: the raw events between two decisions, and who is told. Out: facts in order. A track that changes again and
again changes once, what is paid leaves one track for another, cards that go the same way go together, and a
card that goes on at once is told with its last stop. What the listener may not know is not in the facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import define

from interpreter.knowledge.events import knows
from interpreter.knowledge.happening import Entry
from rulelang.ir.expressions import Truth
from rulelang.types import BOOL

if TYPE_CHECKING:
    from interpreter.backend import Backend


@define
class Moved:
    source: int
    zone: int
    items: list[int]  # what the listener can name
    hidden: int  # how many cannot be named
    place: int | None


@define
class Changed:
    index: int
    old: Any
    new: Any


@define
class Paid:
    source: int
    target: int
    amount: int
    now: int  # in the target


@define
class Seen:
    items: list[int]
    mask: int
    zone: int | None  # where they lie, if it is one place


@define
class Shuffled:
    zones: list[int]


@define
class Other:
    """What is told where it happened."""

    entry: Entry


Fact = Moved | Changed | Paid | Seen | Shuffled | Other


class Facts:
    def __init__(
        self, machine: Backend, player: int | None, known: Sequence[int], places: Sequence[int]
    ) -> None:
        """`known` and `places`: who knew each component before, one bit for each player, and where it was."""
        self.machine = machine
        self.player = player
        self.known = dict(enumerate(known))
        self.places = dict(enumerate(places))
        self.closed: list[Fact] = []
        self.facts: list[Fact] = []  # since the last one that stands where it happened: these can be joined
        self.paid: Entry | None = None  # the second half of a payment, told with the first one

    def news(self) -> list[Fact]:
        """Everything that is worth telling."""
        return [fact for fact in (*self.closed, *self.facts) if self._is_news(fact)]

    def _is_news(self, fact: Fact) -> bool:
        """A track that goes back to nothing only makes room for the next time."""
        match fact:
            case Moved(items=items, hidden=hidden):
                return bool(items or hidden)
            case Seen(items=items):
                return bool(items)
            case Changed(index, old, new):
                track = self.machine.program.tracks[self.machine.layout.track_names[index][0]]
                return (
                    old != new
                    and new is not None
                    and not (new is False and track.start == Truth(BOOL, False))
                )
        return True

    def take(self, entry: Entry, following: Entry | None) -> None:
        """An event, and the one after it."""
        kind, _, *data = entry
        if kind == "move":
            self._move(*data)
        elif kind == "set":
            self._set(entry, following)
        elif kind == "reveal":
            self._reveal(*data[:2])
        elif kind == "shuffle":
            self._shuffle(data[0])
        elif kind in ("roll", "say"):
            self._close(Other(entry))

    def _close(self, fact: Fact) -> None:
        """What happened before this stays before it, and what comes after it after it."""
        self.closed += [*self.facts, fact]
        self.facts = []

    def _shuffle(self, zone: int) -> None:
        self.known.clear()
        if not self.facts and self.closed and isinstance(self.closed[-1], Shuffled):
            self.closed[-1].zones.append(zone)
        else:
            self._close(Shuffled([zone]))

    # ------------------------------------------------------------ components
    def _move(self, item: int, source: int, zone: int, mask: int, place: int | None = None) -> None:
        self.known[item], self.places[item] = mask, zone
        if source == self.machine.layout.box or (source == zone and place is None):
            return
        if not knows(self.machine, mask, self.player):
            self._join(Moved(source, zone, [], 1, place))
            return
        for fact in self.facts:
            if isinstance(fact, Seen) and item in fact.items:
                fact.items.remove(item)
            if isinstance(fact, Moved) and item in fact.items and fact.zone == source and fact.source != zone:
                if len(fact.items) == 1 and not fact.hidden:
                    fact.zone, fact.place = zone, place
                    return
                fact.items.remove(item)
                source = fact.source
        self._join(Moved(source, zone, [item], 0, place))

    def _join(self, moved: Moved) -> None:
        way = (moved.source, moved.zone, None)
        for fact in self.facts:
            if (
                isinstance(fact, Moved)
                and (fact.source, fact.zone, fact.place) == way
                and moved.place is None
            ):
                fact.items += moved.items
                fact.hidden += moved.hidden
                return
        self.facts.append(moved)

    def _reveal(self, items: tuple[int, ...], mask: int) -> None:
        news = [item for item in items if mask & ~self.known.get(item, 0)]
        for item in items:
            self.known[item] = self.known.get(item, 0) | mask
        if news and knows(self.machine, mask, self.player):
            zones = {self.places.get(item) for item in news}
            self.facts.append(Seen(news, mask, zones.pop() if len(zones) == 1 else None))

    # ------------------------------------------------------------ tracks
    def _set(self, entry: Entry, following: Entry | None) -> None:
        _, _, index, old, new, seen = entry
        if entry is self.paid or not knows(self.machine, seen, self.player):
            return
        if following is not None and self._is_payment(entry, following):
            self.paid = following
            self._pay(entry, following)
            return
        for fact in self.facts:
            if isinstance(fact, Changed) and fact.index == index:
                fact.new = new
                return
        self.facts.append(Changed(index, old, new))

    def _is_payment(self, entry: Entry, following: Entry) -> bool:
        """One line of the rules takes from one track what it adds to another one."""
        if following[0] != "set" or self._site(entry) != self._site(following):
            return False
        (_, _, index, old, new, _), (_, _, other, before, after, seen) = entry, following
        if index == other or not knows(self.machine, seen, self.player):
            return False
        numbers = all(type(value) is int for value in (old, new, before, after))
        return numbers and bool(new - old == before - after)

    def _site(self, entry: Entry) -> Any:
        body, pc = entry[1]
        return self.machine.program.bodies[body].sites[pc]

    def _pay(self, entry: Entry, following: Entry) -> None:
        giver, taker = (entry, following) if entry[4] < entry[3] else (following, entry)
        source, target, amount = giver[2], taker[2], taker[4] - taker[3]
        for fact in self.facts:
            if isinstance(fact, Paid) and (fact.source, fact.target) == (source, target):
                fact.amount, fact.now = fact.amount + amount, taker[4]
                return
        self.facts.append(Paid(source, target, amount, taker[4]))
