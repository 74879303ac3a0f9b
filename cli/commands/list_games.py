"""`rulelang list`: which games there are.

In: the packaged games and those of RULELANG_PATH. Out: a line for each with its players, its settings and
how many variants it has, a line that says what it is about, and a line for each variant; all read from the
definitions, in the groups that they name.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rulelang.ir.nodes import Program


def list_games() -> None:
    """List the games: players, settings and variants."""
    from cli import games
    from cli.groups import grouped, in_short
    from cli.screen.terminal import say, say_line

    found = games.all_games()
    if not found:
        raise games.UnknownGame(f"no game was found; name folders of games in {games.SEARCH_PATH}")
    rows, broken = [("game", "players", "variants", "settings")], 0
    below: dict[str, list[str]] = {}
    shelf = grouped(found, "en")
    above = {next(iter(inside)): group for group, inside in shelf if group}
    for name, folder in (game for _, inside in shelf for game in inside.items()):
        program, report = games.compile_path(folder)
        if program is None:
            broken += 1
            rows.append((name, "-", "-", f"{len(report.errors)} errors: rulelang check {name}"))
            continue
        names = games.variants_of(folder)
        rows.append((name, players_of(program), str(len(names)), settings_of(program)))
        about = shorten(in_short(folder, "en"), 106, placeholder=" …")
        below[name] = [f"    {about}"] if about else []
        below[name] += [f"    + {about_variant(folder, variant)}" for variant in names]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        if row[0] in above:
            say(f"\n{above[row[0]]}")
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        say_line("  ".join([*cells, row[3]]).rstrip())
        for line in below.get(row[0], ()):
            say_line(line)
    say("\nplay one with: rulelang play GAME --variant NAME")
    if broken:
        raise typer.Exit(1)


def players_of(program: Program) -> str:
    low, high = program.players
    return str(low) if low == high else f"{low}-{high}"


def settings_of(program: Program) -> str:
    return ", ".join(setting.name for setting in program.settings) or "-"


def about_variant(game: Path, name: str) -> str:
    """A variant with the first comment of its file, which says what it changes."""
    from cli.games import home_of
    from rulelang import files
    from rulelang.diagnostics import Report

    folder = home_of(game) / "variants"
    candidates = [
        folder / f"{name}.rules",
        folder / name / f"{name}.rules",
        *files.with_suffix(folder / name, ".rules"),
    ]
    file = next((file for file in candidates if files.is_file(file)), None)
    lines = files.read(file, Report(), folder.parent).lines if file is not None else ()
    comment = lines[0].lstrip("# ").strip() if lines and lines[0].startswith("#") else ""
    return shorten(f"{name}: {comment}", 106, placeholder=" …") if comment else name
