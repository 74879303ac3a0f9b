"""The facade: everything a terminal, a bot, a test or a web page needs to play a definition."""

from interpreter.errors import PlayError
from interpreter.game.facade import Game, Result, Setup
from interpreter.game.machines import machine_for
from interpreter.game.settings import check_players, check_seed, check_settings

__all__ = [
    "Game",
    "PlayError",
    "Result",
    "Setup",
    "check_players",
    "check_seed",
    "check_settings",
    "machine_for",
]
