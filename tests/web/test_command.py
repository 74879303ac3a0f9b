"""`rulelang serve`, used wrongly and rightly."""

from __future__ import annotations

import importlib.util
import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from cli.web.games import offered

RUN = CliRunner()


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    done = RUN.invoke(app, ["serve"])
    assert done.exit_code == 2 and "pip install 'rulelang[web]'" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no_such_game"], "no_such_game"),
        (["--port", "99999"], "65535"),
        (["--host", "no.such.host.invalid"], "cannot listen"),
        (["--at-once", "0"], "at-once"),
    ],
)
def test_mistakes(words: list[str], said: str) -> None:
    done = RUN.invoke(app, ["serve", "--no-browser", *words])
    assert done.exit_code == 2 and said in done.output and "Traceback" not in done.output


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = RUN.invoke(
            app, ["serve", "--no-browser", "--port", port, "--tables", str(tmp_path / "t.sqlite")]
        )
    assert done.exit_code == 2 and "try another --port" in done.output


def test_a_file_that_holds_no_tables(tmp_path: Path) -> None:
    (tmp_path / "t.sqlite").write_text("this is no database, and long enough to be looked at" * 30)
    done = RUN.invoke(app, ["serve", "--no-browser", "--port", "0", "--tables", str(tmp_path / "t.sqlite")])
    assert done.exit_code == 2 and "tables cannot be kept there" in done.output


def test_a_folder_stands_for_all_games_in_it(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.rules").write_text(f"game {name} for 1 player\n", encoding="utf-8")
    assert set(offered([str(tmp_path)])) == {"one", "two"}
