"""Nodes, names, comments, types and literals."""

from __future__ import annotations

from attrs import field, frozen

from rulelang.source import Span


@frozen
class Node:
    span: Span = field(eq=False, repr=False)


@frozen
class Ident(Node):
    text: str

    def __str__(self) -> str:
        return self.text


@frozen
class Text(Node):
    value: str


@frozen
class Comment(Node):
    text: str
    own_line: bool


@frozen
class File:
    path: str
    declarations: tuple[Node, ...]
    comments: tuple[Comment, ...] = field(eq=False)


class Type(Node):
    pass


@frozen
class TypeNumber(Type):
    low: int
    high: int


@frozen
class TypeBool(Type):
    pass


@frozen
class TypeOneOf(Type):
    names: tuple[Ident, ...]


@frozen
class TypeList(Type):
    item: Type


@frozen
class TypePlace(Type):
    zone: Ident


@frozen
class TypePlayer(Type):
    pass


@frozen
class TypeName(Type):
    name: Ident


@frozen
class TypeOptional(Type):
    inner: Type


@frozen
class TypeLost(Type):
    """A type that could not be read; that is reported already."""


class Literal(Node):
    pass


@frozen
class LiteralInt(Literal):
    value: int


@frozen
class LiteralYes(Literal):
    pass


@frozen
class LiteralNo(Literal):
    pass


@frozen
class LiteralNone(Literal):
    pass


@frozen
class LiteralName(Literal):
    name: Ident


@frozen
class LiteralList(Literal):
    items: tuple[Literal, ...]
