"""Instructions of the IR to lines of Python.

In: an instruction, and what is known about the body it stands in. Out: lines; `stretches.py` makes functions
of them. Only the classes in `WRITERS` can be written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define

from interpreter.backend import SLOTS
from interpreter.python.exprs import Source
from interpreter.python.set_exprs import options_list
from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Program
from rulelang.types import Bool, Num, Seq, Type, bare


@define
class Writing:
    """What is known while a body is written. `watched` code notes in `ran` which instructions it comes to."""

    source: Source
    program: Program
    hooked_tracks: set[int]
    hooked_zones: set[int]
    direct: set[int]  # the rules that are entered at once
    longest: int  # instructions in a stretch
    watched: bool = False
    body: int = 0
    pc: int = 0
    cut: int | None = None  # where a stretch was cut because it got long

    @property
    def body_prices(self) -> tuple[int, ...]:
        return tuple(self.source.prices.body(number) for number in range(len(self.program.bodies)))

    @property
    def site(self) -> str:
        return f"({self.body}, {self.pc})"


Writer = Callable[[Any, Writing], list[str]]


def _let(i: do.Let, w: Writing) -> list[str]:
    return [f"f[{SLOTS + i.slot}] = {w.source(i.value)}"]


def _set(i: do.Set, w: Writing) -> list[str]:
    info = w.program.tracks[i.track]
    written = w.source(i.value)
    lines = [f"i = {w.source.track_index(i.track, i.owner)}"]
    if not i.safe and isinstance(info.type, Num):
        low, high = info.type.low, info.type.high
        lines.append(f"v = {written}")
        lines.append(f"if not {low} <= v <= {high}:")
        lines.append(f"    v = bounded(S, i, v, {low}, {high}, {bool(info.capped)})")
        written = "v"
    if i.track in w.hooked_tracks:
        lines += [
            f"f[1] = {w.pc + 1}",
            f"set_hooked(S, f, {i.track}, i, {written}, {w.site})",
            "return",
        ]
        return lines
    lines.append(f"if S.log is None: S.t[i] = {written}")
    lines.append(f"else: set_track(S, i, {written}, {w.site})")
    return lines


def _move(i: do.Move, w: Writing) -> list[str]:
    index, at_end = w.source.zone_index(i.zone, i.owner), i.where == "end"
    if i.zone in w.hooked_zones:
        args = f"{w.source.looped(i, i.items)}, {index}, {at_end}, {w.site}"
        return [f"f[1] = {w.pc + 1}", f"move_hooked(S, f, {i.zone}, {args})"]
    if isinstance(i.items, ir.One) and not w.source.prices.each(i):
        return [f"move_one(S, {w.source(i.items.item)}, {index}, {at_end}, {w.site})"]
    return [f"move(S, {w.source.looped(i, i.items)}, {index}, {at_end}, {w.site})"]


def _put(i: do.Put, w: Writing) -> list[str]:
    index = w.source.zone_index(i.grid, i.owner)
    where = f"{index}, {w.source(i.place)}, {w.site}"
    if i.grid in w.hooked_zones:
        items = w.source.looped(i, i.items)
        return [f"f[1] = {w.pc + 1}", f"put_hooked(S, f, {i.grid}, {items}, {where})"]
    if not isinstance(i.items, ir.One):
        return [f"put(S, {w.source.looped(i, i.items)}, {where})"]
    each = w.source.prices.each(i)
    pays = [f"    S.left -= {each}", "    if S.left < S.floor: pay(S, 0)"] if each else []
    return [f"c = {w.source(i.items.item)}", "if c is not None:", *pays, f"    put(S, (c,), {where})"]


def _swap(i: do.Swap, w: Writing) -> list[str]:
    args = f"{w.source(i.left)}, {w.source(i.right)}, {w.site}"
    if w.hooked_zones:
        return [f"f[1] = {w.pc + 1}", f"swap_hooked(S, f, {args})"]
    return [f"swap(S, {args})"]


def _remember(i: do.Remember, w: Writing) -> list[str]:
    return [f"remember(S, {i.memory})"]


def _answer(i: do.Answer, w: Writing) -> list[str]:
    return [f"S.answer = {w.source(i.value)}", "S.frames.pop()"]


def _take_answer(i: do.TakeAnswer, w: Writing) -> list[str]:
    return [f"f[{SLOTS + i.slot}] = S.answer"]


def _shuffle(i: do.Shuffle, w: Writing) -> list[str]:
    return [f"shuffle(S, {w.source.zone_index(i.zone, i.owner)}, {w.site})"]


def _settle(i: do.Settle, w: Writing) -> list[str]:
    index = w.source.zone_index(i.zone, i.owner)
    return [f"f[1] = {w.pc}", f"settle(S, {index}, {w.source(i.amount)}, {bool(i.from_top)})"]


def _reveal(i: do.Reveal, w: Writing) -> list[str]:
    player = "None" if i.to is None else w.source(i.to)
    return [f"reveal(S, {w.source.looped(i, i.items)}, {player}, {w.site})"]


def _cover(i: do.Cover, w: Writing) -> list[str]:
    return [f"cover(S, {w.source.looped(i, i.items)})"]


def _roll(i: do.Roll, w: Writing) -> list[str]:
    name = w.source.constant("D", i.die, (i.faces, i.die))
    seen = "1 << f[2]" if i.secretly else str(w.source.layout.everyone)
    if i.amount is not None:
        args = f"S, f, {SLOTS + i.slot}, {w.source(i.amount)}, {name}[0], {name}[1], {w.site}, {seen}"
        return [f"f[1] = {w.pc}", f"roll_several({args})"]
    return [f"f[1] = {w.pc}", f"f[{SLOTS + i.slot}] = roll(S, {name}[0], {name}[1], {w.site}, {seen})"]


def _pick(i: do.Pick, w: Writing) -> list[str]:
    many = "None" if i.amount is None else w.source(i.amount)
    args = f"S, f, {SLOTS + i.slot}, {w.source.looped(i, i.items)}, {many}, {w.pc + 1}, {i.empty}, {w.site}"
    return [f"f[1] = {w.pc}", f"pick({args})"]


def _say(i: do.Say, w: Writing) -> list[str]:
    types = tuple(part.type for part in i.parts)
    name = w.source.constant("M", f"{w.body}_{w.pc}", (i.message, types))
    return [f"say(S, {name}, {w.source.listed(i.parts)}, {w.site})"]


# ---------------------------------------------------------------- control


def _unless(i: do.Unless, w: Writing) -> list[str]:
    lines = [f"if not {w.source(i.condition)}:"]
    code, target = w.program.bodies[w.body].code, i.target
    while isinstance(onward := code[target], do.Jump) and onward.target > target:
        target = onward.target
    if isinstance(code[target], do.Return):
        return [*lines, "    S.frames.pop()", "    return"]
    return [*lines, f"    f[1] = {target}", "    return"]


def _next(i: do.Next, w: Writing) -> list[str]:
    items, index = f"f[{SLOTS + i.listed}]", f"f[{SLOTS + i.index}]"
    return [
        f"if {index} >= len({items}):",
        f"    f[1] = {i.target}",
        "    return",
        f"f[{SLOTS + i.slot}] = {items}[{index}]",
        f"{index} += 1",
    ]


def _count_down(i: do.CountDown, w: Writing) -> list[str]:
    left = f"f[{SLOTS + i.slot}]"
    return [f"if {left} <= 0:", f"    f[1] = {i.target}", "    return", f"{left} -= 1"]


def _call(i: do.Call, w: Writing) -> list[str]:
    back = f"f[1] = {w.pc + 1}"
    if i.rule not in w.direct:
        return [back, f"call(S, {i.rule}, {w.source.listed(i.args)}, f[2])"]
    info = w.program.rules[i.rule]
    if info.answer is not None:  # a case without a body answers nothing
        nothing = w.source.constant("A", str(i.rule), no_answer(info.answer))
        back = f"f[1] = {w.pc + 1}; S.answer = {nothing}"
    if info.key is None:
        return [back, *_enter(info.default, [w.source(arg) for arg in i.args], w)]
    values = [f"a{n}" for n in range(len(i.args))]
    lines = [f"{value} = {w.source(arg)}" for value, arg in zip(values, i.args, strict=True)]
    lines += [back, f"k = key{i.rule}({', '.join(['S', 'f[2]', *values])})"]
    for number, (word, body) in enumerate(info.cases):
        lines.append(f"{'el' if number else ''}if k == {word}:")
        lines += [f"    {line}" for line in _enter(body, values, w)]
    lines.append("else:")
    lines += [f"    {line}" for line in _enter(info.default, values, w)]
    return lines


def no_answer(type_: Type) -> Any:
    """What a rule answers that ends without an answer."""
    inner = bare(type_)
    if isinstance(type_, Bool):
        return False
    return () if isinstance(inner, Seq) else 0 if isinstance(type_, Num) else None


def _enter(body: int | None, values: list[str], w: Writing) -> list[str]:
    """Runs the first stretch of a rule at once, and goes on here if that was all of it."""
    if body is None:
        return ["pass"]
    blank = ["None"] * (len(w.program.bodies[body].slots) - len(values))
    return [
        f"S.left -= {w.source.prices.body(body)}",
        f"g = [{', '.join([str(body), '0', 'f[2]', *values, *blank])}]",
        "S.frames.append(g)",
        f"if b{body}_0(S, g): return True",
        f"if S.frames[-1] is not f or f[1] != {w.pc + 1}: return",
    ]


def _proceed(i: do.Proceed, w: Writing) -> list[str]:
    return [f"f[1] = {w.pc + 1}", "proceed(S, f)"]


def _return(i: do.Return, w: Writing) -> list[str]:
    return ["S.frames.pop()"]


# ---------------------------------------------------------------- turns, rounds, ends


def _become(i: do.Become, w: Writing) -> list[str]:
    return [f"f[2] = {w.source(i.player)}"]


def _begin(i: do.Begin, w: Writing) -> list[str]:
    word = "turn" if i.block == "turn" else "round"
    lines = [f"S.blocks.append(({word!r}, len(S.frames), {i.over}, {i.exit}))"]
    return lines if word == "turn" else [*lines, _noted(word, w)]  # a turn is noted with its player


def _noted(what: str, w: Writing) -> str:
    """An event without words of its own, for whoever divides a game into chapters."""
    return f"if S.log is not None: S.log = (({what!r}, {w.site}), S.log)"


def _leave(i: do.Leave, w: Writing) -> list[str]:
    return ["S.blocks.pop()"]


def _turn_of(i: do.TurnOf, w: Writing) -> list[str]:
    return [
        f"S.active = f[2] = {w.source(i.player)}",
        f"if S.log is not None: note_turn(S, {w.site})",
    ]


def _extra_turn(i: do.ExtraTurn, w: Writing) -> list[str]:
    return [f"extra_turn(S, {w.source(i.player)})"]


def _next_extra(i: do.NextExtra, w: Writing) -> list[str]:
    return [
        "if not S.extra:",
        f"    f[1] = {i.target}",
        "    return",
        f"f[{SLOTS + i.slot}] = S.extra.pop(0)",
        f"f[1] = {w.pc + 1}",
    ]


def _turns_done(i: do.TurnsDone, w: Writing) -> list[str]:
    """Turns inside a turn end with the outer player's turn going on."""
    return [f"turns_done(S, {w.source(i.outer)})", _noted("turns_over", w)]


