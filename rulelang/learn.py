"""The front door for learners: action numbers, tensors, and environments of public libraries.

In: a `rulelang.Program`, or the name of a game. Out: `actions`, `aec_env`, `parallel_env`, `gym_env`,
`many_games` and `openspiel_game`. Each needs its library: `pip install 'rulelang[learn]'`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from interpreter.adapters.actions import Actions, actions_of
from interpreter.adapters.asking import Table
from interpreter.adapters.recall import Recall, observation
from interpreter.adapters.tensors import Part, tensors_of
from interpreter.game import Game
from rulelang.front import Program, load

__all__ = [
    "Recall",
    "Table",
    "actions",
    "aec_env",
    "gym_env",
    "many_games",
    "mask",
    "observation",
    "openspiel_game",
    "parallel_env",
    "parts",
    "row",
]
Settings = Mapping[str, Any] | None


def _program(game: Program | Path | str) -> Program:
    return game if isinstance(game, Program) else load(game)  # also a path; else `load` says what it takes


def actions(game: Program | Path | str) -> Actions:
    """The action numbers of a definition: `count`, `name(number)`, `table()`."""
    return actions_of(_program(game).rules)


def parts(game: Program | Path | str, players: int | None = None, settings: Settings = None) -> list[Part]:
    """What the cells of a row mean, in order."""
    return tensors_of(Table(Game.new(_program(game).rules, players, settings=settings, events=False))).parts


def row(table: Table, player: int) -> Any:
    """What a seat sees, as a float32 array."""
    from interpreter.adapters import arrays

    return arrays.row(table, player)


def mask(table: Table, player: int) -> Any:
    """What a seat may do, as an int8 array."""
    from interpreter.adapters import arrays

    return arrays.mask(table, player)


def aec_env(
    game: Program | Path | str, players: int | None = None, settings: Settings = None, **more: Any
) -> Any:
    """A PettingZoo environment in which seats act one at a time."""
    from interpreter.adapters.pettingzoo_env import RulesAEC

    return RulesAEC(_program(game).rules, players, settings, **more)


def parallel_env(
    game: Program | Path | str, players: int | None = None, settings: Settings = None, **more: Any
) -> Any:
    """A PettingZoo environment in which all seats act at once; who is not asked waits (action 0)."""
    from interpreter.adapters.pettingzoo_env import RulesParallel

    return RulesParallel(_program(game).rules, players, settings, **more)


def gym_env(
    game: Program | Path | str,
    players: int | None = None,
    settings: Settings = None,
    *,
    seat: int = 0,
    bots: str | Sequence[str] = "random",
    **more: Any,
) -> Any:
    """A Gymnasium environment for one seat; bots play the others."""
    from interpreter.adapters.gymnasium_env import RulesEnv

    return RulesEnv(_program(game).rules, players, settings, seat=seat, bots=bots, **more)


def many_games(
    game: Program | Path | str,
    games: int,
    players: int | None = None,
    settings: Settings = None,
    *,
    seed: int = 0,
) -> Any:
    """So many games at once, by native code if it can: `seats`, `rows()`, `masks()` and `step(actions)`."""
    from interpreter.adapters.many import ManyGames

    return ManyGames(_program(game).rules, games, players, settings, seed=seed)


def openspiel_game(
    game: Program | Path | str,
    players: int | None = None,
    settings: Settings = None,
    *,
    zero_sum: bool = False,
) -> Any:
    """A game for OpenSpiel. `zero_sum` promises that the returns add up to 0, which some algorithms need.

    Afterwards `pyspiel.load_game("rulelang(game=NAME,players=2)")` works as well.
    """
    from interpreter.adapters.openspiel_game import RulesGame, register

    register(lambda name: load(name).rules)
    params = {"game": game, "players": players or 0, "zero_sum": zero_sum} if isinstance(game, str) else {}
    return RulesGame(_program(game).rules, players, settings, zero_sum=zero_sum, params=params)
