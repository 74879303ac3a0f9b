"""The tables of operators are complete and none of them is dead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from interpreter.python.blocks import Blocks
from interpreter.python.exprs import _INFIX, Source
from rulelang.check.builtins import FUNCTIONS as DECLARED
from rulelang.ir.nodes import Program
from rulelang.ir.show import show
from rulelang.ir.signatures import EXPRESSIONS, FUNCTIONS, INSTRUCTIONS
from rulelang.ir.validate import validate
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
    do note(k of first of players)
    as first of players:
        may go_on: do note(1)
        choose order of some from 1 to 3
        choose c from every letter before a, d from every letter after a such that c is not d
    do act(count(players))
    repeat 2 times:
        win [first of players]
"""


def parts(node: Any) -> Iterator[str]:
    """Every word that opens a tuple: operators, verbs, and some names that are neither."""
    if isinstance(node, tuple):
        if node and isinstance(node[0], str):
            yield node[0]
        for part in node:
            yield from parts(part)


def words_of(program: Program) -> tuple[set[str], set[str], set[str]]:
    """The verbs, operators and functions that a program uses."""
    verbs = {instr[0] for body in program.bodies for instr in body.code}
    expressions: list[Any] = [instr[1:] for body in program.bodies for instr in body.code]
    for value in program.values:
        expressions += [value.key, value.default, value.cases]
    for hook in program.hooks:
        expressions += [hook.when, hook.value]
    expressions += [rule.key for rule in program.rules] + [track.start for track in program.tracks]
    expressions += [program.score, program.payoff]
    if program.ranking is not None:
        expressions += [program.ranking.condition, tuple(key for _, key in program.ranking.keys)]
    functions: set[str] = set()

    def collect(node: Any) -> None:
        if isinstance(node, tuple):
            if node[:1] == ("fn",):
                functions.add(node[1])
            for part in node:
                collect(part)

    for expression in expressions:
        collect(expression)
    return verbs, {word for expression in expressions for word in parts((expression,))}, functions


@pytest.fixture(scope="module")
def programs() -> list[Program]:
    return [*(definition(name) for name in definition_folders()), small(REST)]


def test_every_verb_and_operator_is_emitted_by_some_definition(programs: list[Program]) -> None:
    found = [words_of(program) for program in programs]
    verbs, operators = set().union(*(f[0] for f in found)), set().union(*(f[1] for f in found))
    assert set(INSTRUCTIONS) - verbs == set()
    assert set(EXPRESSIONS) - operators == set()


def test_every_verb_that_is_emitted_is_in_the_tables(programs: list[Program]) -> None:
    for program in programs:
        assert words_of(program)[0] <= set(INSTRUCTIONS)
        assert validate(program) == []


def test_every_function_of_the_language_is_in_the_tables() -> None:
    assert set(FUNCTIONS) == set(DECLARED)


def test_the_interpreter_writes_every_operator() -> None:
    own = {name[1:] for name in vars(Source) if name.startswith("_") and not name.startswith("__")}
    helpers = {"shifted", "grid", "beside"}
    assert set(EXPRESSIONS) == (own | set(_INFIX)) - helpers


def test_the_interpreter_writes_every_verb() -> None:
    own = {name[1:] for name in vars(Blocks) if name.startswith("_") and not name.startswith("__")}
    helpers = {"stops", "entry", "enter", "stretch", "noted"}
    assert set(INSTRUCTIONS) == own - helpers


def test_every_program_can_be_shown(programs: list[Program]) -> None:
    for program in programs:
        text = show(program)
        assert text.startswith(f"program {program.name} for ")
        assert sum(len(body.code) for body in program.bodies) < len(text.splitlines())
        assert "None" not in text and "('" not in text
