"""Menus before a game begins.

In: a terminal and a person at it. Out: which game is to be played, by how many, or which saved game is gone
on with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typer

from cli.phrases import Phrases
from cli.screen.answers import folded
from interpreter.words import readable

if TYPE_CHECKING:
    from cli.playing.shelf import Shelved
    from cli.screen.terminal import Terminal
    from rulelang.ir.nodes import Program

Thing = TypeVar("Thing")
ENGLISH = Phrases("en")


def is_word(typed: str, key: str, say: Phrases) -> bool:
    """Whether this is one of the words for something, in the player's language or in English."""
    return folded(typed) in map(folded, (*say.words(key), *ENGLISH.words(key)))


def number_in(typed: str) -> int:
    """A typed number; -1 for what is none, or larger than anything here."""
    return int(typed) if len(typed) < 10 and typed.isascii() and typed.isdecimal() else -1


def choose_game(terminal: Terminal, say: Phrases) -> str:
    """A numbered menu of all games."""
    from cli.games import UnknownGame, all_games, find_game

    games = all_games()
    if not games:
        raise UnknownGame("no game was found; set RULELANG_PATH to a folder of games")
    titles = {name: title_there(folder, say.language) or readable(name) for name, folder in games.items()}
    terminal.write(say("start.which_game"), "title")
    terminal.write_all(f"  {number}  {title}" for number, title in enumerate(titles.values(), 1))

    def by_name(typed: str) -> str | None:
        wanted = folded(typed)
        fits = [name for name in games if wanted in folded(titles[name]) or wanted.replace(" ", "_") in name]
        if len(fits) == 1:
            return fits[0]
        if fits:
            return None
        try:
            find_game(typed)
        except UnknownGame as error:
            terminal.write(str(error), "wrong")
            return None
        return typed

    return _chosen(terminal, say, list(games), say("start.type_number", len(games)), by_name)


def title_there(folder: Path, language: str) -> str:
    """What a game in a folder calls itself in a language, or in English; found without compiling it."""
    from rulelang import files
    from rulelang.diagnostics import Report
    from rulelang.tables import read_strings

    home = folder if folder.is_dir() else folder.parent
    for name in (language, ENGLISH.language):
        file = home / "strings" / f"{name}.yaml"
        if files.is_file(file):
            found = read_strings(files.read(file, Report(), home), Report()).get("game.name")
            if found is not None:
                return found[0]
    return ""


def choose_players(terminal: Terminal, say: Phrases, program: Program) -> int:
    """How many play; Enter takes the fewest."""
    low, high = program.players
    if low == high:
        return low
    while True:
        typed = terminal.ask(say("start.how_many", low, high) + " ")
        if not typed:
            return low
        if low <= number_in(typed) <= high:
            return number_in(typed)
        if is_word(typed, "command.quit_words", say):
            raise typer.Exit()
        terminal.write(say("start.wrong_number", low, high), "wrong")


def choose_save(terminal: Terminal, say: Phrases, saves: Sequence[Shelved]) -> Path:
    """A numbered menu of saved games, the newest first; Enter takes the newest."""
    terminal.write(say("start.which_save"), "title")
    terminal.write_all(save_lines(saves, say))
    hint = say("start.wrong_number", 1, len(saves))
    return _chosen(terminal, say, saves, hint, lambda typed: None, saves[0]).path


def save_lines(saves: Sequence[Shelved], say: Phrases) -> list[str]:
    lines = []
    for number, save in enumerate(saves, 1):
        folder = save.notes.get("path", "")
        title = (title_there(Path(folder), say.language) if folder else "") or readable(save.game)
        about = (title, say("start.players", save.players), say("start.decisions", save.decisions))
        lines.append(f"  {number}  {', '.join(about)}, {save.day_and_time}")
        lines.append(f"     {save.path}")
    return lines


def _chosen(
    terminal: Terminal,
    say: Phrases,
    things: Sequence[Thing],
    hint: str,
    by_name: Callable[[str], Thing | None],
    usual: Thing | None = None,
) -> Thing:
    """Asks until one is chosen, by its number or its name."""
    while True:
        typed = terminal.ask("> ")
        if not typed and usual is not None:
            return usual
        if 1 <= number_in(typed) <= len(things):
            return things[number_in(typed) - 1]
        if is_word(typed, "command.quit_words", say):
            raise typer.Exit()
        found = by_name(typed) if typed and not typed.isdecimal() else None
        if found is not None:
            return found
        terminal.write(hint, "wrong")