def _end_block(i: do.EndBlock, w: Writing) -> list[str]:
    word = "turn" if i.block == "turn" else "round"
    bodies = w.source.constant("B", "prices", w.body_prices)
    return [f"end_block(S, {word!r}, {bool(i.all_of_them)}, {bodies})"]


def _finish(i: do.Finish, w: Writing) -> list[str]:
    name = w.source.constant("W", f"{w.body}_{w.pc}", i.reason)
    return [f"finish(S, {bool(i.won)}, {w.source(i.players)}, {name}, {w.site})", "return True"]


def _game_over(i: do.GameOver, w: Writing) -> list[str]:
    return [f"rank(S, {w.site})", "return True"]


# ---------------------------------------------------------------- decisions


def _choose(i: do.Choose, w: Writing) -> list[str]:
    one = i.how == "one"
    limits = "" if one else f", {w.source(i.low)}, {w.source(i.high)}, {i.how == 'order'}"
    first = SLOTS + i.slots[0]
    args = f"{w.source(i.by)}, {w.source(i.ways)}, {first}, {len(i.slots)}, {w.site}, {i.empty}{limits}"
    return [f"f[1] = {w.pc}", f"return {'ask_one' if one else 'ask_several'}(S, f, {args})"]


def _menu(i: do.Menu, w: Writing) -> list[str]:
    lines = ["options = []"]
    for number, entry in enumerate(i.entries):
        lines += _entry(number, entry.ways, w)
    ask = f"ask_menu(S, f, {w.source(i.by)}, options, {w.site}, {i.empty})"
    return [*lines, f"f[1] = {w.pc}", f"return {ask}"]


