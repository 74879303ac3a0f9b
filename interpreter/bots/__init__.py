"""Players that are programs.

In: a game and a seat. Out: a legal answer. A bot is any object with a `name` and a method `choose`; it
answers for one seat, whenever that seat has something to decide.

A fair bot reads only `game.request(player)`, `game.view(player)`, `game.events(player=player)` and
`game.sample(player, seed)`: what its seat can know, and full games that agree with it. `game.state`, and a
`copy` of the game, hold the hidden cards and the future of chance; a fair bot leaves them alone, and
does not change the game it is given.

>>> from interpreter.bots import make_bot
>>> make_bot("random", seed=1).name
'random'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from interpreter.game import Game

Answer = Any  # an index of an option, or a tuple of them where several are chosen


class Bot(Protocol):
    @property
    def name(self) -> str:
        """The word that chooses this bot on the command line."""

    def choose(self, game: Game, player: int) -> Answer:
        """A legal answer to what this player is asked now. `NATURE` asks a bot to play chance."""


class UnknownBot(Exception):
    """There is no bot of this name."""


def _random(seed: int) -> Bot:
    from interpreter.bots.random_bot import RandomBot

    return RandomBot(seed)


# Each is made only when it is asked for, so that a bot that needs much costs the others nothing.
BOTS: dict[str, Callable[[int], Bot]] = {"random": _random}


def make_bot(name: str, seed: int) -> Bot:
    """A bot by its name. The same seed and the same game give the same answers."""
    if name not in BOTS:
        raise UnknownBot(name)
    return BOTS[name](seed)
