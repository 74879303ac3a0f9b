"""What there is to say about a thing: its type, its text, where it is declared, what it does in words, which
rules of the book it carries out, who hooks it.

In: a `Thing` and what is known of the game. Out: short lines of Markdown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulelang.compile import Study
from rulelang.editor.index import Thing
from rulelang.editor.mentions import walk
from rulelang.editor.texts import strings_of
from rulelang.editor.words import comment_above, escaped, in_words, numbers
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.typed.symbols import (
    CallableSymbol,
    DieSymbol,
    FieldSymbol,
    KindSymbol,
    Local,
    MemorySymbol,
    RecordSymbol,
    RowSymbol,
    SettingSymbol,
    Symbol,
    TrackSymbol,
    ZoneSymbol,
)
from rulelang.types import Type

_SEES = {
    "all": "public", "none": "hidden", "owner": "seen by its owner", "others": "seen by all but its owner",
    "top": "only the top is public",
}  # fmt: skip
MOST_NAMED = 8
_HOW = {"before": "before", "after": "after", "instead": "instead of"}


def hover(
    thing: Thing, studies: Sequence[Study], sources: Mapping[str, Source], rulebook: Mapping[str, str]
) -> str:
    """`studies` are all ways to play the game, and `rulebook` has the text of each numbered rule."""
    lines = [f"**{thing.name}**: {described(thing)}"]
    texts = next((found for study in studies if (found := _texts(thing, study))), [])
    if texts:
        lines.append(" · ".join(map(escaped, texts)))
    if thing.declared:
        place = thing.declared[0]
        lines.append(f"declared in `{place}`")
        about = comment_above(place, sources.get(place.path))
        if about:
            lines.append(escaped(about))
        lines += _numbers(thing, sources, rulebook)
    said = next((found for study in studies if (found := _words(thing, study))), [])
    if said:
        lines.append("\n".join(said))
    hooks = hooks_in(studies).get((thing.sort, thing.name), {})
    if hooks:
        some = list(hooks.items())[:MOST_NAMED]
        more = f" and {len(hooks) - MOST_NAMED} more" if len(hooks) > MOST_NAMED else ""
        lines.append("changed by " + ", ".join(f"`{how}` in `{span}`" for span, how in some) + more)
    return "\n\n".join(lines)


def _numbers(thing: Thing, sources: Mapping[str, Source], rulebook: Mapping[str, str]) -> list[str]:
    """The rules of the book that this carries out: its comments name them."""
    found = dict.fromkeys(n for span in thing.declared for n in numbers(span, sources.get(span.path)))
    return [
        "\n".join(f"- **{number}** {escaped(rulebook[number])}" for number in list(found)[:MOST_NAMED]
                  if number in rulebook)
    ] if any(number in rulebook for number in found) else []  # fmt: skip


def _words(thing: Thing, study: Study) -> list[str]:
    if study.definition is None or not isinstance(thing.symbol, CallableSymbol):
        return []
    return in_words(thing.symbol.name, thing.symbol.is_rule, study.definition)


def described(thing: Thing) -> str:
    """Its sort and type, in a few words."""
    symbol = thing.symbol
    return f"{_article(thing.sort)}" if symbol is None else _symbol(symbol, thing)


def _article(word: str) -> str:
    plain = {"say": "a message", "reason": "a reason for the end of the game", "option": "an option"}
    return plain.get(word, f"{'an' if word[0] in 'aeiou' else 'a'} {word}")


def _plain(type_: Type | None) -> str:
    return str(type_).removeprefix("a ").removeprefix("an ")


def _each(owner: Type | None) -> str:
    return f" of each {_plain(owner)}" if owner is not None else ""


def _symbol(symbol: Symbol, thing: Thing) -> str:
    match symbol:
        case Local(role=role, type=type_):
            names = {"param": "parameter", "let": "name", "loop": "name", "element": "element"}
            return f"{type_} ({names.get(role, role)})"
        case ZoneSymbol(ordering=ordering, item=item, sees=sees, owner=owner):
            size = f" {symbol.width} by {symbol.height}" if ordering == "grid" else ""
            return f"zone{_each(owner)}: {ordering}{size} of {item}, {_SEES.get(sees, sees)}"
        case TrackSymbol(type=type_, owner=owner):
            return f"track{_each(owner)}: {type_}"
        case SettingSymbol(type=type_):
            return f"setting: {type_}"
        case FieldSymbol(type=type_, record=record, track=track):
            return f"{'changing field' if track else 'field'} of {record}: {type_}"
        case RowSymbol(record=record, copies=copies):
            return f"{record}, {copies} copies" if copies > 1 else f"{record}"
        case RecordSymbol(word=word, size=size):
            return f"{word} with {len(symbol.rows)} rows, {size} in all"
        case KindSymbol(words=words):
            return f"kind: {', '.join(words[:12])}{' …' if len(words) > 12 else ''}"
        case DieSymbol(faces=faces):
            return f"die: {', '.join(map(str, faces))}"
        case MemorySymbol():
            return "memory of positions"
        case CallableSymbol(is_rule=is_rule, params=params, answer=answer):
            given = ", ".join(f"{name}: {_plain(type_)}" for name, type_ in params)
            gives = f", answers {answer}" if answer is not None else ""
            return f"{'rule' if is_rule else 'value'} `{symbol.name}({given})`{gives}"
    return f"{_article(thing.sort)} of {thing.owner}" if thing.owner else _article(thing.sort)


def _texts(thing: Thing, study: Study) -> list[str]:
    keys = thing.symbol.text_keys if thing.symbol is not None else (f"{thing.sort}.{thing.name}",)
    return [f"{language}: {texts[key]}" for language, texts in sorted(strings_of(study).items())
            for key in keys if key in texts]  # fmt: skip


Hooks = Mapping[tuple[str, str], Mapping[Span, str]]


def hooks_in(studies: Iterable[Study]) -> Hooks:
    """The abilities and variants that change each rule, value, zone and track, with their places."""
    found: dict[tuple[str, str], dict[Span, str]] = {}
    seen: set[int] = set()
    for study in studies:
        for node in (*study.base, *(node for patch in study.patches for node in patch.declarations)):
            if id(node) in seen:  # each way to play the game has the same declarations
                continue
            seen.add(id(node))
            for sort, name, how in _hooks(node):
                found.setdefault((sort, name.text), {})[name.span] = how
    return found


def _hooks(declaration: ast.Node) -> Iterator[tuple[str, ast.Ident, str]]:
    for node in walk(declaration):
        match node:
            case ast.Hook(how=how, name=name):
                yield "rule", name, f"{_HOW[how]} {name.text}"
            case ast.Change(name=name):
                yield "value", name, f"change {name.text}"
            case ast.MoreOptions(name=name):
                yield "rule", name, f"more options of {name.text}"
            case ast.Whenever(thing=name):
                yield from ((sort, name, f"whenever {name.text}") for sort in ("zone", "track"))
            case ast.Replacement(declaration=ast.Rule(name=name)):
                yield "rule", name, f"replace {name.text}"
            case ast.Replacement(declaration=ast.Value(name=name)):
                yield "value", name, f"replace {name.text}"
