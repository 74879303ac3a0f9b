"""The person at the keyboard.

In: lines to show, questions to ask. Out: typed lines. Knows whether anybody is there, whether colours may be
used, and keeps control characters of a definition's texts away from the terminal.
"""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable

NARROWEST, WIDEST = 40, 120
# Erases the screen and what can be scrolled back to, so that no secret of the last player is left.
ERASE = "\x1b[2J\x1b[3J\x1b[H"
STYLES = {"title": "1", "quiet": "2", "mine": "1;36", "wrong": "33"}


def printable(text: str) -> str:
    """Definitions are untrusted: their texts may not steer the terminal."""
    if text.isprintable():
        return text
    return "".join(" " if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") else c for c in text)


def say(text: str, *, to_stderr: bool = False) -> None:
    """Prints a text of several lines that may come from a definition."""
    for line in text.split("\n"):
        print(printable(line), file=sys.stderr if to_stderr else sys.stdout)


class Terminal:
    def __init__(self, plain: bool = False) -> None:
        self.interactive = _is_terminal(sys.stdin)
        self.erases = _is_terminal(sys.stdout)
        dumb = "NO_COLOR" in os.environ or os.environ.get("TERM", "dumb") == "dumb"
        self.colours = self.erases and not plain and not dumb

    @property
    def width(self) -> int:
        if not self.erases:
            return 80  # what is written to a file does not depend on who writes it
        return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))

    def write(self, text: str = "", style: str = "") -> None:
        shown = printable(text)
        if style and shown and self.colours:
            shown = f"\x1b[{STYLES[style]}m{shown}\x1b[0m"
        print(shown)

    def write_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def ask(self, question: str) -> str:
        """A typed line. Raises `EOFError` when there will be none.

        The line is not read with `input`, whose history would show a player what the last one typed.
        """
        sys.stdout.write(printable(question))
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            print()
            raise EOFError
        if not self.interactive:
            print()  # nobody's Enter has ended the line
        return line.strip()

    def erase(self) -> None:
        if self.erases:
            sys.stdout.write(ERASE)
            sys.stdout.flush()


def _is_terminal(stream: object) -> bool:
    try:
        return bool(stream is not None and stream.isatty())  # type: ignore[attr-defined]
    except ValueError:  # closed
        return False
