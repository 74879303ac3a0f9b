"""Decisions to instructions: what may be chosen, and where it goes on."""

from __future__ import annotations

from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.from_typed.block import block, settle
from rulelang.ir.from_typed.code import Code, Label, Lower, Names, later
from rulelang.ir.from_typed.expressions import lower, optional
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.types import BOOL, MOST, PLAYER, ByPlayer, Num, Opt, Seq, Type, item_of, most_of

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


def _amounts(
    how: str, amount: typed.Expr | None, ways: ir.Ways, names: Names
) -> tuple[str, ir.Expr, ir.Expr]:
    """How something is chosen, and how many at least and at most."""
    if how == "one":
        return how, ONE, ONE
    given = optional(amount, names)
    high = given if given is not None else ir.Count(Num(0, most_of(ways.type)), ways)
    exact = how == "order_of" or (how == "exactly" and given is not None)
    return "order" if how == "order_of" else "several", high if exact else NONE, high


def _prompt(picks: tuple[stmts.Binding, ...]) -> str:
    return "_".join(pick.local.name for pick in picks)


def _choose(node: stmts.Choose, code: Code, end: Label) -> None:
    names = code.names
    by = optional(node.by, names) or YOU
    ways = _ways(node.picks, node.condition, names)
    how, low, high = _amounts(node.how, node.amount, ways, names)
    settle(code)
    slots = tuple(code.bind(pick.local) for pick in node.picks)
    empty, after = Label(), Label()
    prompt = _prompt(node.picks)
    code.emit(do.Choose(node.hearing, how, prompt, by, ways, slots, low, high, later(empty)))
    # What happens when there is nothing to choose: the rest of the block is skipped.
    code.emit(do.Jump(later(after)))
    code.here(empty)
    if node.otherwise is not None:
        block(node.otherwise, code)
    code.emit(do.Jump(later(end)))
    code.here(after)


def _may(node: stmts.May, code: Code, end: Label) -> None:
    refused, after = Label(), Label()
    code.emit(do.May(node.hearing, node.name, optional(node.by, code.names) or YOU, later(refused)))
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
    code.emit(do.Menu(node.hearing, by, tuple(entries), later(empty)))
    for label, body in bodies:
        code.here(label)
        block(body, code)
        code.emit(do.Jump(later(after)))
    code.here(empty)
    if node.otherwise is not None:
        block(node.otherwise, code)
    code.here(after)


# ---------------------------------------------------------------- several players at once


def _players(node: stmts.Secret | stmts.SecretMenu, code: Code) -> ir.Expr:
    everybody = ir.Players(Seq(PLAYER, code.names.world.players[1]))
    players = optional(node.players, code.names) or everybody
    code.names.places[node.player] = YOU  # each of them decides for themselves
    return players


def _secret(node: stmts.Secret, code: Code, end: Label) -> None:
    players = _players(node, code)
    ways = _ways(node.picks, node.condition, code.names)
    how, low, high = _amounts(node.how, node.amount, ways, code.names)
    settle(code)
    slots = tuple(code.bind(pick.local) for pick in node.picks)
    code.emit(do.Secret(how, _prompt(node.picks), players, ways, slots, low, high))


def _secret_menu(node: stmts.SecretMenu, code: Code, end: Label) -> None:
    """All choose; then one after the other is `you` and does what was chosen."""
    players = _players(node, code)
    number = Num(0, len(node.options) - 1)
    entries = []
    for option in node.options:
        ways = _ways(option.picks, option.condition, code.names)
        kept = tuple(code.new_slot(pick.local.name, ByPlayer(pick.local.type)) for pick in option.picks)
        entries.append(do.SecretEntry(option.name, ways, kept))
    settle(code)
    listed, index = code.new_slot("items", players.type), code.new_slot("index", Num(0, MOST))
    code.emit(do.Let(listed, ir.Freeze(players.type, players)))
    chosen = code.new_slot("option", ByPlayer(number))
    code.emit(do.SecretMenu(ir.Slot(players.type, listed), tuple(entries), chosen))
    again, exit_ = Label(), Label()
    current, saved = code.new_slot("turn_of", PLAYER), code.new_slot("before", Opt(PLAYER))
    code.emit(do.Let(saved, YOU))
    code.emit(do.Let(index, NONE))
    code.here(again)
    code.emit(do.Next(listed, index, current, later(exit_)))
    code.emit(do.Become(ir.Slot(PLAYER, current)))
    code.undo.append(do.Become(ir.Slot(Opt(PLAYER), saved)))
    for place, (option, entry) in enumerate(zip(node.options, entries, strict=True)):
        other = Label()
        taken = _chosen_by_you(Opt(number), chosen, ByPlayer(number))
        code.emit(do.Unless(ir.Compare(BOOL, "eq", taken, ir.Number(Num(place, place), place)), later(other)))
        for pick, slot in zip(option.picks, entry.slots, strict=True):
            type_ = pick.local.type
            code.emit(do.Let(code.bind(pick.local), _chosen_by_you(type_, slot, ByPlayer(type_))))
        block(option.body, code)
        code.emit(do.Jump(later(again)))
        code.here(other)
    if node.otherwise is not None:
        block(node.otherwise, code)
    code.emit(do.Jump(later(again)))
    code.undo.pop()
    code.here(exit_)
    code.emit(do.Become(ir.Slot(Opt(PLAYER), saved)))


def _chosen_by_you(type_: Type, slot: int, by_player: Type) -> ir.Expr:
    return ir.Chosen(type_, ir.Slot(by_player, slot), YOU)


STATEMENTS: dict[type, Lower] = {
    stmts.Choose: _choose, stmts.May: _may, stmts.Menu: _menu, stmts.Secret: _secret,
    stmts.SecretMenu: _secret_menu,
}  # fmt: skip
