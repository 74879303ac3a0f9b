"""The expressions of the IR: what an interpreter has to know how to compute.

Each says the type of its value: a number its range, a set its largest size. Words of kinds, players, rows of
tables and places count from 0, components through all component types. Frozen, closed and serialisable.
"""

from __future__ import annotations

from typing import Any

from rulelang.ir.expressions.sets import *  # noqa: F403
from rulelang.ir.expressions.values import *  # noqa: F403
from rulelang.ir.expressions.values import Expr

# How many operands a function has, and whether it is about a grid.
FUNCTIONS: dict[str, tuple[int, bool]] = {
    "left": (1, False), "right": (1, False), "seat": (1, False), "clockwise": (1, False),
    "owner": (1, False), "turn": (2, False), "opposite": (1, False), "step": (2, True),
    "neighbours": (1, True), "around": (1, True), "diagonals": (1, True), "along": (2, True),
    "place": (2, True), "places": (0, True), "open_places": (0, True),
    "place_of": (1, True), "column": (1, True), "row": (1, True),
}  # fmt: skip

# A slotted class of attrs takes the place of the one that was written, which is gone or will be.
EXPRESSIONS: dict[str, Any] = {
    name: cls
    for name, cls in list(globals().items())
    if isinstance(cls, type) and issubclass(cls, Expr) and cls is not Expr
}
