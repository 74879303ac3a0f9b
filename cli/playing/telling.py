"""What happened, in words.

In: a game, and what each person was told already. Out: lines that tell the rest, as that person may know it;
why it happened; the whole course of the game; and how it ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.bots import Answer
from interpreter.decisions import NATURE, Request
from interpreter.trace import Event
from interpreter.words import readable

if TYPE_CHECKING:
    from cli.phrases import Phrases
    from interpreter.game import Game

LAST_EVENTS = 12
LAST_LINES = 40


class Telling:
    """Who was told what. None stands for the reader of a transcript, who may know everything."""

    def __init__(self, people: Sequence[int]) -> None:
        self.people = people
        # How many events each of them was told.
        self.told: dict[int | None, int] = dict.fromkeys([*people, None], 0)
        # What was chosen openly, with the number of events before it: events do not tell that.
        self.chosen: list[tuple[int, str]] = []

    def note(self, game: Game, before: int, request: Request, answer: Answer) -> None:
        """Remembers what no event tells of a choice, made when there were `before` events.

        It is told only where no person plays, who might not know it.
        """
        if self.people or request.kind not in ("secret", "chance"):  # of the others there are events
            return
        options = request.options
        if request.player == NATURE:
            self.chosen.append((before, f"{request.prompt}: {options[answer].label}"))
            return
        picked = answer if request.several else (answer,)
        said = ", ".join(options[index].label for index in picked) or game.words.text("nothing")
        self.chosen.append((before, f"{game.words.player(request.player)}, {request.prompt}: {said}"))

    def happened(self, game: Game, player: int | None) -> list[str]:
        """What happened since this player was told last, as the player may know it."""
        since, texts = self.told[player], []
        for before, text in [entry for entry in self.chosen if entry[0] >= since]:
            texts += [event.text for event in game.events(since, player, before)]
            texts.append(text)
            since = before
        self.told[player] = game.event_count
        if player is None:
            self.chosen.clear()
        return texts + [event.text for event in game.events(since, player)]

    def known_to_all(self, game: Game) -> list[str]:
        """What happened since one of the people was told last, as far as every one of them may know it."""
        since = min(self.told[player] for player in self.people)
        known = [[event.text for event in game.events(since, player)] for player in self.people]
        return [text for text in known[0] if all(text in others for others in known[1:])]

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


def why_lines(events: Sequence[Event], say: Phrases) -> list[str]:
    """The last events, each with the rule and the line that caused it."""
    if not events:
        return [say("command.nothing_yet")]
    lines = []
    for event in events[-LAST_EVENTS:]:
        lines += [f"  {event.text}", f"      {say('command.by_rule', event.rule, *event.site[:2])}"]
    return lines


def log_lines(events: Sequence[Event], say: Phrases, *, everything: bool) -> list[str]:
    """The course of the game: all of it, or its last part."""
    if not events:
        return [say("command.nothing_yet")]
    shown = events if everything else events[-LAST_LINES:]
    lines = [f"  {event.text}" for event in shown]
    if len(shown) < len(events):
        command = f"{say.words('command.log_words')[0]} {say.words('command.all_words')[0]}"
        lines.insert(0, say("command.earlier", len(events) - len(shown), command))
    return lines


def result_lines(game: Game, say: Phrases) -> list[str]:
    """How the game ended."""
    result = game.result
    if result is None:
        return [say("play.not_over")]
    words = game.words
    lines = [say("play.result", words.verdict(result.winners, result.reason))]
    if result.scores is not None:
        scores = (f"{words.player(player)} {score}" for player, score in enumerate(result.scores))
        lines.append(say("play.scores", ", ".join(scores)))
    return lines
