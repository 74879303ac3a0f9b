"""Claims that cannot fail.

In: a value of a definition that is the claim of a scenario. Out: whether it looks at nothing of the game, or
compares something with itself: whatever the rules do, it holds.
"""

from __future__ import annotations

from rulelang.typed import expressions as typed
from rulelang.typed.definition import Value
from rulelang.typed.walk import expressions

_FIXED = (
    *(typed.Number, typed.Truth, typed.Nothing, typed.Word, typed.Arithmetic, typed.Negated),
    *(typed.Comparison, typed.Logic, typed.Not, typed.IfThenElse),
)
_REFLEXIVE = ("is", ">=", "<=")


def says_nothing(value: Value) -> str:
    """Why a claim cannot fail; nothing if it can."""
    results = tuple(result.value for body in value.bodies for result in body.results)
    if all(isinstance(expr, _FIXED) for expr in expressions(results)):
        return "it looks at nothing of the game"
    if any(_compares_with_itself(expr) for expr in results):
        return "both sides are the same"
    return ""


def _compares_with_itself(expr: typed.Expr) -> bool:
    return isinstance(expr, typed.Comparison) and expr.op in _REFLEXIVE and expr.left == expr.right
