"""Reading each text once.

In: a function from a `Source` to what it says, with findings; it may need to know something else, such as the
zones of a game. Out: the same function, which remembers its answers: a game with ten variants is parsed once,
not eleven times. Texts are compared, not files, so an edited file is read again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

from rulelang.diagnostics import Diagnostic, Lost, Report
from rulelang.source import Source

MOST_REMEMBERED = 400
T = TypeVar("T")
P = ParamSpec("P")
Reader = Callable[Concatenate[Source, Report, P], T]


def remembering(most: int) -> Callable[[Reader[P, T]], Reader[P, T]]:
    """So many answers: what is said of a text may be larger than the text."""

    def made(read: Reader[P, T]) -> Reader[P, T]:
        @lru_cache(maxsize=most)
        def once(
            source: Source, *args: P.args, **named: P.kwargs
        ) -> tuple[T, tuple[Diagnostic, ...], tuple[Lost, ...]]:
            own = Report()
            return read(source, own, *args, **named), tuple(own.found), tuple(own.lost)

        @wraps(read)
        def remembered(source: Source, report: Report, *args: P.args, **named: P.kwargs) -> T:
            result, found, lost = once(source, *args, **named)
            report.sources[source.path] = source
            for diagnostic in found:
                report.add(diagnostic)
            report.lost += lost
            return result

        remembered.forget = once.cache_clear  # type: ignore[attr-defined]
        return remembered

    return made


def once_for_each_text(read: Reader[P, T]) -> Reader[P, T]:
    return remembering(MOST_REMEMBERED)(read)
