"""Declarations."""

from __future__ import annotations

from attrs import frozen

from rulelang.syntax.ast.base import Ident, Literal, Node, Text, Type
from rulelang.syntax.ast.expressions import Expr
from rulelang.syntax.ast.statements import Block, Let, MenuOption


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
    default: Literal | None  # of a printed field, for rows that leave it out
    start: Literal | None
    capped: bool


@frozen(eq=False, repr=False)
class Table(Node):
    name: Ident
    file: Text
    fields: tuple[Field, ...]


@frozen(eq=False, repr=False)
class OwnerName(Node):
    """A player, a word of a kind, a row or component, by the name of the type."""

    name: Ident


@frozen(eq=False, repr=False)
class OwnerPlace(Node):
    """A place of a grid."""

    name: Ident


@frozen(eq=False, repr=False)
class OwnerRow(Node):
    """The name of a component, whichever of its copies has it."""

    name: Ident


Owner = OwnerName | OwnerPlace | OwnerRow


@frozen(eq=False, repr=False)
class Component(Node):
    word: str
    name: Ident
    owner: Owner | None  # there is one for each of these
    copies: int
    file: Text | None
    active_in: Ident | None
    fields: tuple[Field, ...]


@frozen(eq=False, repr=False)
class Shape(Node):
    ordering: str  # pile, line, set, grid
    item: Ident
    width: int | Ident = 0  # of a grid: a number, or a setting
    height: int | Ident = 0
    hexagonal: bool = False
    open_edge: bool = False  # without an edge that matters: the size is only a limit


@frozen(eq=False, repr=False)
class Zone(Node):
    name: Ident
    owners: tuple[Owner, ...]
    shape: Shape
    sees: str  # all, none, owner, others, top


@frozen(eq=False, repr=False)
class Track(Node):
    name: Ident
    owners: tuple[Owner, ...]
    type: Type
    start: Expr | None
    capped: bool
    sees: str


@frozen(eq=False, repr=False)
class Die(Node):
    name: Ident
    faces: tuple[int, ...]
    words: tuple[Ident, ...] = ()  # the faces, if they are no numbers


@frozen(eq=False, repr=False)
class Memory(Node):
    """What makes a position: these zones and tracks, or everything but these."""

    name: Ident
    names: tuple[Ident, ...]
    everything: bool


@frozen(eq=False, repr=False)
class MustHold(Node):
    condition: Expr


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
    offered: Expr | None  # the players who carry it out, one after another
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
    owners: tuple[Ident, ...]
    condition: Expr | None
    offered: Expr | None
    body: Block


@frozen(eq=False, repr=False)
class MoreOptions(Node):
    """Options beside those that a rule offers."""

    name: Ident
    options: tuple[MenuOption, ...]


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
class Outlook(Node):
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
