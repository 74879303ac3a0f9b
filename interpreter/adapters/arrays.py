"""Rows and masks as numpy arrays.

In: a table and a seat. Out: arrays of fixed shape: float32 for what is seen, int8 for what may be done.
"""

from __future__ import annotations

from typing import Any

from interpreter.adapters.actions import WAIT
from interpreter.adapters.asking import Table
from interpreter.adapters.tensors import tensors_of
from interpreter.errors import PlayError


def numpy() -> Any:
    """The library, or a sentence that says what to install."""
    try:
        import numpy as np
    except ImportError:
        raise missing("numpy") from None
    return np


def missing(library: str) -> PlayError:
    return PlayError(f"{library} is not installed here; learning needs it: pip install 'rulelang[learn]'")


def row(table: Table, player: int) -> Any:
    """What this seat sees: see `tensors` for what the cells mean."""
    np = numpy()
    tensors = tensors_of(table)
    found = np.zeros(tensors.size, dtype=np.float32)
    cells = tensors.cells(table, player)
    places, values = zip(*cells, strict=True)
    found[list(places)] = values
    return found


def mask(table: Table, player: int, *, waiting: bool = False) -> Any:
    """1 at each action that this seat may take; with `waiting`, at `wait` if it is not asked."""
    np = numpy()
    found = np.zeros(table.actions.count, dtype=np.int8)
    legal = table.legal(player)
    found[legal or ([WAIT] if waiting else [])] = 1
    return found
