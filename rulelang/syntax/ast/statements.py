"""Statements."""

from __future__ import annotations

from attrs import frozen

from rulelang.syntax.ast.base import Ident, Node, Type
from rulelang.syntax.ast.expressions import Expr


class Stmt(Node):
    pass


Block = tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class Call(Stmt):
    name: Ident
    args: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Let(Stmt):
    name: Ident
    type: Type | None
    value: Expr | Call  # a call gives what the rule answers


@frozen(eq=False, repr=False)
class Answer(Stmt):
    """Ends a rule, and is what its caller gets."""

    value: Expr


@frozen(eq=False, repr=False)
class Swap(Stmt):
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Remember(Stmt):
    memory: Ident


@frozen(eq=False, repr=False)
class Dest(Node):
    zone: Expr
    at_start: bool


@frozen(eq=False, repr=False)
class Move(Stmt):
    what: Expr
    dest: Dest


@frozen(eq=False, repr=False)
class Shuffle(Stmt):
    zone: Expr


@frozen(eq=False, repr=False)
class Assign(Stmt):
    op: str  # set, add, subtract
    target: Expr
    value: Expr


@frozen(eq=False, repr=False)
class Pay(Stmt):
    amount: Expr
    giver: Expr
    taker: Expr


@frozen(eq=False, repr=False)
class Nothing(Stmt):
    """`do nothing`, for an option that only declines."""


@frozen(eq=False, repr=False)
class Reveal(Stmt):
    what: Expr
    to: Expr | None


@frozen(eq=False, repr=False)
class Look(Stmt):
    what: Expr


@frozen(eq=False, repr=False)
class Cover(Stmt):
    what: Expr


@frozen(eq=False, repr=False)
class Roll(Stmt):
    secretly: str | None
    amount: Expr | None
    die: Ident
    name: Ident


@frozen(eq=False, repr=False)
class Pick(Stmt):
    amount: Expr | None
    name: Ident
    items: Expr


@frozen(eq=False, repr=False)
class End(Stmt):
    what: str


@frozen(eq=False, repr=False)
class Finish(Stmt):
    won: bool
    players: Expr
    reason: Ident | None


@frozen(eq=False, repr=False)
class ExtraTurn(Stmt):
    player: Expr | None


@frozen(eq=False, repr=False)
class Proceed(Stmt):
    pass


@frozen(eq=False, repr=False)
class Say(Stmt):
    message: Ident
    args: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class HowMany(Node):
    how: str  # exactly, up_to, any_number, order_of
    amount: Expr | None


@frozen(eq=False, repr=False)
class Binding(Node):
    name: Ident
    items: Expr


@frozen(eq=False, repr=False)
class Choose(Stmt):
    hearing: str | None  # secretly, openly
    how_many: HowMany | None
    picks: tuple[Binding, ...]
    condition: Expr | None
    by: Expr | None
    otherwise: Block | None


@frozen(eq=False, repr=False)
class May(Stmt):
    hearing: str | None
    name: Ident
    by: Expr | None
    body: Block
    otherwise: Block | None


@frozen(eq=False, repr=False)
class MenuOption(Node):
    name: Ident
    picks: tuple[Binding, ...]
    condition: Expr | None
    body: Block


@frozen(eq=False, repr=False)
class Menu(Stmt):
    hearing: str | None
    by: Expr | None
    options: tuple[MenuOption, ...]
    otherwise: Block | None


@frozen(eq=False, repr=False)
class Secret(Stmt):
    """Several players choose at once."""

    player: Ident
    players: Expr | None
    how_many: HowMany | None
    picks: tuple[Binding, ...]
    condition: Expr | None


@frozen(eq=False, repr=False)
class SecretMenu(Stmt):
    """Several players choose what they do; then each of them does it."""

    player: Ident
    players: Expr | None
    options: tuple[MenuOption, ...]
    otherwise: Block | None


@frozen(eq=False, repr=False)
class If(Stmt):
    branches: tuple[tuple[Expr | Call, Block], ...]
    otherwise: Block | None


@frozen(eq=False, repr=False)
class ForEach(Stmt):
    name: Ident
    items: Expr
    body: Block


@frozen(eq=False, repr=False)
class Repeat(Stmt):
    times: Expr | None
    body: Block
    until: Expr | None = None  # asked after each round


@frozen(eq=False, repr=False)
class While(Stmt):
    condition: Expr
    body: Block


@frozen(eq=False, repr=False)
class As(Stmt):
    player: Expr
    body: Block


@frozen(eq=False, repr=False)
class Turns(Stmt):
    start: Expr  # a player, or with `listed` the players
    listed: bool
    by: Ident | None  # the value that says who is next, if it is not the player to the left
    until: Expr | None
    body: Block


@frozen(eq=False, repr=False)
class Rounds(Stmt):
    times: Expr | None
    until: Expr | None
    body: Block
