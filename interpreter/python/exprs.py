"""Expressions of the IR to Python source.

In: an IR expression. Out: a Python expression that reads the state `S`, and in a rule the frame `f`.
Only the classes in `WRITERS` can be written, every operand is an int or comes from here, and names are made
by us, so that the text of a definition never becomes code. Sets are in `set_exprs.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field

from interpreter.layout import Layout
from interpreter.python.state import SLOTS
from rulelang.ir import expressions as ir
from rulelang.ir.numbers import may_exceed
from rulelang.ir.prices import Prices
from rulelang.types import Kind, Num, Rec, Seq, Type, bare, item_of

INFIX = {
    "add": "+", "sub": "-", "mul": "*", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "and": "and", "or": "or",
}  # fmt: skip
SUMS = ("add", "sub")
Writer = Callable[[Any, "Source"], str]


@define
class Source:
    """Writes expressions; `you` says whether they stand in a frame or in a function with arguments."""

    layout: Layout
    constants: dict[str, Any]  # the names that the written code can use
    writers: dict[type, Writer]
    prices: Prices
    you: str = "f[2]"
    numbered: dict[tuple[str, str], str] = field(factory=dict)

    def in_frame(self) -> Source:
        self.you = "f[2]"
        return self

    def in_function(self) -> Source:
        self.you = "you"
        return self

    def constant(self, sort: str, key: str, value: Any) -> str:
        """A name for a value that the code can use: a number, never a word of the definition."""
        name = self.numbered.setdefault((sort, key), f"{sort}{len(self.numbered)}")
        self.constants.setdefault(name, value)
        return name

    def __call__(self, expr: ir.Expr) -> str:
        return self.writers[type(expr)](expr, self)

    def looped(self, node: Any, items: ir.Expr) -> str:
        """A set that a node goes through, paid for where it can be long."""
        each = self.prices.each(node)
        return f"paid(S, {self(items)}, {each})" if each else self(items)

    def listed(self, exprs: tuple[ir.Expr, ...]) -> str:
        return f"({''.join(self(item) + ', ' for item in exprs)})"

    def track_index(self, number: int, owner: ir.Expr | None) -> str:
        return self._shifted(self.layout.track_base[number], self.layout.program.tracks[number].owner, owner)

    def zone_index(self, number: int, owner: ir.Expr | None) -> str:
        return self._shifted(self.layout.zone_base[number], self.layout.program.zones[number].owner, owner)

    def _shifted(self, base: int, type_: Type | None, owner: ir.Expr | None) -> str:
        if owner is None:
            return str(base)
        shift = base - self.layout.offset(type_)
        return f"{self(owner)} + {shift}" if shift >= 0 else f"{self(owner)} - {-shift}"

    def grid(self, number: int) -> tuple[str, str]:
        """The size of a grid, and its cells."""
        zone = self.layout.program.zones[number]
        return f"{zone.width}, {zone.height}", f"S.z[{self.layout.zone_base[number]}]"


# ---------------------------------------------------------------- leaves


def _number(e: ir.Number, s: Source) -> str:
    return str(int(e.value))


def _truth(e: ir.Truth, s: Source) -> str:
    return "True" if e.value else "False"


def _nothing(e: ir.Nothing, s: Source) -> str:
    return "None"


def _slot(e: ir.Slot, s: Source) -> str:
    return f"f[{SLOTS + e.slot}]"


def _loc(e: ir.Loc, s: Source) -> str:
    return f"x{e.loc}"


def _you(e: ir.You, s: Source) -> str:
    return s.you


def _active(e: ir.Active, s: Source) -> str:
    return "S.active"


def _players(e: ir.Players, s: Source) -> str:
    return s.constant("P", "all", tuple(range(s.layout.players)))


def _opponents(e: ir.Opponents, s: Source) -> str:
    players = s.layout.players
    table = tuple(tuple((p + i) % players for i in range(1, players)) for p in range(players))
    return f"{s.constant('P', 'opponents', table)}[{s(e.player)}]"


def _setting(e: ir.Setting, s: Source) -> str:
    value = s.layout.settings[e.setting]
    return str(bool(value)) if isinstance(value, bool) else str(int(value))


def _every(e: ir.Every, s: Source) -> str:
    item = item_of(e.type)
    if isinstance(item, Kind):
        return s.constant("K", item.name, tuple(range(len(s.layout.program.kind(item.name).words))))
    assert isinstance(item, Rec)
    record = s.layout.program.record(item.name)
    return s.constant("R", item.name, tuple(range(record.base, record.base + record.size)))


# ---------------------------------------------------------------- the state


def _track(e: ir.Track, s: Source) -> str:
    return f"S.t[{s.track_index(e.track, e.owner)}]"


def _field(e: ir.Field, s: Source) -> str:
    record = bare(e.item.type)
    assert isinstance(record, Rec)
    name = s.constant("F", f"{record.name} {e.column}", s.layout.column(record.name, e.column))
    return f"{name}[{s(e.item)}]"


def _chosen(e: ir.Chosen, s: Source) -> str:
    return f"{s(e.answers)}[{s(e.player)}]"


def _call(e: ir.Call, s: Source) -> str:
    return f"v{e.value}({', '.join(['S', s.you, *(s(arg) for arg in e.args)])})"


# ---------------------------------------------------------------- numbers and logic


def _arithmetic(e: ir.Arithmetic, s: Source) -> str:
    if e.op in INFIX:
        found = _in_a_row(e, SUMS if e.op in SUMS else (e.op,), s)
        return f"whole({found})" if may_exceed(e) else found
    left, right = s(e.left), s(e.right)
    return f"modulo({left}, {right})" if e.op == "mod" else f"divide({left}, {right}, {e.op == 'div_up'})"


def _in_a_row(e: ir.Arithmetic, ops: tuple[str, ...], s: Source) -> str:
    """A sum or a product without a bracket for each term: Python has a limit for them.

    Whether a number gets too large is looked at when all of it is there.
    """
    terms: list[str] = []
    left: ir.Expr = e
    while isinstance(left, ir.Arithmetic) and left.op in ops:
        terms.append(f"{INFIX[left.op]} {s(left.right)}")
        left = left.left
    return f"({' '.join([s(left), *reversed(terms)])})"


def _logic(e: ir.Logic, s: Source) -> str:
    terms: list[str] = []
    waiting: list[ir.Expr] = [e]
    while waiting:
        term = waiting.pop()
        if isinstance(term, ir.Logic) and term.op == e.op:
            waiting += [term.right, term.left]
        else:
            terms.append(s(term))
    return f"({f' {e.op} '.join(terms)})"


def _compare(e: ir.Compare, s: Source) -> str:
    return f"({s(e.left)} {INFIX[e.op]} {s(e.right)})"


def _not(e: ir.Not, s: Source) -> str:
    return f"(not {s(e.operand)})"


def _if(e: ir.If, s: Source) -> str:
    return f"({s(e.then)} if {s(e.condition)} else {s(e.other)})"


def _within(e: ir.Within, s: Source) -> str:
    name = s.constant("N", e.name, e.name)
    if isinstance(e.type, Seq):
        return f"few({s(e.value)}, {e.type.most}, {name})"
    assert isinstance(e.type, Num)
    return f"within({s(e.value)}, {e.type.low}, {e.type.high}, {name})"


# ---------------------------------------------------------------- functions


def _function(e: ir.Function, s: Source) -> str:
    players, args = s.layout.players, [s(arg) for arg in e.args]
    match e.name:
        case "left" | "right":
            shift = 1 if e.name == "left" else players - 1
            return f"(({args[0]} + {shift}) % {players})"
        case "seat":
            return f"seat({players}, {args[0]})"
        case "clockwise":
            rows = tuple(tuple((p + i) % players for i in range(players)) for p in range(players))
            return f"{s.constant('P', 'clockwise', rows)}[{args[0]}]"
        case "owner":
            return f"{s.constant('Z', 'owner', tuple(s.layout.owner))}[S.loc[{args[0]}]]"
        case "turn":
            return f"(({args[0]} + {args[1]}) % 4)"
        case "opposite":
            return f"(({args[0]} + 2) % 4)"
    assert e.grid is not None
    size, cells = s.grid(e.grid)
    width = s.layout.program.zones[e.grid].width
    match e.name:
        case "places":
            return f"range(len({cells}))"
        case "open_places":
            return f"open_places({size}, {cells})"
        case "place_of":
            return f"place_of(S, {s.layout.zone_base[e.grid]}, {args[0]})"
        case "column":
            return f"({args[0]} % {width} + 1)"
        case "row":
            return f"({args[0]} // {width} + 1)"
    return f"{e.name}({', '.join([size, *args])})"


WRITERS: dict[type, Writer] = {
    ir.Number: _number, ir.Truth: _truth, ir.Nothing: _nothing, ir.Slot: _slot, ir.Loc: _loc, ir.You: _you,
    ir.Active: _active, ir.Players: _players, ir.Opponents: _opponents, ir.Setting: _setting,
    ir.Every: _every, ir.Track: _track, ir.Field: _field, ir.Chosen: _chosen, ir.Call: _call,
    ir.Arithmetic: _arithmetic, ir.Compare: _compare, ir.Logic: _logic, ir.Not: _not, ir.If: _if,
    ir.Within: _within, ir.Function: _function,
}  # fmt: skip
