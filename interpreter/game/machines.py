"""Which backend plays a definition. One is made for each definition, number of players and settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.backend import Backend
from interpreter.python.machine import Machine
from rulelang.ir.nodes import Program

MOST_KEPT = 200
_machines: dict[tuple[int, int, tuple[Any, ...]], tuple[Program, Machine]] = {}


def machine_for(program: Program, players: int, settings: Mapping[str, Any]) -> Backend:
    key = (id(program), players, tuple(sorted(settings.items())))
    if key not in _machines:
        if len(_machines) >= MOST_KEPT:
            _machines.pop(next(iter(_machines)))
        _machines[key] = (program, Machine(program, players, settings))
    return _machines[key][1]
