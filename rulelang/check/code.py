"""A body of code under construction: instructions, labels, and the blocks that are open around them."""

from __future__ import annotations

from attrs import define, field

from rulelang.check.scope import Frame
from rulelang.ir.nodes import Body, Instr, Site
from rulelang.source import Span


@define(eq=False)
class Label:
    """A place in the code that is not known yet; instructions hold it until `finish` numbers it."""

    at: int = -1


@define
class Loop:
    """A loop around the current statement. `opened` counts what an early exit has to undo."""

    exit: Label
    opened: int


@define
class Code:
    name: str
    frame: Frame
    out: list[Instr] = field(factory=list)
    sites: list[Site] = field(factory=list)
    loops: list[Loop] = field(factory=list)
    undo: list[Instr] = field(factory=list)  # how to leave the blocks that are open, innermost last
    site: Site = ("", 0, 0)

    def at(self, span: Span) -> None:
        self.site = (span.path, span.line, span.column)

    def emit(self, *instr: object) -> None:
        self.out.append(instr)
        self.sites.append(self.site)

    def here(self, label: Label) -> None:
        label.at = len(self.out)

    def unwind(self, down_to: int) -> None:
        for instr in reversed(self.undo[down_to:]):
            self.emit(*instr)

    def finish(self, params: int) -> Body:
        self.emit("return")
        code = tuple(_number(instr) for instr in self.out)
        names = tuple(self.frame.names)
        return Body(
            self.name, params, self.frame.slots, code, tuple(self.sites), names, tuple(self.frame.tags)
        )


def _number(part: object) -> Instr:
    if isinstance(part, Label):
        return part.at  # type: ignore[return-value]
    if isinstance(part, tuple):
        return tuple(_number(item) for item in part)
    return part  # type: ignore[return-value]
