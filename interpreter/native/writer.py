"""A C function while it is written: lines, fresh names, and what the names of the rules mean in it.

In: expressions and instructions, through the tables of `scalars`, `sets`, `ways` and `steps`. Out: lines of
C. Every name is made by us and every constant is a number, so that no text of a definition enters the C.

Two things hold for what is written: a value whose type is not optional is never NONE, since wherever one is
kept, passed or returned that is checked; and whatever is unusual leaves by `bail`, so that the reference
decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from interpreter.native.shapes import NotNative
from rulelang.ir import expressions as ir
from rulelang.types import NoneType, Opt, Seq, Type, bare, item_of, most_of

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


class Sink:
    """A list while it is made: with room for as many as its type allows, or growing if they are very many."""

    def __init__(self, c: Code, most: int) -> None:
        self.c, self.most = c, most
        self.foreseen = most <= MOST_FORESEEN
        name = c.fresh("v")
        if self.foreseen:
            self.pointer, self.length = name, c.fresh("n")
            c.emit(f"I *{name}, {self.length} = 0; ROOM({name}, {most});")
        else:
            self.pointer, self.length = f"{name}.p", f"{name}.n"
            self.vec = name
            c.emit(f"Vec {name} = {{0, 0, 0}};")

    def adding(self, x: str) -> str:
        """A statement that adds an element."""
        if self.foreseen:
            return f"PUT({self.pointer}, {self.length}, {self.most}, {x});"
        return f"ADD({self.vec}, {x});"

    def add(self, x: str) -> None:
        self.c.emit(self.adding(x))

    def listed(self) -> Listed:
        """The list when it is whole: what it did not need is free again."""
        if self.foreseen:
            end = f"{self.pointer} + {self.most}"
            self.c.emit(f"if (E->top == {end}) E->top = {self.pointer} + {self.length};")
        return Listed(self.pointer, self.length)


Name = Scalar | Listed
MOST_FORESEEN = 2048  # elements of a list that gets all the room it can need
# What is written as a loop that may stop early pays nothing, and cannot be a mistake.
_CALLS = re.compile(r"\b([A-Za-z_]\w*)\(")
_QUIET = {"if", "for", "while", "place_of", "find", "floor_mod", "sizeof"}
_ARENA = re.compile(r"\b(?:ROOM|room|ADD|imagine|repeats|longest_way|print\d+)\(|E->(?:top|found)")
Each = Callable[[str, bool], None]  # an element, and whether it is never NONE


def may_be_none(type_: Type) -> bool:
    return isinstance(type_, Opt | NoneType)


def uses_arena(lines: Sequence[str]) -> bool:
    """Whether what is written leaves something in the arena."""
    return any(_ARENA.search(line) for line in lines)


def is_quiet(lines: Sequence[str]) -> bool:
    return all(call in _QUIET for line in lines for call in _CALLS.findall(line))


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
        sink = Sink(self, most_of(expr.type))
        some = not may_be_none(item_of(expr.type))

        def add(x: str, sure: bool) -> None:
            if some and not sure:
                x = self.keep(x)
                self.emit(f"SOME({x});")
            sink.add(x)

        self.each(expr, add)
        return sink.listed()

    def each(self, expr: ir.Expr, body: Each, price: int = 0) -> None:
        """A loop over the elements of a set, which are paid for with `price` each."""
        loop = self.unit.loops.get(type(expr))
        if isinstance(expr, ir.Call) and expr.value in self.unit.inlined:
            self._each_of_value(expr, body, price)
        elif loop is not None:
            loop(expr, self, body, price)
        else:
            self.over(self.listed(expr), not may_be_none(item_of(expr.type)), body, price)

    def _each_of_value(self, expr: ir.Call, body: Each, price: int) -> None:
        outer = self.names
        with self.inside(expr) as inner:
            mine = self.names

            def outside(x: str, some: bool) -> None:
                self.names = outer
                body(x, some)
                self.names = mine

            self.each(inner, outside, price)

    @contextmanager
    def inside(self, e: ir.Call) -> Iterator[ir.Expr]:
        """The expression that a value stands for, with its parameters as names."""
        names = self.given(e.args, self.unit.program.values[e.value].params)
        with self.standing_for(e.value, names) as inner:
            yield inner

    def given(self, args: Sequence[ir.Expr], params: Sequence[Type]) -> list[Name]:
        """Arguments, worked out."""
        names = list[Name]()
        for arg, type_ in zip(args, params, strict=True):
            if isinstance(bare(type_), Seq):
                names.append(self.listed(arg))
            else:
                value = self.keep(self.fitting(arg, type_))
                names.append(Scalar(value, not may_be_none(type_) or self.never_none(arg)))
        return names

    @contextmanager
    def standing_for(self, value: int, names: Sequence[Name]) -> Iterator[ir.Expr]:
        """What a value stands for where its parameters have these names."""
        if price := self.unit.prices.pays_itself(value):
            self.emit(f"pay(S, {price});")
        outer, self.names = self.names, dict(enumerate(names))
        yield self.unit.inlined[value]
        self.names = outer

    def until(self, items: ir.Expr, body: Callable[[str, bool, str], None], price: int) -> None:
        """A loop that may stop early: `body` gets the statement that stops it. Where what is written pays, or
        may be a mistake, all elements are looked at, as in the reference; then the statement is empty."""
        label = self.fresh("L")
        loops = type(items) in self.unit.loops or isinstance(items, ir.Call)
        whole = None if loops else self.listed(items)
        if whole is not None and price:
            self.emit(f"pay(S, {whole.length} * {price});")
        with self.aside() as lines:
            if whole is None:
                self.each(items, lambda x, some: body(x, some, f"goto {label};"), price)
            else:
                some = not may_be_none(item_of(items.type))
                self.over(whole, some, lambda x, some: body(x, some, f"goto {label};"))
        stops = is_quiet(lines)
        self.emit(*(lines if stops else [line.replace(f"goto {label};", ";") for line in lines]))
        if stops:
            self.emit(f"{label}:;")

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
