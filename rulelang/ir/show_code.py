"""Expressions and instructions of the IR as text for people, much as an author would write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Program
from rulelang.ir.roles import operands
from rulelang.types import Num, Opt, item_of, text

SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "mod": "mod", "eq": "is", "ne": "is not", "lt": "<", "le": "<=",
    "gt": ">", "ge": ">=", "and": "and", "or": "or",
}  # fmt: skip
DIVISIONS = {"div_up": "up", "div_down": "down"}


@frozen
class Names:
    """The program, and the names of the slots of the body that is shown."""

    program: Program
    slots: tuple[str, ...] = ()

    def slot(self, number: int) -> str:
        name = self.slots[number] if number < len(self.slots) else ""
        return f"${name}" if name and self.slots.count(name) == 1 else f"${name}{number}"

    def owned(self, name: str, owner: ir.Expr | None) -> str:
        return name if owner is None else f"{name} of {expression(owner, self)}"

    def zone(self, number: int, owner: ir.Expr | None) -> str:
        return self.owned(self.program.zones[number].name, owner)

    def track(self, number: int, owner: ir.Expr | None) -> str:
        return self.owned(self.program.tracks[number].name, owner)

    def listed(self, exprs: Sequence[ir.Expr]) -> str:
        return ", ".join(expression(part, self) for part in exprs)


def cell(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(cell(item) for item in value)}]"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _words(name: str) -> str:
    """`CellFull` as `cell full`."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip(" _")


def _other(node: Any, names: Names) -> list[str]:
    return [
        expression(value, names) if isinstance(value, ir.Expr) else cell(value)
        for name, _ in operands(node)
        for value in [getattr(node, name)]
    ]


def expression(expr: Any, n: Names) -> str:
    def of(part: ir.Expr) -> str:
        return expression(part, n)

    match expr:
        case ir.Number(value=value):
            return str(value)
        case ir.Truth(value=value):
            return "yes" if value else "no"
        case ir.Nothing():
            return "none"
        case ir.Slot(slot=slot):
            return n.slot(slot)
        case ir.Loc(loc=loc):
            return f"x{loc}"
        case ir.Setting(setting=number):
            return n.program.settings[number].name
        case ir.Every(type=type_):
            return f"every {text(item_of(type_)).partition(':')[2]}"
        case ir.Track(track=number, owner=owner):
            return n.track(number, owner)
        case ir.Zone(zone=number, owner=owner):
            return n.zone(number, owner)
        case ir.Field(column=column, item=item):
            return f"{of(item)}.{column}"
        case ir.Call(value=number, args=args):
            return f"{n.program.values[number].name}({n.listed(args)})"
        case ir.Function(name=name, grid=grid, args=args):
            about = "" if grid is None else f"{n.program.zones[grid].name}{', ' if args else ''}"
            return f"{name}({about}{n.listed(args)})"
        case ir.Arithmetic(op=op, left=left, right=right) if op in DIVISIONS:
            return f"({of(left)} / {of(right)} rounded {DIVISIONS[op]})"
        case (
            ir.Arithmetic(op=op, left=left, right=right)
            | ir.Compare(op=op, left=left, right=right)
            | ir.Logic(op=op, left=left, right=right)
        ):
            return f"({of(left)} {SIGNS[op]} {of(right)})"
        case ir.Not(operand=operand):
            return f"not {of(operand)}"
        case ir.If(condition=condition, then=then, other=other):
            return f"(if {of(condition)} then {of(then)} else {of(other)})"
        case ir.Within(type=Num(low=low, high=high) | Opt(inner=Num(low=low, high=high)), value=value):
            return f"{of(value)}[{low} to {high}]"
        case ir.In(item=item, items=items):
            return f"({of(item)} in {of(items)})"
        case ir.NotIn(item=item, items=items):
            return f"({of(item)} not in {of(items)})"
        case ir.Union(left=left, right=right):
            return f"({of(left)} joined with {of(right)})"
        case ir.Without(left=left, right=right):
            return f"({of(left)} without {of(right)})"
    return _set(expr, n)


