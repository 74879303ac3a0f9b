"""The expressions of the IR: what an interpreter has to know how to compute.

Each says the type of its value: a number its range, a set its largest size. Words of kinds, players, rows of
tables and places count from 0, components through all component types. Frozen, closed and serialisable.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulelang.ir.roles import (
    Bind,
    Comparator,
    End,
    Extreme,
    GridId,
    Joint,
    LocId,
    Operator,
    SettingId,
    Side,
    SlotId,
    TrackId,
    ValueId,
    ZoneId,
)
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
    """A number that has to be in the range of its type, for something with a name."""

    value: Expr
    name: str


# ---------------------------------------------------------------- sets


@frozen
class In(Expr):
    item: Expr
    items: Expr


@frozen
class NotIn(Expr):
    item: Expr
    items: Expr


@frozen
class Empty(Expr):
    items: Expr


@frozen
class NotEmpty(Expr):
    items: Expr


@frozen
class ListOf(Expr):
    items: tuple[Expr, ...]


@frozen
class One(Expr):
    """A set of one, or of none for none."""

    item: Expr


@frozen
class Freeze(Expr):
    """The elements as they are now, whatever happens to the set they came from."""

    items: Expr


@frozen
class Range(Expr):
    low: Expr
    high: Expr


@frozen
class Filter(Expr):
    loc: Bind
    items: Expr
    test: Expr


@frozen
class Map(Expr):
    loc: Bind
    items: Expr
    value: Expr


@frozen
class Gather(Expr):
    loc: Bind
    items: Expr
    value: Expr


@frozen
class Any_(Expr):
    loc: Bind
    items: Expr
    test: Expr


@frozen
class All(Expr):
    loc: Bind
    items: Expr
    test: Expr


@frozen
class Count(Expr):
    items: Expr


@frozen
class Sum(Expr):
    items: Expr


@frozen
class Best(Expr):
    """The highest or lowest of some numbers; 0 of none."""

    which: Extreme
    items: Expr


@frozen
class Largest(Expr):
    amount: Expr
    items: Expr


@frozen
class Extremes(Expr):
    which: Extreme
    loc: Bind
    items: Expr
    key: Expr


@frozen
class Sort(Expr):
    loc: Bind
    items: Expr
    keys: tuple[Expr, ...]


@frozen
class EndOf(Expr):
    which: End
    items: Expr


@frozen
class EndsOf(Expr):
    which: End
    amount: Expr
    items: Expr


@frozen
class Beside(Expr):
    side: Side
    items: Expr
    item: Expr


@frozen
class At(Expr):
    items: Expr
    index: Expr


@frozen
class Union(Expr):
    left: Expr
    right: Expr


@frozen
class Without(Expr):
    left: Expr
    right: Expr


@frozen
class Position(Expr):
    item: Expr


@frozen
class Loop:
    loc: Bind
    items: Expr


@frozen
class Ways(Expr):
    """All tuples of one element for each loop that pass the test; just the elements for one loop."""

    loops: tuple[Loop, ...]
    test: Expr | None


# ---------------------------------------------------------------- grids, ways, functions


@frozen
class Cell(Expr):
    grid: GridId
    place: Expr


@frozen
class CellEmpty(Expr):
    grid: GridId
    place: Expr


@frozen
class CellFull(Expr):
    grid: GridId
    place: Expr


@frozen
class Reachable(Expr):
    value: ValueId
    start: Expr


@frozen
class Distance(Expr):
    value: ValueId
    start: Expr
    goal: Expr


@frozen
class Steps(Expr):
    value: ValueId
    start: Expr
    goal: Expr


@frozen
class Nearest(Expr):
    value: ValueId
    start: Expr
    goals: Expr


@frozen
class Function(Expr):
    """One of `FUNCTIONS`; those about a grid say which."""

    name: str
    grid: GridId | None
    args: tuple[Expr, ...]


# How many operands a function has, and whether it is about a grid.
FUNCTIONS: dict[str, tuple[int, bool]] = {
    "left": (1, False), "right": (1, False), "seat": (1, False), "clockwise": (1, False),
    "owner": (1, False), "turn": (2, False), "opposite": (1, False), "step": (2, True),
    "neighbours": (1, True), "place": (2, True), "places": (0, True), "open_places": (0, True),
    "place_of": (1, True), "column": (1, True), "row": (1, True),
}  # fmt: skip

EXPRESSIONS: dict[str, Any] = {
    cls.__name__: cls
    for cls in (
        Number, Truth, Nothing, Slot, Loc, You, Active, Players, Opponents, Setting, Every, Track, Zone,
        Field, Chosen, Call, Arithmetic, Compare, Logic, Not, If, Within, In, NotIn, Empty, NotEmpty,
        ListOf, One, Freeze, Range, Filter, Map, Gather, Any_, All, Count, Sum, Best, Largest, Extremes,
        Sort, EndOf, EndsOf, Beside, At, Union, Without, Position, Ways, Cell, CellEmpty, CellFull,
        Reachable, Distance, Steps, Nearest, Function,
    )
}  # fmt: skip
