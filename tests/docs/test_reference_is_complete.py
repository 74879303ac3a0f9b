"""Nothing in the language is missing in its reference."""

from __future__ import annotations

import re

import pytest

from rulelang.ir.instructions import INSTRUCTIONS
from rulelang.syntax.grammar import parser
from rulelang.typed.functions import FUNCTIONS
from tests.helpers import ROOT

PAGES = [ROOT / "docs" / name for name in ("language.md", "variants.md")]
REFERENCE = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
KEYWORDS = sorted(
    terminal.pattern.value
    for terminal in parser().terminals
    if terminal.pattern.type == "str" and terminal.pattern.value.isalpha()
)


@pytest.mark.parametrize("word", KEYWORDS)
def test_every_word_of_the_grammar_is_in_the_reference(word: str) -> None:
    assert re.search(rf"\b{word}\b", REFERENCE)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_is_in_the_reference(name: str) -> None:
    assert re.search(rf"\b{name}\(", REFERENCE)


def test_there_are_words_and_instructions_to_look_for() -> None:
    assert len(KEYWORDS) > 100 and len(INSTRUCTIONS) > 20
