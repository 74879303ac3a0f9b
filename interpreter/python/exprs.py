"""Expressions of the IR to Python source.

In: an IR expression. Out: a Python expression that reads the state `S`, and in a rule the frame `f`.
Only the classes in `WRITERS` can be written, every operand is an int or comes from here, and names are made
by us, so that the text of a definition never becomes code. Sets are in `set_exprs.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from attrs import define, field

from interpreter.backend import SLOTS
from interpreter.layout import Layout
from interpreter.python.geometry import grid
from interpreter.python.inlining import has_no_none, written_here
from rulelang.ir import expressions as ir
from rulelang.ir.nodes import RecordDef
from rulelang.ir.numbers import may_exceed
from rulelang.ir.owners import size, turned
from rulelang.ir.prices import Prices
from rulelang.types import Kind, Num, Pair, Player, Rec, Seq, Type, bare, item_of

INFIX = {
    "add": "+", "sub": "-", "mul": "*", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "and": "and", "or": "or",
}  # fmt: skip
SUMS = ("add", "sub")
# In which table of its grid's geometry a function looks.
GEOMETRY = {
    "step": "step", "along": "along", "neighbours": "beside", "around": "all_around",
    "diagonals": "at_corners",
}  # fmt: skip
Writer = Callable[[Any, "Source"], str]


@define
class Source:
    """Writes expressions; `you` says whether they stand in a frame or in a function with arguments."""

    layout: Layout
    constants: dict[str, Any]  # the names that the written code can use
    writers: dict[type, Writer]
    prices: Prices
    you: str = "f[2]"
    watched: bool = False  # what runs is noted, so each value runs by itself
    numbered: dict[tuple[str, str], str] = field(factory=dict)
    given: dict[int, str] = field(factory=dict)  # in a value that is written where it is used: its parameters
    sure: frozenset[str] = frozenset()  # names of what is never none
    short: dict[int, ir.Expr | None] = field(factory=dict)  # by values: the expression that one is
    deep: int = 0  # how many values are being written inside each other
    held: set[str] | None = None  # in a value, which changes nothing: zones that are looked up once

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

    def within(self, loc: int, items: ir.Expr, inner: ir.Expr) -> str:
        """An expression about an element of a set."""
        with self.knowing(loc, items):
            return self(inner)

    @contextmanager
    def knowing(self, loc: int, items: ir.Expr) -> Iterator[None]:
        """Meanwhile it is known whether an element of a set can be none."""
        name, was = f"x{loc}", self.sure
        self.sure = was | {name} if has_no_none(items) else was - {name}
        yield
        self.sure = was

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
        if shift == 0:
            return self(owner)
        return f"{self(owner)} + {shift}" if shift >= 0 else f"{self(owner)} - {-shift}"

    def geometry(self, number: int) -> str:
        """The name of a grid's geometry."""
        width, height = self.layout.grid_sizes[number]
        zone = self.layout.program.zones[number]
        made = grid(width, height, zone.width, zone.hexagonal)
        return self.constant("G", f"{width} {height} {zone.width} {made.hexagonal}", made)

    def cells(self, number: int, owner: ir.Expr | None) -> str:
        """The cells of a grid, or the components of a zone."""
        index = self.zone_index(number, owner)
        if self.held is None or not index.isdigit():
            return f"S.z[{index}]"
        self.held.add(index)
        return f"z{index}"


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
    return s.given.get(e.loc, f"x{e.loc}")


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
    return repr(value) if value is None or isinstance(value, bool) else str(int(value))


def _every(e: ir.Every, s: Source) -> str:
    item = item_of(e.type)
    if isinstance(item, Kind):
        return s.constant("K", item.name, tuple(range(len(s.layout.program.kind(item.name).words))))
    assert isinstance(item, Rec)
    record = s.layout.program.record(item.name)
    return s.constant("R", item.name, tuple(there(record, s.layout.players)))


def there(record: RecordDef, players: int) -> Iterator[int]:
    """The numbers of a record, without what belongs to players who do not play."""
    owners = [column.values for column in record.columns if isinstance(column.type, Player)]
    for number in range(record.size):
        if all(values[number] < players for values in owners):
            yield record.base + number


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


def _pair(e: ir.PairOf, s: Source) -> str:
    pair = e.type
    assert isinstance(pair, Pair)
    first, second = _from_zero(e.first, pair.first, s), _from_zero(e.second, pair.second, s)
    if turned(pair):
        return f"({second} * {size(s.layout.program, pair.first)} + {first})"
    return f"({first} * {size(s.layout.program, pair.second)} + {second})"


