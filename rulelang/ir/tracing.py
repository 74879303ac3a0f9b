"""Which names of a rule can be read off what one of its lines does.

In: a program, a body and the place of a line. Out: the names whose values an event of that line shows by
itself: `move card to bank of p` shows the card and the player, `add n to money of p` the number and the
player. A name that something else is mixed with is not among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from weakref import ref

from attrs import evolve, frozen

from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Body, Program, Site

Names = tuple[str, ...]


@frozen
class Shown:
    things: Names = ()  # what moves or is shown
    owner: Names = ()  # whose zone or track
    second: Names = ()  # of two owners, the one that is named last
    place: Names = ()
    value: Names = ()  # what a track is then
    amount: Names = ()  # how much a track changes
    rolled: Names = ()

    def names(self) -> frozenset[str]:
        return frozenset(
            (*self.things, *self.owner, *self.second, *self.place, *self.value, *self.amount, *self.rolled)
        )


NOTHING = Shown()
Line = tuple[Site, str]  # with the track that is set, since one line may pay from one to another
_found: dict[int, tuple[ref[Program], dict[str, dict[Line, Shown]]]] = {}  # as long as the program is there


def names_shown(program: Program, body: str, site: Site, track: str = "") -> Shown:
    return _by_line(program).get(body, {}).get((site, track), NOTHING)


def names_told(program: Program, body: str) -> frozenset[str]:
    """All names of a body that some line of it shows."""
    return frozenset(name for shown in _by_line(program).get(body, {}).values() for name in shown.names())


def gaps_of_sentences(program: Program) -> dict[str, frozenset[str]]:
    """The names that sentences about rules and choices may have gaps for, by the keys of these sentences."""
    found: dict[str, frozenset[str]] = {}
    for body in program.bodies:
        told = names_told(program, body.name)
        found[f"tell.{body.name}"] = told
        for instr in body.code:
            for name, slots in _chosen(instr):
                chosen = frozenset(body.slots[slot].name for slot in slots)
                key = f"tell.{body.name}.{name}"
                found[key] = found.get(key, frozenset()) | told | chosen
    return found


def _chosen(instr: do.Instr) -> Iterator[tuple[str, tuple[int, ...]]]:
    match instr:
        case do.Menu(entries=entries) | do.SecretMenu(entries=entries):
            yield from ((entry.name, entry.slots) for entry in entries)
        case do.Choose(prompt=prompt, slots=slots) | do.Secret(prompt=prompt, slots=slots):
            yield prompt, slots
        case do.May(name=name):
            yield name, ()


def _by_line(program: Program) -> dict[str, dict[Line, Shown]]:
    known = _found.get(id(program))
    if known is None or known[0]() is not program:
        number = id(program)
        kept = ref(program, lambda gone: _found.pop(number, None) if _is(number, gone) else None)
        known = _found[number] = (kept, {body.name: _of_body(program, body) for body in program.bodies})
    return known[1]


def _is(number: int, gone: ref[Program]) -> bool:
    """Whether what is kept by a number is of the program that is gone, and not of another in its place."""
    return number in _found and _found[number][0] is gone


def _of_body(program: Program, body: Body) -> dict[Line, Shown]:
    """A line with several instructions that show something different shows nothing for certain."""
    found: dict[Line, Shown] = {}
    same = _same(body)
    for instr, site in zip(body.code, body.sites, strict=True):
        shown = _of(body, instr, same)
        if shown is not None:
            line = site, program.tracks[instr.track].name if isinstance(instr, do.Set) else ""
            found[line] = shown if found.get(line, shown) == shown else NOTHING
    return found


def _same(body: Body) -> dict[int, list[int]]:
    """The other slots that a slot has its value from, where nothing else is ever put into it."""
    given: dict[int, list[int]] = {}
    for instr in body.code:
        if isinstance(instr, do.Let):
            given.setdefault(instr.slot, []).extend(_slots(instr.value) or [-1])
    found = {slot: [origin] for slot, (origin, *others) in given.items() if not others and origin >= 0}
    for origins in found.values():
        origins += found.get(origins[-1], [])
    return found


def _of(body: Body, instr: do.Instr, same: dict[int, list[int]]) -> Shown | None:
    def name(part: ir.Expr | None) -> Names:
        slots = [slot for first in _slots(part) for slot in (first, *same.get(first, []))]
        return tuple(body.slots[slot].name for slot in slots)

    match instr:
        case do.Move(items=items, owner=owner):
            return Shown(things=name(items), owner=name(owner))
        case do.Put(items=items, owner=owner, place=place):
            return Shown(things=name(items), owner=name(owner), place=name(place))
        case do.Set(owner=owner, value=value):
            first, second = (owner.first, owner.second) if isinstance(owner, ir.PairOf) else (owner, None)
            whole = Shown(owner=name(first), second=name(second), value=name(value))
            return evolve(whole, amount=name(_added(value)))
        case do.Reveal(items=items):
            return Shown(things=name(items))
        case do.Roll(slot=slot):
            return Shown(rolled=(body.slots[slot].name,))
    return None


def _slots(part: ir.Expr | None) -> list[int]:
    """The slot that a value is, if it is nothing else."""
    match part:
        case ir.Slot(slot=slot):
            return [slot]
        case ir.One(item=inner) | ir.Freeze(items=inner) | ir.Within(value=inner):
            return _slots(inner)
    return []


def _added(part: ir.Expr) -> ir.Expr | None:
    """What is added to a track, or taken from it."""
    match part:
        case ir.Within(value=inner):
            return _added(inner)
        case ir.Arithmetic(op="add" | "sub", left=ir.Track(), right=right):
            return right
    return None
