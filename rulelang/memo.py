"""Reading each text once.

In: a function from a `Source` to what it says, with findings. Out: the same function, which remembers its
answers: a game with ten variants is parsed once, not eleven times. Texts are compared, not files, so an
edited file is read again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from rulelang.diagnostics import Diagnostic, Lost, Report
from rulelang.source import Source

MOST_REMEMBERED = 400
T = TypeVar("T")


def once_for_each_text(read: Callable[[Source, Report], T]) -> Callable[[Source, Report], T]:
    @lru_cache(maxsize=MOST_REMEMBERED)
    def once(source: Source) -> tuple[T, tuple[Diagnostic, ...], tuple[Lost, ...]]:
        own = Report()
        return read(source, own), tuple(own.found), tuple(own.lost)

    @wraps(read)
    def remembered(source: Source, report: Report) -> T:
        result, found, lost = once(source)
        report.sources[source.path] = source
        for diagnostic in found:
            report.add(diagnostic)
        report.lost += lost
        return result

    remembered.forget = once.cache_clear  # type: ignore[attr-defined]
    return remembered
