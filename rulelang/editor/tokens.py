"""Colours that know what a name is.

In: the text of a file and the index of its game. Out: stretches of text with what they are, for an editor
that asks for them: words of the language, names by their sort, numbers, texts, comments.
"""

from __future__ import annotations

import re

from attrs import frozen

from rulelang.editor.index import Index
from rulelang.source import Source, Span
from rulelang.syntax.accepts import keywords

# What editors know, and what it is here.
SORTS = {
    "zone": "class", "track": "variable", "field": "property", "setting": "parameter", "rule": "function",
    "value": "method", "record": "type", "kind": "enum", "word": "enumMember", "row": "enumMember",
    "die": "struct", "memory": "struct", "local": "parameter", "option": "event", "say": "string",
    "reason": "string", "variant": "namespace",
}  # fmt: skip
TYPES = [*dict.fromkeys(SORTS.values()), "keyword", "number", "comment"]
_PART = re.compile(r'(?P<comment>#[^\n]*)|(?P<string>"[^"\n]*")|(?P<number>\b\d+\b)|(?P<keyword>[a-z]\w*)')
SCENARIO_WORDS = frozenset((
    *("scenario", "covers", "players", "seed", "variants", "set", "setup", "forced", "at", "by", "given"),
    *("when", "then", "player", "is", "of", "the", "game", "wins", "nobody", "decides", "knows", "sees"),
))  # fmt: skip


@frozen(order=True)
class Colour:
    line: int  # from 0
    column: int  # from 0, in characters
    length: int
    type: str
    declares: bool = False


def colours(source: Source, index: Index | None) -> list[Colour]:
    """Names by what they are, and the words of the language between them."""
    known = {} if index is None else _names(source.path, index)
    is_table = source.path.endswith((".yaml", ".yml"))
    found = list(known.values())
    language = SCENARIO_WORDS if source.path.endswith(".scenario") else keywords()
    for number, line in enumerate(source.lines):
        for match in _PART.finditer(line):
            sort = str(match.lastgroup)
            if (number, match.start()) in known or (sort == "keyword" and match[0] not in language):
                continue
            if is_table and sort in ("keyword", "string", "number"):
                continue
            found.append(Colour(number, match.start(), len(match[0]), sort))
    return _apart(sorted(found))


def _names(path: str, index: Index) -> dict[tuple[int, int], Colour]:
    found: dict[tuple[int, int], Colour] = {}
    for thing in index.things:
        for span in thing.spans:
            if span.path == path and thing.sort in SORTS:
                place = span.line - 1, span.column - 1
                colour = Colour(*place, _length(span), SORTS[thing.sort], span in thing.declared)
                if place not in found or thing.sort == "local":
                    found[place] = colour
    return found


def _length(span: Span) -> int:
    return span.end_column - span.column


def _apart(found: list[Colour]) -> list[Colour]:
    """No two of them overlap."""
    result: list[Colour] = []
    for colour in found:
        before = result[-1] if result else None
        if before is None or before.line != colour.line or before.column + before.length <= colour.column:
            result.append(colour)
    return result
