"""Reading each text once.

In: a function from a `Source` to what it says, with findings; it may need to know something else, such as the
zones of a game. Out: the same function, which remembers its answers: a game with ten variants is parsed once,
not eleven times. Texts are compared, not files, so an edited file is read again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, TypeVarTuple

from rulelang.diagnostics import Diagnostic, Lost, Report
from rulelang.source import Source

MOST_REMEMBERED = 400
T = TypeVar("T")
More = TypeVarTuple("More")


def remembering(
    most: int,
) -> Callable[[Callable[[Source, Report, *More], T]], Callable[[Source, Report, *More], T]]:
    """So many answers: what is said of a text may be larger than the text."""

    def made(read: Callable[[Source, Report, *More], T]) -> Callable[[Source, Report, *More], T]:
        @lru_cache(maxsize=most)
        def once(source: Source, *more: *More) -> tuple[T, tuple[Diagnostic, ...], tuple[Lost, ...]]:
            own = Report()
            return read(source, own, *more), tuple(own.found), tuple(own.lost)

        @wraps(read)
        def remembered(source: Source, report: Report, /, *more: *More) -> T:
            result, found, lost = once(source, *more)
            report.sources[source.path] = source
            for diagnostic in found:
                report.add(diagnostic)
            report.lost += lost
            return result

        remembered.forget = once.cache_clear  # type: ignore[attr-defined]
        return remembered

    return made


def once_for_each_text(read: Callable[[Source, Report], T]) -> Callable[[Source, Report], T]:
    return remembering(MOST_REMEMBERED)(read)
