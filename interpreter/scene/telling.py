"""What happened, in chapters of sentences.

In: events as one seat may know them. Out: a chapter for each turn, with a sentence for each cause: a choice,
or something that the rules say, with everything that came of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from attrs import define, field

from interpreter.knowledge.events import Event
from interpreter.scene.data import Chapter, Sentence
from interpreter.scene.facts import Fact, Facts, Moved
from interpreter.scene.sentences import Wording
from interpreter.scene.stage import Stage

CHOICE, SAID, RULE = "choice", "said", "rule"
CHOICES = ("choice", "chose", "secret")


@define
class Beat:
    """A cause, and the events that came of it."""

    head: Event | None = None
    events: list[Event] = field(factory=list)
    closed: bool = False  # what follows has another cause
    said: Event | None = None  # what the rules say about a choice, before anything comes of it

    @property
    def cause(self) -> str:
        """The rule that it began in."""
        first = self.head or (self.events[0] if self.events else None)
        return first.rule if first is not None else ""


@define
class Part:
    """A chapter that is being made."""

    wording: Wording
    number: int
    title: str
    player: int | None
    sort: str
    beats: list[Beat] = field(factory=lambda: [Beat()])

    def take(self, event: Event, following: Event | None) -> None:
        last = self.beats[-1]
        if event.kind in CHOICES:
            self.beats.append(Beat(event, closed=event.kind == "secret"))
        elif event.kind == "say":
            self._say(event, last, following)
        elif event.kind == "over":
            self.beats.append(Beat(event, closed=True))
        elif last.closed or (last.events and self.wording.is_drawn(event)):
            # A card that is turned over from a hidden pile is itself a cause.
            self.beats.append(Beat(None, [event]))
        elif (interrupted := self._interrupted(event)) is not None:
            interrupted.events.append(event)
        elif self.wording.stage.causes.is_apart(event.rule, last.cause):
            self.beats.append(Beat(None, [event]))
        else:
            last.events.append(event)

    def _interrupted(self, event: Event) -> Beat | None:
        """What goes on after an ability that came in between."""
        causes = self.wording.stage.causes
        for number, beat in enumerate(reversed(self.beats)):
            if beat.head is not None or beat.cause not in causes.abilities:
                goes_on = number and not beat.closed and not causes.is_apart(event.rule, beat.cause)
                return beat if goes_on else None
            if causes.comes_of(event.rule, beat.cause):
                return None
        return None

    def _say(self, event: Event, last: Beat, following: Event | None) -> None:
        """What is said after what its rule did, or what it speaks of, explains that; else what follows."""
        goes_on = following is not None and following.rule == event.rule
        spoken_of = any(self.wording.touches(other, event.things) for other in last.events)
        causes = self.wording.stage.causes
        if last.head is None and spoken_of and not goes_on:
            last.head, last.closed = event, True
            return
        start = len(last.events)
        is_second = last.head is not None and last.head.kind == "say" and last.head.rule == event.rule
        while start and last.events[start - 1].rule == event.rule and not is_second:
            start -= 1  # unless it is said again, of what comes: then the first time it was, too
        explained, last.events = last.events[start:], last.events[:start]
        is_of_choice = last.head is not None and last.head.kind in CHOICES and not last.events
        if is_of_choice and not last.said and causes.belong_together(event.rule, last.cause):
            last.said, last.events = event, explained
            return
        self.beats.append(Beat(event, explained, closed=bool(explained)))


def chapters(stage: Stage, events: Sequence[Event], seat: int | None) -> tuple[Chapter, ...]:
    wording = Wording(stage, seat)
    found = [_told(wording, part) for part in _parts(wording, events)]
    return tuple(chapter for chapter in found if chapter.sentences)


def _parts(wording: Wording, events: Sequence[Event]) -> Iterator[Part]:
    words = wording.words
    begins = "scene.setup" if wording.stage.has_turns else "scene.whole"
    part = Part(wording, 0, words.say(begins), None, "setup")
    for event, following in zip_longest(events, events[1:]):
        if event.kind == "turn":
            yield part
            part = Part(wording, event.chapter, event.text, event.player, "turn")
        elif event.kind in ("round", "turns_over"):
            yield part
            sort = "round" if event.kind == "round" else "after"
            part = Part(wording, event.chapter, words.say(f"scene.{sort}"), None, sort)
        else:
            part.take(event, following)
    yield part


def _told(wording: Wording, part: Part) -> Chapter:
    found = []
    for beat in part.beats:
        facts = [fact for fact in Facts(beat.events, wording).found if wording.is_news(fact)]
        for told in wording.apart(facts, part.player) if beat.head is None else [facts]:
            sentence = _sentence(wording, beat, told, part.player)
            if sentence is not None:
                found.append(sentence)
    return Chapter(part.number, part.title, part.player, part.sort, tuple(found))


def _sentence(wording: Wording, beat: Beat, facts: list[Fact], turn: int | None) -> Sentence | None:
    head = beat.head
    source = head or (facts[0] if facts else None)
    if source is None:
        return None
    who = head.player if head is not None and head.player is not None else turn
    headline, told, within = _headline(wording, beat, facts, turn)
    text = wording.joined(headline, list(wording.parts(told, who)))
    mine = [fact for fact in facts if wording.is_mine(fact)]
    besides = [fact for fact in mine if not any(fact is other for other in within)]
    yours = "; ".join(wording.parts(besides, who))
    if not text:
        return None
    return Sentence(
        text,
        RULE if head is None else CHOICE if head.kind in CHOICES else SAID,
        head.player if head is not None else None,
        bool(mine),
        yours or (headline if mine else ""),
        tuple(wording.move(fact) for fact in facts if isinstance(fact, Moved)),
        tuple(wording.changes(facts)),
        source.rule,
        source.site,
        tuple(wording.rolls(facts)),
        headline.removesuffix(":").removesuffix(".") if told and (yours or not mine) else "",
    )


Headline = tuple[str, Sequence[Fact], Sequence[Fact]]


def _headline(wording: Wording, beat: Beat, facts: Sequence[Fact], turn: int | None) -> Headline:
    """How a sentence begins, the facts that are still to be told, and those that it tells by itself."""
    head = beat.head
    if head is None:
        return (*_drawn(wording, beat, facts), ())
    if head.kind not in CHOICES:
        return head.text, facts, ()
    authored = wording.authored.choice(head, facts, head.player)
    if authored is not None:
        said, within = authored
        facts = [fact for fact in facts if not any(fact is other for other in within)]
        if not wording.authored.names_who(head):
            said = _by(wording, head, said, turn)
    else:
        said, within = _answered(wording, beat, head, facts), []
        if head.said[1] in said:  # what was chosen is told once
            within = [fact for fact in facts if wording.repeats.is_said(fact, head)]
            facts = [fact for fact in facts if not any(fact is other for other in within)]
        is_silent = wording.authored.is_silent(f"{head.rule}.{head.name}")
        said = _by(wording, head, said, turn) if said or not is_silent else _of_all(wording, facts)
    return (wording.joined(said, [beat.said.text]) if beat.said is not None else said), facts, within


def _of_all(wording: Wording, facts: Sequence[Fact]) -> str:
    """What is done, if it is all done in one case of a rule."""
    rules = {fact.rule for fact in facts}
    return wording.stage.causes.about(rules.pop()) if len(rules) == 1 else ""


def _answered(wording: Wording, beat: Beat, head: Event, facts: Sequence[Fact]) -> str:
    """A choice that the definition has no sentence for."""
    question, answer = head.said
    if wording.authored.is_silent(f"{head.rule}.{head.name}") and head.new is not False:
        return ""
    if head.kind == "chose" and wording.repeats.shows_itself(head, facts):
        return "" if beat.said is not None else wording.stage.causes.about(head.rule)
    if head.new is True:  # what somebody may do, and does
        return wording.words.action(head.rule, head.name)
    return wording.words.say("scene.because", question, answer) if question else answer


def _by(wording: Wording, head: Event, said: str, turn: int | None) -> str:
    """Who chose, if it is not their turn."""
    if head.player is None or head.player == turn:
        return said
    who = wording.words.player(head.player)
    return wording.words.say("scene.says", who, said) if said else f"{who}:"


def _drawn(wording: Wording, beat: Beat, facts: Sequence[Fact]) -> tuple[str, Sequence[Fact]]:
    """A card that was turned over, had its effect and is put away gives its name to the sentence."""
    first = beat.events[0]
    if not wording.is_drawn(first):
        return (
            wording.stage.causes.about(first.rule) if facts and facts[0].rule == first.rule else ""
        ), facts
    gone = [
        fact
        for fact in facts
        if isinstance(fact, Moved)
        and tuple(fact.things) == first.things
        and not fact.hidden
        and fact.place is None
        and fact.target != first.target
    ]
    rest = [fact for fact in facts if fact not in gone]
    return (wording.naming.things(first.things, 0), rest) if gone and rest else ("", facts)
