"""Where the values in the slots of rules come from, as far as not everybody knows it.

In: a program. Out: for each slot of each body the secrets that its value may depend on, the same for each
rule's answer and each value, and the decisions whose number of options does. A secret is a slot that
somebody chose, picked or answered in secret, what belongs to `you`, or anything else that is hidden. The
analysis errs on the side of secrecy: a value that it calls open is open. Who knows a secret in play is for
`holding` to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Protocol

from interpreter.pending import secret_slots
from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Program
from rulelang.ir.roles import operands
from rulelang.ir.walk import NODES
from rulelang.types import NONE, Rec, Type, bare

Atom = str | tuple[int, int]  # what is yours, what is hidden, or a slot of a body
Label = frozenset[Atom]
OPEN: Label = frozenset()
YOURS: Label = frozenset(("yours",))
HIDDEN: Label = frozenset(("hidden",))
OPEN_SLOTS: frozenset[int] = frozenset()


class Shown(Protocol):
    def at(self, body: int, pc: int) -> frozenset[int]:
        """The slots that everybody can tell when a body comes to an instruction."""


class Origins:
    def __init__(self, program: Program, shown: Shown | None = None) -> None:
        """`shown` comes from a first look at the program: what was shown is a secret no longer."""
        self.program = program
        self.shown = shown
        self._open: frozenset[int] = frozenset()  # what is shown at the instruction that is looked at
        self.sizes: list[list[Label]] = [[OPEN] * len(body.slots) for body in program.bodies]
        self.slots: list[list[Label]] = [[OPEN] * len(body.slots) for body in program.bodies]
        self.values: list[Label] = [OPEN] * len(program.values)
        self.answers: list[Label] = [OPEN] * len(program.rules)
        self._bodies = [self._bodies_of(number) for number in range(len(program.rules))]
        self._secret_state = any(zone.sees != "all" for zone in program.zones) or any(
            track.sees != "all" for track in program.tracks
        )
        while self._pass():
            pass

    # ------------------------------------------------------------ expressions
    def of(self, node: Any, body: int | None) -> Label:
        """What the value of an expression may tell."""
        match node:
            case None:
                return OPEN
            case ir.Slot(slot=slot):
                return OPEN if body is None or slot in self._open else self.slots[body][slot]
            case ir.Track(track=number, owner=owner):
                return _declared(self.program.tracks[number].sees, owner) | self.of(owner, body)
            case ir.Zone(zone=number, owner=owner):
                return _declared(self.program.zones[number].sees, owner) | self.of(owner, body)
            case ir.Cell(grid=number, owner=owner):
                return _declared(self.program.zones[number].sees, owner) | self._parts(node, body)
            case ir.Count(items=items) | ir.Empty(items=items) | ir.NotEmpty(items=items):
                return self.size(items, body)
            case ir.Chosen(player=ir.You()):
                return YOURS
            case ir.Holder(item=item):
                return self._place(item) | self.of(item, body)
            case ir.Position(item=item):
                return HIDDEN | self.of(item, body) if self._secret_state else self.of(item, body)
            case ir.Function(name="place_of", grid=int(number)):
                open_ = self.program.zones[number].sees == "all"
                return self._parts(node, body) | (OPEN if open_ else HIDDEN)
            case ir.WhatIf() | ir.Repeats() if self._secret_state:
                return HIDDEN
        return self._parts(node, body)

    def _parts(self, node: Any, body: int | None) -> Label:
        found = OPEN
        for name, role in operands(node):
            operand = getattr(node, name)
            if role in ("value", "value?") and isinstance(operand, int):
                found |= self.values[operand]
            for part in operand if isinstance(operand, tuple) else (operand,):
                if isinstance(part, NODES):
                    found |= self.of(part, body)
        return found

    def size(self, node: Any, body: int | None) -> Label:
        """What the number of elements of a set may tell: how many lie in a zone is open."""
        match node:
            case ir.Zone(owner=owner):
                return self.of(owner, body)
            case ir.Slot(slot=slot) if body is not None:
                return OPEN if slot in self._open else self.sizes[body][slot]
            case ir.Freeze(items=items) | ir.Map(items=items) | ir.Sort(items=items):
                return self.size(items, body)
            case ir.EndsOf(amount=amount, items=items):
                return self.of(amount, body) | self.size(items, body)
            case ir.Union(left=left, right=right):
                return self.size(left, body) | self.size(right, body)
            case ir.Ways(loops=loops, test=test):
                found = self.of(test, body)
                if test is not None or len(loops) > 1:
                    return found.union(*(self.of(loop.items, body) for loop in loops))
                return self.size(loops[0].items, body) if loops else found
        return self.of(node, body)

    def _place(self, item: Any) -> Label:
        """Where a component lies is open if everybody sees all zones that it can lie in."""
        type_ = bare(item.type)
        name = type_.name if isinstance(type_, Rec) else ""
        zones = [zone for zone in self.program.zones if zone.item == name]
        return OPEN if all(zone.sees == "all" for zone in zones) else HIDDEN

    # ------------------------------------------------------------ what is assigned where
    def _bodies_of(self, rule: int) -> list[tuple[int, bool]]:
        """The bodies that get the arguments of a rule, and whether `you` is the caller's there."""
        info = self.program.rules[rule]
        own = [info.default, *(body for _, body in info.cases)]
        hooked = [self.program.hooks[number].body for number in info.hooks]
        pairs = [(body, True) for body in own] + [(body, False) for body in hooked]
        return [(body, same) for body, same in pairs if body is not None]

    def _pass(self) -> bool:
        """Goes through everything once; whether something new was found."""
        self._changed = False
        for number, value in enumerate(self.program.values):
            steps = [step for _, case in value.cases for step in case] + list(value.default)
            found = self.of(value.key, None)
            for step in steps:
                found |= self.of(step.condition, None) | self.of(step.value, None)
            for change in value.changes:
                hook = self.program.hooks[change]
                told = self.of(hook.when, None) | self.of(hook.value, None) | _of_hook(self.program, change)
                found |= HIDDEN if told else OPEN
            if not found <= self.values[number]:
                self.values[number] |= found
                self._changed = True
        for number in range(len(self.program.bodies)):
            self._body(number)
        return self._changed

    def _add(self, body: int, slot: int, label: Label, size: Label) -> None:
        if not (label <= self.slots[body][slot] and size <= self.sizes[body][slot]):
            self.slots[body][slot] |= label
            self.sizes[body][slot] |= size
            self._changed = True

    def _body(self, number: int) -> None:
        body = self.program.bodies[number]
        for pc, instr in enumerate(body.code):
            around = self._around(number, pc, None)
            self._open = OPEN_SLOTS if self.shown is None else self.shown.at(number, pc)
            for slot, label, size in self._assigned(number, pc, instr):
                beside = self._around(number, pc, slot) if around else OPEN
                self._add(number, slot, label | beside, size | beside)
            match instr:
                case do.Call(rule=rule, args=args):
                    labels = [self.of(arg, number) for arg in args]
                    self._call(rule, labels, [self.size(arg, number) for arg in args])
                case do.Answer(value=value):
                    self._answers(number, self.of(value, number) | around)
            self._open = OPEN_SLOTS

    def _assigned(self, number: int, pc: int, instr: do.Instr) -> Iterator[tuple[int, Label, Label]]:
        """The slots that an instruction fills, what they tell, and what their size tells."""
        body = self.program.bodies[number]
        match instr:
            case do.Let(slot=slot, value=value):
                yield slot, self.of(value, number), self.size(value, number)
            case do.Choose(slots=slots, ways=ways, hearing=hearing) if hearing != "openly":
                for slot in slots:
                    own = frozenset(((number, slot),)) | self.of(ways, number)
                    yield slot, own, own
            case do.Secret() | do.SecretMenu():
                for slot in secret_slots(instr):
                    yield slot, frozenset(((number, slot),)), OPEN
            case do.Roll(slot=slot, secretly=True):
                yield slot, YOURS, OPEN
            case do.Menu(entries=entries, hearing="secretly"):
                for slot in (slot for entry in entries for slot in entry.slots):
                    own = frozenset(((number, slot),))
                    yield slot, own, own
            case do.Pick(slot=slot, items=items, amount=amount):
                size = self.size(items, number) | self.of(amount, number)
                yield slot, frozenset(((number, slot),)) | self.of(items, number), size
            case do.Next(listed=listed, slot=slot):
                yield slot, self.of(ir.Slot(NONE, listed), number), OPEN
            case do.Menu(entries=entries):  # everybody hears what is no hidden component
                for entry in entries:
                    for slot in entry.slots:
                        if _is_component(self.program, body.slots[slot].type):
                            yield slot, self.of(entry.ways, number), OPEN
            case do.TakeAnswer(slot=slot) if pc and isinstance(before := body.code[pc - 1], do.Call):
                yield slot, self.answers[before.rule], self.answers[before.rule]

    def _call(self, rule: int, labels: Sequence[Label], sizes: Sequence[Label]) -> None:
        for body, same in self._bodies[rule]:
            for slot, (label, size) in enumerate(zip(labels, sizes, strict=True)):
                self._add(body, slot, *(_elsewhere(part, same) for part in (label, size)))

    def _answers(self, body: int, label: Label) -> None:
        for rule, bodies in enumerate(self._bodies):
            if any(number == body for number, _ in bodies) and not label <= self.answers[rule]:
                self.answers[rule] |= label
                self._changed = True

    def _around(self, number: int, pc: int, slot: int | None) -> Label:
        """What it tells that an instruction is carried out at all: the conditions around it.

        A slot that is filled only inside of a branch tells nothing about it: whoever is there knows.
        """
        found, before = OPEN, self._open
        for first, last, condition in self._branches[number]:
            if not first <= pc < last:
                continue
            if slot is not None and all(first <= place < last for place in self._places[number][slot]):
                continue
            self._open = OPEN_SLOTS if self.shown is None else self.shown.at(number, first - 1)
            found |= self.of(condition, number)
        self._open = before
        return found

    @cached_property
    def _places(self) -> list[dict[int, list[int]]]:
        """For each body where each of its slots is filled."""
        found: list[dict[int, list[int]]] = []
        for number, body in enumerate(self.program.bodies):
            places: dict[int, list[int]] = {slot: [-1] for slot in range(body.params)}
            for pc, instr in enumerate(body.code):
                for slot, _, _ in self._assigned(number, pc, instr):
                    places.setdefault(slot, []).append(pc)
            found.append(places)
        return found

    @cached_property
    def _branches(self) -> list[list[tuple[int, int, Any]]]:
        """For each body the stretches of code that are carried out or not by a condition."""
        return [list(_branches(body.code)) for body in self.program.bodies]

    # ------------------------------------------------------------ decisions
    @cached_property
    def telling(self) -> frozenset[tuple[int, int]]:
        """The decisions where it tells something whether there is one option or more."""
        found = []
        for number, body in enumerate(self.program.bodies):
            for pc, instr in enumerate(body.code):
                self._open = OPEN_SLOTS if self.shown is None else self.shown.at(number, pc)
                if self._count_tells(instr, number):
                    found.append((number, pc))
        self._open = OPEN_SLOTS
        return frozenset(found)

    def _count_tells(self, instr: do.Instr, body: int) -> bool:
        match instr:
            case do.Choose(ways=ways, low=low, high=high):
                parts = self.size(ways, body)
                for amount in (low, high):
                    parts |= self.of(amount, body)
                return bool(parts)
            case do.Menu(entries=entries):
                return any(self.size(entry.ways, body) for entry in entries)
            case do.Secret(ways=ways, low=low, high=high):
                amounts = self.of(low, body) | self.of(high, body)
                return bool(self.size(ways, body) | amounts)
            case do.SecretMenu(entries=options):
                return any(self.size(option.ways, body) for option in options)
        return False


