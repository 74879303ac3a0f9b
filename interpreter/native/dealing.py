"""What a deal exchanges, as a plan that native code carries out.

In: a position of the reference and a seat. Out: the plan that `runtime/deals.h` reads: which components are
hidden, which cells speak of them, what else is drawn, and the question that has to be asked again. What was
chosen in rules under way is drawn from options that the deal decides: the plan says where it is asked again
(`given.py`). None where the reference has to deal.

Which cells speak of hidden components is found by exchanging them once and looking what has changed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from interpreter.backend import Backend, Position, core_body
from interpreter.knowledge.deals import what_is_hidden
from interpreter.knowledge.redrawing import Redrawing
from interpreter.knowledge.renaming import exchanged
from interpreter.native.encoding import Encoder
from interpreter.native.given import Given
from interpreter.native.shapes import NotNative
from interpreter.native.unit import NONE
from interpreter.pending import deciders, secret_answer
from rulelang.types import ByPlayer, Opt, Seq, Type, bare, item_of

HARD = None
Draw = list[
    int
]  # none or not (2: always none), from, how many, how many cells, the cells; below 0 of the stack


class Cells:
    """The tracks and the stack of a position as native code has them."""

    def __init__(self, encoder: Encoder, room: Any) -> None:
        self.encoder, self.room = encoder, room

    def of(self, state: Any) -> tuple[list[int], list[int]]:
        self.encoder.fill(state, self.room)
        return list(self.room.t), self.room.st[: self.room.sp]


def plan_of(
    machine: Backend,
    state: Position,
    player: int,
    encoder: Encoder,
    spare: Any,
    rows: Sequence[int],
    stride: int,
) -> Any:
    """`spare` is a native state to write to; `rows` are the options of the player."""
    pending = state.pending
    if pending is None or pending[0] == "chance":
        return HARD
    given, waiting = _round(machine, state)
    if pending[0] == "secret" and player not in waiting:
        return HARD
    if any(frame[0] == core_body(machine.program) and frame[6] is not None for frame in state.frames):
        return HARD  # an answer that is waited for
    unseen, heaps = what_is_hidden(machine, state, player)
    hidden = {card for heap in heaps for card in heap}
    cells = Cells(encoder, spare)
    try:
        before = cells.of(state)
        fields = _fields(machine, state, player, encoder, frozenset(unseen.tracks))
        dealt = {
            encoder.track_starts[index] for indices in machine.layout.fields.values() for index in indices
        }
        spoken = None if fields is HARD else _spoken(machine, state, heaps, cells, before, dealt)
        draws = _draws(machine, state, player, unseen, cells, before)
    except NotNative:
        return HARD
    if spoken is None or draws is None or fields is None or _holds_something(machine, state, hidden):
        return HARD
    tracks, stack = spoken
    zones = [z for z, cards in enumerate(state.z) if state.bag[z] is not None or not hidden.isdisjoint(cards)]
    low, high = _limits(pending, player)
    count = len(rows) // stride if stride else 0
    plan = [
        player, pending[3], int(pending[0] == "secret"), low, high, count, stride, len(heaps), len(zones),
        len(tracks), len(stack), len(fields), len(draws), len(given), len(waiting),
    ]  # fmt: skip
    for heap in heaps:
        plan += [len(heap), *heap, *sorted(heap)]
    plan += [*zones, *tracks, *stack]
    for owned, table in fields:
        plan += [len(owned), len(owned[0]), *(cell for row in owned for cell in row)]
        plan += [value for row in table for value in row]
    for draw in draws:
        plan += draw
    plan += [*given, *waiting, *rows]
    return (ctypes.c_int64 * len(plan))(*plan)


def _limits(pending: tuple[Any, ...], player: int) -> tuple[int, int]:
    one = dict(pending[4]).get(player) if pending[0] == "secret" else pending
    return (one[6], one[7]) if one is not None and one[0] == "several" else (0, 0)


def _round(machine: Backend, state: Position) -> tuple[list[int], list[int]]:
    """In a secret round who has answered, and who is waited for."""
    pending = state.pending
    if pending is None or pending[0] != "secret":
        return [], []
    waiting = list(deciders(pending))
    instr = machine.program.bodies[pending[2]].code[pending[3]]
    others = (p for p in range(machine.layout.players) if p not in waiting)
    return [p for p in others if secret_answer(instr, state.frames[-1], p) is not None], waiting


def _holds_something(machine: Backend, state: Position, hidden: set[int]) -> bool:
    """Whether something lies at a hidden component: it goes where the component goes."""
    layout = machine.layout
    return any(
        state.bag[zone] is not None or any(card is not None for card in state.z[zone])
        for zone in layout.attached_zones
        if not hidden.isdisjoint(layout.zone_owners[zone][1])
    )


Fields = list[tuple[list[list[int]], list[list[int]]]]  # the cells of each component, and the rows of values


def _fields(
    machine: Backend, state: Position, player: int, encoder: Encoder, redrawn: Collection[int]
) -> Fields | None:
    layout, found = machine.layout, []
    starts = encoder.track_starts
    for record in machine.program.records if layout.fields else ():
        cards = range(record.base, record.base + record.size) if record.physical else range(0)
        hidden = [card for card in cards if card in layout.fields and not state.known[card] >> player & 1]
        if not hidden:
            continue
        numbers = [[layout.track_names[index][0] for index in layout.fields[card]] for card in hidden]
        types = [machine.program.tracks[number].type for row in numbers for number in row]
        if any(isinstance(bare(t), Seq | ByPlayer) or layout.names_components(t) for t in types):
            return HARD
        kept = [[index for index in layout.fields[card] if index not in redrawn] for card in hidden]
        rows = sorted(([state.t[index] for index in own] for own in kept), key=repr)
        cells = [[starts[index] for index in own] for own in kept]
        found.append((cells, [[NONE if value is None else int(value) for value in row] for row in rows]))
    return found


def _spoken(
    machine: Backend,
    state: Position,
    heaps: list[list[int]],
    cells: Cells,
    before: Any,
    dealt: Collection[int],
) -> tuple[list[int], list[int]] | None:
    """The cells of tracks and of the stack that hold hidden components."""
    rename = {card: heap[place - 1] for heap in heaps for place, card in enumerate(heap)}
    other = state.copy()
    exchanged(machine, state, other, rename)
    after = cells.of(other)
    found: list[list[int]] = [[], []]
    for part in (0, 1):
        for cell, (old, new) in enumerate(zip(before[part], after[part], strict=True)):
            if old == new or (part == 0 and cell in dealt):
                continue
            if rename.get(old) != new:
                return HARD
            found[part].append(cell)
    return found[0], found[1]


def _draws(
    machine: Backend, state: Position, player: int, unseen: Any, cells: Cells, before: Any
) -> list[Draw] | None:
    """Hidden tracks, then what lies in the rules under way."""
    drawing, found = Redrawing(machine, state.copy(), player, 0), list[Draw]()
    for index in unseen.tracks:
        type_ = machine.program.tracks[machine.layout.track_names[index][0]].type
        drawn = _drawn(drawing, type_)
        if drawn is HARD:
            return HARD
        if drawn:
            found.append([*drawn, 1, cells.encoder.track_starts[index]])
    given = Given(
        drawing, cells.encoder, cells.room, lambda one, value: _changed(drawing, one, value, cells, before)
    )
    for one in sorted(unseen.slots, key=lambda one: (one.live, one.pc is None)):
        depth, slot = one.spots[0]
        frame = state.frames[depth]
        type_or_none = machine.program.bodies[frame[0]].slots[slot].type
        if not one.live:
            found.append([2, 0, 0, *_changed(drawing, one, None, cells, before)])
            continue
        if type_or_none is None:
            continue
        if one.pc is not None:
            if (again := given.again(one, unseen.slots)) is HARD:
                return HARD
            found += [again] if again else []
            continue
        if drawing.taken_from_a_round(frame, slot) is not None:
            return HARD
        if machine.layout.is_component(bare(item_of(type_or_none))):
            continue  # computed: the components are dealt, and this one with them
        drawn = _drawn(drawing, type_or_none)
        if drawn is HARD:
            return HARD
        if drawn:
            old = frame[3 + slot]
            new = drawn[1] if old != drawn[1] else drawn[1] + 1
            found.append([*drawn, *_changed(drawing, one, new, cells, before)])
    return found


def _drawn(drawing: Redrawing, type_: Type) -> Draw | None:
    """How a value of a type is drawn; empty if it stays."""
    optional = isinstance(type_, Opt)
    inner = bare(type_.inner if isinstance(type_, Opt) else type_)
    if isinstance(inner, Seq | ByPlayer):
        return HARD
    amount = drawing.size_of(inner)
    return [] if amount is None else [int(optional), int(drawing.nth(inner, 0)), amount]


def _changed(drawing: Redrawing, one: Any, value: Any, cells: Cells, before: Any) -> Iterator[int]:
    """How many cells of the stack hold a value, and which."""
    state = drawing.state
    drawing.state = state.copy()
    if one.live:
        drawing.put(one, value)
    else:
        for depth, slot in one.spots:
            drawing.state.frames[depth][3 + slot] = None
    after = cells.of(drawing.state)[1]
    drawing.state = state
    found = [-1 - cell for cell, (old, new) in enumerate(zip(before[1], after, strict=True)) if old != new]
    yield len(found)
    yield from found
