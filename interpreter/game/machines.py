"""Which backend plays a definition. One is made for each definition, number of players and settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.backend import Backend, Position
from interpreter.native.choosing import native_for
from interpreter.native.practice import NativePractice
from interpreter.native.shapes import NotNative
from interpreter.practice import Practice, Practising
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


def practice_for(machine: Backend, state: Position, player: int) -> Practice:
    """Deals of a position to play on: in native code where there is a compiler, else on the machine."""
    native = native_for(machine.layout)
    if native is None:
        return Practising(machine, state, player)
    native.played()
    try:
        return NativePractice(native, machine, state, player)
    except NotNative:
        return Practising(machine, state, player)
