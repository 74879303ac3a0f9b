"""The standing and the result.

In: a game and who looks. Out: the scores that are open to that seat, the places that follow from them, and at
the end the result with the score by its terms.
"""

from __future__ import annotations

from functools import cached_property

from interpreter.game import Game
from interpreter.scene.data import Result, Term
from interpreter.words import Words, readable
from rulelang.ir.texts import GAP


class Standing:
    def __init__(self, game: Game, player: int | None) -> None:
        self.game = game
        self.scores = game.scores_for(player)

    @cached_property
    def places(self) -> tuple[int | None, ...]:
        """From 1, shared where scores are equal; nobody has one unless all scores are open."""
        known = [score for score in self.scores if score is not None]
        if len(known) < len(self.scores) or len(set(known)) < 2:
            return (None,) * len(self.scores)
        return tuple(1 + sum(other > score for other in known) for score in known)

    def result(self, words: Words) -> Result | None:
        found = self.game.result
        if found is None:
            return None
        verdict = words.verdict(found.winners, found.reason)
        return Result(found.winners, verdict, found.scores, terms_of(self.game, words))


def terms_of(game: Game, words: Words) -> tuple[Term, ...]:
    """What the score adds up, in words. It is for those who may know all of it."""
    return tuple(
        Term(
            _called(term.key, words),
            term.values,
            tuple(tuple((words.component(item), worth) for item, worth in parts) for parts in term.parts),
        )
        for term in game.score_terms()
    )


def _called(key: str, words: Words) -> str:
    """A term is for all players: a phrase of the rulebook about one of them is no name for it."""
    plain = readable(key.rpartition(".")[2])
    phrase = words.text(f"rulebook.{key}", plain)
    return words.text(key, plain if GAP.search(phrase) else phrase)
