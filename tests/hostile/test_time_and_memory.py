"""Nothing that a definition says takes more than 5 s or 500 MB: a message ends it and names the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import ROOT
from tests.hostile.among_bots import AMONG_BOTS
from tests.hostile.definitions import DEPTH, MEMORY, TIME, Hostile
from tests.hostile.limits import MEGABYTES, SECONDS, run
from tests.hostile.newer import COMMANDS, NEWER


@pytest.mark.parametrize("hostile", [*TIME, *MEMORY, *DEPTH, *AMONG_BOTS, *NEWER, *COMMANDS], ids=str)
def test_it_ends_soon_with_a_message(hostile: Hostile, tmp_path: Path) -> None:
    done = run({"game.rules": hostile.rules, **hostile.files}, tmp_path, *hostile.command)
    shown = f"{done.said[-1500:]}\n{done}"[:3000]
    assert hostile.says in done.said, shown
    assert "mistake in rulelang" not in done.said and "Traceback" not in done.said, shown
    if hostile.line is not None:
        assert f"game.rules:{hostile.line}:" in done.said, shown
    assert done.seconds < SECONDS, shown
    assert done.megabytes < MEGABYTES, shown


def test_what_is_run_is_this_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what happens to be installed, or lies where somebody else works."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "elsewhere"))
    files = {"elsewhere/cli/__init__.py": "", "which.py": "import cli\nprint(cli.__file__)\n"}
    done = run(files, tmp_path, module="which")
    assert done.said.strip() == str(ROOT / "cli" / "__init__.py")
