"""Which face a game has: lines that scroll, or the full screen.

In: a terminal and what was said on the command line. Out: the session, played to its end on one of them. The
full screen is taken where a person sits at a real terminal that is big enough; it is imported only then.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cli.playing.session import Session
    from cli.screen.terminal import Terminal

LINES = "RULELANG_LINES"  # set to anything: lines are wanted
SMALLEST = (60, 20)  # columns and rows; on less the lines are better
# Makes a session, with its class and the terminal it writes to.
Make = Callable[[Any, type[Any]], "Session"]


def is_full(terminal: Terminal, plain: bool, reader: bool) -> bool:
    """Whether the full screen is wanted and possible."""
    if plain or reader or not terminal.interactive or not terminal.erases or os.environ.get(LINES):
        return False
    if os.environ.get("TERM", "dumb") in ("dumb", "unknown"):
        return False
    try:
        columns, rows = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return False
    return columns >= SMALLEST[0] and rows >= SMALLEST[1]


def play_on(make: Make, terminal: Terminal, full: bool) -> Session:
    """Plays one game after another, as long as somebody wants another one; gives the last one."""
    if not full:
        from cli.playing.session import Session

        while True:
            session = make(terminal, Session)
            session.run()
            if not session.again:
                return session
    from cli.full.session import FullSession, run_full
    from cli.screen.terminal import say_line

    sessions: list[FullSession] = []

    def work(screen: Any) -> None:
        again = True
        while again:
            session = make(screen, FullSession)
            assert isinstance(session, FullSession)
            sessions.append(session)
            session.run()
            again = session.again

    try:
        run_full(work)
    finally:
        if sessions and sessions[-1].farewell:
            say_line(sessions[-1].farewell, to_stderr=True)
    return sessions[-1]
