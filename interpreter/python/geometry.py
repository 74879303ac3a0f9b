"""The geometry of grids: what lies beside, around and along a place. Small pure functions of numbers.

Places count from 0, row by row from the bottom. A heading counts from north clockwise in eighths; a direction
is every second one. On a hexagonal grid each row is half a place further right than the one below, so that
places have six neighbours and nothing lies due north or south.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

Steps = tuple[tuple[int, int] | None, ...]  # for each heading: columns and rows

SQUARE: Steps = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
HEXAGONAL: Steps = (None, (0, 1), (1, 0), (1, -1), None, (0, -1), (-1, 0), (-1, 1))
STRAIGHT, ALL, DIAGONAL = range(0, 8, 2), range(8), range(1, 8, 2)


class Grid:
    """The places of a grid, with tables of what can be asked about each."""

    def __init__(self, width: int, height: int, stride: int, hexagonal: bool) -> None:
        """`stride` is the width that the grid can have at most: places have the same numbers in all sizes."""
        self.width, self.height, self.stride, self.hexagonal = width, height, stride, hexagonal
        self.places = tuple(row * stride + column for row in range(height) for column in range(width))
        steps = HEXAGONAL if hexagonal else SQUARE
        self.steps = tuple(
            tuple(self._beside(place, step) for step in steps) for place in range(stride * height)
        )
        self.neighbours = self._all(ALL if hexagonal else STRAIGHT)
        self.around = self._all(ALL)
        self.diagonals = self._all(range(0) if hexagonal else DIAGONAL)
        self.rays: list[tuple[int, ...] | None] = [None] * (len(ALL) * stride * height)  # made when needed

    def _beside(self, place: int, step: tuple[int, int] | None) -> int | None:
        row, column = divmod(place, self.stride)
        if step is None:
            return None
        column, row = column + step[0], row + step[1]
        inside = 0 <= row < self.height and 0 <= column < self.width
        return row * self.stride + column if inside else None

    def _all(self, headings: range) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(other for heading in headings if (other := beside[heading]) is not None)
            for beside in self.steps
        )

    def step(self, place: int | None, heading: int) -> int | None:
        return None if place is None else self.steps[place][heading]

    def beside(self, place: int | None) -> tuple[int, ...]:
        return () if place is None else self.neighbours[place]

    def all_around(self, place: int | None) -> tuple[int, ...]:
        return () if place is None else self.around[place]

    def at_corners(self, place: int | None) -> tuple[int, ...]:
        return () if place is None else self.diagonals[place]

    def along(self, place: int | None, heading: int) -> tuple[int, ...]:
        """The places from one to the edge, nearest first."""
        if place is None:
            return ()
        found = self.rays[len(ALL) * place + heading]
        if found is None:
            ray = []
            other = self.steps[place][heading]
            while other is not None:
                ray.append(other)
                other = self.steps[other][heading]
            found = self.rays[len(ALL) * place + heading] = tuple(ray)
        return found

    def place(self, column: int, row: int) -> int | None:
        inside = 0 < column <= self.width and 0 < row <= self.height
        return (row - 1) * self.stride + column - 1 if inside else None

    def open_places(self, cells: Sequence[Any]) -> list[int]:
        """The empty places beside an occupied one."""
        beside = self.neighbours
        held = (place for place in self.places if cells[place] is not None)
        return sorted({other for place in held for other in beside[place] if cells[other] is None})


@cache
def grid(width: int, height: int, stride: int, hexagonal: bool) -> Grid:
    return Grid(width, height, stride, hexagonal)
