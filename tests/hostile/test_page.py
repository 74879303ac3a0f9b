"""The limits that docs/untrusted.md promises are those that hold."""

from __future__ import annotations

import re

from rulelang import diagnostics, files, limits
from rulelang.scenarios import lines
from rulelang.syntax import parser
from tests.helpers import ROOT

PROMISED = {
    "rules, variants included; tables with texts; scenarios": [files.MOST_BYTES],
    "lines of one file of scenarios": [lines.MOST_LINES],
    "one declaration": [parser.LONGEST],
    "findings that are told": [diagnostics.MOST_TOLD],
    "zones, tracks, places on grids, components": [
        limits.MOST_ZONES, limits.MOST_TRACKS, limits.MOST_PLACES, limits.MOST_COMPONENTS,
    ],
    "options of one decision, elements of one set": [limits.MOST_OPTIONS],
    "dice or things picked at once": [limits.MOST_AT_ONCE],
    "rules under way inside rules": [limits.DEEPEST_RULES],
    "steps from one answer to the next question": [limits.STEPS_OF_A_DECISION],
    "steps of a game": [limits.STEPS_OF_A_GAME],
    "steps of a game that bots play alone: to begin with, for each answer, in all": [
        limits.STEPS_AMONG_BOTS, limits.STEPS_OF_AN_ANSWER, limits.MOST_STEPS_AMONG_BOTS,
    ],
    "answers in a game that bots play alone at a table": [limits.ANSWERS_AMONG_BOTS],
    "steps of all games that are tried to find the position of one scenario": [limits.STEPS_OF_A_SEARCH],
}  # fmt: skip


def test_the_page_says_what_holds() -> None:
    page = (ROOT / "docs" / "untrusted.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z].*?) \| ([\d,]+.*?) \|$", page, re.MULTILINE)
    said = {what: [int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*\d", most)] for what, most in rows}
    assert said == PROMISED
    assert f"at most {files.MOST_FILES:,} of them" in page
    assert f"up to {limits.STEPS_OF_A_THOUGHT:,} steps before each answer" in " ".join(page.split())
    secrets = (ROOT / "docs" / "secrets.md").read_text(encoding="utf-8")
    assert f"takes more than {limits.STEPS_OF_AN_UNDO:,} steps" in secrets