def _set(expr: Any, n: Names) -> str:
    def of(part: ir.Expr) -> str:
        return expression(part, n)

    match expr:
        case ir.ListOf(items=parts):
            return f"[{n.listed(parts)}]"
        case ir.Range(low=low, high=high):
            return f"({of(low)} to {of(high)})"
        case ir.Filter(loc=loc, items=items, test=test):
            return f"(x{loc} in {of(items)} where {of(test)})"
        case ir.Map(loc=loc, items=items, value=value):
            return f"({of(value)} for each x{loc} in {of(items)})"
        case ir.Gather(loc=loc, items=items, value=value):
            return f"gather({of(value)} for each x{loc} in {of(items)})"
        case ir.Any_(loc=loc, items=items, test=test):
            return f"(any x{loc} in {of(items)} where {of(test)})"
        case ir.All(loc=loc, items=items, test=test):
            return f"(all x{loc} in {of(items)} satisfy {of(test)})"
        case ir.Best(which=which, items=items):
            return f"{which}({of(items)})"
        case ir.Extremes(which=which, loc=loc, items=items, key=key):
            return f"(x{loc} in {of(items)} with {which} {of(key)})"
        case ir.Sort(loc=loc, items=items, keys=keys):
            return f"(x{loc} in {of(items)} sorted by {' then '.join(of(key) for key in keys)})"
        case ir.EndOf(which=which, items=items):
            return f"{which} of {of(items)}"
        case ir.EndsOf(which=which, amount=amount, items=items):
            return f"{which} {of(amount)} of {of(items)}"
        case ir.Beside(side=side, items=items, item=item):
            return f"({of(items)} {side} {of(item)})"
        case ir.At(items=items, index=index):
            return f"({of(items)} at {of(index)})"
        case ir.Ways(loops=loops, test=test):
            sets = ", ".join(f"x{loop.loc} in {of(loop.items)}" for loop in loops)
            return f"({sets or 'once'}{'' if test is None else f' such that {of(test)}'})"
        case ir.Cell(grid=grid, place=place):
            return f"({n.program.zones[grid].name} at {of(place)})"
        case ir.CellEmpty(grid=grid, place=place):
            return f"({n.program.zones[grid].name} at {of(place)} is empty)"
        case ir.CellFull(grid=grid, place=place):
            return f"({n.program.zones[grid].name} at {of(place)} is not empty)"
        case ir.Reachable(value=number, start=start):
            return f"(reachable from {of(start)} by {n.program.values[number].name})"
        case (
            ir.Distance(value=number, start=start, goal=goal)
            | ir.Steps(value=number, start=start, goal=goal)
            | ir.Nearest(value=number, start=start, goals=goal)
        ):
            word = type(expr).__name__.lower()
            return f"({word} from {of(start)} to {of(goal)} by {n.program.values[number].name})"
    operands_ = _other(expr, n)
    name = _words(type(expr).__name__)
    return name if not operands_ else f"{name}({', '.join(operands_)})"


def instruction(instr: Any, n: Names) -> str:
    def of(part: ir.Expr) -> str:
        return expression(part, n)

    match instr:
        case do.Let(slot=slot, value=value):
            return f"let {n.slot(slot)} be {of(value)}"
        case do.Set(track=track, owner=owner, value=value, safe=safe):
            return f"set {n.track(track, owner)} to {of(value)}{'' if safe else ', checked'}"
        case do.Move(items=items, zone=zone, owner=owner, where=where):
            return f"move {of(items)} to {where} of {n.zone(zone, owner)}"
        case do.Put(items=items, grid=grid, place=place):
            return f"move {of(items)} to {n.program.zones[grid].name} at {of(place)}"
        case do.Shuffle(zone=zone, owner=owner):
            return f"shuffle {n.zone(zone, owner)}"
        case do.Settle(zone=zone, owner=owner, amount=amount, from_top=top):
            return f"settle {'last' if top else 'first'} {of(amount)} of {n.zone(zone, owner)}"
        case do.Reveal(items=items, to=to):
            return f"reveal {of(items)}" + ("" if to is None else f" to {of(to)}")
        case do.Roll(slot=slot, faces=faces, die=die, amount=amount):
            many = "" if amount is None else f"{of(amount)} "
            return f"roll {many}{die} {cell(faces)} as {n.slot(slot)}"
        case do.Pick(slot=slot, items=items, amount=amount, empty=empty):
            many = "" if amount is None else f" {of(amount)}"
            skip = "" if empty < 0 else f", nothing -> {empty}"
            return f"pick{many} {n.slot(slot)} at random from {of(items)}{skip}"
        case do.Say(message=message, parts=parts):
            values = ", ".join(f"{of(part)}: {text(part.type)}" for part in parts)
            return f"say {message}" + (f" with {values}" if parts else "")
        case do.Finish(won=won, players=players, reason=reason):
            return f"{'win' if won else 'lose'} {of(players)}{f' because {reason}' if reason else ''}"
        case do.Choose() | do.Menu() | do.May() | do.Secret() | do.SecretMenu():
            return _decision(instr, n)
    return _control(instr, n)


