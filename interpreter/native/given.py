"""Answers that were given in rules under way, as a part of the plan of a deal.

In: what a seat cannot know and was decided, in a position that `dealing.py` plans. Out: for `deal_way`,
`deal_list` and `deal_round` of `runtime/deals.h`, where it was asked, which cells hold it, and which of these
are drawn. None where the reference has to deal. See `interpreter/knowledge/redrawing.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from interpreter.backend import BODY, SLOTS
from interpreter.knowledge.holding import Unknown
from interpreter.knowledge.redrawing import Redrawing
from interpreter.native.encoding import Encoder
from interpreter.native.shapes import cells_of, is_list, room_of
from interpreter.native.unit import NONE
from rulelang.ir import instructions as do
from rulelang.types import ByPlayer, bare

WAY, LIST, ROUND = 3, 4, 5  # runtime/deals.h
HEAD = 5  # cells of a frame before its slots; runtime/rules.h


class Given:
    def __init__(
        self,
        drawing: Redrawing,
        encoder: Encoder,
        room: Any,
        holding: Callable[[Unknown, Any], Iterable[int]],
    ) -> None:
        """`room` has the position as native code has it; `holding` says which cells hold a value."""
        self.drawing, self.encoder, self.holding = drawing, encoder, holding
        self.machine, self.state = drawing.machine, drawing.state
        self.starts: list[int] = list(_starts(room))[::-1]  # of each frame
        self.done: set[tuple[int, int]] = set()  # decisions that several slots were filled by

    def again(self, one: Unknown, all_of_them: Sequence[Unknown]) -> list[int] | None:
        """Empty where it is drawn already, together with another slot."""
        depth, slot = one.spots[0]
        assert one.pc is not None
        if depth != one.depth:
            return None
        if (depth, one.pc) in self.done:
            return []
        body = self.machine.program.bodies[self.state.frames[depth][BODY]]
        instr, type_ = body.code[one.pc], body.slots[slot].type
        if type_ is None:
            return None
        alone = len(one.spots) == 1
        match instr:
            case do.Secret(slots=(_,)) if alone and isinstance(bare(type_), ByPlayer):
                return self._round(one)
            case do.Choose(slots=(_,)) | do.Pick() if is_list(type_):
                return self._list(one) if alone else None
            case do.Choose() | do.Menu() | do.Pick() if not isinstance(bare(type_), ByPlayer):
                self.done.add((depth, one.pc))
                together = [u for u in all_of_them if u.live and (u.depth, u.pc) == (depth, one.pc)]
                return self._way(one, together)
        return None

    def _at(self, depth: int, slot: int) -> int:
        body: int = self.state.frames[depth][BODY]
        at: int = self.encoder.unit.slots[body].at[slot]
        return self.starts[depth] + HEAD + at

    def _cards(self, depth: int, slot: int) -> bool:
        body = self.machine.program.bodies[self.state.frames[depth][BODY]]
        return self.machine.layout.names_components(body.slots[slot].type)

    def _asked(self, one: Unknown) -> list[int]:
        """The frame, its depth, the instruction, who was asked there, and whether it was chance."""
        depth = one.depth
        body = self.machine.program.bodies[self.state.frames[depth][BODY]]
        assert one.pc is not None
        instr = body.code[one.pc]
        chooser = None
        if isinstance(instr, do.Choose):
            chooser = self.state.told.get((depth + 1, SLOTS + instr.slots[0]))
        nature = int(isinstance(instr, do.Pick))
        return [self.starts[depth], depth + 1, one.pc, NONE if chooser is None else chooser, nature]

    def _way(self, one: Unknown, together: Sequence[Unknown]) -> list[int] | None:
        depth, slot = one.spots[0]
        body = self.machine.program.bodies[self.state.frames[depth][BODY]]
        assert one.pc is not None
        instr, entry = body.code[one.pc], NONE
        filled: tuple[int, ...] = (slot,)
        if isinstance(instr, do.Menu):
            entry = next(n for n, entry in enumerate(instr.entries) if slot in entry.slots)
            filled = instr.entries[entry].slots
        elif isinstance(instr, do.Choose):
            filled = instr.slots
        if any(u.spots[0][0] != depth or u.spots[0][1] not in filled for u in together):
            return None
        # 2: all that is drawn are components, which stay where nothing is asked any more.
        cards = int(any(self._cards(depth, number) for number in filled))
        if all(self._cards(*u.spots[0]) for u in together):
            cards = 2
        plan = [WAY, *self._asked(one), entry, cards, len(filled), len(together)]
        plan += [self._at(depth, number) for number in filled]
        for other in together:
            number = other.spots[0][1]
            old = self.state.frames[depth][SLOTS + number]
            if isinstance(old, tuple):
                return None
            held = list(self.holding(other, 0 if old is None or int(old) != 0 else 1))
            plan += [filled.index(number), held[0], *(-1 - cell for cell in held[1:])]
        return plan

    def _list(self, one: Unknown) -> list[int] | None:
        depth, slot = one.spots[0]
        frame = self.state.frames[depth]
        body = self.machine.program.bodies[frame[BODY]]
        assert one.pc is not None
        instr, at = body.code[one.pc], self._at(depth, slot)
        data = self.starts[depth] + HEAD + self.encoder.unit.slots[frame[BODY]].data[slot]
        if not isinstance(frame[SLOTS + slot], tuple) or not self._is_held_there(
            one, (), {at, *self._room(one, data)}
        ):
            return None
        ordered = int(isinstance(instr, do.Choose) and instr.how == "order")
        return [LIST, *self._asked(one), int(self._cards(depth, slot)), ordered, at, data]

    def _room(self, one: Unknown, data: int) -> range:
        depth, slot = one.spots[0]
        type_ = self.machine.program.bodies[self.state.frames[depth][BODY]].slots[slot].type
        assert type_ is not None
        return range(data, data + room_of(type_))

    def _round(self, one: Unknown) -> list[int] | None:
        depth, slot = one.spots[0]
        type_ = self.machine.program.bodies[self.state.frames[depth][BODY]].slots[slot].type
        assert type_ is not None
        answers = bare(type_)
        assert isinstance(answers, ByPlayer)
        players, first = self.machine.layout.players, self._at(depth, slot) + 1
        each = cells_of(answers.item, players)
        own = {first - 1, *range(first, first + players * each)}
        if not self._is_held_there(one, (None,) * players, own):
            return None
        start, height, pc = self._asked(one)[:3]
        lists = int(is_list(answers.item))
        cards = int(self._cards(depth, slot))
        return [ROUND, start, height, pc, self.drawing.player, cards, lists, each, first]

    def _is_held_there(self, one: Unknown, other: Any, cells: set[int]) -> bool:
        """Whether nothing but these cells speaks of it."""
        _, *held = self.holding(one, other)
        return {-1 - cell for cell in held} <= cells


def _starts(room: Any) -> Iterator[int]:
    """Where the frames of a native position begin, the top one first."""
    at = room.fp
    while at >= 0:
        yield at
        at = room.st[at]
