"""The geometry of grids: what lies beside, around and along a place. Small pure functions of numbers.

Places count from 0, row by row from the bottom. A heading counts from north clockwise in eighths; a direction
is every second one. On a hexagonal grid each row is half a place further right than the one below, so that
places have six neighbours and nothing lies due north or south.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")
Places = tuple[int, ...]

Steps = tuple[tuple[int, int] | None, ...]  # for each heading: columns and rows

SQUARE: Steps = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
HEXAGONAL: Steps = (None, (0, 1), (1, 0), (1, -1), None, (0, -1), (-1, 0), (-1, 1))
STRAIGHT, ALL, DIAGONAL = range(0, 8, 2), range(8), range(1, 8, 2)


class Rays(dict[int | None, tuple[Places, ...]]):
    """For each place and heading the places from there to the edge, nearest first; made when needed."""

    def __init__(self, steps: Sequence[Sequence[int | None]]) -> None:
        self.steps = steps
        self[None] = ((),) * len(ALL)

    def __missing__(self, place: int) -> tuple[Places, ...]:
        found = self[place] = tuple(tuple(self._ray(place, heading)) for heading in ALL)
        return found

    def _ray(self, place: int, heading: int) -> Iterator[int]:
        other = self.steps[place][heading]
        while other is not None:
            yield other
            other = self.steps[other][heading]


class Placed(dict[tuple[int, int], int | None]):
    """The place in a column and a row; none outside."""

    def __missing__(self, _: tuple[int, int]) -> None:
        return None


class Beside(dict[int | None, T]):
    """Something for each place, and for none; a place that is not on the grid is a mistake in the rules."""

    def __init__(self, table: Sequence[T], nothing: T) -> None:
        super().__init__(enumerate(table))
        self[None] = nothing

    def __missing__(self, place: int) -> T:
        raise IndexError(f"there is no place {place}")


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
        # The same for the code that is written, where a place may be none.
        self.step = Beside(self.steps, (None,) * len(ALL))
        self.beside = Beside(self.neighbours, ())
        self.all_around = Beside(self.around, ())
        self.at_corners = Beside(self.diagonals, ())
        self.along = Rays(self.steps)
        self.place = Placed(((p % stride + 1, p // stride + 1), p) for p in self.places)

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

    def open_places(self, cells: Sequence[Any]) -> list[int]:
        """The empty places beside an occupied one."""
        beside = self.neighbours
        held = (place for place in self.places if cells[place] is not None)
        return sorted({other for place in held for other in beside[place] if cells[other] is None})


@cache
def grid(width: int, height: int, stride: int, hexagonal: bool) -> Grid:
    return Grid(width, height, stride, hexagonal)
