"""What is written into the cells of a board.

In: a cell of a scene's board. Out: its name and notes, in full or as short signs with a legend, and the sides
that are open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, frozen

from cli.screen.pieces import Piece
from cli.screen.widths import UNBROKEN, width_of, wrapped
from interpreter.scene.data import Board, Cell, Mark

SIDES = ("north", "east", "south", "west")
EMPTY, OFFERED = ".", "o"
TALLEST = 7  # lines in a box
SHORTEST_NAME = 4  # letters of a name in short
FEWEST_COLUMNS, MOST_SORTS, LONGEST_SIGN = 5, 16, 3  # of a board whose stones are drawn as signs
FURTHER = range(1, 6)  # letters of a word that tell it from one that begins the same: `Čv` and `Čn`
Place = tuple[int, int]  # column and row


@frozen
class Box:
    """A cell as it is drawn."""

    refs: tuple[str, ...]
    label: Piece
    notes: tuple[Piece, ...]
    open: frozenset[int] | None  # sides; None: it has none

    @property
    def text(self) -> str:
        notes = ", ".join(note.text for note in self.notes)
        return f"{self.label.text} ({notes})" if notes else self.label.text

    def is_open(self, side: int) -> bool:
        return self.open is not None and side in self.open

    def lines(self, size: int, boxed: bool) -> list[Piece]:
        """The name, and as many whole notes as there is room for."""
        if not boxed:
            return _broken(self.label, size)[:1]
        found = _broken(self.label, size)[:TALLEST]
        for note in self.notes:
            more = _broken(note, size)
            if is_whole(note.text, size) and len(found) + len(more) <= TALLEST:
                found += more
        return found

    def fits(self, size: int, boxed: bool) -> bool:
        """Whether everything can be read in so many columns."""
        if not boxed:
            return self.label.width <= size
        texts = (self.label, *self.notes)
        height = sum(len(_broken(text, size)) for text in texts)
        return height <= TALLEST and all(is_whole(text.text, size) for text in texts)


def is_whole(text: str, size: int) -> bool:
    """Whether no word has to be broken to write a text into so many columns."""
    return all(width_of(word) <= size for word in text.split())


def _broken(piece: Piece, size: int) -> list[Piece]:
    return [Piece(text, piece.refs, piece.colour, piece.style) for text in wrapped(piece.text, size)]


def boxes_of(board: Board, signs: Mapping[str, str] | None = None) -> dict[Place, Box]:
    """The cells of a board that there is something to say about. With `signs` notes are short: `f4 D3`."""
    found = {
        (cell.column, cell.row): _box(cell, signs)
        for cell in board.cells
        if cell.component is not None or cell.marks
    }
    if any(cell.component is not None and (cell.component.sides or marks_of(cell)) for cell in board.cells):
        return found
    return {place: _named_by_mark(box) for place, box in found.items()}


def _named_by_mark(box: Box) -> Box:
    """Where nothing lies a mark says what the place is: `burnt`."""
    if box.label.text not in (EMPTY, OFFERED) or len(box.notes) != 1:
        return box
    return evolve(box, label=evolve(box.notes[0], refs=box.refs), notes=())


def _box(cell: Cell, signs: Mapping[str, str] | None) -> Box:
    component = cell.component
    refs = (cell.ref, *component.ids) if component is not None else (cell.ref,)
    sides = None
    if component is None:
        label = Piece(OFFERED if cell.offered else EMPTY, refs)
    else:
        label = Piece(component.name, refs, component.colours[0] if component.colours else "")
        sides = None if component.sides is None else frozenset(map(SIDES.index, component.sides))
    marks = [Piece(_note(mark, signs), (*refs, *mark.refs), mark.colour) for mark in marks_of(cell)]
    if signs is not None and marks:
        text = " ".join(mark.text for mark in marks)
        marks = [Piece(text, tuple(dict.fromkeys(ref for mark in marks for ref in mark.refs)))]
    return Box(refs, label, tuple(marks), sides)


def marks_of(cell: Cell) -> tuple[Mark, ...]:
    return (*cell.component.marks, *cell.marks) if cell.component is not None else cell.marks


def _note(mark: Mark, signs: Mapping[str, str] | None) -> str:
    return mark.text if signs is None else f"{signs[mark.name]}{mark.value}"


def signs_of(board: Board) -> dict[str, str]:
    """A short sign for each sort of mark on a board: its first letters, as many as tell it from others."""
    names = dict.fromkeys((mark.name, mark.sort) for cell in board.cells for mark in marks_of(cell))
    found: dict[str, str] = {}
    for name, sort in names:
        letters = "".join(c for c in name if c.isalnum()) or "?"
        letters = letters.lower() if sort in ("field", "printed") else letters[:1].upper() + letters[1:]
        digits = "".join(c for c in name if c.isdigit())[-1:]
        for sign in (*_starts(letters, digits), *(f"{letters[:1]}{n}" for n in range(2, 99))):
            if sign not in found.values():
                found[name] = sign
                break
    return found


def flattened(boxes: Mapping[Place, Box]) -> dict[Place, Box]:
    """Each box in one line: its name in short, and its notes behind it."""
    names = short_names(dict.fromkeys(box.label.text for box in boxes.values()))
    found = {}
    for place, box in boxes.items():
        parts = (names[box.label.text], *(note.text for note in box.notes))
        text = UNBROKEN.join(parts).replace(" ", UNBROKEN)
        refs = tuple(dict.fromkeys((*box.refs, *(ref for note in box.notes for ref in note.refs))))
        found[place] = evolve(box, label=evolve(box.label, text=text, refs=refs), notes=())
    return found


def counters_of(boxes: Mapping[Place, Box], columns: int) -> dict[str, str]:
    """A sign for each name on a board of stones or men, on which there is nothing but a few sorts of them; {}
    for another board, and where names are no longer than signs."""
    names = dict.fromkeys(box.label.text for box in boxes.values())
    plain = not any(box.notes or box.open is not None for box in boxes.values())
    if not plain or columns < FEWEST_COLUMNS or not 0 < len(names) <= MOST_SORTS:
        return {}
    if max(map(width_of, names)) <= LONGEST_SIGN:
        return {}
    nouns = {name.split()[-1] for name in names if " " in name}
    for further in (0, *FURTHER):
        for letters in range(1, LONGEST_SIGN + 1):
            found = {name: _sign(name, nouns, letters, further) for name in names}
            signs = {sign.casefold() for sign in found.values()}
            most = LONGEST_SIGN + bool(further)
            if max(map(width_of, signs)) > most:
                break
            if len(signs) == len(names) and signs.isdisjoint((EMPTY, OFFERED)):
                return found
    return {}


def _sign(name: str, nouns: set[str], letters: int, further: int) -> str:
    """A black stone among stones is `B`; a black king, with other men beside it, is `BKi`. With `further` the
    words before the last one have their first letter and another one: `červený` is `Čv`, `černý` is `Čn`."""
    *first, last = name.split()
    if not first:  # beside stones a single word is what a place is: `Bu` for burnt
        return last[: max(2, letters) if nouns else letters].capitalize()
    if further:
        before = "".join((word[:1] + word[further : further + 1]).capitalize() for word in first)
    elif nouns == {last}:
        before = "".join(word[:letters].capitalize() for word in first)
    else:
        before = "".join(word[:1].upper() for word in first)
    return before if nouns == {last} else before + last[: max(2, letters)].capitalize()


def with_signs(boxes: Mapping[Place, Box], signs: Mapping[str, str]) -> dict[Place, Box]:
    return {
        place: evolve(box, label=evolve(box.label, text=signs[box.label.text]))
        for place, box in boxes.items()
    }


def short_names(names: Iterable[str]) -> dict[str, str]:
    """A name with a number is its first letter and the number; others are their first letters."""
    found: dict[str, str] = {}
    for name in names:
        number = re.search(r"\d+$", name)
        letters = "".join(c for c in (name[: number.start()] if number else name) if c.isalnum())
        least = 1 if number else SHORTEST_NAME
        tail = number[0] if number else ""
        tries = (f"{letters[:size]}{tail}" for size in range(least, len(letters) + 1))
        found[name] = next((short for short in tries if short not in found.values()), name)
    return found


def _starts(letters: str, digits: str) -> Sequence[str]:
    """What a name with a number in it is called by its first letter and the number."""
    if digits:
        return [letters[:1] + digits, letters[:2] + digits, letters[:3] + digits]
    return [letters[:1], letters[:2], letters[:3]]
