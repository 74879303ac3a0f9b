"""Who may know the score before the game is over.

In: a layout, whose program may have a `score`. Out: whether a player can work out another's score from what
lies open to them. It is read from the score itself: every zone and track that it looks at is asked who sees
it. In doubt nobody knows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.layout import Layout
from rulelang.ir import expressions as ir
from rulelang.ir.nodes import Program, Step, ValueDef
from rulelang.ir.walk import inside
from rulelang.types import ByPlayer, Pair, Rec, Seq, Type, bare

OPEN, OWN, CLOSED = "open", "own", "closed"  # to all; to the player whose score it is; to nobody for sure
LOOKING = ("owner", "place_of", "column", "row")  # functions that look where a component lies
COUNTING = (ir.Count, ir.Empty, ir.NotEmpty)
OF_GRIDS = ("places", "open_places", *LOOKING)  # and those that look at what lies on a grid


def seers(layout: Layout) -> Callable[[int, int], bool]:
    """A function of the player whose score it is and the player who looks."""
    known = openness(layout.program)
    return lambda number, player: known == OPEN or (known == OWN and number == player)


_known: dict[int, tuple[Program, str]] = {}  # the program stays, so that its id is not another one's


def openness(program: Program) -> str:
    """Whether the score can be worked out from what all see, or from what its player sees."""
    if program.score is None:
        return CLOSED
    if id(program) not in _known:
        _known[id(program)] = (program, Reading(program).of(program.score, frozenset((0,))))
    return _known[id(program)][1]


def worst(found: list[str]) -> str:
    return CLOSED if CLOSED in found else OWN if OWN in found else OPEN


class Reading:
    def __init__(self, program: Program, doubt: str = CLOSED) -> None:
        """`doubt` is what is said of that which may speak of hidden components, or may not."""
        self.program, self.doubt = program, doubt
        self.looked_into: set[tuple[int, frozenset[int]]] = set()  # values, for one expression
        self.hidden = {zone.item for zone in program.zones if zone.sees != "all"}  # types of components
        self.all_open = not self.hidden and all(track.sees == "all" for track in program.tracks)

    def of(self, expr: ir.Expr, player: frozenset[int]) -> str:
        """`player` are the names that stand for the player whose score it is."""
        self.looked_into = set()
        return self._of(expr, player)

    def _of(self, expr: ir.Expr, player: frozenset[int]) -> str:
        parts = list(inside(expr))
        counted = {id(part.items) for part in parts if isinstance(part, COUNTING) and self._is_counted(part)}
        return worst([self._one(part, player) for part in parts if id(part) not in counted])

    def _is_counted(self, part: ir.Count | ir.Empty | ir.NotEmpty) -> bool:
        """Whether only the number of things in a zone is asked: all see that, whoever may see the things."""
        if not isinstance(part.items, ir.Zone):
            return False
        owner = self.program.zones[part.items.zone].owner
        return not self._may_name(owner)

    def _one(self, expr: ir.Expr, player: frozenset[int]) -> str:
        """What is said by this one expression without its parts."""
        match expr:
            case ir.Zone(zone=zone, owner=owner):
                return self._seen(self.program.zones[zone].sees, owner, player)
            case ir.Cell(grid=grid, owner=owner) | ir.CellEmpty(grid=grid, owner=owner):
                return self._seen(self.program.zones[grid].sees, owner, player)
            case ir.CellFull(grid=grid, owner=owner):
                return self._seen(self.program.zones[grid].sees, owner, player)
            case ir.Track(track=track, owner=owner):
                declared = self.program.tracks[track]
                seen = self._seen(declared.sees, owner, player)
                named = self._may_name(declared.owner) or self._may_name(declared.type)
                return worst([seen, self.doubt]) if named else seen
            case ir.Function(name=name, grid=grid, owner=owner) if name in OF_GRIDS:
                if grid is not None and name not in LOOKING:
                    return self._seen(self.program.zones[grid].sees, owner, player)
                return OPEN if not self.hidden else self.doubt
            case ir.Holder() | ir.Position():
                return OPEN if not self.hidden else self.doubt
            case ir.Slot():  # a deal gives names of rules under way new values as well
                return OPEN if self.all_open else self.doubt
            case ir.Repeats() | ir.WhatIf() | ir.Chosen():
                return OPEN if self.all_open else CLOSED
        return worst([self._value(value, args, player) for value, args in _values(expr)])

    def _may_name(self, type_: Type | None) -> bool:
        """Whether a track with owners or values of this type can speak of a component that lies hidden."""
        match type_:
            case None:
                return False
            case Pair(first=first, second=second):
                return self._may_name(first) or self._may_name(second)
        inner = bare(type_)
        if isinstance(inner, Seq | ByPlayer):
            return self._may_name(inner.item)
        return isinstance(inner, Rec) and inner.name in self.hidden

    def _seen(self, sees: str, owner: ir.Expr | None, player: frozenset[int]) -> str:
        if sees == "all":
            return OPEN
        parts = (owner.first, owner.second) if isinstance(owner, ir.PairOf) else (owner,)
        own = any(isinstance(part, ir.You) or _is_name(part, player) for part in parts)
        return OWN if sees == "owner" and own else CLOSED

    def _value(self, number: int, args: tuple[ir.Expr, ...], player: frozenset[int]) -> str:
        names = frozenset(n for n, arg in enumerate(args) if isinstance(arg, ir.You) or _is_name(arg, player))
        if (number, names) in self.looked_into:
            return OPEN  # what it looks at counts already
        self.looked_into.add((number, names))
        value = self.program.values[number]
        found = [self._of(part, names) for part in _parts(value)]
        for hook in (self.program.hooks[change] for change in value.changes):
            found += [self._of(part, frozenset()) for part in (hook.when, hook.value) if part is not None]
            if hook.zone is not None:
                found.append(self._seen(self.program.zones[hook.zone].sees, None, names))
        return worst(found)


def _is_name(expr: ir.Expr | None, names: frozenset[int]) -> bool:
    return isinstance(expr, ir.Loc) and expr.loc in names


def _values(expr: ir.Expr) -> Iterator[tuple[int, tuple[ir.Expr, ...]]]:
    """The values that an expression asks, with what is known of their arguments."""
    match expr:
        case ir.Call(value=value, args=args):
            yield value, args
        case ir.LongestWay(ends=ends, length=length):
            yield ends, ()
            if length is not None:
                yield length, ()
        case ir.Reachable() | ir.Distance() | ir.Steps() | ir.Nearest() | ir.Groups():
            yield expr.value, ()


def _parts(value: ValueDef) -> Iterator[ir.Expr]:
    if value.key is not None:
        yield value.key
    cases: list[tuple[Step, ...]] = [value.default, *(steps for _, steps in value.cases)]
    for step in (step for steps in cases for step in steps):
        yield step.value
        if step.condition is not None:
            yield step.condition
