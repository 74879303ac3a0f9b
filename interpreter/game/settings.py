"""The settings of a definition and the number of players, as somebody chose them."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from attrs import evolve

from interpreter.errors import PlayError
from rulelang.ir.nodes import Program


def check_players(program: Program, players: int | None) -> int:
    """How many play: as many as somebody says, or as few as can."""
    low, high = program.players
    count = low if players is None else _whole(players, "a number of players")
    if not low <= count <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        raise PlayError(f"{program.name} is for {wanted} players, not {count}")
    return count


def check_seat(players: int, seat: Any) -> None:
    """Seats count from 0."""
    try:
        there = 0 <= index(seat) < players
    except TypeError:
        there = False
    if not there:
        raise PlayError(f"players are numbered from 0 to {players - 1}, and there is no {seat!r}")


def check_seed(seed: Any) -> int:
    """Any whole number is a seed."""
    return _whole(seed, "a seed")


def _whole(number: Any, what: str) -> int:
    try:
        return index(number)
    except TypeError:
        raise PlayError(f"{what} is a whole number, not {number!r}") from None


def check_settings(program: Program, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings by name, as words or values, checked against what the definition declares."""
    if not isinstance(settings, Mapping):
        raise PlayError(f"settings are a dict from names to values, not {settings!r}")
    known = {setting.name: setting for setting in program.settings}
    chosen = {}
    for name, value in settings.items():
        setting = known.get(name)
        if setting is None:
            names = ", ".join(known) or "none"
            raise PlayError(f"{program.name} has no setting `{name}`; its settings are: {names}")
        if setting.words:
            known_as = setting.words if isinstance(value, str) else setting.choices
            if not (value is None or isinstance(value, str | bool | int)) or value not in known_as:
                raise PlayError(f"`{name}` is {setting.allowed}, not {value!r}")
            value = setting.choices[known_as.index(value)]
        else:
            low, high = setting.choices
            try:
                value = int(value) if isinstance(value, str) else index(value)
            except (TypeError, ValueError):
                raise PlayError(f"`{name}` is {setting.allowed}, not {value!r}") from None
            if not low <= value <= high:
                raise PlayError(f"`{name}` is {setting.allowed}, not {value}")
        chosen[name] = value
    return chosen


def with_defaults(program: Program, settings: Mapping[str, Any]) -> Program:
    """The program with these settings as what is usual; a value that cannot be is a `PlayError`."""
    chosen = check_settings(program, settings)
    defaults = (evolve(known, default=chosen.get(known.name, known.default)) for known in program.settings)
    return evolve(program, settings=tuple(defaults))
