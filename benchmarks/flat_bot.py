"""The search bot of version 0.1, kept to measure the new one by: Monte-Carlo without a tree, on the Python
backend.

In: a game, a seat and a budget in play-outs, in seconds or in both. Out: the answer that did best.

Each play-out takes a deal (`game.deal`), one of the answers, chosen by UCB, and plays on by chance until the
end or until enough decisions were made, and asks the definition how the seat stands. The n-th play-out of
each answer uses the n-th deal, so that answers are compared on the same cards. With a budget in play-outs the
same seed gives the same answer on every machine; seconds are read from a clock that the caller gives.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt

from interpreter.bots import Answer
from interpreter.bots.candidates import candidates
from interpreter.bots.dice import Dice
from interpreter.bots.random_bot import RandomBot
from interpreter.game import Game
from interpreter.game.requests import NATURE
from interpreter.pending import own
from rulelang.limits import STEPS_OF_A_THOUGHT

PLAYOUTS = 100
MOST_PLAYOUTS = 100_000  # of one decision, however much time there is
DECISIONS = 80  # after so many a play-out is cut, and valued by the score
MOST_ANSWERS = 32
CURIOSITY = 0.6  # times the spread of the values seen
Clock = Callable[[], float]
WIN, MARGIN = 0.6, 0.4  # how much a win counts, and how much by how far
OWN = 0.1  # of a standing: a player's own points
SLACK = 5.0


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


class FlatBot:
    name = "flat"

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


def step(game: Game, player: int, answer: Answer) -> None:
    game.machine.answer(game.state, player, answer)


def random_step(game: Game, dice: Dice) -> None:
    """Answers the pending question, whoever is asked: in a secret round the first who still has to answer."""
    pending = game.state.pending
    assert pending is not None
    who = pending[1]
    pending = own(pending, who)
    kind, options = pending[0], pending[4]
    # Of chance too: all its outcomes are as likely.
    several = kind == "several"
    answer: Answer = dice.subset(len(options), *pending[6:9]) if several else dice.below(len(options))
    game.machine.answer(game.state, who, answer)


def play_on(game: Game, dice: Dice, decisions: int) -> None:
    """At most so many decisions by chance."""
    state = game.state
    for _ in range(decisions):
        if state.pending is None:
            return
        random_step(game, dice)


def worth(game: Game, player: int) -> float:
    """What the end is worth to the player, or else how the player stands."""
    if not game.over:
        return standing(game, player)
    returns = game.returns()[player]
    if game.machine.payoff_of is not None:
        return returns
    return WIN * returns + MARGIN * standing(game, player)


def standing(game: Game, player: int) -> float:
    """From -1 to 1, by what the definition ranks players by, or else by its score."""
    machine, state = game.machine, game.state
    players = range(game.setup.players)
    if machine.ranks:
        sign, key = machine.ranks[0]
        points: list[int] = [sign * key(state, p, p) for p in players]
    elif machine.score_of is not None:
        points = [machine.score_of(state, p, p) for p in players]
    else:
        return 0.0
    mine = points[player]
    ahead = mine - max((points[p] for p in players if p != player), default=mine)
    largest = max(abs(p) for p in points)
    return (1 - OWN) * ahead / (abs(ahead) + 1 + largest / 2) + OWN * mine / (abs(mine) + SLACK)
