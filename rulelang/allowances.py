"""Warnings that an author has thought about: `# allow R0612: the reason`.

In: the texts of a definition, and what was found in them. Out: a report without the allowed warnings.
An allowance stands behind the line that a warning points at, or alone above it. It needs a reason, and one
that allows nothing is a finding itself (R0613): it would hide the next mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import frozen

from rulelang.diagnostics import WARNING, Diagnostic, Report
from rulelang.source import Source, Span
from rulelang.suggest import close_to

CODE = "R0613"
HOW = "write `# allow R0612: why it is all right here`, behind the line or alone above it"
_LIKE_ONE = re.compile(r"#[ \t]*([A-Za-z]+)[ \t:]+([Rr]\d{3,5})\b([ \t]*:?)([^\n]*)")


@frozen
class Allowance:
    span: Span
    code: str
    line: int  # the one that it is about


def apply_allowances(sources: Iterable[Source], report: Report, *, finished: bool) -> None:
    """Takes out what is allowed. If checking was not finished, nobody knows which allowances are used."""
    allowances = [found for source in sources for found in _allowances(source, report)]
    if not allowances:
        return
    warnings: dict[tuple[str, int], list[Diagnostic]] = {}
    for found in report.found:
        if found.severity == WARNING and found.code != CODE:
            for place in {(label.span.path, label.span.line) for label in found.labels}:
                warnings.setdefault(place, []).append(found)
    allowed: set[int] = set()
    for allowance in allowances:
        here = warnings.get((allowance.span.path, allowance.line), [])
        meant = [id(found) for found in here if found.code == allowance.code]
        allowed.update(meant)
        if not meant and finished and not report.enough:
            _unused(allowance, sorted({found.code for found in here}), report)
    report.found = [found for found in report.found if id(found) not in allowed]


def _unused(allowance: Allowance, others: list[str], report: Report) -> None:
    hint = f"here it would be {' and '.join(f'`{code}`' for code in others)}" if others else "take it away"
    title = f"this allows nothing: there is no warning {allowance.code} here"
    why = "an allowance that is not needed would hide a mistake that is made later"
    report.warn(CODE, title, allowance.span, why=why, hint=hint)


def _allowances(source: Source, report: Report) -> Iterator[Allowance]:
    after: list[int] = []  # for each line, the next one that is more than a comment
    for found in _LIKE_ONE.finditer(source.text):
        word, code, colon, reason = found.groups()
        if (word != "allow" and not close_to(word.lower(), ["allow"])) or report.enough:
            continue
        line = source.line_of(found.start())
        text = source.lines[line - 1]
        column = found.start() - source.offset_of(line) + 1
        if not _is_comment(text[: column - 1]):
            continue
        span = source.line_span(line, column, len(text.rstrip()) + 1)
        reason = reason.strip()
        if word != "allow" or len(code) != 5 or code[0] != "R" or (reason and ":" not in colon):
            report.warn(CODE, "this is not how a warning is allowed", span, hint=HOW)
        elif not reason:
            why = "whoever reads it later should know what you thought about"
            report.warn(CODE, "an allowance needs a reason", span, why=why, hint=HOW)
        else:
            alone = not text[: column - 1].strip()
            after = after or _next_lines(source)
            yield Allowance(span, code, after[line - 1] if alone else line)


def _is_comment(before: str) -> bool:
    """Whether a `#` behind this starts a comment: it is not in quotes, nor the number of a copy."""
    return (not before or before[-1] in " \t") and before.count('"') % 2 == 0


def _next_lines(source: Source) -> list[int]:
    found, coming = [], 0
    for number in range(len(source.lines), 0, -1):
        found.append(coming)
        text = source.lines[number - 1].strip()
        if text and not text.startswith("#"):
            coming = number
    return found[::-1]
