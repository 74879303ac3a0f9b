"""Names of rules in sentences about what happens: `{goods}` in `tell.trade_goods`.

In: texts, and what typing knows of the rules. Out: each such gap with its place, and the names that are known
in each rule or ability, for which a gap can stand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from rulelang.compile import Study
from rulelang.diagnostics import Report
from rulelang.ir.texts import NAMED_GAP
from rulelang.memo import MOST_REMEMBERED
from rulelang.source import Source, Span
from rulelang.tables import read_strings
from rulelang.typed.symbols import Local

TELL = "tell."
Gap = tuple[str, str, Span]  # the rule or ability that is told of, the name, and where it stands


@lru_cache(maxsize=MOST_REMEMBERED)
def gaps(source: Source) -> tuple[Gap, ...]:
    """The names in the sentences of one file of texts."""
    return tuple(_gaps(source))


def _gaps(source: Source) -> Iterator[Gap]:
    for key, (text, span) in read_strings(source, Report()).items():
        if not key.startswith(TELL) or "{" not in text:
            continue
        body = key.removeprefix(TELL).partition(".")[0]
        for number in range(span.line, span.end_line + 1):
            line = source.lines[number - 1] if number <= len(source.lines) else ""
            first = span.column - 1 if number == span.line else 0
            last = span.end_column - 1 if number == span.end_line else len(line)
            for gap in NAMED_GAP.finditer(line, first, last):
                if not gap[1].isdigit():
                    start = gap.start(1) + 1
                    yield body, gap[1], Span(span.path, number, start, number, start + len(gap[1]))


def locals_by_body(study: Study, within: Mapping[str, Collection[Span]]) -> Iterator[tuple[str, Local]]:
    """The names that are known in some rules and abilities, which are given by where they stand."""
    rows = [(body, span) for body, spans in within.items() for span in spans]
    seen: set[tuple[str, int]] = set()
    for node, scope, _ in study.sites or ():
        for body, span in rows:
            inside = span.path == node.span.path and span.line <= node.span.line <= span.end_line
            inner = scope if inside else None
            while inner is not None and (body, id(inner)) not in seen:
                seen.add((body, id(inner)))
                yield from ((body, local) for local in inner.names.values() if local.span is not None)
                inner = inner.parent
