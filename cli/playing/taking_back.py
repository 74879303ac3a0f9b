"""Decisions that can be taken back.

In: a game, who are people, and each decision of theirs as it is made. Out: the game as it was before the last
one, unless somebody has learned something since that cannot be unlearned.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from interpreter.game import Game
from interpreter.knowledge.undoing import refused

if TYPE_CHECKING:
    from interpreter.bots import Answer


class Decisions:
    """The game before each decision of a person, with that person; the latest one last."""

    def __init__(self, game: Game, people: Collection[int]) -> None:
        """A game that was loaded has decisions already: they can be taken back like any other."""
        self.people = people
        self.moments: list[tuple[int, Game]] = []
        if people and game.answers:
            self._play_again(game)

    def _play_again(self, game: Game) -> None:
        played = game.restarted()
        for who, answer in game.answers:
            self.make(played, played.deciding[0] if who is None else who, answer)

    def make(self, game: Game, player: int, answer: Answer) -> None:
        """Answers, and remembers how the game was before. An answer that is refused is not remembered."""
        before = game.copy()
        game.apply(answer, player)
        if player in self.people:
            self.moments.append((player, before))

    def last_player(self) -> int | None:
        """Who made the last decision; None if there is none."""
        return self.moments[-1][0] if self.moments else None

    def learned_since(self, now: Game) -> str:
        """What forbids to take the last decision back: a word of `knowledge.undoing`, or nothing."""
        player, before = self.moments[-1]
        return refused(before, now, player, self.people)

    def take_back(self) -> Game:
        return self.moments.pop()[1]
