"""What the pages say: the same in every language, and nothing in vain."""

from __future__ import annotations

import re

import pytest

from cli.web.app import STATIC, TEXTS
from interpreter.phrases import languages, table

GAP = re.compile(r"\{(\d)\}")


def test_three_languages() -> None:
    assert languages(TEXTS) == ("en", "cs", "pl")


@pytest.mark.parametrize("language", ["cs", "pl"])
def test_every_language_says_the_same(language: str) -> None:
    own, english = table(TEXTS, language), table(TEXTS, "en")
    assert set(own) == set(english)
    for key, text in own.items():
        assert set(GAP.findall(text)) == set(GAP.findall(english[key])), key


def test_every_text_is_said_and_every_text_said_is_there() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in STATIC.rglob("*.js"))
    said = set(re.findall(r'say\("([a-z]+\.[a-z_]+)"', code))
    assert said == set(table(TEXTS, "en"))


def test_the_pages_import_what_is_there_and_have_one_job_each() -> None:
    for path in STATIC.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert text.startswith("//"), f"{path.name} does not say what it is for"
        assert len(text.splitlines()) <= 250, path.name
        for name in re.findall(r'from "(.*?)"', text):
            assert (path.parent / name).is_file(), f"{path.name} imports {name}"
