"""The program's own words: each language says the same things, with the same parts and all plural forms."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.phrases import HERE, Phrases, language_of
from interpreter.phrases import EVENTS, USUAL, languages, table
from rulelang.ir.keys import GENERAL
from rulelang.ir.texts import GAP, plural_forms
from tests.helpers import ROOT

FOLDERS = (EVENTS, HERE)
TRANSLATIONS = [(folder, name) for folder in FOLDERS for name in languages(folder)]
SPOKEN = ("en", "cs", "pl")


def parts(text: str) -> set[str]:
    return {gap[1] for gap in GAP.finditer(text)}


def test_all_three_languages_are_spoken() -> None:
    assert all(set(languages(folder)) == set(SPOKEN) for folder in FOLDERS)


@pytest.mark.parametrize(("folder", "language"), TRANSLATIONS, ids=lambda part: Path(part).name)
def test_every_language_says_the_same(folder: Path, language: str) -> None:
    own, english = table(folder, language), table(folder, USUAL)
    assert set(own) == set(english)
    for key, text in own.items():
        # A plural may be needed in one language only, so it may name a part more.
        known = max(map(int, parts(english[key]) or {"0"})) + 1
        assert all(int(part) <= known for part in parts(text)), f"{key}: {text}"


@pytest.mark.parametrize(("folder", "language"), TRANSLATIONS, ids=lambda part: Path(part).name)
def test_plurals_have_all_their_forms(folder: Path, language: str) -> None:
    for key, text in table(folder, language).items():
        for gap in GAP.finditer(text):
            if gap[2] is not None:
                assert gap[2].count("|") + 1 == len(plural_forms(language)), f"{key}: {text}"


def test_definitions_may_say_the_words_for_events_in_their_own_way() -> None:
    assert {key for key in table(EVENTS, USUAL) if not key.startswith(("direction.", "heading."))} <= GENERAL


def test_every_phrase_is_said_somewhere_and_every_phrase_said_is_there() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "cli").rglob("*.py")))
    groups = {key.partition(".")[0] for key in table(HERE, USUAL)}
    said = set(re.findall(rf"""["']((?:{"|".join(sorted(groups))})\.[a-z_]+)["']""", code))
    said -= {"rulebook.md"}  # a file
    starts = tuple(re.findall(rf'f"((?:{"|".join(sorted(groups))})\.[a-z_]*)\{{', code))
    there = set(table(HERE, USUAL))
    assert said <= there, f"no text for {sorted(said - there)}"
    unused = {key for key in there - said if not (starts and key.startswith(starts))}
    assert not unused, f"nobody says {sorted(unused)}"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "cs_CZ.UTF-8"}, "cs"),
        ({"LANG": "pl_PL"}, "pl"),
        ({"LANG": "cs_CZ.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "cs_CZ.UTF-8", "LC_MESSAGES": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "\x00nonsense"}, "en"),
    ],
)
def test_the_environment_says_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_an_unknown_language_is_answered_in_english() -> None:
    assert Phrases("xx").language == "en"
