"""What lies in the slots of rules under way that a player cannot know.

In: a position and a player. Out: the slots whose values are dealt anew, each with where its value came from,
so that a value that was handed from rule to rule is dealt once. `origins` says what a slot depends on,
`showing` what the rules have shown of it, and the position who chose it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from attrs import frozen

from interpreter.backend import BODY, PC, SLOTS, YOU, Backend, Position, begin_body, core_body
from interpreter.knowledge.origins import Atom
from interpreter.knowledge.showing import assigned_by, showing_of
from interpreter.pending import secret_slots
from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.types import Opt, bare

Spot = tuple[int, int]  # a depth of the stack and a slot, from 0


@frozen
class Unknown:
    """A value that a player cannot know: all spots that hold it, and the decision that it came from."""

    spots: tuple[Spot, ...]
    depth: int  # of the frame that it was chosen in
    pc: int | None  # of the decision; None if it was computed
    live: bool  # the rules can still read it; else nothing has to be drawn


def unknown_slots(machine: Backend, state: Position, player: int) -> list[Unknown]:
    """What is dealt anew in the rules under way, in the order in which it came to be."""
    return Holding(machine, state, player).unknown()


class Holding:
    def __init__(self, machine: Backend, state: Position, player: int) -> None:
        self.program, self.layout = machine.program, machine.layout
        self.state, self.player = state, player
        self.showing = showing_of(machine.program)
        self.origins = self.showing.origins
        core, begin = core_body(machine.program), begin_body(machine.program)
        self.depths = [d for d, frame in enumerate(state.frames) if frame[BODY] not in (core, begin)]

    def unknown(self) -> list[Unknown]:
        labels = self.origins.slots
        if not any(any(labels[self.state.frames[depth][BODY]]) for depth in self.depths):
            return []
        found = []
        asked = self._asked_now()
        for root, spots in self._groups().items():
            depth, slot = root
            body = self.state.frames[depth][BODY]
            if not labels[body][slot] or root in asked or self._is_nothing(root):
                continue
            if self._is_known(root, spots):
                continue
            live = any(self._is_live(spot) for spot in spots)
            found.append(Unknown(tuple(spots), depth, self._decision(body, slot), live))
        return sorted(found, key=lambda one: (one.depth, -1 if one.pc is None else one.pc))

    def _is_live(self, spot: Spot) -> bool:
        """Whether the rules can still read what lies there."""
        depth, slot = spot
        frame, pending = self.state.frames[depth], self.state.pending
        asked = pending is not None and depth == len(self.state.frames) - 1
        return slot in self.showing.live(frame[BODY])[pending[3] if pending and asked else frame[PC]]

    def _is_nothing(self, spot: Spot) -> bool:
        """Nothing lies there yet: the decision that fills it was not made."""
        depth, slot = spot
        frame = self.state.frames[depth]
        type_ = self.program.bodies[frame[BODY]].slots[slot].type
        return type_ is None or (frame[SLOTS + slot] is None and not isinstance(type_, Opt))

    def _asked_now(self) -> set[Spot]:
        """The slots of a secret round that is going on: its answers are drawn when it is asked again."""
        pending = self.state.pending
        if pending is None or pending[0] != "secret":
            return set()
        instr = self.program.bodies[pending[2]].code[pending[3]]
        return {(len(self.state.frames) - 1, slot) for slot in secret_slots(instr)}

    # ------------------------------------------------------------ what was handed from rule to rule
    def _groups(self) -> dict[Spot, list[Spot]]:
        """The spots that hold the same value, by the first of them."""
        roots: dict[Spot, Spot] = {}
        groups: dict[Spot, list[Spot]] = {}
        for depth in self.depths:
            body = self.program.bodies[self.state.frames[depth][BODY]]
            handed = self._handed.get(depth, {})
            for slot in range(len(body.slots)):
                spot = depth, slot
                root = roots.get(handed[slot], spot) if slot in handed else spot
                roots[spot] = root
                groups.setdefault(root, []).append(spot)
        return groups

    @cached_property
    def _handed(self) -> dict[int, dict[int, Spot]]:
        """For each frame the parameters that are slots of a frame below."""
        found = {}
        for below, depth in zip(self.depths, self.depths[1:], strict=False):
            frame, caller = self.state.frames[depth], self.state.frames[below]
            params = self.program.bodies[frame[BODY]].params
            call = self._call_of(caller)
            if isinstance(call, do.Call):
                slots = [arg.slot if isinstance(arg, ir.Slot) else None for arg in call.args]
            elif isinstance(call, do.Proceed):
                slots = list(range(self.program.bodies[caller[BODY]].params))
            else:
                continue
            pairs = zip(range(params), slots, strict=False)
            found[depth] = {number: (below, slot) for number, slot in pairs if slot is not None}
        return found

    def _call_of(self, frame: list[Any]) -> do.Instr | None:
        code = self.program.bodies[frame[BODY]].code
        return code[frame[PC] - 1] if frame[PC] else None

    # ------------------------------------------------------------ who knows
    def _is_known(self, root: Spot, spots: list[Spot]) -> bool:
        if any(slot in self._shown[depth] for depth, slot in spots):
            return True
        depth, slot = root
        label = self.origins.slots[self.state.frames[depth][BODY]][slot]
        return all(self._knows(depth, slot, atom) for atom in label)

    @cached_property
    def _shown(self) -> dict[int, frozenset[int]]:
        found = {}
        top = len(self.state.frames) - 1
        for depth in self.depths:
            frame = self.state.frames[depth]
            shown, you = self.showing.slots(frame[BODY], frame[PC], depth != top)
            found[depth] = shown | {you} if you is not None and self._acts(depth) else shown
        return found

    def _acts(self, depth: int) -> bool:
        """Whether who acts in a frame is who is asked now."""
        pending, frames = self.state.pending, self.state.frames
        if pending is None or pending[0] in ("secret", "chance"):
            return False
        return all(frame[YOU] == pending[1] for frame in frames[depth:])

    def _knows(self, depth: int, slot: int, atom: Atom) -> bool:
        if atom == "hidden":
            return False
        if isinstance(atom, str):
            return self.state.frames[depth][YOU] == self.player and not self._others_since(depth, slot)
        body, chosen = atom
        at = next(
            (d for d in reversed(self.depths) if d <= depth and self.state.frames[d][BODY] == body), None
        )
        if at is None:
            return False
        if chosen in self._shown[at]:
            return True
        value = self.state.frames[at][SLOTS + chosen]
        if type(value) is int and self._is_component(body, chosen) and (at, chosen) != (depth, slot):
            return bool(self.state.known[value] >> self.player & 1)
        first = self._first_slot(body, chosen)
        return first is not None and self.state.told.get((at + 1, SLOTS + first)) == self.player

    def _is_component(self, body: int, slot: int) -> bool:
        type_ = self.program.bodies[body].slots[slot].type
        return type_ is not None and self.layout.is_component(bare(type_))

    def _others_since(self, depth: int, slot: int) -> bool:
        """Whether `you` may have been somebody else when the slot got its value."""
        frame = self.state.frames[depth]
        code = self.program.bodies[frame[BODY]].code
        set_at = [pc for pc in range(frame[PC]) if slot in assigned_by(code[pc])]
        first = set_at[-1] if set_at else -1
        return any(isinstance(code[pc], do.Become | do.TurnOf) for pc in range(first + 1, frame[PC]))

    # ------------------------------------------------------------ where a value came from
    def _decision(self, body: int, slot: int) -> int | None:
        return next((pc for pc, slots in self._decisions(body) if slot in slots), None)

    def _first_slot(self, body: int, slot: int) -> int | None:
        return next((slots[0] for _, slots in self._decisions(body) if slot in slots), None)

    def _decisions(self, body: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        for pc, instr in enumerate(self.program.bodies[body].code):
            match instr:
                case do.Choose(slots=slots) | do.Secret(slots=slots):
                    yield pc, slots
                case do.SecretMenu():
                    yield pc, secret_slots(instr)
                case do.Pick(slot=slot):
                    yield pc, (slot,)
                case do.Menu(entries=entries):
                    yield from ((pc, entry.slots) for entry in entries if entry.slots)