def _entry(number: int, ways: ir.Ways, w: Writing) -> list[str]:
    if not ways.loops:
        add = f"options.append(({number},))"
        return [add] if ways.test is None else [f"if {w.source(ways.test)}: {add}"]
    found = options_list(str(number), ways, w.source, "MOST + 1 - len(options)")
    return [f"options += {found}"]


def _may(i: do.May, w: Writing) -> list[str]:
    return [f"f[1] = {w.pc}", f"return ask_may(S, f, {w.source(i.by)}, {w.site})"]


def _secret(i: do.Secret, w: Writing) -> list[str]:
    if i.how == "one":
        asked = f'("one", p, *{w.site}, tuple({w.source(i.ways)}), {SLOTS + i.slots[0]}, {len(i.slots)})'
    else:
        limits = f"{w.source(i.low)}, {w.source(i.high)}, {i.how == 'order'}"
        asked = f'("several", p, *{w.site}, tuple({w.source(i.ways)}), {SLOTS + i.slots[0]}, {limits})'
    return _at_once([f"asked.append({asked})"], i.players, w)


def _secret_menu(i: do.SecretMenu, w: Writing) -> list[str]:
    lines = ["options = []"]
    for number, entry in enumerate(i.entries):
        lines += _entry(number, entry.ways, w)
    return _at_once([*lines, f'asked.append(("menu", p, *{w.site}, tuple(options)))'], i.players, w)


