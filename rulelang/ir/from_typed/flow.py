"""Branches, loops, turns and rounds to jumps."""

from __future__ import annotations

from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.from_typed.block import block, settle
from rulelang.ir.from_typed.code import Code, Label, Loop, Lower, later
from rulelang.ir.from_typed.expressions import lower
from rulelang.ir.from_typed.statements import answered
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.types import BOOL, MOST, NONE, PLAYER, Num, Opt, bare

YOU = ir.You(PLAYER)
SOMEBODY = Opt(PLAYER)
INDEX = Num(0, MOST)
ZERO = ir.Number(Num(0, 0), 0)


def _if(node: stmts.If, code: Code, end: Label) -> None:
    after = Label()
    for branch in node.branches:
        other = Label()
        code.at(branch.condition.span)
        if isinstance(branch.condition, stmts.Call):
            slot = code.new_slot("answer", BOOL)
            code.names.settles = []
            answered(branch.condition, code, slot)
            test: ir.Expr = ir.Slot(BOOL, slot)
        else:
            test = lower(branch.condition, code.names)
            settle(code)
        code.emit(do.Unless(test, later(other)))
        block(branch.body, code)
        code.emit(do.Jump(later(after)))
        code.here(other)
    if node.otherwise is not None:
        block(node.otherwise, code)
    code.here(after)


def _loop(body: stmts.Block, code: Code, exit_: Label) -> None:
    code.loops.append(Loop(exit_, len(code.undo)))
    block(body, code)
    code.loops.pop()


def _for_each(node: stmts.ForEach, code: Code, end: Label) -> None:
    items = lower(node.items, code.names)
    settle(code)
    again, exit_ = Label(), Label()
    listed, index = code.new_slot("items", items.type), code.new_slot("index", INDEX)
    code.emit(do.Let(listed, ir.Freeze(items.type, items)))
    code.emit(do.Let(index, ZERO))
    code.here(again)
    code.emit(do.Next(listed, index, code.bind(node.local), later(exit_)))
    _loop(node.body, code, exit_)
    code.emit(do.Jump(later(again)))
    code.here(exit_)


def _repeat(node: stmts.Repeat, code: Code, end: Label) -> None:
    again, exit_ = Label(), Label()
    if node.times is not None:
        _count_down(node.times, code, again, exit_)
    else:
        code.here(again)
    _loop(node.body, code, exit_)
    _until(node.until, code, exit_)
    code.emit(do.Jump(later(again)))
    code.here(exit_)


def _count_down(amount: typed.Expr, code: Code, again: Label, exit_: Label) -> None:
    """The head of something that is done a number of times."""
    times = lower(amount, code.names)
    settle(code)
    slot = code.new_slot("left", bare(amount.type))
    code.emit(do.Let(slot, times))
    code.here(again)
    code.emit(do.CountDown(slot, later(exit_)))


def _while(node: stmts.While, code: Code, end: Label) -> None:
    again, exit_ = Label(), Label()
    code.here(again)
    test = lower(node.condition, code.names)
    settle(code)
    code.emit(do.Unless(test, later(exit_)))
    _loop(node.body, code, exit_)
    code.emit(do.Jump(later(again)))
    code.here(exit_)


def _as(node: stmts.As, code: Code, end: Label) -> None:
    player = lower(node.player, code.names)
    settle(code)
    saved = code.new_slot("before", SOMEBODY)
    code.emit(do.Let(saved, YOU))
    code.emit(do.Become(player))
    code.undo.append(do.Become(ir.Slot(SOMEBODY, saved)))
    block(node.body, code)
    code.emit(code.undo.pop())


