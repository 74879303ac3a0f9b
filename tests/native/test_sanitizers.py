"""The C of programs runs under sanitizers: nothing outside of what is ours is touched, no sum is undefined.

A definition and a recipe here; in `make fuzz` all of them, and all programs that tests/conformance plays.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import ROOT, all_definitions
from tests.native.sanitizing import run, runtime_library

pytestmark = pytest.mark.skipif(
    not runtime_library(),
    reason="NOT CHECKED: there is no compiler with sanitizers here (gcc or clang with libasan)",
)
PARTS = 16
RECIPES = sorted(path for path in (ROOT / "docs" / "cookbook").iterdir() if path.is_dir())


def is_clean(names: list[str], games: int) -> None:
    ran = run(names, games)
    assert ran.returncode == 0, ran.stdout[-500:] + ran.stderr[:3000]
    assert [line.split()[0] for line in ran.stdout.splitlines()] == names
    assert all(int(line.split()[1]) > 0 for line in ran.stdout.splitlines())


def test_some_games_touch_only_what_is_theirs() -> None:
    is_clean(["tic_tac_toe", str(ROOT / "docs" / "cookbook" / "trading")], 3)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", sorted(all_definitions()))
def test_games_touch_only_what_is_theirs(name: str) -> None:
    is_clean([name], 100)


@pytest.mark.fuzz
@pytest.mark.parametrize("folder", RECIPES, ids=lambda path: path.name)
def test_recipes_touch_only_what_is_theirs(folder) -> None:  # type: ignore[no-untyped-def]
    is_clean([str(folder)], 50)


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(PARTS))
def test_what_other_tests_play_touches_only_what_is_theirs(part: int, collected: Path) -> None:
    """Definitions that were invented to be unusual: everything that the language can say comes up in them."""
    names = sorted(str(path) for path in collected.glob("*.json"))[part::PARTS]
    assert names
    ran = run(names, 3)
    assert ran.returncode == 0, ran.stdout[-300:] + ran.stderr[:3000]
