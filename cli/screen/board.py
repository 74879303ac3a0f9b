"""Grids as text.

In: what lies at which place of a grid. Out: a picture with a cell for each place, north on top, with the
numbers of columns and rows that the options use; or, for a screen reader, a line for each occupied place.

A big grid is cut to the occupied part and one more on each side. Components about which something is to be
said are boxes with shared walls. A component with a printed `set of direction` has openings on those sides;
where only one of two neighbours is open to the other, the wall is dotted. What does not fit into a box is
said below the picture, and so is everything where the picture itself does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from cli.screen.widths import UNBROKEN, cut, padded, width_of, wrapped

if TYPE_CHECKING:
    from interpreter.words import Words
    from rulelang.ir.nodes import ZoneDef

SMALL = 9  # up to so many columns and rows a grid is drawn whole
NARROWEST_CELL, WIDEST_CELL = 2, 20
TALLEST_CELL = 7  # lines in a box
EMPTY = "."
NORTH, EAST, SOUTH, WEST = range(4)
Place = tuple[int, int]  # column and row, counted from 1


@frozen
class Cell:
    """What is drawn at a place: a name, notes, and the sides that are open (None: it has no sides)."""

    label: str
    notes: tuple[str, ...] = ()
    open: frozenset[int] | None = None

    @property
    def text(self) -> str:
        """Everything, to be broken into lines between the notes only."""
        notes = f" ({', '.join(self.notes)})" if self.notes else ""
        return f"{self.label}{notes}".replace(" ", UNBROKEN).replace(f",{UNBROKEN}", ", ")

    def is_open(self, side: int) -> bool:
        return self.open is not None and side in self.open


def noted(label: str, key: str, notes: Mapping[str, Sequence[str]]) -> str:
    """A component with what is to be said about it."""
    said = notes.get(key, ())
    return f"{label} ({', '.join(said)})" if said else label


def is_small(declared: ZoneDef) -> bool:
    return declared.width <= SMALL and declared.height <= SMALL


def area(places: Sequence[Place], declared: ZoneDef) -> tuple[range, range]:
    """The columns and rows to draw, counted from 1."""
    width, height = declared.width, declared.height
    if is_small(declared):
        return range(1, width + 1), range(1, height + 1)
    columns, rows = [column for column, _ in places], [row for _, row in places]
    return (
        range(max(1, min(columns) - 1), min(width, max(columns) + 1) + 1),
        range(max(1, min(rows) - 1), min(height, max(rows) + 1) + 1),
    )


def told(cells: Mapping[Place, Cell], words: Words, width: int) -> Iterator[str]:
    """A line for each occupied place, from the north, without any picture."""
    for column, row in sorted(cells, key=lambda place: (-place[1], place[0])):
        text = f"{words.say('place', column, row)}: {cells[column, row].text}"
        yield from wrapped(text, width, "    ", "      ")


def drawn(cells: Mapping[Place, Cell], declared: ZoneDef, width: int) -> Iterator[str]:
    columns, rows = area(list(cells), declared)
    picture = _Picture(cells, columns, rows, width)
    if picture.fits:
        yield from picture.lines()
    for (column, row), cell in cells.items():
        if not picture.fits or not picture.shows(column, cell):
            yield from wrapped(f"c{column}r{row}: {cell.text}", width, "    ", "      ")


class _Picture:
    def __init__(self, cells: Mapping[Place, Cell], columns: range, rows: range, width: int) -> None:
        self.cells = cells
        self.columns = columns
        self.rows = rows
        self.boxed = any(cell.notes or cell.open is not None for cell in cells.values())
        self.margin = 2 + max(len(f"r{row}") for row in rows) + 1
        walls = len(columns) + 1 if self.boxed else len(columns) - 1
        self.sizes = self._sizes(width - self.margin - walls)
        self.fits = bool(self.sizes)

    # ------------------------------------------------------------ how wide
    def _sizes(self, room: int) -> dict[int, int]:
        """The width of each column: as wide as it needs, or else the widest give way; {} if that fails."""
        sizes, least = {}, {}
        for column in self.columns:
            cells = [cell for (x, _), cell in self.cells.items() if x == column]
            head = len(f"c{column}")
            texts = [width_of(text) for cell in cells for text in (cell.label, *cell.notes)]
            words = [width_of(word) for cell in cells for word in cell.label.split()]
            sizes[column] = min(WIDEST_CELL, max([head, *texts]))
            least[column] = min(sizes[column], max([head, *words]))
        for lowest in (least, dict.fromkeys(sizes, NARROWEST_CELL)):
            over = sum(sizes.values()) - room
            while over > 0:
                yielding = [column for column in sizes if sizes[column] > lowest[column]]
                if not yielding:
                    break
                sizes[max(yielding, key=sizes.__getitem__)] -= 1
                over -= 1
            if over <= 0:
                return sizes
        return {}

    def _text(self, cell: Cell, size: int) -> list[str]:
        """What is written into a box: the name and as many whole notes as there is room for."""
        if not self.boxed:
            return [cut(cell.label, size)]
        lines = wrapped(cell.label, size)[:TALLEST_CELL]
        for note in cell.notes:
            more = wrapped(note, size)
            if _is_whole(note, size) and len(lines) + len(more) <= TALLEST_CELL:
                lines += more
        return lines

    def shows(self, column: int, cell: Cell) -> bool:
        """Whether everything about a cell can be read in the picture."""
        size = self.sizes[column]
        if not self.boxed:
            return width_of(cell.label) <= size
        texts = (cell.label, *cell.notes)
        height = sum(len(wrapped(text, size)) for text in texts)
        return height <= TALLEST_CELL and all(_is_whole(text, size) for text in texts)

    # ------------------------------------------------------------ lines
    def lines(self) -> Iterator[str]:
        gap = " "
        heads = gap.join(padded(f"c{column}", self.sizes[column]) for column in self.columns)
        yield f"{' ' * self.margin}{gap if self.boxed else ''}{heads}".rstrip()
        rows = list(reversed(self.rows))
        for number, row in enumerate(rows):
            if self.boxed:
                yield from self._wall(rows[number - 1] if number else None, row)
            yield from self._row(row)
        if self.boxed:
            yield from self._wall(rows[-1], None)

    def _row(self, row: int) -> Iterator[str]:
        line = [self.cells.get((column, row)) for column in self.columns]
        texts = [
            [EMPTY] if cell is None else self._text(cell, self.sizes[column])
            for column, cell in zip(self.columns, line, strict=True)
        ]
        for number in range(max(map(len, texts))):
            head = f"  r{row}" if number == 0 else ""
            parts = [
                padded(text[number] if number < len(text) else "", self.sizes[column])
                for column, text in zip(self.columns, texts, strict=True)
            ]
            if self.boxed:
                between = zip([None, *line], [*line, None], strict=True)
                walls = [self._side(west, east, number) for west, east in between]
                parts = [wall + part for wall, part in zip(walls, [*parts, ""], strict=True)]
                yield f"{head.ljust(self.margin)}{''.join(parts)}".rstrip()
            else:
                yield f"{head.ljust(self.margin)}{' '.join(parts)}".rstrip()

    def _side(self, west: Cell | None, east: Cell | None, number: int) -> str:
        """The wall between two neighbours. An opening is beside the first line of their texts."""
        if west is None and east is None:
            return " "
        if number:
            return "|"
        return _passage(west, EAST, east, WEST, " :|")

    def _wall(self, north: int | None, south: int | None) -> Iterator[str]:
        """The wall between two rows, with a corner wherever boxes meet."""
        above = [self.cells.get((column, north)) if north is not None else None for column in self.columns]
        below = [self.cells.get((column, south)) if south is not None else None for column in self.columns]
        if not any(above) and not any(below):
            return
        line = ""
        for number, column in enumerate([*self.columns, None]):
            around = [*above[max(0, number - 1) : number + 1], *below[max(0, number - 1) : number + 1]]
            line += "+" if any(around) else " "
            if column is not None:
                line += _edge(above[number], below[number], self.sizes[column])
        yield f"{' ' * self.margin}{line}".rstrip()


def _is_whole(text: str, size: int) -> bool:
    """Whether no word has to be broken to write a text into so many columns."""
    return all(width_of(word) <= size for word in text.split())


def _passage(first: Cell | None, there: int, second: Cell | None, back: int, signs: str) -> str:
    """The sign for a way that is open, open from one side only, or closed."""
    ways = [cell.is_open(side) for cell, side in ((first, there), (second, back)) if cell is not None]
    return signs[0] if all(ways) else signs[1] if any(ways) else signs[2]


def _edge(north: Cell | None, south: Cell | None, size: int) -> str:
    if north is None and south is None:
        return " " * size
    sign = _passage(north, SOUTH, south, NORTH, " .-")
    gap = min(4, size)
    left = (size - gap) // 2
    return f"{'-' * left}{sign * gap}{'-' * (size - gap - left)}"
