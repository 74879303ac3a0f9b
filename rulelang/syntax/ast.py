"""The syntax tree: what an author wrote, with the place of each part.

Made by `build.py` from Lark's tree, read by `check/`. Frozen; spans do not take part in comparisons,
so two texts that mean the same have equal trees.
"""

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


# ---------------------------------------------------------------- types and literals


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


# ---------------------------------------------------------------- expressions


class Expr(Node):
    pass


@frozen
class Number(Expr):
    value: int


@frozen
class Yes(Expr):
    pass


@frozen
class No(Expr):
    pass


@frozen
class NoneValue(Expr):
    pass


@frozen
class Name(Expr):
    name: Ident


@frozen
class CallValue(Expr):
    name: Ident
    args: tuple[Expr, ...]


@frozen
class Your(Expr):
    name: Ident


@frozen
class YourTurn(Expr):
    pass


@frozen
class Every(Expr):
    name: Ident


@frozen
class Of(Expr):
    """`name of owner` and `owner.name`."""

    name: Ident
    owner: Expr
    dotted: bool


@frozen
class EndOf(Expr):
    which: str  # top, bottom, first, last
    amount: Expr | None
    zone: Expr


@frozen
class Before(Expr):
    items: Expr
    item: Expr


@frozen
class After(Expr):
    items: Expr
    item: Expr


@frozen
class At(Expr):
    items: Expr
    index: Expr


@frozen
class Position(Expr):
    item: Expr


@frozen
class Binary(Expr):
    op: str
    left: Expr
    right: Expr


@frozen
class Unary(Expr):
    op: str  # negate, not, empty, not_empty
    operand: Expr


@frozen
class Quantified(Expr):
    how: str  # any, no, all
    name: Ident | None
    items: Expr
    condition: Expr | None


@frozen
class Where(Expr):
    """A filtered set; with a name from `those c in S where …`, without one from `S where …`."""

    name: Ident | None
    items: Expr
    condition: Expr | None
    those: bool = False


@frozen
class ThoseExtreme(Expr):
    name: Ident | None
    items: Expr
    condition: Expr | None
    extreme: str
    key: Expr


@frozen
class Key(Node):
    expr: Expr
    descending: bool


@frozen
class SortedBy(Expr):
    items: Expr
    keys: tuple[Key, ...]


@frozen
class Range(Expr):
    low: Expr
    high: Expr


@frozen
class Each(Expr):
    """`value for each name in items`; without a name just `items`."""

    value: Expr | None
    name: Ident | None
    items: Expr


@frozen
class Count(Expr):
    items: Expr


@frozen
class SumOf(Expr):
    each: Each


@frozen
class Extreme(Expr):
    which: str
    each: Each


@frozen
class Largest(Expr):
    amount: Expr
    each: Each


@frozen
class PathQuery(Expr):
    """`distance`, `steps`, `reachable` and `nearest`, over a value that gives the neighbours."""

    query: str
    subject: Expr | None  # the target, or the set for `nearest`
    start: Expr
    by: Ident


@frozen
class ListOf(Expr):
    items: tuple[Expr, ...]


@frozen
class IfThenElse(Expr):
    condition: Expr
    then: Expr
    other: Expr


# ---------------------------------------------------------------- statements


class Stmt(Node):
    pass


Block = tuple[Stmt, ...]


@frozen
class Let(Stmt):
    name: Ident
    value: Expr


@frozen
class Dest(Node):
    zone: Expr
    at_start: bool


@frozen
class Move(Stmt):
    what: Expr
    dest: Dest


@frozen
class Shuffle(Stmt):
    zone: Expr


@frozen
class Assign(Stmt):
    op: str  # set, add, subtract
    target: Expr
    value: Expr


@frozen
class Pay(Stmt):
    amount: Expr
    giver: Expr
    taker: Expr


@frozen
class Call(Stmt):
    name: Ident
    args: tuple[Expr, ...]


@frozen
class Reveal(Stmt):
    what: Expr
    to: Expr | None


@frozen
class Look(Stmt):
    what: Expr


@frozen
class Roll(Stmt):
    die: Ident
    name: Ident


@frozen
class Pick(Stmt):
    amount: Expr | None
    name: Ident
    items: Expr


@frozen
class End(Stmt):
    what: str


@frozen
class Finish(Stmt):
    won: bool
    players: Expr
    reason: Ident | None


@frozen
class ExtraTurn(Stmt):
    player: Expr | None


@frozen
class Proceed(Stmt):
    pass


@frozen
class Say(Stmt):
    message: Ident
    args: tuple[Expr, ...]


@frozen
class HowMany(Node):
    how: str  # exactly, up_to, any_number, order_of
    amount: Expr | None


@frozen
class Binding(Node):
    name: Ident
    items: Expr


