"""The shape of a file: what is declared in it, and what can be folded.

In: the text of a file. Out: `Entry`s with their places, nested where rows or abilities stand in something;
and lines that fold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from rulelang.diagnostics import Report
from rulelang.editor.mentions import declared_key
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.syntax.parser import parse
from rulelang.tables import read_rows, string_keys


@frozen
class Entry:
    name: str
    sort: str
    span: Span  # of the name
    whole: Span
    inside: tuple[Entry, ...] = ()


def outline(source: Source) -> list[Entry]:
    if source.path.endswith(".rules"):
        found = (_entry(node) for node in parse(source, Report()).declarations)
        return [entry for entry in found if entry is not None]
    if source.path.endswith(".scenario"):
        return list(_scenarios(source))
    if "/strings/" in f"/{source.path}":
        keys = [key for key in string_keys(source, Report()) if len(key) == 1]
        return [Entry(key[0].text, "text", key[0].span, key[0].span) for key in sorted(keys, key=_place)]
    rows = read_rows(source, Report())
    return [Entry(row.name.text, "row", row.name.span, row.name.span) for row in rows]


def _place(key: tuple[ast.Ident, ...]) -> Span:
    return key[-1].span


def _entry(node: ast.Node) -> Entry | None:
    match node:
        case ast.Replacement(declaration=inner):
            return _entry(inner)
        case ast.Game(name=name) | ast.Variant(name=name):
            return Entry(name.text, "game", name.span, node.span)
        case ast.Setup() | ast.Play() | ast.Ranking() | ast.Score() | ast.Payoff() | ast.Outlook():
            word = type(node).__name__.lower()
            return Entry(word, "rule", _head(node.span, word), node.span)
        case ast.Hook(how=how, name=name):
            return Entry(f"{how} {name.text}", "ability", name.span, node.span)
        case ast.Change(name=name):
            return Entry(f"change {name.text}", "ability", name.span, node.span)
        case ast.MoreOptions(name=name):
            return Entry(f"more options of {name.text}", "ability", name.span, node.span)
        case ast.Whenever(thing=name):
            return Entry(f"whenever {name.text}", "ability", name.span, node.span)
    key = declared_key(node)
    if key is None:
        return None
    (sort, _, name_text), span = key
    cases = getattr(node, "cases", ())
    shown = f"{name_text} for {', '.join(case.text for case in cases)}" if cases else name_text
    inside: tuple[Entry, ...] = ()
    if isinstance(node, ast.Table | ast.Component):
        inside = tuple(Entry(f.name.text, "field", f.name.span, f.span) for f in node.fields)
    elif isinstance(node, ast.Instance):
        inside = tuple(entry for each in node.abilities if (entry := _entry(each)) is not None)
    return Entry(shown, sort, span, node.span, inside)


def _head(span: Span, word: str) -> Span:
    return Span(span.path, span.line, span.column, span.line, span.column + len(word))


_TITLE = re.compile(r"scenario\s+(.+?)\s*:?$")


def _scenarios(source: Source) -> Iterator[Entry]:
    starts = [
        (number, match)
        for number, line in enumerate(source.lines, 1)
        if (match := _TITLE.match(line)) is not None
    ]
    for (number, match), after in zip(starts, [*starts[1:], None], strict=True):
        last = (after[0] if after is not None else len(source.lines) + 1) - 1
        while last > number and not source.lines[last - 1].strip():
            last -= 1
        span = source.line_span(number, match.start(1) + 1, match.end(1) + 1)
        whole = Span(source.path, number, 1, last, len(source.lines[last - 1]) + 1)
        yield Entry(match[1].strip('"'), "scenario", span, whole)


def folds(source: Source) -> list[tuple[int, int, bool]]:
    """The first and the last line of what can be folded, from 0, and whether it is a comment."""
    found: list[tuple[int, int, bool]] = []
    open_: list[tuple[int, int]] = []  # the indent of a line that may open a block, and its number
    last = -1  # the last line with something on it
    comment = -1
    for number, line in enumerate((*source.lines, "x")):
        text = line.strip()
        end = number == len(source.lines)
        if text.startswith("#") and not end:
            comment = number if comment < 0 else comment
            continue
        if comment >= 0 and text:
            if number - 1 > comment and _joined(source, comment, number):
                found.append((comment, number - 1, True))
            comment = -1
        if not text:
            continue
        indent = 0 if end else len(line) - len(line.lstrip())
        while open_ and open_[-1][0] >= indent:
            _, first = open_.pop()
            if last > first:
                found.append((first, last, False))
        open_.append((indent, number))
        last = number
    return sorted(found)


def _joined(source: Source, first: int, after: int) -> bool:
    return all(source.lines[number].lstrip().startswith("#") for number in range(first, after))
