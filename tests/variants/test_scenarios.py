"""All scenarios of all shipped games hold, every numbered rule has one, and a failure says what it must."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cli.commands.test_scenarios import failure_text
from cli.reports.rulebook import numbered_rules, uncovered
from interpreter.scenarios.coverage import Coverage
from interpreter.scenarios.playing import Outcome, run
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.ir.script import Scenario
from rulelang.render import render
from rulelang.suite import load_suite, scenario_files
from tests.helpers import ROOT

GAMES = [f for f in sorted((ROOT / "gamedefs").iterdir()) if (f / "game.rules").is_file()]
FILES = [(game, file) for game in GAMES for file in scenario_files(game)]
WITH_RULEBOOK = [game for game in GAMES if (game / "rulebook.md").is_file()]


@cache
def suite(game: Path) -> dict[str, list[tuple[Scenario, Program]]]:
    """The scenarios of a game by their file; one compilation for each set of variants."""
    report = Report()
    found: dict[str, list[tuple[Scenario, Program]]] = {}
    for scenario, program in load_suite(game, scenario_files(game), report):
        found.setdefault(Path(scenario.site[0]).name, []).append((scenario, program))
    assert not report.errors, render(report)
    return found


@pytest.mark.parametrize(("game", "file"), FILES, ids=lambda path: path.stem)
def test_the_scenarios_of_a_file(game: Path, file: Path) -> None:
    pairs = suite(game)[file.name]
    failed = [outcome for outcome in (run(*pair) for pair in pairs) if not outcome.passed]
    assert not failed, "\n".join(failure_text(outcome) for outcome in failed)


@pytest.mark.parametrize("game", WITH_RULEBOOK, ids=lambda path: path.name)
def test_every_numbered_rule_has_a_scenario(game: Path) -> None:
    scenarios = [scenario for pairs in suite(game).values() for scenario, _ in pairs]
    rules = numbered_rules(game)
    assert rules, "the rulebook has numbered rules: - **R1** text"
    assert [rule.number for rule in uncovered(rules, scenarios)] == []


def test_there_are_scenarios() -> None:
    assert len(FILES) >= 30 and len(WITH_RULEBOOK) >= 5


# ---------------------------------------------------------------- what a failure shows

GAME = """\
game small for 2 players

card coin from "coins.yaml":
    worth: number 1 to 9

zone stock: pile of coin, hidden
zone purse of each player: set of coin, public

setup:
    move every coin to stock
    shuffle stock

play:
    turns from first of players until stock is empty:
        do act

rule act:
    choose one:
        take:
            do take_coin
        pass: end rule

rule take_coin:
    let c be top of stock
    move c to your purse

value points(player): sum(c.worth for each c in purse of player)

ranking of p: highest points(p), then share
"""
TAKE = """\
scenario one coin
    at act by player 1
    given:
        purse of player 1 is empty
        stock starts with penny, guinea
    when:
        player 1: take
    then:
        {then}
