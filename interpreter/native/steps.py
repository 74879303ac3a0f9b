"""Instructions of the IR as C: a body becomes one function that can be entered wherever it may have stopped.

In: a `Body`. Out: lines of C. The function leaves in its frame where it goes on, and answers whether the
machine looks at its stack again, a decision is waited for, or the game is over. The counterpart of
`interpreter/python/blocks.py`. Decisions are in `asks`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.native import asks, fingerprints, noting, turns
from interpreter.native.scalars import track_cell, zone_index
from interpreter.native.shapes import NotNative, is_list, room_of, site
from interpreter.native.writer import Code, Listed, Sink, may_be_none, uses_arena
from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.expression_prices import KEPT
from rulelang.ir.nodes import Body
from rulelang.ir.prices import EVENT
from rulelang.limits import MOST_AT_ONCE
from rulelang.types import Num, bare, most_of

Write = Callable[[Any, "BodyCode"], None]
LEAVE = "S->sp = S->fp; S->fp = (i32)F[PREVIOUS]; S->height--; return ONWARD;"
# These leave nothing in the arena by themselves; what they work out may.
TIDY = (
    do.Let, do.Unless, do.Jump, do.Next, do.CountDown, do.Return, do.Answer, do.TakeAnswer, do.Become,
    do.Leave, do.TurnOf, do.Begin,
)  # fmt: skip


class BodyCode(Code):
    """A body while it is written."""

    number: int = 0
    pc: int = 0

    @property
    def body(self) -> Body:
        return self.unit.layout.program.bodies[self.number]

    def go(self, target: int) -> str:
        return f"goto P{target};"

    def store(self, slot: int, expr: ir.Expr) -> None:
        """A value, or a list, into a slot."""
        type_ = self.body.slots[slot].type
        assert type_ is not None and self.slots is not None
        cell = f"F[SLOTS + {self.slots.at[slot]}]"
        if not is_list(type_):
            self.emit(f"{cell} = {self.fitting(expr, type_)};")
            return
        if isinstance(expr, ir.Nothing):
            self.emit(f"{cell} = NONE;")
            return
        self.store_list(slot, self.listed(expr))

    def store_list(self, slot: int, items: Listed) -> None:
        type_ = self.body.slots[slot].type
        assert type_ is not None and self.slots is not None
        at, data = self.slots.at[slot], self.slots.data[slot]
        self.emit(f"if ({items.length} > {room_of(type_)}) bail(B_ROOM);")
        self.emit(f"memmove(F + SLOTS + {data}, {items.pointer}, {items.length} * sizeof(I));")
        self.emit(f"F[SLOTS + {at}] = {items.length};")

    def yields(self) -> None:
        """Something else may run first; the body goes on after this instruction."""
        self.emit(f"F[PC] = {self.pc + 1}; return ONWARD;")

    def items(self, instr: Any) -> Listed:
        """What a verb is done to, in a list of its own: the zones it lies in may change under it."""
        sink = Sink(self, most_of(instr.items.type))
        self.each(instr.items, lambda x, some: sink.add(x), self.unit.prices.each(instr))
        return sink.listed()


# ---------------------------------------------------------------- the state


def _let(i: do.Let, c: BodyCode) -> None:
    c.store(i.slot, i.value)


def _set(i: do.Set, c: BodyCode) -> None:
    program = c.unit.layout.program
    info = program.tracks[i.track]
    hooks = c.unit.hooked("changes", info.name)
    if is_list(info.type):
        if hooks:
            raise NotNative("an ability waits for a list to change")
        cell = c.keep(track_cell(c, i.track, i.owner))
        if isinstance(i.value, ir.Nothing):
            noting.list_set(c, i.track, cell, Listed("(I *)0", "NONE"))
            c.emit(f"S->t[{cell}] = NONE;")
            return
        items = c.listed(i.value)
        noting.list_set(c, i.track, cell, items)
        c.emit(f"store_list(S, S->t + {cell}, {room_of(info.type)}, {items.pointer}, {items.length});")
        return
    # The reference finds the track before it works out the value.
    cell = c.keep(track_cell(c, i.track, i.owner))
    value = c.keep(c.fitting(i.value, info.type))
    range_ = bare(info.type)
    if not i.safe and isinstance(range_, Num):
        low, high = f"{range_.low}ll", f"{range_.high}ll"
        bound = c.fresh()
        outside = "bail(B_RANGE)" if not info.capped else f"{bound} = {bound} < {low} ? {low} : {high}"
        c.emit(f"I {bound} = {value}; SOME({bound});")
        c.emit(f"if ({bound} < {low} || {bound} > {high}) {outside};")
        value = bound
    noting.track_set(c, i.track, cell, value)
    if not hooks:
        c.emit(f"S->t[{cell}] = {value};")
        return
    owner = c.fresh("o")
    c.emit(f"I {owner}[2] = {{{_owners(i, c)}}};")
    with c.block(f"if (S->t[{cell}] != {value})"):
        c.emit(f"S->t[{cell}] = {value}; F[PC] = {c.pc + 1};")
        parts = 2 if c.unit.is_pair(info.owner) else 1
        c.emit(f"trigger(S, {hooks}, {owner}, {parts}, F[YOU]); return ONWARD;")


def _owners(i: do.Set, c: BodyCode) -> str:
    owner = c.unit.layout.program.tracks[i.track].owner
    if i.owner is None:
        return "NONE, NONE"
    if c.unit.is_pair(owner):
        layout = c.unit.layout
        parts = [part for number in layout.owners(owner) for part in layout.owner_parts(owner, number)]
        table, number = c.unit.table(parts), c.keep(c.some(i.owner))
        return f"{table}[2 * {number}], {table}[2 * {number} + 1]"
    return f"{c.scalar(i.owner)}, NONE"


def _move(i: do.Move, c: BodyCode) -> None:
    zone = c.keep(zone_index(c, i.zone, i.owner))
    items = c.items(i)
    at_end = int(i.where == "end")
    c.emit(f"move_all(S, {items.pointer}, {items.length}, {zone}, {at_end});")
    _triggered(i.zone, items, zone, c)


def _put(i: do.Put, c: BodyCode) -> None:
    zone = c.keep(zone_index(c, i.grid, i.owner))
    items = c.items(i)
    c.emit(f"put_on(S, {items.pointer}, {items.length}, {zone}, {c.scalar(i.place)});")
    _triggered(i.grid, items, zone, c)


def _triggered(number: int, items: Listed, zone: str, c: BodyCode) -> None:
    hooks = c.unit.hooked("enters", c.unit.layout.program.zones[number].name)
    if hooks:
        c.emit(f"F[PC] = {c.pc + 1};")
        c.emit(f"entered(S, {hooks}, {items.pointer}, {items.length}, {zone}, F[YOU]); return ONWARD;")


def _swap(i: do.Swap, c: BodyCode) -> None:
    left, right = c.keep(c.scalar(i.left)), c.keep(c.scalar(i.right))
    layout = c.unit.layout
    waiting = [
        (layout.zone_base[number], layout.zone_base[number] + layout.zone_size[number], hooks)
        for number, zone in enumerate(layout.program.zones)
        if (hooks := c.unit.hooked("enters", zone.name))
    ]
    if not waiting:
        c.emit(f"swap_places(S, {left}, {right});")
        return
    # What is pushed last is carried out first: the abilities that wait for the first of the two.
    c.emit(f"I both[2] = {{{right}, {left}}}, before[2];")
    c.emit("for (int k = 0; k < 2; k++) before[k] = both[k] == NONE ? -1 : S->loc[both[k]];")
    c.emit(f"swap_places(S, {left}, {right}); F[PC] = {c.pc + 1};")
    with c.block("for (int k = 0; k < 2; k++)"):
        c.emit("if (both[k] == NONE || S->loc[both[k]] == before[k]) continue;", "int z = S->loc[both[k]];")
        for low, high, hooks in waiting:
            c.emit(f"if (z >= {low} && z < {high}) entered(S, {hooks}, both + k, 1, z, F[YOU]);")
    c.emit("return ONWARD;")


def _remember(i: do.Remember, c: BodyCode) -> None:
    price = KEPT * fingerprints.parts(c.unit, i.memory) // 4
    c.emit(f"remember(S, {i.memory}, print{i.memory}(S), {price});")


def _shuffle(i: do.Shuffle, c: BodyCode) -> None:
    c.emit(f"shuffle(S, {zone_index(c, i.zone, i.owner)});")


def _settle(i: do.Settle, c: BodyCode) -> None:
    c.emit(f"F[PC] = {c.pc};")
    zone = c.keep(zone_index(c, i.zone, i.owner))
    c.emit(f"if (settle(S, {zone}, {c.scalar(i.amount)}, {int(i.from_top)})) return asked_nature(S, F);")


def _reveal(i: do.Reveal, c: BodyCode) -> None:
    items = c.items(i)
    player = "NONE" if i.to is None else c.some(i.to)
    c.emit(f"reveal(S, {items.pointer}, {items.length}, {player});")


def _cover(i: do.Cover, c: BodyCode) -> None:
    items = c.items(i)
    c.emit(f"cover(S, {items.pointer}, {items.length});")


def _roll(i: do.Roll, c: BodyCode) -> None:
    assert c.slots is not None
    faces, n, k = c.unit.table(list(i.faces), "I"), len(i.faces), c.fresh("k")
    c.emit(f"F[PC] = {c.pc};")
    draw = f"I {k} = chance(S, {n}, 1, {faces}); if ({k} < 0) return asked_nature(S, F);"
    at = c.slots.at[i.slot]
    if i.amount is None:
        c.emit(draw, f"F[SLOTS + {at}] = {faces}[{k}];")
        noting.rolled(c, i, f"{faces}[{k}]")
        return
    type_ = c.body.slots[i.slot].type
    assert type_ is not None
    amount, head = c.keep(c.some(i.amount)), f"F[SLOTS + {at}]"
    c.emit(f"SOME({head});")
    c.emit(f"if ({amount} > {MOST_AT_ONCE} || {amount} > {room_of(type_)}) bail(B_ROOM);")
    c.emit(f"if ({amount} > {head}) pay(S, ({amount} - {head}) * {EVENT});")
    with c.block(f"while ({head} < {amount})"):
        c.emit(draw, f"F[SLOTS + {c.slots.data[i.slot]} + {head}] = {faces}[{k}]; {head}++;")
        noting.rolled(c, i, f"{faces}[{k}]")


def _pick(i: do.Pick, c: BodyCode) -> None:
    assert c.slots is not None
    c.emit(f"F[PC] = {c.pc};")
    items, k, at = c.items(i), c.fresh("k"), c.slots.at[i.slot]
    if i.amount is None:
        c.emit(f"if (!{items.length}) {c.go(i.empty)}")
        c.emit(f"I {k} = chance(S, {items.length}, 2, {items.pointer});")
        c.emit(f"if ({k} < 0) return asked_nature(S, F);")
        c.emit(f"F[SLOTS + {at}] = {items.pointer}[{k}];")
        noting.picked(c, f"F + SLOTS + {at}", "1")
        return
    type_ = c.body.slots[i.slot].type
    assert type_ is not None
    amount = c.keep(c.some(i.amount))
    c.emit(f"if ({amount} > {MOST_AT_ONCE}) bail(B_ROOM);")
    c.emit(f"if (pick_several(S, F + SLOTS + {at}, F + SLOTS + {c.slots.data[i.slot]}, {room_of(type_)}, "
           f"{items.pointer}, {items.length}, {amount})) return asked_nature(S, F);")  # fmt: skip
    noting.picked(c, f"F + SLOTS + {c.slots.data[i.slot]}", f"F[SLOTS + {at}]")


def _say(i: do.Say, c: BodyCode) -> None:
    # Where nobody hears it, it may be a mistake all the same.
    noting.said(c, [c.listed(part) if is_list(part.type) else c.keep(c.scalar(part)) for part in i.parts])


# ---------------------------------------------------------------- control


def _unless(i: do.Unless, c: BodyCode) -> None:
    c.emit(f"if (!{c.truth(i.condition)}) {c.go(i.target)}")


def _jump(i: do.Jump, c: BodyCode) -> None:
    if i.target <= c.pc:
        c.emit(f"S->left -= {c.unit.prices.back(c.number, c.pc, i.target)};")
        c.emit("if (S->left <= S->floor) bail(B_STEPS);")
    c.emit(c.go(i.target))


def _next(i: do.Next, c: BodyCode) -> None:
    assert c.slots is not None
    at, data = c.slots.at, c.slots.data
    index, head = f"F[SLOTS + {at[i.index]}]", f"F[SLOTS + {at[i.listed]}]"
    c.emit(f"if ({index} >= {head}) {c.go(i.target)}")
    c.emit(f"F[SLOTS + {at[i.slot]}] = F[SLOTS + {data[i.listed]} + {index}]; {index}++;")


def _count_down(i: do.CountDown, c: BodyCode) -> None:
    assert c.slots is not None
    left = f"F[SLOTS + {c.slots.at[i.slot]}]"
    c.emit(f"SOME({left}); if ({left} <= 0) {c.go(i.target)}", f"{left}--;")


def _call(i: do.Call, c: BodyCode) -> None:
    call = c.unit.call_of(i.rule, i.args, c)
    c.emit(f"F[PC] = {c.pc + 1};", *call("S", "F[YOU]"), "return ONWARD;")


def _proceed(i: do.Proceed, c: BodyCode) -> None:
    assert c.slots is not None
    c.emit(f"F[PC] = {c.pc + 1};")
    c.emit(f"proceed(S, F + SLOTS + {c.slots.at[c.body.params - 1]}); return ONWARD;")


def _return(i: do.Return, c: BodyCode) -> None:
    c.emit(LEAVE)


def _answer(i: do.Answer, c: BodyCode) -> None:
    if is_list(i.value.type):
        items = c.listed(i.value)
        c.emit(f"store_list(S, S->answer, ANSWER_CELLS - 1, {items.pointer}, {items.length});")
        c.emit("S->answer_list = 1;")
    else:
        c.emit(f"S->answer[0] = {c.scalar(i.value)}; S->answer_list = 0;")
    c.emit(LEAVE)


def _take_answer(i: do.TakeAnswer, c: BodyCode) -> None:
    assert c.slots is not None
    type_ = c.body.slots[i.slot].type
    assert type_ is not None
    if is_list(type_):
        c.emit("if (S->answer[0] == NONE)", f"  F[SLOTS + {c.slots.at[i.slot]}] = NONE;", "else {")
        c.store_list(i.slot, Listed("(S->answer + 1)", "S->answer[0]"))
        c.emit("}")
    else:
        if not may_be_none(type_):
            c.emit("SOME(S->answer[0]);")
        c.emit(f"F[SLOTS + {c.slots.at[i.slot]}] = S->answer[0];")


WRITERS: dict[type, Write] = {
    do.Let: _let, do.Set: _set, do.Move: _move, do.Put: _put, do.Swap: _swap, do.Remember: _remember,
    do.Shuffle: _shuffle, do.Settle: _settle, do.Reveal: _reveal, do.Cover: _cover, do.Roll: _roll,
    do.Pick: _pick, do.Say: _say, do.Unless: _unless, do.Jump: _jump, do.Next: _next,
    do.CountDown: _count_down, do.Call: _call, do.Proceed: _proceed, do.Return: _return,
    do.Answer: _answer, do.TakeAnswer: _take_answer, **turns.TURNS,
    do.Choose: asks.choose, do.Menu: asks.menu, do.May: asks.may, do.Secret: asks.secret,
    do.SecretMenu: asks.secret_menu,
}  # fmt: skip


def write_body(number: int, c: BodyCode) -> list[str]:
    """The whole function. Lists made for one instruction are forgotten with the next."""
    c.number = number
    body = c.body
    for pc, instr in enumerate(body.code):
        c.pc = pc
        with c.aside() as lines:
            WRITERS[type(instr)](instr, c)
        where = f" E->site = {site(number, pc)};" if isinstance(instr, noting.NOTED) else ""
        empty = "" if isinstance(instr, TIDY) and not uses_arena(lines) else " E->top = E->base;"
        c.emit(f"P{pc}:{empty}{where}")
        with c.block(""):
            c.emit(*lines)
    cases = " ".join(f"case {pc}: goto P{pc};" for pc in range(len(body.code)))
    head = [f"static int body{number}(State *S) {{", "I *F = S->st + S->fp;", f"switch (F[PC]) {{ {cases} }}"]
    return [*head, "bail(B_BLOCK);", *c.lines, "return ONWARD; }"]
