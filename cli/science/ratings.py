"""How strong bots are, from who beat whom.

In: for each table of a tournament, which bots sat there and how often which of them won. Out: a rating for
each bot with its interval, in Elo points: 0 is the average of the field, 400 points are odds of ten to one.

The model is Bradley and Terry's. Each game says something about every two different bots in it: who won beat
who did not; both or neither is half a win for each. One drawn game is added between every two bots that
met, so that a bot that always won has a rating at all. An interval is the wider of two: the model's own,
and one that takes each game as a whole, because what one game says of several pairs hangs together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import exp, log, sqrt

from attrs import frozen

from cli.science.intervals import CONFIDENCE, Estimate

ELO = 400 / log(10)
STEPS, CLOSE = 200, 1e-12

Matrix = list[list[float]]


@frozen
class Table:
    """Games of the same bots. `results` counts them by who won: the numbers of the bots' places in `bots`."""

    bots: tuple[str, ...]
    results: Mapping[tuple[int, ...], int]

    @property
    def together(self) -> bool:
        """Everybody won or nobody did, in every game: nothing tells the bots apart."""
        everybody = tuple(range(len(self.bots)))
        return all(winners in ((), everybody) for winners in self.results)


@frozen
class Met:
    """What a result says of one pair: how much of a win the first has against the second."""

    first: int
    second: int
    won: float


def ratings(tables: Sequence[Table]) -> dict[str, Estimate]:
    """A rating for each bot, in the order in which they are named first."""
    names = list(dict.fromkeys(bot for table in tables for bot in table.bots))
    number = {name: at for at, name in enumerate(names)}
    results = [(_met(table, number, winners), games)
               for table in tables for winners, games in table.results.items()]  # fmt: skip
    pairs = sorted({(met.first, met.second) for said, _ in results for met in said})
    results += [((Met(first, second, 0.5),), 1) for first, second in pairs]
    strengths = [0.0] * len(names)
    for _ in range(STEPS):  # Newton's way; the sum of strengths stays 0
        slope, bend = _slope(results, strengths), _bend(results, strengths)
        steps = _solve(bend, slope)
        largest = max((abs(step) for step in steps), default=0.0)
        damp = min(1.0, 2.0 / largest) if largest else 1.0
        strengths = [strength + damp * step for strength, step in zip(strengths, steps, strict=True)]
        if largest < CLOSE:
            break
    reaches = _reaches(results, strengths)
    return {
        name: Estimate(ELO * strength, ELO * (strength - reach), ELO * (strength + reach))
        for name, strength, reach in zip(names, strengths, reaches, strict=True)
    }


def _met(table: Table, number: Mapping[str, int], winners: tuple[int, ...]) -> tuple[Met, ...]:
    found = []
    for a, b in combinations(range(len(table.bots)), 2):
        first, second = number[table.bots[a]], number[table.bots[b]]
        if first != second:
            won = 0.5 + 0.5 * ((a in winners) - (b in winners))
            met = Met(first, second, won) if first < second else Met(second, first, 1 - won)
            found.append(met)
    return tuple(found)


Results = Sequence[tuple[tuple[Met, ...], int]]


def _expected(met: Met, strengths: Sequence[float]) -> float:
    return 1 / (1 + exp(strengths[met.second] - strengths[met.first]))


def _slope(results: Results, strengths: Sequence[float]) -> list[float]:
    found = [0.0] * len(strengths)
    for said, games in results:
        for met in said:
            more = games * (met.won - _expected(met, strengths))
            found[met.first] += more
            found[met.second] -= more
    return found


def _bend(results: Results, strengths: Sequence[float]) -> Matrix:
    """The information matrix. All strengths may move together, so a row of ones fixes their sum at 0."""
    size = len(strengths)
    found = [[1.0] * size for _ in range(size)]
    for said, games in results:
        for met in said:
            chance = _expected(met, strengths)
            weight = games * chance * (1 - chance)
            a, b = met.first, met.second
            found[a][a] += weight
            found[b][b] += weight
            found[a][b] -= weight
            found[b][a] -= weight
    return found


def _reaches(results: Results, strengths: Sequence[float]) -> list[float]:
    """How far each rating may be off: of the model's variance and the one of whole games, the larger."""
    size = len(strengths)
    bend = _bend(results, strengths)
    columns = [_solve(bend, [float(i == j) for i in range(size)]) for j in range(size)]
    inverse = [[columns[j][i] - 1 / size**2 for j in range(size)] for i in range(size)]
    middle: Matrix = [[0.0] * size for _ in range(size)]
    for said, games in results:
        push = [0.0] * size
        for met in said:
            more = met.won - _expected(met, strengths)
            push[met.first] += more
            push[met.second] -= more
        for i in range(size):
            for j in range(size):
                middle[i][j] += games * push[i] * push[j]
    found = []
    for i in range(size):
        row = inverse[i]
        whole = sum(row[a] * middle[a][b] * row[b] for a in range(size) for b in range(size))
        found.append(CONFIDENCE * sqrt(max(row[i], whole, 0.0)))
    return found


def _solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Gauss's way, with the largest of each column first."""
    size = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        pivot = rows[at][at]
        for row in range(at + 1, size):
            factor = rows[row][at] / pivot
            for column in range(at, size + 1):
                rows[row][column] -= factor * rows[at][column]
    found = [0.0] * size
    for at in reversed(range(size)):
        known = sum(rows[at][column] * found[column] for column in range(at + 1, size))
        found[at] = (rows[at][size] - known) / rows[at][at]
    return found
