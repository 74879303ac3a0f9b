"""The types of instructions, proved: each slot, track and zone gets only what its type holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Body
from rulelang.ir.proving import Around, fitting, holds, proof
from rulelang.ir.roles import operands
from rulelang.types import (
    BOOL,
    PLAYER,
    ByPlayer,
    Kind,
    NoneType,
    Num,
    Opt,
    Place,
    Rec,
    Seq,
    Type,
    bare,
    item_of,
    text,
)


def instruction_proof(instr: do.Instr, body: Body, around: Around) -> Iterator[str]:
    match instr:
        case do.Let(slot=slot, value=value):
            yield from _into(slot, value.type, body, _proved(value, around))
        case do.Set(track=track, owner=owner, value=value, safe=safe):
            yield from _set(track, owner, value, safe, around)
        case do.Move(items=items, zone=zone, owner=owner):
            yield from _owner(owner, around.program.zones[zone].owner, around)
            yield from _components(items, around, around.program.zones[zone].item)
            if around.program.zones[zone].ordering == "grid":
                yield "something is moved onto a grid, but not onto a place"
        case do.Put(items=items, grid=grid, owner=owner, place=place):
            zone_def = around.program.zones[grid]
            yield from _owner(owner, zone_def.owner, around)
            yield from _components(items, around, zone_def.item)
            yield from fitting(place, Place(zone_def.name), around)
        case do.Shuffle(zone=zone, owner=owner):
            yield from _owner(owner, around.program.zones[zone].owner, around)
            yield from _pile(zone, around)
        case do.Settle(zone=zone, owner=owner, amount=amount):
            yield from _owner(owner, around.program.zones[zone].owner, around)
            yield from fitting(amount, Num(), around)
            yield from _pile(zone, around)
        case do.Reveal(items=items, to=to):
            yield from _components(items, around)
            if to is not None:
                yield from fitting(to, PLAYER, around)
        case do.Cover(items=items):
            yield from _components(items, around)
        case do.Roll():
            yield from _roll(instr, body, around)
        case do.Pick(slot=slot, items=items, amount=amount):
            yield from _set_of(items, around)
            if amount is not None:
                yield from fitting(amount, Num(), around)
                yield from _into(slot, bare(items.type), body)
            else:
                yield from _into(slot, item_of(items.type), body)
        case do.Swap(left=left, right=right):
            for side in (left, right):
                yield from _components(ir.One(Seq(bare(side.type), 1), side), around)
            if bare(left.type) != bare(right.type):
                yield "two components of different types change places"
        case do.Answer(value=value):
            yield from proof(value, around)
        case do.Say(parts=parts):
            for part in parts:
                yield from proof(part, around)
        case _:
            yield from _control(instr, body, around)


def _control(instr: do.Instr, body: Body, around: Around) -> Iterator[str]:
    match instr:
        case do.Unless(condition=condition):
            yield from fitting(condition, BOOL, around)
        case do.Next(listed=listed, index=index, slot=slot):
            items = around.slots[listed]
            if items is None or not isinstance(bare(items), Seq):
                yield f"slot {listed} is no list"
            else:
                yield from _into(slot, item_of(items), body)
            yield from _into(index, Num(0, 0), body)
        case do.Call(rule=rule, args=args):
            params = around.program.rules[rule].params
            if len(args) != len(params):
                yield f"`{around.program.rules[rule].name}` takes {len(params)} operands, not {len(args)}"
            for arg, wanted in zip(args, params, strict=False):
                yield from fitting(arg, wanted, around)
                if isinstance(bare(wanted), Num | Seq) and not holds(Opt(bare(wanted)), arg.type):
                    yield f"an argument is {text(arg.type)}, not {text(wanted)}"
        case do.Become(player=player) | do.TurnOf(player=player) | do.ExtraTurn(player=player):
            yield from fitting(player, PLAYER, around)
        case do.CountDown(slot=slot):
            if not isinstance(body.slots[slot].type, Num):
                yield f"slot {slot} is no number to count down"
        case do.NextExtra(slot=slot):
            yield from _into(slot, PLAYER, body)
        case do.TurnsDone(outer=outer):
            yield from fitting(outer, PLAYER, around)
        case do.Finish(players=players):
            yield from fitting(players, Seq(PLAYER), around)
        case do.Choose() | do.Menu() | do.May() | do.Secret() | do.SecretMenu():
            yield from _decision(instr, body, around)
        case _:
            for name, _ in operands(instr):
                operand = getattr(instr, name)
                if isinstance(operand, ir.Expr):
                    yield from proof(operand, around)


def _decision(
    instr: do.Choose | do.Menu | do.May | do.Secret | do.SecretMenu, body: Body, around: Around
) -> Iterator[str]:
    if not isinstance(instr, do.Secret | do.SecretMenu):
        yield from fitting(instr.by, PLAYER, around)
    match instr:
        case do.Choose(how=how, ways=ways, slots=slots, low=low, high=high):
            yield from _ways(ways, slots, body, around, several=how != "one")
            yield from fitting(low, Num(), around)
            yield from fitting(high, Num(), around)
        case do.Menu(entries=entries):
            for entry in entries:
                yield from _ways(entry.ways, entry.slots, body, around)
        case do.Secret(how=how, players=players, ways=ways, slots=slots, low=low, high=high):
            yield from fitting(players, Seq(PLAYER), around)
            yield from _ways(ways, slots, body, around, several=how != "one", by_player=True)
            yield from fitting(low, Num(), around)
            yield from fitting(high, Num(), around)
        case do.SecretMenu(players=players, entries=options, slot=slot):
            yield from fitting(players, Seq(PLAYER), around)
            yield from _into(slot, ByPlayer(Num(0, max(0, len(options) - 1))), body)
            for option in options:
                yield from _ways(option.ways, option.slots, body, around, by_player=True)


def _ways(
    ways: ir.Ways,
    slots: tuple[int, ...],
    body: Body,
    around: Around,
    several: bool = False,
    by_player: bool = False,
) -> Iterator[str]:
    yield from proof(ways, around)
    types = do.chosen_types(ways)
    in_a_row = all(after == before + 1 for before, after in pairwise(slots))
    if len(types) != len(slots) or not in_a_row:
        yield f"{len(types)} sets and {len(slots)} slots for one choice"
    for slot, type_ in zip(slots, types, strict=False):
        chosen = Seq(type_, 0) if several else type_
        yield from _into(slot, ByPlayer(chosen) if by_player else chosen, body)


def _proved(expr: ir.Expr, around: Around) -> list[str]:
    return list(proof(expr, around))


def _into(slot: int, type_: Type, body: Body, before: list[str] | None = None) -> Iterator[str]:
    yield from before or ()
    declared = body.slots[slot].type
    if declared is None or not holds(Opt(bare(declared)), type_):
        said = "nothing" if declared is None else text(declared)
        yield f"slot `{body.slots[slot].name}` of {said} gets {text(type_)}"


def _owner(owner: ir.Expr | None, wanted: Type | None, around: Around) -> Iterator[str]:
    if (owner is None) != (wanted is None):
        yield "an owner is missing, or there is none to name"
    elif owner is not None and wanted is not None:
        yield from fitting(owner, wanted, around)


def _set(track: int, owner: ir.Expr | None, value: ir.Expr, safe: bool, around: Around) -> Iterator[str]:
    info = around.program.tracks[track]
    yield from _owner(owner, info.owner, around)
    yield from fitting(value, info.type, around)
    checked = isinstance(info.type, Num) and not safe
    if isinstance(bare(info.type), Num | Seq) and not checked and not holds(info.type, value.type):
        yield f"`{info.name}` gets {text(value.type)} unchecked, beyond {text(info.type)}"


def _set_of(items: ir.Expr, around: Around) -> Iterator[str]:
    yield from proof(items, around)
    if not isinstance(bare(items.type), Seq):
        yield f"a set is needed, not {text(items.type)}"


def _components(items: ir.Expr, around: Around, item: str = "") -> Iterator[str]:
    yield from _set_of(items, around)
    type_ = bare(item_of(items.type))
    physical = isinstance(type_, Rec) and around.program.record(type_.name).physical
    if not physical and not isinstance(type_, NoneType):
        yield f"components are needed, not {text(items.type)}"
    elif item and isinstance(type_, Rec) and type_.name != item:
        yield f"`{item}` is needed, not {text(items.type)}"


def _pile(zone: int, around: Around) -> Iterator[str]:
    if around.program.zones[zone].ordering != "pile":
        yield f"`{around.program.zones[zone].name}` is no pile"


def _roll(instr: do.Roll, body: Body, around: Around) -> Iterator[str]:
    if not instr.faces:
        yield "a die without faces"
        return
    declared = body.slots[instr.slot].type
    worded = None if declared is None else bare(item_of(declared))
    face: Type = Num(min(instr.faces), max(instr.faces))
    if isinstance(worded, Kind):
        words = len(around.program.kind(worded.name).words)
        if not all(0 <= number < words for number in instr.faces):
            yield f"a die has faces that are no {text(worded)}"
        face = worded
    if instr.amount is None:
        yield from _into(instr.slot, face, body)
    else:
        yield from fitting(instr.amount, Num(), around)
        yield from _into(instr.slot, Seq(face, 0), body)
