"""What is played, in words.

In: a game and who sits where. Out: its title, variants and settings in its language, the lines that a game is
opened with, and the command that starts the same game again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from shlex import quote
from shutil import which
from typing import TYPE_CHECKING

from cli.games import UnknownGame
from cli.playing.telling import title
from rulelang.diagnostics import RulesError

if TYPE_CHECKING:
    from cli.phrases import Phrases
    from cli.playing.helping import Rules
    from interpreter.game import Game


NAME = "rulelang"


def variants_in_words(game: Game) -> list[str]:
    return [game.words.text(f"variant.{name}") for name in game.program.variants]


def settings_in_words(game: Game) -> Iterator[tuple[str, str]]:
    """The settings that were chosen, each with its value."""
    known = {setting.name: setting for setting in game.program.settings}
    for name, value in game.setup.settings:
        yield game.words.text(f"setting.{name}"), game.words.value(known[name].type, value)


def opening(game: Game, seats: Sequence[str], say: Phrases) -> list[str]:
    """How the game was started: with it anybody can have the same game again."""
    names = [say("start.human") if seat == "human" else seat for seat in seats]
    lines = [say("start.opening", title(game), ", ".join(names), game.setup.seed)]
    if game.program.variants:
        lines.append(f"  {say('start.variants', ', '.join(variants_in_words(game)))}")
    lines += [f"  {name}: {value}" for name, value in settings_in_words(game)]
    return lines


def aim(game: Game, say: Phrases, rules: Callable[[], Rules]) -> list[str]:
    """What the game is about, and how it is won: in the definition's own words, or else as its rules say."""
    about = game.words.text("help.game", "")
    if not about:
        with suppress(
            OSError, LookupError, RulesError, UnknownGame
        ):  # where they cannot be read, they can still be played
            about = " ".join(rules().won)
    return [say("start.aim", about)] if about else []


def rulelang() -> str:
    """What starts the program again: its name, or the path that it was started with if that is not found."""
    started = Path(sys.argv[0]) if sys.argv else Path()
    return quote(str(started)) if started.name == NAME and which(NAME) is None else NAME


def command_for(game: Game, rules: Path, variants: Sequence[str | Path], seats: Sequence[str]) -> str:
    """The command that starts the same game again, with the same seats if they are known."""
    setup = game.setup
    known = {setting.name: setting for setting in game.program.settings}
    parts = [f"{rulelang()} play", quote(name_of(rules))]
    parts += [f"--variant {quote(str(name))}" for name in variants]
    for name, value in setup.settings:
        words = known[name].words
        value_typed = words[known[name].choices.index(value)] if words else value
        parts.append(f"--set {quote(f'{name}={value_typed}')}")
    parts.append(f"--seats {quote(','.join(seats))}" if seats else f"--players {setup.players}")
    parts.append(f"--seed {setup.seed}")
    if setup.forced != "safe":
        parts.append(f"--forced {setup.forced}")
    return " ".join(parts)


def name_of(rules: Path) -> str:
    """What a game is called on the command line: its name if it has one, or else its path."""
    from cli.games import all_games

    found = (name for name, folder in all_games().items() if folder.resolve() == rules.resolve())
    return next(found, str(rules))
