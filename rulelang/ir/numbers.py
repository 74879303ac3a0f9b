"""Numbers stay below the largest one: where the ranges of what is computed do not say so, it is looked at in
play. So a number always fits into 64 bits, and no program can make one that fills the memory.
"""

from __future__ import annotations

from rulelang.ir import expressions as ir
from rulelang.types import LARGEST_NUMBER, NUM, Num, Type, bare, item_of, most_of


def may_exceed(expr: ir.Arithmetic | ir.Sum) -> bool:
    """Whether a number can come out that is too large to be one."""
    if isinstance(expr, ir.Sum):
        one, most = _range(item_of(expr.items.type)), most_of(expr.items.type)
        ends = [one.low * most, one.high * most]
    else:
        a, b = _range(expr.left.type), _range(expr.right.type)
        match expr.op:
            case "add":
                ends = [a.low + b.low, a.high + b.high]
            case "sub":
                ends = [a.low - b.high, a.high - b.low]
            case "mul":
                ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            case _:
                return False
    return any(abs(end) > LARGEST_NUMBER for end in ends)


def _range(type_: Type) -> Num:
    inner = bare(type_)
    return inner if isinstance(inner, Num) else NUM
