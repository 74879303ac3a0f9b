"""Declarations."""

from __future__ import annotations

from attrs import frozen

from rulelang.syntax.ast.base import Ident, Literal, Node, Text, Type
from rulelang.syntax.ast.expressions import Expr
from rulelang.syntax.ast.statements import Block, Let


@frozen(eq=False, repr=False)
class Players(Node):
    low: int
    high: int


@frozen(eq=False, repr=False)
class Game(Node):
    name: Ident
    players: Players


@frozen(eq=False, repr=False)
class Variant(Node):
    name: Ident
    base: Ident
    players: Players | None


@frozen(eq=False, repr=False)
class Requirement(Node):
    how: str  # requires, excludes, after
    names: tuple[Ident, ...]


@frozen(eq=False, repr=False)
class Removal(Node):
    what: str
    name: Ident
    cases: tuple[Ident, ...]


@frozen(eq=False, repr=False)
class RemovalOfComponents(Node):
    name: Ident
    condition: Expr | None


@frozen(eq=False, repr=False)
class Replacement(Node):
    declaration: Node


@frozen(eq=False, repr=False)
class More(Node):
    """More rows for a component or a table."""

    name: Ident
    file: Text


@frozen(eq=False, repr=False)
class MoreWords(Node):
    """More words for a kind."""

    name: Ident
    names: tuple[Ident, ...]


@frozen(eq=False, repr=False)
class Sets(Node):
    """Several copies of every component of a type."""

    amount: int
    name: Ident


@frozen(eq=False, repr=False)
class Preset(Node):
    name: Ident
    value: Literal


@frozen(eq=False, repr=False)
class Setting(Node):
    name: Ident
    type: Type
    default: Literal


@frozen(eq=False, repr=False)
class Kind(Node):
    name: Ident
    names: tuple[Ident, ...]


@frozen(eq=False, repr=False)
class Field(Node):
    name: Ident
    type: Type
    start: Literal | None
    capped: bool


@frozen(eq=False, repr=False)
class Table(Node):
    name: Ident
    file: Text
    fields: tuple[Field, ...]


@frozen(eq=False, repr=False)
class Component(Node):
    word: str
    name: Ident
    file: Text | None
    active_in: Ident | None
    fields: tuple[Field, ...]


@frozen(eq=False, repr=False)
class Shape(Node):
    ordering: str  # pile, line, set, grid
    item: Ident
    width: int = 0
    height: int = 0


@frozen(eq=False, repr=False)
class Zone(Node):
    name: Ident
    owner: Ident | None
    shape: Shape
    sees: str  # all, none, owner, top


@frozen(eq=False, repr=False)
class Track(Node):
    name: Ident
    owner: Ident | None
    type: Type
    start: Expr | None
    capped: bool
    sees: str


@frozen(eq=False, repr=False)
class Die(Node):
    name: Ident
    faces: tuple[int, ...]


@frozen(eq=False, repr=False)
class Param(Node):
    name: Ident
    type: Type | None


@frozen(eq=False, repr=False)
class Rule(Node):
    name: Ident
    params: tuple[Param, ...]
    cases: tuple[Ident, ...]
    body: Block


@frozen(eq=False, repr=False)
class ValueCase(Node):
    condition: Expr | None
    value: Expr


@frozen(eq=False, repr=False)
class Value(Node):
    name: Ident
    params: tuple[Param, ...]
    cases: tuple[Ident, ...]
    lets: tuple[Let, ...]
    results: tuple[ValueCase, ...]  # the last has no condition


@frozen(eq=False, repr=False)
class Hook(Node):
    how: str  # before, after, instead
    name: Ident
    params: tuple[Param, ...] | None
    cases: tuple[Ident, ...]
    condition: Expr | None
    priority: int
    body: Block


@frozen(eq=False, repr=False)
class Change(Node):
    name: Ident
    params: tuple[Param, ...] | None
    cases: tuple[Ident, ...]
    condition: Expr | None
    priority: int
    value: Expr


@frozen(eq=False, repr=False)
class Whenever(Node):
    """`whenever name enters thing of owner`, or without a name `whenever thing of owner changes`."""

    name: Ident | None
    thing: Ident
    owner: Ident | None
    condition: Expr | None
    body: Block


@frozen(eq=False, repr=False)
class Rank(Node):
    extreme: str
    value: Expr


@frozen(eq=False, repr=False)
class Ranking(Node):
    player: Ident
    condition: Expr | None
    ranks: tuple[Rank, ...]
    ties: str


@frozen(eq=False, repr=False)
class Score(Node):
    player: Ident
    value: Expr


@frozen(eq=False, repr=False)
class Payoff(Node):
    player: Ident
    value: Expr


@frozen(eq=False, repr=False)
class Cell(Node):
    name: Ident
    value: Literal


@frozen(eq=False, repr=False)
class Instance(Node):
    type: Ident
    name: Ident
    copies: int
    cells: tuple[Cell, ...]
    abilities: tuple[Node, ...]
    broken: bool = False  # whether something in it could not be read


@frozen(eq=False, repr=False)
class Setup(Node):
    body: Block


@frozen(eq=False, repr=False)
class Play(Node):
    body: Block
