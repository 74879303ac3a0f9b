"""How curious the search is: how many answers it tries at a place, and how much their values may surprise.

In: the answers at one place of the tree, and whether players win together. Out: a number of answers, and what
is added to a value for each root of the doubt in it.
"""

from __future__ import annotations

from math import sqrt

from interpreter.bots.places import Table

CURIOSITY = 0.5  # times the spread of the values seen
CURIOSITY_OF_THE_BLIND = 1.0  # the same where only ends are worth something
CURIOSITY_OF_A_TEAM = 0.7  # times how far the values at one place differ
WIDTH = 6, 3.0  # answers that are tried at once, and times the root of the visits
WIDTH_OF_A_TEAM = 5, 1.0  # the same in a team, whose play-outs go on with some sense
BELOW = (
    1,
    0.5,
)  # … where nobody has looked how its answers look: it begins with what it would give there anyway


def width(table: Table, together: bool) -> float:
    """So many answers are tried."""
    few, growth = (WIDTH_OF_A_TEAM if table.first else BELOW) if together else WIDTH
    return few + growth * sqrt(table.visits)


def surprise(table: Table, seen: float, together: bool, blind: bool) -> float:
    """How much a value may surprise; `seen`: how far all values that were seen are apart. In a team few
    play-outs end with a win or a loss: it is how far the values here differ, not how far they could."""
    if not together or table.ended < 2:
        curiosity = CURIOSITY_OF_THE_BLIND if blind else CURIOSITY
        return curiosity * seen if seen > 0 else curiosity
    mean = table.total / table.ended
    return CURIOSITY_OF_A_TEAM * sqrt(max(table.squares / table.ended - mean * mean, 1e-6))
