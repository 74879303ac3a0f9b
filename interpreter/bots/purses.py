"""What a bot may spend on thinking.

In: the steps of the games that it tried out, how many answers it tried in them, and whether a clock tells it
when to stop. Out: whether that is enough. It is counted in steps, so that a bot gives the same answer on
every machine. A bot that has a clock may spend what its time allows: it answers sooner only where answers
cost much more than answers do.
"""

from __future__ import annotations

from rulelang.limits import STEPS_OF_A_THOUGHT, STEPS_OF_AN_ANSWER, STEPS_OF_FEW_TRIES


def too_dear(steps: int, tried: int, timed: bool = False) -> bool:
    """Whether a bot had better answer: it has spent all it may, or the answers that it tried cost much more
    than answers do."""
    usual = STEPS_OF_FEW_TRIES + 2 * tried * STEPS_OF_AN_ANSWER
    return steps > (usual if timed else min(STEPS_OF_A_THOUGHT, usual))
