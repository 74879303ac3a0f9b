"""A command line run in this process, through `main` itself, and a checkout that is found from anywhere."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.main import main

ROOT = Path(__file__).resolve().parents[2]


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs `rulelang ARGS` in an empty folder, with the lines that somebody types."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RULELANG_PATH", raising=False)

    def start(*arguments: object, typed: str = "") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Outcome(ended.value.code or 0, out, err)

    return start


@pytest.fixture
def process(tmp_path: Path) -> Run:
    """The same in a process of its own, as a user has it."""

    def start(*arguments: object, typed: str = "", **environment: str) -> Outcome:
        done = subprocess.run(
            [sys.executable, "-m", "cli", *map(str, arguments)],
            input=typed.encode(), capture_output=True, cwd=tmp_path, timeout=300,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        )  # fmt: skip
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())

    return start
