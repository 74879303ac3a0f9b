"""The Markdown that rulebooks are written in, as HTML.

In: the page that `rulelang.prose.page` makes: headings, paragraphs, lists in lists, tables, links to
headings, emphasis, and signs with a backslash that mean themselves. Out: blocks of HTML, each heading with
its level and place. It reads that and nothing else: no HTML inside, no links to other pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from cli.pages.html import tag, text
from rulelang.prose.ink import slug, without_marks

_INLINE = re.compile(
    r"\\(?P<sign>[\\`*_\[\]<>|])"
    r"|\[(?P<words>(?:[^\[\]\\]|\\.)*)\]\(#(?P<spot>[^()\s]*)\)"
    r"|`(?P<code>[^`]+)`"
    r"|\*\*(?P<strong>(?:[^*\\]|\\.|\*(?!\*))+)\*\*"
    r"|\*(?P<name>(?:[^*\\]|\\.)+)\*"
)
_ITEM = re.compile(r"^(?P<indent> *)(?P<mark>-|\d+\.) (?P<words>.*)$")
_HEADING = re.compile(r"^(#{1,6}) (.*)$")
_CELL = re.compile(r"(?<!\\)\|")


@frozen
class Block:
    """A part of the page. A heading has a level, and the name that links use."""

    html: str
    level: int = 0
    spot: str = ""
    title: str = ""  # of a heading, as a reader sees it


def blocks(page: str) -> Iterator[Block]:
    lines = page.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        heading = _HEADING.match(line)
        end = at + 1
        if heading:
            level, title = len(heading[1]), without_marks(heading[2])
            yield Block(inline(heading[2]), level, slug(heading[2]), title)
        elif line.startswith("| "):
            while end < len(lines) and lines[end].startswith("| "):
                end += 1
            yield Block(_table(lines[at:end]))
        elif _ITEM.match(line):
            while end < len(lines) and _ITEM.match(lines[end]):
                end += 1
            yield Block(_list(lines[at:end]))
        elif line.strip():
            yield Block(tag("p", inline(line)))
        at = end


def inline(words: str) -> str:
    """A line of text with its links and emphasis; everything else is escaped."""
    found, after = [], 0
    for mark in _INLINE.finditer(words):
        found += [text(words[after : mark.start()]), _marked(mark)]
        after = mark.end()
    return "".join(found) + text(words[after:])


def _marked(mark: re.Match[str]) -> str:
    if mark["sign"] is not None:
        return text(mark["sign"])
    if mark["code"] is not None:
        return tag("code", text(mark["code"]))
    if mark["words"] is not None:
        return tag("a", inline(mark["words"]), href=f"#{mark['spot']}")
    if mark["strong"] is not None:
        return tag("strong", inline(mark["strong"]))
    return tag("em", inline(mark["name"]))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _CELL.split(line.strip())[1:-1]]


def _table(lines: Sequence[str]) -> str:
    head, rows = _cells(lines[0]), [_cells(line) for line in lines[2:]]
    top = tag("thead", tag("tr", "".join(tag("th", inline(cell)) for cell in head)))
    inside = "\n".join(tag("tr", "".join(tag("td", inline(cell)) for cell in row)) for row in rows)
    return tag("table", f"{top}\n{tag('tbody', inside)}")


def _list(lines: Sequence[str]) -> str:
    """A list, and those within its items: what is set in further belongs to the item above it."""
    items = [found for found in map(_ITEM.match, lines) if found]
    outer, html, at = len(items[0]["indent"]), [], 0
    while at < len(items):
        end = at + 1
        while end < len(items) and len(items[end]["indent"]) > outer:
            end += 1
        inner = _list([found[0] for found in items[at + 1 : end]]) if end > at + 1 else ""
        html.append(tag("li", inline(items[at]["words"]) + inner))
        at = end
    return tag("ul" if items[0]["mark"] == "-" else "ol", "\n".join(html))
