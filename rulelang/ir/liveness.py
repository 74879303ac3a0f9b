"""Which slots of a body may still be read: what lies in the others means nothing any more.

In: a body. Out: for each of its instructions the slots that it, or something after it, may read before they
are filled again. A turn or round can be ended from anywhere below it, so what follows one may always follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Body
from rulelang.ir.roles import operands
from rulelang.ir.walk import inside

Edge = tuple[int, frozenset[int]]  # the instruction that may come next, and what is filled on the way


def live_slots(body: Body) -> tuple[frozenset[int], ...]:
    """For each instruction, and behind the last one, the slots that may be read from there on."""
    code = body.code
    found: list[frozenset[int]] = [frozenset()] * (len(code) + 1)
    blocks = [target for instr in code if isinstance(instr, do.Begin) for target in (instr.over, instr.exit)]
    edges = [list(_edges(number, instr)) for number, instr in enumerate(code)]
    reads = [_read(instr, body.params) for instr in code]
    changed = True
    while changed:
        changed = False
        always = frozenset[int]().union(*(found[target] for target in blocks))
        for number in reversed(range(len(code))):
            after = (found[target] - filled for target, filled in edges[number])
            new = reads[number].union(always, *after)
            if new != found[number]:
                found[number], changed = new, True
    return tuple(found)


def _edges(number: int, instr: do.Instr) -> Iterator[Edge]:
    filled = _filled(instr)
    if isinstance(instr, do.Menu):
        yield from ((entry.target, frozenset(entry.slots)) for entry in instr.entries)
        yield instr.empty, frozenset()
        return
    for name, role in operands(instr):
        if role in ("target", "target?") and getattr(instr, name) >= 0:
            yield (
                getattr(instr, name),
                frozenset(),
            )  # nothing is filled there: a set was empty, a loop is over
    if not isinstance(instr, do.Jump | do.Return | do.GameOver | do.Finish):
        yield number + 1, filled


def _filled(instr: do.Instr) -> frozenset[int]:
    match instr:
        case do.Let(slot=slot) | do.TakeAnswer(slot=slot) | do.Pick(slot=slot, amount=None):
            return frozenset((slot,))
        case do.Choose(slots=slots):
            return frozenset(slots)
    return frozenset()


def _read(instr: do.Instr, params: int) -> frozenset[int]:
    """What it reads: slots in its expressions, and those that it keeps something of its own in."""
    found = {expr.slot for expr in inside(instr) if isinstance(expr, ir.Slot)}
    if not isinstance(instr, do.Let | do.TakeAnswer | do.Choose | do.Menu):
        found |= set(_numbered(instr))
    if isinstance(instr, do.Proceed):
        found |= set(range(params))  # it goes on with what the rule was given
    return frozenset(found)


def _numbered(node: Any) -> Iterator[int]:
    """The numbers of slots among the operands, also of the options of a secret menu."""
    for name, role in operands(node):
        value = getattr(node, name)
        if role == "slot":
            yield value
        elif role == "slot*":
            yield from value
        elif isinstance(value, tuple):
            for entry in value:
                if isinstance(entry, do.SecretEntry):
                    yield from entry.slots
