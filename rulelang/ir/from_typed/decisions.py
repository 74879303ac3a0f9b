"""Decisions to instructions: what may be chosen, and where it goes on."""

from __future__ import annotations

from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.from_typed.block import block, settle
from rulelang.ir.from_typed.code import Code, Label, Lower, Names, later
from rulelang.ir.from_typed.expressions import lower, optional
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.types import MOST, PLAYER, Num, Seq, item_of, most_of

ONE = ir.Number(Num(1, 1), 1)
NONE = ir.Number(Num(0, 0), 0)
YOU = ir.You(PLAYER)


def _ways(picks: tuple[stmts.Binding, ...], condition: typed.Expr | None, names: Names) -> ir.Ways:
    loops, most = [], 1
    for pick in picks:
        items = lower(pick.items, names)
        loops.append(ir.Loop(names.new_loc(pick.element), items))
        most = min(MOST, most * most_of(items.type))
    item = item_of(loops[0].items.type) if len(loops) == 1 else Num(0, 0)
    return ir.Ways(Seq(item, most), tuple(loops), optional(condition, names))


def _choose(node: stmts.Choose, code: Code, end: Label) -> None:
    names = code.names
    by = optional(node.by, names) or YOU
    ways = _ways(node.picks, node.condition, names)
    how = "one"
    low: ir.Expr = ONE
    high: ir.Expr = ONE
    if node.how != "one":
        how = "order" if node.how == "order_of" else "several"
        amount = optional(node.amount, names)
        count = ir.Count(Num(0, most_of(ways.type)), ways)
        high = amount if amount is not None else count
        low = high if how == "order" or (node.how == "exactly" and amount is not None) else NONE
    settle(code)
    slots = tuple(code.bind(pick.local) for pick in node.picks)
    prompt = "_".join(pick.local.name for pick in node.picks)
    empty, after = Label(), Label()
    code.emit(do.Choose(how, prompt, by, ways, slots, low, high, later(empty)))
    # What happens when there is nothing to choose: the rest of the block is skipped.
    code.emit(do.Jump(later(after)))
    code.here(empty)
    if node.otherwise is not None:
        block(node.otherwise, code)
    code.emit(do.Jump(later(end)))
    code.here(after)


def _may(node: stmts.May, code: Code, end: Label) -> None:
    refused, after = Label(), Label()
    code.emit(do.May(node.name, optional(node.by, code.names) or YOU, later(refused)))
    block(node.body, code)
    code.emit(do.Jump(later(after)))
    code.here(refused)
    if node.otherwise is not None:
        block(node.otherwise, code)
    code.here(after)


def _menu(node: stmts.Menu, code: Code, end: Label) -> None:
    by = optional(node.by, code.names) or YOU
    entries, bodies = [], []
    for option in node.options:
        ways = _ways(option.picks, option.condition, code.names)
        slots = tuple(code.bind(pick.local) for pick in option.picks)
        label = Label()
        entries.append(do.Entry(option.name, ways, slots, later(label)))
        bodies.append((label, option.body))
    settle(code)
    empty, after = Label(), Label()
    code.emit(do.Menu(by, tuple(entries), later(empty)))
    for label, body in bodies:
        code.here(label)
        block(body, code)
        code.emit(do.Jump(later(after)))
    code.here(empty)
    if node.otherwise is not None:
        block(node.otherwise, code)
    code.here(after)


def _secret(node: stmts.Secret, code: Code, end: Label) -> None:
    everybody = ir.Players(Seq(PLAYER, code.names.world.players[1]))
    players = optional(node.players, code.names) or everybody
    code.names.places[node.player] = YOU  # each of them decides for themselves
    items = lower(node.items, code.names)
    settle(code)
    code.emit(do.Secret(node.local.name, players, items, code.bind(node.local)))


STATEMENTS: dict[type, Lower] = {
    stmts.Choose: _choose, stmts.May: _may, stmts.Menu: _menu, stmts.Secret: _secret,
}  # fmt: skip
