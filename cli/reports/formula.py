"""A computed thing in words, for `rulelang show`.

In: an expression of the IR. Out: a short text near to how an author would write it. Operators that are
not known here are shown as `operator(operands)`, so that a new one is shown plainly, not wrongly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulelang.ir.nodes import Expr, Program

BETWEEN = {
    "add": "+", "sub": "-", "mul": "*", "and": "and", "or": "or", "eq": "is", "ne": "is not",
    "lt": "<", "gt": ">", "le": "is at most", "ge": "is at least", "in": "in", "not_in": "not in",
}  # fmt: skip


def formula(program: Program, expr: Expr | None) -> str:
    if expr is None:
        return "none"
    operator, *operands = expr

    def part(operand: Any) -> str:
        if isinstance(operand, tuple) and operand and isinstance(operand[0], str):
            return formula(program, operand)
        return "" if operand is None else str(operand)

    def call(name: str, arguments: list[Any]) -> str:
        return f"{name}({', '.join(map(part, arguments))})" if arguments else name

    if operator == "n" and len(operands) == 1:
        return str(operands[0])
    if operator == "b":
        return "yes" if operands[0] else "no"
    if operator == "loc":
        # The only name in a score or a ranking is the player it is about; others are numbered.
        return "p" if operands[0] == 0 else f"x{operands[0]}"
    if operator in ("you", "active", "players", "none"):
        return str(operator)
    if operator == "call":
        return call(program.values[operands[0]].name, operands[1:])
    if operator == "fn":
        return call(str(operands[0]), operands[1:])
    if operator in ("track", "zone"):
        name = (program.tracks if operator == "track" else program.zones)[operands[0]].name
        owner = part(operands[1]) if len(operands) > 1 else ""
        return f"{name} of {owner}" if owner else name
    if operator == "setting" and isinstance(operands[0], int):
        return program.settings[operands[0]].name
    if operator == "field" and len(operands) == 3:
        return f"{part(operands[2])}.{operands[1]}"
    if operator == "if" and len(operands) == 3:
        condition, then, otherwise = map(part, operands)
        return f"(if {condition} then {then} else {otherwise})"
    if operator in BETWEEN and len(operands) == 2:
        return f"{part(operands[0])} {BETWEEN[operator]} {part(operands[1])}"
    if operator == "not":
        return f"not {part(operands[0])}"
    return call(str(operator), operands)
