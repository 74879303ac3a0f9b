"""Whether all players of a definition win or lose as one.

In: a program. Out: yes or no, as the rules show it; no word of a game is read.
"""

from __future__ import annotations

from rulelang.ir import expressions as ir
from rulelang.ir.instructions import Finish
from rulelang.ir.nodes import Program
from rulelang.ir.walk import inside


def all_as_one(program: Program) -> bool:
    """Whether all win or lose together: nothing ranks one before another, the score and the payoff are
    the same for each, and whenever the rules end the game, they end it for all players."""
    if program.ranking is not None or not all(map(_of_nobody, (program.score, program.payoff))):
        return False
    ends = [op for body in program.bodies for op in body.code if isinstance(op, Finish)]
    return bool(ends) and all(isinstance(end.players, ir.Players) for end in ends)


def _of_nobody(expr: ir.Expr | None) -> bool:
    """Whether a score says the same of every player: it does not read the one that it is asked for."""
    return expr is None or not any(
        isinstance(part, ir.You) or (isinstance(part, ir.Loc) and part.loc == 0) for part in inside(expr)
    )
