"""More words for a kind, as a variant says them: `more suit: star`.

In: a declaration and new words. Out: the declaration with these words in its kind. A kind is declared on
its own, or as the type of a field, a setting or a track: `suit: one of cups, swords`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from attrs import evolve

from rulelang.syntax import ast

Part = TypeVar("Part", bound=ast.Field | ast.Setting | ast.Track)


def kinds_in(node: ast.Node) -> Iterator[str]:
    """The names of the kinds that a declaration declares."""
    if isinstance(node, ast.Kind):
        yield node.name.text
    for part in _typed_parts(node):
        if isinstance(part.type, ast.TypeOneOf):
            yield part.name.text


def with_more_words(node: ast.Node, kind: str, words: tuple[ast.Ident, ...]) -> ast.Node | None:
    """The declaration with more words in its kind of this name; None if it has no such kind."""
    if kind not in kinds_in(node):
        return None
    if isinstance(node, ast.Kind):
        return evolve(node, names=(*node.names, *words))
    if isinstance(node, ast.Component | ast.Table):
        fields = (_grown(part, words) if part.name.text == kind else part for part in node.fields)
        return evolve(node, fields=tuple(fields))
    return _grown(node, words) if isinstance(node, ast.Setting | ast.Track) else None


def _typed_parts(node: ast.Node) -> Sequence[ast.Field | ast.Setting | ast.Track]:
    if isinstance(node, ast.Component | ast.Table):
        return node.fields
    return [node] if isinstance(node, ast.Setting | ast.Track) else []


def _grown(part: Part, words: tuple[ast.Ident, ...]) -> Part:
    assert isinstance(part.type, ast.TypeOneOf)
    grown: Part = evolve(part, type=evolve(part.type, names=(*part.type.names, *words)))
    return grown
