"""Nodes, names, comments, types and literals."""

from __future__ import annotations

from attrs import field, frozen

from rulelang.nodes import Fields
from rulelang.source import Span


@frozen(eq=False, repr=False)
class Node(Fields):
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False)
class Ident(Node):
    text: str

    def __str__(self) -> str:
        return self.text


@frozen(eq=False, repr=False)
class Text(Node):
    value: str


@frozen(eq=False, repr=False)
class Comment(Node):
    text: str
    own_line: bool


@frozen(eq=False, repr=False)
class File(Fields):
    path: str
    declarations: tuple[Node, ...]
    comments: tuple[Comment, ...] = field(eq=False)


class Type(Node):
    pass


@frozen(eq=False, repr=False)
class TypeNumber(Type):
    low: int
    high: int


@frozen(eq=False, repr=False)
class TypeBool(Type):
    pass


@frozen(eq=False, repr=False)
class TypeOneOf(Type):
    names: tuple[Ident, ...]


@frozen(eq=False, repr=False)
class TypeList(Type):
    item: Type


@frozen(eq=False, repr=False)
class TypePlace(Type):
    zone: Ident


@frozen(eq=False, repr=False)
class TypePlayer(Type):
    pass


@frozen(eq=False, repr=False)
class TypeName(Type):
    name: Ident


@frozen(eq=False, repr=False)
class TypeOptional(Type):
    inner: Type


@frozen(eq=False, repr=False)
class TypeLost(Type):
    """A type that could not be read; that is reported already."""


class Literal(Node):
    pass


@frozen(eq=False, repr=False)
class LiteralInt(Literal):
    value: int


@frozen(eq=False, repr=False)
class LiteralYes(Literal):
    pass


@frozen(eq=False, repr=False)
class LiteralNo(Literal):
    pass


@frozen(eq=False, repr=False)
class LiteralNone(Literal):
    pass


@frozen(eq=False, repr=False)
class LiteralName(Literal):
    name: Ident


@frozen(eq=False, repr=False)
class LiteralList(Literal):
    items: tuple[Literal, ...]
