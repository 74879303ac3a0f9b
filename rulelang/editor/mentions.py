"""Names that no symbol knows of: in variants, in texts, and what is named without being declared.

In: declarations as they were parsed, and tables of texts. Out: places with the key of what they name: its
sort, what it belongs to, and its name. Options, messages and reasons are declared where a rule says them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import attrs
from attrs import frozen

from rulelang.diagnostics import Report
from rulelang.ir.keys import NOUNS
from rulelang.memo import MOST_REMEMBERED
from rulelang.scenarios.words import NAME_KIND
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.tables import string_keys
from rulelang.typed.symbols import (
    CallableSymbol,
    DieSymbol,
    FieldSymbol,
    KindSymbol,
    MemorySymbol,
    RecordSymbol,
    RowSymbol,
    SettingSymbol,
    Symbol,
    TrackSymbol,
    WordSymbol,
    World,
    ZoneSymbol,
)
from rulelang.types import Kind, Rec

Key = tuple[str, str, str]
Place = tuple[Key, Span, bool]  # and whether it declares it

_SORTS: dict[type, str] = {
    KindSymbol: "kind", RecordSymbol: "record", ZoneSymbol: "zone", TrackSymbol: "track", DieSymbol: "die",
    MemorySymbol: "memory", SettingSymbol: "setting",
}  # fmt: skip


def key_of(symbol: Symbol) -> Key:
    match symbol:
        case WordSymbol(kind=kind, name=name):
            return "word", kind, name
        case FieldSymbol(record=record, name=name):
            return "field", record, name
        case RowSymbol(record=record, name=name):
            return "row", record, name
        case CallableSymbol(is_rule=is_rule, name=name):
            return "rule" if is_rule else "value", "", name
    return _SORTS[type(symbol)], "", symbol.name


def same_things(world: World) -> Iterator[tuple[Symbol, Symbol]]:
    """Words that are made from others: the names of components, and components of each word of a kind."""
    for record in world.records.values():
        names = world.kinds.get(f"{record.name}{NAME_KIND}")
        for row in record.rows.values():
            if names is not None and row.name in names.symbols:
                yield row, names.symbols[row.name]
            if isinstance(record.owner, Kind | Rec):
                word = world.symbol_of(row.name, record.owner)
                if word is not None:
                    yield word, row


# ---------------------------------------------------------------- rules


def walk(node: object) -> Iterator[ast.Node]:
    """A node of the syntax tree and all in it."""
    waiting: list[Any] = [node]
    while waiting:
        found = waiting.pop()
        if isinstance(found, tuple):
            waiting += reversed(found)
        elif isinstance(found, ast.Node):
            yield found
            waiting += [getattr(found, name) for name in _part_names(type(found))]


_PARTS: dict[type, tuple[str, ...]] = {}  # asked for at every node of every tree


def _part_names(sort: type[ast.Node]) -> tuple[str, ...]:
    if sort not in _PARTS:
        _PARTS[sort] = tuple(part.name for part in reversed(attrs.fields(sort)) if part.name != "span")
    return _PARTS[sort]


def in_rules(declarations: Iterable[ast.Node]) -> Iterator[Place]:
    """Options, messages and reasons."""
    for node in walk(tuple(declarations)):
        match node:
            case ast.MenuOption(name=name) | ast.May(name=name):
                yield ("option", "", name.text), name.span, True
            case ast.Say(message=name):
                yield ("say", "", name.text), name.span, True
            case ast.Finish(reason=ast.Ident() as name):
                yield ("reason", "", name.text), name.span, True


def in_patches(declarations: Iterable[ast.Node]) -> Iterator[Place]:
    """What a variant puts in the place of something, takes away, adds to or presets."""
    for node in declarations:
        match node:
            case ast.Replacement(declaration=inner):
                key = declared_key(inner)
                if key is not None:
                    yield key[0], key[1], True
            case ast.Preset(name=name):
                yield ("setting", "", name.text), name.span, False
            case ast.MoreWords(name=name):
                yield ("kind", "", name.text), name.span, False
            case ast.Removal(what=what, name=name):
                plain = ("rule", "value", "zone", "track", "setting", "kind", "die")
                sort = what if what in plain else "record" if what == "table" else "row"
                if sort == "row":
                    start = node.span.column + len("remove ")
                    line = node.span.line
                    place = Span(node.span.path, line, start, line, start + len(what))
                    yield ("record", "", what), place, False
                yield (sort, what if sort == "row" else "", name.text), name.span, False


def declared_key(node: ast.Node) -> tuple[Key, Span] | None:
    """What a declaration declares, and where it says so."""
    match node:
        case ast.Rule(name=name):
            return ("rule", "", name.text), name.span
        case ast.Value(name=name):
            return ("value", "", name.text), name.span
        case ast.Table(name=name) | ast.Component(name=name):
            return ("record", "", name.text), name.span
        case ast.Instance(type=record, name=name):
            return ("row", record.text, name.text), name.span
        case ast.Zone(name=name) | ast.Track(name=name) | ast.Die(name=name) | ast.Kind(name=name):
            return (type(node).__name__.lower(), "", name.text), name.span
        case ast.Setting(name=name) | ast.Memory(name=name):
            return (type(node).__name__.lower(), "", name.text), name.span
    return None


# ---------------------------------------------------------------- texts

_ABOUT = {
    "zone": "zone", "track": "track", "setting": "setting", "die": "die", "rule": "rule", "value": "value",
    "not": "value", "say": "say", "reason": "reason", "type": "record", "types": "record", "kind": "kind",
    "kinds": "kind", "variant": "variant", "memory": "memory", "known": "track", "unknown": "track",
}  # fmt: skip
LANGUAGE: Key = ("language", "", "")
_BEFORE = ("text", "rulebook", "help", "instead")  # what may stand before the key of a thing
_CLAUSES = frozenset(("your", "which", "not", "known", "unknown"))  # other forms of what a thing is called


@frozen
class InText:
    """A name in the key of a text, with what it can be; what is known first is meant."""

    keys: tuple[Key, ...]
    span: Span
    below: tuple[Key, ...] = ()  # things that are known only if the word is one of the language here


def in_texts(sources: Iterable[Source]) -> Iterator[InText]:
    for source in sources:
        yield from _in_text(source)


@lru_cache(maxsize=MOST_REMEMBERED)
def _in_text(source: Source) -> tuple[InText, ...]:
    """One file of texts, which each way to play the game asks for."""
    written = [[part for ident in key for part in _parts(ident)] for key in string_keys(source, Report())]
    plain = [parts[_before(parts) :] for parts in written]
    below: dict[Span, list[Key]] = {}
    longest: dict[Span, int] = {}  # a key that has others below it is no text itself
    for parts in plain:
        for part in parts:
            longest[part.span] = max(len(parts), longest.get(part.span, 0))
        if len(parts) == 2:
            language = _of_language(parts[0].text, parts[1].text)
            below.setdefault(parts[0].span, []).extend(language)
    found: list[InText] = []
    seen: set[Span] = set()
    for parts in plain:
        for index, part in enumerate(parts):
            keys = tuple(_meanings([part.text for part in parts], index, longest[part.span]))
            if keys and (part.span not in seen or len(parts) == 2):
                found.append(InText(keys, part.span, tuple(below.get(part.span, ())) if index == 0 else ()))
            seen.add(part.span)
    return tuple(found)


def _before(parts: Sequence[object]) -> int:
    return next((index for index, part in enumerate(parts) if str(part) not in _BEFORE), len(parts))


def keys_meant(words: Sequence[str]) -> Iterator[Key]:
    """What the last part of a key can name, whether or not others stand below it."""
    plain = list(words[_before(words) :])
    for length in (len(plain), len(plain) + 1) if plain else ():
        yield from _meanings(plain, len(plain) - 1, length)


def _parts(ident: ast.Ident) -> list[ast.Ident]:
    """A key that is written with dots, part by part."""
    found, span = [], ident.span
    quoted = span.end_column - span.column > len(ident.text)
    column = span.column + quoted
    for word in ident.text.split("."):
        place = Span(span.path, span.line, column, span.line, column + len(word))
        found.append(ast.Ident(place, word))
        column += len(word) + 1
    return found


def _of_language(head: str, word: str) -> Iterator[Key]:
    """What `zone.deck`, `type.loot` and the like are texts for."""
    if head in _ABOUT:
        yield _ABOUT[head], "", word
    if head in (*NOUNS, "card"):
        yield from (("record", "", word), ("kind", "", word))


def _meanings(words: list[str], index: int, length: int) -> Iterator[Key]:
    """What a part of a key can name."""
    head, word = words[0], words[index]
    if index == 0:  # `loot:` names the component or the kind whose words stand below it
        yield from (("record", "", word), ("kind", "", word))
        return
    if index == 1:
        yield from _of_language(head, word)
    if head == "track":
        yield ("record", "", word) if index == 1 else ("track", "", ".".join(words[1:]))
    if head in ("ask", "option", "tell") and index == 1:
        yield "option" if head == "option" and length == 2 else "body", "", word
    if head in _CLAUSES and index and _CLAUSES.issuperset(words[1:index]):  # `your.which.not.may_enter`
        yield from (("value", "", word), ("rule", "", word), ("track", "", word), ("zone", "", word))
    if head == "ability" and index == 1:  # `instead.ability.miser: after lay`
        yield "body", "", word
    if head in ("option", "tell") and index == 2:
        yield "option", "", word
    if head in ("ask", "option", "tell") and index == 2:
        yield "prompt", words[1], word
    if index == 1:
        yield from (("row", head, word), ("word", head, word))
