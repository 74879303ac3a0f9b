"""Leaves, the state, what is printed, numbers and logic."""

from __future__ import annotations

from attrs import frozen

from rulelang.ir.roles import Comparator, Joint, LocId, Operator, SettingId, SlotId, TrackId, ValueId, ZoneId
from rulelang.types import Type


@frozen
class Expr:
    type: Type


# ---------------------------------------------------------------- leaves


@frozen
class Number(Expr):
    """A number, or that of a word, a row, a component."""

    value: int


@frozen
class Truth(Expr):
    value: bool


@frozen
class Nothing(Expr):
    pass


@frozen
class Slot(Expr):
    slot: SlotId


@frozen
class Loc(Expr):
    loc: LocId


@frozen
class You(Expr):
    pass


@frozen
class Active(Expr):
    pass


@frozen
class Players(Expr):
    pass


@frozen
class Opponents(Expr):
    player: Expr


@frozen
class Setting(Expr):
    setting: SettingId


@frozen
class Every(Expr):
    """All words or rows of the type that its elements have."""


# ---------------------------------------------------------------- the state


@frozen
class Track(Expr):
    track: TrackId
    owner: Expr | None


@frozen
class Zone(Expr):
    zone: ZoneId
    owner: Expr | None


@frozen
class Field(Expr):
    """What is printed: a column of the record that the item is one of."""

    column: str
    item: Expr


@frozen
class Chosen(Expr):
    """What a player chose in a secret round."""

    answers: Expr
    player: Expr


@frozen
class Call(Expr):
    value: ValueId
    args: tuple[Expr, ...]


# ---------------------------------------------------------------- numbers and logic


@frozen
class Arithmetic(Expr):
    op: Operator
    left: Expr
    right: Expr


@frozen
class Compare(Expr):
    op: Comparator
    left: Expr
    right: Expr


@frozen
class Logic(Expr):
    op: Joint
    left: Expr
    right: Expr


@frozen
class Not(Expr):
    operand: Expr


@frozen
class If(Expr):
    condition: Expr
    then: Expr
    other: Expr


@frozen
class Within(Expr):
    """A number that has to be in the range of its type, or a set that has to be no longer than its type says,
    for something with a name.
    """

    value: Expr
    name: str
