"""The plain verbs to instructions; decisions are in `decisions.py`, branches, loops, turns in `flow.py`."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.from_typed.block import settle
from rulelang.ir.from_typed.code import Code, Label, Lower, later
from rulelang.ir.from_typed.expressions import (
    arguments,
    few,
    frozen,
    lower,
    mentions_loc,
    optional,
    some,
    track,
    zone,
)
from rulelang.typed import statements as stmts
from rulelang.typed.expressions import Expr
from rulelang.types import NUM, PLAYER, Num, Seq, bare, number, within


def _let(node: stmts.Let, code: Code, end: Label) -> None:
    value = frozen(node.value, code.names)
    settle(code)
    code.emit(do.Let(code.bind(node.local), value))


def _let_answer(node: stmts.LetAnswer, code: Code, end: Label) -> None:
    answered(node.call, code, code.bind(node.local))


def answered(node: stmts.Call, code: Code, slot: int) -> None:
    """Carries out a rule for its answer."""
    _call(node, code, Label())
    code.emit(do.TakeAnswer(slot))


def _rename(node: stmts.Rename, code: Code, end: Label) -> None:
    place = code.names.places[node.local]
    assert isinstance(place, ir.Slot)
    if node.op == "set":
        value = few(frozen(node.value, code.names), node.local.type, node.local.name)
    else:
        value = _shifted(place, node.op == "add", lower(node.value, code.names))
    if isinstance(bare(node.local.type), Num) and not within(bare(value.type), bare(node.local.type)):
        value = ir.Within(node.local.type, value, node.local.name)
    settle(code)
    code.emit(do.Let(place.slot, value))


def _answer(node: stmts.Answer, code: Code, end: Label) -> None:
    value = frozen(node.value, code.names)
    settle(code)
    slot = code.new_slot("answer", node.rule.answer)
    code.emit(do.Let(slot, value))
    code.unwind(0)
    code.emit(do.Answer(ir.Slot(value.type, slot)))


def plain(made: Callable[..., do.Instr]) -> Lower:
    """For a verb whose instruction gets the parts of the statement as they are, in their order."""

    def lowered(node: stmts.Stmt, code: Code, end: Label) -> None:
        parts = (getattr(node, field.name) for field in attrs.fields(type(node)))
        operands = [lower(part, code.names) for part in parts if isinstance(part, Expr)]
        settle(code)
        code.emit(made(*operands))

    return lowered


def _remember(node: stmts.Remember, code: Code, end: Label) -> None:
    code.emit(do.Remember(node.memory.id))


# ---------------------------------------------------------------- components


def _move(node: stmts.Move, code: Code, end: Label) -> None:
    items = some(node.what, code.names)
    target = zone(node.zone, code.names)
    settle(code)
    if node.zone.zone.ordering == "line":
        _settle_source(items, code)
    code.emit(do.Move(items, target.zone, target.owner, node.where))


def _settle_source(items: ir.Expr, code: Code) -> None:
    """Cards of a shuffled pile that are laid out in a line get their order from chance, one by one."""
    while isinstance(items, ir.Filter | ir.Sort | ir.Extremes):
        items = items.items
    if isinstance(items, ir.Zone) and not mentions_loc(items.owner):
        ordering = next(z.ordering for z in code.names.world.zones.values() if z.id == items.zone)
        if ordering == "pile":
            amount = ir.Count(Num(0, NUM.high), items)
            code.emit(do.Settle(items.zone, items.owner, amount, True))


def _put(node: stmts.Put, code: Code, end: Label) -> None:
    items, place = some(node.what, code.names), lower(node.place, code.names)
    owner = optional(node.grid.owner, code.names)
    settle(code)
    code.emit(do.Put(items, node.grid.zone.id, owner, place))


def _shuffle(node: stmts.Shuffle, code: Code, end: Label) -> None:
    target = zone(node.zone, code.names)
    code.emit(do.Shuffle(target.zone, target.owner))


def _reveal(node: stmts.Reveal, code: Code, end: Label) -> None:
    items, to = some(node.what, code.names), optional(node.to, code.names)
    settle(code)
    code.emit(do.Reveal(items, to))


def _look(node: stmts.Look, code: Code, end: Label) -> None:
    items = some(node.what, code.names)
    settle(code)
    code.emit(do.Reveal(items, ir.You(PLAYER)))


def _cover(node: stmts.Cover, code: Code, end: Label) -> None:
    items = some(node.what, code.names)
    settle(code)
    code.emit(do.Cover(items))


# ---------------------------------------------------------------- tracks


def _assign(node: stmts.Assign, code: Code, end: Label) -> None:
    target = track(node.target, code.names)
    if node.op == "set":
        value = few(frozen(node.value, code.names), node.target.type, node.target.track.name)
        safe = within(node.value.type, node.target.type)
    else:
        value = _shifted(target, node.op == "add", lower(node.value, code.names))
        safe = not isinstance(node.target.type, Num)
    settle(code)
    code.emit(do.Set(target.track, target.owner, value, safe))


def _shifted(target: ir.Track | ir.Slot, up: bool, amount: ir.Expr) -> ir.Expr:
    a, b = bare(target.type), bare(amount.type)
    a, b = a if isinstance(a, Num) else NUM, b if isinstance(b, Num) else NUM
    range_ = number(a.low + b.low, a.high + b.high) if up else number(a.low - b.high, a.high - b.low)
    return ir.Arithmetic(range_, "add" if up else "sub", target, amount)


def _pay(node: stmts.Pay, code: Code, end: Label) -> None:
    giver, taker = track(node.giver, code.names), track(node.taker, code.names)
    amount = lower(node.amount, code.names)
    settle(code)
    slot = code.new_slot("paid", bare(node.amount.type))
    code.emit(do.Let(slot, amount))
    paid = ir.Slot(bare(node.amount.type), slot)
    code.emit(do.Set(giver.track, giver.owner, _shifted(giver, False, paid), False))
    code.emit(do.Set(taker.track, taker.owner, _shifted(taker, True, paid), False))


# ---------------------------------------------------------------- rules, chance, ends


def _call(node: stmts.Call, code: Code, end: Label) -> None:
    args = tuple(
        ir.Freeze(arg.type, arg) if isinstance(bare(type_), Seq) else arg
        for arg, (_, type_) in zip(
            arguments(node.args, node.rule.params, code.names), node.rule.params, strict=True
        )
    )
    settle(code)
    code.emit(do.Call(node.rule.id, args))


def _roll(node: stmts.Roll, code: Code, end: Label) -> None:
    amount = optional(node.amount, code.names)
    settle(code)
    slot = code.bind(node.local)
    if amount is not None:
        code.emit(do.Let(slot, ir.ListOf(node.local.type, ())))
    code.emit(do.Roll(node.secretly, slot, node.die.faces, node.die.name, amount))


def _pick(node: stmts.Pick, code: Code, end: Label) -> None:
    items = lower(node.items, code.names)
    amount = optional(node.amount, code.names)
    settle(code)
    slot = code.bind(node.local)
    if amount is not None:
        code.emit(do.Let(slot, ir.ListOf(node.local.type, ())))
    code.emit(do.Pick(slot, items, amount, later(end) if amount is None else -1))


def _finish(node: stmts.Finish, code: Code, end: Label) -> None:
    players = some(node.players, code.names)
    code.emit(do.Finish(node.won, players, node.reason))


def _extra_turn(node: stmts.ExtraTurn, code: Code, end: Label) -> None:
    code.emit(do.ExtraTurn(optional(node.player, code.names) or ir.You(PLAYER)))


def _proceed(node: stmts.Proceed, code: Code, end: Label) -> None:
    code.emit(do.Proceed())
    if code.answer is not None:
        code.emit(do.TakeAnswer(code.answer))


def _nothing(node: stmts.Nothing, code: Code, end: Label) -> None:
    pass


def _say(node: stmts.Say, code: Code, end: Label) -> None:
    parts = tuple(frozen(arg, code.names) for arg in node.args)
    settle(code)
    code.emit(do.Say(node.message, parts))


STATEMENTS: dict[type, Lower] = {
    stmts.LetAnswer: _let_answer, stmts.Rename: _rename, stmts.Answer: _answer, stmts.Swap: plain(do.Swap),
    stmts.Remember: _remember, stmts.Let: _let, stmts.Move: _move, stmts.Put: _put,
    stmts.Shuffle: _shuffle, stmts.Reveal: _reveal,
    stmts.Look: _look, stmts.Cover: _cover, stmts.Assign: _assign, stmts.Pay: _pay, stmts.Call: _call,
    stmts.Roll: _roll, stmts.Pick: _pick, stmts.Finish: _finish, stmts.ExtraTurn: _extra_turn,
    stmts.Proceed: _proceed, stmts.Nothing: _nothing, stmts.Say: _say,
}  # fmt: skip
