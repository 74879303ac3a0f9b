"""The bot that chooses at random: each option is as likely as any other.

In: a request. Out: a legal answer, from a generator of its own, so that a game between bots is the same on
every machine and the chance of the game itself is not touched. Where several options are chosen, first
how many (each number is as likely), then which. As `NATURE` it follows the probabilities.
"""

from __future__ import annotations

from math import lcm

from interpreter.bots import Answer
from interpreter.bots.dice import Dice
from interpreter.game import Game
from interpreter.game.requests import NATURE, Request


class RandomBot:
    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._dice = Dice(seed)

    def choose(self, game: Game, player: int) -> Answer:
        request = game.request(player)
        if request is None:
            raise ValueError(f"player {player} has nothing to decide now")
        return self._fate(request) if player == NATURE else self.choose_from(request)

    def choose_from(self, request: Request) -> Answer:
        if request.several:
            return self._dice.subset(len(request), request.least, request.most, request.ordered)
        return self._dice.below(len(request))

    def _fate(self, request: Request) -> int:
        chances = [option.probability for option in request.options]
        if None in chances:
            return self._dice.below(len(chances))
        whole = lcm(*(chance.denominator for chance in chances if chance is not None))
        point = self._dice.below(whole)
        for option in request.options:
            assert option.probability is not None
            point -= int(option.probability * whole)
            if point < 0:
                return option.index
        return len(chances) - 1
