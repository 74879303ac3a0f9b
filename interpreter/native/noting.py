"""What happens, noted for whoever listens: the lines of C that do so.

In: what an instruction changes, rolls, picks or says. Out: lines that call `runtime/hearing.h` if somebody
listens. `hearing` reads the notes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.native.shapes import cells_of
from interpreter.native.writer import Listed
from rulelang.ir import instructions as do

if TYPE_CHECKING:
    from interpreter.native.steps import BodyCode

# Instructions that leave notes: they say where in the rules they stand.
NOTED = (
    do.Set, do.Move, do.Put, do.Swap, do.Shuffle, do.Reveal, do.Roll, do.Pick, do.Say, do.Begin, do.TurnOf,
    do.TurnsDone, do.Finish, do.GameOver,
)  # fmt: skip


def _owned(c: BodyCode, number: int, cell: str) -> str:
    """Whether the values of a track are components, and which one owns it, as arguments."""
    layout = c.unit.layout
    track = layout.program.tracks[number]
    components = int(layout.names_components(track.type))
    if not layout.is_component(track.owner):
        return f"{components}, -1"
    first, each = c.unit.track_cells[number], cells_of(track.type, layout.players)
    at = f"({cell} - {first}) / {each}" if each != 1 else f"{cell} - {first}"
    return f"{components}, {at} + {layout.offset(track.owner)}"


def track_set(c: BodyCode, number: int, cell: str, value: str) -> None:
    c.emit(f"if (HEARD) heard_set(S, {cell}, {value}, {_owned(c, number, cell)});")


def list_set(c: BodyCode, number: int, cell: str, items: Listed) -> None:
    c.emit(f"if (HEARD) heard_list(S, {cell}, {items.pointer}, {items.length}, {_owned(c, number, cell)});")


def rolled(c: BodyCode, instr: do.Roll, face: str) -> None:
    seen = "1ll << F[YOU]" if instr.secretly else "EVERYONE"
    c.emit(f"if (HEARD) {{ I *heard_of = note(S, N_ROLL, 2); heard_of[0] = {face}; heard_of[1] = {seen}; }}")


def picked(c: BodyCode, pointer: str, length: str) -> None:
    c.emit(f"if (HEARD) heard_all(S, N_PICK, {pointer}, {length});")


def said(c: BodyCode, parts: Sequence[str | Listed]) -> None:
    """Each part by itself: a list with its length before it."""
    size = " + ".join(["0", *(f"1 + {p.length}" if isinstance(p, Listed) else "1" for p in parts)])
    with c.block("if (HEARD)"):
        c.emit(f"I *heard_of = note(S, N_SAY, {size});")
        for part in parts:
            if isinstance(part, Listed):
                c.emit(f"*heard_of++ = {part.length};")
                c.emit(f"memcpy(heard_of, {part.pointer}, {part.length} * sizeof(I));")
                c.emit(f"heard_of += {part.length};")
            else:
                c.emit(f"*heard_of++ = {part};")
