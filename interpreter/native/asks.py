"""Decisions as C: what can be chosen, and what an answer fills.

In: an instruction that asks. Out: the lines that ask in the body, and for each question two functions beside
it: `list<n>` lists the options of the player who is asked, `take<n>` carries an option into the frame.
Options are not a part of the state: they are listed again when somebody needs them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from interpreter.knowledge.offering import Offering
from interpreter.native.shapes import NotNative, cells_of, room_of
from interpreter.native.writer import Code, Scalar, may_be_none
from interpreter.pending import secret_slots
from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.expression_prices import KEPT
from rulelang.types import ByPlayer, bare, item_of

if TYPE_CHECKING:
    from interpreter.native.steps import BodyCode
    from interpreter.native.unit import Unit

KINDS = {"one": "K_ONE", "several": "K_SEVERAL", "menu": "K_MENU", "may": "K_MAY"}


@frozen
class Question:
    """A place in the rules where somebody decides."""

    body: int
    pc: int
    kind: str
    stride: int  # cells of an option
    ordered: bool
    secret: bool
    listing: tuple[str, ...]
    taking: tuple[str, ...]


def _row(c: Code, values: Sequence[str], stride: int) -> None:
    rest = ["0"] * (stride - len(values))  # options of a menu are compared as rows
    c.emit("if (listed >= MOST) bail(B_OPTIONS);")
    c.emit(*(f"row[{n}] = {value};" for n, value in enumerate([*values, *rest])))
    c.emit(f"row += {stride}; listed++;")


def _ways(ways: ir.Ways, c: Code, first: Sequence[str], stride: int) -> None:
    """An option for each way, in the order of the loops."""
    prices = c.unit.prices.loops(ways)

    def inside(depth: int, values: list[str]) -> None:
        if depth == len(ways.loops):
            if ways.test is None:
                _row(c, [*first, *values], stride)
                return
            test = c.truth(ways.test)
            with c.block(f"if ({test})"):
                _row(c, [*first, *values], stride)
            return
        loop = ways.loops[depth]
        wanted = not may_be_none(item_of(loop.items.type))

        def each(x: str, some: bool) -> None:
            x = c.keep(x)
            if wanted and not some:
                c.emit(f"SOME({x});")
            with c.named(loop.loc, Scalar(x, some or wanted)):
                inside(depth + 1, [*values, x])

        c.each(loop.items, each, prices[depth])

    inside(0, [])


def _question(
    c: BodyCode, kind: str, stride: int, taking: Sequence[str], listing: Any, ordered: bool = False,
    secret: bool = False,
) -> int:  # fmt: skip
    """Writes the functions of a question; its number."""
    with c.aside() as lines:
        c.emit(f"I listed = 0, *row = E->opt; E->stride = {stride};")
        listing()
        c.emit("E->options = listed;")
    unit = c.unit
    unit.questions.append(
        Question(c.number, c.pc, kind, stride, ordered, secret, tuple(lines), tuple(taking))
    )
    return len(unit.questions) - 1


def _limits(i: do.Choose | do.Secret, c: Code) -> None:
    low, high = c.keep(c.some(i.low)), c.keep(c.some(i.high))
    c.emit("E->options = listed;")
    c.emit(f"limits(S, {low}, {high});")


def _kept(slot: int, c: BodyCode, source: str) -> str:
    assert c.slots is not None
    return f"F[SLOTS + {c.slots.at[slot]}] = {source};"


def choose(i: do.Choose, c: BodyCode) -> None:
    several, assert_slots = i.how != "one", c.slots
    assert assert_slots is not None
    width = len(i.slots)
    if several and width > 1:
        raise NotNative("several tuples are chosen")

    def listing() -> None:
        _ways(i.ways, c, (), width)
        if several:
            _limits(i, c)

    if several:
        type_ = c.body.slots[i.slots[0]].type
        assert type_ is not None
        at, data = assert_slots.at[i.slots[0]], assert_slots.data[i.slots[0]]
        taking = [
            f"if (n > {room_of(type_)}) bail(B_ROOM);",
            f"for (I k = 0; k < n; k++) F[SLOTS + {data} + k] = E->opt[a[k]];",
            f"F[SLOTS + {at}] = n; F[PC] = {c.pc + 1};",
        ]
    else:
        taking = [_kept(slot, c, f"o[{n}]") for n, slot in enumerate(i.slots)]
        taking.append(f"F[PC] = {c.pc + 1};")
    number = _question(c, "several" if several else "one", width, taking, listing, i.how == "order")
    by = c.keep(c.scalar(i.by))
    c.emit(f"F[PC] = {c.pc};")
    c.emit(f"int asked = ask(S, F, {number}, {by});")
    c.emit(f"if (asked < 0) {c.go(i.empty)}", "if (asked) return PENDING;")


def menu(i: do.Menu, c: BodyCode) -> None:
    stride = 1 + max(len(entry.ways.loops) for entry in i.entries)

    def listing() -> None:
        for number, entry in enumerate(i.entries):
            with c.block(""):
                _ways(entry.ways, c, (str(number),), stride)

    taking = ["switch (o[0]) {"]
    for number, entry in enumerate(i.entries):
        fills = "".join(_kept(slot, c, f"o[{n + 1}]") for n, slot in enumerate(entry.slots))
        taking.append(f"case {number}: {fills} F[PC] = {entry.target}; break;")
    number = _question(c, "menu", stride, [*taking, "}"], listing)
    by = c.keep(c.scalar(i.by))
    c.emit(f"F[PC] = {c.pc};")
    c.emit(f"int asked = ask(S, F, {number}, {by});")
    c.emit(f"if (asked < 0) {c.go(i.empty)}", "if (asked) return PENDING;", "return ONWARD;")


def may(i: do.May, c: BodyCode) -> None:
    def listing() -> None:
        _row(c, ("1",), 1)
        _row(c, ("0",), 1)

    number = _question(c, "may", 1, [f"F[PC] = o[0] ? {c.pc + 1} : {i.refused};"], listing)
    by = c.keep(c.scalar(i.by))
    c.emit(f"F[PC] = {c.pc};", f"ask(S, F, {number}, {by}); return PENDING;")


# ---------------------------------------------------------------- several players at once


def _by_player(slot: int, c: BodyCode) -> tuple[str, int]:
    """Where a player's part of a slot lies, and how many cells it has."""
    assert c.slots is not None
    type_ = c.body.slots[slot].type
    assert type_ is not None
    answers = bare(type_)
    assert isinstance(answers, ByPlayer)
    each = cells_of(answers.item, c.unit.layout.players)
    return f"(F + SLOTS + {c.slots.at[slot] + 1} + by * {each})", each


