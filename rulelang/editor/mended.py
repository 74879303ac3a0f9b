"""A text in the middle of being typed, made whole enough to be read.

In: a text of rules. Out: the same text with the same lines, in which every declaration that breaks off is
ended or left out line by line. Nothing is ever told about this text: it is there so that the names in the
rest of a declaration are known while one of its lines is typed. What is put behind a line stands where no
text is, so no name in it has a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from attrs import evolve

from rulelang.compile import Bundle
from rulelang.diagnostics import Report
from rulelang.source import Source
from rulelang.syntax.accepts import ended
from rulelang.syntax.parser import parse, stops_at

MOST_REMEMBERED = 200
MOST_SHORTENED = 8  # words and signs of a line that are left out
MOST_LINES = 12  # of one declaration that are mended
MOST_TRIED = 80  # ways to mend a line, in one text: an editor waits for it
LONGEST = 20_000  # characters of a declaration that is mended
_START = re.compile(r"^(?=[^\s#])", re.MULTILINE)
_WHOLE = ("do nothing", "when 1: 0", "otherwise: 0")  # lines that can be read where others stand
_OF_THE_TEXT = "R01"  # the codes of what the parser finds


def mended_bundle(bundle: Bundle) -> Bundle:
    return evolve(bundle, rules=tuple(map(mended, bundle.rules)))


@lru_cache(maxsize=MOST_REMEMBERED)
def mended(source: Source) -> Source:
    report = Report()
    parse(source, report)
    text = source.text
    if "\t" in text or not any(found.code.startswith(_OF_THE_TEXT) for found in report.found):
        return source
    starts = [match.start() for match in _START.finditer(text)]
    parts = [text[: starts[0] if starts else len(text)]]
    tries = iter(range(MOST_TRIED))
    for start, stop in pairwise([*starts, len(text)]):
        parts.append(_declaration(text[start:stop], source, source.line_of(start), tries))
    return Source(source.path, "".join(parts))


def _declaration(chunk: str, source: Source, first_line: int, tries: Iterator[int]) -> str:
    if len(chunk) > LONGEST:
        return chunk
    lines = chunk.split("\n")
    for _ in range(MOST_LINES):
        at = stops_at("\n".join(lines), source, first_line)
        if at is None:
            return "\n".join(lines)
        tried = _better(lines, at, source, first_line, tries)
        if tried is None:
            return chunk
        lines = tried
    return chunk


def _better(
    lines: list[str], at: tuple[int, int], source: Source, first_line: int, tries: Iterator[int]
) -> list[str] | None:
    """The declaration with one line mended, so that the parser comes as far as it can."""
    best, farthest = None, at[0]
    for number in _suspects(lines, at[0]):
        for way in _ways(lines, number, at):
            if next(tries, None) is None:
                return best
            tried = [*lines[:number], way, *lines[number + 1 :]]
            stop = stops_at("\n".join(tried), source, first_line)
            if stop is None:
                return tried
            if stop[0] > max(farthest, number):
                best, farthest = tried, stop[0]
    return best


def _suspects(lines: list[str], at: int) -> list[int]:
    """The lines that may be what is wrong where the parser stops on a line: an open bracket above it,
    the line itself, and the one right above."""
    at = min(at, len(lines) - 1)
    depth, opened = 0, at
    for number, line in enumerate(lines[:at]):
        before = depth
        code = _code(line)
        depth = max(0, depth + sum(map(code.count, "([")) - sum(map(code.count, ")]")))
        if depth and not before:
            opened = number
    above = next((number for number in range(at - 1, -1, -1) if lines[number].strip()), at)
    nothing_follows = _code(lines[above]).rstrip().endswith(":") and _indent(lines[at]) <= _indent(
        lines[above]
    )
    first = opened if depth else above if nothing_follows else at
    return list(dict.fromkeys((first, at, above)))


def _ways(lines: list[str], number: int, at: tuple[int, int]) -> Iterator[str]:
    """The line with what ends it, the part of it that could be read with what ends that, and nothing."""
    above = "".join(f"{line}\n" for line in lines[:number])
    line = _code(lines[number]).rstrip()
    for part in _parts(line, at[1] if number == at[0] else len(line)):
        whole = ended(f"{above}{part}")
        if whole is not None:
            way = whole[:-1].rpartition("\n")[2]
            yield way
            if not way.endswith(":"):
                yield f"{way}:"
            else:
                yield f"{way} do nothing"
                yield f"{way} 0"
    if number:
        below = next((each for each in lines[number + 1 :] if each.strip()), "")
        whole_lines = ("if 1:", "choose one:") if _indent(below) > _indent(line) else ("",)
        yield from (f"{' ' * _indent(line)}{whole}" for whole in (*whole_lines, *_WHOLE))


def _parts(line: str, stopped: int) -> Iterator[str]:
    """The line, what could be read of it, and ever less."""
    yield line
    ends = [
        match.start() for match in re.finditer(r"\s*[^\s\w]|\s+\w", line) if line[: match.start()].strip()
    ]
    yield from (line[:end] for end in [end for end in reversed(ends) if end <= stopped][:MOST_SHORTENED])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _code(line: str) -> str:
    """A line without its comment."""
    return line if '"' in line else line.partition("#")[0]
