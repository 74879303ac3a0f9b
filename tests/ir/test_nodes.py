"""The tables of nodes are complete and none of them is dead; both rooms that read them know all of them."""

from __future__ import annotations

import pytest

from interpreter.python import blocks, exprs, set_exprs
from rulelang.ir.expressions import EXPRESSIONS, FUNCTIONS, Function
from rulelang.ir.from_typed.expressions import EXPRESSIONS as LOWERED_EXPRESSIONS
from rulelang.ir.from_typed.program import STATEMENTS as LOWERED_STATEMENTS
from rulelang.ir.instructions import INSTRUCTIONS, Jump
from rulelang.ir.nodes import Program
from rulelang.ir.proofs import PROOFS
from rulelang.ir.show import show
from rulelang.ir.validate import validate
from rulelang.ir.walk import inside
from rulelang.syntax import ast
from rulelang.typed import expressions, statements
from rulelang.typed.from_syntax.definition import EXPRESSIONS as TYPED_EXPRESSIONS
from rulelang.typed.from_syntax.definition import STATEMENTS as TYPED_STATEMENTS
from rulelang.typed.functions import FUNCTIONS as DECLARED
from tests.helpers import definition, definition_folders, small

# What no shipped game happens to use.
REST = """
card letter:
    size: number 0 to 9
letter a:
    size: 1
zone pile_: pile of letter, public
zone board: grid 2 by 2 of letter, public
kind town: x, y
value roads(town): every town
token cube of each player, 3 copies
zone cubes of each player and town: set of cube, public
zone stock of each name of letter: pile of letter, public
zone hive: hexagonal grid 3 by 3 of cube, public
track sick of each town and letter: number 0 to 9
memory seen: everything but trace
must hold: count(every letter) is 1
value beside(s: place in hive, far: number 0 to 9): around(s) where row(it) > far
value ends(letter): [x, y]
value long(letter): letter.size
rule try_it(n: number 0 to 9):
    if n > 3: answer yes
    set n_ to n
track n_: number 0 to 9
rule act(n: number 0 to 9): do note(n)
instead of act(n): proceed
track n: number -99 to 99
track t: town
play:
    set n to 7 / 2 rounded up + 7 mod 2 + highest([1, 2]) + lowest([1, 2]) - sum(largest(1, [1, 2]))
    set n to 7 / 2 rounded down + (if yes then 1 else 2) + [1, 2] at 0 + sum([1])
    set n to count(reachable from x by roads) + count(steps from x to y by roads)
    set n to count(nearest in [x] from y by roads) + count(those l in every letter with lowest l.size)
    if distance from x to y by roads is 1 and all l in every letter satisfy l.size > 0: do note(1)
    if any l in every letter where l.size < 3 or l.size <= 3 or l.size >= 3: do note(1)
    if a not in pile_ and pile_ is empty and not (every letter is not empty): do note(1)
    let gathered be gather([l] for each l in every letter)
    let rest be every letter joined with gathered without [a]
    for each l in (every letter sorted by size descending): do note(position of l)
    move first 1 of every letter to pile_
    for each spot in places(board):
        if spot is empty or spot is not empty: do note(row(spot))
    if board at place(board, 1, 1) is none and t is not y: do note(column(place(board, 1, 1)))
    say hello with t
    reveal pile_
    cover pile_
    each player secretly chooses k from 1 to 2
    each player secretly chooses one:
        sit: do note(1)
        rise(m in 1 to 2): do note(m)
    do note(k of first of players)
    as first of players:
        may go_on: do note(1)
        choose order of some from 1 to 3
        choose c from every letter before a, d from every letter after a such that c is not d
    do act(count(players))
    let best: number 0 to 9 be 0
    for each l in different every letter:
        set best to highest([best, l.size])
        set sick(x, l) to best
    if do try_it(best): do note(1)
    let tried be do try_it(2)
    if tried and n_ after try_it(3) is 3: do note(2)
    remember seen
    if repeats(seen) is 1 and (1 to 3) is not empty: do note(3)
    swap first of every letter with last of every letter
    for each c in every cube where player is first of players: move c to cubes(first of players, x)
    let cube_one be first of every cube
    if town holding cube_one is x and player holding cube_one is not none: do note(4)
    for each w in every name of letter: move every letter where name is w to stock of w
    let ray be along(place(board, 1, 1), north_east) while it is empty
    let seen_there be along(place(board, 1, 1), north) up to it is not empty
    do note(count(groups in places(hive) by beside(1)) + count(diagonals(place(board, 1, 1))))
    do note(longest path in every letter by ends adding long +  sum([l.size for each l in every letter]))
    repeat until n > 0: add 1 to n
    turns from first of players by right_of until n > 0: add 1 to n
    repeat 2 times:
        win [first of players]
value right_of(player): right(player)
payoff of p: n / 2
outlook of p: n
"""


