"""What an outcome is worth to each player, as one number.

In: an outcome of a practice game. Out: for each player a number: the payoff at the end of a game that has
payoffs, else from -1 to 1, most of it for winning and some for how far ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from interpreter.practice import Outcome

WIN, MARGIN = 0.6, 0.4  # how much a win counts, and how much by how far
OWN = 0.1  # of a standing: a player's own points, which is all there is when players win together
SLACK = 5.0
HERE = 0.5  # how much the position itself counts, beside what chance makes of it
WIDE = 8.0  # so many spreads of what a play-out brings are the most that is told apart


class Team(NamedTuple):
    """What players who win together may expect: points after a play-out, and how far they spread."""

    points: float
    spread: float


def team_of(outcomes: Sequence[Outcome]) -> Team | None:
    """None if these are no outcomes of a team: somebody is ahead, or nothing is said about players."""
    points = []
    for outcome in outcomes:
        if not outcome.together or not outcome.points or min(outcome.points) != max(outcome.points):
            return None
        if outcome.returns is not None and min(outcome.returns) != max(outcome.returns):
            return None
        points.append(outcome.points[0])
    if not points:
        return None
    mean = sum(points) / len(points)
    return Team(mean, sqrt(sum((each - mean) ** 2 for each in points) / len(points)))


def worths(outcome: Outcome, players: int, team: Team | None = None, luck: float = 0.0) -> Sequence[float]:
    points = outcome.points
    if points is None:
        standings = [0.0] * players
    elif team is not None:
        standings = [together(points[0] - luck, team)] * players
    else:
        standings = [standing(points, p) for p in range(players)]
    if outcome.returns is None:
        return standings
    if outcome.paid:
        return outcome.returns
    return [WIN * won + MARGIN * stands for won, stands in zip(outcome.returns, standings, strict=True)]


def together(points: float, team: Team) -> float:
    """From -1 to 1, by what was to be expected: nobody is ahead of the others. What is twice as bad
    counts twice as much: rare misfortune is not made small."""
    gain = points - team.points
    return max(-1.0, min(1.0, gain / (WIDE * (SLACK + team.spread))))


def standing(points: Sequence[int], player: int) -> float:
    """From -1 to 1, by what the definition says about each player."""
    mine = points[player]
    ahead = mine - max((other for p, other in enumerate(points) if p != player), default=mine)
    largest = max(map(abs, points))
    return (1 - OWN) * ahead / (abs(ahead) + 1 + largest / 2) + OWN * mine / (abs(mine) + SLACK)


def mixed(here: Sequence[float], later: Sequence[float]) -> Sequence[float]:
    return [HERE * mine + (1 - HERE) * then for mine, then in zip(here, later, strict=True)]


def decided(outcome: Outcome, who: int) -> int:
    """1: the game is over, and this player alone has won; -1: it is lost."""
    won = outcome.returns
    if won is None or outcome.paid:
        return 0
    return -1 if won[who] < 0 else 1 if won[who] > 0 >= sum(won) - won[who] else 0


def parts(outcome: Outcome) -> bool:
    """Whether it tells one player from another."""
    return outcome.points is not None and min(outcome.points) != max(outcome.points)
