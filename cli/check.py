"""`rulelang check`: is everything right with these definitions?

In: files, folders, names of games, or nothing for all games found. Out: every finding with its place in
the text, and a summary. Exit code 0: nothing wrong, 1: errors, 2: a path that is not there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def check(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="Files, folders or names; nothing means every game found."),
    ] = None,
) -> None:
    """Check definitions and explain what is wrong with them."""
    from cli.errors import MISUSED
    from cli.games import UnknownGame, compile_path
    from cli.terminal import say
    from rulelang.render import render

    definitions, missing = [], []
    for typed in paths or [""]:
        try:
            definitions += definitions_at(typed)
        except UnknownGame as error:
            missing.append(str(error))
    errors = warnings = 0
    for path in dict.fromkeys(definitions):
        _, report = compile_path(path)
        if len(report):
            say(render(report))
        errors += len(report.errors)
        warnings += len(report) - len(report.errors)
    for text in missing:
        say(f"rulelang: {text}", to_stderr=True)
    print(summary(len(dict.fromkeys(definitions)), errors, warnings))
    if missing:
        raise typer.Exit(MISUSED)
    if errors:
        raise typer.Exit(1)


def definitions_at(typed: str) -> list[Path]:
    """The definitions that a path means: a folder of several games means each of them."""
    from cli.games import UnknownGame, all_games, find_game, games_below, has_rules

    if not typed:
        found = list(all_games().values())
        if not found:
            raise UnknownGame("no game was found; name a file or a folder")
        return found
    path = find_game(typed)
    if path.is_file() or has_rules(path):
        return [path]
    found = games_below(path)
    if not found:
        raise UnknownGame(f"there is no .rules file in `{typed}`")
    return found


def summary(definitions: int, errors: int, warnings: int) -> str:
    checked = amount(definitions, "definition")
    if not errors and not warnings:
        return f"{checked} checked, nothing wrong"
    return f"{checked} checked: {amount(errors, 'error')}, {amount(warnings, 'warning')}"


def amount(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
