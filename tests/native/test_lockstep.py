"""Two backends, one truth: every definition that is shipped plays the same on both.

`python -m tests.native.collected FOLDER` holds both to every program that other tests play.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.layout import Layout
from interpreter.native.choosing import reason
from tests.helpers import ROOT, all_definitions, compile_folder, small
from tests.native.lockstep import compare
from tests.native.unusual import UNUSUAL

LONG = os.environ.get("RULELANG_FUZZ") == "long"
SEEDS = range(50 if LONG else 5)
RECIPES = sorted(folder for folder in (ROOT / "docs" / "cookbook").iterdir() if folder.is_dir())


@pytest.mark.parametrize("name", list(all_definitions()))
def test_every_game(name: str) -> None:
    program = all_definitions()[name]
    for players in sorted({program.players[0], program.players[1]}):
        assert reason(Layout(program, players, {})) == ""
        found = compare(program, players, {}, SEEDS)
        assert found.decisions > 5 and found.ways_out == 0


@pytest.mark.parametrize("name", UNUSUAL)
def test_what_is_unusual(name: str) -> None:
    assert compare(small(UNUSUAL[name]), 2, {}, range(10)).ways_out == 0


@pytest.mark.parametrize("folder", RECIPES, ids=lambda folder: folder.name)
def test_every_recipe(folder) -> None:  # type: ignore[no-untyped-def]
    program = compile_folder(folder)
    assert reason(Layout(program, program.players[0], {})) == ""
    assert compare(program, program.players[0], {}, SEEDS).ways_out == 0


@pytest.mark.fuzz
def test_what_other_tests_play(collected: Path) -> None:
    command = [sys.executable, "-m", "tests.native.collected", str(collected), "20"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-1000:]


@pytest.mark.fuzz
def test_everything_for_long() -> None:
    """With each number of players, and all sets of variants: see `long.py`."""
    command = [sys.executable, "-m", "tests.native.long", "--games", "300", "--minutes", "60"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-1000:]
