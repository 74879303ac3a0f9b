"""The instructions of the IR: what an interpreter has to know how to do.

A body is a flat list of them; jumps name the instruction they lead to. Frozen, closed and serialisable.
"""

from __future__ import annotations

from typing import Any, ClassVar

import attrs
from attrs import frozen

from rulelang.ir.expressions import Expr, Ways
from rulelang.ir.roles import (
    BlockName,
    GridId,
    Hearing,
    How,
    MaybeTarget,
    MemoryId,
    RuleId,
    SlotId,
    Target,
    TrackId,
    Where,
    ZoneId,
)
from rulelang.nodes import Fields
from rulelang.types import Type, item_of


class Instr(Fields):
    """An instruction. Besides its operands, a class says what it costs, what it shows, and what may wait."""

    events: ClassVar[int] = 0  # how many it leaves, each of which a game keeps
    places: ClassVar[int] = 0  # how many components it looks for where they lie
    enters: ClassVar[bool] = False  # whether it puts components into zones that it does not name
    shown: ClassVar[tuple[str, ...]] = ()  # operands that everybody can tell, because all see what is done


# ---------------------------------------------------------------- the state


@frozen(eq=False, repr=False)
class Let(Instr):
    slot: SlotId
    value: Expr


@frozen(eq=False, repr=False)
class Set(Instr):
    events = 1

    track: TrackId
    owner: Expr | None
    value: Expr
    safe: bool  # the value is in the track's range, whatever happens


@frozen(eq=False, repr=False)
class Move(Instr):
    shown = ("items", "owner")

    items: Expr
    zone: ZoneId
    owner: Expr | None
    where: Where


@frozen(eq=False, repr=False)
class Put(Instr):
    shown = ("items", "owner", "place")

    items: Expr
    grid: GridId
    owner: Expr | None
    place: Expr


@frozen(eq=False, repr=False)
class Swap(Instr):
    """Two components change places."""

    events = 2
    places = 2
    enters = True
    shown = ("left", "right")

    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Remember(Instr):
    memory: MemoryId


@frozen(eq=False, repr=False)
class Shuffle(Instr):
    events = 1
    shown = ("owner",)

    zone: ZoneId
    owner: Expr | None


@frozen(eq=False, repr=False)
class Settle(Instr):
    """Chance decides what lies at the end of a shuffled pile, before something looks at it."""

    shown = ("owner",)

    zone: ZoneId
    owner: Expr | None
    amount: Expr
    from_top: bool


@frozen(eq=False, repr=False)
class Reveal(Instr):
    events = 1

    items: Expr
    to: Expr | None


@frozen(eq=False, repr=False)
class Cover(Instr):
    events = 1

    items: Expr


@frozen(eq=False, repr=False)
class Roll(Instr):
    events = 1

    secretly: bool
    slot: SlotId
    faces: tuple[int, ...]
    die: str
    amount: Expr | None


@frozen(eq=False, repr=False)
class Pick(Instr):
    events = 1

    slot: SlotId
    items: Expr
    amount: Expr | None
    empty: MaybeTarget


@frozen(eq=False, repr=False)
class Say(Instr):
    events = 1
    shown = ("parts",)

    message: str
    parts: tuple[Expr, ...]


# ---------------------------------------------------------------- control


@frozen(eq=False, repr=False)
class Jump(Instr):
    target: Target


@frozen(eq=False, repr=False)
class Unless(Instr):
    condition: Expr
    target: Target


@frozen(eq=False, repr=False)
class Next(Instr):
    """The next element of a list, or on to the target when there is none left."""

    listed: SlotId
    index: SlotId
    slot: SlotId
    target: Target


@frozen(eq=False, repr=False)
class CountDown(Instr):
    """One less in the slot, or on to the target when nothing is left in it."""

    slot: SlotId
    target: Target


@frozen(eq=False, repr=False)
class Call(Instr):
    rule: RuleId
    args: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Proceed(Instr):
    pass


@frozen(eq=False, repr=False)
class Return(Instr):
    pass


@frozen(eq=False, repr=False)
class Answer(Instr):
    """Returns, and leaves an answer for the caller."""

    value: Expr


@frozen(eq=False, repr=False)
class TakeAnswer(Instr):
    """What the rule that has just returned answered."""

    slot: SlotId


@frozen(eq=False, repr=False)
class Become(Instr):
    player: Expr


@frozen(eq=False, repr=False)
class Begin(Instr):
    events = 1

    block: BlockName
    over: Target
    exit: Target


@frozen(eq=False, repr=False)
class Leave(Instr):
    pass


@frozen(eq=False, repr=False)
class TurnOf(Instr):
    events = 1
    shown = ("player",)

    player: Expr


@frozen(eq=False, repr=False)
class ExtraTurn(Instr):
    events = 1
    shown = ("player",)

    player: Expr


@frozen(eq=False, repr=False)
class NextExtra(Instr):
    slot: SlotId
    target: Target


@frozen(eq=False, repr=False)
class TurnsDone(Instr):
    events = 1

    outer: Expr


@frozen(eq=False, repr=False)
class EndBlock(Instr):
    block: BlockName
    all_of_them: bool


@frozen(eq=False, repr=False)
class Finish(Instr):
    events = 1

    won: bool
    players: Expr
    reason: str


@frozen(eq=False, repr=False)
class GameOver(Instr):
    events = 1


# ---------------------------------------------------------------- decisions


def chosen_types(ways: Ways) -> tuple[Type, ...]:
    """The types of what is chosen, one for each loop."""
    return tuple(item_of(loop.items.type) for loop in ways.loops)


@frozen(eq=False, repr=False)
class Choose(Instr):
    events = 1
    shown = ("by",)

    hearing: Hearing
    how: How
    prompt: str
    by: Expr
    ways: Ways
    slots: tuple[SlotId, ...]
    low: Expr
    high: Expr
    empty: Target


@frozen(eq=False, repr=False)
class Entry(Fields):
    """An option of a menu."""

    name: str
    ways: Ways
    slots: tuple[SlotId, ...]
    target: Target


@frozen(eq=False, repr=False)
class Menu(Instr):
    events = 1
    shown = ("by",)

    hearing: Hearing
    by: Expr
    entries: tuple[Entry, ...]
    empty: Target


@frozen(eq=False, repr=False)
class May(Instr):
    events = 1
    shown = ("by",)

    hearing: Hearing
    name: str
    by: Expr
    refused: Target


@frozen(eq=False, repr=False)
class Secret(Instr):
    """Some players choose at once; what each of them chose is in slots by player."""

    events = 1

    how: How
    prompt: str
    players: Expr
    ways: Ways
    slots: tuple[SlotId, ...]
    low: Expr
    high: Expr


@frozen(eq=False, repr=False)
class SecretEntry(Fields):
    """An option of a menu for several players at once."""

    name: str
    ways: Ways
    slots: tuple[SlotId, ...]  # by player


@frozen(eq=False, repr=False)
class SecretMenu(Instr):
    """Some players take an option at once; its number is in a slot by player."""

    events = 1

    players: Expr
    entries: tuple[SecretEntry, ...]
    slot: SlotId


INSTRUCTIONS: dict[str, Any] = {cls.__name__: cls for cls in Instr.__subclasses__() if attrs.has(cls)}
ENDINGS = (Return, Answer, Jump)  # how a body's code ends
