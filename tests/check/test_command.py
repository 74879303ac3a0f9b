"""`rulelang check` and `rulelang explain`: what they cover, how they say it, how they end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import pytest

from cli.commands.check import Format, check_once
from cli.main import main
from rulelang.files import still_true

ROOT = Path(__file__).resolve().parents[2]
GAME = "game small for 2 players\n\nrule tidy:\n    end game\n\nplay:\n    do tidy\n"
UNUSED = f"{GAME}\nvalue bonus: 2\n"


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RULELANG_PATH", raising=False)

    def start(*arguments: object) -> Outcome:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Outcome(int(ended.value.code or 0), out, err)

    return start


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A game with a variant and a scenario; nothing is wrong."""
    files = {
        "game.rules": GAME,
        "variants/long.rules": "variant long of small\n\nafter tidy: do nothing\n",
        "scenarios/first.scenario": "scenario it ends\n    then:\n        the game is over\n",
        "more/other.rules": "after tidy: do nothing\n",
    }
    for name, text in files.items():
        write(tmp_path / "small" / name, text)
    return tmp_path / "small"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


# ------------------------------------------------------------ what is covered


def test_nothing_wrong(run: Run, small: Path) -> None:
    assert run("check", small) == (0, "1 definition checked, nothing wrong\n", "")


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("game.rules", GAME.replace("do tidy", "do tidi"), "R0246"),
        ("more/other.rules", "after tidi: do nothing\n", "R0262"),
        ("variants/long.rules", "variant long of small\n\nremove rule tidi\n", "R0403"),
        ("variants/wide/wide.rules", "variant wide of smal\n", "R0406"),
        ("scenarios/first.scenario", "scenario it ends\n    then:\n        the game\n", "R0506"),
        ("strings/en.yaml", "a: [\n", "R0301"),
    ],
)  # fmt: skip
def test_a_mistake_in_any_file_of_a_game_is_found(
    run: Run, small: Path, name: str, text: str, code: str
) -> None:
    write(small / name, text)
    done = run("check", small)
    assert done.code == 1
    assert f"error[{code}]" in done.out and f"--> small/{name}:" in done.out
    assert done.out.endswith("1 definition checked: 1 error, 0 warnings\n")


@pytest.mark.parametrize(
    "path", ["game.rules", "more/other.rules", "variants/long.rules", "scenarios/first.scenario"]
)
def test_each_file_can_be_checked_by_its_path(run: Run, small: Path, path: str) -> None:
    assert run("check", small / path).code == 0


