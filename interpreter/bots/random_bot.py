"""The bot that chooses at random: each option is as likely as any other.

In: a request. Out: a legal answer, from a generator of its own, so that a game between bots is the same on
every machine and the chance of the game itself is not touched. Where several options are chosen, first
how many (each number is as likely), then which. As `NATURE` it follows the probabilities.
"""

from __future__ import annotations

from math import lcm

from interpreter.bots import Answer
from interpreter.decisions import NATURE, Request
from interpreter.game import Game

_MASK = (1 << 64) - 1


class _Dice:
    """Splitmix64: every seed, also a small or a negative one, gives its own well mixed row of numbers."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def below(self, outcomes: int) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((mixed ^ (mixed >> 31)) * outcomes) >> 64


class RandomBot:
    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._dice = _Dice(seed)

    def choose(self, game: Game, player: int) -> Answer:
        request = game.request(player)
        if request is None:
            raise ValueError(f"player {player} has nothing to decide now")
        if player == NATURE:
            return self._fate(request)
        if request.several:
            return self._subset(request)
        return self._dice.below(len(request))

    def _subset(self, request: Request) -> tuple[int, ...]:
        amount = request.least + self._dice.below(request.most - request.least + 1)
        left = list(range(len(request)))
        taken = [left.pop(self._dice.below(len(left))) for _ in range(amount)]
        return tuple(taken) if request.ordered else tuple(sorted(taken))

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