def nodes_of(program: Program) -> tuple[set[type], set[type], set[str]]:
    """The classes of instructions and expressions, and the functions, that a program uses."""
    code = [instr for body in program.bodies for instr in body.code]
    found = [expr for instr in code for expr in inside(instr)]
    for value in program.values:
        for steps in (*(steps for _, steps in value.cases), value.default):
            found += [expr for step in steps for expr in inside(step)]
    functions = {expr.name for expr in found if isinstance(expr, Function)}
    return {type(instr) for instr in code}, {type(expr) for expr in found}, functions


@pytest.fixture(scope="module")
def programs() -> list[Program]:
    return [*(definition(name) for name in definition_folders()), small(REST)]


def test_every_node_and_function_is_made_from_some_definition(programs: list[Program]) -> None:
    found = [nodes_of(program) for program in programs]
    assert set(INSTRUCTIONS.values()) - set().union(*(f[0] for f in found)) == set()
    assert set(EXPRESSIONS.values()) - set().union(*(f[1] for f in found)) == set()
    assert {"left", "clockwise", "step", "place"} <= set().union(*(f[2] for f in found))


def test_what_the_compiler_makes_is_valid(programs: list[Program]) -> None:
    for program in programs:
        assert validate(program) == []


def test_every_function_of_the_language_is_in_the_tables() -> None:
    assert set(FUNCTIONS) == set(DECLARED)


def test_the_reference_backend_writes_every_node() -> None:
    assert {*exprs.WRITERS, *set_exprs.WRITERS} == set(EXPRESSIONS.values())
    assert set(blocks.WRITERS) | {Jump} == set(INSTRUCTIONS.values())


def test_every_expression_has_a_proof() -> None:
    assert set(PROOFS) == set(EXPRESSIONS.values())


def classes(module: object, base: type) -> set[type]:
    """The classes that nothing else is made from."""
    found = {
        c for c in vars(module).values() if isinstance(c, type) and issubclass(c, base) and c is not base
    }
    return {c for c in found if not any(other is not c and issubclass(other, c) for other in found)}


def test_every_syntax_node_is_typed_and_every_typed_node_lowered() -> None:
    assert set(TYPED_EXPRESSIONS) >= classes(ast, ast.Expr)
    assert set(TYPED_STATEMENTS) >= classes(ast, ast.Stmt)
    never_lowered = {
        expressions.Wrong,
        expressions.Copies,
    }  # lowered with what is beside
    assert set(LOWERED_EXPRESSIONS) | never_lowered >= classes(expressions, expressions.Expr)
    assert set(LOWERED_STATEMENTS) >= classes(statements, statements.Stmt)


def test_every_program_can_be_shown(programs: list[Program]) -> None:
    for program in programs:
        text = show(program)
        assert text.startswith(f"program {program.name} for ")
        assert sum(len(body.code) for body in program.bodies) < len(text.splitlines())
        assert "None" not in text and "('" not in text
