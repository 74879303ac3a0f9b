"""What people and other programs do to a command line: nothing of it is a mistake of ours."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.games import _say_which
from tests.cli.forging import forged
from tests.helpers import ROOT
from tests.hostile.conftest import SMALL

DIGITS = "9" * 5000
OURS = "mistake in rulelang"
RULELANG = f"{sys.executable} -m cli"


@pytest.fixture(autouse=True)
def nothing_was_said() -> None:
    _say_which.cache_clear()


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["bash", "-c", command.replace("rulelang", RULELANG)],
        capture_output=True, text=True, cwd=folder, env=environment, timeout=60,
    )  # fmt: skip


# ------------------------------------------------------------ streams


@pytest.mark.skipif(os.name != "posix", reason="a shell is needed")
@pytest.mark.parametrize("command", ["explain", "list", "show tic_tac_toe", "ir tic_tac_toe --json"])
def test_head_ends_a_command_in_silence(tmp_path: Path, command: str) -> None:
    done = shell(f"rulelang {command} | true; echo ${{PIPESTATUS[0]}}", tmp_path)
    assert done.stderr == "" and done.stdout in ("141\n", "0\n")
    done = shell(f"(rulelang {command}; echo $? >&2) | true", tmp_path)
    assert done.stderr in ("141\n", "0\n")


@pytest.mark.skipif(os.name != "posix", reason="a shell is needed")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("list >&-", 0), ("list <&-", 0), ("list 2>&-", 0), ("list <&- >&- 2>&-", 0),
        ("check nothing_like_this >&- 2>&-", 2), ("play tic_tac_toe --seats human,human --no-save <&-", 1),
        ("play tic_tac_toe --seed 1 --save a.json >&-", 0), ("explain R9999 >&-", 2),
    ],
)  # fmt: skip
def test_closed_streams(tmp_path: Path, command: str, code: int) -> None:
    done = shell(f"rulelang {command}", tmp_path)
    assert done.returncode == code and OURS not in done.stderr and "Traceback" not in done.stderr


# ------------------------------------------------------------ the same everywhere


def test_the_order_of_hashes_changes_nothing(limited) -> None:
    """Python puts sets of texts into another order in each process, unless it is told not to."""
    for words in (
        ["ir", "lantern_walk", "--json"],
        ["play", "lantern_walk", "--seed", 3, "--seats", "random,random", "--no-save"],
    ):  # fmt: skip
        one, two = (limited(*words, PYTHONHASHSEED=seed) for seed in ("1", "2"))
        assert one == two and one.code == 0 and len(one.out) > 20


# ------------------------------------------------------------ numbers


@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.parametrize("players", ["1000000000", "-1", "0", "99"])
def test_any_number_of_players(limited, command: str, players: str) -> None:
    done = limited(command, "kuhn_poker", "--players", players)
    assert done.code == 2 and f"kuhn_poker is for 2 players, not {players}" in done.err


@pytest.mark.parametrize(
    "words",
    [["play", "kuhn_poker", "--seed", DIGITS], ["play", "kuhn_poker", "--players", DIGITS],
     ["play", "sea_salt_and_paper", "--set", f"target={DIGITS}"], ["simulate", "kuhn_poker", "-n", DIGITS],
     ["explain", DIGITS], ["play", "kuhn_poker", "--seats", f"random:{DIGITS},random"],
     ["play", "kuhn_poker", "--seats", f"search:{DIGITS},random"]],
)  # fmt: skip
def test_any_number_on_the_command_line(run, words: list[str]) -> None:
    done = run(*words)
    assert done.code in (1, 2) and OURS not in done.err


SCENARIO_LINES = [
    "    players {}", "    seed {}", "    by player {}", "    at x by player {}", "    set x to {}",
    "    covers {}", "    given:\n        deck has {} cards", "    given:\n        board at {}, 1 is a",
    "    given:\n        next roll is {}", "    when:\n        player {}: go",
    "    then:\n        player {} decides",
    "    then:\n        player {} knows a", "    then:\n        player {} wins", "    then:\n        1 is {}",
]  # fmt: skip


@pytest.mark.parametrize("line", SCENARIO_LINES)
@pytest.mark.parametrize("command", ["check", "test"])
def test_any_number_in_a_scenario(run, game: Path, line: str, command: str) -> None:
    (game / "scenarios").mkdir()
    (game / "scenarios" / "a.scenario").write_text(f"scenario a\n{line.format(DIGITS)}\n")
    done = run(command, game)
    assert done.code == 1 and OURS not in done.err and "this number is too large" in done.out
    assert "a.scenario:" in done.out and "999..." in done.out, "its line is shown"


@pytest.mark.parametrize("line", ["value v: {}", "track t: number 0 to {}", "die d: {}", "use {} sets of x"])
def test_any_number_in_rules(run, game: Path, line: str) -> None:
    (game / "game.rules").write_text(f"{SMALL}{line.format(DIGITS)}\n")
    done = run("check", game)
    assert done.code == 1 and OURS not in done.err


@pytest.mark.parametrize("number", ["Infinity", "-Infinity", "NaN", "1e999", "1.5", DIGITS])
@pytest.mark.parametrize("command", ["resume", "replay"])
def test_any_number_in_a_save(run, tmp_path: Path, number: str, command: str) -> None:
    run("play", "sea_salt_and_paper", "--seats", "human,human", "--save", "a.json", typed="")
    text = forged((tmp_path / "a.json").read_text(), settings={"target": 123454321})
    for place in ("123454321", '"seed": '):
        assert place in text
    (tmp_path / "a.json").write_text(text.replace("123454321", number))
    done = run(command, "a.json")
    assert done.code == 1 and OURS not in done.err and "damaged" in done.err
    try:  # with a sum that fits, as somebody who wants to do harm would make it
        changed = forged(text, settings={"target": json.loads(number)})
    except ValueError:
        return
    (tmp_path / "a.json").write_text(changed)
    done = run(command, "a.json")
    assert done.code == 1 and OURS not in done.err and "is no whole number" in done.err


# ------------------------------------------------------------ names, paths and dashes


def test_a_dash_is_the_output(run, tmp_path: Path) -> None:
    done = run("simulate", "tic_tac_toe", "-n", 2, "-j", 1, "--json", "-")
    (condition,) = json.loads(done.out)["conditions"]
    assert condition["figures"]["games"]["finished"] == 2 and "tic_tac_toe: random" in done.err
    done = run("simulate", "tic_tac_toe", "-n", 2, "-j", 1, "--csv", "-")
    assert len(done.out.splitlines()) == 5 and "tic_tac_toe: random" in done.err
    assert run("simulate", "tic_tac_toe", "-n", 2, "--csv", "-", "--json", "-").code == 2
    assert not (tmp_path / "-").exists()
    done = run("simulate", "tic_tac_toe", "-n", 2, "-j", 1, "--json", "a.json")
    assert json.loads((tmp_path / "a.json").read_text()) and "tic_tac_toe: random" in done.out


def test_an_unknown_game_is_not_checked(run) -> None:
    done = run("check", "nothing_like_this")
    assert done.code == 2 and "I don't know a game called" in done.err
    assert "nothing wrong" not in done.out
    done = run("check", "nothing_like_this", "kuhn_poker")
    assert done.code == 2 and "1 definition checked, nothing wrong" in done.out


@pytest.mark.parametrize("command", ["check", "test", "show", "ir"])
def test_a_name_that_is_a_game_and_a_folder_says_which(run, tmp_path: Path, command: str) -> None:
    own = tmp_path / "kuhn_poker"
    own.mkdir()
    (own / "game.rules").write_text(SMALL)
    done = run(command, "kuhn_poker")
    assert done.err.count("type `./kuhn_poker`") == 1 and "gamedefs" in done.err
    _say_which.cache_clear()
    for path in ("./kuhn_poker", own, "kuhn_poker/"):
        done = run(command, path)
        assert done.err == "" and ("small" in done.out or command in ("check", "test"))


def test_a_folder_that_is_no_definition_is_not_mentioned(run, tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "kuhn_poker").mkdir()
    assert run("check", "kuhn_poker").err == ""
    _say_which.cache_clear()
    monkeypatch.chdir(ROOT / "gamedefs")
    assert run("check", "kuhn_poker").err == "", "it is the same one"


@pytest.mark.parametrize("name", ["game.rules.txt", "game.rules.md", "other.rules.bak"])
@pytest.mark.parametrize("command", ["check", "show", "play"])
def test_rules_with_a_wrong_name_get_a_hint(run, tmp_path: Path, name: str, command: str) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / name).write_text(SMALL)
    done = run(command, "./own")
    assert done.code == 2 and f"is `{name}` one? Then call it `{name.partition('.')[0]}.rules`" in done.err


# ------------------------------------------------------------ definitions that nobody expected

OPTIONAL = 'card c from "c.yaml":\n    n: number 0 to 3\ntrack t: c or none\nscore of p: n of t\n'
ASKING = "choose n from 1 to 2 by seat(1)\n    end game"
UNEXPECTED = {
    "a score of nothing": (OPTIONAL, ASKING, ""),
    "a track that starts with a later one": (
        "track a: number 0 to 9 starting b\ntrack b: number 0 to 9 starting 3\n",
        "set a to b\n    end game",
        "",
    ),
    "a number that is nothing": ("track t: number 0 to 9\n", "if t is none: set t to 1\n    end game", ""),
    "a grid without places": ("tile room\nzone g: grid 0 by 4 of room, public\n", "end game", ""),
    "player 0 knows something": ("", "end game", "scenario a\n    then:\n        player 0 knows a\n"),
    "player 0 wins": ("", "end game", "scenario a\n    then:\n        player 0 wins\n"),
}  # fmt: skip


@pytest.mark.parametrize("what", UNEXPECTED)
@pytest.mark.parametrize("command", ["check", "test", "show", "play"])
def test_nothing_of_it_is_a_mistake_of_ours(run, tmp_path: Path, what: str, command: str) -> None:
    declared, played, scenario = UNEXPECTED[what]
    own = tmp_path / "own"
    (own / "scenarios").mkdir(parents=True)
    (own / "game.rules").write_text(f"game small for 2 players\n{declared}play:\n    {played}\n")
    (own / "c.yaml").write_text("a: {n: 1}\n")
    if scenario:
        (own / "scenarios" / "a.scenario").write_text(scenario)
    more = ("--seats", "random,random", "--seed", 1, "--no-save") if command == "play" else ()
    done = run(command, "./own", *more)
    assert done.code in (0, 1) and OURS not in done.err and "Traceback" not in done.err
