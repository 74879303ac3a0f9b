"""The types of expressions, proved: each is at least what its operands can give.

In: an expression whose structure is right, and what the names, slots and tables around it are. Out: a
sentence for each operand that is not what its operator needs, and for each value that its type does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import frozen

from rulelang.ir import expressions as ir
from rulelang.ir.nodes import Program
from rulelang.types import (
    BOOL,
    MOST,
    PLAYER,
    ByPlayer,
    Kind,
    NoneType,
    Num,
    Opt,
    Place,
    Player,
    Rec,
    Seq,
    Type,
    bare,
    fits,
    item_of,
    join,
    most_of,
    number,
    text,
)


@frozen
class Around:
    """What an expression can read: the program's tables, the slots of its frame, the names in scope."""

    program: Program
    slots: tuple[Type | None, ...] = ()
    locs: Mapping[int, Type] = {}

    def with_loc(self, loc: int, type_: Type) -> Around:
        return Around(self.program, self.slots, {**self.locs, loc: type_})


Proof = Callable[[Any, Around], Iterator[str]]


def holds(declared: Type, actual: Type) -> bool:
    """Whether a type holds every value of another; that something is there is checked in play."""
    if isinstance(actual, NoneType):
        return isinstance(declared, Opt | NoneType)
    wanted, given = bare(declared), bare(actual)
    if isinstance(wanted, Num) and isinstance(given, Num):
        return wanted.low <= given.low and given.high <= wanted.high
    if isinstance(wanted, Seq) and isinstance(given, Seq):
        empty = given.most == 0
        return given.most <= wanted.most and (empty or holds(wanted.item, given.item))
    if isinstance(wanted, ByPlayer) and isinstance(given, ByPlayer):
        return holds(wanted.item, given.item)
    return wanted == given


def proof(expr: ir.Expr, around: Around) -> Iterator[str]:
    """What is wrong with the types of an expression, its operands first."""
    yield from PROOFS[type(expr)](expr, around)


def _gives(expr: ir.Expr, actual: Type) -> Iterator[str]:
    if not holds(expr.type, actual):
        yield f"`{type(expr).__name__}` can be {text(actual)}, beyond its type {text(expr.type)}"


def _is(expr: ir.Expr, wanted: Any, around: Around, what: str = "") -> Iterator[str]:
    yield from proof(expr, around)
    if not isinstance(bare(expr.type), wanted):
        yield f"{what or 'an operand'} is {text(expr.type)}, not {wanted.__name__}"


def _fits(expr: ir.Expr, wanted: Type, around: Around) -> Iterator[str]:
    yield from proof(expr, around)
    if not fits(expr.type, wanted):
        yield f"an operand is {text(expr.type)}, not {text(wanted)}"


def _number(expr: ir.Number, around: Around) -> Iterator[str]:
    program = around.program
    match bare(expr.type):
        case Num(low=low, high=high):
            good = low <= expr.value <= high
        case Kind(name=name):
            good = 0 <= expr.value < len(program.kind(name).words)
        case Rec(name=name):
            record = program.record(name)
            good = record.base <= expr.value < record.base + record.size
        case Player():
            good = 0 <= expr.value < program.players[0]
        case _:
            good = False
    if not good:
        yield f"{expr.value} is no {text(expr.type)}"


def _truth(expr: ir.Truth, around: Around) -> Iterator[str]:
    yield from _gives(expr, BOOL)


def _nothing(expr: ir.Nothing, around: Around) -> Iterator[str]:
    yield from _gives(expr, NoneType())


def _slot(expr: ir.Slot, around: Around) -> Iterator[str]:
    type_ = around.slots[expr.slot] if expr.slot < len(around.slots) else None
    if type_ is None:
        yield f"slot {expr.slot} holds nothing that can be read"
    else:
        yield from _gives(expr, type_)


def _loc(expr: ir.Loc, around: Around) -> Iterator[str]:
    if expr.loc not in around.locs:
        yield f"the name {expr.loc} is not known here"
    else:
        yield from _gives(expr, around.locs[expr.loc])


def _player(expr: ir.Expr, around: Around) -> Iterator[str]:
    yield from _gives(expr, PLAYER)


def _players(expr: ir.Expr, around: Around) -> Iterator[str]:
    yield from _gives(expr, Seq(PLAYER, around.program.players[1]))


