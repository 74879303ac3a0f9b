"""What stories tell.

In: a game, a seat and a count of raw events. Out: the sentences of a story about what happened since, as that
seat may know it. Two games that the seat cannot tell apart have the same ones.
"""

from __future__ import annotations

from cli.phrases import Phrases
from cli.stories.narrate import Narrator
from interpreter.game import Game
from interpreter.knowledge.events import entries_of


def stories(game: Game, player: int, since: int) -> list[str]:
    known, places = game.state.known, game.state.loc
    return Narrator(game, Phrases("en"), player).sentences(
        entries_of(game.state.log)[since:], [0] * len(known), [-1] * len(places)
    )
