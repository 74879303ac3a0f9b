"""What is hidden does not reach a seat that may not know it, and nothing else is reported."""

from __future__ import annotations

import re
from functools import cache
from types import ModuleType

import pytest

import rulelang.checks.secrets as checked
from rulelang.checks.secrets import asking, calling, changing, check_secrets, looking, running
from rulelang.compile import Bundle, compile_bundle, read_bundle
from rulelang.diagnostics import Report
from rulelang.render import render
from rulelang.source import Source
from rulelang.syntax.format import format_source
from rulelang.typed.definition import Definition
from rulelang.typed.expressions import Expr
from rulelang.typed.statements import Stmt
from tests.check.secret_cases import BEGINNING, PAIRS, PROBES

CODES = ("R0611", "R0612", "R0613", "R0615", "R0616")
MARK = re.compile(r"  #! (R\d+)$")


def expected(text: str) -> set[tuple[int, str]]:
    lines = enumerate(text.splitlines(), start=1)
    return {(number, found[1]) for number, line in lines if (found := MARK.search(line))}


def reported(text: str) -> tuple[list[tuple[int, str]], str]:
    """Line and code of each finding about secrets and allowances, and all findings in words."""
    report = Report()
    program = compile_bundle(Bundle((Source("game.rules", text),)), report)
    report.sources["game.rules"] = Source("game.rules", text)
    assert program is not None, render(report)
    leaks = [(found.span.line, found.code) for found in report if found.code in CODES]
    return leaks, render(report)


CASES = [
    *((name, text) for name, text in PROBES.items()),
    *((f"{name}: tells", pair[0]) for name, pair in PAIRS.items()),
    *((f"{name}: twin", pair[1]) for name, pair in PAIRS.items()),
]


@pytest.mark.parametrize(("name", "text"), CASES, ids=[name for name, _ in CASES])
def test_just_these_lines_tell_something(name: str, text: str) -> None:
    text = BEGINNING + text
    wanted = expected(text)
    assert bool(wanted) == (name.endswith("tells") or (name in PROBES and "#!" in text))
    leaks, shown = reported(text)
    assert set(leaks) == wanted, shown


# ------------------------------------------------------------ no rule of the flow is there in vain


@cache
def typed_cases() -> tuple[tuple[str, Definition, frozenset[tuple[int, str]]], ...]:
    found = []
    for name, text in CASES:
        source = Source("game.rules", BEGINNING + text)
        compiled = read_bundle(Bundle((source,)), Report())
        assert compiled is not None
        found.append((name, compiled.definition, frozenset(expected(source.text))))
    return tuple(found)


def wrong_cases() -> list[str]:
    """The cases in which the checker does not say what it should."""
    wrong = []
    for name, definition, wanted in typed_cases():
        report = Report()
        check_secrets(definition, report)
        if {(found.span.line, found.code) for found in report} != wanted:
            wrong.append(name)
    return wrong


def test_the_cases_are_right_as_they_are() -> None:
    assert wrong_cases() == []


@pytest.mark.parametrize("node", list(looking.LOOK), ids=lambda node: node.__name__)
def test_a_checker_that_is_blind_for_an_expression_is_noticed(
    node: type[Expr], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(looking.LOOK, node)
    assert wrong_cases()


@pytest.mark.parametrize("node", list(running.RUN), ids=lambda node: node.__name__)
def test_a_checker_that_is_blind_for_a_statement_is_noticed(
    node: type[Stmt], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(running.RUN, node)
    assert wrong_cases()


STEPS = [
    *((changing, name) for name in ("forget", "lose_parts", "show", "is_told")),
    *((running, name) for name in ("asks", "under", "show", "_for_all", "is_silent", "changes")),
    *((asking, name) for name in ("leaks", "is_told")),
    *((calling, name) for name in ("_asks_inside", "_passed_on", "forget", "show")),
    (checked, "_entered"),
]


@pytest.mark.parametrize(("module", "name"), STEPS, ids=[f"{m.__name__}.{n}" for m, n in STEPS])
def test_a_checker_that_leaves_out_a_step_is_noticed(
    module: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, lambda *args, **named: None)
    assert wrong_cases()


# ------------------------------------------------------------ allowances

TWICE = """
play:
    turns from first of players:
        do take(left(you)){}
        do take(right(you)){}
rule take(foe: player):
    choose c from hand of foe{}
    move c to open
"""


@pytest.mark.parametrize(
    ("comments", "left"),
    [
        (("", "", ""), 2),
        (("  # allow R0612: he looks", "", ""), 1),
        (("  # allow R0612: he looks", "  # allow R0612: he looks again", ""), 0),
        (("", "", "  # allow R0612: all hands are open"), 0),
    ],
)
def test_an_allowance_holds_for_its_own_line(comments: tuple[str, str, str], left: int) -> None:
    leaks, _ = reported(BEGINNING + TWICE.format(*comments))
    assert [code for _, code in leaks] == ["R0612"] * left


def test_the_formatter_keeps_allowances() -> None:
    text = BEGINNING + TWICE.format("    #allow R0612: he looks", "", "  # allow R0612:  all open")
    once = format_source(Source("game.rules", text))
    assert "# allow R0612: he looks" in once and "# allow R0612: " in once
    assert reported(once)[0] == reported(text)[0]