def test_a_variant_elsewhere_finds_its_base_by_name(
    run: Run, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULELANG_PATH", str(tmp_path))
    write(tmp_path / "mine.rules", "variant mine of small\n\nremove rule tidi\n")
    done = run("check", "mine.rules")
    assert done.code == 1 and "R0403" in done.out and "mine.rules:3" in done.out


def test_two_runs_say_the_same(run: Run, small: Path) -> None:
    write(small / "variants" / "long.rules", "variant long of small\n\nremove rule tidi\nremove rule tdy\n")
    first = run("check", "--fresh", small)
    assert run("check", small) == run("check", small) == first


def test_a_change_is_seen_at_once(run: Run, small: Path) -> None:
    assert run("check", small).code == 0
    write(small / "game.rules", GAME.replace("do tidy", "do tidi"))
    assert run("check", small).code == 1
    write(small / "game.rules", GAME)
    assert run("check", small).code == 0


# ------------------------------------------------------------ how it ends


def test_a_path_that_is_not_there_is_misuse(run: Run, small: Path) -> None:
    done = run("check", small, "nowhere/at/all.rules")
    assert done.code == 2 and "no file or folder" in done.err


def test_an_unknown_format_is_misuse(run: Run, small: Path) -> None:
    assert run("check", small, "--format", "xml").code == 2


def test_strict_fails_for_warnings(run: Run, small: Path) -> None:
    write(small / "game.rules", UNUSED)
    assert run("check", small).code == 0
    done = run("check", "--strict", small)
    assert done.code == 1 and "warning[R0602]" in done.out


# ------------------------------------------------------------ for other programs


def test_json(run: Run, small: Path) -> None:
    write(small / "game.rules", UNUSED.replace("do tidy", "do tidi"))
    done = run("check", "--format", "json", small)
    (found,) = json.loads(done.out)["findings"]
    assert done.code == 1
    assert (found["code"], found["severity"], found["hint"]) == ("R0246", "error", "did you mean `tidy`?")
    place = {"path": "small/game.rules", "line": 7, "column": 8, "end_line": 7, "end_column": 12, "text": ""}
    assert found["places"] == [place]


def test_json_of_nothing_wrong(run: Run, small: Path) -> None:
    done = run("check", "--format", "json", small)
    assert (done.code, json.loads(done.out)["findings"]) == (0, [])


def test_sarif(run: Run, small: Path) -> None:
    write(small / "variants" / "long.rules", "variant long of small\n\nrule tidy:\n    do nothing\n")
    done = run("check", "--format", "sarif", small)
    log = json.loads(done.out)
    assert (done.code, log["version"]) == (1, "2.1.0")
    (sarif,) = log["runs"]
    (result,) = sarif["results"]
    assert result["ruleId"] == sarif["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "R0402"
    assert result["level"] == "error"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "small/variants/long.rules"
    assert place["region"]["startLine"] == 3
    assert result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "small/game.rules"


def test_github(run: Run, small: Path) -> None:
    write(small / "game.rules", GAME.replace("do tidy", "do tidi"))
    done = run("check", "--format", "github", small)
    assert done.out == (
        "::error file=small/game.rules,line=7,endLine=7,col=8,endColumn=12,title=R0246::"
        "I don't know a rule called `tidi`%0Ahint: did you mean `tidy`?\n"
    )
    write(small / "game.rules", GAME)
    assert run("check", "--format", "github", small).out == ""


# ------------------------------------------------------------ watching


def test_what_is_watched(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(small.parent)
    seen: dict[str, str] = {}
    check_once([str(small)], Format.text, strict=False, fresh=False, seen=seen)
    read = {Path(key.partition(" ")[2]).name for key in seen if key.startswith("read ")}
    assert read == {"game.rules", "long.rules", "first.scenario", "other.rules"}
    assert still_true(seen)
    write(small / "strings" / "en.yaml", "say.a: x\n")
    assert not still_true(seen)


def test_watch_checks_again_and_ends_politely(small: Path) -> None:
    """In a process of its own, as a user has it: Ctrl-C is a signal."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "cli", "check", "--watch", str(small)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=small.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert process.stdout is not None
    try:
        _read_until(process, "watching")
        sleep(0.1)
        write(small / "game.rules", GAME.replace("do tidy", "do tidi"))
        seen = _read_until(process, "watching")
        assert "R0246" in seen
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=120)[0]
        assert "no longer watching" in rest and "Traceback" not in rest
        assert process.returncode == 0
    finally:
        process.kill()


def _read_until(process: subprocess.Popen[str], word: str) -> str:
    assert process.stdout is not None
    seen, end = "", monotonic() + 120
    while monotonic() < end:
        line = process.stdout.readline()
        seen += line
        if word in line or not line:
            return seen
    raise AssertionError(f"{word!r} never came: {seen}")


# ------------------------------------------------------------ explain


def test_explain_shows_a_page_without_the_marks_for_tools(run: Run) -> None:
    done = run("explain", "R0401")
    assert done.code == 0
    assert done.out.startswith("# R0401: ")
    assert "<!--" not in done.out and "error R0401" not in done.out and "variants/long.rules" in done.out


@pytest.mark.parametrize("typed", ["R0219", "r0219", "219", "0219", "error[R0219]"])
def test_a_code_may_be_typed_in_several_ways(run: Run, typed: str) -> None:
    assert run("explain", typed).out.startswith("# R0219: ")


def test_an_unknown_code_names_close_ones(run: Run) -> None:
    done = run("explain", "R0218")
    assert done.code == 2 and "R0217" in done.err and "R0219" in done.err


def test_explain_alone_lists_every_code_with_its_title(run: Run) -> None:
    done = run("explain")
    lines = [line for line in done.out.splitlines() if line.startswith("R0")]
    assert done.code == 0
    assert len(lines) == len(list((ROOT / "docs" / "explain").glob("R0*.md")))
    assert all(len(line.split(None, 1)) == 2 for line in lines)
