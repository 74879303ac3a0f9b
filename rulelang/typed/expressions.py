"""Typed expressions: what an author wrote, with every name bound to its symbol and every part typed.

Made by `from_syntax`, read by the checks, the prose, the editor and the lowering to IR. They keep the shape
of the text, so that it can be said in words. A number's range and a set's largest size are in its type.
"""

from __future__ import annotations

from attrs import field, frozen

from rulelang.typed.expression import Expr as Expr
from rulelang.typed.functions import Function
from rulelang.typed.set_expressions import *  # noqa: F403
from rulelang.typed.symbols import (
    CallableSymbol,
    FieldSymbol,
    Local,
    MemorySymbol,
    SettingSymbol,
    TrackSymbol,
    ZoneSymbol,
)
from rulelang.types import Type


@frozen(eq=False, repr=False)
class Wrong(Expr):
    """What stands for something that is reported already."""


# ---------------------------------------------------------------- leaves


@frozen(eq=False, repr=False)
class Number(Expr):
    value: int


@frozen(eq=False, repr=False)
class Truth(Expr):
    value: bool


@frozen(eq=False, repr=False)
class Nothing(Expr):
    """`none`."""


@frozen(eq=False, repr=False)
class Word(Expr):
    """A word of a kind, a row of a table or a component of which there is one."""

    word: str
    number: int


@frozen(eq=False, repr=False)
class Copies(Expr):
    """The name of a component with copies, where it stands for any of them."""

    word: str
    numbers: tuple[int, ...]


@frozen(eq=False, repr=False)
class LocalRef(Expr):
    local: Local


@frozen(eq=False, repr=False)
class You(Expr):
    pass


@frozen(eq=False, repr=False)
class Active(Expr):
    pass


@frozen(eq=False, repr=False)
class YourTurn(Expr):
    pass


@frozen(eq=False, repr=False)
class Players(Expr):
    pass


@frozen(eq=False, repr=False)
class Opponents(Expr):
    player: Expr


@frozen(eq=False, repr=False)
class SettingRef(Expr):
    setting: SettingSymbol


@frozen(eq=False, repr=False)
class Every(Expr):
    """All words of a kind, all rows of a table, all components of a type."""

    of: Type


# ---------------------------------------------------------------- the state and what is printed


@frozen(eq=False, repr=False)
class ZoneRef(Expr):
    zone: ZoneSymbol
    owner: Expr | None


@frozen(eq=False, repr=False)
class TrackRef(Expr):
    """A track, or with `field` a field of a component that changes in play."""

    track: TrackSymbol
    owner: Expr | None
    field: FieldSymbol | None = None
    bare: bool = False  # a field named without its owner, which is the element that a condition is about


@frozen(eq=False, repr=False)
class FieldRef(Expr):
    field: FieldSymbol
    owner: Expr
    bare: bool = False


@frozen(eq=False, repr=False)
class PairOf(Expr):
    """Two owners together."""

    first: Expr
    second: Expr


@frozen(eq=False, repr=False)
class HolderOf(Expr):
    """The owner of the zone that a component lies in, if it has an owner of this type."""

    item: Expr


@frozen(eq=False, repr=False)
class Repeats(Expr):
    """How often this position was remembered."""

    memory: MemorySymbol


@frozen(eq=False, repr=False)
class WhatIf(Expr):
    """What an expression would be after a rule was carried out."""

    value: Expr
    rule: CallableSymbol
    args: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class ChosenBy(Expr):
    """What one player chose in a secret round."""

    local: Local
    player: Expr


@frozen(eq=False, repr=False)
class ValueCall(Expr):
    value: CallableSymbol
    args: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class FunctionCall(Expr):
    name: str
    function: Function = field(repr=False)
    args: tuple[Expr, ...]
    grid: ZoneSymbol | None = None  # the grid that it is about


# ---------------------------------------------------------------- numbers and logic


@frozen(eq=False, repr=False)
class Arithmetic(Expr):
    op: str  # + - * mod /up /down
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Negated(Expr):
    operand: Expr


@frozen(eq=False, repr=False)
class Comparison(Expr):
    op: str  # is, is_not, >=, <=, >, <
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Membership(Expr):
    op: str  # in, not_in
    item: Expr
    items: Expr


@frozen(eq=False, repr=False)
class Logic(Expr):
    op: str  # and, or
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Not(Expr):
    operand: Expr


@frozen(eq=False, repr=False)
class Emptiness(Expr):
    """Whether a set, or a place of a grid, is empty or not."""

    op: str  # empty, not_empty
    operand: Expr


@frozen(eq=False, repr=False)
class IfThenElse(Expr):
    condition: Expr
    then: Expr
    other: Expr


@frozen(eq=False, repr=False)
class CellAt(Expr):
    """What lies on a place of a grid."""

    items: ZoneRef
    index: Expr
