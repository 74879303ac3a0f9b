"""The bot that takes what looks best at once.

In: a game and a seat. Out: the answer after which the seat stands best by the definition's own outlook,
ranking or score, on average over a few deals of what it cannot know. It looks one decision ahead; among
equals it lets chance choose.
"""

from __future__ import annotations

from interpreter.bots import Answer
from interpreter.bots.candidates import candidates
from interpreter.bots.dice import Dice
from interpreter.bots.purses import too_dear
from interpreter.bots.random_bot import RandomBot
from interpreter.bots.worth import worths
from interpreter.game import Game
from interpreter.game.requests import NATURE
from interpreter.practice import Practice

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
        practice, steps, tried = game.practice(player), 0, 0
        for seed in seeds:
            for number, answer in enumerate(answers):
                if too_dear(steps, tried):
                    break
                value = _after(practice, player, answer, seed)
                steps, tried = steps + practice.steps, tried + 1
                if value is not None:
                    totals[number] += value
                    counts[number] += 1
        means = [total / count if count else 0.0 for total, count in zip(totals, counts, strict=True)]
        best = max(means)
        return self._dice.one_of([a for a, mean in zip(answers, means, strict=True) if mean >= best - SAME])


def _after(practice: Practice, player: int, answer: Answer, seed: int) -> float | None:
    """What it is worth to give an answer; in a secret round the others answer by chance."""
    try:
        asked = practice.asked() if practice.deal(seed) else None
        dice, place, given = seed, asked.place if asked is not None else None, False
        while asked is not None and asked.place == place and (not given or asked.secret):
            if asked.who == player:
                if given:
                    break  # the next round
                practice.give(answer)
                given = True
            else:
                dice = practice.play_on(dice, 1)
            asked = practice.asked()
        return worths(practice.outcome(), practice.players)[player] if given else None
    except Exception:  # a deal agrees with what was seen, not with every promise of the rules
        return None