def _control(instr: Any, n: Names) -> str:
    match instr:
        case do.Jump(target=target):
            return f"-> {target}"
        case do.Unless(condition=condition, target=target):
            return f"unless {expression(condition, n)} -> {target}"
        case do.Next(listed=listed, index=index, slot=slot, target=target):
            items = f"{n.slot(listed)} at {n.slot(index)}"
            return f"next {n.slot(slot)} of {items}, nothing -> {target}"
        case do.CountDown(slot=slot, target=target):
            return f"count down {n.slot(slot)}, nothing -> {target}"
        case do.NextExtra(slot=slot, target=target):
            return f"next {n.slot(slot)} of extra turns, nothing -> {target}"
        case do.Call(rule=rule, args=args):
            return f"do {n.program.rules[rule].name}({n.listed(args)})"
        case do.Begin(block=block, over=over, exit=exit_):
            return f"begin {block}, over -> {over}, exit -> {exit_}"
        case do.EndBlock(block=block, all_of_them=all_of_them):
            return f"end {block}{'s' if all_of_them else ''}"
    return " ".join([_words(type(instr).__name__), *_other(instr, n)])


def _entry(entry: do.Entry | do.SecretEntry, n: Names) -> str:
    bound = ", ".join(n.slot(slot) for slot in entry.slots)
    plain = not entry.ways.loops and entry.ways.test is None
    return f"{entry.name}({bound})" + ("" if plain else f" from {expression(entry.ways, n)}")


def _decision(instr: do.Choose | do.Menu | do.May | do.Secret | do.SecretMenu, n: Names) -> str:
    def of(part: ir.Expr) -> str:
        return expression(part, n)

    match instr:
        case do.Choose(how=how, by=by, ways=ways, slots=slots, low=low, high=high, empty=empty):
            many = "" if how == "one" else f"{how} {of(low)} to {of(high)} "
            names = ", ".join(n.slot(slot) for slot in slots)
            how_heard = "" if instr.hearing == "usual" else f"{instr.hearing} "
            return f"choose {how_heard}{many}{names} from {of(ways)} by {of(by)}, nothing -> {empty}"
        case do.Menu(by=by, entries=entries, empty=empty):
            options = [f"{_entry(entry, n)} -> {entry.target}" for entry in entries]
            how_heard = "" if instr.hearing == "usual" else f"{instr.hearing} "
            return f"{how_heard}menu by {of(by)}: {'; '.join(options)}; nothing -> {empty}"
        case do.May(name=name, by=by, refused=refused):
            how_heard = "" if instr.hearing == "usual" else f"{instr.hearing} "
            return f"may {how_heard}{name} by {of(by)}, refused -> {refused}"
        case do.Secret(how=how, slots=slots, ways=ways, players=players, low=low, high=high):
            many = "" if how == "one" else f"{how} {of(low)} to {of(high)} "
            names = ", ".join(n.slot(slot) for slot in slots)
            return f"secret {many}{names} from {of(ways)} by each of {of(players)}"
        case do.SecretMenu(players=players, entries=entries, slot=slot):
            options = [_entry(entry, n) for entry in entries]
            return f"secret menu {n.slot(slot)} by each of {of(players)}: {'; '.join(options)}"
