"""The checker misses nothing: a definition without a warning tells seat 1 the same, whatever is hidden.

The other tests of secrets are cases that somebody thought of. Here definitions are written by chance, and
those without a warning are played: games that differ only in what seat 1 cannot know sound the same to it.
"""

from __future__ import annotations

import pytest

from interpreter.errors import RuleError
from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.source import Source
from tests.check.hiding import HEAD, Author, difference, reaches

WARNINGS = ("R0611", "R0612")
SEEDS = range(5)


def read(text: str) -> tuple[Program, bool]:
    """A definition, and whether the checker says that it tells something."""
    report = Report()
    program = compile_bundle(Bundle((Source("game.rules", text),)), report)
    assert program is not None, (text, [found.title for found in report.errors])
    return program, any(found.code in WARNINGS for found in report)


def told(program: Program) -> tuple[object, ...]:
    """What seat 1 can tell from the way a game goes that differs only in what is hidden."""
    try:
        games = [reaches(program, seed) for seed in SEEDS]
    except RuleError:  # a definition by chance may go wrong in play
        return ()
    return next((found for other in games[1:] if (found := difference(games[0], other))), ())


def tried(numbers: range) -> tuple[int, dict[int, object]]:
    """How many have no warning, and those of them that tell something all the same."""
    silent, wrong = 0, {}
    for number in numbers:
        program, warned = read(Author(number).definition())
        if not warned:
            silent += 1
            if found := told(program):
                wrong[number] = found
    return silent, wrong


def test_what_is_not_warned_about_tells_nothing() -> None:
    silent, wrong = tried(range(60))
    assert wrong == {} and silent > 10


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(10))
def test_many_that_are_not_warned_about_tell_nothing(part: int) -> None:
    silent, wrong = tried(range(1000 * part, 1000 * (part + 1)))
    assert wrong == {} and silent > 100


def test_what_is_told_is_noticed() -> None:
    """The tests above can fail."""
    for line in ("if flag: say aha", "say aha with fate", "if fate > 1: may do_it by seat(1): do nothing"):
        secret = "pick n at random from [1, 2, 3]\n    set fate to n\n    set flag to fate is 2"
        nested = line.replace(": may", ":\n        may")
        program, warned = read(
            f"{HEAD}play:\n    {secret}\n    {nested}\n    may end_it by seat(1): do nothing\n"
        )
        assert warned and told(program)
