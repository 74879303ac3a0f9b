"""What is known of each rule, value and ability, for those who use it.

A `Summary` says what a rule would tell to whom, in terms of its arguments and of `you`; what is known to
whom when it is over; and whose contents it may change. A value's is the label of what comes out. Each is made
when it is first asked for; where rules call each other in a circle, all are made until nothing new is found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulelang.checks.secrets.labels import OPEN, Atom, Given, Key, Known, Label, Seen, few
from rulelang.source import Span
from rulelang.typed.definition import Ability, Definition, Rule, Value
from rulelang.typed.expressions import WhatIf
from rulelang.typed.symbols import CallableSymbol, Symbol, TrackSymbol, ZoneSymbol

if TYPE_CHECKING:
    from rulelang.checks.secrets.scene import Scene

Deeds = dict[ZoneSymbol | TrackSymbol, Seen]  # what would be in them, and how much of it, depends on this

MOST_LEAKS = 25  # of one rule: each caller looks at all of them
DEEPEST = 20  # rules that are looked at inside each other: Python's stack is not endless


@frozen
class Leak:
    """Something that a seat is shown, though it may depend on what the seat does not know."""

    how: str  # said, offered, asked, rolled, outlook
    span: Span
    seat: Key
    atom: Atom
    also: Span | None = None  # the decision that a condition is about, or where a rule is given the secret
    firm: bool = False  # whether it changed on the way here, so that whoever knew it does not know it now


@frozen(eq=False)
class Asked:
    """A decision or a sentence in a rule, and what the one whom it reaches was shown before it."""

    span: Span
    seat: Key
    shown: Label
    how: str = "asked"  # or said


@frozen(eq=False)
class Called:
    """A call in a rule, and what was known there."""

    rule: CallableSymbol
    put: Given
    known: Known


@frozen(eq=False)
class Condition:
    """A call of a rule under a condition that depends on the arguments of the caller."""

    span: Span
    label: Label
    rule: CallableSymbol
    put: Given
    known: Known
    silent: bool = False  # nothing else happens under the condition that anybody sees


@define(eq=False)
class Summary:
    leaks: dict[Leak, None] = field(factory=dict)
    gives: Known = field(factory=dict)
    lost: set[ZoneSymbol | TrackSymbol] = field(factory=set)
    asked: list[Asked] = field(factory=list)
    called: list[Called] = field(factory=list)
    conditions: dict[tuple[Span, Label, CallableSymbol], Condition] = field(factory=dict)
    answer: Seen = OPEN  # what the rule's answer tells
    deeds: Deeds = field(factory=dict)  # of an imagined rule: what it would put where

    def add(self, leak: Leak) -> None:
        if len(self.leaks) < MOST_LEAKS:
            self.leaks[leak] = None

    def puts(self, symbol: ZoneSymbol | TrackSymbol, content: Label, size: Label) -> None:
        before = self.deeds.get(symbol, OPEN)
        self.deeds[symbol] = (few(before[0] | content), few(before[1] | size))

    def asks_for(self) -> tuple[object, ...]:
        """What callers have to look at: if it is the same as before, they need not look again."""
        return set(self.leaks), set(self.conditions), self.answer, self.deeds

    def wait(self, condition: Condition) -> None:
        if len(self.conditions) < MOST_LEAKS:
            self.conditions[condition.span, condition.label, condition.rule] = condition


@frozen(eq=False)
class Task:
    name: object
    look: Callable[[], object]


class Needed(Exception):
    """No error: something else has to be looked at first, with a stack of its own."""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self.task = task


@define(eq=False)
class Knowledge:
    """All summaries of a definition."""

    definition: Definition
    look_at_value: Callable[[Value, Knowledge], Seen]
    look_at_rule: Callable[[Rule, Knowledge], Summary]
    look_at_ability: Callable[[Ability, Knowledge], Summary]
    look_at_what_if: Callable[[WhatIf, Scene], Seen]
    rules: dict[CallableSymbol, Rule] = field(factory=dict)
    values: dict[CallableSymbol, Value] = field(factory=dict)
    hidden: frozenset[ZoneSymbol | TrackSymbol] = frozenset()  # what not everybody sees
    hooks: dict[Symbol, list[Ability]] = field(factory=dict)  # by what they wait for
    seen: set[Symbol] = field(factory=set)  # rules and tracks: something open happens with them
    found: dict[object, Summary] = field(factory=dict)  # of rules, and of abilities by their number
    questions: dict[CallableSymbol, tuple[Asked, ...]] = field(factory=dict)  # in each rule, if it matters
    found_values: dict[CallableSymbol, Seen] = field(factory=dict)
    earlier: dict[object, Summary] = field(factory=dict)  # in circles: as far as it was found out
    earlier_values: dict[CallableSymbol, Seen] = field(factory=dict)
    under_way: list[object] = field(factory=list)
    waiting: list[Task] = field(factory=list)
    circular: set[object] = field(factory=set)  # asked for while they were looked at
    askers: dict[object, set[object]] = field(factory=lambda: defaultdict(set))  # what asked for a thing
    imagining: set[object] = field(factory=set)  # what asks what would be
    alone: set[CallableSymbol] = field(factory=set)  # rules that nothing calls
    is_imagined: bool = False  # nothing of this happens, so nobody is shown anything by it
    imagination: Knowledge | None = None  # the same rules, as far as they are only imagined

    def value(self, symbol: CallableSymbol) -> Seen:
        self._asked(symbol)
        found = self.found_values.get(symbol)
        if found is None:
            if not self._begins(symbol, lambda: self.value(symbol)):
                return self.earlier_values.get(symbol, OPEN)
            found = self.look_at_value(self.values[symbol], self)
            self.under_way.pop()
            self.found_values[symbol] = found
        return found

    def rule(self, symbol: CallableSymbol) -> Summary | None:
        """None for a rule that is just being looked at."""
        self._asked(symbol)
        found = self.found.get(symbol)
        if found is None:
            if not self._begins(symbol, lambda: self.rule(symbol)):
                return self.earlier.get(symbol)
            found = self.look_at_rule(self.rules[symbol], self)
            self.under_way.pop()
            self.found[symbol] = found
        return found

    def ability(self, ability: Ability) -> Summary | None:
        number = id(ability)
        self._asked(number)
        found = self.found.get(number)
        if found is None:
            if not self._begins(number, lambda: self.ability(ability)):
                return self.earlier.get(number)
            found = self.look_at_ability(ability, self)
            self.under_way.pop()
            self.found[number] = found
        return found

    def _asked(self, name: object) -> None:
        if self.under_way:
            self.askers[name].add(self.under_way[-1])

    def _begins(self, name: object, again: Callable[[], object]) -> bool:
        """Whether something can be looked at now; not if that is being done, further out."""
        if name in self.under_way or any(task.name == name for task in self.waiting[:-1]):
            self.circular.add(name)
            return False
        if len(self.under_way) == DEEPEST:
            raise Needed(Task(name, again))
        self.under_way.append(name)
        return True

    def look(self, start: Callable[[], object]) -> None:
        """Does something for which summaries are needed, however many stand behind each other."""
        self.waiting = [Task(None, start)]
        while self.waiting:
            self.under_way.clear()
            try:
                self.waiting[-1].look()
                self.waiting.pop()
            except Needed as needed:
                self.waiting.append(needed.task)

    def again(self) -> bool:
        """Whether circles have to be looked at once more. What was found is then the start of it."""
        nothing = Summary()
        new = any(
            self.found_values[name] != self.earlier_values.get(name, OPEN)
            if name in self.found_values
            else self.found[name].asks_for() != self.earlier.get(name, nothing).asks_for()
            for name in self.circular
        )
        if new:
            open_ends = self._behind_circles()
            self.earlier, self.earlier_values = self.found, self.found_values
            self.found = {name: found for name, found in self.found.items() if name not in open_ends}
            self.found_values = {
                name: found for name, found in self.found_values.items() if name not in open_ends
            }
            self.questions.clear()
            self.circular.clear()
        return new

    def _behind_circles(self) -> set[object]:
        """Everything that may come out otherwise when a circle is looked at once more."""
        found: set[object] = set()
        waiting = [*self.circular, *self.imagining]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self.askers.get(name, ())
        return found
