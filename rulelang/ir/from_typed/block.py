"""Blocks of statements: how one follows the other, and what is settled before a statement looks."""

from __future__ import annotations

from rulelang.ir.from_typed.code import Code, Label
from rulelang.ir.instructions import Settle
from rulelang.typed.statements import Block, Stmt


def block(statements: Block, code: Code) -> None:
    """A `choose` with nothing to choose skips the rest of its block."""
    end = Label()
    for statement in statements:
        one(statement, code, end)
    code.here(end)


def one(statement: Stmt, code: Code, end: Label) -> None:
    code.at(statement.span)
    code.names.settles = []
    code.statements[type(statement)](statement, code, end)


def settle(code: Code) -> None:
    """Before a statement looks at the end of a shuffled pile, chance decides what lies there."""
    for zone, owner, amount, from_top in code.names.settles or []:
        code.emit(Settle(zone, owner, amount, from_top))
    code.names.settles = []
