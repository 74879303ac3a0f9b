"""What need not be told, because the sentence has said it.

In: what came of a choice or of a roll. Out: which of it repeats the answer, or what the die showed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter.knowledge.events import Event
from interpreter.scene.authored import Authored
from interpreter.scene.facts import Changed, Fact, Moved, Noted
from interpreter.scene.naming import Naming


class Repeats:
    def __init__(self, naming: Naming, authored: Authored, value: Callable[[Changed, Any], str]) -> None:
        self.naming, self.stage, self.authored, self.value = naming, naming.stage, authored, value

    def shows_itself(self, chose: Event, facts: Sequence[object]) -> bool:
        """Whether what was chosen is named by what came of it."""
        named: set[str] = set()
        for fact in facts:
            if isinstance(fact, Moved):
                named |= {
                    *fact.things,
                    self.naming.zone_owner(fact.target),
                    self.naming.zone_owner(fact.source),
                }
                if fact.place is not None:
                    named.add(f"{fact.target.partition(':')[0]}@c{fact.place[0]}r{fact.place[1]}")
            elif isinstance(fact, Changed):
                info = self.naming.track(fact.track)
                named.add(self.naming.owner_of(fact.track))
                named.add(self.stage.ref_of(info.type, str(fact.new)))
            elif isinstance(fact, Noted):
                named |= set(fact.things)
        return bool(chose.things) and named.issuperset(chose.things)

    def is_said(self, fact: Fact, head: Event) -> bool:
        """Whether an answer has told a fact already: `walk: cabin`, `move the rook to column 1, row 4`."""
        who = self.stage.seat_refs[head.player] if head.player is not None else ""
        said = {ref for _, ref, word in head.values if ref and word in head.said[1]}
        if isinstance(fact, Moved):
            return self._is_where(fact, said) and self._is_what(fact, said, who)
        if not isinstance(fact, Changed):
            return False
        info, owner = self.naming.track(fact.track), self.naming.owner_of(fact.track)
        if info.names_place and owner in ("", who) and self.value(fact, fact.new) in head.said[1]:
            return True
        if info.is_number:
            return owner in ("", who) and self._is_number(fact, head)
        if owner in said and owner not in self.stage.seat_refs:
            return info.is_flag or self.stage.ref_of(info.type, str(fact.new)) == who
        return False

    def _is_where(self, fact: Moved, said: set[str]) -> bool:
        if fact.place is not None:
            return f"{fact.target.partition(':')[0]}@c{fact.place[0]}r{fact.place[1]}" in said
        owner = self.naming.zone_owner(fact.target)
        return owner in said and owner not in self.stage.seat_refs

    def _is_what(self, fact: Moved, said: set[str], who: str) -> bool:
        """Whether what moves is named, comes from the same board, or is one of many that are all alike."""
        if fact.hidden or {*fact.things} <= said:
            return not fact.hidden
        if fact.place is not None and fact.source == fact.target:
            return True
        if self.naming.zone_owner(fact.source) in said:
            return not self._was_hidden(fact)
        names = {self.stage.names[thing] for thing in fact.things}
        return self.naming.zone_owner(fact.source) in ("", who) and names <= self.stage.shared_names

    def _was_hidden(self, fact: Moved) -> bool:
        """Whether nobody could see it where it lay: what is turned up is news, wherever that was."""
        source = self.stage.zones.get(fact.source.partition(":")[0])
        return source is not None and source.declared.sees == "none"

    def _is_number(self, fact: Changed, head: Event) -> bool:
        """Whether a track became the number that was chosen."""
        became = self.authored.shown(fact).value
        return any(name in became and word == str(fact.new) for name, _, word in head.values)

    def is_echo(self, fact: Fact, facts: Sequence[Fact]) -> bool:
        """Whether it only writes down what a die has shown, in a track that is nothing but that."""
        if not isinstance(fact, Changed) or fact.track.partition(":")[0] not in self.stage.faces:
            return False
        value = {*self.authored.shown(fact).value}
        rolls = (other for other in facts if isinstance(other, Noted) and other.rule == fact.rule)
        return any(value & {*self.authored.shown(roll).rolled} for roll in rolls if roll.kind == "roll")
