"""The answers that a bot looks at: all of them, or some of many.

In: a request and dice. Out: legal answers.
"""

from __future__ import annotations

from itertools import pairwise

from interpreter.bots import Answer
from interpreter.bots.dice import Dice
from interpreter.game.requests import Request


def candidates(request: Request, dice: Dice, most: int) -> list[Answer]:
    """The legal answers, or if there are more than `most` some of them, spread evenly."""
    if request.several:
        return _selections(request, dice, most)
    options = len(request)
    if options <= most:
        return list(range(options))
    edges = [options * part // most for part in range(most + 1)]
    return [low + dice.below(high - low) for low, high in pairwise(edges)]


def _selections(request: Request, dice: Dice, most: int) -> list[Answer]:
    found: list[Answer] = []
    for answer in request.answers():
        found.append(answer)
        if len(found) > most:
            break
    else:
        return found
    size, least, upmost, ordered = len(request), request.least, request.most, request.ordered
    picked = {dice.subset(size, least, upmost, ordered) for _ in range(most - 2)}
    picked.add(tuple(range(least)))
    picked.add(tuple(range(upmost)))
    return sorted(picked)
