"""Native states as the reference's, and back.

In: the memory of a native state, and the `Unit` that says where things lie in it. Out: a `State` of the
reference. Both have the same zones, tracks, frames and knowledge, so that a game can go on in either;
`encoding` is the way back.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from interpreter.backend import SLOTS
from interpreter.layout import GRID
from interpreter.native.asks import Question
from interpreter.native.shapes import STACK, is_list, room_of
from interpreter.native.unit import NONE, Unit
from interpreter.python.state import State
from rulelang.types import ByPlayer, Type, bare

KINDS = ("", "one", "several", "menu", "may", "chance")
CHANCES = ("draw", "roll", "pick")
PREVIOUS, BODY, PC, YOU, CELLS, HEAD = range(6)
MOST_BLOCKS, MOST_EXTRA = 32, 64
Asked = tuple[Any, ...]  # a player, the options as rows of cells; of several things how few and how many
_I, _i32, _i16, _u32 = ctypes.c_int64, ctypes.c_int32, ctypes.c_int16, ctypes.c_uint32


class _Block(ctypes.Structure):
    _fields_ = [(name, _i32) for name in ("name", "fp", "height", "over", "leave")]


def structure(unit: Unit) -> type[ctypes.Structure]:
    """The C struct as ctypes sees it; the order of its parts is that of `Unit._layout`."""
    components, zones = max(1, unit.program.components), unit.layout.zones
    numbers = ("fp", "sp", "height", "over", "reason", "nature", "autom", "fate", "blocks", "extras", "pk",
               "pq", "pwhat", "waiting", "answer_list")  # fmt: skip

    class Native(ctypes.Structure):
        _fields_ = [
            ("engine", ctypes.c_void_p), ("rng", ctypes.c_uint64), ("serial", ctypes.c_uint64),
            *((name, _I) for name in ("left", "floor", "active", "pwho", "plow", "phigh", "pn")),
            *((name, _i32) for name in numbers),
            ("winners", _u32), ("block", _Block * MOST_BLOCKS), ("extra", _i16 * MOST_EXTRA),
            ("waits", _i16 * unit.layout.players),
            ("zn", _i16 * zones), ("bag_low", _i16 * zones), ("bag_high", _i16 * zones),
            ("loc", _i16 * components), ("at", _i16 * components), ("known", _u32 * components),
            ("zl", _i16 * max(1, unit.cards)), ("t", _I * max(1, unit.tracks)),
            ("answer", _I * unit.answer_cells), ("remembered", _I), ("memory", _I * (3 * unit.remembered)),
            ("st", _I * STACK),
        ]  # fmt: skip

    return Native


def _some(value: int) -> int | None:
    return None if value == NONE else value


def value_in(cells: Any, at: int, data: int, type_: Type, players: int) -> Any:
    """A value of a type that lies in cells."""
    inner = bare(type_)
    if isinstance(inner, ByPlayer):
        if cells[at] == NONE:
            return None  # nobody was asked yet
        each = 1 + room_of(inner.item) if is_list(inner.item) else 1
        places = (at + 1 + p * each for p in range(players))
        return tuple(value_in(cells, place, place + 1, inner.item, players) for place in places)
    if is_list(type_):
        length = cells[at]
        return None if length == NONE else tuple(_some(value) for value in cells[data : data + length])
    return _some(cells[at])


class Reader:
    """Reads native states of one unit."""

    def __init__(self, unit: Unit) -> None:
        self.unit, self.layout, self.program = unit, unit.layout, unit.program
        self.core, self.begin = len(self.program.bodies), len(self.program.bodies) + 1
        self._components = self.program.components
        native: Any = structure(unit)
        self._zn, self._known, self._active = native.zn.offset, native.known.offset, native.active.offset
        self._zl, self._t = native.zl.offset, native.t.offset
        # For each zone how many places it has, if it is a grid.
        self._grids = [
            room if ordering == GRID else 0
            for room, ordering in zip(unit.zone_room, self.layout.ordering, strict=True)
        ]
        self.plain_tracks = not any(
            is_list(track.type) or isinstance(bare(track.type), ByPlayer) for track in self.program.tracks
        )

    def cards(self, n: Any, zone: int) -> list[int | None]:
        start = self.unit.zone_offsets[zone]
        if self.layout.ordering[zone] != GRID:
            return list(n.zl[start : start + n.zn[zone]])
        return [None if card < 0 else card for card in n.zl[start : start + self.unit.zone_room[zone]]]

    def looked_at(self, n: Any) -> State:
        """What can be seen of a native state or its bytes: zones, tracks, knowledge; no rules under way."""
        layout, state, unit = self.layout, State(), self.unit
        raw = memoryview(n).cast("B")  # read at once: cell by cell takes long
        zones, components = layout.zones, max(1, self._components)
        numbers = raw[self._zn : self._zn + 2 * (3 * zones + components)].cast("h").tolist()
        lows, highs, loc = numbers[zones : 2 * zones], numbers[2 * zones : 3 * zones], 3 * zones
        cards = raw[self._zl : self._zl + 2 * unit.cards].cast("h")
        plain = cards[: unit.plain_cards].tolist()
        for start, grid, size in zip(unit.zone_offsets, self._grids, numbers, strict=False):
            if not grid:
                state.z.append(plain[start : start + size])
                continue
            row: list[int | None] = [None] * grid
            for place in cards[start + grid : start + grid + size].tolist():
                row[place] = cards[start + place]
            state.z.append(row)
        state.bag = [None] * zones
        if any(highs):
            state.bag = [(low, top) if top else None for low, top in zip(lows, highs, strict=True)]
        count = self._components
        state.loc = numbers[loc : loc + count]
        state.known = raw[self._known : self._known + 4 * components].cast("I").tolist()[:count]
        state.t, state.active = self._tracks(raw), _some(raw[self._active : self._active + 8].cast("q")[0])
        return state

    def state(self, n: Any, asked: Sequence[Asked]) -> State:
        """The same position for the reference; `asked` has the options of each player who is asked."""
        unit, layout, state = self.unit, self.layout, self.looked_at(n)
        frames, heights = self._frames(n)
        state.frames = frames
        state.blocks = [
            ("turn" if b.name == 0 else "round", heights[b.fp], b.over, b.leave) for b in n.block[: n.blocks]
        ]
        state.extra = list(n.extra[: n.extras])
        state.rng, state.left, state.floor = n.rng, n.left, n.floor
        state.nature, state.auto, state.fate = bool(n.nature), n.autom, None if n.fate < 0 else n.fate
        state.memory = (None,) * len(self.program.memories)
        state.log = None
        length = n.answer[0]
        listed = n.answer_list and length != NONE
        state.answer = tuple(_some(v) for v in n.answer[1 : 1 + length]) if listed else _some(length)
        if n.over:
            winners = tuple(p for p in range(layout.players) if n.winners >> p & 1)
            state.over = (winners, unit.reasons[n.reason])
        elif n.pk:
            state.pending = self._pending(n, frames[-1], asked)
        return state

    def _tracks(self, raw: memoryview) -> list[Any]:
        found: list[Any] = []
        players, cells = self.layout.players, raw[self._t : self._t + 8 * self.unit.tracks].cast("q").tolist()
        if self.plain_tracks:
            return [None if value == NONE else value for value in cells]
        for number, track in enumerate(self.program.tracks):
            each = 1 + room_of(track.type) if is_list(track.type) else 1
            first = self.unit.track_cells[number]
            found += [
                value_in(cells, at, at + 1, track.type, players)
                for at in range(first, first + each * len(self.layout.owners(track.owner)), each)
            ]
        return found

    def _frames(self, n: Any) -> tuple[list[list[Any]], dict[int, int]]:
        places: list[int] = []
        fp = n.fp
        while fp >= 0:
            places.append(fp)
            fp = n.st[fp]
        places.reverse()
        cells = n.st[: n.sp]
        return [self._frame(cells, fp) for fp in places], {fp: i + 1 for i, fp in enumerate(places)}

    def _frame(self, cells: list[int], fp: int) -> list[Any]:
        number, pc, you = cells[fp + BODY], cells[fp + PC], _some(cells[fp + YOU])
        players = self.layout.players
        if number == self.core:  # in C the two sorts stand the other way round
            return [self.begin, 0, you]
        if number == self.begin:
            return self._core(cells, fp + HEAD, you)
        body, slots, found = self.program.bodies[number], self.unit.slots[number], [number, pc, you]
        for slot, info in enumerate(body.slots):
            at, data = fp + HEAD + slots.at[slot], fp + HEAD + slots.data[slot]
            if info.type is None:
                found.append(self._rest(cells, at) if slot < body.params else _some(cells[at]))
            else:
                found.append(value_in(cells, at, data, info.type, players))
        return found

    def _args(self, cells: list[int], at: int, rule: int) -> tuple[Any, ...]:
        found = []
        for type_ in self.program.rules[rule].params:
            found.append(value_in(cells, at, at + 1, type_, self.layout.players))
            at += 1 + room_of(type_) if is_list(type_) else 1
        return tuple(found)

    def _body(self, number: int) -> int | None:
        return None if number < 0 else number

    def _rest(self, cells: list[int], at: int) -> Any:
        if cells[at] == NONE:
            return None
        rule, body, you, count, start = cells[at : at + 5]
        lives = at + 5 + self.unit.arg_cells[rule]
        live = tuple((cells[lives + 2 * i], _some(cells[lives + 2 * i + 1])) for i in range(count))
        return (rule, self._body(body), self._args(cells, at + 5, rule), _some(you), live, start)

    def _core(self, cells: list[int], at: int, you: int | None) -> list[Any]:
        rule, index, planned = cells[at : at + 3]
        kept = at + 3 + self.unit.arg_cells[rule]
        plan = []
        first = kept + self.unit.answer_cells
        for number in range(planned):
            hook, holder = cells[first + 2 * number], cells[first + 2 * number + 1]
            plan.append(("body", self._body(holder)) if hook == -1 else (hook, _some(holder)))
        answer = self.program.rules[rule].answer
        value = None if answer is None else value_in(cells, kept, kept + 1, answer, self.layout.players)
        return [self.core, 0, you, self._args(cells, at + 3, rule), tuple(plan), index, value]

    # ------------------------------------------------------------ the question
    def _pending(self, n: Any, frame: list[Any], asked: Sequence[Asked]) -> tuple[Any, ...]:
        if KINDS[n.pk] == "chance":
            outcomes = tuple(option[0] for option in asked[0][1])
            return ("chance", None, frame[0], frame[1], outcomes, CHANCES[n.pwhat])
        question = self.unit.questions[n.pq]
        if not question.secret:
            return self.asked(question, n.pwho, asked[0][1], n.plow, n.phigh)
        return self.at_once(n, question, asked)

    def at_once(self, n: Any, question: Question, asked: Sequence[Asked]) -> tuple[Any, ...]:
        """What several players decide in a secret round."""
        parts = tuple((part[0], self.asked(question, *part)) for part in asked)
        return ("secret", n.pwho, question.body, question.pc, parts)

    def asked(
        self, question: Question, who: int, options: list[tuple[int, ...]], low: int, high: int
    ) -> tuple[Any, ...]:
        head = (question.kind, who, question.body, question.pc)
        if question.kind == "may":
            return (*head, (True, False))
        ways = tuple(self.options(question, options))
        if question.kind == "menu":
            return (*head, ways)
        slots = self._instr(question).slots
        if question.kind == "one":
            return (*head, ways, SLOTS + slots[0], len(slots))
        return (*head, ways, SLOTS + slots[0], low, high, question.ordered)

    def _instr(self, question: Question) -> Any:
        return self.program.bodies[question.body].code[question.pc]

    def options(self, question: Question, rows: list[tuple[int, ...]]) -> list[Any]:
        """Rows of cells as the reference has options: elements, or tuples of them."""
        found = [tuple(_some(value) for value in row) for row in rows]
        if question.kind == "menu":
            widths = [1 + len(entry.ways.loops) for entry in self._instr(question).entries]
            return [row[: widths[row[0] or 0]] for row in found]
        return [row[0] for row in found] if question.stride == 1 else list(found)
