"""Statements."""

from __future__ import annotations

from attrs import frozen

from rulelang.syntax.ast.base import Ident, Node
from rulelang.syntax.ast.expressions import Expr


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
class Nothing(Stmt):
    """`do nothing`, for an option that only declines."""


@frozen
class Reveal(Stmt):
    what: Expr
    to: Expr | None


@frozen
class Look(Stmt):
    what: Expr


@frozen
class Cover(Stmt):
    what: Expr


@frozen
class Roll(Stmt):
    amount: Expr | None
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
    times: Expr | None
    until: Expr | None
    body: Block
