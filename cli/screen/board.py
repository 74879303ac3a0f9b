"""Boards as text.

In: a board of a scene, and how much room there is. Out: a picture with a cell for each place, north on top,
with the numbers of columns and rows that the options use; or, for a screen reader, a line for each occupied
place.

Components about which something is to be said are boxes with shared walls. A component with a printed
`set of direction` has openings on those sides; where only one of two neighbours is open to the other, the
wall is dotted. What does not fit into a box is said below the picture, or in short signs with a legend.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import evolve

from cli.screen.cells import (
    EMPTY,
    OFFERED,
    Box,
    Place,
    boxes_of,
    counters_of,
    flattened,
    is_whole,
    signs_of,
    with_signs,
)
from cli.screen.maps import POINTS, names_of
from cli.screen.pieces import Line, Piece, line, wrapped_pieces
from cli.screen.widths import UNBROKEN, padded, width_of
from interpreter.scene.data import Board
from interpreter.words import Words

NARROWEST_CELL, WIDEST_CELL = 2, 20
NORTHWARD = "^"
NORTH, EAST, SOUTH, WEST = range(4)


def told(board: Board, words: Words, width: int) -> Iterator[Line]:
    """A line for each occupied place, from the north, without any picture."""
    boxes = boxes_of(board)
    heads = Heads(board)
    for column, row in sorted(boxes, key=lambda place: (-place[1], place[0])):
        name = heads.place(column, row) if heads.lettered else words.say("place", column, row)
        yield from _said(f"{name}:", boxes[column, row], width)


def _said(start: str, box: Box, width: int) -> Iterator[Line]:
    text = box.text.replace(" ", UNBROKEN).replace(f",{UNBROKEN}", ", ")
    parts = [Piece(part, box.refs) for part in text.split(" ")]
    yield from wrapped_pieces(parts, width, line(f"    {start} "), 6)


def drawn(board: Board, width: int, height: int | None = None) -> list[Line]:
    """A picture that is no wider than this and, if that can be, no higher."""
    return Drawing(board, width).within(height)


class Drawing:
    """The pictures of a board for one width, the fullest first; each is made when it is needed."""

    def __init__(self, board: Board, width: int) -> None:
        self.board = board
        self.width = width

    def within(self, height: int | None, flat: bool = False) -> list[Line]:
        """The fullest picture that fits, or else the lowest one; a flat one only where nothing else helps."""
        if height is None or len(self.full) <= height:
            return self.full
        if self.stones:
            return self.stones
        if len(self.short) <= height:
            return self._explained(self.short, height)
        if len(self.dense) <= height:
            return self._explained(self.dense, height)
        return min((self.full, self.short, self.dense, *([self.flat] if flat else [])), key=len)

    @cached_property
    def full(self) -> list[Line]:
        return [*self.stones, *self.sorts] or self.named

    @cached_property
    def boxes(self) -> dict[Place, Box]:
        return boxes_of(self.board)

    @cached_property
    def short_boxes(self) -> dict[Place, Box]:
        return boxes_of(self.board, self.signs)

    @cached_property
    def named(self) -> list[Line]:
        return list(Picture(self.board, self.boxes, self.width).lines())

    @cached_property
    def counters(self) -> dict[str, str]:
        return counters_of(self.boxes, self.board.columns[1] - self.board.columns[0] + 1)

    @cached_property
    def stones(self) -> list[Line]:
        """A board of stones: a sign for each of them, in columns of one width."""
        if not self.counters:
            return []
        boxes = with_signs(self.boxes, self.counters)
        return list(Picture(self.board, boxes, self.width, even=True).lines())

    @cached_property
    def sorts(self) -> list[Line]:
        """What the signs of stones mean."""
        labels = {box.label.text: box.label for box in self.boxes.values()}
        parts = [
            Piece(f"{sign}{UNBROKEN}{name.replace(' ', UNBROKEN)}", (), labels[name].colour)
            for name, sign in sorted(self.counters.items(), key=lambda one: one[1])
            if name != sign  # what lies face down is a `?` in words, too
        ]
        return list(wrapped_pieces(parts, self.width, line("  ", "quiet"), 2)) if parts else []

    @cached_property
    def signs(self) -> dict[str, str]:
        return signs_of(self.board)

    @cached_property
    def short(self) -> list[Line]:
        return list(Picture(self.board, self.short_boxes, self.width).lines())

    @cached_property
    def dense(self) -> list[Line]:
        return list(Picture(self.board, self.short_boxes, self.width, dense=True).lines())

    @cached_property
    def flat(self) -> list[Line]:
        """A line for each row: names are short too."""
        boxes = flattened(self.short_boxes)
        return list(Picture(self.board, boxes, self.width, dense=True).lines())

    def _explained(self, picture: list[Line], height: int) -> list[Line]:
        """With what the signs mean, if there is room for that."""
        found = [*picture, *self.legend]
        return found if len(found) <= height else picture

    @property
    def legend(self) -> list[Line]:
        names = [f"{sign}{UNBROKEN}{name.replace(' ', UNBROKEN)}" for name, sign in self.signs.items()]
        return list(wrapped_pieces([Piece(name) for name in names], self.width, line("  ", "quiet"), 2))


class Heads:
    """What the columns and rows are called: `c1` and `r1`, or `a` and `1` where places are called `a1`."""

    def __init__(self, board: Board) -> None:
        self.lettered = board.shape == POINTS
        self.first = names_of(board) if self.lettered else (0, 0)

    def column(self, number: int) -> str:
        return chr(self.first[0] + number) if self.lettered else f"c{number}"

    def row(self, number: int) -> str:
        return str(self.first[1] + number) if self.lettered else f"r{number}"

    def place(self, column: int, row: int) -> str:
        return f"{self.column(column)}{self.row(row)}"


class Picture:
    """A `dense` one has no walls between its rows: a way to the north is a sign before a name.

    On a hexagonal board each row stands half a place further right than the one below it, there are no walls
    between rows, and the numbers of the columns stand below.
    """

    def __init__(
        self, board: Board, boxes: Mapping[Place, Box], width: int, dense: bool = False, even: bool = False
    ) -> None:
        self.hexagonal, self.heads = board.shape == "hexagonal", Heads(board)
        self.places = {(c.column, c.row) for c in board.cells} if self.heads.lettered else None
        self.boxes = _marked(boxes) if dense and not self.hexagonal else boxes
        self.dense = dense or self.hexagonal
        self.width = width
        self.offered = {(c.column, c.row): c.ref for c in board.cells if c.component is None and c.offered}
        self.columns = range(board.columns[0], board.columns[1] + 1)
        self.rows = range(board.rows[0], board.rows[1] + 1)
        self.boxed = any(box.notes or box.open is not None for box in boxes.values())
        self.margin = 2 + max(len(self.heads.row(row)) for row in self.rows) + 1
        self.walls = len(self.columns) + 1 if self.boxed else len(self.columns) - 1
        self.even = even or self.hexagonal

    # ------------------------------------------------------------ how wide
    @cached_property
    def sizes(self) -> dict[int, int]:
        """The width of each column; {} if there is too little room."""
        room = self.width - self.margin - self.walls
        sizes = self._sizes(room)
        return self._even(max(sizes.values()), room) if self.even and sizes else sizes

    @cached_property
    def by_column(self) -> dict[int, list[Box]]:
        found: dict[int, list[Box]] = {}
        for (column, _), box in self.boxes.items():
            found.setdefault(column, []).append(box)
        return found

    def _wanted(self, column: int) -> tuple[int, int]:
        """How wide a column would be at best, and at least."""
        cells = self.by_column.get(column, [])
        head = len(self.heads.column(column))
        texts = [text.width for box in cells for text in (box.label, *box.notes)]
        words = [width_of(word) for box in cells for word in box.label.text.split()]
        best = min(WIDEST_CELL, max([head, *texts]))
        return best, min(best, max([head, *words]))

    @property
    def best_width(self) -> int:
        """How wide the picture would be without any word broken; of even columns, with room for the slant."""
        if self.even:
            heads = [len(self.heads.column(column)) for column in self.columns]
            size = max([NARROWEST_CELL, *(box.label.width for box in self.boxes.values())])
            size = size if self.hexagonal else max(size, *heads)
            below = self.walls + sum(max(size, head) for head in heads)
            return self.margin + max(below, self.walls + size * len(self.columns) + self._slant(size))
        return self.margin + self.walls + sum(self._wanted(column)[0] for column in self.columns)

    def _sizes(self, room: int) -> dict[int, int]:
        """The width of each column: as wide as it needs, or else the widest give way; {} if that fails."""
        sizes, least = {}, {}
        for column in self.columns:
            sizes[column], least[column] = self._wanted(column)
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

    def _even(self, widest: int, room: int) -> dict[int, int]:
        """One width for all columns, with room for the rows that stand further right; {} if that fails."""
        for size in range(max(NARROWEST_CELL, widest), NARROWEST_CELL - 1, -1):
            if size * len(self.columns) + self._slant(size) <= room:
                return dict.fromkeys(self.columns, size)
        return {}

    def _slant(self, size: int) -> int:
        """How much further east the last row of a hexagonal board begins than the first."""
        return (size + 1) // 2 * (len(self.rows) - 1) if self.hexagonal else 0

    def _shift(self, row: int) -> str:
        """What stands before a row of a hexagonal board."""
        if not self.hexagonal:
            return ""
        return " " * ((self.sizes[self.columns[0]] + 1) // 2 * (row - self.rows[0]))

    # ------------------------------------------------------------ lines
    def lines(self) -> Iterator[Line]:
        if self.sizes:
            yield from self._picture()
        for (column, row), box in self.boxes.items():
            if not self.sizes or not box.fits(self.sizes[column], self.boxed):
                yield from _said(f"{self.heads.place(column, row)}:", box, self.width)

    def _picture(self) -> Iterator[Line]:
        heads = " ".join(padded(self.heads.column(column), self.sizes[column]) for column in self.columns)
        head = line(f"{' ' * self.margin}{' ' if self.boxed else ''}{heads}".rstrip(), "quiet")
        if not self.hexagonal:
            yield head
        rows = list(reversed(self.rows))
        for number, row in enumerate(rows):
            if self.boxed and not self.dense:
                yield from self._wall(rows[number - 1] if number else None, row)
            yield from self._row(row)
        if self.boxed and not self.dense:
            yield from self._wall(rows[-1], None)
        if self.hexagonal:
            yield head

    def _row(self, row: int) -> Iterator[Line]:
        boxes = [self.boxes.get((column, row)) for column in self.columns]
        texts = [self._cell(column, row) for column in self.columns]
        for number in range(max(map(len, texts))):
            parts: list[Piece] = [
                Piece(
                    (f"  {self.heads.row(row)}" if number == 0 else "").ljust(self.margin) + self._shift(row),
                    style="quiet",
                )
            ]
            for place, (column, text) in enumerate(zip(self.columns, texts, strict=True)):
                if self.boxed:
                    west = boxes[place - 1] if place else None
                    parts.append(Piece(self._side(west, boxes[place], number), style="quiet"))
                elif place:
                    parts.append(Piece(" "))
                written = text[number] if number < len(text) else Piece("", texts[place][0].refs)
                room = self.sizes[column]
                filled = padded(written.text, room)
                parts.append(Piece(filled, written.refs, written.colour, written.style))
            if self.boxed:
                parts.append(Piece(self._side(boxes[-1], None, number), style="quiet"))
            yield tuple(parts)

    def _cell(self, column: int, row: int) -> list[Piece]:
        box = self.boxes.get((column, row))
        if box is not None:
            return box.lines(self.sizes[column], self.boxed)
        if self.places is not None and (column, row) not in self.places:
            return [Piece("")]  # no place at all
        offered = self.offered.get((column, row))
        return [Piece(OFFERED, (offered,)) if offered else Piece(EMPTY, style="quiet")]

    def _side(self, west: Box | None, east: Box | None, number: int) -> str:
        """The wall between two neighbours. An opening is beside the first line of their texts."""
        if west is None and east is None:
            return " "
        if number:
            return "|"
        return _passage(west, EAST, east, WEST, " :|")

    def _wall(self, north: int | None, south: int | None) -> Iterator[Line]:
        """The wall between two rows, with a corner wherever boxes meet."""
        above = [self.boxes.get((column, north)) if north is not None else None for column in self.columns]
        below = [self.boxes.get((column, south)) if south is not None else None for column in self.columns]
        if not any(above) and not any(below):
            return
        text = ""
        for number, column in enumerate([*self.columns, None]):
            around = [*above[max(0, number - 1) : number + 1], *below[max(0, number - 1) : number + 1]]
            text += "+" if any(around) else " "
            if column is not None:
                text += _edge(above[number], below[number], self.sizes[column])
        yield line(f"{' ' * self.margin}{text}".rstrip(), "quiet")


def _marked(boxes: Mapping[Place, Box]) -> dict[Place, Box]:
    """Boxes that say themselves where there is a way to the north."""
    found = {}
    for (column, row), box in boxes.items():
        north = boxes.get((column, row + 1))
        is_way = north is not None and _passage(north, SOUTH, box, NORTH, "yyn") == "y"
        has_sides = box.open is not None
        sign = NORTHWARD if is_way and has_sides else " " if has_sides else ""
        found[column, row] = evolve(box, label=evolve(box.label, text=sign + box.label.text))
    return found


def _passage(first: Box | None, there: int, second: Box | None, back: int, signs: str) -> str:
    """The sign for a way that is open, open from one side only, or closed."""
    ways = [box.is_open(side) for box, side in ((first, there), (second, back)) if box is not None]
    return signs[0] if all(ways) else signs[1] if any(ways) else signs[2]


def _edge(north: Box | None, south: Box | None, size: int) -> str:
    if north is None and south is None:
        return " " * size
    sign = _passage(north, SOUTH, south, NORTH, " .-")
    gap = min(4, size)
    left = (size - gap) // 2
    return f"{'-' * left}{sign * gap}{'-' * (size - gap - left)}"


__all__ = ["Picture", "drawn", "is_whole", "told"]
