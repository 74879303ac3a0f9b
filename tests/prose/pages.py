"""What the tests of rules in words share: definitions as they are read, and all that have a rulebook."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulelang import compile
from rulelang.compile import Bundle
from rulelang.diagnostics import Report, RulesError
from rulelang.ir.nodes import Program
from rulelang.loader import load, load_variants
from rulelang.typed.definition import Definition
from tests.helpers import GAMES, ROOT

LANGUAGES = ("en", "cs", "pl")
# The five games, each with the two languages of its texts.
FIVE = {
    "dead_mans_draw": ("en", "cs"),
    "sea_salt_and_paper": ("en", "cs"),
    "barracuda": ("en", "cs"),
    "malacca": ("en", "cs"),
    "dead_men_tell_no_tales": ("en", "pl"),
}


def folders() -> list[Path]:
    """The shipped games, the cookbook, and the game of the tutorial as it is in the end."""
    steps = sorted((ROOT / "docs" / "tutorial" / "steps").iterdir())
    found = [*GAMES.iterdir(), *(ROOT / "docs" / "cookbook").iterdir(), steps[-1]]
    return sorted(folder for folder in found if (folder / "game.rules").exists())


def read_bundle(bundle: Bundle, variants: list[Bundle], report: Report) -> tuple[Definition, Program]:
    found = compile.read_bundle(bundle, report, variants)
    if found is None:
        raise RulesError(report)
    return found.definition, found.program


@cache
def read(folder: Path, variants: tuple[str, ...] = ()) -> tuple[Definition, Program]:
    report = Report()
    bundle = load(folder, report)
    assert bundle is not None
    return read_bundle(bundle, load_variants(folder, variants, report), report)
