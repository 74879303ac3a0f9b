"""The bot that takes what gives most points at once.

In: a game and a seat. Out: the answer after which the seat stands best by the definition's own score, on
average over a few deals of what it cannot know. It looks one decision ahead; among equals it lets chance
choose.
"""

from __future__ import annotations

from interpreter.bots import Answer
from interpreter.bots.dice import Dice
from interpreter.bots.playout import candidates, finish_round, step, worth
from interpreter.bots.random_bot import RandomBot
from interpreter.game import Game
from interpreter.game.requests import NATURE
from rulelang.ir.limits import STEPS_OF_A_THOUGHT

DEALS = 4
MOST_ANSWERS = 60
SAME = 1e-9


class GreedyBot:
    name = "greedy"

    def __init__(self, seed: int = 0, deals: int = DEALS) -> None:
        self._dice = Dice(seed)
        self._deals = deals

    def choose(self, game: Game, player: int) -> Answer:
        request = game.request(player)
        if request is None or player == NATURE:
            return RandomBot(self._dice.seed()).choose(game, player)
        answers = candidates(request, self._dice, MOST_ANSWERS)
        seeds = [self._dice.seed() for _ in range(self._deals)]
        if len(answers) == 1:
            return answers[0]
        totals, counts = [0.0] * len(answers), [0] * len(answers)
        steps = 0
        for seed in seeds:
            dealt = game.deal(player, seed) if steps <= STEPS_OF_A_THOUGHT else None
            for number, answer in enumerate(answers) if dealt is not None else ():
                assert dealt is not None
                tried = dealt.copy()
                value = _after(tried, player, answer, seed)
                steps += tried.steps - dealt.steps
                if value is not None:
                    totals[number] += value
                    counts[number] += 1
        means = [total / count if count else 0.0 for total, count in zip(totals, counts, strict=True)]
        best = max(means)
        return self._dice.one_of([a for a, mean in zip(answers, means, strict=True) if mean >= best - SAME])


def _after(game: Game, player: int, answer: Answer, seed: int) -> float | None:
    try:
        secret = game.state.pending is not None and game.state.pending[0] == "secret"
        step(game, player, answer)
        if secret:
            finish_round(game, Dice(seed))
        return worth(game, player)
    except Exception:  # a deal agrees with what was seen, not with every promise of the rules
        return None
