"""A part of the screen that shows lines of pieces, scrolls on its own, and can be pointed at.

In: lines. Out: what is drawn, and a message with the references of the piece that was clicked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from cli.full.ink import Ink
from cli.screen.escaping import for_terminal
from cli.screen.pieces import Line, Piece
from cli.screen.widths import UNBROKEN, width_of


class Pane(ScrollView, can_focus=False):
    """`lit` are the references that can be chosen now, `hot` those of the highlighted option."""

    DEFAULT_CSS = """
    Pane { scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; background: $background; }
    """

    class Pointed(Message):
        """Somebody clicked on something."""

        def __init__(self, refs: tuple[str, ...], pane: str) -> None:
            self.refs = refs
            self.pane = pane
            super().__init__()

    def __init__(self, ink: Ink, id: str) -> None:
        super().__init__(id=id)
        self.ink = ink
        self.lines: tuple[Line, ...] = ()
        self.lit: frozenset[str] = frozenset()
        self.hot: frozenset[str] = frozenset()
        self.at_end = False  # it stays at its end when it is resized
        self.ground = Style()  # below all pieces

    def show(
        self,
        lines: Sequence[Line],
        lit: frozenset[str] = frozenset(),
        hot: frozenset[str] = frozenset(),
        at_end: bool = False,
    ) -> None:
        """Shows these lines from now on; only what has changed is drawn again."""
        before, marked, top = self.lines, (self.lit ^ lit) | (self.hot ^ hot), self.scroll_offset.y
        self.lines, self.lit, self.hot = tuple(lines), lit, hot
        self.virtual_size = Size(max(1, self.size.width), len(self.lines))
        self.at_end = at_end
        if at_end:
            self._to_end()  # in the same frame; should its size change now, `on_resize` does it again
        if top != self.scroll_offset.y:
            self.refresh()
        elif changed := list(self._changed_since(before, marked)):
            self.refresh(*(Region(0, row, self.size.width, 1) for row in changed))

    def _changed_since(self, before: tuple[Line, ...], marked: frozenset[str]) -> Iterator[int]:
        """The rows that do not look as they did: other lines, or pieces that are marked now and were not."""
        top = self.scroll_offset.y
        for number in range(top, min(top + self.size.height, max(len(before), len(self.lines)))):
            now = self.lines[number : number + 1]
            if now != before[number : number + 1] or (
                marked and any(not marked.isdisjoint(piece.refs) for line in now for piece in line)
            ):
                yield number - top

    def on_resize(self) -> None:
        if self.at_end:
            self._to_end()

    def on_mouse_scroll_up(self) -> None:
        self.at_end = False

    def _to_end(self) -> None:
        self.virtual_size = Size(max(1, self.size.width), len(self.lines))
        self.scroll_to(0, max(0, len(self.lines) - self.size.height), animate=False, force=True)

    def render_line(self, y: int) -> Strip:
        number = y + self.scroll_offset.y
        ground = self.ground
        if number >= len(self.lines):
            return Strip.blank(self.size.width, ground)
        segments = [
            Segment(for_terminal(piece.text.replace(UNBROKEN, " ")), self._style(piece, ground))
            for piece in self.lines[number]
        ]
        strip = Strip(segments).crop(0, self.size.width)
        return strip.extend_cell_length(self.size.width, ground)

    def render_lines(self, crop: Region) -> list[Strip]:
        self.ground = (
            self.rich_style
        )  # textual asks all ancestors each time, and it is the same for all pieces
        return super().render_lines(crop)

    def _style(self, piece: Piece, ground: Style) -> Style:
        style = ground + self.ink.style(piece.colour, piece.style)
        if self.hot and not self.hot.isdisjoint(piece.refs):
            return style + Style(reverse=True)
        if self.lit and not self.lit.isdisjoint(piece.refs):
            return style + Style(underline=True)
        return style

    def piece_at(self, x: int, y: int) -> Piece | None:
        """What stands at a place of the pane."""
        number = y + self.scroll_offset.y
        if not 0 <= number < len(self.lines):
            return None
        for piece in self.lines[number]:
            x -= width_of(piece.text)
            if x < 0:
                return piece
        return None

    def on_click(self, event: events.Click) -> None:
        piece = self.piece_at(event.x, event.y)
        if piece is not None and piece.refs:
            self.post_message(self.Pointed(piece.refs, self.id or ""))
