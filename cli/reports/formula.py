"""A computed thing in words, for `rulelang show`.

In: an expression of the IR. Out: a short text near to how an author would write it. What is not known here
is shown as `rulelang ir` shows it, so that a new expression is shown plainly, not wrongly.
"""

from __future__ import annotations

from rulelang.ir import expressions as ir
from rulelang.ir.nodes import Program
from rulelang.ir.show_code import Names, expression

BETWEEN = {
    "add": "+", "sub": "-", "mul": "*", "and": "and", "or": "or", "eq": "is", "ne": "is not",
    "lt": "<", "gt": ">", "le": "is at most", "ge": "is at least",
}  # fmt: skip


def formula(program: Program, expr: ir.Expr | None) -> str:
    def part(operand: ir.Expr | None) -> str:
        return formula(program, operand)

    def call(name: str, args: tuple[ir.Expr, ...]) -> str:
        return f"{name}({', '.join(map(part, args))})" if args else name

    match expr:
        case None | ir.Nothing():
            return "none"
        case ir.Loc(loc=loc):
            # The only name in a score or a ranking is the player it is about; others are numbered.
            return "p" if loc == 0 else f"x{loc}"
        case ir.Call(value=value, args=args):
            return call(program.values[value].name, args)
        case ir.Function(name=name, grid=None, args=args):
            return call(name, args)
        case ir.Track(track=number, owner=owner):
            name = program.tracks[number].name
            return name if owner is None else f"{name} of {part(owner)}"
        case ir.Zone(zone=number, owner=owner):
            name = program.zones[number].name
            return name if owner is None else f"{name} of {part(owner)}"
        case ir.Field(column=column, item=item):
            return f"{part(item)}.{column}"
        case ir.If(condition=condition, then=then, other=other):
            return f"(if {part(condition)} then {part(then)} else {part(other)})"
        case (
            ir.Arithmetic(op=op, left=left, right=right)
            | ir.Compare(op=op, left=left, right=right)
            | ir.Logic(op=op, left=left, right=right)
        ) if op in BETWEEN:
            return f"{part(left)} {BETWEEN[op]} {part(right)}"
        case ir.In(item=item, items=items):
            return f"{part(item)} in {part(items)}"
        case ir.NotIn(item=item, items=items):
            return f"{part(item)} not in {part(items)}"
        case ir.Not(operand=operand):
            return f"not {part(operand)}"
        case ir.Count(items=items):
            return f"count({part(items)})"
    return expression(expr, Names(program))
