"""`rulelang check`: is everything right with these definitions?

In: files, folders, names of games, or nothing for all games found. Out: every finding with its place in
the text, and a summary. A game is checked with its tables, strings, variants and scenarios; a variant with
its base. Exit code 0: nothing wrong, 1: something was found, 2: a path that is not there.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cli.reports.findings import Target
    from rulelang.diagnostics import Report

EVERY = 0.5  # seconds between two looks at the files


class Format(StrEnum):
    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"


def check(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="Files, folders or names; nothing means every game found."),
    ] = None,
    format_: Annotated[
        Format, typer.Option("--format", help="For people, or for other programs.")
    ] = Format.text,
    strict: Annotated[bool, typer.Option("--strict", help="Fail for warnings too.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Check again whenever a file changes.")] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Check again what has not changed since the last time.")
    ] = False,
) -> None:
    """Check definitions and explain what is wrong with them."""
    if watch:
        _watch(paths or [""], format_, strict, fresh)
        return
    code = check_once(paths or [""], format_, strict, fresh)
    if code:
        raise typer.Exit(code)


def check_once(
    paths: list[str], format_: Format, strict: bool, fresh: bool, seen: dict[str, str] | None = None
) -> int:
    """Checks and prints; the exit code. Everything that was looked at is put into `seen`."""
    from cli.errors import FAILED, MISUSED
    from cli.reports.verdicts import checked
    from cli.screen.terminal import say

    targets, missing = targets_at(paths)
    reports = []
    for target in targets:
        report, looked_at = checked(target, fresh)
        reports.append(report)
        if seen is not None:
            seen |= looked_at
    _show(reports, format_)
    for text in missing:
        say(f"rulelang: {text}", to_stderr=True)
    errors = sum(len(report.errors) for report in reports)
    warnings = sum(len(report) for report in reports) - errors
    if format_ is Format.text and (targets or not missing):
        say(summary(len(targets), errors, warnings))
    if missing:
        return MISUSED
    return FAILED if errors or (strict and warnings) else 0


def _show(reports: list[Report], format_: Format) -> None:
    from cli.screen.terminal import put, say
    from rulelang.render import render

    if format_ is Format.text:
        for report in reports:
            if len(report):
                say(render(report))
        return
    from cli.reports import findings_formats as formats

    if format_ is Format.json:
        put(formats.as_json(reports))
    elif format_ is Format.sarif:
        from cli.main import version

        put(formats.as_sarif(reports, version()))
    elif any(len(report) for report in reports):
        put(formats.as_github(reports))


def targets_at(paths: list[str]) -> tuple[list[Target], list[str]]:
    """What is to be checked, and what was not found, in words."""
    from cli.games import UnknownGame, all_games
    from cli.reports.findings import target_of

    games = all_games()
    targets, missing = [], []
    for typed in paths:
        try:
            targets += [target_of(path, games) for path in definitions_at(typed)]
        except UnknownGame as error:
            missing.append(str(error))
    return list(dict.fromkeys(targets)), missing


def definitions_at(typed: str) -> list[Path]:
    """The definitions that a path means: a folder of several games means each of them."""
    from cli.games import UnknownGame, all_games, find_game, games_below, has_rules, misnamed

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
        raise UnknownGame(f"there is no .rules file in `{typed}`{misnamed(path)}")
    return found


# ------------------------------------------------------------ watching


def _watch(paths: list[str], format_: Format, strict: bool, fresh: bool) -> None:
    """Checks until somebody presses Ctrl-C; every change of a file starts a new run."""
    from time import sleep

    from cli.screen.terminal import say, say_line
    from rulelang.files import still_true

    try:
        while True:
            targets, seen = targets_at(paths)[0], dict[str, str]()
            check_once(paths, format_, strict, fresh, seen)
            say_line("watching; Ctrl-C ends")
            while targets_at(paths)[0] == targets and still_true(seen):
                sleep(EVERY)
    except KeyboardInterrupt:
        say("\nno longer watching")


def summary(definitions: int, errors: int, warnings: int) -> str:
    checked = amount(definitions, "definition")
    if not errors and not warnings:
        return f"{checked} checked, nothing wrong"
    return f"{checked} checked: {amount(errors, 'error')}, {amount(warnings, 'warning')}"


def amount(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
