"""A saved game as a story.

In: a game, who sat where, a language, and who is told. Out: Markdown: who played what, a chapter for each
turn or round with the choices and what came of them, the result, and how to have the same game again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define, field

from cli.phrases import Phrases
from cli.playing.opening import settings_in_words, variants_in_words
from cli.playing.telling import title
from cli.screen.escaping import for_terminal
from cli.stories.narrate import Narrator
from interpreter.game import Game
from interpreter.game.requests import NATURE, Request
from interpreter.knowledge.events import entries_of, heard_of
from interpreter.knowledge.happening import Entry
from interpreter.knowledge.seeing import EVERYBODY

ENDS = (".", "!", "?", ":", "…")
MARKS = re.compile(r"([\\`*_\[\]<>|~])")
LINE_MARKS = re.compile(r"^(\d*)([-+=#.)])")  # of headings and lists


@define
class Choice:
    who: str
    question: str
    answer: str


@define
class Paragraph:
    choices: list[Choice] = field(factory=list)
    sentences: list[str] = field(factory=list)


@define
class Chapter:
    heading: str
    level: int
    paragraphs: list[Paragraph] = field(factory=list)
    quiet: bool = False  # without a word to tell it is left out


class Story:
    """Plays a game again and writes down what happens."""

    def __init__(self, game: Game, say: Phrases, player: int | None) -> None:
        self.game = game
        self.say = say
        self.player = player
        self.narrator = Narrator(game, say, player)
        self.turns = self.rounds = 0
        self.chapters = [Chapter(say("story.setup"), 2, quiet=True)]

    # ------------------------------------------------------------ what happened
    def told(self) -> list[Chapter]:
        """The chapters of the whole game."""
        game = self.game.restarted()
        self._tell(entries_of(game.state.log), [], [])
        for who, answer in self.game.answers:
            request = game.request(who)
            log, known, places = game.state.log, list(game.state.known), list(game.state.loc)
            game.apply(answer, who)
            entries = entries_of(game.state.log, log)
            if request is not None and request.player != NATURE:
                self._tell_choice(request, answer, entries)
            self._tell(entries, known, places)
        if not self.game.over:
            self.chapters[-1].quiet = True  # it has only begun
        return [chapter for chapter in self.chapters if chapter.paragraphs or not chapter.quiet]

    def _tell_choice(self, request: Request, answer: Any, entries: Sequence[Entry]) -> None:
        heard = next((entry for entry in entries[:1] if entry[0] == "choice"), None)
        words = self.game.words
        if self.player in (None, request.player):
            picked = answer if request.several else (answer,)
            chosen = self.narrator.listed(request.options[index].label for index in picked)
            question, said = (
                ("" if request.kind == "menu" else request.prompt),
                chosen or words.text("nothing"),
            )
        elif heard is not None:
            question, said = heard_of(self.game.machine, words, heard)
        else:
            return  # nobody else knows of it; what comes of it is told
        paragraphs = self.chapters[-1].paragraphs
        last = paragraphs[-1] if paragraphs else Paragraph()
        # Players who answer the same question one after another stand in one paragraph.
        if last.sentences or not last.choices or not question or last.choices[-1].question != question:
            paragraphs.append(Paragraph())
        paragraphs[-1].choices.append(Choice(words.player(request.player), question, said))

    def _tell(self, entries: Sequence[Entry], known: Sequence[int], places: Sequence[int]) -> None:
        """Divides what happened between two decisions into chapters."""
        start = 0
        for number, (kind, _, *data) in enumerate(entries):
            if kind in ("turn", "round", "turns_over"):
                self._add(entries[start:number], known, places)
                self._open(kind, data)
                start = number
        self._add(entries[start:], known, places)

    def _add(self, entries: Sequence[Entry], known: Sequence[int], places: Sequence[int]) -> None:
        sentences = self.narrator.sentences(entries, known, places)
        if not sentences:
            return
        paragraphs = self.chapters[-1].paragraphs
        if not paragraphs:
            paragraphs.append(Paragraph())
        paragraphs[-1].sentences += sentences

    def _open(self, kind: str, data: Sequence[Any]) -> None:
        inside = 3 if self.rounds else 2
        if kind == "round":
            self.rounds += 1
            self.chapters.append(Chapter(self.say("story.round", self.rounds), 2))
        elif kind == "turn":
            self.turns += 1
            who = self.game.words.player(data[0])
            self.chapters.append(Chapter(self.say("story.turn", self.turns, who), inside))
        else:
            self.chapters.append(Chapter(self.say("story.after_turns"), inside, quiet=True))

    # ------------------------------------------------------------ Markdown
    def lines(self, seats: Sequence[str], again: Sequence[str]) -> Iterator[str]:
        """The story. `seats`: who played, if that is known; `again`: commands to have the same game again."""
        yield f"# {plain(title(self.game))}"
        yield ""
        yield from (f"- {line}" for line in self._about(seats))
        for chapter in self.told():
            yield from ("", f"{'#' * chapter.level} {plain(chapter.heading)}")
            if not chapter.paragraphs:
                yield from ("", f"*{self.say('story.quiet')}*")
            for paragraph in chapter.paragraphs:
                yield from (
                    "",
                    guarded(" ".join([*self._choices(paragraph), *map(sentence, paragraph.sentences)])),
                )
        yield from ("", f"## {self.say('story.end')}", "", *self._end())
        yield from ("", f"## {self.say('story.again')}", "", self.say("story.same_game"), "")
        yield from ("```", *map(for_terminal, again), "```")

    def _about(self, seats: Sequence[str]) -> Iterator[str]:
        game, say = self.game, self.say
        names = [plain(game.words.player(player)) for player in range(game.setup.players)]
        if seats:
            sitting = (plain(say("start.human") if seat == "human" else seat) for seat in seats)
            names = [f"{name} ({seat})" for name, seat in zip(names, sitting, strict=True)]
        yield say("story.players", ", ".join(names))
        if game.program.variants:
            yield say("story.variants", plain(", ".join(variants_in_words(game))))
        for name, value in settings_in_words(game):
            yield f"{plain(name)}: {plain(value)}"
        yield say("story.seed", game.setup.seed)
        if self.player is not None:
            yield self._who_is_told(self.player)

    def _who_is_told(self, player: int) -> str:
        if player == EVERYBODY:
            return self.say("story.known_to_all")
        return self.say("story.known_to", plain(self.game.words.player(player)))

    def _choices(self, paragraph: Paragraph) -> Iterator[str]:
        """Choices as sentences; a question that is put to several players is told once."""
        asked = None
        for choice in paragraph.choices:
            who, answer = plain(choice.who), plain(choice.answer)
            if not choice.question:
                yield self.say("story.chooses", capital(who), answer)
            elif choice.question == asked:
                yield self.say("story.answers", capital(who), answer)
            else:
                yield self.say("story.asked", capital(plain(choice.question)), capital(who), answer)
            asked = choice.question

    def _end(self) -> Iterator[str]:
        result, words = self.game.result, self.game.words
        if result is None:
            yield self.say("story.not_over", len(self.game.answers))
            return
        yield f"**{sentence(words.verdict(result.winners, result.reason))}**"
        if result.scores is not None:
            yield ""
            for player, score in enumerate(result.scores):
                yield f"- {plain(words.player(player))}: {score}"


def plain(text: str) -> str:
    """A text of a definition, which may not steer Markdown or the terminal."""
    return MARKS.sub(r"\\\1", for_terminal(text))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A text that begins and ends like a sentence."""
    whole = capital(plain(text.strip()))
    return whole if whole.endswith(ENDS) else f"{whole}."


def guarded(line: str) -> str:
    """What Markdown would take for a heading or a list is only the beginning of a paragraph."""
    return LINE_MARKS.sub(r"\1\\\2", line)
