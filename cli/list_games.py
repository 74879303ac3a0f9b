"""`rulelang list`: which games there are.

In: the packaged games and those of RULELANG_PATH. Out: a line for each with its players, its settings and
how many variants it has, all read from the definitions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rulelang.ir.nodes import Program


def list_games() -> None:
    """List the games: players, settings and variants."""
    from cli import games

    found = games.all_games()
    if not found:
        raise games.UnknownGame(f"no game was found; name folders of games in {games.SEARCH_PATH}")
    rows, broken = [("game", "players", "variants", "settings")], 0
    for name, folder in found.items():
        program, report = games.compile_path(folder)
        if program is None:
            broken += 1
            rows.append((name, "-", "-", f"{len(report.errors)} errors: rulelang check {name}"))
            continue
        variants = str(len(games.variants_of(folder)))
        rows.append((name, players_of(program), variants, settings_of(program)))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        print("  ".join([*cells, row[3]]).rstrip())
    print("\nplay one with: rulelang play GAME")
    if broken:
        raise typer.Exit(1)


def players_of(program: Program) -> str:
    low, high = program.players
    return str(low) if low == high else f"{low}-{high}"


def settings_of(program: Program) -> str:
    return ", ".join(setting.name for setting in program.settings) or "-"