def _blank(instr: do.Instr, c: BodyCode) -> list[str]:
    lines = []
    assert c.slots is not None
    nothing = "0" if isinstance(instr, do.Secret) and instr.how != "one" else "NONE"  # an empty set
    for slot in secret_slots(instr):
        _, each = _by_player(slot, c)
        at, n = c.slots.at[slot], c.unit.layout.players
        lines.append(f"F[SLOTS + {at}] = 0;")
        lines.append(f"for (I k = 0; k < {n}; k++) F[SLOTS + {at + 1} + k * {each}] = {nothing};")
    return lines


def _at_once(players: ir.Expr, instr: do.Instr, number: int, c: BodyCode) -> None:
    c.emit(f"F[PC] = {c.pc};", *_blank(instr, c), "S->waiting = 0;")
    everybody = c.listed(players)
    c.over(everybody, True, lambda p, some: c.emit(f"ask_secretly(S, F, {number}, {p});"))
    c.emit(f"if (ask_next(S, F, {number})) return PENDING;", f"F[PC] = {c.pc + 1}; return ONWARD;")


def secret(i: do.Secret, c: BodyCode) -> None:
    several, width = i.how != "one", len(i.slots)
    if several and width > 1:
        raise NotNative("several tuples are chosen")

    def listing() -> None:
        _ways(i.ways, c, (), width)
        if several:
            _limits(i, c)

    if several:
        cell, each = _by_player(i.slots[0], c)
        taking = [f"if (n > {each - 1}) bail(B_ROOM);", f"I *mine = {cell};",
                  "for (I k = 0; k < n; k++) mine[1 + k] = E->opt[a[k]];", "mine[0] = n;"]  # fmt: skip
    else:
        taking = [f"*{_by_player(slot, c)[0]} = o[{n}];" for n, slot in enumerate(i.slots)]
    kind = "several" if several else "one"
    number = _question(c, kind, width, taking, listing, i.how == "order", secret=True)
    _at_once(i.players, i, number, c)


