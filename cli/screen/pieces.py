"""Lines made of pieces that know what they show.

In: texts with references and colours. Out: lines that a face draws: as plain text, or with colours and with
places that can be pointed at. Pieces are broken into lines between words, never inside a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, frozen

from cli.screen.widths import UNBROKEN, cut, width_of


@frozen
class Piece:
    text: str
    refs: tuple[str, ...] = ()  # what it shows: see docs/scene.md
    colour: str = ""
    style: str = ""  # title, mine, quiet

    @property
    def width(self) -> int:
        return width_of(self.text)


Line = tuple[Piece, ...]


def plain(line: Iterable[Piece]) -> str:
    """Only the text, without spaces at the end."""
    return "".join(piece.text for piece in line).replace(UNBROKEN, " ").rstrip()


def width_of_line(line: Iterable[Piece]) -> int:
    return sum(piece.width for piece in line)


def line(text: str, style: str = "") -> Line:
    return (Piece(text, style=style),)


def fitted(pieces: Sequence[Piece], width: int) -> Line:
    """One line, cut where it is too long."""
    found: list[Piece] = []
    left = width
    for piece in pieces:
        if piece.width > left:
            if left > 1:
                found.append(evolve(piece, text=cut(piece.text, left - 1) + "…"))
            elif found and left <= 1:
                last = found.pop()
                found.append(evolve(last, text=cut(last.text, max(0, last.width - 1 + left)) + "…"))
            break
        found.append(piece)
        left -= piece.width
    return tuple(found)


def listed(items: Sequence[Piece]) -> list[Piece]:
    """Things one after another, each with the comma that follows it."""
    sign = ";" if any("," in item.text for item in items) else ","
    return [
        evolve(item, text=item.text + sign) if number < len(items) else item
        for number, item in enumerate(items, 1)
    ]


def wrapped_pieces(items: Sequence[Piece], width: int, first: Line = (), indent: int = 0) -> Iterator[Line]:
    """Lines of pieces with a space between them; what is wider than a line is broken between its words."""
    current, used, fresh = list(first), width_of_line(first), True
    space = Piece(" ")
    for item in items:
        for part in _parts(item, max(2, width - indent)):
            if not fresh and used + 1 + part.width > width:
                yield tuple(current)
                current, used, fresh = [Piece(" " * indent)], indent, True
            elif fresh and used + part.width > width and used > indent:
                yield tuple(current)
                current, used = [Piece(" " * indent)], indent
            if not fresh:
                current.append(space)
                used += 1
            current.append(part)
            used, fresh = used + part.width, False
    yield tuple(current)


def _parts(item: Piece, longest: int) -> Iterator[Piece]:
    if item.width <= longest:
        yield item
        return
    line = ""
    for word in item.text.replace(UNBROKEN, " ").split():
        while width_of(word) > longest:
            if line:
                yield evolve(item, text=line)
                line = ""
            start = cut(word, longest)
            yield evolve(item, text=start)
            word = word[len(start) :]
        if line and width_of(line) + 1 + width_of(word) > longest:
            yield evolve(item, text=line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield evolve(item, text=line)