def _at_once(lines: list[str], players: ir.Expr, w: Writing) -> list[str]:
    """Several players decide; what each may choose is worked out as if it were asked of that player alone."""
    return [
        f"f[1] = {w.pc}", "asked = []", "saved = f[2]", f"for p in {w.source(players)}:", "    f[2] = p",
        *(f"    {line}" for line in lines), "f[2] = saved", f"return ask_secret(S, f, asked, {w.site})",
    ]  # fmt: skip


WRITERS: dict[type, Writer] = {
    do.Swap: _swap, do.Remember: _remember, do.Answer: _answer, do.TakeAnswer: _take_answer,
    do.Let: _let, do.Set: _set, do.Move: _move, do.Put: _put, do.Shuffle: _shuffle, do.Settle: _settle,
    do.Reveal: _reveal, do.Cover: _cover, do.Roll: _roll, do.Pick: _pick, do.Say: _say, do.Unless: _unless,
    do.Next: _next, do.CountDown: _count_down, do.Call: _call, do.Proceed: _proceed, do.Return: _return,
    do.Become: _become, do.Begin: _begin, do.Leave: _leave, do.TurnOf: _turn_of,
    do.ExtraTurn: _extra_turn, do.NextExtra: _next_extra, do.TurnsDone: _turns_done,
    do.EndBlock: _end_block, do.Finish: _finish, do.GameOver: _game_over, do.Choose: _choose,
    do.Menu: _menu, do.May: _may, do.Secret: _secret, do.SecretMenu: _secret_menu,
}  # fmt: skip
