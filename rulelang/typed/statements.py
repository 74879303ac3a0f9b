"""Typed statements: verbs, decisions, loops, turns, each with what it may do.

Made by `from_syntax`, read by the checks, the prose and the lowering to IR.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from rulelang.nodes import Fields
from rulelang.source import Span
from rulelang.typed.effects import ASKS, CHANCE, LEAVES, NO_EFFECTS, Effects
from rulelang.typed.expressions import Expr, TrackRef, ZoneRef
from rulelang.typed.symbols import CallableSymbol, DieSymbol, Local, MemorySymbol
from rulelang.types import Type

# What a window instead of a rule keeps in mind, in names that no author can write.
LETS, STOPPED = "lets it happen", "is stopped"


@frozen(eq=False, repr=False, kw_only=True)
class Stmt(Fields):
    """A statement. Its class says what it may do by itself; `may` adds what is inside it."""

    does: ClassVar[Effects] = NO_EFFECTS  # whatever its parts are
    into: ClassVar[tuple[str, ...]] = ()  # parts that are zones and tracks which it changes
    moves: ClassVar[tuple[str, ...]] = ()  # parts that are components: the zones named in them change

    span: Span = field(eq=False, repr=False)
    may: Effects = field(default=NO_EFFECTS, eq=False, repr=False)


Block = tuple[Stmt, ...]


# ---------------------------------------------------------------- plain verbs


@frozen(eq=False, repr=False, kw_only=True)
class Call(Stmt):
    rule: CallableSymbol
    args: tuple[Expr, ...]


@frozen(eq=False, repr=False, kw_only=True)
class Let(Stmt):
    local: Local
    value: Expr


@frozen(eq=False, repr=False, kw_only=True)
class LetAnswer(Stmt):
    """A name for what a rule answers."""

    local: Local
    call: Call


@frozen(eq=False, repr=False, kw_only=True)
class Rename(Stmt):
    """A local name gets another value."""

    op: str  # set, add, subtract
    local: Local
    value: Expr


@frozen(eq=False, repr=False, kw_only=True)
class Answer(Stmt):
    """Ends the rule; what its caller gets."""

    does = LEAVES

    rule: CallableSymbol
    value: Expr


@frozen(eq=False, repr=False, kw_only=True)
class Swap(Stmt):
    """Two components change places."""

    moves = ("left", "right")

    left: Expr
    right: Expr


@frozen(eq=False, repr=False, kw_only=True)
class Remember(Stmt):
    memory: MemorySymbol


@frozen(eq=False, repr=False, kw_only=True)
class Move(Stmt):
    into = ("zone",)
    moves = ("what",)

    what: Expr
    zone: ZoneRef
    where: str  # start, end
    end: str = ""  # the word of the author for that end: top, bottom, first, last


@frozen(eq=False, repr=False, kw_only=True)
class Put(Stmt):
    """Onto a place of a grid."""

    into = ("grid",)
    moves = ("what",)

    what: Expr
    grid: ZoneRef
    place: Expr


@frozen(eq=False, repr=False, kw_only=True)
class Shuffle(Stmt):
    into = ("zone",)

    zone: ZoneRef


@frozen(eq=False, repr=False, kw_only=True)
class Assign(Stmt):
    into = ("target",)

    op: str  # set, add, subtract
    target: TrackRef
    value: Expr


@frozen(eq=False, repr=False, kw_only=True)
class Pay(Stmt):
    into = ("giver", "taker")

    amount: Expr
    giver: TrackRef
    taker: TrackRef


@frozen(eq=False, repr=False, kw_only=True)
class Nothing(Stmt):
    pass


@frozen(eq=False, repr=False, kw_only=True)
class Reveal(Stmt):
    moves = ("what",)

    what: Expr
    to: Expr | None


@frozen(eq=False, repr=False, kw_only=True)
class Look(Stmt):
    moves = ("what",)

    what: Expr


@frozen(eq=False, repr=False, kw_only=True)
class Cover(Stmt):
    moves = ("what",)

    what: Expr


@frozen(eq=False, repr=False, kw_only=True)
class Roll(Stmt):
    does = CHANCE

    secretly: bool  # only `you` sees it
    die: DieSymbol
    amount: Expr | None
    local: Local


@frozen(eq=False, repr=False, kw_only=True)
class Pick(Stmt):
    does = CHANCE

    amount: Expr | None
    local: Local
    items: Expr


@frozen(eq=False, repr=False, kw_only=True)
class End(Stmt):
    what: str  # turn, turns, round, rounds, rule, loop, game


@frozen(eq=False, repr=False, kw_only=True)
class Finish(Stmt):
    does = Effects(ends=frozenset(("game",)))

    won: bool
    players: Expr
    reason: str


@frozen(eq=False, repr=False, kw_only=True)
class ExtraTurn(Stmt):
    player: Expr | None


@frozen(eq=False, repr=False, kw_only=True)
class Proceed(Stmt):
    does = Effects(proceeds=True)


@frozen(eq=False, repr=False, kw_only=True)
class Say(Stmt):
    message: str
    args: tuple[Expr, ...]


# ---------------------------------------------------------------- decisions


@frozen(eq=False, repr=False)
class Binding(Fields):
    """One thing to choose: a name for each that could be chosen, and one for what was."""

    element: Local
    local: Local
    items: Expr


@frozen(eq=False, repr=False, kw_only=True)
class Choose(Stmt):
    does = ASKS

    hearing: str  # usual, secretly, openly: who hears what was chosen
    how: str  # one, exactly, up_to, any_number, order_of
    amount: Expr | None
    picks: tuple[Binding, ...]
    condition: Expr | None
    by: Expr | None
    otherwise: Block | None


@frozen(eq=False, repr=False, kw_only=True)
class May(Stmt):
    does = ASKS

    hearing: str
    name: str
    by: Expr | None
    body: Block
    otherwise: Block | None


@frozen(eq=False, repr=False, kw_only=True)
class MenuOption(Fields):
    span: Span = field(eq=False, repr=False)
    name: str
    picks: tuple[Binding, ...]
    condition: Expr | None
    body: Block


@frozen(eq=False, repr=False, kw_only=True)
class Menu(Stmt):
    does = ASKS

    hearing: str
    by: Expr | None
    options: tuple[MenuOption, ...]
    otherwise: Block | None


@frozen(eq=False, repr=False, kw_only=True)
class Secret(Stmt):
    """Several players choose at once; what each chose is `name of player`."""

    does = ASKS

    player: Local
    players: Expr | None
    how: str
    amount: Expr | None
    picks: tuple[Binding, ...]
    condition: Expr | None


@frozen(eq=False, repr=False, kw_only=True)
class SecretMenu(Stmt):
    """Several players choose at once what they do; then each of them does it."""

    does = ASKS

    player: Local
    players: Expr | None
    options: tuple[MenuOption, ...]
    otherwise: Block | None


# ---------------------------------------------------------------- branches, loops, turns


@frozen(eq=False, repr=False)
class Branch(Fields):
    condition: Expr | Call  # of a call, what the rule answers
    body: Block


@frozen(eq=False, repr=False, kw_only=True)
class If(Stmt):
    branches: tuple[Branch, ...]
    otherwise: Block | None


@frozen(eq=False, repr=False, kw_only=True)
class ForEach(Stmt):
    local: Local
    items: Expr
    body: Block


@frozen(eq=False, repr=False, kw_only=True)
class Repeat(Stmt):
    times: Expr | None
    body: Block
    until: Expr | None = None  # asked after each round


@frozen(eq=False, repr=False, kw_only=True)
class While(Stmt):
    condition: Expr
    body: Block


@frozen(eq=False, repr=False, kw_only=True)
class As(Stmt):
    player: Expr
    body: Block


@frozen(eq=False, repr=False, kw_only=True)
class Turns(Stmt):
    start: Expr  # a player, or with `listed` the players
    listed: bool
    by: CallableSymbol | None  # the value that says who is next, and what it gives
    next_type: Type
    until: Expr | None
    body: Block


@frozen(eq=False, repr=False, kw_only=True)
class Rounds(Stmt):
    times: Expr | None
    until: Expr | None
    body: Block
