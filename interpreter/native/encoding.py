"""States of the reference as native ones.

In: a `State`, and a native state to fill. Out: the same position there, at the same question. Whatever native
code does not keep (events, who chose what lies in a slot) is left out, so this is for games that are played
on and then forgotten. What has no room raises `NotNative`.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from interpreter.layout import GRID
from interpreter.native.fingerprints import of_key
from interpreter.native.positions import KINDS, MOST_BLOCKS, MOST_EXTRA
from interpreter.native.shapes import STACK, NotNative, is_list, room_of
from interpreter.native.unit import NONE, Unit
from interpreter.pending import own
from interpreter.python.state import State
from rulelang.types import ByPlayer, Type, bare


def _cell(value: Any) -> int:
    return NONE if value is None else int(value)


class Encoder:
    """Fills native states of one unit."""

    def __init__(self, unit: Unit) -> None:
        self.unit, self.layout, self.program = unit, unit.layout, unit.program
        self.core, self.begin = len(self.program.bodies), len(self.program.bodies) + 1
        self.reasons = {reason: number for number, reason in enumerate(unit.reasons)}
        self.rules = {rule.name: number for number, rule in enumerate(self.program.rules)}
        self.questions = {(q.body, q.pc): number for number, q in enumerate(unit.questions)}
        self.track_rooms = [
            (1 + room_of(track.type) if is_list(track.type) else 1, track.type)
            for track in self.program.tracks
            for _ in self.layout.owners(track.owner)
        ]
        self.track_starts = list(accumulate((room for room, _ in self.track_rooms), initial=0))  # first cells
        self.plain_tracks = all(room == 1 for room, _ in self.track_rooms)

    def fill(self, state: State, n: Any) -> None:
        unit = self.unit
        n.rng, n.left, n.floor, n.active = state.rng, state.left, state.floor, _cell(state.active)
        n.nature, n.autom, n.serial, n.over = state.nature, state.auto, 0, 0
        if isinstance(state.fate, tuple):
            raise NotNative("a script says what chance gives")
        n.fate = -1 if state.fate is None else state.fate
        sizes: list[int] = []
        at = n.at
        for zone, items in enumerate(state.z):
            start, room = unit.zone_offsets[zone], unit.zone_room[zone]
            if self.layout.ordering[zone] == GRID:
                taken = [place for place, item in enumerate(items) if item is not None]
                for place in taken:
                    at[items[place]] = place
                n.zl[start : start + room] = [-1 if item is None else item for item in items]
                n.zl[start + room : start + room + len(taken)] = taken
                sizes.append(len(taken))
            else:
                n.zl[start : start + len(items)] = items
                sizes.append(len(items))
        zones = self.layout.zones
        n.zn[:zones] = sizes
        n.bag_low[:zones] = [0 if bag is None else bag[0] for bag in state.bag]
        n.bag_high[:zones] = [0 if bag is None else bag[1] for bag in state.bag]
        count = self.program.components
        n.loc[:count], n.known[:count] = state.loc, state.known
        self._tracks(state, n)
        heights = self._frames(state, n)
        if len(state.blocks) > MOST_BLOCKS or len(state.extra) > MOST_EXTRA:
            raise NotNative("too many turns inside each other")
        n.blocks = len(state.blocks)
        for number, (name, depth, over, leave) in enumerate(state.blocks):
            block = n.block[number]
            block.name, block.fp, block.height = int(name != "turn"), heights[depth - 1], depth
            block.over, block.leave = over, leave
        n.extras = len(state.extra)
        n.extra[: n.extras] = state.extra
        self._memory(state, n)
        self._answer(state, n)
        self._asked(state, n)
        if state.over is not None:
            winners, reason = state.over
            n.over, n.winners, n.reason = 1, sum(1 << p for p in winners), self.reasons[reason]

    def _tracks(self, state: State, n: Any) -> None:
        cells = [NONE if value is None else value for value in state.t] if self.plain_tracks else []
        if not self.plain_tracks:
            for value, (room, type_) in zip(state.t, self.track_rooms, strict=True):
                cells += self._cells(value, type_) if room > 1 else [_cell(value)]
        n.t[: len(cells)] = cells

    def _cells(self, value: Any, type_: Type) -> list[int]:
        """A value in as many cells as its type has."""
        inner = bare(type_)
        if isinstance(inner, ByPlayer):
            parts = value if value is not None else (None,) * self.layout.players
            head = NONE if value is None else 0
            return [head, *(cell for part in parts for cell in self._cells(part, inner.item))]
        if not is_list(type_):
            return [_cell(value)]
        room = room_of(type_)
        if value is None:
            return [NONE] + [0] * room
        if len(value) > room:
            raise NotNative("a list is too long")
        return [len(value), *map(_cell, value), *[0] * (room - len(value))]

    def _memory(self, state: State, n: Any) -> None:
        found: list[int] = []
        for number, past in enumerate(state.memory):
            while past is not None:
                a, b = of_key(past[0])
                found += [number, *((x ^ 1 << 63) - (1 << 63) for x in (a, b))]
                past = past[1]
        if len(found) > len(n.memory):
            raise NotNative("too many positions are remembered")
        n.memory[: len(found)] = found
        n.remembered = len(found) // 3

    def _answer(self, state: State, n: Any) -> None:
        answer = state.answer
        n.answer_list = isinstance(answer, tuple | list)
        if n.answer_list:
            if len(answer) >= self.unit.answer_cells:
                raise NotNative("an answer is too long")
            n.answer[: len(answer) + 1] = [len(answer), *map(_cell, answer)]
        else:
            n.answer[0] = _cell(answer)

    # ------------------------------------------------------------ rules under way
    def _frames(self, state: State, n: Any) -> list[int]:
        """The frames, one after another; where each begins."""
        cells: list[int] = []
        places: list[int] = []
        for frame in state.frames:
            before = places[-1] if places else -1
            places.append(len(cells))
            number, own_cells = self._frame(frame)
            pc = frame[1] if frame[0] < self.core else 0
            cells += [before, number, pc, _cell(frame[2]), len(own_cells), *own_cells]
        if len(cells) > STACK:
            raise NotNative("too many rules are under way")
        n.st[: len(cells)] = cells
        n.fp, n.sp, n.height = (places[-1] if places else -1), len(cells), len(places)
        return places

    def _frame(self, frame: list[Any]) -> tuple[int, list[int]]:
        number = frame[0]
        if number == self.begin:
            return self.core, []
        if number == self.core:
            return self.begin, self._core(frame)
        body, slots = self.program.bodies[number], self.unit.slots[number]
        cells = [NONE] * slots.cells
        for slot, info in enumerate(body.slots):
            value, at = frame[3 + slot], slots.at[slot]
            if info.type is None:
                if value is not None and slot < body.params:
                    rest = self._rest(value)
                    cells[at : at + len(rest)] = rest
                elif value is not None:
                    cells[at] = int(value)
            elif is_list(info.type):
                made = self._cells(value, info.type)
                cells[at], data = made[0], slots.data[slot]
                cells[data : data + len(made) - 1] = made[1:]
            else:
                made = self._cells(value, info.type)
                cells[at : at + len(made)] = made
        return number, cells

    def _args(self, rule: int, args: tuple[Any, ...]) -> list[int]:
        params = self.program.rules[rule].params
        return [cell for value, type_ in zip(args, params, strict=True) for cell in self._cells(value, type_)]

    def _rest(self, rest: tuple[Any, ...]) -> list[int]:
        rule, body, args, you, live, start = rest
        lives = [cell for hook, holder in live for cell in (hook, _cell(holder))]
        head = [rule, -1 if body is None else body, _cell(you), len(live), start]
        return [*head, *self._args(rule, args), *lives]

    def _core(self, frame: list[Any]) -> list[int]:
        """A rule with `before` and `after` around it; the first of these says which rule it is."""
        args, plan, index, answer = frame[3:7]
        hook = next(self.program.hooks[number] for number, _ in plan if number != "body")
        rule = self.rules[hook.target]
        type_ = self.program.rules[rule].answer
        kept = [NONE] if type_ is None else self._cells(answer, type_)
        kept += [0] * (self.unit.answer_cells - len(kept))
        planned = [
            cell
            for number, holder in plan
            for cell in (
                (-1, -1 if holder is None else holder) if number == "body" else (number, _cell(holder))
            )
        ]
        return [rule, index, len(plan), *self._args(rule, args), *kept, *planned]

    # ------------------------------------------------------------ the question
    def _asked(self, state: State, n: Any) -> None:
        pending = state.pending
        n.pk = n.waiting = 0
        if pending is None:
            return
        if pending[0] == "chance":
            raise NotNative("nature is asked")
        n.pq = self.questions[pending[2], pending[3]]
        who = pending[1]
        if pending[0] == "secret":
            waiting = [player for player, _ in pending[4]]
            n.waiting = len(waiting)
            n.waits[: n.waiting] = waiting
            pending = own(pending, who)
        n.pk, n.pwho, n.pn = KINDS.index(pending[0]), who, len(pending[4])
        if pending[0] == "several":
            n.plow, n.phigh = pending[6], pending[7]
