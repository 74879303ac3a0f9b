"""The reader's list in the docs is what the program says, and each rule of it says something."""

from __future__ import annotations

import re

import pytest

from tests.helpers import ROOT
from tests.prose.pages import FIVE
from tests.prose.reader import LISTED, page

FILE = ROOT / "docs" / "readers-list.md"


def test_the_list_is_as_it_is_written(request: pytest.FixtureRequest) -> None:
    made = page()
    if request.config.getoption("--update-words", default=False):
        FILE.write_text(made, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == made


def test_ten_rules_of_each_game_in_each_of_its_languages() -> None:
    assert {game: len(rules) for game, rules in LISTED.items()} == dict.fromkeys(FIVE, 10)
    text = page()
    said = re.findall(r"^(English|Czech|Polish):\n\n> - ", text, re.M)
    assert len(said) == sum(10 * len(languages) for languages in FIVE.values())


def test_the_list_is_in_sentences() -> None:
    """What made the rulebooks read like code: arrows, brackets for cases, and `how many:`."""
    text = page()
    for sign in (
        "→",
        "patří sem",
        "należy tutaj",
        "kde je ",
        "(z: ",
        "ile: ",
        "počet: ",
        "přesuň:",
        " ≥ ",
        " < ",
    ):
        assert sign not in text.replace("> ", ""), sign
