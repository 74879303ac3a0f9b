"""Where a thread plays native positions.

In: the native code of a definition. Out: a `Table` with room for one state, which knows whose bytes it
holds, so that game after game goes on without writing them again.
"""

from __future__ import annotations

import ctypes

from interpreter.native.engine import Native, Room, cells

MOST_NOTES = 1 << 16  # cells; runtime/hearing.h


class Table:
    """A thread's place to play: it holds the position that was played last."""

    def __init__(self, native: Native) -> None:
        self.room = room = Room(native)
        self.at, self.engine, self.state = room.at, room.engine, room.state
        self.given_at = ctypes.addressof(room.given)
        self._notes = cells(MOST_NOTES)
        self.ears = room.listen(ctypes.addressof(self._notes))
        self.whole, self.notes = memoryview(room.state).cast("B"), memoryview(self._notes).cast("B")
        self.listening = -1
        self.data = b""  # what is there now
        self.head = native.State.st.offset

    def hold(self, data: bytes) -> None:
        if self.data is not data:
            self.whole[: len(data)] = data
            self.state.serial, self.data = 0, data  # its options have to be listed anew

    def listen(self, to: int) -> None:
        if self.listening != to:
            self.ears.listening = self.listening = to
