"""The hardest things in each of the five games are said in the language, and check without findings."""

from __future__ import annotations

import pytest

from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report
from rulelang.loader import load
from tests.helpers import GAMES

FIVE = ("barracuda", "dead_mans_draw", "dead_men_tell_no_tales", "malacca", "sea_salt_and_paper")


def test_all_five_games_are_there() -> None:
    assert set(FIVE) <= {path.parent.name for path in GAMES.glob("*/game.rules")}


@pytest.mark.parametrize("name", FIVE)
def test_the_game_checks_without_a_finding(name: str) -> None:
    report = Report()
    bundle = load(GAMES / name, report)
    assert bundle is not None
    program = compile_bundle(bundle, report)
    assert [f"{d.span} {d.code} {d.title}" for d in report] == []
    assert program is not None and program.name == name


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("dead_mans_draw", {"instead", "change", "before", "after"}),
        ("sea_salt_and_paper", {"enters"}),
        ("malacca", {"instead", "change"}),
    ],
)
def test_the_game_uses_the_abilities_it_is_about(name: str, parts: set[str]) -> None:
    report = Report()
    program = compile_bundle(load(GAMES / name, report), report)
    assert parts <= {hook.how for hook in program.hooks}


@pytest.mark.parametrize(
    ("name", "verbs"),
    [
        ("barracuda", {"Secret", "Roll", "Pick", "Menu", "Reveal"}),
        ("dead_mans_draw", {"Secret", "May", "Menu", "Choose", "Pick", "EndBlock"}),
        ("dead_men_tell_no_tales", {"Put", "Roll", "Choose", "May", "Finish"}),
        ("malacca", {"Choose", "Reveal", "Shuffle", "Settle"}),
        ("sea_salt_and_paper", {"ExtraTurn", "Menu", "Finish", "Reveal"}),
    ],
)
def test_the_game_uses_the_verbs_it_is_about(name: str, verbs: set[str]) -> None:
    report = Report()
    program = compile_bundle(load(GAMES / name, report), report)
    assert verbs <= {type(instr).__name__ for body in program.bodies for instr in body.code}
