"""Grids as text.

In: a zone of a view that is a grid, and what is to be said about the components on it. Out: lines with a cell
for each place, north on top, with the numbers of columns and rows that the options use. A big grid is cut to
the occupied part and one more on each side. A component with a printed `set of direction` is drawn with
openings on those sides, turned clockwise by its changing field `turned`, if it has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from interpreter.view import ZoneView
    from rulelang.ir.nodes import ZoneDef

SMALL = 9  # up to so many columns and rows a grid is drawn whole
SHORTEST_CELL = 2
MOST_NOTES = 4  # lines under the name in a box
LONGEST_CELL = 16
EMPTY = "."
NORTH, EAST, SOUTH, WEST = range(4)


@frozen
class Cell:
    """What is drawn at a place: a name, notes, and the sides that are open (None: it has no sides)."""

    label: str
    notes: tuple[str, ...] = ()
    open: frozenset[int] | None = None


def noted(label: str, key: str | None, notes: Mapping[str, list[str]]) -> str:
    """A component with what is to be said about it."""
    said = notes.get(key, []) if key is not None else []
    return f"{label} ({', '.join(said)})" if said else label


def is_small(declared: ZoneDef) -> bool:
    return declared.width <= SMALL and declared.height <= SMALL


def area(places: tuple[tuple[int, int], ...], declared: ZoneDef) -> tuple[range, range]:
    """The columns and rows to draw, counted from 1."""
    width, height = declared.width, declared.height
    if is_small(declared):
        return range(1, width + 1), range(1, height + 1)
    columns, rows = [column for column, _ in places], [row for _, row in places]
    return (
        range(max(1, min(columns) - 1), min(width, max(columns) + 1) + 1),
        range(max(1, min(rows) - 1), min(height, max(rows) + 1) + 1),
    )


def drawn(
    zone: ZoneView,
    declared: ZoneDef,
    notes: Mapping[str, list[str]],
    width: int,
    sides: Mapping[str, frozenset[int]] | None = None,
) -> Iterator[str]:
    """`sides` says which sides are open, for components that have sides."""
    columns, rows = area(zone.places, declared)
    sides = sides or {}
    cells = {
        place: Cell(label, tuple(notes.get(key or "", ())), sides.get(key) if key else None)
        for place, label, key in zip(zone.places, zone.labels, zone.cards, strict=True)
    }
    margin = max(len(f"r{row}") for row in rows) + 5
    heads = {column: f"c{column}" for column in columns}
    boxed = any(cell.notes or cell.open is not None for cell in cells.values())
    longest = max(map(len, [*zone.labels, *heads.values(), *(n for c in cells.values() for n in c.notes)]))
    border = 2 if boxed else 0
    size = min(longest, LONGEST_CELL, (width - margin) // len(columns) - 1 - border)
    if size >= SHORTEST_CELL:
        gap = " " if not boxed else ""
        yield (" " * margin + gap.join(heads[column].ljust(size + border) for column in columns).rstrip())
        for row in reversed(rows):
            line = [cells.get((column, row)) for column in columns]
            yield from _boxes(line, row, margin, size) if boxed else _plain(line, row, margin, size)
    # What does not fit into a cell is said below, so that nothing is lost.
    for spot, cell in cells.items():
        if len(cell.label) > size or len(cell.notes) > MOST_NOTES or any(len(n) > size for n in cell.notes):
            said = f" ({', '.join(cell.notes)})" if cell.notes else ""
            yield f"    c{spot[0]}r{spot[1]}: {cell.label}{said}"


def _plain(line: list[Cell | None], row: int, margin: int, size: int) -> Iterator[str]:
    texts = ((cell.label if cell else EMPTY)[:size].ljust(size) for cell in line)
    yield f"    {f'r{row}'.ljust(margin - 4)}{' '.join(texts)}".rstrip()


def _boxes(line: list[Cell | None], row: int, margin: int, size: int) -> Iterator[str]:
    height = 1 + min(MOST_NOTES, max((len(cell.notes) for cell in line if cell), default=0))
    drawn_cells = [_box(cell, size, height) for cell in line]
    for number in range(height + 2):
        head = f"    {f'r{row}'.ljust(margin - 4)}" if number == 1 else " " * margin
        yield (head + "".join(cell[number] for cell in drawn_cells)).rstrip()


def _box(cell: Cell | None, size: int, height: int) -> list[str]:
    if cell is None:
        blank = " " * (size + 2)
        middle = f" {EMPTY}".ljust(size + 2)
        return [blank, middle, *[blank] * height]
    sides = cell.open
    text = [cell.label, *cell.notes[: height - 1]]
    body = []
    for number in range(height):
        inside = (text[number] if number < len(text) else "")[:size].ljust(size)
        west = " " if sides is not None and WEST in sides and number == 0 else "|"
        east = " " if sides is not None and EAST in sides and number == 0 else "|"
        body.append(f"{west}{inside}{east}")
    return [_edge(size, sides, NORTH), *body, _edge(size, sides, SOUTH)]


def _edge(size: int, sides: frozenset[int] | None, side: int) -> str:
    if sides is None or side not in sides:
        return f"+{'-' * size}+"
    gap = min(4, size)
    left = (size - gap) // 2
    return f"+{'-' * left}{' ' * gap}{'-' * (size - gap - left)}+"
