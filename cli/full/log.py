"""The log beside the table.

In: the chapters of a game, those that the seat has not seen yet, and how much room there is. Out: lines. What
gave the seat something or cost it something is always among them: where all that is new does not fit, the
rest of it is left out until somebody scrolls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve, frozen

from cli.phrases import Phrases
from cli.screen.paint import Painter
from cli.screen.pieces import Line, Piece
from cli.screen.widths import UNBROKEN, wrapped
from interpreter.scene.data import Chapter, Sentence

FOLDED, OPEN, MINE = "\u25b8", "\u25be", "\u258c"  # before titles, and before what concerns the seat
DASH = "\u2013"
CHAPTER = "chapter:"  # the reference of a title, to fold it


@frozen
class Log:
    """What was told before, and what is new."""

    old: tuple[Chapter, ...] = ()
    new: tuple[Chapter, ...] = ()
    folded: frozenset[int] = frozenset()

    def read(self) -> Log:
        """Everything was seen."""
        return evolve(self, old=joined(self.old, self.new), new=())

    def told(self, chapters: Sequence[Chapter]) -> Log:
        return evolve(self, new=tuple(chapters))

    def toggled(self, number: int) -> Log:
        return evolve(self, folded=self.folded ^ {number})

    def all_folded(self) -> Log:
        """Folds everything, or opens it if all is folded."""
        numbers = frozenset(chapter.number for chapter in joined(self.old, self.new))
        return evolve(self, folded=frozenset() if numbers <= self.folded else numbers)


def joined(old: Sequence[Chapter], new: Sequence[Chapter]) -> tuple[Chapter, ...]:
    """Chapters one after another; one that goes on is one."""
    found = list(old)
    for chapter in new:
        if found and found[-1].number == chapter.number:
            found[-1] = evolve(found[-1], sentences=found[-1].sentences + chapter.sentences)
        else:
            found.append(chapter)
    return tuple(found)


class LogLines:
    """Lays a log out for a width."""

    def __init__(self, log: Log, width: int, painter: Painter, say: Phrases) -> None:
        self.log = log
        self.width = width
        self.painter = painter
        self.say = say

    def lines(self, height: int) -> list[Line]:
        """The whole log if what is new fits below each other; else the end of it in short."""
        new = list(self._chapters(self.log.new, ""))
        if len(new) > height:
            new = self._short(height)
        old: list[Line] = []
        for number in reversed(range(len(self.log.old))):  # no more of it than can be seen
            if len(old) + len(new) >= height:
                break
            old = [*self._chapters(self.log.old[number : number + 1], "quiet"), *old]
        return [*old, *new]

    def whole(self) -> list[Line]:
        return [*self._chapters(self.log.old, "quiet"), *self._chapters(self.log.new, "")]

    def needed(self) -> int:
        """How many lines everything new takes."""
        return len(list(self._chapters(self.log.new, "")))

    def least(self, seat: int | None) -> int:
        """How many lines it takes what others cost this seat or gave it."""
        told = [sentence for chapter in self.log.new for sentence in chapter.sentences if sentence.mine]
        own = (line for each in told if each.player != seat for line in self._sentence(_only(each), each, ""))
        return len(list(own))

    def _chapters(self, chapters: Sequence[Chapter], style: str) -> Iterator[Line]:
        for number, chapter in enumerate(chapters):
            goes_on = not number and self.log.old and self.log.old[-1].number == chapter.number and not style
            folded = chapter.number in self.log.folded
            if not goes_on:
                sign = FOLDED if folded else OPEN
                yield (
                    Piece(
                        f"{sign} {chapter.title}"[: self.width], (f"{CHAPTER}{chapter.number}",), "", "title"
                    ),
                )
            for sentence in chapter.sentences if not folded else ():
                yield from self._sentence(sentence.text, sentence, style)

    def _sentence(self, text: str, sentence: Sentence, style: str) -> Iterator[Line]:
        first = f"{MINE} " if sentence.mine else "  "
        for number, line in enumerate(wrapped(self._unbroken(text), self.width - 2, "", " ")):
            start = Piece(first if not number else "  ", style="mine" if sentence.mine else "")
            yield (start, *self._painted(line, style or ("mine" if sentence.mine else "")))

    def _unbroken(self, text: str) -> str:
        """Names stay in one piece."""
        for start, end, _ in self.painter.spans(text):
            text = text[:start] + text[start:end].replace(" ", UNBROKEN) + text[end:]
        return text

    def _painted(self, line: str, style: str) -> Iterator[Piece]:
        done = 0
        for start, end, colour in self.painter.spans(line):
            if start > done:
                yield Piece(line[done:start], style=style)
            yield Piece(line[start:end], (), colour, style)
            done = end
        if done < len(line):
            yield Piece(line[done:], style=style)

    # ------------------------------------------------------------ where there is little room
    def _short(self, height: int) -> list[Line]:
        """Titles and what concerns the seat: the whole sentence, or with its cause, or only what it gave or
        cost, as it fits; without titles if even that does not. What room is left is for what came last."""
        chosen = [
            {n for n, sentence in enumerate(chapter.sentences) if sentence.mine} for chapter in self.log.new
        ]
        found: list[Line] = []
        for tell, titles in ((_whole, True), (_with_cause, True), (_only, True), (_only, False)):
            found = self._told(chosen, tell, titles)
            if len(found) <= height:
                self._fill(chosen, height - len(found))
                return self._told(chosen, tell, titles)
        return found

    def _told(self, chosen: Sequence[set[int]], tell: Callable[[Sentence], str], titles: bool) -> list[Line]:
        found: list[Line] = []
        for chapter, numbers in zip(self.log.new, chosen, strict=True):
            left_out = len(chapter.sentences) - len(numbers)
            if titles:
                more = f" {self.say('full.more', left_out)}" if left_out else ""
                title = f"{FOLDED if left_out else OPEN} {chapter.title}{more}"[: self.width]
                found.append((Piece(title, (f"{CHAPTER}{chapter.number}",), "", "title"),))
            for number in sorted(numbers):
                sentence = chapter.sentences[number]
                found += self._sentence(tell(sentence) if sentence.mine else sentence.text, sentence, "")
        return found

    def _fill(self, chosen: Sequence[set[int]], room: int) -> None:
        """Chooses more, beginning with what came last, as long as it fits."""
        for chapter, numbers in reversed(list(zip(self.log.new, chosen, strict=True))):
            for number in reversed(range(len(chapter.sentences))):
                if number not in numbers:
                    sentence = chapter.sentences[number]
                    room -= len(list(self._sentence(sentence.text, sentence, "")))
                    if room < 0:
                        return
                    numbers.add(number)


def _whole(sentence: Sentence) -> str:
    return sentence.text


def _only(sentence: Sentence) -> str:
    return sentence.yours or sentence.text


def _with_cause(sentence: Sentence) -> str:
    if not sentence.yours or not sentence.head:
        return _only(sentence)
    head = sentence.head.rstrip()
    return f"{head} {sentence.yours}" if head.endswith(":") else f"{head} {DASH} {sentence.yours}"