def _opponents(expr: ir.Opponents, around: Around) -> Iterator[str]:
    yield from _fits(expr.player, PLAYER, around)
    yield from _gives(expr, Seq(PLAYER, around.program.players[1] - 1))


def _setting(expr: ir.Setting, around: Around) -> Iterator[str]:
    yield from _gives(expr, around.program.settings[expr.setting].type)


def _every(expr: ir.Every, around: Around) -> Iterator[str]:
    match item_of(expr.type):
        case Kind(name=name):
            size = len(around.program.kind(name).words)
        case Rec(name=name):
            size = around.program.record(name).size
        case _:
            yield f"there is no set of every {text(expr.type)}"
            return
    yield from _gives(expr, Seq(item_of(expr.type), size))


def _owned(owner: ir.Expr | None, wanted: Type | None, around: Around) -> Iterator[str]:
    if (owner is None) != (wanted is None):
        yield "an owner is missing, or there is none to name"
    elif owner is not None and wanted is not None:
        yield from _fits(owner, wanted, around)


def _track(expr: ir.Track, around: Around) -> Iterator[str]:
    track = around.program.tracks[expr.track]
    yield from _owned(expr.owner, track.owner, around)
    yield from _gives(expr, track.type)


def _zone(expr: ir.Zone, around: Around) -> Iterator[str]:
    zone = around.program.zones[expr.zone]
    yield from _owned(expr.owner, zone.owner, around)
    yield from _gives(expr, Seq(Rec(zone.item), around.program.record(zone.item).size))


def _field(expr: ir.Field, around: Around) -> Iterator[str]:
    yield from _is(expr.item, Rec, around)
    item = bare(expr.item.type)
    if isinstance(item, Rec):
        columns = {column.name: column.type for column in around.program.record(item.name).columns}
        if expr.column not in columns:
            yield f"`{item.name}` has no column `{expr.column}`"
        else:
            yield from _gives(expr, columns[expr.column])


def _chosen(expr: ir.Chosen, around: Around) -> Iterator[str]:
    yield from _fits(expr.player, PLAYER, around)
    yield from _is(expr.answers, ByPlayer, around)
    yield from _gives(expr, item_of(expr.answers.type))


def _arguments(args: tuple[ir.Expr, ...], params: tuple[Type, ...], around: Around) -> Iterator[str]:
    if len(args) != len(params):
        yield f"{len(args)} operands for {len(params)} parameters"
        return
    for arg, wanted in zip(args, params, strict=True):
        yield from proof(arg, around)
        beyond = not isinstance(bare(wanted), Seq) and not holds(Opt(bare(wanted)), arg.type)
        if beyond or not fits(arg.type, wanted):
            yield f"an argument is {text(arg.type)}, not {text(wanted)}"


def _call(expr: ir.Call, around: Around) -> Iterator[str]:
    value = around.program.values[expr.value]
    yield from _arguments(expr.args, value.params, around)
    yield from _gives(expr, value.result)


def _arithmetic(expr: ir.Arithmetic, around: Around) -> Iterator[str]:
    yield from _is(expr.left, Num, around)
    yield from _is(expr.right, Num, around)
    a, b = bare(expr.left.type), bare(expr.right.type)
    if isinstance(a, Num) and isinstance(b, Num):
        yield from _gives(expr, _result(expr.op, a, b))


def _result(op: str, a: Num, b: Num) -> Num:
    if op == "add":
        return number(a.low + b.low, a.high + b.high)
    if op == "sub":
        return number(a.low - b.high, a.high - b.low)
    if op == "mul":
        ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return number(min(ends), max(ends))
    if op == "mod":
        return number(0 if b.low > 0 else min(b.low + 1, 0), max(b.high - 1, 0))
    return number(min(a.low, -a.high, 0), max(a.high, -a.low, 0))


def _compare(expr: ir.Compare, around: Around) -> Iterator[str]:
    for side in (expr.left, expr.right):
        yield from proof(side, around)
        if expr.op not in ("eq", "ne") and not isinstance(bare(side.type), Num):
            yield f"a side of a comparison is {text(side.type)}, not a number"
    if join(expr.left.type, expr.right.type) is None:
        yield "two things are compared that can never be the same"
    yield from _gives(expr, BOOL)


