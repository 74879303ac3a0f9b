"""The types of expressions, proved: each is at least what its operands can give.

In: an expression whose structure is right, and what the names, slots and tables around it are. Out: a
sentence for each operand that is not what its operator needs, and for each value that its type does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulelang.ir import expressions as ir
from rulelang.ir import set_proofs
from rulelang.ir.nodes import Program
from rulelang.ir.proving import Around, Proof, fitting, gives, holds, needs, proof
from rulelang.types import (
    BOOL,
    MOST,
    PLAYER,
    ByPlayer,
    Kind,
    NoneType,
    Num,
    Opt,
    Pair,
    Place,
    Player,
    Rec,
    Seq,
    Type,
    bare,
    fits,
    item_of,
    join,
    number,
    text,
)


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
    yield from gives(expr, BOOL)


def _nothing(expr: ir.Nothing, around: Around) -> Iterator[str]:
    yield from gives(expr, NoneType())


def _slot(expr: ir.Slot, around: Around) -> Iterator[str]:
    type_ = around.slots[expr.slot] if expr.slot < len(around.slots) else None
    if type_ is None:
        yield f"slot {expr.slot} holds nothing that can be read"
    else:
        yield from gives(expr, type_)


def _loc(expr: ir.Loc, around: Around) -> Iterator[str]:
    if expr.loc not in around.locs:
        yield f"the name {expr.loc} is not known here"
    else:
        yield from gives(expr, around.locs[expr.loc])


def _player(expr: ir.Expr, around: Around) -> Iterator[str]:
    yield from gives(expr, PLAYER)


def _players(expr: ir.Expr, around: Around) -> Iterator[str]:
    yield from gives(expr, Seq(PLAYER, around.program.players[1]))


def _opponents(expr: ir.Opponents, around: Around) -> Iterator[str]:
    yield from fitting(expr.player, PLAYER, around)
    yield from gives(expr, Seq(PLAYER, around.program.players[1] - 1))


def _setting(expr: ir.Setting, around: Around) -> Iterator[str]:
    yield from gives(expr, around.program.settings[expr.setting].type)


def _every(expr: ir.Every, around: Around) -> Iterator[str]:
    match item_of(expr.type):
        case Kind(name=name):
            size = len(around.program.kind(name).words)
        case Rec(name=name):
            size = around.program.record(name).size
        case _:
            yield f"there is no set of every {text(expr.type)}"
            return
    yield from gives(expr, Seq(item_of(expr.type), size))


def _owned(owner: ir.Expr | None, wanted: Type | None, around: Around) -> Iterator[str]:
    if (owner is None) != (wanted is None):
        yield "an owner is missing, or there is none to name"
    elif owner is not None and wanted is not None:
        yield from fitting(owner, wanted, around)


def _track(expr: ir.Track, around: Around) -> Iterator[str]:
    track = around.program.tracks[expr.track]
    yield from _owned(expr.owner, track.owner, around)
    yield from gives(expr, track.type)


def _zone(expr: ir.Zone, around: Around) -> Iterator[str]:
    zone = around.program.zones[expr.zone]
    yield from _owned(expr.owner, zone.owner, around)
    yield from gives(expr, Seq(Rec(zone.item), around.program.record(zone.item).size))


def _field(expr: ir.Field, around: Around) -> Iterator[str]:
    yield from needs(expr.item, Rec, around)
    item = bare(expr.item.type)
    if isinstance(item, Rec):
        columns = {column.name: column.type for column in around.program.record(item.name).columns}
        if expr.column not in columns:
            yield f"`{item.name}` has no column `{expr.column}`"
        else:
            yield from gives(expr, columns[expr.column])


def _chosen(expr: ir.Chosen, around: Around) -> Iterator[str]:
    yield from fitting(expr.player, PLAYER, around)
    yield from needs(expr.answers, ByPlayer, around)
    yield from gives(expr, item_of(expr.answers.type))


def _arguments(args: tuple[ir.Expr, ...], params: tuple[Type, ...], around: Around) -> Iterator[str]:
    if len(args) != len(params):
        yield f"{len(args)} operands for {len(params)} parameters"
        return
    for arg, wanted in zip(args, params, strict=True):
        yield from proof(arg, around)
        if not holds(Opt(bare(wanted)), arg.type) or not fits(arg.type, wanted):
            yield f"an argument is {text(arg.type)}, not {text(wanted)}"


def _pair(expr: ir.PairOf, around: Around) -> Iterator[str]:
    if not isinstance(expr.type, Pair):
        yield f"two owners are {text(expr.type)}"
        return
    yield from fitting(expr.first, expr.type.first, around)
    yield from fitting(expr.second, expr.type.second, around)


def _holder(expr: ir.Holder, around: Around) -> Iterator[str]:
    yield from needs(expr.item, Rec, around)
    if not isinstance(expr.type, Opt) or not isinstance(expr.type.inner, Player | Kind | Rec | Place):
        yield f"{text(expr.type)} holds nothing"


def _repeats(expr: ir.Repeats, around: Around) -> Iterator[str]:
    yield from gives(expr, Num(0, MOST))


def _what_if(expr: ir.WhatIf, around: Around) -> Iterator[str]:
    yield from _arguments(expr.args, around.program.rules[expr.rule].params, around)
    yield from proof(expr.value, around)
    yield from gives(expr, expr.value.type)


def _call(expr: ir.Call, around: Around) -> Iterator[str]:
    value = around.program.values[expr.value]
    yield from _arguments(expr.args, value.params, around)
    yield from gives(expr, value.result)


def _arithmetic(expr: ir.Arithmetic, around: Around) -> Iterator[str]:
    yield from needs(expr.left, Num, around)
    yield from needs(expr.right, Num, around)
    a, b = bare(expr.left.type), bare(expr.right.type)
    if isinstance(a, Num) and isinstance(b, Num):
        yield from gives(expr, _result(expr.op, a, b))


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
    yield from gives(expr, BOOL)


def _truths(*names: str) -> Proof:
    def check(expr: Any, around: Around) -> Iterator[str]:
        for name in names:
            yield from fitting(getattr(expr, name), BOOL, around)
        yield from gives(expr, BOOL)

    return check


def _if(expr: ir.If, around: Around) -> Iterator[str]:
    yield from fitting(expr.condition, BOOL, around)
    for side in (expr.then, expr.other):
        yield from proof(side, around)
        yield from gives(expr, side.type)


def _within(expr: ir.Within, around: Around) -> Iterator[str]:
    yield from proof(expr.value, around)
    given = bare(expr.value.type)
    if isinstance(expr.type, Seq) and isinstance(given, Seq):
        yield from gives(expr, Seq(given.item, 0 if given.most == 0 else min(given.most, expr.type.most)))
    elif not isinstance(bare(expr.type), Num) or not isinstance(given, Num):
        yield "something is bounded by what is no range and no size"


DIRECTION, HEADING = Kind("direction"), Kind("heading")
_RESULTS: dict[str, Type] = {
    "left": PLAYER, "right": PLAYER, "seat": PLAYER, "owner": Opt(PLAYER), "turn": DIRECTION,
    "column": Num(1, 1), "row": Num(1, 1),
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
    if expr.grid is not None and (expr.name == "open_places" or expr.owner is not None):
        yield from _owned(expr.owner, around.program.zones[expr.grid].owner, around)
    yield from _operands(expr, place)
    if expr.name == "opposite":
        yield from gives(expr, bare(expr.args[0].type))
    elif expr.name == "clockwise":
        yield from gives(expr, Seq(PLAYER, around.program.players[1]))
    elif expr.name in _RESULTS:
        yield from gives(expr, _RESULTS[expr.name])
    elif place is not None:
        many = expr.name in ("neighbours", "around", "diagonals", "along", "places", "open_places")
        yield from gives(expr, Seq(place, 1) if many else Opt(place))


def _operands(expr: ir.Function, place: Place | None) -> Iterator[str]:
    wanted: dict[str, tuple[Any, ...]] = {
        "left": (PLAYER,), "right": (PLAYER,), "clockwise": (PLAYER,), "seat": (Num(),),
        "turn": (DIRECTION, Num()), "step": (place,), "along": (place,), "neighbours": (place,),
        "around": (place,), "diagonals": (place,), "place": (Num(), Num()), "column": (place,),
        "row": (place,),
    }  # fmt: skip
    if expr.name in ("step", "along", "opposite") and bare(expr.args[-1].type) not in (DIRECTION, HEADING):
        yield f"`{expr.name}` gets {text(expr.args[-1].type)}"
    for arg, type_ in zip(expr.args, wanted.get(expr.name, ()), strict=False):
        if not fits(arg.type, type_):
            yield f"`{expr.name}` gets {text(arg.type)}"
    if expr.name in ("owner", "place_of") and not isinstance(bare(expr.args[0].type), Rec):
        yield f"`{expr.name}` gets {text(expr.args[0].type)}"


PROOFS: dict[type, Proof] = {
    **set_proofs.PROOFS,
    ir.Number: _number,
    ir.Truth: _truth,
    ir.Nothing: _nothing,
    ir.Slot: _slot,
    ir.Loc: _loc,
    ir.You: _player,
    ir.Active: _player,
    ir.Players: _players,
    ir.Opponents: _opponents,
    ir.Setting: _setting,
    ir.Every: _every,
    ir.Track: _track,
    ir.Zone: _zone,
    ir.Field: _field,
    ir.Chosen: _chosen,
    ir.Call: _call,
    ir.PairOf: _pair,
    ir.Holder: _holder,
    ir.Repeats: _repeats,
    ir.WhatIf: _what_if,
    ir.Arithmetic: _arithmetic,
    ir.Compare: _compare,
    ir.Logic: _truths("left", "right"),
    ir.Not: _truths("operand"),
    ir.If: _if,
    ir.Within: _within,
    ir.Function: _function,
}


def around(
    program: Program, slots: tuple[Type | None, ...] = (), locs: Mapping[int, Type] | None = None
) -> Around:
    """What an expression can read that stands by itself, or in a body."""
    return Around(program, slots, locs or {}, PROOFS)
