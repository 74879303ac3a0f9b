"""A C function while it is written: lines, fresh names, and what the names of the rules mean in it.

In: expressions and instructions, through the tables of `scalars`, `sets`, `ways` and `steps`. Out: lines of
C. Every name is made by us and every constant is a number, so that no text of a definition enters the C.

Two things hold for what is written: a value whose type is not optional is never NONE, since wherever one is
kept, passed or returned that is checked; and whatever is unusual leaves by `bail`, so that the reference
decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from interpreter.native.shapes import NotNative
from rulelang.ir import expressions as ir
from rulelang.types import NoneType, Opt, Type, item_of

if TYPE_CHECKING:
    from interpreter.native.shapes import Slots
    from interpreter.native.unit import Unit


@frozen
class Scalar:
    """A name of the rules as a C variable."""

    name: str
    some: bool  # never NONE


@frozen
class Listed:
    """A list: a pointer and a length."""

    pointer: str
    length: str


Name = Scalar | Listed
Each = Callable[[str, bool], None]  # an element, and whether it is never NONE


def may_be_none(type_: Type) -> bool:
    return isinstance(type_, Opt | NoneType)


@define
class Code:
    """`you` is how the player who acts is written; `slots` where the frame's are, if there is a frame."""

    unit: Unit
    you: str
    names: dict[int, Name] = field(factory=dict)
    slots: Slots | None = None
    types: tuple[Type | None, ...] = ()
    lines: list[str] = field(factory=list)
    counter: int = 0

    def emit(self, *lines: str) -> None:
        self.lines += lines

    def fresh(self, prefix: str = "t") -> str:
        self.counter += 1
        return f"{prefix}_{self.counter}"

    def keep(self, value: str) -> str:
        """A value that is used more than once, in a variable."""
        if value.isidentifier() or value.lstrip("-").isdigit():
            return value
        name = self.fresh()
        self.emit(f"I {name} = {value};")
        return name

    @contextmanager
    def block(self, head: str, tail: str = "") -> Iterator[None]:
        self.emit(f"{head} {{")
        yield
        self.emit(f"}}{tail}")

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """What is written inside goes to a list of its own."""
        kept, self.lines = self.lines, []
        try:
            yield self.lines
        finally:
            self.lines = kept

    @contextmanager
    def named(self, loc: int, name: Name) -> Iterator[None]:
        before = self.names.get(loc)
        self.names[loc] = name
        try:
            yield
        finally:
            if before is None:
                del self.names[loc]
            else:
                self.names[loc] = before

    # ------------------------------------------------------------ expressions
    def scalar(self, expr: ir.Expr) -> str:
        """A C expression for a number, a word, a component, yes or no; what it needs is written before."""
        found: str = self.unit.scalars[type(expr)](expr, self)
        return found

    def some(self, expr: ir.Expr) -> str:
        """The same where none is a mistake."""
        value = self.scalar(expr)
        if self.never_none(expr):
            return value
        value = self.keep(value)
        self.emit(f"SOME({value});")
        return value

    def fitting(self, expr: ir.Expr, wanted: Type) -> str:
        """A value for something of a type: a parameter, a slot, a result."""
        return self.scalar(expr) if may_be_none(wanted) else self.some(expr)

    def truth(self, expr: ir.Expr) -> str:
        value = self.scalar(expr)
        return value if self.never_none(expr) else f"({value} == 1)"

    def listed(self, expr: ir.Expr) -> Listed:
        """A list that lies somewhere, as a pointer and a length."""
        kept = self.unit.kept_lists.get(type(expr))
        if kept is not None:
            found: Listed = kept(expr, self)
            return found
        if type(expr) not in self.unit.loops:
            raise NotNative(f"a set of the sort {type(expr).__name__}")
        vec = self.fresh("v")
        self.emit(f"Vec {vec} = {{0, 0, 0}};")
        some = not may_be_none(item_of(expr.type))

        def add(x: str, sure: bool) -> None:
            if some and not sure:
                x = self.keep(x)
                self.emit(f"SOME({x});")
            self.emit(f"ADD({vec}, {x});")

        self.each(expr, add)
        return Listed(f"{vec}.p", f"{vec}.n")

    def each(self, expr: ir.Expr, body: Each, price: int = 0) -> None:
        """A loop over the elements of a set, which are paid for with `price` each."""
        loop = self.unit.loops.get(type(expr))
        if loop is not None:
            loop(expr, self, body, price)
        else:
            self.over(self.listed(expr), not may_be_none(item_of(expr.type)), body, price)

    def over(self, items: Listed, some: bool, body: Each, price: int = 0) -> None:
        if price:
            self.emit(f"pay(S, {items.length} * {price});")
        index, element = self.fresh("i"), self.fresh("x")
        with self.block(f"for (I {index} = 0; {index} < {items.length}; {index}++)"):
            self.emit(f"I {element} = {items.pointer}[{index}];")
            body(element, some)

    def bind(self, loc: int, element: str, some: bool) -> Any:
        return self.named(loc, Scalar(element, some))

    def never_none(self, expr: ir.Expr) -> bool:
        match expr:
            case ir.Loc(loc=loc):
                name = self.names[loc]
                return isinstance(name, Scalar) and name.some
            case ir.You() | ir.Active():
                return False
            case ir.If(then=then, other=other):
                return self.never_none(then) and self.never_none(other)
            case ir.Chosen():
                return False
            case ir.Function(name="step" | "place" | "place_of" | "owner"):
                return False
            case ir.EndOf() | ir.Holder() | ir.Cell() | ir.Distance():
                return False
        return not may_be_none(expr.type)