def _truths(*names: str) -> Proof:
    def check(expr: Any, around: Around) -> Iterator[str]:
        for name in names:
            yield from _fits(getattr(expr, name), BOOL, around)
        yield from _gives(expr, BOOL)

    return check


def _if(expr: ir.If, around: Around) -> Iterator[str]:
    yield from _fits(expr.condition, BOOL, around)
    for side in (expr.then, expr.other):
        yield from proof(side, around)
        yield from _gives(expr, side.type)


def _within(expr: ir.Within, around: Around) -> Iterator[str]:
    yield from _is(expr.value, Num, around)
    if not isinstance(expr.type, Num):
        yield "a number is bounded by something that is no range"


def _set(expr: ir.Expr, around: Around) -> Iterator[str]:
    yield from _is(expr, Seq, around, "a set")


def _membership(expr: ir.In | ir.NotIn, around: Around) -> Iterator[str]:
    yield from proof(expr.item, around)
    yield from _set(expr.items, around)
    if join(expr.item.type, item_of(expr.items.type)) is None:
        yield "something is looked for where it can never be"
    yield from _gives(expr, BOOL)


def _emptiness(expr: ir.Empty | ir.NotEmpty, around: Around) -> Iterator[str]:
    yield from _set(expr.items, around)
    yield from _gives(expr, BOOL)


def _list_of(expr: ir.ListOf, around: Around) -> Iterator[str]:
    for item in expr.items:
        yield from proof(item, around)
        yield from _gives(expr, Seq(item.type, len(expr.items)))


def _one(expr: ir.One, around: Around) -> Iterator[str]:
    yield from proof(expr.item, around)
    yield from _gives(expr, Seq(bare(expr.item.type), 1))


def _same_set(expr: Any, around: Around) -> Iterator[str]:
    yield from _set(expr.items, around)
    yield from _gives(expr, bare(expr.items.type))


def _range(expr: ir.Range, around: Around) -> Iterator[str]:
    yield from _is(expr.low, Num, around)
    yield from _is(expr.high, Num, around)
    low, high = bare(expr.low.type), bare(expr.high.type)
    if isinstance(low, Num) and isinstance(high, Num):
        most = min(MOST, max(0, high.high - low.low + 1))
        yield from _gives(expr, Seq(number(low.low, high.high), most))


def _over(expr: Any, around: Around) -> tuple[Around, list[str]]:
    """What an operand can read that is asked of each element, and what is wrong with the set."""
    found = list(_set(expr.items, around))
    if expr.loc in around.locs:
        found.append(f"the name {expr.loc} is taken")
    return around.with_loc(expr.loc, item_of(expr.items.type)), found


def _filter(expr: ir.Filter, around: Around) -> Iterator[str]:
    inner, found = _over(expr, around)
    yield from found
    yield from _fits(expr.test, BOOL, inner)
    yield from _gives(expr, bare(expr.items.type))


def _map(expr: ir.Map, around: Around) -> Iterator[str]:
    inner, found = _over(expr, around)
    yield from found
    yield from proof(expr.value, inner)
    yield from _gives(expr, Seq(bare(expr.value.type), most_of(expr.items.type)))


def _gather(expr: ir.Gather, around: Around) -> Iterator[str]:
    inner, found = _over(expr, around)
    yield from found
    yield from _set(expr.value, inner)
    most = min(MOST, most_of(expr.items.type) * most_of(expr.value.type))
    yield from _gives(expr, Seq(item_of(expr.value.type), most))


def _quantifier(expr: ir.Any_ | ir.All, around: Around) -> Iterator[str]:
    inner, found = _over(expr, around)
    yield from found
    yield from _fits(expr.test, BOOL, inner)
    yield from _gives(expr, BOOL)


def _count(expr: ir.Count, around: Around) -> Iterator[str]:
    yield from _set(expr.items, around)
    yield from _gives(expr, Num(0, most_of(expr.items.type)))


def _numbers(items: ir.Expr, around: Around) -> Iterator[str]:
    yield from _set(items, around)
    if not isinstance(bare(item_of(items.type)), Num) and most_of(items.type):
        yield "numbers are needed"


def _sum(expr: ir.Sum, around: Around) -> Iterator[str]:
    yield from _numbers(expr.items, around)
    one, most = bare(item_of(expr.items.type)), most_of(expr.items.type)
    if isinstance(one, Num):
        yield from _gives(expr, number(min(0, one.low * most), max(0, one.high * most)))


