"""A shelf of its own for each test of saves."""

import errno
from pathlib import Path

import pytest

from interpreter.game.saves import read

FULL = OSError(errno.ENOSPC, "No space left on device")
TWO_MOVES = "\nc1r1\n\nc2r2\n"


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf of its own for each test, outside of the folder in which the command runs."""
    folder = tmp_path.parent / f"{tmp_path.name}-shelf"
    monkeypatch.setenv("RULELANG_SAVES", str(folder))
    return folder


def answers(file: Path) -> int:
    return len(read(file.read_text())["answers"])


def files_in(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.exists() else []
