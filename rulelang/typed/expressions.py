"""Typed expressions: what an author wrote, with every name bound to its symbol and every part typed.

Made by `from_syntax`, read by the checks, the prose, the editor and the lowering to IR. They keep the shape
of the text, so that it can be said in words. A number's range and a set's largest size are in its type.
"""

from __future__ import annotations

from attrs import field, frozen

from rulelang.source import Span
from rulelang.typed.functions import Function
from rulelang.typed.symbols import CallableSymbol, FieldSymbol, Local, SettingSymbol, TrackSymbol, ZoneSymbol
from rulelang.types import Type


@frozen
class Expr:
    span: Span = field(eq=False, repr=False)
    type: Type


@frozen
class Wrong(Expr):
    """What stands for something that is reported already."""


# ---------------------------------------------------------------- leaves


@frozen
class Number(Expr):
    value: int


@frozen
class Truth(Expr):
    value: bool


@frozen
class Nothing(Expr):
    """`none`."""


@frozen
class Word(Expr):
    """A word of a kind, a row of a table or a component of which there is one."""

    word: str
    number: int


@frozen
class Copies(Expr):
    """The name of a component with copies, where it stands for any of them."""

    word: str
    numbers: tuple[int, ...]


@frozen
class LocalRef(Expr):
    local: Local


@frozen
class You(Expr):
    pass


@frozen
class Active(Expr):
    pass


@frozen
class YourTurn(Expr):
    pass


@frozen
class Players(Expr):
    pass


@frozen
class Opponents(Expr):
    player: Expr


@frozen
class SettingRef(Expr):
    setting: SettingSymbol


@frozen
class Every(Expr):
    """All words of a kind, all rows of a table, all components of a type."""

    of: Type


# ---------------------------------------------------------------- the state and what is printed


@frozen
class ZoneRef(Expr):
    zone: ZoneSymbol
    owner: Expr | None


@frozen
class TrackRef(Expr):
    """A track, or with `field` a field of a component that changes in play."""

    track: TrackSymbol
    owner: Expr | None
    field: FieldSymbol | None = None
    bare: bool = False  # a field named without its owner, which is the element that a condition is about


@frozen
class FieldRef(Expr):
    field: FieldSymbol
    owner: Expr
    bare: bool = False


@frozen
class ChosenBy(Expr):
    """What one player chose in a secret round."""

    local: Local
    player: Expr


@frozen
class ValueCall(Expr):
    value: CallableSymbol
    args: tuple[Expr, ...]


@frozen
class FunctionCall(Expr):
    name: str
    function: Function = field(repr=False)
    args: tuple[Expr, ...]
    grid: ZoneSymbol | None = None  # the grid that it is about


# ---------------------------------------------------------------- numbers and logic


@frozen
class Arithmetic(Expr):
    op: str  # + - * mod /up /down
    left: Expr
    right: Expr


@frozen
class Negated(Expr):
    operand: Expr


@frozen
class Comparison(Expr):
    op: str  # is, is_not, >=, <=, >, <
    left: Expr
    right: Expr


@frozen
class Membership(Expr):
    op: str  # in, not_in
    item: Expr
    items: Expr


@frozen
class Logic(Expr):
    op: str  # and, or
    left: Expr
    right: Expr


@frozen
class Not(Expr):
    operand: Expr


@frozen
class Emptiness(Expr):
    """Whether a set, or a place of a grid, is empty or not."""

    op: str  # empty, not_empty
    operand: Expr


@frozen
class IfThenElse(Expr):
    condition: Expr
    then: Expr
    other: Expr


# ---------------------------------------------------------------- sets


@frozen
class ListOf(Expr):
    items: tuple[Expr, ...]


@frozen
class Range(Expr):
    low: Expr
    high: Expr


@frozen
class Combined(Expr):
    op: str  # union, without
    left: Expr
    right: Expr


@frozen
class Where(Expr):
    local: Local
    items: Expr
    condition: Expr


@frozen
class Extremes(Expr):
    """Those with the highest or lowest of something."""

    extreme: str
    local: Local
    items: Expr
    key: Expr


@frozen
class SortKey:
    expr: Expr
    descending: bool


@frozen
class SortedBy(Expr):
    local: Local
    items: Expr
    keys: tuple[SortKey, ...]


@frozen
class Quantified(Expr):
    how: str  # any, no, all
    local: Local | None
    items: Expr
    condition: Expr | None


@frozen
class Count(Expr):
    items: Expr


@frozen
class Each(Expr):
    """A number for each element; without a value the elements themselves, which are numbers."""

    local: Local | None
    items: Expr
    value: Expr | None


@frozen
class SumOf(Expr):
    each: Each


@frozen
class Extreme(Expr):
    which: str  # highest, lowest
    each: Each


@frozen
class Largest(Expr):
    amount: Expr
    each: Each


@frozen
class Gather(Expr):
    local: Local
    items: Expr
    value: Expr


@frozen
class EndOf(Expr):
    which: str  # top, bottom, first, last
    amount: Expr | None
    items: Expr


@frozen
class Beside(Expr):
    """The part of a list before or after one of its elements."""

    side: str  # before, after
    items: Expr
    item: Expr


@frozen
class At(Expr):
    items: Expr
    index: Expr


@frozen
class CellAt(Expr):
    """What lies on a place of a grid."""

    items: ZoneRef
    index: Expr


@frozen
class Position(Expr):
    item: Expr


@frozen
class PathQuery(Expr):
    query: str  # reachable, distance, steps, nearest
    by: CallableSymbol
    start: Expr
    subject: Expr | None
