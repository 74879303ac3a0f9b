"""A body of code under construction: its frame, instructions, labels, and the blocks that are open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from attrs import define, field

from rulelang.ir import expressions as ir
from rulelang.ir.instructions import Entry, Instr, Menu, Return
from rulelang.ir.nodes import Body, Site, SlotDef
from rulelang.ir.roles import shape
from rulelang.source import Span
from rulelang.typed.symbols import Local, World
from rulelang.types import Type

Lower = Callable[[Any, "Code", "Label"], None]
TARGETS = ("target", "target?")


@define(eq=False)
class Label:
    """A place in the code that is not known yet; instructions hold it until `finish` numbers it."""

    at: int = -1


def later(label: Label) -> Any:
    """A label as an operand."""
    return label


@define
class Names:
    """How names are reached in one body or value, and the piles that the current statement looks at."""

    world: World
    places: dict[Local, ir.Expr] = field(factory=dict)
    locs: int = 0
    settles: list[tuple[int, ir.Expr | None, ir.Expr, bool]] | None = None  # None: nothing may be drawn here

    def new_loc(self, local: Local | None = None, type_: Type | None = None) -> int:
        number, self.locs = self.locs, self.locs + 1
        if local is not None:
            self.places[local] = ir.Loc(type_ or local.type, number)
        return number


@define
class Loop:
    """A loop around the current statement. `opened` counts what an early exit has to undo."""

    exit: Label
    opened: int


@define
class Code:
    name: str
    names: Names
    statements: Mapping[type, Lower]  # how each class of statements is lowered
    slots: list[SlotDef] = field(factory=list)
    out: list[Instr] = field(factory=list)
    sites: list[Site] = field(factory=list)
    loops: list[Loop] = field(factory=list)
    undo: list[Instr] = field(factory=list)  # how to leave the blocks that are open, innermost last
    site: Site = ("", 0, 0)
    answer: int | None = None  # of an ability instead of a rule: where the answer of that rule is kept

    def at(self, span: Span) -> None:
        self.site = (span.path, span.line, span.column)

    def new_slot(self, name: str, type_: Type | None) -> int:
        self.slots.append(SlotDef(name, type_))
        return len(self.slots) - 1

    def bind(self, local: Local) -> int:
        slot = self.new_slot(local.name, local.type)
        self.names.places[local] = ir.Slot(local.type, slot)
        return slot

    def emit(self, instr: Instr) -> None:
        self.out.append(instr)
        self.sites.append(self.site)

    def here(self, label: Label) -> None:
        label.at = len(self.out)

    def unwind(self, down_to: int) -> None:
        for instr in reversed(self.undo[down_to:]):
            self.emit(instr)

    def finish(self, params: int) -> Body:
        self.emit(Return())
        for instr in self.out:
            _number(instr)
            if isinstance(instr, Menu):
                for entry in instr.entries:
                    _number(entry)
        return Body(self.name, params, tuple(self.slots), tuple(self.out), tuple(self.sites))


def _number(node: Instr | Entry) -> None:
    """Puts numbers in the places of labels, before anybody else sees the node."""
    cls: Any = node.__class__
    for name in _targets(cls):
        value = getattr(node, name)
        if value.__class__ is Label:
            object.__setattr__(node, name, value.at)


@cache
def _targets(cls: Any) -> tuple[str, ...]:
    """The operands of a class of instructions that are places in the code."""
    return tuple(name for name, role in shape(cls) if role in TARGETS)
