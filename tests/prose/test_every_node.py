"""Everything that can stand in a definition can be said: no statement and no expression is left out."""

from __future__ import annotations

import inspect

import pytest

from rulelang.prose.order import walk
from rulelang.prose.things import Things
from rulelang.syntax import ast
from tests.prose.pages import read
from tests.prose.test_goldens import cases, definition

CLASSES = [thing for _, thing in inspect.getmembers(ast, inspect.isclass)]
STATEMENTS = [thing for thing in CLASSES if issubclass(thing, ast.Stmt) and thing is not ast.Stmt]
EXPRESSIONS = [thing for thing in CLASSES if issubclass(thing, ast.Expr) and thing is not ast.Expr]
# Only ever true or false: they are clauses, and never the name of a thing.
CLAUSES = (ast.Quantified, ast.YourTurn)


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda thing: thing.__name__)
def test_every_statement_can_be_said(statement: type[ast.Stmt]) -> None:
    assert hasattr(Things, f"_do_{statement.__name__}")


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=lambda thing: thing.__name__)
def test_every_expression_can_be_said(expression: type[ast.Expr]) -> None:
    assert hasattr(Things, f"_{expression.__name__}") or expression in CLAUSES


def test_the_goldens_say_every_statement_and_expression() -> None:
    """A new kind of node needs a golden: what it is called in three languages is for people to judge."""
    shown: set[type] = set()
    for path in cases():
        reading, _ = definition(path)
        world = reading.world
        bodies = [body for info in world.rules.values() for body in info.bodies.values()]
        bodies += [body for info in world.values.values() for body in info.bodies.values()]
        rows = [row for record in world.records.values() for row in record.rows.values()]
        trees = [*bodies, *world.abilities, *(ability for row in rows for ability in row.abilities)]
        shown |= {type(node) for tree in trees for node in walk(tree)}
    missing = [thing.__name__ for thing in (*STATEMENTS, *EXPRESSIONS) if thing not in shown]
    assert not missing


def test_the_checker_says_what_every_expression_is() -> None:
    """Words depend on what the checker found: an expression it did not note would be said by its name."""
    for path in cases():
        reading, _ = definition(path)
        for info in (*reading.world.rules.values(), *reading.world.values.values()):
            for body in info.bodies.values():
                nodes = list(walk(body))
                # The numbers of a sum are never an expression alone, and where something is put is no value.
                others = {id(node.zone) for node in nodes if isinstance(node, ast.Dest)}
                others |= {id(node) for node in nodes if isinstance(node, ast.Each)}
                for node in nodes:
                    if isinstance(node, ast.Expr) and id(node) not in others:
                        assert id(node) in reading.meanings, (path.name, node)


def test_a_reading_is_filled_only_when_asked_for() -> None:
    from tests.helpers import GAMES

    reading, program = read(GAMES / "kuhn_poker")
    assert reading.world.name == program.name and reading.meanings
