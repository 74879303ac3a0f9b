"""What the definition itself has to say about what its rules do: `tell.<rule>` and `tell.<rule>.<choice>`.

In: facts of one cause and a choice, as one seat knows them. Out: sentences of the author's, with the facts
that they tell. The values of a rule's names are read from what was seen: a name that a line moves, gives to,
sets or asks for has the value that the event shows. What the seat cannot see is no value, and a sentence with
a gap that nothing fills is not told; the generated one is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

from attrs import frozen

from interpreter.knowledge.events import Event
from interpreter.scene.facts import Changed, Fact, Moved, came_together, joined
from interpreter.scene.naming import Naming
from interpreter.scene.stage import NOT_SHOWN
from rulelang.inflection.forms import settled
from rulelang.ir.texts import NAMED_GAP
from rulelang.ir.tracing import Shown, names_shown

WHO, WHAT, FROM, TO, HOW_MUCH, THEN, CHANGE = "1234567"  # the gaps that every sentence may have
Values = dict[str, str | int]


@frozen
class Template:
    language: str
    text: str  # its gaps counted in order
    gaps: tuple[str, ...]


@cache
def template(language: str, text: str) -> Template:
    """A text whose gaps are numbers and names, as one whose gaps are counted."""
    gaps: list[str] = []

    def counted(gap: re.Match[str]) -> str:
        if gap[1] not in gaps:
            gaps.append(gap[1])
        return f"{{{gaps.index(gap[1]) + 1}{gap[2]}}}"

    return Template(language, NAMED_GAP.sub(counted, text), tuple(gaps))


@frozen
class _Said:
    """A sentence about what a rule did."""

    group: list[Fact]
    text: str
    template: Template
    values: Values
    where: frozenset[str]  # its gaps that are places


class Authored:
    def __init__(self, naming: Naming, value: Callable[[Changed, Any], str]) -> None:
        self.naming, self.stage, self.words, self.value = naming, naming.stage, naming.words, value

    # ------------------------------------------------------------ what there is to say
    def _template(self, key: str) -> Template | None:
        if key not in self.stage.told:
            return None
        found = self.words.found(f"tell.{key}")
        if found is None or found[1] == NOT_SHOWN or found[0] != self.words.language:
            return None  # a sentence of another language is worse than one that is made
        return template(*found)

    def _filled(self, said: Template, values: Values) -> str | None:
        if any(values.get(gap, "") == "" for gap in said.gaps):
            return None
        parts = [values[gap] for gap in said.gaps]
        return self.naming.phrasing.written(said.language, said.text, parts)

    # ------------------------------------------------------------ rules
    def rules(self, facts: Sequence[Fact], who: int | None) -> Iterator[tuple[list[Fact], str]]:
        """Sentences about what rules did, each with the facts that it tells."""
        found = [_Said(*said) for said in self._said(facts, who)]
        while found:
            first = found.pop(0)
            alike = [other for other in found if self._are_alike(first, other)]
            found = [other for other in found if not any(other is same for same in alike)]
            group = [fact for said in (first, *alike) for fact in said.group]
            places: Values = {
                gap: self._all([said.values[gap] for said in (first, *alike)]) for gap in first.where
            }
            text = self._filled(first.template, first.values | places) if alike else first.text
            yield group, text or first.text

    def _all(self, values: Sequence[str | int]) -> str:
        return ", ".join(self.naming.counted(Counter(map(str, values))))

    def _are_alike(self, first: _Said, other: _Said) -> bool:
        """Whether it is the same at another place: then it is said once, of both."""
        if first.template is not other.template or len(first.where) != 1 or first.where != other.where:
            return False
        return all(
            first.values[gap] == other.values[gap] for gap in first.template.gaps if gap not in first.where
        )

    def _where(self, group: Sequence[Fact], said: Template) -> frozenset[str]:
        """The gaps of a sentence that say where it is, where several fit: at its end, or before a colon."""
        found: set[str] = set()
        for fact in group:
            owner = ""
            if isinstance(fact, Moved):
                owner = self.naming.zone_owner(fact.target)
                found |= {FROM, TO, *self.shown(fact).place}
            elif isinstance(fact, Changed):
                owner = self.naming.owner_of(fact.track)
            if owner and owner not in self.stage.seat_refs:
                found |= {*self.shown(fact).owner}
        return frozenset(gap for gap in found & {*said.gaps} if _fits_several(said, gap))

    def _said(
        self, facts: Sequence[Fact], who: int | None
    ) -> Iterator[tuple[list[Fact], str, Template, Values, frozenset[str]]]:
        waiting = sorted(facts, key=lambda fact: not isinstance(fact, Moved))  # what moves is told first
        while waiting:
            first = waiting.pop(0)
            said = self._template(first.rule)
            if said is None:
                continue
            wanted, values, group = {*said.gaps} - {WHO}, dict[str, str | int](), list[Fact]()
            of_rule = [first, *(other for other in waiting if other.rule == first.rule)]
            lines = list(_lines(of_rule, FROM in wanted))
            late: list[tuple[Fact, list[Fact]]] = []  # once more, when it may be said whose it was
            for number, (fact, facts_in_it) in enumerate(chain(lines, late)):
                own = self._told_by(fact)
                if any(self._is_taken_unsaid(moved, values, wanted, who) for moved in facts_in_it):
                    if wanted and number < len(lines):
                        late += [(moved, [moved]) for moved in facts_in_it]
                    continue
                if not wanted or self._tells(fact, own, values, wanted):
                    group += facts_in_it
                    values = own | values
            values |= self._by(who)
            text = self._filled(said, values) if group else None
            if text is not None:
                waiting = [fact for fact in waiting if not any(fact is told for told in group)]
                yield group, text, said, values, self._where(group, said)

    def _is_taken_unsaid(self, fact: Fact, values: Values, wanted: set[str], who: int | None) -> bool:
        """Whether somebody else loses something, and the sentence does not say that it is theirs."""
        if not isinstance(fact, Moved) or FROM in wanted:
            return False
        loser = self.naming.zone_owner(fact.source)
        if loser not in self.stage.seat_refs or loser == self.naming.zone_owner(fact.target):
            return False
        said = self.naming.player(loser)
        owners = {*self.shown(fact).owner} & wanted
        is_named = any(self._owner((gap,), loser) == {gap: said} for gap in owners)
        is_named = is_named or any(values.get(gap) == said for gap in wanted)
        return not is_named and (who is None or loser != self.stage.seat_refs[who])

    def _by(self, who: int | None) -> Values:
        return {} if who is None else {WHO: self.naming.player(self.stage.seat_refs[who])}

    def _told_by(self, fact: Fact) -> Values:
        """The gaps that a fact fills."""
        naming = self.naming
        shown = self.shown(fact)
        found: Values = {}
        if isinstance(fact, Moved):
            what = self._things(fact.things, fact.hidden)
            found = {WHAT: what, FROM: naming.zone(fact.source), TO: naming.zone(fact.target)}
            found[HOW_MUCH] = naming.how_many(fact.things, fact.hidden)
            found |= dict.fromkeys(shown.things, what)
            found |= self._owner(shown.owner, naming.zone_owner(fact.target))
            if fact.place is not None:
                found |= dict.fromkeys(shown.place, self.words.say("place", *fact.place))
        elif isinstance(fact, Changed):
            found = self._owners(fact, shown)
            if not naming.track(fact.track).is_flag:  # its name says it all
                value = self.value(fact, fact.new)
                found[THEN] = value if type(fact.new) is int else naming.phrasing.noun(value)
            if type(fact.new) is type(fact.old) is int:
                amount = shown.amount if fact.times == 1 else ()
                found |= dict.fromkeys((HOW_MUCH, CHANGE, *amount), abs(fact.new - fact.old))
            found |= {name: found[THEN] for name in shown.value if THEN in found}
        elif fact.kind == "reveal":
            found = dict.fromkeys(shown.things, self._things(fact.things, 0))
        elif fact.faces:
            found = dict.fromkeys(shown.rolled, fact.said[1])
        return found

    def _owners(self, fact: Changed, shown: Shown) -> Values:
        """Whose a track is; of two owners each by the name that the rule has for it."""
        info, key = self.naming.track(fact.track), fact.track.partition(":")[2]
        owner = self.stage.owner(info.declared.owner, key)
        if not owner.other:
            return self._owner(shown.owner, owner.ref)
        main, other = (shown.second, shown.owner) if owner.turned else (shown.owner, shown.second)
        return self._owner(main, owner.ref) | dict.fromkeys(other, self.naming.phrasing.noun(owner.other))

    def shown(self, fact: Fact) -> Shown:
        """The names of the rule that a fact shows the values of."""
        track = fact.track.partition(":")[0] if isinstance(fact, Changed) else ""
        return names_shown(self.stage.program, fact.rule, fact.site, track)

    def _owner(self, names: Sequence[str], ref: str) -> Values:
        if ref in self.stage.seat_refs:
            return dict.fromkeys(names, self.naming.player(ref))
        return dict.fromkeys(names, self.stage.names[ref]) if ref else {}

    def _things(self, things: Sequence[str], hidden: int) -> str:
        """What moves or is shown: nouns that change, whether they are known or not."""
        return self.naming.things(things, hidden, self.naming.phrasing.noun)

    # ------------------------------------------------------------ choices
    def choice(self, head: Event, facts: Sequence[Fact], who: int | None) -> tuple[str, list[Fact]] | None:
        """What somebody chose, together with where it went; and the facts that this tells."""
        said = self._template(f"{head.rule}.{head.name}") if head.name and head.new is not False else None
        if said is None:
            return None
        values = self._by(who) | {name: self._word(ref, word) for name, ref, word in head.values}
        refs = (*head.things, *(ref for _, ref, _ in head.values))
        chosen = {ref.partition("#")[0] for ref in refs if ref}
        wanted, told = {*said.gaps} - {WHO}, list[Fact]()
        for fact in facts:
            own = self._told_by(fact)
            moved = isinstance(fact, Moved) and self._is_of(fact, chosen)
            if moved or (fact.rule == head.rule and self._tells(fact, own, values, wanted)):
                told.append(fact)
                values = own | values
        text = self._filled(said, values)
        return None if text is None else (text, told)

    def names_who(self, head: Event) -> bool:
        """Whether the sentence about a choice says itself who chose."""
        said = self._template(f"{head.rule}.{head.name}")
        return said is not None and WHO in said.gaps

    def is_silent(self, key: str) -> bool:
        """Whether the definition wants nothing to be said of a rule or a choice by itself."""
        return key in self.stage.told and self.words.text(f"tell.{key}") == NOT_SHOWN

    def _is_of(self, fact: Moved, chosen: set[str]) -> bool:
        return (
            bool(fact.things)
            and not fact.hidden
            and {thing.partition("#")[0] for thing in fact.things} <= chosen
        )

    def _word(self, ref: str, word: str) -> str:
        """What was chosen: a thing or a word is a noun, a number or a place is not."""
        if ref in self.stage.seat_refs:
            return self.naming.player(ref)
        return self.naming.phrasing.noun(word) if ref and "@" not in ref else word

    def _tells(self, fact: Fact, own: Values, values: Values, wanted: set[str]) -> bool:
        """Whether a sentence tells a fact: it says something of it that was open, or names it again, and
        nothing else. Of a change it has to say how much or what, not only whose; how many moved goes before
        by how much something changed."""
        filled = {gap for gap in own if gap in wanted and not (gap == HOW_MUCH and gap in values)}
        if any(settled(str(values.get(gap, own[gap]))) != settled(str(own[gap])) for gap in filled):
            return False
        if isinstance(fact, Changed) and not self.naming.track(fact.track).is_flag:
            owners = {*self.shown(fact).owner, *self.shown(fact).second}
            filled = filled if filled - owners else set()
        return any(gap not in values or not gap.isdigit() for gap in filled)


def _fits_several(said: Template, gap: str) -> bool:
    """Whether no word of a sentence has to agree with what stands in a gap."""
    sign = rf"\{{{said.gaps.index(gap) + 1}[^}}]*\}}"
    return re.search(rf"{sign}\)?$|^{sign}:", said.text) is not None


def _lines(facts: Sequence[Fact], apart: bool) -> Iterator[tuple[Fact, list[Fact]]]:
    """What one line brought to the same place is one fact, unless it matters from where."""
    waiting = list(facts)
    while waiting:
        first = waiting.pop(0)
        found = [first]
        if isinstance(first, Moved) and not apart:
            together = [f for f in waiting if isinstance(f, Moved) and came_together(first, f)]
            found += together
            waiting = [f for f in waiting if not any(f is other for other in together)]
            yield joined([first, *together]) if together else first, found
        else:
            yield first, found
