"""Grids as text.

In: a zone of a view that is a grid. Out: lines with a cell for each place, north on top, with the numbers of
columns and rows that the options use. A big grid is cut to the occupied part and one more on each side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.view import ZoneView
    from rulelang.ir.nodes import ZoneDef

SMALL = 9  # up to so many columns and rows a grid is drawn whole
SHORTEST_CELL = 2
EMPTY = "."


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


def drawn(zone: ZoneView, declared: ZoneDef, notes: Mapping[str, list[str]], width: int) -> Iterator[str]:
    columns, rows = area(zone.places, declared)
    cells = dict(zip(zone.places, zone.labels, strict=True))
    margin = max(len(f"r{row}") for row in rows) + 5
    heads = {column: f"c{column}" for column in columns}
    longest = max(map(len, [*zone.labels, *heads.values()]))
    size = min(longest, (width - margin) // len(columns) - 1)
    if size >= SHORTEST_CELL:
        yield " " * margin + " ".join(heads[column].ljust(size) for column in columns).rstrip()
        for row in reversed(rows):
            line = (_cut(cells.get((column, row), EMPTY), size).ljust(size) for column in columns)
            yield f"    {f'r{row}'.ljust(margin - 4)}{' '.join(line)}".rstrip()
    # What does not fit into a cell is said below, so that nothing is lost.
    for spot, label, key in zip(zone.places, zone.labels, zone.cards, strict=True):
        text = noted(label, key, notes)
        if text != label or len(label) > size:
            yield f"    c{spot[0]}r{spot[1]}: {text}"


def _cut(text: str, size: int) -> str:
    return text if len(text) <= size else text[:size]
