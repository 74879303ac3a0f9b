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
from interpreter.scene.data import Change, Move, Roll
from interpreter.scene.facts import Changed, Fact, Moved, Noted
from interpreter.scene.stage import NOT_SHOWN, Stage, TrackInfo
from rulelang.types import Bool, item_of

MOST_NAMED = 8  # of things in one part
MINUS = "\u2212"


class Wording:
    def __init__(self, stage: Stage, seat: int | None) -> None:
        self.stage = stage
        self.words = stage.words
        self.me = stage.seat_refs[seat] if seat is not None and 0 <= seat < stage.players else "nobody"

    # ------------------------------------------------------------ what is worth telling
    def stock_of(self, first: Event, second: Event) -> str:
        """Of a payment between a player and a common stock only the player's side is told; of one between
        two tracks of the same owner not the one that is empty again."""
        owners = [self.owner_of(event.track) for event in (first, second)]
        if bool(owners[0]) != bool(owners[1]):
            return second.track if owners[0] else first.track
        if owners[0] and owners[0] == owners[1]:
            for event in (first, second):
                if str(event.new) == self.track(event.track).start:
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
            named |= {self.zone_owner(event.source), self.zone_owner(event.target)}
        elif event.kind == "set":
            named.add(self.owner_of(event.track))
        return not named.isdisjoint(refs)

    def is_news(self, fact: Fact) -> bool:
        if fact.rule in self.stage.told and self.words.text(f"tell.{fact.rule}") == NOT_SHOWN:
            return False
        if isinstance(fact, Moved):
            zones = [self.stage.zones[zone.partition(":")[0]] for zone in (fact.source, fact.target) if zone]
            return all(zone.shown for zone in zones)
        if isinstance(fact, Noted):
            return True
        info = self.track(fact.track)
        if not info.shown or info.is_turn or fact.stock:
            return False
        if info.is_number:
            return info.declared.owner is not None or str(fact.new) != info.start
        return self._key(fact.new) not in (info.start, "none", "no", "")

    def is_mine(self, fact: Fact) -> bool:
        """Whether it gave the seat something or cost it something."""
        if isinstance(fact, Moved):
            return self.me in (self.zone_owner(fact.source), self.zone_owner(fact.target))
        return isinstance(fact, Changed) and self.owner_of(fact.track) == self.me

    def shows_itself(self, chose: Event, facts: Sequence[object]) -> bool:
        """Whether what was chosen is named by what came of it."""
        named: set[str] = set()
        for fact in facts:
            if isinstance(fact, Moved):
                named |= {*fact.things, self.zone_owner(fact.target), self.zone_owner(fact.source)}
                if fact.place is not None:
                    named.add(f"{fact.target.partition(':')[0]}@c{fact.place[0]}r{fact.place[1]}")
            elif isinstance(fact, Changed):
                info = self.track(fact.track)
                named.add(self.owner_of(fact.track))
                named.add(self.stage.ref_of(info.type, str(fact.new)))
            elif isinstance(fact, Noted):
                named |= set(fact.things)
        return bool(chose.things) and named.issuperset(chose.things)

    def is_said(self, fact: Fact, answer: str, who: int | None) -> bool:
        """Whether an answer has told already where somebody goes: `walk: cabin`."""
        if not isinstance(fact, Changed) or not self.track(fact.track).names_place:
            return False
        owner = self.owner_of(fact.track)
        mover = not owner or (who is not None and owner == self.stage.seat_refs[who])
        return mover and self.value(fact, fact.new) in answer

    # ------------------------------------------------------------ names
    def track(self, track: str) -> TrackInfo:
        return self.stage.tracks[track.partition(":")[0]]

    def owner_of(self, track: str) -> str:
        return self.stage.called(self.track(track), track.partition(":")[2])[1]

    def zone_owner(self, zone: str) -> str:
        name, _, key = zone.partition(":")
        return self.stage.called(self.stage.zones[name], key)[1] if name else ""

    def owned(self, name: str, owner: str) -> str:
        if not owner:
            return name
        if owner == self.me:
            return self.words.say("scene.yours", name)
        return self.words.say("event.owned", name, self.stage.names[owner])

    def named(self, ref: str) -> str:
        return self.words.say("scene.you") if ref == self.me else self.stage.names[ref]

    def zone(self, zone: str) -> str:
        if not zone:
            return self.words.text("zone.box")
        name, _, key = zone.partition(":")
        return self.owned(*self.stage.called(self.stage.zones[name], key))

    def track_name(self, track: str) -> str:
        return self.owned(*self.stage.called(self.track(track), track.partition(":")[2]))

    def things(self, things: Sequence[str], hidden: int) -> str:
        names = Counter(self.stage.names[thing] for thing in things)
        told = self._counted(names)
        if len(told) > MOST_NAMED:
            return self.words.hidden(len(things) + hidden)
        return ", ".join([*told, self.words.hidden(hidden)] if hidden else told)

    # ------------------------------------------------------------ parts of a sentence
    def joined(self, headline: str, parts: Sequence[str]) -> str:
        told = "; ".join(part for part in parts if part)
        if headline and told and not headline.endswith(":"):
            return self.words.say("scene.because", headline, told)
        return f"{headline} {told}" if headline and told else headline.removesuffix(":") or told

    def parts(self, facts: Sequence[Fact], who: int | None) -> Iterator[str]:
        done: set[int] = set()
        for number, fact in enumerate(facts):
            if number in done:
                continue
            if fact.rule in self.stage.told:
                yield self._template(fact, who)
            elif isinstance(fact, Moved):
                together = [i for i in range(number, len(facts)) if _came_together(fact, facts[i])]
                moves = [move for i in together if isinstance(move := facts[i], Moved)]
                if len(moves) > 1 and (_are_many(moves) or not any(map(self._loser, moves))):
                    done |= set(together)
                    yield self._moved([_joined(moves)])
                    continue
                within = [i for i in range(number, len(facts)) if self._stays_alike(fact, facts[i])]
                if len(within) > 1:
                    done |= set(within)
                    yield self._within([f for i in within if isinstance(f := facts[i], Moved)])
                    continue
                alike = [i for i in range(number, len(facts)) if self._goes_alike(fact, facts[i])]
                done |= set(alike)
                yield self._moved([f for i in alike if isinstance(f := facts[i], Moved)])
            elif isinstance(fact, Changed):
                name = fact.track.partition(":")[0]
                alike = [i for i in range(number, len(facts)) if self._is_of(name, facts[i])]
                done |= set(alike)
                yield self._changed([f for i in alike if isinstance(f := facts[i], Changed)])
            elif fact.kind == "reveal":
                alike = [i for i in range(number, len(facts)) if _is_shown(facts[i])]
                done |= set(alike)
                yield self._shown([f for i in alike if isinstance(f := facts[i], Noted)])
            else:
                alike = [i for i in range(number, len(facts)) if _is_roll(fact, facts[i])]
                done |= set(alike)
                yield self._rolled([f for i in alike if isinstance(f := facts[i], Noted)])

    def _template(self, fact: Fact, who: int | None) -> str:
        """What the definition itself has to say about what a rule did."""
        player = "" if who is None else self.words.player(who)
        if isinstance(fact, Moved):
            parts = [self.things(fact.things, fact.hidden), self.zone(fact.source), self.zone(fact.target)]
            return self.words.say(f"tell.{fact.rule}", player, *parts, fact.amount, "")
        if isinstance(fact, Changed):
            name = self.track_name(fact.track)
            by = fact.new - fact.old if type(fact.new) is int else ""
            return self.words.say(f"tell.{fact.rule}", player, name, "", "", by, self.value(fact, fact.new))
        return self._shown([fact]) if fact.kind == "reveal" else self._rolled([fact])

    def _goes_alike(self, fact: Moved, other: Fact) -> bool:
        """Whether the same goes to the same sort of place of another owner."""
        if other is fact:
            return True
        if not isinstance(other, Moved) or fact.place or other.place or not self.zone_owner(fact.target):
            return False
        target = fact.target.partition(":")[0]
        if other.target.partition(":")[0] != target or other.hidden != fact.hidden:
            return False
        names = [sorted(self.stage.names[thing] for thing in move.things) for move in (fact, other)]
        return names[0] == names[1] and not self._loser(fact) and not self._loser(other)

    def _stays(self, fact: Moved) -> str:
        """The player who keeps what only goes from one place of theirs to another."""
        owner = self._loser(fact)
        return owner if owner and owner == self.zone_owner(fact.target) and not fact.place else ""

    def _stays_alike(self, fact: Moved, other: Fact) -> bool:
        """Whether another player does the same with something of theirs."""
        if not isinstance(other, Moved) or not self._stays(fact) or not self._stays(other):
            return False
        return _names(fact) == _names(other) and other.rule == fact.rule

    def _within(self, facts: Sequence[Moved]) -> str:
        source, target = (self.stage.zones[name].name for name in _names(facts[0]))
        parts = [
            self.words.say("scene.now", self.things(f.things, f.hidden), self.named(self._stays(f)))
            for f in facts
        ]
        return self.words.say("scene.is", self.words.say("scene.came", source, target), self._some(parts))

    def _loser(self, fact: Moved) -> str:
        """The player who had it, which is worth telling."""
        owner = self.zone_owner(fact.source)
        return owner if owner in self.stage.seat_refs else ""

    def _moved(self, facts: Sequence[Moved]) -> str:
        fact = facts[0]
        what = self.things(fact.things, fact.hidden)
        if len(facts) > 1:
            zone = self.stage.zones[fact.target.partition(":")[0]].name
            owners = Counter(self.named(self.zone_owner(move.target)) for move in facts)
            return self.words.say("scene.placed", what, zone, self._some(self._counted(owners)))
        target = self.zone(fact.target)
        if fact.place is not None:
            return self.words.say("scene.placed", what, target, self.words.say("place", *fact.place))
        if self._stays(fact):
            source = self.stage.zones[_names(fact)[0]].name
            return self.words.say("scene.went", what, source, target)
        if self._loser(fact):
            return self.words.say("scene.went", what, self.zone(fact.source), target)
        return self.words.say("scene.came", what, target)

    def _is_of(self, name: str, fact: Fact) -> bool:
        if not isinstance(fact, Changed) or fact.rule in self.stage.told:
            return False
        return fact.track.partition(":")[0] == name

    def _changed(self, facts: Sequence[Changed]) -> str:
        info, words = self.track(facts[0].track), self.words
        owners = [self.owner_of(fact.track) for fact in facts]
        if info.is_number and all(type(number) is int for fact in facts for number in (fact.old, fact.new)):
            return self._counted_changes(info, facts, owners)  # from none there is no distance
        if info.is_flag:
            named = self._some([self.named(owner) for owner in owners if owner])
            return words.say("scene.is", info.name, named) if named else info.name
        if len(facts) == 1:
            return words.say("scene.is", self.track_name(facts[0].track), self.value(facts[0], facts[0].new))
        each = zip(owners, facts, strict=True)
        parts = [f"{self.named(owner)} {self.value(fact, fact.new)}" for owner, fact in each]
        return words.say("scene.is", info.name, self._some(parts))

    def _counted_changes(self, info: TrackInfo, facts: Sequence[Changed], owners: Sequence[str]) -> str:
        words, signs = self.words, [signed(fact.new - fact.old) for fact in facts]
        if len(facts) == 1:
            return words.say("scene.by", self.track_name(facts[0].track), signs[0], str(facts[0].new))
        if len(set(signs)) == 1:
            each = zip(owners, facts, strict=True)
            parts = [words.say("scene.now", self.named(owner), str(fact.new)) for owner, fact in each]
            return words.say("scene.by_each", info.name, signs[0], self._some(parts))
        all_of_them = zip(owners, signs, facts, strict=True)
        parts = [words.say("scene.by", self.named(o), sign, str(fact.new)) for o, sign, fact in all_of_them]
        return words.say("scene.is", info.name, self._some(parts))

    def _rolled(self, facts: Sequence[Noted]) -> str:
        faces = [fact.said[1] for fact in facts if fact.said[1]]
        if not faces:
            return self.words.say("event.rolled_secretly", facts[0].said[0])
        return self.words.say("event.rolled", facts[0].said[0], ", ".join(faces))

    def _shown(self, facts: Sequence[Noted]) -> str:
        parts = [
            self.words.say("scene.now", self.things(fact.things, 0), self.zone(fact.source))
            if fact.source
            else self.things(fact.things, 0)
            for fact in facts
        ]
        return self.words.say("scene.shown", self._some(parts))

    def _counted(self, names: Counter[str]) -> list[str]:
        return [self.words.say("scene.times", name, n) if n > 1 else name for name, n in names.items()]

    def _some(self, parts: Sequence[str]) -> str:
        if len(parts) <= MOST_NAMED:
            return ", ".join(parts)
        shown = ", ".join(parts[: MOST_NAMED - 1])
        return self.words.say("scene.more", shown, len(parts) - MOST_NAMED + 1)

    def value(self, fact: Changed, value: Any) -> str:
        """A value of a track in words, from its key."""
        type_ = self.track(fact.track).type
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
                yield Change(fact.track, self.owner_of(fact.track), old, new, by)

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


def _names(fact: Moved) -> tuple[str, str]:
    return fact.source.partition(":")[0], fact.target.partition(":")[0]


def _came_together(fact: Moved, other: Fact) -> bool:
    """Whether one line of the rules brought both to the same place, from wherever."""
    if not isinstance(other, Moved) or fact.place is not None or other.place is not None:
        return False
    return other.target == fact.target and other.site == fact.site


def _are_many(moves: Sequence[Moved]) -> bool:
    return sum(move.amount for move in moves) > MOST_NAMED


def _joined(moves: Sequence[Moved]) -> Moved:
    things = [thing for move in moves for thing in move.things]
    return evolve(moves[0], things=things, hidden=sum(move.hidden for move in moves), source="")


def _is_roll(fact: Noted, other: Fact) -> bool:
    if not isinstance(other, Noted) or other.kind != "roll" or other.said[0] != fact.said[0]:
        return False
    return bool(other.said[1]) == bool(fact.said[1])  # some can be seen, some not


def _is_shown(fact: Fact) -> bool:
    return isinstance(fact, Noted) and fact.kind == "reveal"
