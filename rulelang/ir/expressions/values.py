"""Leaves, the state, what is printed, numbers and logic."""

from __future__ import annotations

from attrs import frozen

from rulelang.ir.roles import (
    Comparator,
    Joint,
    LocId,
    MemoryId,
    Operator,
    RuleId,
    SettingId,
    SlotId,
    TrackId,
    ValueId,
    ZoneId,
)
from rulelang.nodes import Fields
from rulelang.types import Type


@frozen(eq=False, repr=False)
class Expr(Fields):
    type: Type


# ---------------------------------------------------------------- leaves


@frozen(eq=False, repr=False)
class Number(Expr):
    """A number, or that of a word, a row, a component."""

    value: int


@frozen(eq=False, repr=False)
class Truth(Expr):
    value: bool


@frozen(eq=False, repr=False)
class Nothing(Expr):
    pass


@frozen(eq=False, repr=False)
class Slot(Expr):
    slot: SlotId


@frozen(eq=False, repr=False)
class Loc(Expr):
    loc: LocId


@frozen(eq=False, repr=False)
class You(Expr):
    pass


@frozen(eq=False, repr=False)
class Active(Expr):
    pass


@frozen(eq=False, repr=False)
class Players(Expr):
    pass


@frozen(eq=False, repr=False)
class Opponents(Expr):
    player: Expr


@frozen(eq=False, repr=False)
class Setting(Expr):
    setting: SettingId


@frozen(eq=False, repr=False)
class Every(Expr):
    """All words or rows of the type that its elements have."""


# ---------------------------------------------------------------- the state


@frozen(eq=False, repr=False)
class Track(Expr):
    track: TrackId
    owner: Expr | None


@frozen(eq=False, repr=False)
class Zone(Expr):
    zone: ZoneId
    owner: Expr | None


@frozen(eq=False, repr=False)
class Field(Expr):
    """What is printed: a column of the record that the item is one of."""

    column: str
    item: Expr


@frozen(eq=False, repr=False)
class Chosen(Expr):
    """What a player chose in a secret round."""

    answers: Expr
    player: Expr


@frozen(eq=False, repr=False)
class PairOf(Expr):
    """Two owners together, as one number."""

    first: Expr
    second: Expr


@frozen(eq=False, repr=False)
class Holder(Expr):
    """The owner of the zone that a component lies in, if it has one of this type."""

    item: Expr


@frozen(eq=False, repr=False)
class Repeats(Expr):
    """How often this position was remembered."""

    memory: MemoryId


@frozen(eq=False, repr=False)
class WhatIf(Expr):
    """What a value would be after a rule was carried out; nothing changes."""

    value: Expr
    rule: RuleId
    args: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Call(Expr):
    value: ValueId
    args: tuple[Expr, ...]


# ---------------------------------------------------------------- numbers and logic


@frozen(eq=False, repr=False)
class Arithmetic(Expr):
    op: Operator
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Compare(Expr):
    op: Comparator
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Logic(Expr):
    op: Joint
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Not(Expr):
    operand: Expr


@frozen(eq=False, repr=False)
class If(Expr):
    condition: Expr
    then: Expr
    other: Expr


@frozen(eq=False, repr=False)
class Within(Expr):
    """A number that has to be in the range of its type, or a set that has to be no longer than its type says,
    for something with a name.
    """

    value: Expr
    name: str
