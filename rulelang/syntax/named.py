"""Which node an alternative of the grammar makes, where its name says it.

In: the name of an alternative. Out: its operator, or the class of its node.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from rulelang.syntax import ast

BINARY = {
    "or_op": "or", "and_op": "and", "is_": "is", "is_not": "is_not", "ge": ">=", "le": "<=", "gt": ">",
    "lt": "<", "in_": "in", "not_in": "not_in", "plus": "+", "minus": "-", "union": "union",
    "without": "without", "times": "*", "mod": "mod", "divide_up": "/up", "divide_down": "/down",
    "divide": "/",
}  # fmt: skip
UNARY = {"negate": "negate", "not_op": "not", "is_empty": "empty", "is_not_empty": "not_empty"}
QUANTIFIED = {"any_in": "any", "no_in": "no", "all_in": "all"}
_NODES: dict[str, type[Any]] = {
    **{name: cls for name, cls in vars(ast).items() if isinstance(cls, type) and issubclass(cls, ast.Node)},
    "None": ast.NoneValue,  # Python has this word for itself
}


@cache
def node_called(name: str) -> type[Any] | None:
    """The node of an alternative of the grammar, by its name: `extra_turn` makes an `ExtraTurn`."""
    return _NODES.get("".join(part.capitalize() for part in name.split("_")))
