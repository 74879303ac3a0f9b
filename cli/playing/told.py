"""What the author of a game tells about its things.

In: the words of a game, and the key of a thing: `zone.hand`. Out: the hand-written text about it,
`text.zone.hand`. A component without one is told by its type and by the words that are printed on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.words import Words
from rulelang.ir.keys import TEXT
from rulelang.ir.texts import GAP
from rulelang.types import Kind, Rec, bare


def things_told(words: Words) -> list[str]:
    """The keys of everything that the author tells about."""
    keys = (key for _, texts in words.tables for key in texts if key.startswith(TEXT))
    return list(dict.fromkeys(key.removeprefix(TEXT) for key in keys))


def name_of(words: Words, key: str) -> str:
    """A thing's name; rules and types may have theirs for the rulebook only."""
    return GAP.sub("…", words.text(key, words.text(f"rulebook.{key}")))


def told(words: Words, *keys: str) -> list[str]:
    """The text of the first of these things that has one, as the only line."""
    found = (words.text(f"{TEXT}{key}", "") for key in keys)
    return [text for text in found if text][:1]


def told_of_component(words: Words, key: str) -> list[str]:
    """What is told about a component, or about its type and the words printed on it."""
    return told(words, key) or [line for part in _parts(words, key) for line in told(words, part)]


def _parts(words: Words, key: str) -> Iterator[str]:
    kind, _, name = key.partition(".")
    for record in words.program.records:
        if record.name == kind and name in record.names:
            yield f"type.{kind}"
            for column in record.columns:
                value, type_ = column.values[record.names.index(name)], bare(column.type)
                if isinstance(type_, Kind | Rec) and value is not None:
                    yield f"{type_.name}.{words.key(type_, value).partition('#')[0]}"
