"""The table in as much room as there is.

In: a scene and a size. Out: lines of what lies in the middle and of the other players, and apart from it what
belongs to the seat itself. What does not fit is said shorter: heaps in one line, boards with short signs, and
players in running text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from attrs import evolve

from cli.phrases import Phrases
from cli.screen.board import Drawing, Picture
from cli.screen.cells import boxes_of, counters_of, signs_of, with_signs
from cli.screen.listing import shortened
from cli.screen.maps import with_maps
from cli.screen.pieces import Line, Piece, line, wrapped_pieces
from cli.screen.table import BETWEEN, SEVERAL_LINES, Row, Table
from cli.screen.widths import UNBROKEN
from interpreter.scene.data import Board, Scene, Seat
from interpreter.words import Words

ROOMY, HEAPS, PLAYERS, ALL, TINY = range(5)  # what is said shorter
LEAST_BOARD = 6


class Tables:
    """Tries one way after another to say it all."""

    def __init__(self, scene: Scene, words: Words, say: Phrases) -> None:
        self.scene = with_maps(scene)
        self.words = words
        self.say = say
        self.drawings: dict[tuple[str, int], Drawing] = {}
        self.tables: dict[tuple[int, int], Table] = {}
        # What was laid out before: a plan asks for the same table again, in more and in less room.
        self.shared: dict[tuple[int, int], list[Line]] = {}
        self.others: dict[tuple[int, int], list[Line]] = {}
        self.narrowest = cache(_narrowest)

    def middle(self, width: int, height: int) -> list[Line]:
        """What lies open and what the others have."""
        lines: list[Line] = []
        for density in (ROOMY, HEAPS, PLAYERS, ALL, TINY):
            lines = list(self._middle(width, height, density))
            if len(lines) <= height:
                break
        return lines

    def own(self, width: int, height: int) -> list[Line]:
        seat = self.seat
        if seat is None:
            return []
        table = self._table(width)
        lines = list(table.rows_of(seat))
        return lines if len(lines) <= height else list(self._flow(table, table.belongings(seat), 99))

    @property
    def seat(self) -> Seat | None:
        return next((seat for seat in self.scene.seats if seat.you), None)

    def _middle(self, width: int, height: int, density: int) -> Iterator[Line]:
        shared, others = self._shared(width, density), self._others(width, density)
        yield from shared
        left = height - len(shared) - len(others)
        for board in self.scene.boards:
            if board.title:
                yield line(f"  {board.title}")
            yield from self._drawing(board, width).within(max(LEAST_BOARD, left - 1), flat=density == TINY)
        yield from others

    def _table(self, width: int, most: int = SEVERAL_LINES) -> Table:
        if (width, most) not in self.tables:
            self.tables[width, most] = Table(self.scene, self.words, width, self.say, most=most)
        return self.tables[width, most]

    def _shared(self, width: int, density: int) -> list[Line]:
        """What lies open in the middle, but for the boards."""
        if (width, density) not in self.shared:
            table = self._table(width, SEVERAL_LINES if density == ROOMY else 1)
            if density < ALL:
                lines = list(table.shared())
            else:
                rows = table.shared_rows()
                lines = list(self._flow(table, rows, 1 if density == TINY else 2)) if rows else []
            self.shared[width, density] = lines
        return self.shared[width, density]

    def _others(self, width: int, density: int) -> list[Line]:
        if (width, density) not in self.others:
            table = self._table(width, SEVERAL_LINES if density == ROOMY else 1)
            self.others[width, density] = [
                line
                for seat in self.scene.seats
                if not seat.you
                for line in (table.seat(seat) if density < PLAYERS else self._player(table, seat, density))
            ]
        return self.others[width, density]

    def fits_beside(self, width: int) -> bool:
        """Whether the boards can be read in so many columns, with short signs at least."""
        return all(self.narrowest(board) <= width for board in self.scene.boards)

    def _drawing(self, board: Board, width: int) -> Drawing:
        if (board.id, width) not in self.drawings:
            self.drawings[board.id, width] = Drawing(board, width)
        return self.drawings[board.id, width]

    def _player(self, table: Table, seat: Seat, density: int) -> Iterator[Line]:
        """A player in one or two lines."""
        heading = [piece for line in table.heading(seat) for piece in line if piece.text.strip()]
        lines = 1 if density == TINY else 2
        room = (table.width - 2) * lines - sum(piece.width + 1 for piece in heading) - 2
        rows = self._flow_pieces(table.belongings(seat), room)
        between = [Piece(BETWEEN, style="quiet")] if rows else []
        found: list[Line] = []
        for spare in range(2, table.width // 2, 6):  # names stay in one piece, so a line may end early
            pieces = shortened([*heading, *between, *rows], table.width - spare, lines, None)
            found = list(wrapped_pieces(pieces, table.width, (), 2))
            if len(found) <= lines:
                break
        return iter(found)

    def _flow(self, table: Table, rows: list[Row], lines: int) -> Iterator[Line]:
        room = (table.width - 2) * lines
        pieces = shortened(self._flow_pieces(rows, room), table.width - 2, lines, None)
        return wrapped_pieces(pieces, table.width, (Piece("  "),), 2)

    def _flow_pieces(self, rows: list[Row], room: int) -> list[Piece]:
        """Rows one after another, counters first; of as many heaps as needed only how much they are."""
        rows = sorted(rows, key=lambda row: bool(row.name))
        told = [[_stripped(piece) for piece in row.pieces] for row in rows]
        wide = [_width_of(pieces) for pieces in told]
        brief = [
            size if row.size is None else _width_of([row.size]) for row, size in zip(rows, wide, strict=True)
        ]
        used = sum(brief) + sum(map(_width_of, map(_named, range(len(rows)), rows)))
        whole: set[int] = set()
        for number in sorted(range(len(rows)), key=wide.__getitem__):
            if used - brief[number] + wide[number] <= room:
                used += wide[number] - brief[number]
                whole.add(number)
        found: list[Piece] = []
        for number, row in enumerate(rows):
            found += _named(number, row)
            found += told[number] if number in whole or row.size is None else [_stripped(row.size)]
        return found


def _named(number: int, row: Row) -> list[Piece]:
    """What stands before what is said of a row in running text."""
    between = [Piece(BETWEEN, style="quiet")] if number else []
    return [*between, Piece(row.name.replace(" ", UNBROKEN), style="quiet")] if row.name else between


def _stripped(piece: Piece) -> Piece:
    text = piece.text.strip()
    return piece if text == piece.text else evolve(piece, text=text)


def _width_of(pieces: Sequence[Piece]) -> int:
    """With the space behind each."""
    return sum(piece.width + 1 for piece in pieces)


def _narrowest(board: Board) -> int:
    """The columns that a board takes when all is said in short signs, or each stone has its sign."""
    boxes = boxes_of(board, signs_of(board))
    if counters := counters_of(boxes, board.columns[1] - board.columns[0] + 1):
        boxes = with_signs(boxes, counters)
    return Picture(board, boxes, 0, even=bool(counters)).best_width
