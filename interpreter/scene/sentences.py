"""Moves and changes in words, for one seat.

In: the facts of one cause. Out: the parts of a sentence. The same for several owners is one part; what is the
seat's own is called so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve

from interpreter.knowledge.events import Event
from interpreter.scene.authored import Authored
from interpreter.scene.data import Change, Move, Roll
from interpreter.scene.facts import Changed, Fact, Moved, Noted, came_together, joined
from interpreter.scene.naming import MOST_NAMED, Naming
from interpreter.scene.repeats import Repeats
from interpreter.scene.runs import Part, Run, say_the_same
from interpreter.scene.stage import Stage
from rulelang.inflection.forms import settled
from rulelang.types import Bool, item_of

MINUS = "\u2212"
MOST_PLACES = 3  # of a board that are told one by one


class Wording:
    def __init__(self, stage: Stage, seat: int | None) -> None:
        self.stage, self.words = stage, stage.words
        self.naming = Naming(stage, seat)
        self.authored = Authored(self.naming, self.value)
        self.repeats = Repeats(self.naming, self.authored, self.value)
        # With the facts themselves, so that no other ones get their ids.
        self.known: dict[tuple[int | None, ...], tuple[Sequence[Fact], Sequence[Part]]] = {}

    # ------------------------------------------------------------ what is worth telling
    def stock_of(self, first: Event, second: Event) -> str:
        """Of a payment between a player and a common stock only the player's side is told; of one between
        two tracks of the same owner not the one that is empty again."""
        owners = [self.naming.owner_of(event.track) for event in (first, second)]
        if bool(owners[0]) != bool(owners[1]):
            return second.track if owners[0] else first.track
        if owners[0] and owners[0] == owners[1]:
            for event in (first, second):
                if str(event.new) == self.naming.track(event.track).start:
                    return event.track
        return ""

    def is_drawn(self, event: Event) -> bool:
        """Whether a card is turned over: from a hidden pile to where everybody sees it and nobody owns it."""
        if event.kind != "move" or len(event.things) != 1 or event.hidden or event.place is not None:
            return False
        source = self.stage.zones.get(event.source.partition(":")[0])
        target = self.stage.zones.get(event.target)
        return bool(source and target and source.declared.sees == "none" and target.declared.sees == "all")

    def touches(self, event: Event, refs: Sequence[str]) -> bool:
        """Whether an event is about one of these."""
        named = {*event.things}
        if event.kind == "move":
            named |= {self.naming.zone_owner(event.source), self.naming.zone_owner(event.target)}
        elif event.kind == "set":
            named.add(self.naming.owner_of(event.track))
        return not named.isdisjoint(refs)

    def is_news(self, fact: Fact) -> bool:
        if self.authored.is_silent(fact.rule):
            return False
        if isinstance(fact, Moved):
            zones = [self.stage.zones[zone.partition(":")[0]] for zone in (fact.source, fact.target) if zone]
            return all(zone.shown for zone in zones)
        if isinstance(fact, Noted):
            return True
        info = self.naming.track(fact.track)
        if not info.shown or info.is_turn or fact.stock:
            return False
        if info.is_number:
            return info.declared.owner is not None or str(fact.new) != info.start
        return self._key(fact.new) not in (info.start, "none", "no", "")

    def is_mine(self, fact: Fact) -> bool:
        """Whether it gave the seat something or cost it something."""
        if isinstance(fact, Moved):
            return self.naming.me in (
                self.naming.zone_owner(fact.source),
                self.naming.zone_owner(fact.target),
            )
        return isinstance(fact, Changed) and self.naming.owner_of(fact.track) == self.naming.me

    def is_played(self, fact: Moved) -> bool:
        """Whether somebody lays open what only they could see."""
        source, target = (self.stage.zones.get(zone.partition(":")[0]) for zone in (fact.source, fact.target))
        if source is None or target is None or not self._loser(fact) or target.declared.sees != "all":
            return False
        return source.declared.sees != "all"

    # ------------------------------------------------------------ parts of a sentence
    def joined(self, headline: str, parts: Sequence[str]) -> str:
        told = "; ".join(part for part in parts if part)
        if told and headline.endswith(".") and not headline.endswith(".."):
            headline = headline[:-1]  # the sentence goes on
        if headline and told and not headline.endswith(":"):
            return self.words.say("scene.because", headline, told)
        return f"{headline} {told}" if headline and told else headline.removesuffix(":") or told

    def parts(self, facts: Sequence[Fact], who: int | None) -> Iterator[str]:
        yield from (text for _, text, _ in self._parts(facts, who))

    def apart(self, facts: list[Fact], who: int | None) -> Iterator[list[Fact]]:
        """What came of no choice, as so many sentences: what the definition says of one player is not told in
        one breath with what happens to another one."""
        runs: list[Run] = []
        for part in self._parts(facts, who):
            group, _, is_own = part
            about = {owner for fact in group for owner in self._seats_of(fact)}
            if not about and is_own and who is not None:
                about = {self.stage.seat_refs[who]}
            goes_on = not is_own and (not about or not (runs and runs[-1].is_own))
            if runs and (goes_on or about == runs[-1].about):
                runs[-1].add(part, about, is_own)
            else:
                runs.append(Run(about, is_own, [part]))
        for number, run in enumerate(runs):
            if run.parts and number and say_the_same(runs[number - 1], run):
                run.parts, runs[number - 1].parts = [*runs[number - 1].parts, *run.parts], []
        echoes = [fact for fact in facts if self.repeats.is_echo(fact, facts)]
        for run in runs:
            if run.parts:
                ids = {*map(id, echoes), *map(id, run.facts)}
                told = [fact for fact in facts if id(fact) in ids]
                self.known[who, *map(id, told)] = told, run.parts
                yield told
                echoes = []

    def _seats_of(self, fact: Fact) -> Iterator[str]:
        """The players that a fact is about."""
        owners = []
        if isinstance(fact, Moved):
            owners = [self.naming.zone_owner(fact.source), self.naming.zone_owner(fact.target)]
        elif isinstance(fact, Changed):
            type_ = self.naming.track(fact.track).type
            owners = [self.naming.owner_of(fact.track), self.stage.ref_of(type_, str(fact.new))]
        yield from (owner for owner in owners if owner in self.stage.seat_refs)

    def _parts(self, facts: Sequence[Fact], who: int | None) -> Sequence[Part]:
        """What came of a cause: sentences of the definition's own, and for the rest what is made here.

        The same facts are asked for up to three times: to be divided, told, and told as somebody's own.
        """
        key = who, *map(id, facts)
        if key not in self.known:
            self.known[key] = facts, self._parts_of(facts, who)
        return self.known[key][1]

    def _parts_of(self, facts: Sequence[Fact], who: int | None) -> Sequence[Part]:
        facts = [fact for fact in facts if not self.repeats.is_echo(fact, facts)]
        authored = list(self.authored.rules(facts, who))
        told = {id(fact) for group, _ in authored for fact in group}
        rest = [fact for fact in facts if id(fact) not in told]
        order = {id(fact): number for number, fact in enumerate(facts)}
        found = [(min(order[id(fact)] for fact in group), group, text, True) for group, text in authored]
        found += [(order[id(group[0])], group, text, False) for group, text in self._made(rest)]
        found.sort(key=lambda part: part[0])
        return [part for _, *part in found]  # type: ignore[misc]

    def _made(self, facts: Sequence[Fact]) -> Iterator[tuple[list[Fact], str]]:
        waiting = list(facts)
        while waiting:
            fact = waiting[0]
            group, text = self._part(fact, waiting)
            waiting = [other for other in waiting if not any(other is told for told in group)]
            yield group, text

    def _part(self, fact: Fact, facts: Sequence[Fact]) -> tuple[list[Fact], str]:
        """A fact in words, together with those that are told with it."""
        if isinstance(fact, Moved):
            moves = [f for f in facts if isinstance(f, Moved)]
            together = [move for move in moves if came_together(fact, move)]
            if len(together) > 1 and (_are_many(together) or not any(map(self._loser, together))):
                return [*together], self._moved([joined(together)])
            if fact.place is not None:
                laid = [move for move in moves if move.place is not None and move.target == fact.target]
                if len(laid) > MOST_PLACES:
                    return [*laid], self._moved([evolve(joined(laid), place=None)])
            within = [move for move in moves if self._stays_alike(fact, move)]
            if len(within) > 1:
                return [*within], self._within(within)
            alike = [move for move in moves if self._goes_alike(fact, move)]
            return [*alike], self._moved(alike)
        if isinstance(fact, Changed):
            name, called = fact.track.partition(":")[0], self._called(fact)
            changes = [f for f in facts if isinstance(f, Changed) and f.track.partition(":")[0] == name]
            changes = [change for change in changes if self._called(change) == called]
            return [*changes], self._changed(changes)
        notes = [f for f in facts if isinstance(f, Noted)]
        if fact.kind == "reveal":
            shown = [note for note in notes if note.kind == "reveal"]
            return [*shown], self._shown(shown)
        rolled = [note for note in notes if _is_roll(fact, note)]
        return [*rolled], self._rolled(rolled)

    def _goes_alike(self, fact: Moved, other: Fact) -> bool:
        """Whether the same goes to the same sort of place of another owner."""
        if other is fact:
            return True
        if (
            not isinstance(other, Moved)
            or fact.place
            or other.place
            or not self.naming.zone_owner(fact.target)
        ):
            return False
        target = fact.target.partition(":")[0]
        if other.target.partition(":")[0] != target or other.hidden != fact.hidden:
            return False
        names = [sorted(self.stage.names[thing] for thing in move.things) for move in (fact, other)]
        return names[0] == names[1] and not self._loser(fact) and not self._loser(other)

    def _stays(self, fact: Moved) -> str:
        """The player who keeps what only goes from one place of theirs to another."""
        owner = self._loser(fact)
        return owner if owner and owner == self.naming.zone_owner(fact.target) and not fact.place else ""

    def _stays_alike(self, fact: Moved, other: Fact) -> bool:
        """Whether another player does the same with something of theirs: keeps it, or gives it to all."""
        if not isinstance(other, Moved) or _names(fact) != _names(other) or other.rule != fact.rule:
            return False
        if fact.target == other.target and not self._stays(fact):
            return self._is_given(fact) and self._is_given(other)
        return bool(self._stays(fact) and self._stays(other))

    def _is_given(self, fact: Moved) -> bool:
        return bool(self._loser(fact)) and fact.place is None and not self.naming.zone_owner(fact.target)

    def _within(self, facts: Sequence[Moved]) -> str:
        naming, words = self.naming, self.words
        parts = [
            words.say("scene.now", naming.things(f.things, f.hidden), naming.named(self._loser(f)))
            for f in facts
        ]
        called = naming.any_zone if self._stays(facts[0]) else naming.zone
        source, target = naming.any_zone(facts[0].source), called(facts[0].target)
        return naming.phrasing.say("scene.within", source, target, naming.some(parts))

    def _loser(self, fact: Moved) -> str:
        """The player who had it, which is worth telling."""
        owner = self.naming.zone_owner(fact.source)
        return owner if owner in self.stage.seat_refs else ""

    def _moved(self, facts: Sequence[Moved]) -> str:
        fact, naming = facts[0], self.naming
        what, say = naming.things(fact.things, fact.hidden), naming.phrasing.say
        verb = naming.how_many(fact.things, fact.hidden)
        if len(facts) > 1:
            owners = Counter(naming.named(naming.zone_owner(move.target)) for move in facts)
            told = naming.some(naming.counted(owners))
            return say("scene.each", what, verb, naming.any_zone(fact.target), told)
        target = naming.zone(fact.target)
        if fact.place is not None:
            return say("scene.placed", what, verb, target, self.words.say("place", *fact.place))
        if self._stays(fact):
            return say("scene.went", what, verb, naming.any_zone(fact.source), target)
        if self._loser(fact):
            return say("scene.went", what, verb, naming.zone(fact.source), target)
        return say("scene.came", what, verb, target)

    def _changed(self, facts: Sequence[Changed]) -> str:
        info, words = self.naming.track(facts[0].track), self.words
        owners = [self.naming.owner_of(fact.track) for fact in facts]
        name = self._called(facts[0])
        if info.is_number and all(type(number) is int for fact in facts for number in (fact.old, fact.new)):
            return self._counted_changes(name, facts, owners)  # from none there is no distance
        if info.is_flag:
            named = self.naming.some([self.naming.named(owner) for owner in owners if owner])
            return words.say("scene.is", name, named) if named else name
        if len(facts) == 1:
            return words.say(
                "scene.is", self.naming.track_name(facts[0].track), self.value(facts[0], facts[0].new)
            )
        each = zip(owners, facts, strict=True)
        parts = [f"{self.naming.named(owner)} {self.value(fact, fact.new)}" for owner, fact in each]
        return words.say("scene.is", name, self.naming.some(parts))

    def _called(self, fact: Changed) -> str:
        """A track without the player whose it is."""
        return self.stage.called(self.naming.track(fact.track), fact.track.partition(":")[2])[0]

    def _counted_changes(self, name: str, facts: Sequence[Changed], owners: Sequence[str]) -> str:
        words, signs = self.words, [signed(fact.new - fact.old) for fact in facts]
        if len(facts) == 1:
            return words.say(
                "scene.by", self.naming.track_name(facts[0].track), signs[0], figure(facts[0].new)
            )
        if len(set(signs)) == 1:
            each = zip(owners, facts, strict=True)
            parts = [
                words.say("scene.now", self.naming.named(owner), figure(fact.new)) for owner, fact in each
            ]
            return words.say("scene.by_each", name, signs[0], self.naming.some(parts))
        all_of_them = zip(owners, signs, facts, strict=True)
        parts = [
            words.say("scene.by", self.naming.named(o), sign, figure(fact.new))
            for o, sign, fact in all_of_them
        ]
        return words.say("scene.is", name, self.naming.some(parts))

    def _rolled(self, facts: Sequence[Noted]) -> str:
        faces = [fact.said[1] for fact in facts if fact.said[1]]
        if not faces:
            return self.words.say("event.rolled_secretly", facts[0].said[0])
        return self.words.say("event.rolled", facts[0].said[0], ", ".join(faces))

    def _shown(self, facts: Sequence[Noted]) -> str:
        parts = [
            self.words.say("scene.now", self.naming.things(fact.things, 0), self._place(fact.source))
            if fact.source
            else self.naming.things(fact.things, 0)
            for fact in facts
        ]
        return self.words.say("scene.shown", self.naming.some(parts))

    def _place(self, zone: str) -> str:
        return settled(
            self.naming.owned(
                *self.stage.called(self.stage.zones[zone.partition(":")[0]], zone.partition(":")[2])
            )
        )

    def value(self, fact: Changed, value: Any) -> str:
        """A value of a track in words, from its key."""
        type_ = self.naming.track(fact.track).type
        if isinstance(value, tuple):
            item = item_of(type_)
            return ", ".join(self.stage.names.get(self.stage.ref_of(item, key), str(key)) for key in value)
        if type(value) is int:
            return str(value)
        if isinstance(type_, Bool) or value == "none":
            return self.words.text(str(value))
        return self.stage.names.get(self.stage.ref_of(type_, value), str(value))

    def _key(self, value: Any) -> str:
        return ", ".join(value) if isinstance(value, tuple) else str(value)

    # ------------------------------------------------------------ as data
    def move(self, fact: Moved) -> Move:
        return Move(tuple(fact.things), fact.hidden, fact.source, fact.target, fact.place)

    def changes(self, facts: Sequence[Fact]) -> Iterator[Change]:
        for fact in facts:
            if isinstance(fact, Changed):
                by = fact.new - fact.old if type(fact.new) is type(fact.old) is int else None
                old, new = self.value(fact, fact.old), self.value(fact, fact.new)
                yield Change(fact.track, self.naming.owner_of(fact.track), old, new, by)

    def rolls(self, facts: Sequence[Fact]) -> Iterator[Roll]:
        """What is rolled one after another, and told together, lies together on the table."""
        done: list[Fact] = []
        for number, fact in enumerate(facts):
            if isinstance(fact, Noted) and fact.kind == "roll" and fact not in done:
                alike = [f for f in facts[number:] if isinstance(f, Noted) and _is_roll(fact, f)]
                done += alike
                yield Roll(fact.die, fact.said[0], tuple(face for f in alike for face in f.faces))


def signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"


def figure(value: int) -> str:
    return str(value) if value >= 0 else f"{MINUS}{-value}"


def _names(fact: Moved) -> tuple[str, str]:
    return fact.source.partition(":")[0], fact.target.partition(":")[0]


def _are_many(moves: Sequence[Moved]) -> bool:
    return sum(move.amount for move in moves) > MOST_NAMED


def _is_roll(fact: Noted, other: Fact) -> bool:
    if not isinstance(other, Noted) or other.kind != "roll" or other.said[0] != fact.said[0]:
        return False
    return bool(other.said[1]) == bool(fact.said[1])  # some can be seen, some not
