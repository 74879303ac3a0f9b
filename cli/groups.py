"""Games in groups, as a list and a menu show them.

In: games by name with their folders, and a language. Out: the groups in order, each with its title and its
games; and what a game is about, in a sentence.

A definition says itself which group it belongs to: the text `game.group`. Those that say nothing come first,
under no title; the groups follow by their titles.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def grouped(games: Mapping[str, Path], language: str) -> list[tuple[str, dict[str, Path]]]:
    found: dict[str, dict[str, Path]] = {}
    for name, folder in games.items():
        found.setdefault(text_there(folder, language, "game.group"), {})[name] = folder
    return sorted(found.items(), key=lambda group: group[0].casefold())


def in_short(folder: Path, language: str) -> str:
    """The first sentence of what a game is about."""
    about = text_there(folder, language, "help.game")
    sentence, stop, _ = about.partition(". ")
    return f"{sentence}." if stop else about


def text_there(folder: Path, language: str, key: str) -> str:
    """A text of a game in a folder in a language, or in English; found without compiling it."""
    from cli.games import home_of
    from rulelang import files
    from rulelang.diagnostics import Report
    from rulelang.tables import read_strings

    home = home_of(folder)
    for name in (language, "en"):
        file = home / "strings" / f"{name}.yaml"
        if files.is_file(file):
            found = read_strings(files.read(file, Report(), home), Report()).get(key)
            if found is not None:
                return found[0]
    return ""
