"""What a quick fix writes: the finding is gone, and no other has come."""

from pathlib import Path

import pytest

from cli.reports.findings import findings, target_of
from rulelang.editor.fixes import fixes
from rulelang.editor.rename import applied

RULES = """game small for 2 players

kind suit: red, blue

card loot from "loot.yaml":
    suit: suit
    size: number 0 to 3

zone deck: pile of loot, public
zone hand of each player: set of loot, public
track debt of each player: number 0 to 40

value twice(n: number 0 to 9): n + n

rule lay(card: loot):
    move card to deck

play:
    for each c in hand of you: do lay(c)
    if any c in deck where size is twice(1) and suit is red: add 1 to your debt
    BODY
    win [you]
"""
TABLE = "hook: {suit: red, size: 1}\n"


def game(tmp_path: Path, body: str, table: str = TABLE, texts: str = "") -> Path:
    folder = tmp_path / "small"
    (folder / "strings").mkdir(parents=True)
    (folder / "game.rules").write_text(RULES.replace("BODY", body), encoding="utf-8")
    (folder / "loot.yaml").write_text(table, encoding="utf-8")
    if texts:
        (folder / "strings" / "en.yaml").write_text(texts, encoding="utf-8")
    return folder


def titles(folder: Path, code: str) -> list[str]:
    report = findings(target_of(folder))
    (finding,) = [found for found in report if found.code == code]
    return [fix.title for fix in fixes(finding, report.sources)]


def carried_out(folder: Path, code: str, title: str) -> None:
    report = findings(target_of(folder))
    (finding,) = [found for found in report if found.code == code]
    (fix,) = [fix for fix in fixes(finding, report.sources) if fix.title == title]
    for path, text in applied(report.sources, fix.edits).items():
        Path(path).write_text(text, encoding="utf-8")
    after = findings(target_of(folder))
    assert {(f.code, f.title) for f in after} == {(f.code, f.title) for f in report if f is not finding}


@pytest.mark.parametrize(
    ("body", "code", "title"),
    [
        ("shuffle dekc", "R0219", "write `deck`"),
        ("move top of deck to discard", "R0219", "add `zone discard: pile of loot, public`"),
        ("lay(top of deck)", "R0112", "write `do lay(top of deck)`"),
        ("debt of you = 3", "R0105", "write `set debt of you to 3`"),
        ("debt of you += 1  # why", "R0105", "write `add 1 to debt of you`"),
        ("if debt of you == 3: shuffle deck", "R0105", "write `is`"),
        ("moev top of deck to hand of you", "R0112", "write `move`"),
        ("if debt of you is 3  # why\n        shuffle deck", "R0109", "put `:` at the end of the line"),
        (
            "if debt of you is 1: shuffle deck\n    elif debt of you is 2: shuffle deck",
            "R0112",
            "write `else if`",
        ),
        ("if any c in deck where suit is rde: shuffle deck", "R0221", "write `red`"),
    ],
)
def test_fixes_in_rules(body: str, code: str, title: str, tmp_path: Path) -> None:
    carried_out(game(tmp_path, body), code, title)


def test_a_name_that_nobody_knows_is_declared_and_set(tmp_path: Path) -> None:
    folder = game(tmp_path, "x = 3")
    assert titles(folder, "R0105") == ["add `track x: number 0 to 9`, and write `set x to 3`"]


def test_what_would_not_help_is_not_offered(tmp_path: Path) -> None:
    assert titles(game(tmp_path, "lay top of deck"), "R0112") == []


def test_a_column_is_added_to_its_declaration(tmp_path: Path) -> None:
    table = "hook: {suit: red, size: 1, weight: 12}\n"
    folder = game(tmp_path, "if any c in deck where weight is 1: shuffle deck", table)
    report = findings(target_of(folder))
    (finding,) = [found for found in report if found.code == "R0206"]
    (fix,) = fixes(finding, report.sources)
    assert fix.title == "add the column `weight: number 0 to 12`"
    for path, text in applied(report.sources, fix.edits).items():
        Path(path).write_text(text, encoding="utf-8")
    assert not findings(target_of(folder)).errors


def test_missing_texts_are_added(tmp_path: Path) -> None:
    folder = game(tmp_path, "say hello with you", texts="zone:\n  deck: deck\n  hand: hand")
    report = findings(target_of(folder))
    assert any("`say.hello`" in found.title for found in report)
    carried_out(folder, "R0311", "add the missing texts, to be put into words")


def test_a_part_of_the_key_of_a_text_is_written(tmp_path: Path) -> None:
    folder = game(tmp_path, "shuffle deck", texts="zone:\n  dekc: draw pile\n")
    report = findings(target_of(folder))
    (finding,) = [found for found in report if found.code == "R0310"]
    first, *_ = fixes(finding, report.sources)
    assert first.title == "write `deck`"
    (new,) = applied(report.sources, first.edits).values()
    assert new == "zone:\n  deck: draw pile\n"
