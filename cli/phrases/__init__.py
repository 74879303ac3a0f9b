"""What the program says at the table, in the language of the players.

In: a language, or none for that of the environment. Out: `say("table.empty")`: a text of
`en.yaml`, `cs.yaml` or `pl.yaml` beside this module with its gaps filled, in the right plural form.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path

from interpreter.phrases import USUAL, languages, table
from rulelang.ir.texts import filled

HERE = Path(__file__).parent

ANY_LENGTH = 1 << 30  # these are our own texts, and what we put into them is short or meant to be long


class Phrases:
    """The program's words in one language; what it lacks there is said in English."""

    def __init__(self, language: str) -> None:
        self.language = language if language in languages(HERE) else USUAL
        self.texts = table(HERE, self.language)

    def __call__(self, key: str, *parts: str | int) -> str:
        return filled(self.texts[key], parts, self.language, longest=ANY_LENGTH)

    def words(self, key: str) -> tuple[str, ...]:
        """The words that a player may type for one thing, separated by spaces in the table."""
        return tuple(self.texts[key].split())


def language_of(environment: Mapping[str, str] = os.environ, also: Collection[str] = ()) -> str:
    """The language that the environment asks for, if the program speaks it, or `also` somebody else."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name, "")
        if value:
            language = value.partition(".")[0].partition("_")[0].lower()
            return language if language in languages(HERE) or language in also else USUAL
    return USUAL
