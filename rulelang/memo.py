"""Reading each text once.

In: a function from a `Source` to what it says, with findings. Out: the same function, which remembers its
answers: a game with ten variants is parsed once, not eleven times. Texts are compared, not files, so an
edited file is read again. What was not asked for the longest time is forgotten first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from rulelang.diagnostics import Diagnostic, Report
from rulelang.source import Source

MOST_REMEMBERED = 2_000_000  # characters of all texts together
SMALLEST = 1000  # what the shortest text counts as
T = TypeVar("T")


def once_for_each_text(read: Callable[[Source, Report], T]) -> Callable[[Source, Report], T]:
    known: OrderedDict[Source, tuple[T, tuple[Diagnostic, ...], frozenset[str]]] = OrderedDict()
    size = 0

    def once(source: Source) -> tuple[T, tuple[Diagnostic, ...], frozenset[str]]:
        nonlocal size
        if source in known:
            known.move_to_end(source)
            return known[source]
        own = Report()
        known[source] = answer = read(source, own), tuple(own.found), frozenset(own.lost)
        size += max(SMALLEST, len(source.text))
        while size > MOST_REMEMBERED and len(known) > 1:
            size -= max(SMALLEST, len(known.popitem(last=False)[0].text))
        return answer

    @wraps(read)
    def remembered(source: Source, report: Report) -> T:
        result, found, lost = once(source)
        report.sources[source.path] = source
        for diagnostic in found:
            report.add(diagnostic)
        report.lost |= lost
        return result

    return remembered
