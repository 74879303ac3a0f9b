"""The table of a scene as lines.

In: a scene, and how much room there is. Out: lines of pieces: what lies open to all, the boards, then what
belongs to each player. For a screen reader there are no pictures and no columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import frozen

from cli.phrases import Phrases
from cli.screen.board import drawn, told
from cli.screen.listing import Listing, shortened
from cli.screen.maps import with_maps
from cli.screen.pieces import Line, Piece, line, plain, wrapped_pieces
from cli.screen.widths import UNBROKEN, padded, width_of
from interpreter.scene.data import Area, Board, Counter, Scene, Seat
from interpreter.words import Words

NARROW = 60  # on less there is no room for a column of names
SEVERAL_LINES = 3  # so many at most are used for what is not the player's own
BETWEEN = "\u00b7"


@frozen
class Row:
    """A name and what is to be said about it."""

    name: str
    pieces: tuple[Piece, ...]
    own: bool = True
    size: Piece | None = None  # what is said of it where there is little room


class Table:
    """`most` is how many lines a heap may take that is not the seat's own."""

    def __init__(
        self,
        scene: Scene,
        words: Words,
        width: int,
        say: Phrases | None = None,
        reader: bool = False,
        most: int = SEVERAL_LINES,
    ) -> None:
        self.scene = scene
        self.shown = with_maps(scene)
        self.words = words
        self.width = width
        self.say = say or Phrases("en")
        self.reader = reader
        self.most = most
        self.listing = Listing(self.say)

    def text(self) -> Iterator[str]:
        """The whole table as plain lines."""
        return map(plain, self.lines())

    def lines(self) -> Iterator[Line]:
        yield from self.shared()
        for board in self.shown.boards:
            yield from self.board(board)
        for seat in self.scene.seats:
            yield from self.seat(seat)

    # ------------------------------------------------------------ parts
    def shared(self) -> Iterator[Line]:
        return self._rows(self.shared_rows())

    def shared_rows(self) -> list[Row]:
        areas = [area for area in self.shown.areas if not self._is_of_player(area.owner)]
        return [*(self._area(area, area.title) for area in areas), *self._shared_counters()]

    def board(self, board: Board) -> Iterator[Line]:
        if board.title:
            yield line(f"  {board.title}")
        if not self.reader:
            yield from drawn(board, self.width)
        elif any(cell.component is not None for cell in board.cells):
            yield from told(board, self.words, self.width)
        else:
            yield line(f"    {self.say('table.empty')}")

    def seat(self, seat: Seat) -> Iterator[Line]:
        yield from self.heading(seat)
        yield from self.rows_of(seat)

    def rows_of(self, seat: Seat) -> Iterator[Line]:
        return self._rows(self.belongings(seat))

    def heading(self, seat: Seat) -> Iterator[Line]:
        marks = [self.say("table.you")] if seat.you else []
        marks += [self.say("table.turn")] if seat.active else []
        name = f"{seat.name} ({', '.join(marks)})" if marks else seat.name
        parts = [Piece(name.replace(" ", UNBROKEN), (seat.ref,), seat.colour, "title")]
        told_so = [mark.text for mark in seat.marks]
        if seat.score is not None and self.shows_score:
            told_so.append(self.say("table.score", seat.score))
        for text in told_so:
            parts += [Piece(BETWEEN, style="quiet"), Piece(text.replace(" ", UNBROKEN))]
        return wrapped_pieces(parts, self.width, (), 2)

    @cached_property
    def shows_score(self) -> bool:
        """Whether there is a score of each to speak of, and no counter says the same."""
        if self.scene.together:
            return False
        scores = [seat.score for seat in self.scene.seats]
        counted: dict[str, list[int | None]] = {}
        for counter in self.shown.counters:
            if self._is_of_player(counter.owner):
                counted.setdefault(counter.name, []).append(counter.number)
        return any(scores) and scores not in counted.values()

    def _is_of_player(self, owner: str) -> bool:
        return owner.startswith("player:")

    def belongings(self, seat: Seat) -> list[Row]:
        rows = [self._area(area, area.name, seat.you) for area in self.shown.areas if area.owner == seat.ref]
        counters = [counter for counter in self.shown.counters if counter.owner == seat.ref]
        return [*rows, *self._counted(counters)]

    def _area(self, area: Area, name: str, own: bool = False) -> Row:
        return Row(name, tuple(self.listing.pieces(area)), own, self.listing.brief(area))

    def _shared_counters(self) -> list[Row]:
        """Those of nobody side by side; those of words or cards in a row for each track."""
        free = [counter for counter in self.shown.counters if not counter.owner]
        owned: dict[str, list[Counter]] = {}
        for counter in self.shown.counters:
            if counter.owner and not self._is_of_player(counter.owner):
                owned.setdefault(counter.name, []).append(counter)
        rows = [
            Row(
                name,
                tuple(Piece(f"{self._owner(c)} {c.value}".replace(" ", UNBROKEN), (c.owner,)) for c in each),
            )
            for name, each in owned.items()
        ]
        return [*rows, *self._counted(free)]

    def _owner(self, counter: Counter) -> str:
        return self.words.text(counter.owner.replace(":", "."))

    def _counted(self, counters: Sequence[Counter]) -> list[Row]:
        pieces = [Piece(self.counter(counter).replace(" ", UNBROKEN)) for counter in counters]
        if self.reader or not pieces:
            return [Row("", (piece,)) for piece in pieces]
        between = Piece(BETWEEN, style="quiet")
        return [Row("", tuple(part for piece in pieces for part in (piece, between))[:-1])]

    def counter(self, counter: Counter) -> str:
        if counter.flag:
            return counter.name
        value = counter.value if counter.most is None else f"{counter.value}/{counter.most}"
        return f"{counter.name}: {value}" if counter.number is None else f"{counter.name} {value}"

    # ------------------------------------------------------------ rows
    def _rows(self, rows: Sequence[Row]) -> Iterator[Line]:
        longest = max((width_of(row.name) for row in rows), default=0)
        column = min(longest, self.width * 2 // 5)
        for row in rows:
            if not row.name:
                yield from wrapped_pieces(row.pieces, self.width, line("  "), 2)
            elif self.reader or self.width < NARROW:
                start = line(f"  {row.name}: ", "quiet")
                yield from wrapped_pieces(self._shortened(row, self.width - 4), self.width, start, 4)
            else:
                name = row.name
                if width_of(name) > column:
                    yield line(f"  {name}", "quiet")
                    name = ""
                start = (Piece(f"  {padded(name, column)}  ", style="quiet"),)
                pieces = self._shortened(row, self.width - column - 4)
                yield from wrapped_pieces(pieces, self.width, start, column + 4)

    def _shortened(self, row: Row, width: int) -> Sequence[Piece]:
        return row.pieces if row.own or self.reader else shortened(row.pieces, width, self.most, self.say)
