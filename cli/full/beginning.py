"""Choosing a game on the full screen: which one, then how many play, with which variants and settings.

In: the games that there are, or a definition. Out: the name of a game; how many play. The lines of a menu do
the same (`cli/playing/choosing.py`); what can be typed there can be typed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import typer

from cli.full.menu import BACK, Menu, Row, answer
from cli.groups import text_there
from cli.phrases import Phrases
from cli.playing.choosing import Start, is_word, number_in
from cli.playing.game_menu import GameMenu
from interpreter.errors import PlayError
from interpreter.words import Words
from rulelang.diagnostics import RulesError
from rulelang.ir.nodes import SettingDef

QUIT = "\x04"  # a key that no game has
BEGIN, PLAYERS, VARIANT, SETTING = "begin", "players", "variant:", "setting:"


def begin_on_screen(
    say: Phrases, started_from: Callable[[str], tuple[Start, Phrases]], with_settings: bool
) -> tuple[str, Start, int]:
    """A game by its name or path, and how it is begun, which is asked if it was not said before."""
    from cli.games import UnknownGame, all_games, find_game

    games = all_games()
    if not games:
        raise UnknownGame("no game was found; set RULELANG_PATH to a folder of games")
    listed, name, count = GameMenu(games, say), "", 0
    while not count:
        name = chosen_game(listed, say, name)
        start, spoken = started_from(name)
        count = start_on_screen(start, find_game(name), spoken) if with_settings else start.program.players[0]
    return name, start, count


def chosen_game(listed: GameMenu, say: Phrases, at: str) -> str:
    menu = Menu(say("start.which_game"), say("start.menu_keys"), *games_menu(listed, say), at=at)
    found = answer(menu)
    if found in (BACK, QUIT):
        raise typer.Exit()
    return found


def games_menu(menu: GameMenu, say: Phrases) -> tuple[Callable[[], Iterator[Row]], Callable[[str], str]]:
    """The rows, and what is meant by a typed line."""

    def rows() -> Iterator[Row]:
        for group, games in menu.groups:
            if group:
                yield Row(group)
            for game in games:
                told = tuple(menu.told(game))
                yield Row(f"{game.number:>3}  {game.title} ({game.fewest_most})", game.name, told)

    def typed(line: str) -> str:
        from cli.games import UnknownGame, find_game

        if is_word(line, "command.quit_words", say):
            return QUIT
        fits = menu.named(line.removeprefix("?").strip())
        if len(fits) == 1:
            return fits[0].name
        if fits:
            raise LookupError(", ".join(game.title for game in fits))
        try:
            find_game(line)
        except UnknownGame:
            raise LookupError(say("start.type_number", len(menu.games))) from None
        return line

    return rows, typed


def start_on_screen(start: Start, folder: Path, say: Phrases) -> int:
    """How many play, with the variants and settings taken; 0 if somebody goes back to the games."""
    low, high = start.program.players
    if low == high and not start.known and not start.program.settings:
        return low
    setting_out = SettingOut(start, folder, say)
    title = text_there(folder, say.language, "game.name") or start.program.name
    menu = Menu(
        title, say("start.start_keys"), setting_out.rows, setting_out.typed, setting_out.change, BEGIN
    )
    found = answer(menu)
    if found == QUIT:
        raise typer.Exit()
    return setting_out.count if found else 0


class SettingOut:
    """What a game is begun with, row by row."""

    def __init__(self, start: Start, folder: Path, say: Phrases) -> None:
        self.start, self.folder, self.say = start, folder, say
        self.count = start.program.players[0]

    # ------------------------------------------------------------ rows
    def rows(self) -> Iterator[Row]:
        start, say = self.start, self.say
        low, high = start.program.players
        self.count = max(low, min(self.count, high))
        words = Words(start.program, say.language)
        about = text_there(self.folder, say.language, "help.game")
        length = text_there(self.folder, say.language, "game.length")
        takes = say("start.length", length) if length else ""
        yield Row(say("start.begin"), BEGIN, tuple((text, "") for text in (about, takes) if text))
        if low < high:
            yield Row(
                say("start.players", self.count),
                PLAYERS,
                ((say("command.for_players", low, high), ""),),
                True,
            )
        if start.known:
            yield Row("")
            yield Row(say("start.variants_title"))
        for name in start.known:
            sign = "x" if name in start.variants else " "
            told = words.text(f"text.variant.{name}", "")
            called = f"[{sign}] {words.text(f'variant.{name}')}"
            yield Row(called, f"{VARIANT}{name}", ((told, ""), (name, "quiet")), True)
        if start.program.settings:
            yield Row("")
            yield Row(say("start.settings_title"))
        for setting in start.program.settings:
            name, value = words.text(f"setting.{setting.name}"), self._value(setting.name)
            told = words.text(f"text.setting.{setting.name}", "")
            typed = f"{setting.name}={value} ({setting.listed})"
            called = f"{name}: {self._in_words(words, setting.name)}"
            yield Row(called, f"{SETTING}{setting.name}", ((told, ""), (typed, "quiet")), True)

    def _setting(self, name: str) -> SettingDef:
        return next(setting for setting in self.start.program.settings if setting.name == name)

    def _value(self, name: str) -> str:
        setting = self._setting(name)
        return str(self.start.settings.get(name, setting.called(setting.default)))

    def _in_words(self, words: Words, name: str) -> str:
        setting, value = self._setting(name), self._value(name)
        if not setting.words:
            return value
        return words.value(setting.type, setting.choices[setting.words.index(value)])

    # ------------------------------------------------------------ what is done
    def typed(self, line: str) -> str:
        """A number of players begins; a variant or a setting is taken."""
        low, high = self.start.program.players
        if is_word(line, "command.quit_words", self.say):
            return QUIT
        if low <= number_in(line) <= high:
            self.count = number_in(line)
            return BEGIN
        try:
            if self.start.add(line):
                return BACK
        except (PlayError, RulesError) as error:
            raise LookupError(str(error)) from error
        raise LookupError(self.say("start.wrong_number", low, high))

    def change(self, key: str, step: int) -> str:
        """The next number of players or value, or a variant in or out; what is wrong, if something is."""
        low, high = self.start.program.players
        if key == PLAYERS:
            self.count = low + (self.count - low + step) % (high - low + 1)
        try:
            if key.startswith(VARIANT):
                self.start.add(key.removeprefix(VARIANT))
            elif key.startswith(SETTING):
                name = key.removeprefix(SETTING)
                self.start.add(f"{name}={self._next(name, step)}")
        except (PlayError, RulesError) as error:
            return str(error)
        return ""

    def _next(self, name: str, step: int) -> str:
        setting, value = self._setting(name), self._value(name)
        if setting.words:
            return str(setting.words[(setting.words.index(value) + step) % len(setting.words)])
        least, most = setting.choices
        return str(least + (int(value) - least + step) % (most - least + 1))
