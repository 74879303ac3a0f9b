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
        elif self.wording.stage.is_other_case(event.rule, last.cause):
            self.beats.append(Beat(None, [event]))
        else:
            last.events.append(event)

    def _say(self, event: Event, last: Beat, following: Event | None) -> None:
        """What is said after what its rule did, or what it speaks of, explains that; else what follows."""
        goes_on = following is not None and following.rule == event.rule
        spoken_of = any(self.wording.touches(other, event.things) for other in last.events)
        if last.head is None and spoken_of and not goes_on:
            last.head, last.closed = event, True
            return
        start = len(last.events)
        while start and last.events[start - 1].rule == event.rule:
            start -= 1
        explained, last.events = last.events[start:], last.events[:start]
        if last.head is not None and last.head.kind in CHOICES and not last.events and not last.said:
            last.said, last.events = event, explained
            return
        self.beats.append(Beat(event, explained, closed=bool(explained)))


def chapters(stage: Stage, events: Sequence[Event], seat: int | None) -> tuple[Chapter, ...]:
    wording = Wording(stage, seat)
    found = [_told(wording, part) for part in _parts(wording, events)]
    return tuple(chapter for chapter in found if chapter.sentences)


def _parts(wording: Wording, events: Sequence[Event]) -> Iterator[Part]:
    words = wording.words
    part = Part(wording, 0, words.say("scene.setup"), None, "setup")
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
        sentence = _sentence(wording, beat, part.player)
        if sentence is not None:
            found.append(sentence)
    return Chapter(part.number, part.title, part.player, part.sort, tuple(found))


def _sentence(wording: Wording, beat: Beat, turn: int | None) -> Sentence | None:
    facts = [fact for fact in Facts(beat.events, wording.stock_of).found if wording.is_news(fact)]
    head = beat.head
    source = head or (facts[0] if facts else None)
    if source is None:
        return None
    who = head.player if head is not None and head.player is not None else turn
    headline, told = _headline(wording, beat, facts, turn)
    text = wording.joined(headline, list(wording.parts(told, who)))
    mine = [fact for fact in facts if wording.is_mine(fact)]
    if not text:
        return None
    return Sentence(
        text,
        RULE if head is None else CHOICE if head.kind in CHOICES else SAID,
        head.player if head is not None else None,
        bool(mine),
        "; ".join(wording.parts(mine, who)),
        tuple(wording.move(fact) for fact in facts if isinstance(fact, Moved)),
        tuple(wording.changes(facts)),
        source.rule,
        source.site,
        tuple(wording.rolls(facts)),
        headline.removesuffix(":") if told else "",
    )


def _headline(
    wording: Wording, beat: Beat, facts: Sequence[Fact], turn: int | None
) -> tuple[str, Sequence[Fact]]:
    """How a sentence begins, and the facts that are still to be told."""
    head = beat.head
    if head is None:
        return _drawn(wording, beat, facts)
    if head.kind not in CHOICES:
        return head.text, facts
    question, answer = head.said
    if head.kind == "chose" and wording.shows_itself(head, facts):
        said = "" if beat.said is not None else wording.stage.case(head.rule)
    else:
        said = wording.words.say("scene.because", question, answer) if question else answer
        facts = [fact for fact in facts if not wording.is_said(fact, answer, head.player)]
    if head.player is not None and head.player != turn:
        who = wording.words.player(head.player)
        said = wording.words.say("scene.says", who, said) if said else f"{who}:"
    return (wording.joined(said, [beat.said.text]) if beat.said is not None else said), facts


def _drawn(wording: Wording, beat: Beat, facts: Sequence[Fact]) -> tuple[str, Sequence[Fact]]:
    """A card that was turned over, had its effect and is put away gives its name to the sentence."""
    first = beat.events[0]
    if not wording.is_drawn(first):
        return (wording.stage.case(first.rule) if facts and facts[0].rule == first.rule else ""), facts
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
    return (wording.things(first.things, 0), rest) if gone and rest else ("", facts)