def _best(expr: ir.Best, around: Around) -> Iterator[str]:
    yield from _numbers(expr.items, around)
    one = bare(item_of(expr.items.type))
    if isinstance(one, Num):
        yield from _gives(expr, number(min(0, one.low), max(0, one.high)))


def _largest(expr: ir.Largest, around: Around) -> Iterator[str]:
    yield from _is(expr.amount, Num, around)
    yield from _numbers(expr.items, around)
    yield from _gives(expr, Seq(bare(item_of(expr.items.type)), most_of(expr.items.type)))


def _extremes(expr: ir.Extremes, around: Around) -> Iterator[str]:
    inner, found = _over(expr, around)
    yield from found
    yield from _is(expr.key, Num, inner)
    yield from _gives(expr, bare(expr.items.type))


def _sort(expr: ir.Sort, around: Around) -> Iterator[str]:
    inner, found = _over(expr, around)
    yield from found
    for key in expr.keys:
        yield from _is(key, Num, inner)
    yield from _gives(expr, bare(expr.items.type))


def _end_of(expr: ir.EndOf, around: Around) -> Iterator[str]:
    yield from _set(expr.items, around)
    yield from _gives(expr, Opt(bare(item_of(expr.items.type))))


def _ends_of(expr: ir.EndsOf, around: Around) -> Iterator[str]:
    yield from _is(expr.amount, Num, around)
    yield from _same_set(expr, around)


def _beside(expr: ir.Beside, around: Around) -> Iterator[str]:
    yield from _fits(expr.item, item_of(expr.items.type), around)
    yield from _same_set(expr, around)


def _at(expr: ir.At, around: Around) -> Iterator[str]:
    yield from _set(expr.items, around)
    yield from _is(expr.index, Num, around)
    yield from _gives(expr, item_of(expr.items.type))


def _union(expr: ir.Union, around: Around) -> Iterator[str]:
    yield from _set(expr.left, around)
    yield from _set(expr.right, around)
    most = min(MOST, most_of(expr.left.type) + most_of(expr.right.type))
    for side in (expr.left, expr.right):
        yield from _gives(expr, Seq(item_of(side.type), most if most_of(side.type) else 0))


def _without(expr: ir.Without, around: Around) -> Iterator[str]:
    yield from _set(expr.left, around)
    yield from _set(expr.right, around)
    yield from _gives(expr, bare(expr.left.type))


def _component(expr: ir.Expr, around: Around) -> Iterator[str]:
    yield from _is(expr, Rec, around, "a component")
    item = bare(expr.type)
    if isinstance(item, Rec) and not around.program.record(item.name).physical:
        yield f"`{item.name}` is no component"


def _position(expr: ir.Position, around: Around) -> Iterator[str]:
    yield from _component(expr.item, around)
    yield from _gives(expr, Num(1, MOST))


def _ways(expr: ir.Ways, around: Around) -> Iterator[str]:
    most = 1
    for loop in expr.loops:
        inner, found = _over(loop, around)
        yield from found
        around, most = inner, min(MOST, most * most_of(loop.items.type))
    if expr.test is not None:
        yield from _fits(expr.test, BOOL, around)
    item = item_of(expr.loops[0].items.type) if len(expr.loops) == 1 else Num(0, 0)
    yield from _gives(expr, Seq(item, most))


def _place(place: ir.Expr, grid: int, around: Around) -> Iterator[str]:
    yield from _fits(place, Place(around.program.zones[grid].name), around)


def _cell(expr: ir.Cell, around: Around) -> Iterator[str]:
    yield from _place(expr.place, expr.grid, around)
    yield from _gives(expr, Opt(Rec(around.program.zones[expr.grid].item)))


def _cell_state(expr: ir.CellEmpty | ir.CellFull, around: Around) -> Iterator[str]:
    yield from _place(expr.place, expr.grid, around)
    yield from _gives(expr, BOOL)


