"""What a game says about its sources can be looked up: every file that is named is in the repository."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers import GAMES

ROOT = GAMES.parent
PAGES = sorted(GAMES.glob("*/*.md"))
FILE = re.compile(r"`([\w./-]+(?:\.(?:md|yaml|rules|scenario|py|txt)|/[\w.-]*))`")


def missing_files(page: Path) -> list[str]:
    named = FILE.findall(page.read_text(encoding="utf-8"))
    return [name for name in named if not (page.parent / name).exists() and not (ROOT / name).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_files_that_are_named_are_there(page: Path) -> None:
    assert missing_files(page) == []


def test_a_file_that_is_not_there_is_found(tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").touch()
    page = tmp_path / "SOURCES.md"
    page.write_text("`cards.yaml` `lost.yaml`, `notes/rules.md`, `thoun/` and `R1`", encoding="utf-8")
    assert missing_files(page) == ["lost.yaml", "notes/rules.md", "thoun/"]
