"""`rulelang test`: what it runs, what it counts, and where scenario files may lie."""

from __future__ import annotations

from pathlib import Path

import pytest

GAME = """\
game small for 2 players

card coin from "coins.yaml":
    worth: number 1 to 9

zone stock: pile of coin, hidden
zone purse of each player: set of coin, public

track luck: number 0 to 9 starting 0

setup:
    move every coin to stock
    shuffle stock

play:
    turns from first of players until stock is empty:
        do act

rule act:
    choose one:
        take: move top of stock to your purse
        push: add 6 to luck
        give when your purse is not empty: do give_one

rule give_one:
    choose gift from your purse
    move gift to purse of left(you)

ranking of p: highest sum(c.worth for each c in purse of p), then share
"""
GOOD = """\
scenario a coin is taken
    at act by player 1
    when:
        player 1: take
    then:
        count(purse of player 1) is 1
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    game = tmp_path / "small"
    (game / "scenarios").mkdir(parents=True)
    (game / "game.rules").write_text(GAME)
    (game / "coins.yaml").write_text("penny: {worth: 1, copies: 4}\nguinea: {worth: 9}\n")
    return game


def put(game: Path, text: str, name: str = "one") -> Path:
    file = game / "scenarios" / f"{name}.scenario"
    file.write_text(text)
    return file


# ------------------------------------------------------------ counting


@pytest.mark.parametrize("line", ["the game ends", "luk is 0", "player 1 may not choose tkae", "luck is 0 +"])
def test_one_bad_scenario_fails_alone_and_is_counted(run, small, line):
    bad = f"\nscenario bad\n    then:\n        {line}\n"
    put(small, GOOD + bad + GOOD.replace("taken", "taken again"))
    done = run("test", small)
    assert done.code == 1 and done.out.splitlines()[-1] == "2 passed, 0 failed, 1 could not be run"
    assert "NOT RUN bad" in done.out and "one.scenario:8" in done.out and "one.scenario:10:" in done.out


def test_failed_and_not_run_are_counted_apart(run, small):
    wrong = GOOD.replace("is 1", "is 2")
    put(small, GOOD + wrong + "scenario empty\n", "one")
    put(small, "scenari misspelt\n    then:\n        luck is 0\n", "two")
    put(small, "\0", "three")
    done = run("test", small)
    assert done.code == 1 and done.out.splitlines()[-1] == "1 passed, 1 failed, 3 could not be run"


def test_a_broken_game_runs_nothing(run, small):
    put(small, GOOD)
    (small / "game.rules").write_text(GAME.replace("add 6", "ad 6"))
    done = run("test", small)
    assert done.code == 1 and done.out.splitlines()[-1] == "0 passed, 0 failed, 1 could not be run"


def test_without_scenarios_a_broken_game_does_not_pass(run, small):
    assert run("test", small).out == "0 passed, 0 failed: there are no scenarios here\n"
    (small / "game.rules").write_text(GAME.replace("add 6", "ad 6"))
    done = run("test", small)
    assert done.code == 1 and done.out.count("error[") == 1 and "game.rules:" in done.out
    (small / "game.rules").write_bytes(b"\0")
    done = run("test", small)
    assert done.code == 1 and done.out.count("error[") == 1


def test_variants_that_exclude_each_other(run, small):
    (small / "variants").mkdir()
    (small / "variants" / "a.rules").write_text("variant a of small\n\nexcludes b\n")
    (small / "variants" / "b.rules").write_text("variant b of small\n")
    both = GOOD.replace("    at", "    variants a, b\n    at")
    put(small, GOOD + both)
    done = run("test", small)
    assert done.code == 1 and done.out.splitlines()[-1] == "1 passed, 0 failed, 1 could not be run"
    assert "R0408" in done.out and "one.scenario:8:5" in done.out
    put(small, GOOD + "scenario never together\n    variants a, b\n    cannot be played\n")
    assert run("test", small).out == "2 passed, 0 failed\n"
    put(small, "scenario never\n    variants a\n    cannot be played\n")
    done = run("test", small)
    assert done.code == 1 and "found:    it can be played" in done.out


def test_a_variant_that_cannot_be_read_is_no_refusal(run, small):
    (small / "variants").mkdir()
    (small / "variants" / "a.rules").write_text("variant a of small\n\nrule act\n")
    put(small, "scenario never\n    variants a\n    cannot be played\n")
    assert run("test", small).out.splitlines()[-1] == "0 passed, 0 failed, 1 could not be run"


def test_a_rule_error_in_a_given_position_is_reported_like_any_failure(run, small):
    given = "    given:\n        purse of player 1 is penny, guinea\n        luck is 5\n"
    text = GOOD.replace(
        "    when:\n", f"{given}    when:\n        player 1: give\n        player 1: guinea\n"
    )
    put(small, text.replace("player 1: take", "player 2: push") + GOOD)
    done = run("test", small)
    assert done.code == 1 and done.out.splitlines()[-1] == "1 passed, 1 failed"
    assert "game.rules:22:15: `luck` would become 11" in done.out and "what happened:" in done.out
    assert done.err == ""


def test_what_a_player_is_left_without_is_said_of_a_scenario_that_holds(run, small):
    deal = GAME.replace("    shuffle stock\n", "    shuffle stock\n    move guinea to purse of seat(2)\n")
    (small / "game.rules").write_text(deal)
    given = "    given:\n        purse of player 1 is guinea\n"
    put(small, GOOD.replace("    when:\n", f"{given}    when:\n").replace("is 1", "is 2"))
    done = run("test", small)
    assert done.code == 0 and "note: purse of player 2: 0 left of 1" in done.out
    assert done.out.splitlines()[-1] == "1 passed, 0 failed"


def test_what_was_answered_by_itself_stands_among_the_events(run, small):
    given = "    given:\n        purse of player 1 is guinea\n"
    put(small, GOOD.replace("    when:\n", f"{given}    when:\n").replace("take", "give"))
    done = run("test", small)
    assert "player 1: guinea (answered by itself)   [give_one.gift, game.rules:26]" in done.out


def test_a_search_that_takes_too_long_ends_with_words(run, small, monkeypatch):
    monkeypatch.setattr("cli.commands.test_scenarios.LONGEST_SEARCH", 0)
    put(small, GOOD)
    done = run("test", small)
    assert done.code == 1 and "the search took too long: give a `seed`" in done.out


# ------------------------------------------------------------ where files lie


@pytest.mark.parametrize("name", ["small", "../small", "../small/game.rules"])
def test_a_file_anywhere_names_its_game(run, small, monkeypatch, tmp_path, name):
    monkeypatch.setenv("RULELANG_PATH", str(tmp_path))
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "mine.scenario").write_text(f"game {name}\n\n{GOOD}")
    assert run("test", "notes/mine.scenario").out == "1 passed, 0 failed\n"
    assert run("test", "notes").out == "1 passed, 0 failed\n"


@pytest.mark.parametrize("name", ["smal", "../smal", "/etc", "../small/coins.yaml"])
def test_a_file_that_names_no_game_is_counted(run, small, monkeypatch, tmp_path, name):
    monkeypatch.setenv("RULELANG_PATH", str(tmp_path))
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mine.scenario").write_text(f"game {name}\n\n{GOOD}")
    put(small, GOOD)
    done = run("test", "small", "notes/mine.scenario")
    assert done.code == 1 and done.out.splitlines()[-1] == "1 passed, 0 failed, 1 could not be run"
    assert "mine.scenario:1" in done.out


def test_what_is_wrong_with_a_file_is_told_once(run, small, tmp_path):
    (tmp_path / "mine.scenario").write_text(f"game small/game.rules\n\n{GOOD}        the game ends\n")
    done = run("test", "mine.scenario")
    assert done.out.count("R0506") == 2 and done.out.count("error[") == 1


def test_a_file_of_another_game(run, small):
    put(small, f"game great\n\n{GOOD}")
    done = run("test", small)
    assert done.code == 1 and "R0513" in done.out
    assert done.out.splitlines()[-1] == "0 passed, 0 failed, 1 could not be run"


def test_a_path_is_a_path_also_where_a_game_has_that_name(run, small, tmp_path):
    """A folder here with the name of a packaged game."""
    put(small, GOOD)
    small.rename(tmp_path / "tic_tac_toe")
    assert run("test", "./tic_tac_toe").out == "1 passed, 0 failed\n"
    # A bare name is the packaged game; that there is a folder too is told once (tests/hostile).
    assert run("test", "tic_tac_toe").out != "1 passed, 0 failed\n"
    (tmp_path / "tic_tac_toe").rename(tmp_path / "elsewhere")
    done = run("test", "tic_tac_toe")
    assert done.out != "1 passed, 0 failed\n" and done.code == 0 and done.err == ""
    (tmp_path / "tic_tac_toe").mkdir()
    assert run("test", "tic_tac_toe").code == 0, "a folder without rules is no game"


def test_a_path_that_is_not_there(run):
    done = run("test", "./nowhere")
    assert done.code == 2 and "there is no file or folder" in done.err