def _way(expr: Any, around: Around) -> Iterator[str]:
    value = around.program.values[expr.value]
    yield from proof(expr.start, around)
    here = bare(expr.start.type)
    if len(value.params) != 1 or not fits(here, value.params[0]) or not fits(value.result, Seq(here)):
        yield f"`{value.name}` does not lead from {text(here)} to others"
    if isinstance(expr, ir.Distance | ir.Steps):
        yield from _fits(expr.goal, here, around)
    elif isinstance(expr, ir.Nearest):
        yield from _fits(expr.goals, Seq(here), around)
    wanted = Opt(Num(0, 0)) if isinstance(expr, ir.Distance) else Seq(here, 0)
    yield from _gives(expr, wanted)


DIRECTION = Kind("direction")
_RESULTS: dict[str, Type] = {
    "left": PLAYER, "right": PLAYER, "seat": PLAYER, "owner": Opt(PLAYER), "turn": DIRECTION,
    "opposite": DIRECTION, "column": Num(1, 1), "row": Num(1, 1),
}  # fmt: skip


def _function(expr: ir.Function, around: Around) -> Iterator[str]:
    if expr.name not in ir.FUNCTIONS:
        yield f"`{expr.name}` is no function"
        return
    amount, about_grid = ir.FUNCTIONS[expr.name]
    if len(expr.args) != amount or (expr.grid is not None) != about_grid:
        yield f"`{expr.name}` is no function of {len(expr.args)} operands"
        return
    place = Place(around.program.zones[expr.grid].name) if expr.grid is not None else None
    for arg in expr.args:
        yield from proof(arg, around)
    yield from _operands(expr, place)
    if expr.name == "clockwise":
        yield from _gives(expr, Seq(PLAYER, around.program.players[1]))
    elif expr.name in _RESULTS:
        yield from _gives(expr, _RESULTS[expr.name])
    elif place is not None:
        many = expr.name in ("neighbours", "places", "open_places")
        yield from _gives(expr, Seq(place, 1) if many else Opt(place))


def _operands(expr: ir.Function, place: Place | None) -> Iterator[str]:
    wanted: dict[str, tuple[Any, ...]] = {
        "left": (PLAYER,), "right": (PLAYER,), "clockwise": (PLAYER,), "seat": (Num(),),
        "turn": (DIRECTION, Num()), "opposite": (DIRECTION,), "step": (place, DIRECTION),
        "neighbours": (place,), "place": (Num(), Num()), "column": (place,), "row": (place,),
    }  # fmt: skip
    for arg, type_ in zip(expr.args, wanted.get(expr.name, ()), strict=False):
        if not fits(arg.type, type_):
            yield f"`{expr.name}` gets {text(arg.type)}"
    if expr.name in ("owner", "place_of") and not isinstance(bare(expr.args[0].type), Rec):
        yield f"`{expr.name}` gets {text(expr.args[0].type)}"


PROOFS: dict[type, Proof] = {
    ir.Number: _number, ir.Truth: _truth, ir.Nothing: _nothing, ir.Slot: _slot, ir.Loc: _loc,
    ir.You: _player, ir.Active: _player, ir.Players: _players, ir.Opponents: _opponents,
    ir.Setting: _setting, ir.Every: _every, ir.Track: _track, ir.Zone: _zone, ir.Field: _field,
    ir.Chosen: _chosen, ir.Call: _call, ir.Arithmetic: _arithmetic, ir.Compare: _compare,
    ir.Logic: _truths("left", "right"), ir.Not: _truths("operand"), ir.If: _if, ir.Within: _within,
    ir.In: _membership, ir.NotIn: _membership, ir.Empty: _emptiness, ir.NotEmpty: _emptiness,
    ir.ListOf: _list_of, ir.One: _one, ir.Freeze: _same_set, ir.Range: _range, ir.Filter: _filter,
    ir.Map: _map, ir.Gather: _gather, ir.Any_: _quantifier, ir.All: _quantifier, ir.Count: _count,
    ir.Sum: _sum, ir.Best: _best, ir.Largest: _largest, ir.Extremes: _extremes, ir.Sort: _sort,
    ir.EndOf: _end_of, ir.EndsOf: _ends_of, ir.Beside: _beside, ir.At: _at, ir.Union: _union,
    ir.Without: _without, ir.Position: _position, ir.Ways: _ways, ir.Cell: _cell,
    ir.CellEmpty: _cell_state, ir.CellFull: _cell_state, ir.Reachable: _way, ir.Distance: _way,
    ir.Steps: _way, ir.Nearest: _way, ir.Function: _function,
}  # fmt: skip
