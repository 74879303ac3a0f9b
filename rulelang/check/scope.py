"""Names that are known at one place of a rule, and the counters of the frame they live in."""

from __future__ import annotations

from attrs import define, field

from rulelang.check.types import Type
from rulelang.ir.nodes import Expr
from rulelang.source import Span


@define
class Var:
    ir: Expr
    type: Type
    span: Span | None = None
    used: bool = False


@define
class Frame:
    """What one body of code shares: its numbering, and the piles its current statement looks at."""

    slots: int = 0
    locs: int = 0
    names: list[str] = field(factory=list)
    tags: list[str] = field(factory=list)
    settles: list[tuple[int, Expr | None, Expr, bool]] | None = None  # None: a value, which may not draw
    in_hook: bool = False
    choices: list[tuple[str, Var]] = field(factory=list)

    def new_slot(self, name: str, tag: str = "") -> int:
        """A slot of the frame; the tag says what its ints mean, for whoever has to rename components."""
        self.slots += 1
        self.names.append(name)
        self.tags.append(tag)
        return self.slots - 1

    def new_loc(self) -> int:
        self.locs += 1
        return self.locs - 1


@define
class Scope:
    frame: Frame
    parent: Scope | None = None
    vars: dict[str, Var] = field(factory=dict)
    it: Var | None = None

    def child(self, it: Var | None = None) -> Scope:
        return Scope(self.frame, self, it=it)

    def find(self, name: str, *, use: bool = True) -> Var | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.vars:
                scope.vars[name].used |= use
                return scope.vars[name]
            scope = scope.parent
        return None

    def its(self) -> list[Var]:
        """The elements that bare field names can mean, innermost first."""
        found, scope = [], self
        while True:
            if scope.it is not None:
                found.append(scope.it)
            if scope.parent is None:
                return found
            scope = scope.parent

    def names(self) -> list[str]:
        scope: Scope | None = self
        out: list[str] = []
        while scope is not None:
            out += scope.vars
            scope = scope.parent
        return out
