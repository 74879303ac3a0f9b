"""The games that a server offers, as its pages need them.

In: names and folders. Out: what each game is called, about and for how many; what can be chosen for a new
table; its program; its rulebook. Definitions are compiled one after another, each once as long as its files
stay as they are. Whoever asks may have to wait for others who ask; those who play do not.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from cli.games import UnknownGame, all_games, find_game, games_below, load_program, variants_of
from cli.groups import grouped
from cli.web.live import Refused
from interpreter.errors import PlayError
from interpreter.game.settings import check_players, check_settings
from interpreter.words import Words, readable
from rulelang.diagnostics import Report, RulesError
from rulelang.files import below
from rulelang.ir.nodes import Program

MOST_VARIANTS = 20
MOST_KEPT = 60  # programs and rulebooks
Stamp = tuple[tuple[str, int, int], ...]


def offered(typed: Sequence[str]) -> dict[str, Path]:
    """The games that were named, or all; a folder of games stands for all games in it."""
    if not typed:
        return all_games()
    found: dict[str, Path] = {}
    for name in typed:
        path = find_game(name)
        games = games_below(path) if path.is_dir() else [path]
        if not games:
            raise UnknownGame(f"there is no game in `{name}`")
        for game in games:
            found[game.resolve().name.removesuffix(".rules").removesuffix(".rulepack")] = game
    return found


class Games:
    def __init__(self, paths: Mapping[str, Path]) -> None:
        self.paths = dict(paths)
        self.lock = threading.Lock()  # a parser is for one thread at a time
        self.programs: dict[tuple[str, tuple[str, ...]], tuple[Stamp, Program]] = {}
        self.books: dict[tuple[str, tuple[str, ...], str], tuple[Stamp, str]] = {}

    def path(self, name: str) -> Path:
        if name not in self.paths:
            raise Refused("no_game", "there is no such game here")
        return self.paths[name]

    def program(self, name: str, variants: Sequence[str] = ()) -> Program:
        path = self.path(name)
        with self.lock:
            beside = variants_of(path)
            if len(variants) > MOST_VARIANTS or any(variant not in beside for variant in variants):
                raise Refused("no_variant", "there is no such variant of this game")
            key, stamp = (name, tuple(variants)), _stamp(path)
            known = self.programs.get(key)
            if known is None or known[0] != stamp:
                _make_room(self.programs)
                known = self.programs[key] = (stamp, _loaded(path, variants))
            return known[1]

    # ------------------------------------------------------------ for the pages
    def shelf(self, language: str) -> list[dict[str, Any]]:
        """All games, in the order of their groups."""
        return [
            {**self.about(name, language), "group": group}
            for group, inside in grouped(self.paths, language)
            for name in inside
        ]

    def about(self, name: str, language: str) -> dict[str, Any]:
        try:
            program = self.program(name)
        except Refused as refused:
            return {
                "name": name,
                "title": name,
                "aim": "",
                "length": "",
                "players": [0, 0],
                "broken": refused.text,
            }
        words = Words(program, language)
        low, high = program.players
        return {
            "name": name,
            "title": words.text("game.name", readable(program.name)),
            "aim": words.text("help.game", ""),
            "length": words.text("game.length", ""),
            "players": [low, high],
            "broken": "",
        }

    def choices(self, name: str, variants: Sequence[str], language: str) -> dict[str, Any]:
        """What can be chosen for a new table with these variants."""
        program = self.program(name, variants)
        words = Words(program, language)
        return {
            **self.about(name, language),
            "players": list(program.players),
            "variants": [
                {"name": variant, "title": words.text(f"variant.{variant}"), "chosen": variant in variants}
                for variant in variants_of(self.path(name))
            ],
            "settings": [_setting(setting, words) for setting in program.settings],
        }

    def rulebook(self, name: str, variants: Sequence[str], language: str) -> str:
        program, path = self.program(name, variants), self.path(name)
        key, stamp = (name, tuple(variants), language), _stamp(path)
        with self.lock:
            known = self.books.get(key)
            if known is None or known[0] != stamp:
                _make_room(self.books)
                known = self.books[key] = (stamp, _rulebook(program, path, variants, language))
            return known[1]


def _loaded(path: Path, variants: Sequence[str]) -> Program:
    try:
        return load_program(path, list(variants))
    except RulesError as error:
        words = "; ".join(finding.title for finding in error.report.errors[:3])
        raise Refused("broken", f"this definition cannot be played: {words}") from None
    except (UnknownGame, OSError) as error:
        raise Refused("broken", str(error)) from None


def _stamp(path: Path) -> Stamp:
    """When the files of a game were written: to look at this is much faster than to read them all."""
    found = [path] if path.is_file() else below(path, (".rules", ".yaml", ".yml", ".md"), Report())
    with suppress(OSError):
        return tuple((str(file), (seen := file.stat()).st_mtime_ns, seen.st_size) for file in found)
    return ()


def _make_room(kept: dict[Any, Any]) -> None:
    while len(kept) >= MOST_KEPT:
        del kept[next(iter(kept))]


def _setting(setting: Any, words: Words) -> dict[str, Any]:
    values = list(setting.words)
    default = setting.called(setting.default)
    return {
        "name": setting.name,
        "title": words.text(f"setting.{setting.name}"),
        "values": [
            {"name": value, "title": words.value(setting.type, choice)}
            for value, choice in zip(values, setting.choices, strict=True)
        ]
        if values
        else [],
        "least": None if values else setting.choices[0],
        "most": None if values else setting.choices[1],
        "usual": default,
    }


def checked_start(program: Program, players: int, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as the program knows them. Raises `Refused`."""
    try:
        check_players(program, players)
        return check_settings(program, settings)
    except PlayError as error:
        raise Refused("settings", str(error)) from None


def _rulebook(program: Program, path: Path, variants: Sequence[str], language: str) -> str:
    from cli.commands.rulebook import html_of

    return html_of(program, path, variants, language)