def secret_menu(i: do.SecretMenu, c: BodyCode) -> None:
    stride = 1 + max(len(entry.ways.loops) for entry in i.entries)

    def listing() -> None:
        for number, entry in enumerate(i.entries):
            with c.block(""):
                _ways(entry.ways, c, (str(number),), stride)

    taking = [f"*{_by_player(i.slot, c)[0]} = o[0];", "switch (o[0]) {"]
    for number, entry in enumerate(i.entries):
        fills = "".join(f"*{_by_player(slot, c)[0]} = o[{n + 1}];" for n, slot in enumerate(entry.slots))
        taking.append(f"case {number}: {fills} break;")
    number = _question(c, "menu", stride, [*taking, "}"], listing, secret=True)
    _at_once(i.players, i, number, c)


# ---------------------------------------------------------------- all of them


@define
class Written:
    declared: list[str] = field(factory=list)
    lines: list[str] = field(factory=list)


def written(unit: Unit) -> Written:
    """The functions of all questions, and the tables that find them."""
    asked = Written()
    offering = Offering(unit.program, unit.layout)
    rows, offered = [], []
    most = 1 + max([0, *(len(_parts(offering, q)) for q in unit.questions)])
    for number, question in enumerate(unit.questions):
        asked.declared.append(f"static void list{number}(State *S, I *F);")
        take = f"static void take{number}(State *S, I *F, I by, const I *o, const I *a, I n)"
        asked.declared.append(f"{take};")
        asked.lines += [f"static void list{number}(State *S, I *F) {{", *question.listing, "}"]
        asked.lines += [f"{take} {{", *question.taking, "}"]
        rows.append(f"{{{KINDS[question.kind]}, {int(question.ordered)}, {int(question.secret)}, "
                    f"{question.body}, {question.pc}}}")  # fmt: skip
        parts = _parts(offering, question)
        flags = [sum(1 << n for n, flag in enumerate(part) if flag) for part in parts]
        offered.append(f"{{{int(any(flags))}, {{{', '.join(str(len(p)) for p in parts) or 0}}}, "
                       f"{{{', '.join(map(str, flags)) or 0}}}}}")  # fmt: skip
    lists, takes = (", ".join(f"{what}{n}" for n in range(len(unit.questions))) for what in ("list", "take"))
    asked.declared += [
        "static const struct { i32 kind, ordered, secret, body, pc; } QUESTIONS[] = {"
        + (", ".join(rows) or "{0}")
        + "};",
        f"static const struct {{ i32 copies; u8 parts[{most}]; u32 flags[{most}]; }} OFFERED[] = "
        f"{{{', '.join(offered) or '{0}'}}};",
        f"static void (*const LISTS[])(State *, I *) = {{{lists or '0'}}};",
        f"static void (*const TAKES[])(State *, I *, I, const I *, const I *, I) = {{{takes or '0'}}};",
    ]
    return asked


def _parts(offering: Offering, question: Question) -> list[tuple[bool, ...]]:
    """For each option which of its parts are components that have copies."""
    found = offering.sites.get((question.body, question.pc))
    if found is None:
        return []
    return list(found) if question.kind == "menu" else [found]


__all__ = ["KEPT", "KINDS", "Question", "choose", "may", "menu", "secret", "secret_menu", "written"]