def _from_zero(e: ir.Expr, type_: Type, s: Source) -> str:
    base = s.layout.offset(type_)
    return f"({s(e)} - {base})" if base else s(e)


def _holder(e: ir.Holder, s: Source) -> str:
    wanted, layout = bare(e.type), s.layout
    table: list[int | None] = []
    for number, owner in layout.zone_names:
        type_ = layout.program.zones[number].owner if number >= 0 else None
        kinds = (type_.first, type_.second) if isinstance(type_, Pair) else (type_,)
        parts = zip(kinds, layout.owner_parts(type_, owner), strict=True)
        table.append(next((part for kind, part in parts if kind == wanted), None))
    name = s.constant("H", str(wanted), tuple(table))
    return f"holder({name}, S, {s(e.item)})"


def _repeats(e: ir.Repeats, s: Source) -> str:
    return f"repeats(S, {e.memory})"


def _what_if(e: ir.WhatIf, s: Source) -> str:
    args = s.listed(e.args)
    s.held, held = None, s.held  # what would be is another state
    value = s(e.value)
    s.held = held
    return f"what_if(S, {e.rule}, {args}, {s.you}, lambda S: {value})"


def _call(e: ir.Call, s: Source) -> str:
    here = written_here(e, s)
    if here is not None:
        return here
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
    """Behind `spot is not empty and …` it is known that there is a place."""
    written, before = [], s.sure
    for term in terms(e, e.op):
        written.append(s(term))
        if e.op == "and" and isinstance(term, ir.CellFull) and isinstance(term.place, ir.Slot | ir.Loc):
            s.sure |= {s(term.place)}
    s.sure = before
    return f"({f' {e.op} '.join(written)})"


def terms(e: ir.Expr, op: str) -> list[ir.Expr]:
    """What is joined by `and`, or by `or`."""
    found: list[ir.Expr] = []
    waiting = [e]
    while waiting:
        term = waiting.pop()
        if isinstance(term, ir.Logic) and term.op == op:
            waiting += [term.right, term.left]
        else:
            found.append(term)
    return found


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
    range_ = bare(e.type)
    assert isinstance(range_, Num)
    check = "within" if isinstance(e.type, Num) else "within_or_none"
    return f"{check}({s(e.value)}, {range_.low}, {range_.high}, {name})"


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
            half = 4 if _is_heading(e.args[0]) else 2
            return f"(({args[0]} + {half}) % {2 * half})"
    assert e.grid is not None
    grid_, width = s.geometry(e.grid), s.layout.program.zones[e.grid].width
    if e.name in ("step", "along") and not _is_heading(e.args[1]):
        args[1] = f"2 * {args[1]}"  # a direction is every second heading
    match e.name:
        case "places":
            return f"{grid_}.places"
        case "open_places":
            return f"{grid_}.open_places({s.cells(e.grid, e.owner)})"
        case "place_of":
            base = s.layout.zone_base[e.grid]
            return f"place_of(S, {base}, {base + s.layout.zone_size[e.grid]}, {args[0]})"
        case "column":
            return f"({args[0]} % {width} + 1)"
        case "row":
            return f"({args[0]} // {width} + 1)"
        case "place":
            return f"{grid_}.place[{args[0]}, {args[1]}]"
    return f"{grid_}.{GEOMETRY[e.name]}{''.join(f'[{arg}]' for arg in args)}"


def _is_heading(e: ir.Expr) -> bool:
    return bare(e.type) == Kind("heading")


WRITERS: dict[type, Writer] = {
    ir.Number: _number, ir.Truth: _truth, ir.Nothing: _nothing, ir.Slot: _slot, ir.Loc: _loc, ir.You: _you,
    ir.Active: _active, ir.Players: _players, ir.Opponents: _opponents, ir.Setting: _setting,
    ir.Every: _every, ir.Track: _track, ir.Field: _field, ir.Chosen: _chosen, ir.Call: _call,
    ir.Arithmetic: _arithmetic, ir.Compare: _compare, ir.Logic: _logic, ir.Not: _not, ir.If: _if,
    ir.Within: _within, ir.Function: _function, ir.PairOf: _pair, ir.Holder: _holder,
    ir.Repeats: _repeats, ir.WhatIf: _what_if,
}  # fmt: skip
