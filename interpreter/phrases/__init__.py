"""The program's own words, in the languages that it speaks.

In: a folder with a table for each language, `en.yaml` and so on. Out: texts by key. What a definition says
in its own tables goes before these, so an author can have `event.turn` in other words.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml

EVENTS = Path(__file__).parent  # the words for what happens in a game
USUAL = "en"


@cache
def table(folder: Path, language: str) -> dict[str, str]:
    """The texts of a language by their keys; none for a language that the program does not speak."""
    if language not in languages(folder):
        return {}
    data = yaml.safe_load((folder / f"{language}.yaml").read_text(encoding="utf-8"))
    found: dict[str, str] = {}
    for key, texts in data.items():
        found |= {key: texts} if isinstance(texts, str) else {f"{key}.{name}": texts[name] for name in texts}
    return found


@cache
def languages(folder: Path = EVENTS) -> tuple[str, ...]:
    """The languages that there is a table for, the usual one first."""
    return tuple(
        sorted((path.stem for path in folder.glob("*.yaml")), key=lambda name: (name != USUAL, name))
    )
