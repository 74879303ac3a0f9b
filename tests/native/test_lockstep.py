"""Two backends, one truth: every definition that is shipped plays the same on both.

`python -m tests.native.collected FOLDER` holds both to every program that other tests play.
"""

from __future__ import annotations

import os

import pytest

from interpreter.layout import Layout
from interpreter.native.choosing import reason
from tests.helpers import ROOT, all_definitions, compile_folder
from tests.native.lockstep import compare

LONG = os.environ.get("RULELANG_FUZZ") == "long"
SEEDS = range(200 if LONG else 5)
RECIPES = sorted(folder for folder in (ROOT / "docs" / "cookbook").iterdir() if folder.is_dir())


@pytest.mark.fuzz
@pytest.mark.parametrize("name", list(all_definitions()))
def test_every_count_of_players_many_times(name: str) -> None:
    program = all_definitions()[name]
    for players in range(program.players[0], program.players[1] + 1):
        assert compare(program, players, {}, SEEDS).ways_out == 0


@pytest.mark.parametrize("name", list(all_definitions()))
def test_every_game(name: str) -> None:
    program = all_definitions()[name]
    for players in sorted({program.players[0], program.players[1]}):
        assert reason(Layout(program, players, {})) == ""
        found = compare(program, players, {}, SEEDS)
        assert found.decisions > 5 and found.ways_out == 0


@pytest.mark.parametrize("folder", RECIPES, ids=lambda folder: folder.name)
def test_every_recipe(folder) -> None:  # type: ignore[no-untyped-def]
    program = compile_folder(folder)
    assert reason(Layout(program, program.players[0], {})) == ""
    assert compare(program, program.players[0], {}, SEEDS).ways_out == 0
