"""The full screen as a terminal that a session writes to and asks.

In: what the session writes, draws and asks, from its own thread. Out: typed lines. What commands write is
gathered and shown in a panel, or in one line if it is short.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from cli.full.app import END, INTERRUPT, Full, Panel
from cli.screen.pieces import Line, line
from cli.screen.widths import wrapped

if TYPE_CHECKING:
    from cli.full.layout import Stand
    from cli.screen.paint import Painter

PROMPT = "> "
WIDEST_PANEL = 90


class FullTerminal:
    """What `cli.screen.terminal.Terminal` is for lines."""

    reader = False
    interactive = True
    erases = True
    colours = True
    panels = True  # what is written is read from its beginning

    def __init__(self, app: Full) -> None:
        self.app = app
        self.painter: Painter | None = None
        self.stand: Stand | None = None
        self.gathered: list[tuple[str, str]] = []

    @property
    def width(self) -> int:
        return max(40, min(WIDEST_PANEL, self.app.window.width - 8))

    # ------------------------------------------------------------ writing
    def write(self, text: str = "", style: str = "") -> None:
        self.gathered.append((text, style))

    def write_all(self, lines: Iterable[str]) -> None:
        for text in lines:
            self.write(text)

    def heading(self, text: str) -> None:
        self.write(text, "title")

    def erase(self) -> None:
        """Nothing of the last player is left."""
        self.stand = None
        self.gathered = []

    # ------------------------------------------------------------ asking
    def ask(self, question: str) -> str:
        """A typed line. Raises `KeyboardInterrupt` or `EOFError` when there will be none."""
        asked = "" if question == PROMPT else question.strip()
        self._show(asked, waits=True)
        typed = self.app.typed.get()
        if typed == INTERRUPT:
            raise KeyboardInterrupt
        if typed == END:
            raise EOFError
        return typed.strip()

    def wait(self) -> None:
        """Draws what stands there while nobody is asked: soon, unless somebody is asked before."""
        if self.gathered:
            self._show("", waits=False)
        else:
            self.app.call_from_thread(self.app.show_soon, self.stand)

    def _show(self, asked: str, waits: bool) -> None:
        status, panel = self._told()
        self.app.call_from_thread(self.app.show, self.stand, asked, status, panel, waits)

    def _told(self) -> tuple[str, Panel | None]:
        """What was written since, as one line or as a panel."""
        while self.gathered and not self.gathered[0][0].strip():
            self.gathered.pop(0)
        gathered, self.gathered = self.gathered, []
        if len(gathered) == 1 and len(gathered[0][0]) < self.app.window.width - 8:
            return gathered[0][0].strip(), None
        return "", partial(_broken, gathered) if gathered else None


def _broken(written: Sequence[tuple[str, str]], width: int) -> tuple[Line, ...]:
    """What was written, in lines of so many columns."""
    lines: list[Line] = []
    for text, style in written:
        indent = " " * (len(text) - len(text.lstrip()))
        broken = (
            wrapped(text.strip(), min(WIDEST_PANEL, width), indent, f"{indent}  ", paths=True)
            if text.strip()
            else [""]
        )
        lines += [line(part, style) for part in broken]
    return tuple(lines)
