"""A file in the middle of being typed: no exception, nothing stale, the findings of `rulelang check`."""

import random
from pathlib import Path

import pytest

from cli.editor.games import Games
from tests.editor.conftest import GAMES
from tests.editor.long import characters, edit_at_random, from_nothing, memory, said, typed


@pytest.mark.parametrize("name", GAMES)
def test_each_definition_from_empty_to_full(name: str, copied: Path) -> None:
    file = copied / name / "game.rules"
    whole, games = file.read_text(encoding="utf-8"), Games()
    ends = sorted(random.Random(name).sample(range(len(whole)), 40))
    for end in (0, *ends, len(whole)):
        typed(games, file, whole[:end])
    assert said(games.all_findings(file)) == from_nothing(copied / name) == []


def test_one_definition_character_by_character(copied: Path) -> None:
    file = copied / "tic_tac_toe" / "game.rules"
    whole, games = file.read_text(encoding="utf-8"), Games()
    for end in range(0, len(whole) + 1, 3):
        typed(games, file, whole[:end])
    assert said(games.all_findings(file)) == []


@pytest.mark.fuzz
@pytest.mark.parametrize("name", GAMES)
def test_each_definition_character_by_character(name: str, copied: Path) -> None:
    for _ in characters(copied / name):
        pass


@pytest.mark.parametrize("name", GAMES)
def test_random_edits(name: str, copied: Path) -> None:
    edit_at_random(copied / name, Games(), 40, 20, name)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", GAMES)
def test_ten_thousand_random_edits(name: str, copied: Path) -> None:
    games = Games()
    edit_at_random(copied / name, games, 2_000, 500, f"{name} first")
    before = memory()
    edit_at_random(copied / name, games, 8_000, 1_000, f"{name} then")
    assert memory() < before * 1.5, f"{before} MB, then {memory()} MB"