"""


def outcome(tmp_path: Path, text: str) -> Outcome:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "game.rules").write_text(GAME)
    (tmp_path / "coins.yaml").write_text("penny: {worth: 1, copies: 4}\nguinea: {worth: 9}\n")
    file = tmp_path / "scenarios" / "one.scenario"
    file.write_text(text)
    report = Report()
    (pair,) = load_suite(tmp_path, [file], report)
    assert not report.errors, render(report)
    return run(*pair)


@pytest.mark.parametrize(
    ("then", "expected", "found"),
    [
        ("points(player 1) is 2", "this holds", "it is 1"),
        ("active is player 1", "this holds", "it is player 2"),
        ("count(stock) is at least 4 and points(player 1) is 3", "this holds", "it does not"),
        ("purse of player 1 is guinea", "guinea", "penny"),
        ("purse of player 1 is empty", "empty", "penny"),
        ("player 1 decides act", "player 1 decides act", "player 2 decides in `act`"),
        ("player 2 chooses from take", "the options take", "take, pass"),
        ("player 2 may not choose pass", "player 2 may not choose pass", "take, pass"),
        ("player 2 does not know penny", "player 2 does not know penny", "the opposite"),
        ("player 1 wins", "the game is over", "player 2 decides in `act`"),
        ("nobody decides", "nobody decides", "player 2 decides in `act`"),
    ],
)
def test_a_failure_says_what_was_expected_and_found(then, expected, found, tmp_path: Path) -> None:
    failed = outcome(tmp_path, TAKE.format(then=then))
    assert (failed.expected, failed.found.replace("#1", "")) == (expected, found)
    text = failure_text(failed)
    assert "one.scenario:9:9" in text and f"9 | {then}" in text
    assert f"expected: {expected}" in text and "found:    " in text


def test_a_failure_shows_the_events_with_the_lines_of_their_rules(tmp_path: Path) -> None:
    text = failure_text(outcome(tmp_path, TAKE.format(then="points(player 1) is 2")))
    (moved,) = [line for line in text.splitlines() if "purse of player 1" in line and "penny" in line]
    assert moved.endswith("[take_coin, game.rules:25]")


def test_a_position_that_cannot_be_laid_out_names_its_line(tmp_path: Path) -> None:
    text = TAKE.format(then="the game goes on").replace("starts with penny, guinea", "has 9 cards")
    failed = outcome(tmp_path, text)
    assert failed.expected == "a position that can be laid out" and "9 cards" in failed.found
    assert failed.step is not None and failed.step.site[1] == 5


def test_an_answer_that_is_no_option_shows_the_options(tmp_path: Path) -> None:
    failed = outcome(tmp_path, TAKE.format(then="the game goes on").replace("1: take", "1: steal"))
    assert failed.expected == "player 1 may choose `steal`" and failed.found == "the options are: take, pass"


# ---------------------------------------------------------------- coverage


def test_coverage_tells_which_lines_ran(tmp_path: Path) -> None:
    outcome(tmp_path, TAKE.format(then="points(player 1) is 1"))
    coverage = Coverage()
    for pair in load_suite(tmp_path, scenario_files(tmp_path), Report()):
        assert run(*pair, coverage).passed
    assert coverage.by_rule()["take_coin"][1] == []
    assert coverage.by_rule()["setup"][0] == 0, "the setup is not what this scenario shows"


def test_a_scenario_of_the_start_covers_the_setup(tmp_path: Path) -> None:
    outcome(tmp_path, "scenario the start\n    then:\n        count(stock) is 5\n")
    coverage = Coverage()
    for pair in load_suite(tmp_path, scenario_files(tmp_path), Report()):
        assert run(*pair, coverage).passed
    assert coverage.by_rule()["setup"][1] == []


def test_a_change_counts_as_run_only_where_it_applied(tmp_path: Path) -> None:
    outcome(tmp_path, "scenario the start\n    then:\n        points(player 1) is 1\n")
    path = tmp_path / "variants" / "rich.rules"
    path.parent.mkdir()
    path.write_text(
        "variant rich of small\n\nchange points(player): result + 1\n\n"
        "change points(player) when count(stock) is 0: result + 5\n\nvalue unused(): 3\n"
    )
    coverage, report = Coverage(), Report()
    [pair] = load_suite(tmp_path, scenario_files(tmp_path), report, ["rich"])
    assert not report.errors, render(report)
    assert run(*pair, coverage).passed
    ran, [missed] = coverage.by_rule()["change points"]
    assert ran == 1 and missed[1] == 5
    assert coverage.by_rule()["points"][1] == [] and coverage.by_rule()["unused"][0] == 0


# ---------------------------------------------------------------- scenarios beside a variant


def test_a_scenario_beside_a_variant_is_played_with_it(tmp_path: Path) -> None:
    outcome(tmp_path, "scenario the start\n    then:\n        points(player 1) is 0\n")
    rich = tmp_path / "variants" / "rich"
    (rich / "scenarios").mkdir(parents=True)
    (rich / "rich.rules").write_text("variant rich of small\n\nchange points(player): result + 3\n")
    (rich / "scenarios" / "rich.scenario").write_text(
        "scenario rich\n    then:\n        points(player 1) is 3\n\n"
        "scenario rich by name\n    variants rich\n    then:\n        points(player 1) is 3\n"
    )
    report = Report()
    pairs = load_suite(tmp_path, scenario_files(tmp_path), report)
    assert not report.errors and len(pairs) == 3
    assert all(run(*pair).passed for pair in pairs)


def test_other_variants_can_be_played_with_all_of_them(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outcome(tmp_path, "scenario the start\n    then:\n        points(player 1) is 3\n")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "rich.rules").write_text("variant rich of small\n\nchange points(player): result + 3\n")
    report = Report()
    (pair,) = load_suite(tmp_path, scenario_files(tmp_path), report, [elsewhere / "rich.rules"])
    assert run(*pair).passed
