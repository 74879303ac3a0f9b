"""What a bot may spend on thinking.

In: the steps of the games that it tried out, and how many answers it tried in them. Out: whether that is
enough. It is counted in steps, so that a bot gives the same answer on every machine.
"""

from __future__ import annotations

from rulelang.limits import STEPS_OF_A_THOUGHT, STEPS_OF_AN_ANSWER, STEPS_OF_FEW_TRIES


def too_dear(steps: int, tried: int) -> bool:
    """Whether a bot had better answer: it has spent all it may, or the answers that it tried cost much more
    than answers do."""
    return steps > min(STEPS_OF_A_THOUGHT, STEPS_OF_FEW_TRIES + 2 * tried * STEPS_OF_AN_ANSWER)
