"""A program as one C text: its layout, tables, functions and bodies, and the fixed runtime around them.

In: a program with its layout. Out: `source`, and what a reader of states needs to know (`Unit`). The runtime
in `runtime/` is the same for every program. What a program has that is not covered raises `NotNative`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from interpreter.knowledge.copies import Copies
from interpreter.layout import GRID, Layout
from interpreter.native import asks, folds, loops, scalars, sets, steps, ways
from interpreter.native.functions import write_functions
from interpreter.native.inlining import inlined
from interpreter.native.shapes import STACK, NotNative, Slots, cells_of, is_list, room_of, site, slots_of
from interpreter.native.writer import Code
from interpreter.python.exprs import there
from interpreter.python.geometry import Grid, grid
from rulelang.ir import expressions as ir
from rulelang.ir.prices import Prices
from rulelang.types import Pair, Rec, Type

NONE = -(1 << 63)
MOST_REMEMBERED = 600  # positions
LARGEST_STATE = 1 << 20  # bytes
RUNTIME = Path(__file__).parent / "runtime"
PROGRAM_GOES_HERE = "/* ---------------------------------------------------------------- running */"
HOWS = {"before": "H_BEFORE", "after": "H_AFTER", "instead": "H_INSTEAD"}


@cache
def runtime(name: str) -> str:
    return (RUNTIME / name).read_text("utf-8")


class Unit:
    """What is known while a program is written."""

    scalars: ClassVar[Mapping[type, Callable[..., str]]] = {**scalars.SCALARS, **folds.FOLDS, **ways.SEARCHES}
    loops: ClassVar[Mapping[type, Callable[..., None]]] = loops.LOOPS
    kept_lists: ClassVar[Mapping[type, Callable[..., Any]]] = {**sets.LISTS, **ways.FOUND}

    def __init__(self, layout: Layout) -> None:
        self.layout, self.program = layout, layout.program
        self.prices = Prices(layout.program)
        self.inlined = inlined(layout.program, self.prices)
        self.tables: dict[tuple[str, tuple[int, ...]], str] = {}
        self.declared: list[str] = []
        self.questions: list[asks.Question] = []
        self.reasons: list[str] = ["", "draw"]
        players, program = layout.players, layout.program
        self.track_cells: list[int] = []
        self.tracks = 0
        for track in program.tracks:
            self.track_cells.append(self.tracks)
            self.tracks += len(layout.owners(track.owner)) * cells_of(track.type, players)
        self.live = {
            number: sum(max(1, len(program.hooks[h].components)) for h in rule.hooks)
            for number, rule in enumerate(program.rules)
        }
        self.arg_cells = [sum(cells_of(t, players) for t in rule.params) for rule in program.rules]
        answers = [rule.answer for rule in program.rules if rule.answer is not None]
        self.answer_cells = max((cells_of(answer, players) for answer in answers), default=1)
        rests = self._rests()
        self.slots: list[Slots] = [
            slots_of(body, layout, rests.get(number, 1)) for number, body in enumerate(program.bodies)
        ]
        self._zones()
        self.remembered = MOST_REMEMBERED if program.memories else 1

    def _rests(self) -> dict[int, int]:
        """For the bodies that stand in for a rule the room for what `proceed` goes on with."""
        rules = {rule.name: number for number, rule in enumerate(self.program.rules)}
        found: dict[int, int] = {}
        for hook in self.program.hooks:
            if hook.how == "instead" and hook.body is not None:
                rule = rules[hook.target]
                found[hook.body] = 5 + self.arg_cells[rule] + 2 * self.live[rule]
        return found

    def _zones(self) -> None:
        """Where the cards of each zone lie, grids last; behind a grid are its places that are taken."""
        layout, used = self.layout, 0
        self.zone_offsets, self.zone_room = [0] * layout.zones, [0] * layout.zones
        self.taken_room = [0] * layout.zones
        grids = [index for index, ordering in enumerate(layout.ordering) if ordering == GRID]
        others = [index for index in range(layout.zones) if index not in grids]
        for index in (*others, *grids):
            number, _ = layout.zone_names[index]  # the box has none
            zone = self.program.zones[number] if number >= 0 else None
            size = self.program.components if zone is None else self.program.record(zone.item).size
            if zone is not None and index in grids:
                cells = zone.width * zone.height
                size, self.taken_room[index] = cells, min(cells, size)
            self.zone_offsets[index], self.zone_room[index] = used, size
            used += size + self.taken_room[index]
            if index not in grids:
                self.plain_cards = used
        self.cards = used

    # ------------------------------------------------------------ tables
    def table(self, values: Sequence[int | None], ctype: str = "") -> str:
        """A constant table; equal ones are one."""
        row = tuple(NONE if value is None else int(value) for value in values)
        if not ctype:
            ctype = "i16" if all(-30_000 < value < 30_000 for value in row) else "I"
        key = (ctype, row)
        if key not in self.tables:
            self.tables[key] = f"T{len(self.tables)}"
            written = ", ".join(_number(value) for value in row) or "0"
            self.declared.append(f"static const {ctype} {self.tables[key]}[] = {{{written}}};")
        return self.tables[key]

    def column(self, record: str, name: str) -> str:
        """A printed field for each row of a record."""
        column = next(column for column in self.program.record(record).columns if column.name == name)
        return self.table(column.values)

    def list_column(self, record: str, name: str) -> tuple[str, str]:
        """A printed list: for each row where it begins in the data, with its length first; -1 for none."""
        column = next(column for column in self.program.record(record).columns if column.name == name)
        starts: list[int] = []
        data: list[int] = []
        for value in column.values:
            starts.append(-1 if value is None else len(data))
            if value is not None:
                data += [len(value), *(NONE if part is None else int(part) for part in value)]
        return self.table(starts, "i32"), self.table(data, "I")

    def there(self, record: str) -> list[int]:
        return list(there(self.program.record(record), self.layout.players))

    def geometry(self, number: int) -> Grid:
        width, height = self.layout.grid_sizes[number]
        zone = self.program.zones[number]
        return grid(width, height, zone.width, zone.hexagonal)

    def steps(self, number: int) -> str:
        return self.table([place for row in self.geometry(number).steps for place in row], "I")

    def around(self, number: int, name: str) -> tuple[str, str]:
        """What lies around each place, or along each heading from it: starts, and rows with their lengths."""
        made = self.geometry(number)
        rows: list[tuple[int, ...]]
        if name == "along":
            rows = [made.along[place][h] for place in range(len(made.steps)) for h in range(8)]
        else:
            found = {"neighbours": made.neighbours, "around": made.around, "diagonals": made.diagonals}
            if name not in found:
                raise NotNative(f"the function {name}")
            rows = list(found[name])
        starts: list[int] = []
        data: list[int] = []
        for row in rows:
            starts.append(len(data))
            data += [len(row), *row]
        return self.table(starts, "i32"), self.table(data, "I")

    def own_fields(self, record: str) -> list[int]:
        """The tracks of a component's changing fields, as shifts from its number."""
        found = []
        for number, track in enumerate(self.program.tracks):
            if track.owner == Rec(record):
                if is_list(track.type):
                    raise NotNative("components that look alike may differ by a list")
                found.append(self.track_cells[number] - self.program.record(record).base)
        return found

    def reason(self, word: str) -> int:
        if word not in self.reasons:
            self.reasons.append(word)
        return self.reasons.index(word)

    # ------------------------------------------------------------ abilities and calls
    def is_pair(self, type_: Type | None) -> bool:
        return isinstance(type_, Pair)

    def hooked(self, how: str, target: str) -> str:
        """The abilities that wait for something, as arguments `hooks, n`; "" if there are none."""
        hooks = self.program.hooks
        found = [number for number, hook in enumerate(hooks) if hook.how == how and hook.target == target]
        return f"{self.table(found, 'i32')}, {len(found)}" if found else ""

    def call_of(self, rule: int, args: tuple[ir.Expr, ...], c: Code) -> Callable[[str, str], list[str]]:
        """Works out the arguments now; what is given back writes the call itself."""
        info, players = self.program.rules[rule], self.layout.players
        name, at, stores = c.fresh("a"), 0, list[str]()
        for arg, type_ in zip(args, info.params, strict=True):
            if not is_list(type_):
                stores.append(f"{name}[{at}] = {c.keep(c.fitting(arg, type_))};")
            elif isinstance(arg, ir.Nothing):
                stores.append(f"{name}[{at}] = NONE;")
            else:
                items = c.listed(arg)
                stores.append(
                    f"store_list(S, {name} + {at}, {room_of(type_)}, {items.pointer}, {items.length});"
                )
            at += cells_of(type_, players)
        if not self.is_plain(rule):
            c.emit(f"I *{name} = room(E, {self.arg_cells[rule] + 1});", *stores)
            return lambda state, you: [f"call{rule}({state}, {name}, {you});"]
        answers = [f"no_answer(S, {rule});"] if info.answer is not None else []
        if info.default is None:
            return lambda state, you: answers
        # A rule that nothing is around: its frame at once, and the arguments into it.
        frame = f"I *{name} = " if stores else ""
        return lambda state, you: [*answers, f"{frame}enter{info.default}({state}, {you});", *stores]

    def is_plain(self, rule: int) -> bool:
        """Whether a call of a rule always leads to the same body, with nothing around it."""
        info = self.program.rules[rule]
        return info.key is None and not info.hooks

    def code(self, you: str = "you", names: Sequence[Any] = ()) -> Code:
        return Code(self, you, dict(enumerate(names)))

    # ------------------------------------------------------------ the text
    def source(self) -> str:
        program = self.program
        functions = write_functions(self)
        bodies: list[str] = []
        for number, body in enumerate(program.bodies):
            types = tuple(slot.type for slot in body.slots)
            c = steps.BodyCode(self, "F[YOU]", slots=self.slots[number], types=types)
            bodies += steps.write_body(number, c)
        names = ", ".join(f"body{number}" for number in range(len(program.bodies)))
        asked = asks.written(self)
        if self.state_bytes > LARGEST_STATE:
            raise NotNative("a state would be too large")
        return "\n".join([
            runtime("base.h"), *self._layout(), *self.declared,
            *map(runtime, ("hearing.h", "verbs.h", "rules.h", "ways.h", "memory.h")),
            *functions.declared, *self._bodies_declared(), *asked.declared,
            runtime("play.h").replace(PROGRAM_GOES_HERE,
                                      "\n".join([*functions.lines, *asked.lines, *bodies,
                                                 f"static int (*const BODIES[])(State *) = {{{names}}};"])),
            runtime("deals.h"), runtime("guided.h"), runtime("sights.h"),
        ])  # fmt: skip

    def _bodies_declared(self) -> list[str]:
        lines = [f"static int body{number}(State *S);" for number in range(len(self.program.bodies))]
        lines.append("static State *imagine(State *S); static void run_imagined(State *S);")
        bodies = {rule.default for n, rule in enumerate(self.program.rules) if self.is_plain(n)}
        for number in sorted(body for body in bodies if body is not None):
            lines += self._enter(number)
        return lines

    def _enter(self, body: int) -> list[str]:
        """`enter` of the runtime for one body, whose sizes are known; the arguments are the caller's."""
        slots = self.slots[body]
        blank = [f"F[{n}] = NONE;" for n in range(slots.params, slots.blank)]
        if len(blank) > 8:
            blank = [f"for (int i = {slots.params}; i < {slots.blank}; i++) F[i] = NONE;"]
        return [
            f"static I *enter{body}(State *S, I you) {{",
            f"I *F = push(S, {body}, {slots.cells}, you) + SLOTS;",
            f"{' '.join(blank)} S->left -= {self.prices.body(body)};",
            f"if (UNLIKELY(E->begun && !E->imagined)) E->begun[{body}]++;",
            "return F; }",
        ]

    @property
    def state_bytes(self) -> int:
        return 8 * (STACK + self.tracks + self.answer_cells) + 2 * self.cards

    def _layout(self) -> list[str]:
        layout, program = self.layout, self.program
        zones = layout.zones
        rooms = {
            "NP": layout.players, "NC": max(1, program.components), "NC_REAL": program.components,
            "NZ": zones, "NT": len(layout.track_names), "NBODIES": len(program.bodies),
            "EVERYONE": f"{layout.everyone}u", "STACK": STACK, "MOST_BLOCKS": 32, "MOST_EXTRA": 64,
            "ANSWER_CELLS": self.answer_cells, "MOST_REMEMBERED": self.remembered,
            "MOST_LIVE": self._most_live(),
            "HAS_FIELDS": int(bool(layout.fields)), "HAS_ATTACHED": int(bool(layout.attached_zones)),
            "COPIES_DIFFER": int(any(layout.has_copies) and Copies(layout).differ),
            "RANK_SITE": site(program.rules[program.play].default or 0, 0),
        }  # fmt: skip
        owners = []
        counts = []
        for number, owner in layout.zone_names:
            type_ = program.zones[number].owner if number >= 0 else None
            parts = layout.owner_parts(type_, owner)
            counts.append(len(parts))
            owners += [*parts, None][:2]
        lines = [f"#define {name} {value}" for name, value in rooms.items()]
        lines.append(
            "typedef struct { i32 name, fp, height, over, leave; } Block;\n"
            "typedef struct { I hook, holder; } Live;\n"
            "typedef struct State {\n"
            "  Engine *engine; u64 rng, serial; I left, floor, active, pwho, plow, phigh, pn;\n"
            "  i32 fp, sp, height, over, reason, nature, autom, fate, blocks, extras;\n"
            "  i32 pk, pq, pwhat, waiting, answer_list;\n"
            "  u32 winners; Block block[MOST_BLOCKS]; i16 extra[MOST_EXTRA], waits[NP];\n"
            "  i16 zn[NZ], bag_low[NZ], bag_high[NZ]; i16 loc[NC], at[NC]; u32 known[NC];\n"
            f"  i16 zl[{max(1, self.cards)}]; I t[{max(1, self.tracks)}]; I answer[ANSWER_CELLS];\n"
            "  I remembered, memory[3 * MOST_REMEMBERED]; I st[STACK];\n"
            "} State;"
        )
        tables: dict[str, tuple[str, Sequence[Any]]] = {
            "ORD": ("u8", layout.ordering), "SEES": ("u32", layout.sees),
            "TOP": ("u8", [int(top) for top in layout.top_public]),
            "OWNER": ("i16", [-1 if owner is None else owner for owner in layout.owner]),
            "ZOFF": ("i32", self.zone_offsets), "ZCAP": ("i32", self.zone_room),
            "ZONE_HOLDERS": ("i16", [part for _, held in layout.zone_owners for part in (*held, -1, -1)[:2]]),
            "ZONE_OWNER": ("I", owners), "ZONE_OWNERS": ("u8", counts), "LOOKS": ("i32", layout.looks),
            "BODY_CELLS": ("i32", [slots.cells for slots in self.slots]),
            "BODY_BLANK": ("i32", [slots.blank for slots in self.slots]),
            "BODY_PRICE": ("I", [self.prices.body(number) for number in range(len(program.bodies))]),
            "ARG_CELLS": ("i32", self.arg_cells),
            "RULE_NOTHING": ("I", [_nothing(rule.answer) for rule in program.rules]),
            "RULE_LIST": ("u8", [int(is_list(rule.answer)) for rule in program.rules]),
            "HOOK_CASES": ("I", [case for hook in program.hooks for case in hook.cases]),
            "HOOK_COMPONENTS": ("i32", [item for hook in program.hooks for item in hook.components]),
        }  # fmt: skip
        for name, (ctype, values) in tables.items():
            written = ", ".join(_number(NONE if value is None else int(value)) for value in values) or "0"
            lines.append(f"static const {ctype} {name}[] = {{{written}}};")
        return [*lines, *self._hooks()]

    def _hooks(self) -> list[str]:
        lines = [
            "enum { H_OTHER, H_BEFORE, H_AFTER, H_INSTEAD };",
            "typedef struct { i32 how, priority, body, low, high;",
            "                 i32 cases, first_case, components, first_component; } Hook;",
        ]
        rows, cases, components = [], 0, 0
        for hook in self.program.hooks:
            low = 0 if hook.zone is None else self.layout.zone_base[hook.zone]
            high = 0 if hook.zone is None else low + self.layout.zone_size[hook.zone]
            body = -1 if hook.body is None else hook.body
            parts = (HOWS.get(hook.how, "H_OTHER"), hook.priority, body, low, high, len(hook.cases), cases,
                     len(hook.components), components)  # fmt: skip
            rows.append("{" + ", ".join(map(str, parts)) + "}")
            cases += len(hook.cases)
            components += len(hook.components)
        return [*lines, f"static const Hook HOOKS[] = {{{', '.join(rows) or '{0}'}}};"]

    def _most_live(self) -> int:
        """How many abilities can be at work around one thing."""
        found: dict[tuple[str, str], int] = {}
        for hook in self.program.hooks:
            key = ("rule" if hook.how in HOWS else hook.how, hook.target)
            found[key] = found.get(key, 0) + max(1, len(hook.components))
        return max([1, *found.values()])


def _nothing(answer: Type | None) -> int | None:
    """What a rule answers that ends without an answer."""
    from interpreter.python.blocks import no_answer

    value = None if answer is None else no_answer(answer)
    return 0 if value == () else None if value is None else int(value)


def _number(value: int) -> str:
    return "NONE" if value == NONE else f"{value}ll" if abs(value) > 1 << 30 else str(value)
