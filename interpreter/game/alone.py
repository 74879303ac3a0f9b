"""What a game may take that bots play alone: nobody sits there who could see that it leads nowhere.

In: a game after an answer, and how many there were. Out: nothing, or a `RuleError` that names the line which
asks next. It is counted in steps, so that a game ends after the same answer on every machine.
"""

from __future__ import annotations

from interpreter.errors import RuleError
from interpreter.game.facade import Game
from rulelang.limits import (
    ANSWERS_AMONG_BOTS,
    MOST_STEPS_AMONG_BOTS,
    STEPS_AMONG_BOTS,
    STEPS_OF_AN_ANSWER,
)


def check_alone(game: Game, answers: int, told: bool = False) -> None:
    """After so many answers. If somebody is `told` of each, they take time beside the rules."""
    most = steps_for(answers)
    if game.steps > most:
        what = f"this game has taken {game.steps:,} steps of the rules, and one that bots play alone may "
        what += f"take {most:,} for {answers:,} answers: the rules run in circles, or look at too much"
    elif told and answers > ANSWERS_AMONG_BOTS:
        what = f"bots have given {answers:,} answers in this game, and nobody else plays: it does not end"
    else:
        return
    request = game.request()
    raise RuleError(what, *(() if request is None else (request.site, request.rule)))


def steps_for(answers: int) -> int:
    """The steps that a game of bots may have taken after so many answers."""
    return min(MOST_STEPS_AMONG_BOTS, STEPS_AMONG_BOTS + answers * STEPS_OF_AN_ANSWER)
