"""A bot that never stops a game at the table.

In: a bot. Out: the same bot; if it fails, or gives an answer that is not legal, a random one is given for
that decision, and `note` says what happened. Experiments do not use it: there a bot that fails is to be seen.
"""

from __future__ import annotations

from interpreter.bots import Answer, Bot
from interpreter.bots.random_bot import RandomBot
from interpreter.game import Game


class Steady:
    def __init__(self, bot: Bot, seed: int) -> None:
        self.bot, self.note = bot, ""
        self._random = RandomBot(seed)

    @property
    def name(self) -> str:
        return self.bot.name

    def choose(self, game: Game, player: int) -> Answer:
        self.note = ""
        try:
            request = game.request(player)
            answer = self.bot.choose(game, player)
            return answer if request is None else request.index_of(answer)
        except Exception as error:
            self.note = f"{type(error).__name__}: {error}"
            return self._random.choose(game, player)