def _turns(node: stmts.Turns, code: Code, end: Label) -> None:
    again, body, over, passed, exit_ = Label(), Label(), Label(), Label(), Label()
    saved, current = code.new_slot("before", SOMEBODY), code.new_slot("turn_of", PLAYER)
    extra, outer = code.new_slot("extra", PLAYER), code.new_slot("outer", SOMEBODY)
    code.emit(do.Let(saved, YOU))
    code.emit(do.Let(outer, ir.Active(SOMEBODY)))
    start = lower(node.start, code.names)
    if node.listed:
        listed, index = code.new_slot("items", start.type), code.new_slot("index", INDEX)
        code.emit(do.Let(listed, ir.Freeze(start.type, start)))
        code.emit(do.Let(index, ZERO))
        code.here(again)
        code.emit(do.Next(listed, index, current, later(exit_)))
    else:
        code.emit(do.Let(current, start))
        code.here(again)
    code.emit(do.Begin("turn", later(over), later(exit_)))
    code.emit(do.TurnOf(ir.Slot(PLAYER, current)))
    code.here(body)
    code.undo.append(do.Leave())
    block(node.body, code)
    code.undo.pop()
    code.emit(do.Leave())
    code.here(over)
    code.emit(do.NextExtra(extra, later(passed)))
    code.emit(do.Begin("turn", later(over), later(exit_)))
    code.emit(do.TurnOf(ir.Slot(PLAYER, extra)))
    code.emit(do.Jump(later(body)))
    code.here(passed)
    code.emit(do.Become(ir.Slot(PLAYER, current)))
    _until(node.until, code, exit_)
    here = (ir.Slot(PLAYER, current),)
    if node.by is not None and isinstance(node.next_type, Opt):  # after nobody the turns are over
        following = code.new_slot("following", SOMEBODY)
        code.emit(do.Let(following, ir.Call(node.next_type, node.by.id, here)))
        somebody = ir.Compare(BOOL, "ne", ir.Slot(SOMEBODY, following), ir.Nothing(NONE))
        code.emit(do.Unless(somebody, later(exit_)))
        code.emit(do.Let(current, ir.Slot(SOMEBODY, following)))
    elif node.by is not None:
        code.emit(do.Let(current, ir.Call(node.next_type, node.by.id, here)))
    elif not node.listed:
        code.emit(do.Let(current, ir.Function(PLAYER, "left", None, None, here)))
    code.emit(do.Jump(later(again)))
    code.here(exit_)
    code.emit(do.TurnsDone(ir.Slot(SOMEBODY, outer)))
    code.emit(do.Become(ir.Slot(SOMEBODY, saved)))


def _until(until: typed.Expr | None, code: Code, exit_: Label) -> None:
    if until is not None:
        code.names.settles = []
        test = lower(until, code.names)
        settle(code)
        code.emit(do.Unless(ir.Not(BOOL, test), later(exit_)))


def _rounds(node: stmts.Rounds, code: Code, end: Label) -> None:
    again, over, exit_ = Label(), Label(), Label()
    saved = code.new_slot("before", SOMEBODY)
    code.emit(do.Let(saved, YOU))
    if node.times is None:
        code.here(again)
    else:
        _count_down(node.times, code, again, exit_)
    code.emit(do.Begin("round", later(over), later(exit_)))
    code.undo.append(do.Leave())
    block(node.body, code)
    code.undo.pop()
    code.emit(do.Leave())
    code.here(over)
    code.emit(do.Become(ir.Slot(SOMEBODY, saved)))
    _until(node.until, code, exit_)
    code.emit(do.Jump(later(again)))
    code.here(exit_)
    code.emit(do.Become(ir.Slot(SOMEBODY, saved)))


def _end(node: stmts.End, code: Code, end: Label) -> None:
    if node.what == "game":
        code.emit(do.GameOver())
    elif node.what == "rule":
        code.unwind(0)
        code.emit(do.Return())
    elif node.what == "loop":
        loop = code.loops[-1]
        code.unwind(loop.opened)
        code.emit(do.Jump(later(loop.exit)))
    else:
        code.emit(do.EndBlock(node.what.removesuffix("s"), node.what.endswith("s")))


STATEMENTS: dict[type, Lower] = {
    stmts.If: _if, stmts.ForEach: _for_each, stmts.Repeat: _repeat, stmts.While: _while, stmts.As: _as,
    stmts.Turns: _turns, stmts.Rounds: _rounds, stmts.End: _end,
}  # fmt: skip
