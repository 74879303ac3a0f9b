"""What happened, in words.

In: a game, and what each person was told already. Out: chapters that tell the rest, as that person may know
it; lines of them; why it happened; the whole course of the game; and how it ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cli.screen.widths import padded, width_of, wrapped
from interpreter.knowledge.seeing import EVERYBODY
from interpreter.scene import happened
from interpreter.scene.data import Chapter, Result, Term
from interpreter.scene.scoring import terms_of
from interpreter.words import readable
from rulelang.ir.together import all_as_one

if TYPE_CHECKING:
    from cli.phrases import Phrases
    from cli.playing.rulebook import Rulebook
    from interpreter.game import Game

LAST_EVENTS = 12
LAST_LINES = 40
MOST_REASONS = 2  # sentences of the rulebook for each thing that happened
Told = tuple[Chapter, ...]


class Telling:
    """Who was told what. None stands for the reader of a transcript, who may know everything."""

    def __init__(self, people: Sequence[int]) -> None:
        self.people = people
        # How many events each of them was told.
        self.told: dict[int | None, int] = dict.fromkeys([*people, None], 0)
        self.chapter: int | None = None  # the last one of a transcript

    def since(self, player: int | None) -> int:
        return self.told[player]

    def happened(self, game: Game, player: int | None) -> Told:
        """What happened since this player was told last, as the player may know it."""
        since, self.told[player] = self.told[player], game.event_count
        return happened(game, player, since)

    def known_to_all(self, game: Game) -> Told:
        """What happened since one of the people was told last; with several, what everybody may know."""
        since = min(self.told[player] for player in self.people)
        return happened(game, self.people[0] if len(self.people) == 1 else EVERYBODY, since)

    def remind(self, game: Game, amount: int) -> None:
        """Lets everybody be told the last events again, after a game was loaded."""
        for player in self.told:
            self.told[player] = max(0, game.event_count - amount)

    def go_back(self, game: Game) -> None:
        """What was taken back was not told: what comes in its place will be."""
        for player, count in self.told.items():
            self.told[player] = min(count, game.event_count)


def title(game: Game) -> str:
    return game.words.text("game.name", readable(game.program.name))


def chapter_lines(chapters: Told, width: int, under: int | None = None) -> Iterator[tuple[str, str]]:
    """Lines with their styles: what gave or cost the reader something stands out.

    The chapter of number `under` has its title already.
    """
    for chapter in chapters:
        if chapter.number != under:
            yield f"  {chapter.title}", "quiet"
        for sentence in chapter.sentences:
            style = "" if sentence.mine else "quiet"
            yield from ((text, style) for text in wrapped(sentence.text, width, "    ", "      "))


def why_lines(chapters: Told, say: Phrases, book: Rulebook | None = None) -> list[list[str]]:
    """What happened last: each with what the rulebook says, and the rule and the line that caused it."""
    sentences = [sentence for chapter in chapters for sentence in chapter.sentences]
    if not sentences:
        return [[say("command.nothing_yet")]]
    found = []
    for sentence in sentences[-LAST_EVENTS:]:
        rule = readable(sentence.rule)
        lines = [f"  {sentence.text}"]
        if book is not None:
            lines += [
                f"      {book.told(number)}" for number in book.numbers_at(sentence.site)[:MOST_REASONS]
            ]
        lines.append(f"      {say('command.by_rule', rule, *sentence.site[:2])}")
        found.append(lines)
    return found


def standing_lines(game: Game, player: int, say: Phrases) -> list[str]:
    """The scores that a player can work out, and what they are made of where all of it lies open.

    Where all win or lose as one, or nothing is counted, the aim says what matters."""
    scores = game.scores_for(player)
    about = [f"  {text}" for text in (game.words.text("help.game", ""),) if text]
    if all_as_one(game.program):
        known_terms = () if None in scores else terms_of(game, game.words)
        return [say("play.as_one"), *about, *shared_score(known_terms, say)]
    if game.program.score is None:
        return [say("command.never_score"), *about]
    names = [game.words.player(number) for number in range(game.setup.players)]
    if all(score is None for score in scores):
        return [say("command.no_score")]
    known = sorted(
        zip(names, scores, strict=True), key=lambda each: -(each[1] if each[1] is not None else -999)
    )
    lines = [f"  {name}: {'?' if score is None else score}" for name, score in known]
    if None not in scores:
        result = Result((), "", tuple(score or 0 for score in scores), terms_of(game, game.words))
        lines += score_table(result, names, say)
    return lines


def log_lines(chapters: Told, say: Phrases, width: int, *, everything: bool) -> list[str]:
    """The course of the game: all of it, or its last part."""
    lines = [text for text, _ in chapter_lines(chapters, width)]
    if not lines:
        return [say("command.nothing_yet")]
    shown = lines if everything else lines[-LAST_LINES:]
    if len(shown) < len(lines):
        command = f"{say.words('command.log_words')[0]} {say.words('command.all_words')[0]}"
        shown.insert(0, say("command.earlier", len(lines) - len(shown), command))
    return shown


def result_lines(game: Game, result: Result | None, say: Phrases) -> list[str]:
    """How the game ended, and what the score is made of."""
    if result is None:
        return [say("play.not_over")]
    lines = [say("play.result", result.text)]
    if all_as_one(game.program):
        return [*lines, *shared_score(result.terms, say)]
    if result.scores is not None:
        names = [game.words.player(player) for player in range(len(result.scores))]
        scores = (f"{name} {score}" for name, score in zip(names, result.scores, strict=True))
        lines.append(say("play.scores", ", ".join(scores)))
        lines += score_table(result, names, say)
    return lines


def shared_score(terms: Sequence[Term], say: Phrases) -> Iterator[str]:
    """What all have together, once."""
    if terms:
        told = ", ".join(f"{term.name} {term.values[0]}" for term in terms)
        if len(terms) > 1:
            told = f"{sum(term.values[0] for term in terms)} ({told})"
        yield say("play.together", told)


def score_table(result: Result, names: Sequence[str], say: Phrases) -> Iterator[str]:
    """A row for each term of the score; what a term is the sum of is told player by player."""
    if result.scores is None:
        return
    if len(result.terms) > 1:
        column = max(width_of(term.name) for term in result.terms)
        head = [max(5, width_of(name)) for name in names]
        yield f"  {padded('', column)}" + "".join(
            f"  {name:>{size}}" for name, size in zip(names, head, strict=True)
        )
        for term in result.terms:
            values = "".join(f"  {value:>{size}}" for value, size in zip(term.values, head, strict=True))
            yield f"  {padded(term.name, column)}{values}"
    for term in result.terms:
        for name, parts in zip(names, term.parts, strict=False):
            if parts:
                told = ", ".join(
                    f"{say('table.times', thing, count) if count > 1 else thing} ({worth * count})"
                    for (thing, worth), count in Counter(parts).items()
                )
                yield f"  {say('play.made_of', name, told)}"
