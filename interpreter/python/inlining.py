"""Values that are written where they are used, and what is known before a game begins or never changes in it.

In: a call of a value, or a set with a condition. Out: Python in the place of the call, or a constant in the
place of the set; or None, and the writer goes the usual way; and whether the results of a value can be kept.
Nothing but time changes: only what cannot go
wrong is written elsewhere, so that a mistake in play is always reported where it stands, and what a set costs
is paid as before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, takewhile
from math import prod
from typing import TYPE_CHECKING, Any

from rulelang.ir import expressions as ir
from rulelang.ir.numbers import may_exceed
from rulelang.ir.owners import size
from rulelang.ir.walk import inside
from rulelang.types import Kind, Num, Place, Player, Rec, Type, bare

if TYPE_CHECKING:
    from interpreter.python.exprs import Source

PLAIN = ir.Loc | ir.Slot | ir.Number | ir.Truth | ir.Setting | ir.You  # written again, they cost nothing
# Functions whose elements are never none, and sets that have only elements of others.
FULL_SETS = ("places", "neighbours", "around", "diagonals", "along", "clockwise")
PARTS = ir.Filter | ir.Leading | ir.Sort | ir.EndsOf | ir.Extremes | ir.Freeze
CHANGING = re.compile(r"\b(?:S|f|you|[xqz]\d*)\b")  # what is known only in play
LONGEST, DEEPEST = 30, 3  # parts of a value that is written where it is used, and such values in each other
MOST_TRIED = 1_000  # elements of a set that are looked at before the game
Test = tuple[str, bool]  # a condition, and whether it cannot go wrong
Cells = frozenset[tuple[int, str]]  # grids, and the names of places where something lies for sure


def has_no_none(items: ir.Expr) -> bool:
    """Whether every element of a set is something."""
    if isinstance(items, PARTS):
        return has_no_none(items.items)
    if isinstance(items, ir.Function):
        return items.name in FULL_SETS
    return isinstance(items, ir.Every | ir.Players | ir.Opponents | ir.Range | ir.Zone)


def written_here(e: ir.Call, s: Source) -> str | None:
    """A value as an expression, if it is a short one that cannot go wrong and is given nothing but names."""
    body = _short_body(e.value, s)
    if body is None or s.deep == DEEPEST or not all(_is_plain(arg) for arg in e.args):
        return None
    outer, s.given = s.given, {number: s(arg) for number, arg in enumerate(e.args)}
    s.deep += 1
    written = s(body) if cannot_fail(body, s) else None
    s.given = outer
    s.deep -= 1
    return written


def _is_plain(e: ir.Expr) -> bool:
    """What may be written several times: a name, a number, the player beside one."""
    if isinstance(e, ir.Function) and e.name in ("left", "right"):
        return _is_plain(e.args[0])
    return isinstance(e, PLAIN)


def _short_body(number: int, s: Source) -> ir.Expr | None:
    """The expression that a value is, if it is a short one and nothing else: no cases, no abilities."""
    if s.watched:
        return None
    if number not in s.short:
        value = s.layout.program.values[number]
        plain = value.key is None and not value.changes and len(value.default) == 1
        body = value.default[0].value
        short = plain and len(list(islice(inside(body), LONGEST + 1))) <= LONGEST
        s.short[number] = body if short and not s.prices.pays_itself(number) else None
    return s.short[number]


def cannot_fail(e: ir.Expr, s: Source, full: Cells = frozenset()) -> bool:
    """Whether nothing can go wrong or is paid for. Something lies where `full` says."""
    match e:
        case ir.Loc() | ir.Slot() | ir.Number() | ir.Truth() | ir.Setting() | ir.You() | ir.Nothing():
            return True
        case ir.CellEmpty(owner=None) | ir.CellFull(owner=None):
            return isinstance(e.place, ir.Loc | ir.Slot)
        case ir.Field(item=ir.Cell(owner=None) as cell):
            return isinstance(cell.place, PLAIN) and (cell.grid, s(cell.place)) in full
        case ir.Field(item=item):
            return _is_something(item, s)
        case ir.Logic(op="and"):
            left = cannot_fail(e.left, s, full)
            return left and cannot_fail(e.right, s, full | _full_cells(e.left, s))
        case ir.Logic():
            return cannot_fail(e.left, s, full) and cannot_fail(e.right, s, full)
        case ir.Not():
            return cannot_fail(e.operand, s, full)
        case ir.Compare(op="eq" | "ne"):
            return cannot_fail(e.left, s, full) and cannot_fail(e.right, s, full)
        case ir.Compare():
            return _is_a_number(e.left, s) and _is_a_number(e.right, s)
        case ir.In(items=ir.ListOf(items=items)) | ir.NotIn(items=ir.ListOf(items=items)):
            every = (e.item, *items)
            return not s.prices.each(e) and all(cannot_fail(part, s, full) for part in every)
        case ir.If():
            return all(cannot_fail(part, s, full) for part in (e.condition, e.then, e.other))
        case ir.Any_(items=ir.Zone() as zone) | ir.All(items=ir.Zone() as zone):
            if s.prices.each(e) or f"x{e.loc}" in s.given.values():  # or a name would get another meaning
                return False
            with s.knowing(e.loc, zone):
                return (zone.owner is None or _is_something(zone.owner, s)) and cannot_fail(e.test, s, full)
        case ir.Call():
            return written_here(e, s) is not None
    return _is_a_number(e, s)


def _full_cells(e: ir.Expr, s: Source) -> Cells:
    """Where something lies if this holds."""
    match e:
        case ir.Logic(op="and"):
            return _full_cells(e.left, s) | _full_cells(e.right, s)
        case ir.CellFull(owner=None, place=ir.Loc() | ir.Slot() as place):
            return frozenset({(e.grid, s(place))})
    return frozenset()


def _is_something(e: ir.Expr, s: Source) -> bool:
    return isinstance(e, ir.Loc) and s(e) in s.sure


def _is_a_number(e: ir.Expr, s: Source) -> bool:
    """Whether this is a number for sure, without a mistake on the way."""
    match e:
        case ir.Number() | ir.Setting():
            return True
        case ir.Function(name="column" | "row", args=(place,)):
            return _is_something(place, s)
        case ir.Arithmetic(op="add" | "sub" | "mul"):
            return not may_exceed(e) and _is_a_number(e.left, s) and _is_a_number(e.right, s)
        case ir.Call():
            body = _short_body(e.value, s)
            if body is None or written_here(e, s) is None:
                return False
            outer, s.given = s.given, {number: s(arg) for number, arg in enumerate(e.args)}
            found = _is_a_number(body, s)
            s.given = outer
            return found
    return False


def known_before(items: str, loc: str, tests: Sequence[Test], s: Source) -> tuple[str, int, list[str]] | None:
    """A fixed set without what can never pass: its name, how long it was, and the conditions that are left.

    A condition is asked before its time only if those before it cannot go wrong: they might have stopped the
    game.
    """
    if s.watched or CHANGING.search(items):
        return None
    before = takewhile(lambda test: test[1], tests)
    fixed = [text for text, _ in before if not CHANGING.search(re.sub(rf"\b{loc}\b", "", text))]
    if not fixed:
        return None
    every: Any = eval(items, s.constants)
    if len(every) > MOST_TRIED:
        return None
    name = s.numbered.get(("Q", f"{items} {fixed}"))
    if name is None:
        passed = eval(f"[{loc} for {loc} in {items} if {' and '.join(fixed)}]", s.constants)
        name = s.constant("Q", f"{items} {fixed}", tuple(passed))
    return name, len(every), [text for text, _ in tests if text not in fixed]


# ------------------------------------------------------------ what never changes in a game
FIXED = (
    ir.Loc, ir.Number, ir.Truth, ir.Nothing, ir.Setting, ir.Every, ir.Players, ir.Range, ir.Field, ir.ListOf,
    ir.Arithmetic, ir.Compare, ir.Logic, ir.Not, ir.If, ir.In, ir.NotIn, ir.Filter, ir.Count, ir.Any_, ir.All,
    ir.Gather, ir.Empty, ir.NotEmpty,
)  # fmt: skip
LONG = (ir.Filter, ir.Any_, ir.All, ir.Gather, ir.Call)  # to look up a result is not shorter than the rest
FIXED_FUNCTIONS = (*FULL_SETS, "column", "row", "step", "place", "left", "right", "opposite", "turn", "seat")
MOST_KEPT = 5_000  # results of one value


def is_kept(number: int, s: Source) -> bool:
    """Whether the results of a value are kept: they never change, and take longer than to look them up."""
    nodes = [node for part in _parts(number, s) for node in inside(part)]
    return any(isinstance(node, LONG) for node in nodes) and _is_fixed(number, s)


def _is_fixed(number: int, s: Source, under_way: frozenset[int] = frozenset()) -> bool:
    """Whether a value is the same all game for the same arguments, has few of them and is paid by others."""
    value = s.layout.program.values[number]
    if s.watched or number in under_way or value.key is not None or value.changes:
        return False
    sizes = [_how_many(type_, s) for type_ in value.params]
    if s.prices.pays_itself(number) or None in sizes or prod(filter(None, sizes)) > MOST_KEPT:
        return False
    under_way |= {number}
    return all(_is_fixed_part(node, s, under_way) for part in _parts(number, s) for node in inside(part))


def _parts(number: int, s: Source) -> list[ir.Expr]:
    steps = s.layout.program.values[number].default
    return [part for step in steps for part in (step.value, step.condition) if part is not None]


def _is_fixed_part(e: ir.Expr, s: Source, under_way: frozenset[int]) -> bool:
    if s.prices.each(e):
        return False
    if isinstance(e, ir.Call):
        return _is_fixed(e.value, s, under_way)
    return e.name in FIXED_FUNCTIONS if isinstance(e, ir.Function) else isinstance(e, FIXED)


def _how_many(type_: Type, s: Source) -> int | None:
    """How many values a type has; None if that is not known, or they are sets."""
    match bare(type_):
        case Num(low=low, high=high):
            return high - low + 1
        case Player():
            return s.layout.players
        case Kind() | Rec() | Place() as finite:
            return size(s.layout.program, finite)
    return None