@frozen
class Choose(Stmt):
    how_many: HowMany | None
    picks: tuple[Binding, ...]
    condition: Expr | None
    by: Expr | None
    otherwise: Block | None


@frozen
class May(Stmt):
    name: Ident
    by: Expr | None
    body: Block
    otherwise: Block | None


@frozen
class MenuOption(Node):
    name: Ident
    picks: tuple[Binding, ...]
    condition: Expr | None
    body: Block


@frozen
class Menu(Stmt):
    by: Expr | None
    options: tuple[MenuOption, ...]
    otherwise: Block | None


@frozen
class Secret(Stmt):
    player: Ident
    players: Expr | None
    name: Ident
    items: Expr


@frozen
class If(Stmt):
    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


@frozen
class ForEach(Stmt):
    name: Ident
    items: Expr
    body: Block


@frozen
class Repeat(Stmt):
    times: Expr | None
    body: Block


@frozen
class While(Stmt):
    condition: Expr
    body: Block


@frozen
class As(Stmt):
    player: Expr
    body: Block


@frozen
class Turns(Stmt):
    start: Expr  # a player, or with `listed` the players
    listed: bool
    until: Expr | None
    body: Block


@frozen
class Rounds(Stmt):
    until: Expr | None
    body: Block


# ---------------------------------------------------------------- declarations


@frozen
class Players(Node):
    low: int
    high: int


@frozen
class Game(Node):
    name: Ident
    players: Players


@frozen
class Variant(Node):
    name: Ident
    base: Ident
    players: Players | None


@frozen
class Requirement(Node):
    how: str  # requires, excludes, after
    names: tuple[Ident, ...]


@frozen
class Removal(Node):
    what: str
    name: Ident
    cases: tuple[Ident, ...]


@frozen
class RemovalOfComponents(Node):
    name: Ident
    condition: Expr | None


@frozen
class Replacement(Node):
    declaration: Node


@frozen
class Setting(Node):
    name: Ident
    type: Type
    default: Literal


@frozen
class Kind(Node):
    name: Ident
    names: tuple[Ident, ...]


@frozen
class Field(Node):
    name: Ident
    type: Type
    start: Literal | None
    capped: bool


@frozen
class Table(Node):
    name: Ident
    file: Text
    fields: tuple[Field, ...]


@frozen
class Component(Node):
    word: str
    name: Ident
    file: Text | None
    active_in: Ident | None
    fields: tuple[Field, ...]


@frozen
class Shape(Node):
    ordering: str  # pile, line, set, grid
    item: Ident
    width: int = 0
    height: int = 0


@frozen
class Zone(Node):
    name: Ident
    owner: Ident | None
    shape: Shape
    sees: str  # all, none, owner, top


@frozen
class Track(Node):
    name: Ident
    owner: Ident | None
    type: Type
    start: Expr | None
    capped: bool
    sees: str


@frozen
class Die(Node):
    name: Ident
    faces: tuple[int, ...]


@frozen
class Param(Node):
    name: Ident
    type: Type | None


@frozen
class Rule(Node):
    name: Ident
    params: tuple[Param, ...]
    cases: tuple[Ident, ...]
    body: Block


@frozen
class ValueCase(Node):
    condition: Expr | None
    value: Expr


@frozen
class Value(Node):
    name: Ident
    params: tuple[Param, ...]
    cases: tuple[Ident, ...]
    lets: tuple[Let, ...]
    results: tuple[ValueCase, ...]  # the last has no condition


@frozen
class Hook(Node):
    how: str  # before, after, instead
    name: Ident
    params: tuple[Param, ...] | None
    cases: tuple[Ident, ...]
    condition: Expr | None
    priority: int
    body: Block


@frozen
class Change(Node):
    name: Ident
    params: tuple[Param, ...] | None
    cases: tuple[Ident, ...]
    condition: Expr | None
    priority: int
    value: Expr


@frozen
class Whenever(Node):
    """`whenever name enters thing of owner`, or without a name `whenever thing of owner changes`."""

    name: Ident | None
    thing: Ident
    owner: Ident | None
    condition: Expr | None
    body: Block


@frozen
class Rank(Node):
    extreme: str
    value: Expr


@frozen
class Ranking(Node):
    player: Ident
    condition: Expr | None
    ranks: tuple[Rank, ...]
    ties: str


@frozen
class Score(Node):
    player: Ident
    value: Expr


@frozen
class Payoff(Node):
    player: Ident
    value: Expr


@frozen
class Cell(Node):
    name: Ident
    value: Literal


@frozen
class Instance(Node):
    type: Ident
    name: Ident
    copies: int
    cells: tuple[Cell, ...]
    abilities: tuple[Node, ...]


@frozen
class Setup(Node):
    body: Block


@frozen
class Play(Node):
    body: Block
