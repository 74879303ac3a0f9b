"""The front door: what `import rulelang` offers to a program.

In: the name of a game, or a path. Out: a `Program` that starts games. This module and its neighbours `learn`
and `__main__` are the only ones of the package that know the rooms above it; nothing in the package imports
them, and `rulelang/__init__.py` reaches for them when somebody asks (docs/adr/0014).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from interpreter.bots import UnknownBot, make_bot
from interpreter.errors import IllegalAnswer, PlayError, RuleError, SaveError
from interpreter.game import Game, Result
from interpreter.game.requests import NATURE
from interpreter.game.settings import with_defaults
from rulelang import shelf
from rulelang.diagnostics import RulesError
from rulelang.ir.nodes import Program as Rules
from rulelang.shelf import UnknownGame

__all__ = [
    "NATURE",
    "Game",
    "IllegalAnswer",
    "PlayError",
    "Program",
    "Result",
    "RuleError",
    "RulesError",
    "SaveError",
    "UnknownBot",
    "UnknownGame",
    "games",
    "load",
    "make_bot",
    "text",
]


@frozen(repr=False)
class Program:
    """A checked, compiled definition. `start` begins a game; `rules` is what backends know of it."""

    rules: Rules

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def players(self) -> range:
        """How many can play."""
        low, high = self.rules.players
        return range(low, high + 1)

    @property
    def variants(self) -> tuple[str, ...]:
        return self.rules.variants

    @property
    def settings(self) -> dict[str, Any]:
        """The settings with their values, as `start` and `load` take them."""
        return {setting.name: setting.called(setting.default) for setting in self.rules.settings}

    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        settings: Mapping[str, Any] | None = None,
        *,
        chance: str = "seeded",
        forced: str = "safe",
        events: bool = True,
        language: str = "en",
        backend: str = "",
    ) -> Game:
        """A game at its first decision. The same seed and the same answers give the same game everywhere."""
        return Game.new(
            self.rules,
            players,
            seed,
            settings,
            chance=chance,
            forced=forced,
            events=events,
            language=language,
            backend=backend,
        )

    def resume(self, save: str, *, events: bool = True, language: str = "en") -> Game:
        """A game that `Game.save` wrote, played again from its answers."""
        return Game.load(self.rules, save, events=events, language=language)

    def __repr__(self) -> str:
        low, high = self.rules.players
        count = f"{low}" if low == high else f"{low} to {high}"
        variants = f" with {', '.join(self.variants)}" if self.variants else ""
        return f"<program {self.name}{variants}, {count} players>"


def games() -> list[str]:
    """The names of all games: those in the folders of RULELANG_PATH, and the packaged ones."""
    return list(shelf.all_games())


def load(
    name_or_path: str | Path,
    variants: Sequence[str | Path] = (),
    settings: Mapping[str, Any] | None = None,
) -> Program:
    """A game by its name, or by the path of its folder or file; with variants and settings.

    Raises `UnknownGame`, `RulesError` for a definition that is wrong, `PlayError` for a setting that is.
    """
    if not isinstance(name_or_path, str | Path):
        raise PlayError(f"a game is chosen by its name or path, not by {name_or_path!r}")
    if isinstance(variants, str | Path):
        variants = [variants]
    if not (isinstance(variants, Sequence) and all(isinstance(each, str | Path) for each in variants)):
        raise PlayError(f"variants are a list of names or paths, not {variants!r}")
    rules = shelf.load_program(name_or_path, variants)
    return Program(with_defaults(rules, settings) if settings else rules)


def text(rules: str, tables: Mapping[str, str] | None = None) -> Program:
    """A game from its text, with the texts of its tables by their names."""
    from rulelang.compile import compile_text

    if not isinstance(rules, str):
        raise PlayError(f"`text` takes the text of a game, not {rules!r}; `load` takes its name or path")
    return Program(compile_text(rules, dict(tables or {})))
