"""The coverage of scenarios as one HTML page.

In: the games that were tested. Out: a file that shows, for each game, the numbered rules with their
scenarios and the lines of the rules, those that no scenario reached in another colour.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cli.screen.escaping import for_page
from rulelang import files
from rulelang.diagnostics import Report

if TYPE_CHECKING:
    from cli.commands.test_scenarios import GameTest

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
pre { background: #f6f6f4; padding: .5rem; overflow-x: auto; } .missed { background: #ffd9d0; }
.ran { background: #e2f3dc; } td { padding: .1rem .6rem; vertical-align: top; } .none { color: #b00; }
"""


def write_page(file: Path, games: list[GameTest]) -> None:
    body = "".join(_game(game) for game in games)
    head = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Coverage</title><style>{STYLE}</style>'
    )
    file.write_text(f"{head}<h1>What the scenarios show</h1>{body}</html>\n", encoding="utf-8")


def _game(game: GameTest) -> str:
    rows = []
    for rule in game.rules:
        shown = [s.title for s in game.scenarios if rule.number in s.covers]
        text = "; ".join(for_page(title) for title in shown)
        if not shown:
            text = "<span class=none>no scenario</span>" if rule.testable else "not testable"
        rows.append(f"<tr><td>{rule.number}<td>{for_page(rule.text)}<td>{text}")
    table = f"<table>{''.join(rows)}</table>" if rows else ""
    return f"<h2>{for_page(game.path.name)}</h2>{table}{_lines(game)}"


def _lines(game: GameTest) -> str:
    if game.coverage is None:
        return ""
    ran = {(path, line) for path, line, _ in game.coverage.ran}
    every = {(path, line) for path, line, _ in game.coverage.all}
    out = []
    for path in sorted({path for path, _ in every}):
        lines = files.read(Path(path), Report()).lines
        shown = []
        for number, text in enumerate(lines, 1):
            style = "ran" if (path, number) in ran else "missed" if (path, number) in every else ""
            shown.append(f'<span class="{style}">{number:4} {for_page(text)}</span>')
        out.append(f"<h3>{for_page(path)}</h3><pre>{chr(10).join(shown)}</pre>")
    return "".join(out)
