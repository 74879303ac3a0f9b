"""The instructions of the IR: what an interpreter has to know how to do.

A body is a flat list of them; jumps name the instruction they lead to. Frozen, closed and serialisable.
"""

from __future__ import annotations

from typing import Any

import attrs
from attrs import frozen

from rulelang.ir.expressions import Expr, Ways
from rulelang.ir.roles import (
    BlockName,
    GridId,
    How,
    MaybeTarget,
    RuleId,
    SlotId,
    Target,
    TrackId,
    Where,
    ZoneId,
)
from rulelang.types import Type, item_of


class Instr:
    """An instruction."""


# ---------------------------------------------------------------- the state


@frozen
class Let(Instr):
    slot: SlotId
    value: Expr


@frozen
class Set(Instr):
    track: TrackId
    owner: Expr | None
    value: Expr
    safe: bool  # the value is in the track's range, whatever happens


@frozen
class Move(Instr):
    items: Expr
    zone: ZoneId
    owner: Expr | None
    where: Where


@frozen
class Put(Instr):
    items: Expr
    grid: GridId
    place: Expr


@frozen
class Shuffle(Instr):
    zone: ZoneId
    owner: Expr | None


@frozen
class Settle(Instr):
    """Chance decides what lies at the end of a shuffled pile, before something looks at it."""

    zone: ZoneId
    owner: Expr | None
    amount: Expr
    from_top: bool


@frozen
class Reveal(Instr):
    items: Expr
    to: Expr | None


@frozen
class Cover(Instr):
    items: Expr


@frozen
class Roll(Instr):
    slot: SlotId
    faces: tuple[int, ...]
    die: str
    amount: Expr | None


@frozen
class Pick(Instr):
    slot: SlotId
    items: Expr
    amount: Expr | None
    empty: MaybeTarget


@frozen
class Say(Instr):
    message: str
    parts: tuple[Expr, ...]


# ---------------------------------------------------------------- control


@frozen
class Jump(Instr):
    target: Target


@frozen
class Unless(Instr):
    condition: Expr
    target: Target


@frozen
class Next(Instr):
    """The next element of a list, or on to the target when there is none left."""

    listed: SlotId
    index: SlotId
    slot: SlotId
    target: Target


@frozen
class CountDown(Instr):
    """One less in the slot, or on to the target when nothing is left in it."""

    slot: SlotId
    target: Target


@frozen
class Call(Instr):
    rule: RuleId
    args: tuple[Expr, ...]


@frozen
class Proceed(Instr):
    pass


@frozen
class Return(Instr):
    pass


@frozen
class Become(Instr):
    player: Expr


@frozen
class Begin(Instr):
    block: BlockName
    over: Target
    exit: Target


@frozen
class Leave(Instr):
    pass


@frozen
class TurnOf(Instr):
    player: Expr


@frozen
class ExtraTurn(Instr):
    player: Expr


@frozen
class NextExtra(Instr):
    slot: SlotId
    target: Target


@frozen
class TurnsDone(Instr):
    outer: Expr


@frozen
class EndBlock(Instr):
    block: BlockName
    all_of_them: bool


@frozen
class Finish(Instr):
    won: bool
    players: Expr
    reason: str


@frozen
class GameOver(Instr):
    pass


# ---------------------------------------------------------------- decisions


def chosen_types(ways: Ways) -> tuple[Type, ...]:
    """The types of what is chosen, one for each loop."""
    return tuple(item_of(loop.items.type) for loop in ways.loops)


@frozen
class Choose(Instr):
    how: How
    prompt: str
    by: Expr
    ways: Ways
    slots: tuple[SlotId, ...]
    low: Expr
    high: Expr
    empty: Target


@frozen
class Entry:
    """An option of a menu."""

    name: str
    ways: Ways
    slots: tuple[SlotId, ...]
    target: Target


@frozen
class Menu(Instr):
    by: Expr
    entries: tuple[Entry, ...]
    empty: Target


@frozen
class May(Instr):
    name: str
    by: Expr
    refused: Target


@frozen
class Secret(Instr):
    name: str
    players: Expr
    items: Expr
    slot: SlotId


INSTRUCTIONS: dict[str, Any] = {cls.__name__: cls for cls in Instr.__subclasses__() if attrs.has(cls)}
ENDINGS = (Return, Jump)  # how a body's code ends
