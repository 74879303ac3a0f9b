"""The command line in this process and in a small one of its own, and a game to be attacked with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Outcome, Run, process, run
from tests.helpers import ROOT

__all__ = ["game", "limited", "process", "run"]

SMALL = "game small for 2 players\nplay:\n    end game\n"
MEMORY = 500_000_000  # bytes
SECONDS = 120  # much more than anything takes, for machines that do other things too


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The folder of a definition that has nothing wrong with it."""
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "game.rules").write_text(SMALL)
    return folder


@pytest.fixture
def limited(tmp_path: Path) -> Run:
    """A command in a process that may take little memory and little time, and that nobody types to."""
    resource = pytest.importorskip("resource")

    def start(*arguments: object, **environment: str) -> Outcome:
        done = subprocess.run(
            [sys.executable, "-m", "cli", *map(str, arguments)], stdin=subprocess.DEVNULL,
            capture_output=True, cwd=tmp_path, timeout=SECONDS,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        )  # fmt: skip
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in err and "mistake in rulelang" not in err, err
        return Outcome(done.returncode, out, err)

    return start
