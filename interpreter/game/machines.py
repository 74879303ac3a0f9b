"""Which backend plays a definition. One of each for a definition, number of players and settings.

What compiles is imported when it is needed: a tenth of the time until a first question at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.backend import Backend, Position
from interpreter.errors import PlayError
from interpreter.native.wanting import wanted
from interpreter.practice import Practice, Practising
from interpreter.python.machine import Machine
from rulelang.ir.nodes import Program
from rulelang.limits import STEPS_OF_A_TRY

MOST_KEPT = 200
FEW_GAMES = 5  # so many are played by the reference: native code is compiled for who plays more


class _Kept:
    """The backends of one definition, and how many games were begun."""

    def __init__(self, program: Program, machine: Machine) -> None:
        self.program, self.machine = program, machine
        self.native: Backend | None = None
        self.games = 0


_machines: dict[tuple[int, int, tuple[Any, ...]], _Kept] = {}


def _kept(program: Program, players: int, settings: Mapping[str, Any]) -> _Kept:
    key = (id(program), players, tuple(sorted(settings.items())))
    found = _machines.get(key)
    if found is None:
        if len(_machines) >= MOST_KEPT:
            _machines.pop(next(iter(_machines)))
        found = _machines[key] = _Kept(program, Machine(program, players, settings))
    return found


def machine_for(program: Program, players: int, settings: Mapping[str, Any]) -> Backend:
    """The reference."""
    return _kept(program, players, settings).machine


def playing_machine(
    program: Program, players: int, settings: Mapping[str, Any], backend: str = ""
) -> Backend:
    """What plays one more game: the reference, or native code where it pays or is asked for."""
    if backend not in ("", "python", "native"):
        raise PlayError("backend is `python` or `native`")
    kept = _kept(program, players, settings)
    kept.games += 1
    chosen = backend or wanted()
    # Remembered positions are made again by playing the game again: nobody should pay for that unasked.
    waits = kept.games <= FEW_GAMES or bool(program.memories)
    if chosen == "python" or (not chosen and waits):
        return kept.machine
    if kept.native is None:
        from interpreter.native.choosing import native_for
        from interpreter.native.playing import NativeBackend

        native = native_for(kept.machine.layout, chosen == "native")
        kept.native = kept.machine if native is None else NativeBackend(kept.machine, native)
    return kept.native


def practice_for(machine: Backend, state: Position, player: int) -> Practice:
    """Deals of a position to play on: in native code where there is a compiler, else on the machine."""
    from interpreter.native.choosing import native_for
    from interpreter.native.practice import NativePractice
    from interpreter.native.shapes import NotNative

    native = native_for(machine.layout)
    if native is None:
        return Practising(machine, state, player)
    native.played()
    try:
        practice = NativePractice(native, machine, state, player)
    except NotNative:
        return Practising(machine, state, player)
    practice.root.left = min(practice.root.left, STEPS_OF_A_TRY)  # as `Practising` has it
    return practice
