"""How far it is: games, games a second, and the time left.

In: how many games are to be played and how many are done. Out: a bar on a terminal; elsewhere a line
on stderr once in a while, for logs of long runs. Nothing for what is done in a moment.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

LINE_EVERY = 30.0  # seconds, where there is no bar


def seconds_in_words(seconds: float) -> str:
    """About how long: 40 s, 12 min, 3 h 20 min."""
    if seconds < 100:
        return f"{max(0, round(seconds))} s"
    minutes = round(seconds / 60)
    if minutes < 100:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"


def standing(played: int, total: int, seconds: float) -> str:
    """`1,200 of 5,000 games, 240 a second, about 16 s left`."""
    rate = played / seconds if seconds > 0 else 0.0
    text = f"{played:,} of {total:,} games"
    if not rate:
        return text
    shown = f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.2g} a second"
    return f"{text}, {shown}, about {seconds_in_words((total - played) / rate)} left"


class Bar:
    """Says how far it is, where somebody sees it."""

    def __init__(self, total: int, now: Callable[[], float] = monotonic) -> None:
        self._total, self._now = total, now
        self._played = 0
        self._begun = self._said = now()
        self._progress: Any = None
        self._seen = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Bar:
        if self._seen:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn

            columns = (BarColumn(bar_width=24), TextColumn("{task.description}"))
            self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._progress.add_task(self._standing(), total=self._total)
            self._progress.start()
        return self

    def _standing(self) -> str:
        return standing(self._played, self._total, self._now() - self._begun)

    def advance(self, games: int) -> None:
        self._played += games
        if self._progress is not None:
            self._progress.update(self._task, completed=self._played, description=self._standing())
        elif self._now() - self._said >= LINE_EVERY and self._played < self._total:
            from cli.screen.terminal import say_line

            self._said = self._now()
            say_line(self._standing(), to_stderr=True)

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()