def _declared(sees: str, owner: Any) -> Label:
    """What a zone or track tells: its owner knows what is seen by its owner."""
    if sees == "all":
        return OPEN
    mine = isinstance(owner, ir.You) or (
        isinstance(owner, ir.PairOf) and (isinstance(owner.first, ir.You) or isinstance(owner.second, ir.You))
    )
    return YOURS if sees == "owner" and mine else HIDDEN


def _elsewhere(label: Label, same: bool) -> Label:
    """A label in a body in which `you` may be somebody else."""
    return label if same or not label else label - YOURS | HIDDEN


def _of_hook(program: Program, number: int) -> Label:
    """That an ability is at work tells where its component lies."""
    zone = program.hooks[number].zone
    return OPEN if zone is None or program.zones[zone].sees == "all" else HIDDEN


def _is_component(program: Program, type_: Type | None) -> bool:
    inner = None if type_ is None else bare(type_)
    return isinstance(inner, Rec) and program.record(inner.name).physical


def _branches(code: Sequence[do.Instr]) -> Iterator[tuple[int, int, Any]]:
    for pc, instr in enumerate(code):
        if isinstance(instr, do.Unless) and instr.target > pc:
            yield pc + 1, instr.target, instr.condition
            last = code[instr.target - 1]
            if isinstance(last, do.Jump) and last.target > instr.target:
                yield instr.target, last.target, instr.condition
