"""Menus before a game begins.

In: a terminal and a person at it. Out: which game is to be played, by how many, or which saved game is gone
on with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typer
from attrs import define

from cli.groups import text_there
from cli.phrases import Phrases
from cli.screen.answers import folded
from interpreter.words import readable

if TYPE_CHECKING:
    from cli.playing.shelf import Shelved
    from cli.screen.terminal import Terminal
    from rulelang.ir.nodes import Program

Thing = TypeVar("Thing")
ENGLISH = Phrases("en")
TOLD = "?"  # instead of a choice: what was asked is told
PLAYERS = re.compile(r"^game \w+ for (\d+)(?: to (\d+))? players?", re.MULTILINE)


def is_word(typed: str, key: str, say: Phrases) -> bool:
    """Whether this is one of the words for something, in the player's language or in English."""
    return folded(typed) in map(folded, (*say.words(key), *ENGLISH.words(key)))


def number_in(typed: str) -> int:
    """A typed number; -1 for what is none, or larger than anything here."""
    return int(typed) if len(typed) < 10 and typed.isascii() and typed.isdecimal() else -1


def choose_game(terminal: Terminal, say: Phrases) -> str:
    """A numbered menu of all games; `?` and a number or name tells more about one."""
    from cli.games import UnknownGame, all_games, find_game
    from cli.playing.game_menu import GameMenu

    games = all_games()
    if not games:
        raise UnknownGame("no game was found; set RULELANG_PATH to a folder of games")
    menu = GameMenu(games, say)
    terminal.write(say("start.which_game"), "title")
    room = None if terminal.height is None else terminal.height - 2  # the title, and what is typed
    for line, style in menu.lines(terminal.width, room):
        terminal.write(line, style)
    hint = say("start.type_number", len(games))

    def by_name(typed: str) -> str | None:
        asked = typed.removeprefix("?").strip()
        fits = menu.named(asked) if asked else []
        if typed.startswith("?"):
            for line, style in menu.about(fits[0], terminal.width) if fits else [(hint, "wrong")]:
                terminal.write(line, style)
            return TOLD
        if len(fits) == 1:
            return fits[0].name
        if fits:
            return None
        try:
            find_game(typed)
        except UnknownGame as error:
            terminal.write(str(error), "wrong")
            return None
        return typed

    return _chosen(terminal, say, [game.name for game in menu.games], hint, by_name)


def players_there(folder: Path) -> tuple[int, int]:
    """How many can play a game in a folder, as its first line says; 0 if that is said otherwise."""
    from rulelang import files
    from rulelang.diagnostics import Report

    home = folder if folder.is_dir() else folder.parent
    file = home / "game.rules" if folder.is_dir() else folder
    found = PLAYERS.search(files.read(file, Report(), home).text) if files.is_file(file) else None
    return (0, 0) if found is None else (int(found[1]), int(found[2] or found[1]))


def title_there(folder: Path, language: str) -> str:
    """What a game in a folder calls itself in a language, or in English."""
    return text_there(folder, language, "game.name")


@define
class Start:
    """How a game is to be begun: chosen in the menu, or said on the command line."""

    program: Program
    load: Callable[[list[str]], Program]  # the definition with these variants
    known: list[str]  # the variants beside it
    variants: list[str]
    settings: dict[str, str]

    def add(self, typed: str) -> bool:
        """Takes a variant in or out, or a setting; False if there is none of that name.

        Raises what is wrong with a value, or with variants that do not go together.
        """
        from interpreter.game import check_settings

        name, equals, value = (part.strip() for part in typed.partition("="))
        plain = name.lower().replace(" ", "_").replace("-", "_")
        if equals and plain in {setting.name for setting in self.program.settings}:
            check_settings(self.program, {plain: value})
            self.settings[plain] = value
            return True
        if plain not in self.known:
            return False
        changed = [v for v in self.variants if v != plain]
        changed = changed if plain in self.variants else [*changed, plain]
        self.program, self.variants = self.load(changed), changed
        return True

    def lines(self, say: Phrases) -> Iterator[str]:
        """What can be chosen beside the number of players, and what is chosen."""
        if self.known:
            names = [f"[{name}]" if name in self.variants else name for name in self.known]
            yield say("start.with_variants", ", ".join(names))
        for setting in self.program.settings:
            value = self.settings.get(setting.name, setting.called(setting.default))
            yield f"  {setting.name}={value} ({setting.listed})"


def choose_start(terminal: Terminal, say: Phrases, start: Start) -> int:
    """How many play, Enter takes the fewest; before that variants and settings can be named."""
    from interpreter.errors import PlayError
    from rulelang.diagnostics import RulesError

    low, high = start.program.players
    shown = list(start.lines(say))
    if low == high and not shown:
        return low
    while True:
        terminal.write_all(shown)
        shown = []
        low, high = start.program.players
        question = say("start.how_many", low, high) if low < high else say("start.as_it_is")
        typed = terminal.ask(f"{question} ")
        if not typed:
            return low
        if low <= number_in(typed) <= high:
            return number_in(typed)
        if is_word(typed, "command.quit_words", say):
            raise typer.Exit()
        try:
            if start.add(typed):
                shown = list(start.lines(say))
            else:
                terminal.write(say("start.wrong_number", low, high) if low < high else question, "wrong")
        except (PlayError, RulesError) as error:
            terminal.write(str(error), "wrong")


def choose_save(terminal: Terminal, say: Phrases, saves: Sequence[Shelved]) -> Path:
    """A numbered menu of saved games, the newest first; Enter takes the newest."""
    terminal.write(say("start.which_save"), "title")
    terminal.write_all(save_lines(saves, say, whole=False))
    hint = say("start.wrong_number", 1, len(saves))
    return _chosen(terminal, say, saves, hint, lambda typed: None, saves[0]).path


def save_lines(saves: Sequence[Shelved], say: Phrases, whole: bool = True) -> list[str]:
    """Each game with where it is saved: its `whole` path, or the name of its file, which can be typed too."""
    lines = []
    for number, save in enumerate(saves, 1):
        folder = save.notes.get("path", "")
        title = (title_there(Path(folder), say.language) if folder else "") or readable(save.game)
        about = (title, say("start.players", save.players), say("start.decisions", save.decisions))
        lines.append(f"  {number}  {', '.join(about)}, {save.day_and_time}")
        lines.append(f"     {save.path if whole else save.path.name}")
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
        if found is not None and found is not TOLD:
            return found
        if found is None:
            terminal.write(hint, "wrong")
