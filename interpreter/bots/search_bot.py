"""The bot that searches: Monte-Carlo over deals of what its seat can know.

In: a game, a seat and a budget in play-outs, in seconds or in both. Out: the answer that did best.

Each play-out takes a deal (`game.deal`), one of the answers, chosen by UCB, and plays on by chance until the
end or until enough decisions were made, and asks the definition how the seat stands. The n-th play-out of
each answer uses the n-th deal, so that answers are compared on the same cards. With a budget in play-outs
the same seed gives the same answer on every machine; seconds are read from a clock that the caller gives.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt

from interpreter.bots import Answer
from interpreter.bots.dice import Dice
from interpreter.bots.playout import candidates, play_on, step, worth
from interpreter.bots.random_bot import RandomBot
from interpreter.game import Game
from interpreter.game.requests import NATURE
from rulelang.ir.limits import STEPS_OF_A_THOUGHT

PLAYOUTS = 100
MOST_PLAYOUTS = 100_000  # of one decision, however much time there is
DECISIONS = 80  # after so many a play-out is cut, and valued by the score
MOST_ANSWERS = 32
CURIOSITY = 0.6  # times the spread of the values seen
Clock = Callable[[], float]


class _Arm:
    """An answer, and how it did."""

    __slots__ = ("answer", "total", "tries", "visits")

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.tries = 0  # play-outs that were begun: the deal that comes next
        self.visits = 0  # play-outs that came to a value
        self.total = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else float("-inf")


class SearchBot:
    name = "search"

    def __init__(
        self,
        seed: int = 0,
        playouts: int | None = None,
        seconds: float | None = None,
        clock: Clock | None = None,
        decisions: int = DECISIONS,
    ) -> None:
        if seconds is not None and clock is None:
            raise ValueError("a budget in seconds needs a clock")
        self._dice = Dice(seed)
        self._playouts = playouts or (PLAYOUTS if seconds is None else MOST_PLAYOUTS)
        self._seconds = seconds
        self._clock = clock
        self._decisions = decisions
        self.failed = 0  # play-outs that led into a mistake, and were thrown away

    def choose(self, game: Game, player: int) -> Answer:
        request = game.request(player)
        if request is None or player == NATURE:
            return RandomBot(self._dice.seed()).choose(game, player)
        answers = candidates(request, self._dice, max(2, min(MOST_ANSWERS, self._playouts // 3)))
        search = _Search(game, player, self._dice.seed(), answers)
        if len(answers) > 1:
            until = self._clock() + self._seconds if self._clock and self._seconds is not None else None
            for _ in range(self._playouts):
                search.play_out(self._decisions)
                if until is not None and self._clock is not None and self._clock() >= until:
                    break
                if search.steps > STEPS_OF_A_THOUGHT:
                    break
        self.failed += search.failed
        return search.best()


class _Search:
    """The search for one answer."""

    def __init__(self, game: Game, player: int, seed: int, answers: list[Answer]) -> None:
        self.game, self.player, self.seed = game, player, seed
        self.arms = [_Arm(answer) for answer in answers]
        Dice(seed).mix(self.arms)  # the order decides between equals
        self.deals: list[Game | None] = []
        self.low, self.high = float("inf"), float("-inf")
        self.done = 0
        self.steps = 0  # that the rules took in all play-outs
        self.failed = 0

    def play_out(self, decisions: int) -> None:
        arm = self._next()
        number = arm.tries
        arm.tries += 1
        self.done += 1
        game = self._deal(number)
        if game is None:
            self.failed += 1
            return
        before = game.steps
        try:
            step(game, self.player, arm.answer)
            play_on(game, Dice(self.seed + 2 * number + 1), decisions)
            value = worth(game, self.player)
        except Exception:  # a deal agrees with what was seen, not with every promise of the rules
            self.failed += 1
            return
        finally:
            self.steps += game.steps - before
        arm.visits += 1
        arm.total += value
        self.low, self.high = min(self.low, value), max(self.high, value)

    def _deal(self, number: int) -> Game | None:
        while len(self.deals) <= number:
            self.deals.append(self.game.deal(self.player, self.seed + 2 * len(self.deals)))
        found = self.deals[number]
        return None if found is None else found.copy()

    def _next(self) -> _Arm:
        fewest = min(self.arms, key=lambda arm: arm.tries)
        if fewest.tries == 0:
            return fewest
        spread = CURIOSITY * (self.high - self.low) if self.high > self.low else CURIOSITY
        total = log(self.done)

        def promise(arm: _Arm) -> float:
            mean = arm.mean if arm.visits else self.low
            return mean + spread * sqrt(total / arm.tries)

        return max(self.arms, key=promise)

    def best(self) -> Answer:
        """The answer that was tried most, and among equals the one that did best."""
        return max(self.arms, key=lambda arm: (arm.visits, arm.mean)).answer
