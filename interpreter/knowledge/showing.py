"""Which slots of a rule under way have been shown to everybody by what the rule has done.

In: a body and the instruction it stands at. Out: the slots whose values everybody can tell, because they were
moved, said, put into an open track, or because somebody was asked or acts by them. Only what was carried out
for certain counts: what lies in a branch or loop that is over may have been passed by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from interpreter.knowledge.origins import OPEN, Origins
from interpreter.pending import secret_slots
from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.liveness import live_slots
from rulelang.ir.nodes import Program
from rulelang.ir.walk import inside

DEEPEST = 6  # rules in rules that are looked into


_found: dict[int, tuple[Program, Showing]] = {}
MOST_KEPT = 200


def showing_of(program: Program) -> Showing:
    """What is shown in a program, found once; the second look at it knows what the first one has shown."""
    if id(program) not in _found:
        if len(_found) >= MOST_KEPT:
            _found.pop(next(iter(_found)))
        _found[id(program)] = (program, Showing(Origins(program, Showing(Origins(program)))))
    return _found[id(program)][1]


def origins_of(program: Program) -> Origins:
    return showing_of(program).origins


class Showing:
    """The slots that are shown, for one program."""

    def __init__(self, origins: Origins) -> None:
        self.origins, self.program = origins, origins.program
        self.slots = lru_cache(maxsize=4096)(self._slots)
        self.live = cache(lambda body: live_slots(self.program.bodies[body]))  # slots that may still be read

    def _slots(self, body: int, pc: int, calling: bool, depth: int = 0) -> tuple[frozenset[int], int | None]:
        """The slots that are shown when a body stands at an instruction, and the one that says who acts.

        `calling`: what stands before it is a rule that is still under way.
        """
        code = self.program.bodies[body].code
        last = self._last_assigned(body)
        shown: set[int] = set()
        you: int | None = None
        for number in _certain(self.program, body, pc):
            instr = code[number]
            fresh = assigned_by(instr)
            shown -= fresh
            if isinstance(instr, do.Become):
                you = instr.player.slot if isinstance(instr.player, ir.Slot) else None
            elif isinstance(instr, do.TurnOf):
                you = None
            if calling and number == pc - 1:
                break
            told = self._shown_by(instr, body, depth, shown) - fresh
            if you is not None and _is_seen(self.program, instr):
                told.add(you)
            shown |= {slot for slot in told if last.get(slot, -1) < number}
        if not calling and isinstance(code[pc], do.Choose | do.Menu | do.May):
            shown |= self._shown_by(code[pc], body, depth, shown)
            if you is not None and _is_seen(self.program, code[pc]):
                shown.add(you)
        return frozenset(shown), you

    def at(self, body: int, pc: int) -> frozenset[int]:
        """The slots that everybody can tell when a body comes to an instruction."""
        return self.slots(body, pc, False)[0]

    @cache  # noqa: B019 - one for each program, and kept with it
    def _last_assigned(self, body: int) -> dict[int, int]:
        """Where each slot is filled last: what is filled again further down may be new the next time."""
        code = self.program.bodies[body].code
        return {slot: number for number, instr in enumerate(code) for slot in assigned_by(instr)}

    def _shown_by(self, instr: do.Instr, body: int, depth: int, shown: set[int]) -> set[int]:
        match instr:
            case do.Reveal(items=items, to=None):
                return self._alone((items,), body, shown)
            case do.Set(track=track, owner=owner, value=value) if self.program.tracks[track].sees == "all":
                return self._alone((owner, value), body, shown)
            case do.Call(rule=rule, args=args) if depth < DEEPEST:
                return self._shown_in(rule, args, depth)
        return self._alone(_in_one_row(getattr(instr, name) for name in instr.shown), body, shown)

    def _alone(self, parts: tuple[Any, ...], body: int, shown: set[int]) -> set[int]:
        """The slots that can be told from values that are seen: those that nothing else is mixed with."""
        found: set[int] = set()
        for part in filter(None, parts):
            slots = {node.slot for node in inside(part) if isinstance(node, ir.Slot)}
            secret = {slot for slot in slots - shown - found if self.origins.slots[body][slot]}
            if len(secret) == 1 and self._is_told_by(part, *secret):
                found |= secret
        return found

    def _is_told_by(self, part: Any, slot: int) -> bool:
        """Whether what is seen gives the slot away whole: itself, or itself and open numbers added."""
        match part:
            case ir.Slot():
                return True
            case ir.One(item=inner) | ir.Freeze(items=inner) | ir.Within(value=inner):
                return self._is_told_by(inner, slot)
            case ir.Arithmetic(op="add" | "sub", left=left, right=right):
                mine, other = (left, right) if _mentions(left, slot) else (right, left)
                return (
                    not _mentions(other, slot)
                    and self._is_told_by(mine, slot)
                    and self.origins.of(other, None) == OPEN
                )
        return False

    def _shown_in(self, rule: int, args: tuple[Any, ...], depth: int) -> set[int]:
        """What a rule shows that is over: only if it has one body, and no ability can take its place."""
        info = self.program.rules[rule]
        if info.default is None or info.cases or info.hooks:
            return set()
        end = len(self.program.bodies[info.default].code) - 1
        shown, _ = self.slots(info.default, end, False, depth + 1)
        return {arg.slot for number, arg in enumerate(args) if number in shown and isinstance(arg, ir.Slot)}


def _in_one_row(operands: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(chain.from_iterable(part if isinstance(part, tuple) else (part,) for part in operands))


def _mentions(part: Any, slot: int) -> bool:
    return any(isinstance(node, ir.Slot) and node.slot == slot for node in inside(part))


def _certain(program: Program, body: int, pc: int) -> Iterator[int]:
    """The instructions that were carried out for certain on the way to this one, in their order."""
    code = program.bodies[body].code
    number = 0
    while number < pc:
        instr = code[number]
        yield number
        skip = number + 1
        match instr:
            case do.Jump(target=target) if number < target <= pc:
                skip = target
            case (
                do.Unless(target=target)
                | do.Next(target=target)
                | do.CountDown(target=target)
                | do.NextExtra(target=target)
            ):
                skip = target if number < target <= pc else skip
            case do.May(refused=target):
                skip = _after(code, target, pc) if number < target <= pc else skip
            case do.Menu(entries=entries, empty=empty):
                starts = sorted({entry.target for entry in entries} | {empty})
                inside_ = [start for start in starts if start <= pc]
                last = inside_[-1] if inside_ else number + 1
                skip = max(_after(code, last, pc), number + 1)
            case do.Return() | do.Answer():
                return
        number = skip


def _after(code: Any, start: int, pc: int) -> int:
    """Where a branch goes on that starts here: at its start if the instruction lies in it, else behind it."""
    before = code[start - 1]
    if isinstance(before, do.Jump) and start < before.target <= pc:
        return int(before.target)
    return start


def assigned_by(instr: do.Instr) -> set[int]:
    match instr:
        case do.Let(slot=slot) | do.Pick(slot=slot) | do.TakeAnswer(slot=slot) | do.Roll(slot=slot):
            return {slot}
        case do.Secret() | do.SecretMenu():
            return set(secret_slots(instr))
        case do.Next(slot=slot):
            return {slot}
        case do.Choose(slots=slots):
            return set(slots)
    return set()


def _is_seen(program: Program, instr: do.Instr) -> bool:
    """Whether everybody sees who does this."""
    match instr:
        case (
            do.Choose(by=ir.You())
            | do.Menu(by=ir.You())
            | do.May(by=ir.You())
            | do.ExtraTurn(player=ir.You())
        ):
            return True
        case do.Move(owner=ir.You()) | do.Put(owner=ir.You()):
            return True
        case do.Set(track=track, owner=ir.You()):
            return program.tracks[track].sees == "all"
    return False
