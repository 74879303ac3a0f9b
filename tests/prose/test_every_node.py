"""Everything that can stand in a definition can be said: no statement and no expression is left out."""

from __future__ import annotations

import inspect

import pytest

from rulelang.prose.language import TABLES
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.walk import walk
from tests.prose.test_goldens import cases, definition


def classes(module: object, base: type) -> list[type]:
    found = (thing for _, thing in inspect.getmembers(module, inspect.isclass))
    return [thing for thing in found if issubclass(thing, base) and thing is not base]


STATEMENTS = classes(stmts, stmts.Stmt)
# What is reported as wrong is never said.
EXPRESSIONS = [thing for thing in classes(typed, typed.Expr) if thing is not typed.Wrong]
# Only ever true or false: they are clauses, and never the name of a thing.
CLAUSES = (
    typed.Quantified, typed.YourTurn, typed.Comparison, typed.Membership, typed.Emptiness, typed.Logic,
    typed.Not,
)  # fmt: skip


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda thing: thing.__name__)
def test_every_statement_can_be_said(statement: type[stmts.Stmt]) -> None:
    assert statement in TABLES.statements


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=lambda thing: thing.__name__)
def test_every_expression_can_be_said(expression: type[typed.Expr]) -> None:
    assert expression in (TABLES.clauses if expression in CLAUSES else TABLES.phrases)


def test_no_table_speaks_of_something_that_there_is_not() -> None:
    known = {*EXPRESSIONS, *STATEMENTS, typed.Expr}
    for table in (TABLES.phrases, TABLES.groups, TABLES.clauses, TABLES.statements):
        assert set(table) <= known


def test_the_goldens_say_every_statement_and_expression() -> None:
    """A new kind of node needs a golden: what it is called in three languages is for people to judge."""
    shown: set[type] = set()
    for path in cases():
        found, _ = definition(path)
        shown |= {type(node) for tree in (*found.blocks(), *found.loose()) for node in walk(tree)}
    missing = [thing.__name__ for thing in (*STATEMENTS, *EXPRESSIONS) if thing not in shown]
    assert not missing
