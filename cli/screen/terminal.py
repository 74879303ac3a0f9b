"""The person at the keyboard.

In: lines to show, questions to ask. Out: typed lines. Knows whether anybody is there and whether a screen
reader reads to them, whether colours may be used, and keeps control characters of a definition's texts away
from the terminal.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cli.screen.escaping import for_terminal
from cli.screen.widths import width_of, wrapped

if TYPE_CHECKING:
    from cli.screen.paint import Painter

NARROWEST, WIDEST = 40, 120
# Erases the screen and what can be scrolled back to, so that no secret of the last player is left.
ERASE = "\x1b[2J\x1b[3J\x1b[H"
STYLES = {"title": "1", "quiet": "2", "mine": "1;36", "wrong": "33"}
UNCOLOURED = ("", "quiet")  # styles beside which the colours of names can be told


def say(text: str, *, to_stderr: bool = False) -> None:
    """Prints a text of several lines that may come from a definition."""
    for line in text.split("\n"):
        print(for_terminal(line), file=sys.stderr if to_stderr else sys.stdout)


def say_line(text: str, *, to_stderr: bool = False) -> None:
    """Prints one line, whatever stands in it: names of files can have line ends."""
    print(for_terminal(text), file=sys.stderr if to_stderr else sys.stdout, flush=True)


def put(text: str) -> None:
    """Prints a text for another program, which is escaped for it already."""
    print(text)


class Terminal:
    """With `reader`, what is shown is for a screen reader: no colours, and no pictures or columns by others.

    A `painter` gives colours to names in what is written without a style that has a colour itself.
    """

    panels = False  # what is written last is read first, since lines scroll

    def __init__(self, plain: bool = False, reader: bool = False) -> None:
        self.reader = reader
        self.interactive = _is_terminal(sys.stdin)
        self.erases = _is_terminal(sys.stdout)
        dumb = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM", "dumb") == "dumb"
        self.colours = self.erases and not plain and not reader and not dumb
        self.painter: Painter | None = None

    @property
    def width(self) -> int:
        if not self.erases:
            return 80  # what is written to a file does not depend on who writes it
        return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))

    @property
    def height(self) -> int | None:
        """The rows that can be seen at once; None where nothing scrolls away, or all is read in order."""
        return shutil.get_terminal_size((80, 24)).lines if self.erases and not self.reader else None

    def write(self, text: str = "", style: str = "") -> None:
        shown = for_terminal(text)
        if self.erases and width_of(shown) > self.width:
            indent = " " * (len(shown) - len(shown.lstrip()) + 2)
            lines = wrapped(shown.strip(), self.width, indent[2:], indent, paths=True)
        else:
            lines = [shown]
        for line in lines:
            print(self._coloured(line, style))

    def _coloured(self, line: str, style: str) -> str:
        if not self.colours or not line:
            return line
        if self.painter is not None and style in UNCOLOURED:
            line = self.painter.paint(line)
        return f"\x1b[{STYLES[style]}m{line}\x1b[0m" if style else line

    def heading(self, text: str) -> None:
        """The title of a new screen."""
        self.write(text if self.reader else f"-- {text} ".ljust(self.width - 1, "-"), "title")

    def write_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def ask(self, question: str) -> str:
        """A typed line. Raises `EOFError` when there will be none.

        The line is not read with `input`, whose history would show a player what the last one typed.
        """
        shown = for_terminal(question)
        if self.erases and width_of(shown) > self.width:
            shown = "\n".join(wrapped(shown.strip(), self.width - 1, others="  ")) + " "
        sys.stdout.write(shown)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            print()
            raise EOFError
        if not self.interactive:
            print()  # nobody's Enter has ended the line
        return line.strip()

    def wait(self) -> None:
        """Shows what was written before something takes a while."""
        sys.stdout.flush()

    def erase(self) -> None:
        if self.erases:
            sys.stdout.write(ERASE)
            sys.stdout.flush()


def _is_terminal(stream: object) -> bool:
    try:
        return bool(stream is not None and stream.isatty())  # type: ignore[attr-defined]
    except ValueError:  # closed
        return False
