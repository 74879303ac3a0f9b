"""Another name for a thing, everywhere at once.

In: an `Index`, a thing and its new name. Out: edits: places with what to write there. A parameter whose
name is the name of its type is written out: renaming the type `loot` turns `(loot)` into `(loot:
treasure)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from attrs import frozen

from rulelang.editor.index import Index, Thing
from rulelang.source import Source, Span
from rulelang.syntax.accepts import keywords
from rulelang.typed.functions import FUNCTIONS
from rulelang.typed.symbols import RESERVED

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_SEAT = re.compile(r"player[0-9]+\Z")
FIXED = {
    "variant": "a variant is called like its file; rename the file, and the names in `variants …` lines",
}


@frozen(order=True)
class Edit:
    span: Span
    text: str


def refusal(thing: Thing, new: str) -> str:
    """Why a thing cannot be called like that; nothing if it can."""
    if thing.sort in FIXED:
        return FIXED[thing.sort]
    if thing.name in ("setup", "play") and thing.sort == "rule":
        return f"`{thing.name}` is a word of the language"
    if thing.name == "player" or _SEAT.match(thing.name):  # what belongs to each player is called like that
        return f"`{thing.name}` is a word of the language"
    if not thing.declared:
        return f"`{thing.name}` is not declared in these files"
    if thing.shares_text:
        return f"one text in `strings/` is for `{thing.name}` and for something else; give each its own first"
    if not _NAME.match(new):
        return "a name is a word of small letters, digits and `_`, and starts with a letter"
    if new in keywords() or new in RESERVED or new in FUNCTIONS:
        return f"`{new}` already has a meaning in the language"
    return ""


def rename(index: Index, thing: Thing, new: str) -> list[Edit]:
    return rename_all(index, [(thing, new)])


def rename_all(index: Index, pairs: Iterable[tuple[Thing, str]]) -> list[Edit]:
    """Several at once, so that two names can also change places."""
    texts: dict[Span, list[tuple[bool, str, str]]] = {}
    for thing, new in pairs:
        for span in thing.spans:
            texts.setdefault(span, []).append((thing.sort != "local", thing.name, new))
    return sorted(
        Edit(span, _param(found) if span in index.bare_params else found[0][2])
        for span, found in texts.items()
    )


def _param(found: list[tuple[bool, str, str]]) -> str:
    """The name of a parameter, and that of its type, of which one or both change."""
    old = found[0][1]
    name, type_ = old, old
    for is_type, _, new in found:
        name, type_ = (name, new) if is_type else (new, type_)
    return name if name == type_ else f"{name}: {type_}"


def applied(sources: Mapping[str, Source], edits: Iterable[Edit]) -> dict[str, str]:
    """The texts that change, as they are afterwards."""
    lines: dict[str, list[str]] = {}
    for edit in sorted(edits, reverse=True):
        text = lines.setdefault(edit.span.path, list(sources[edit.span.path].lines))
        first, last = text[edit.span.line - 1], text[edit.span.end_line - 1]
        new = first[: edit.span.column - 1] + edit.text + last[edit.span.end_column - 1 :]
        text[edit.span.line - 1 : edit.span.end_line] = [new]
    return {path: "\n".join(text) for path, text in lines.items()}
