"""What an outcome is worth to each player, as one number.

In: an outcome of a practice game. Out: for each player a number: the payoff at the end of a game that has
payoffs, else from -1 to 1, most of it for winning and some for how far ahead.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.practice import Outcome

WIN, MARGIN = 0.6, 0.4  # how much a win counts, and how much by how far
OWN = 0.1  # of a standing: a player's own points, which is all there is when players win together
SLACK = 5.0


def worths(outcome: Outcome, players: int, before: int = 0) -> Sequence[float]:
    """`before`: how many points players who win together had when somebody began to think."""
    points = outcome.points
    if points is None:
        standings = [0.0] * players
    elif outcome.together and min(points) == max(points):
        standings = [together(points[0], before)] * players
    else:
        standings = [standing(points, p) for p in range(players)]
    if outcome.returns is None:
        return standings
    if outcome.paid:
        return outcome.returns
    return [WIN * won + MARGIN * stands for won, stands in zip(outcome.returns, standings, strict=True)]


def together(points: int, before: int) -> float:
    """From -1 to 1, by what was won or lost since: nobody is ahead of the others."""
    gain = points - before
    return gain / (abs(gain) + SLACK + abs(before) / 8)


def standing(points: Sequence[int], player: int) -> float:
    """From -1 to 1, by what the definition says about each player."""
    mine = points[player]
    ahead = mine - max((other for p, other in enumerate(points) if p != player), default=mine)
    largest = max(map(abs, points))
    return (1 - OWN) * ahead / (abs(ahead) + 1 + largest / 2) + OWN * mine / (abs(mine) + SLACK)
