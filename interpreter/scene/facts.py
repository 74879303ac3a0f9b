"""What came of one cause, with the noise left out.

In: the events after a choice or a saying. Out: moves and changes. What goes on at once moved once, what
changes again and again changed once, and the stock that somebody is paid from did not change.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Protocol

from attrs import define, evolve

from interpreter.knowledge.events import Event

Site = tuple[str, int, int]


@define
class Moved:
    things: list[str]
    hidden: int
    source: str
    target: str
    place: tuple[int, int] | None
    rule: str
    site: Site
    ended: bool = False  # it was shuffled into the rest: what leaves now is another story
    left: bool = False  # what was played is gone on: what is played next is not played with it

    @property
    def amount(self) -> int:
        return len(self.things) + self.hidden


@define
class Changed:
    track: str
    old: Any
    new: Any
    rule: str
    site: Site
    stock: bool = False  # only the other side of payments
    times: int = 1  # how often it changed


@define
class Noted:
    """What is told as it is: dice, and what was shown."""

    kind: str
    said: tuple[str, str]  # a die and what it showed
    die: str
    faces: tuple[str, ...]
    things: list[str]
    source: str
    rule: str
    site: Site


Fact = Moved | Changed | Noted


class Judge(Protocol):
    def stock_of(self, first: Event, second: Event) -> str:
        """Which of two tracks is only the stock that the other one is paid from, if one is."""

    def is_played(self, fact: Moved) -> bool:
        """Whether somebody lays open what only they knew: that is news, wherever it goes from there."""


class Facts:
    def __init__(self, events: Sequence[Event], judge: Judge) -> None:
        self.judge = judge
        self.found: list[Fact] = []
        stocks: dict[int, bool] = {}  # the events that are the other side of a payment
        for number, (event, following) in enumerate(pairwise(events)):
            if event.kind == following.kind == "set" and _is_payment(event, following):
                stock = judge.stock_of(event, following)
                stocks |= {number: stock == event.track, number + 1: stock == following.track}
        for number, event in enumerate(events):
            if event.kind == "move":
                self._move(event)
            elif event.kind == "set":
                self._set(event, stocks.get(number, False))
            elif event.kind == "shuffle":
                for fact in self.found:
                    if isinstance(fact, Moved) and fact.target == event.target:
                        fact.ended = True
            elif event.kind in ("reveal", "roll"):
                news = [thing for thing in event.things if thing not in (event.old or ())]
                if news or event.kind == "roll":
                    what = event.kind, event.said, event.die, event.faces
                    self.found.append(Noted(*what, news, event.source, event.rule, event.site))

    # ------------------------------------------------------------ components
    def _move(self, event: Event) -> None:
        if event.source == event.target and event.place is None:
            return
        moves = [fact for fact in self.found if isinstance(fact, Moved)]
        for fact in self.found:
            if isinstance(fact, Noted) and fact.kind == "reveal":
                fact.things = [thing for thing in fact.things if thing not in event.things]
        for thing in (*event.things, *[""] * event.hidden):
            source = self._origin(moves, event, thing)
            if source != event.target or event.place is not None:  # else it has only been away
                self._add([thing] if thing else [], 0 if thing else 1, source, event)
        self.found = [fact for fact in self.found if not self._is_gone(fact)]

    def _is_gone(self, fact: Fact) -> bool:
        if isinstance(fact, Moved):
            return not fact.amount
        return isinstance(fact, Noted) and fact.kind == "reveal" and not fact.things

    def _origin(self, moves: list[Moved], event: Event, thing: str) -> str:
        """Where something came from that arrived only now where it leaves; it is not told twice."""
        for fact in moves:
            if fact.target != event.source or fact.ended:
                continue
            if self.judge.is_played(fact):
                fact.left = fact.left or thing in fact.things
                continue
            if thing and thing in fact.things:
                fact.things.remove(thing)
                return fact.source
            if fact.hidden and not any(thing in other.things for other in moves if thing):
                fact.hidden -= 1
                return fact.source
        return event.source

    def _add(self, things: list[str], hidden: int, source: str, event: Event) -> None:
        for fact in self.found:
            if not isinstance(fact, Moved) or fact.target != event.target or event.place is not None:
                continue
            if fact.place is None and fact.source == source and not fact.left:
                fact.things += things
                fact.hidden += hidden
                return
        self.found.append(Moved(things, hidden, source, event.target, event.place, event.rule, event.site))

    # ------------------------------------------------------------ tracks
    def _set(self, event: Event, stock: bool) -> None:
        for fact in self.found:
            if isinstance(fact, Changed) and fact.track == event.track:
                fact.new = event.new
                fact.stock = fact.stock and stock
                fact.times += 1
                break
        else:
            self.found.append(Changed(event.track, event.old, event.new, event.rule, event.site, stock))
        self.found = [f for f in self.found if not isinstance(f, Changed) or f.old != f.new]


def _is_payment(first: Event, second: Event) -> bool:
    """One line of the rules takes from one track what it adds to another one."""
    if first.site != second.site or first.track == second.track:
        return False
    numbers = (first.old, first.new, second.old, second.new)
    if not all(type(number) is int for number in numbers):
        return False
    return bool(first.new - first.old == second.old - second.new)


def came_together(fact: Moved, other: Fact) -> bool:
    """Whether one line of the rules brought both to the same place, from wherever."""
    if not isinstance(other, Moved) or fact.place is not None or other.place is not None:
        return False
    return other.target == fact.target and other.site == fact.site


def joined(moves: Sequence[Moved]) -> Moved:
    things = [thing for move in moves for thing in move.things]
    return evolve(moves[0], things=things, hidden=sum(move.hidden for move in moves), source="")
