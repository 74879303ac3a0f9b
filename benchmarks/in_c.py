"""Games that are written by hand in C (`by_hand/`): what native code is measured against.

In: the name of a definition. Out: its functions, compiled as an optimised object is, or None: nobody has
written it, or the machine has no compiler. They play the same games as the definition, for the same seeds and
dice (`tests/benchmarks/test_in_c.py`).
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import frozen

from interpreter.native.optimised import FLAGS, system_compiler

FOLDER = Path(__file__).parent / "by_hand"
NAMES = sorted(path.stem for path in FOLDER.glob("*.c"))
_u64, _i64, _int, _pointer = ctypes.c_uint64, ctypes.c_int64, ctypes.c_int, ctypes.c_void_p


class _Result(ctypes.Structure):
    _fields_ = [("decisions", _i64), ("scores", ctypes.c_int32 * 4), ("winners", ctypes.c_int32)]


@frozen
class Played:
    decisions: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]


@frozen
class InC:
    play: Callable[[int, int, Sequence[int]], Played]  # players, seed, dice of each seat
    play_many: Callable[[int, int, int], int]  # players, first seed, games: how many decisions


def in_c(name: str) -> InC | None:
    compiler = system_compiler()
    if name not in NAMES or not compiler:
        return None
    flags = [flag for flag in FLAGS if flag not in ("-w", "-fvisibility=hidden")]
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / f"{name}.so"
        subprocess.run([compiler, *flags, "-o", str(made), str(FOLDER / f"{name}.c")], check=True)
        loaded = ctypes.CDLL(str(made))
    loaded.play.restype = loaded.play_many.restype = _i64
    loaded.play.argtypes = (_int, _u64, _pointer, _pointer)
    loaded.play_many.argtypes = (_int, _u64, _i64)

    def play(players: int, seed: int, dice: Sequence[int]) -> Played:
        result, given = _Result(), (_u64 * players)(*dice)
        loaded.play(players, seed, ctypes.addressof(given), ctypes.addressof(result))
        winners = tuple(p for p in range(players) if result.winners >> p & 1)
        return Played(result.decisions, tuple(result.scores[:players]), winners)

    return InC(play, loaded.play_many)
