"""Why an option is not there: which parts of its condition do not hold, as far as a player may know.

In: a position in which a menu is asked, an option of it, ways to the parts of its condition and of what it
can be taken with (`rulelang/prose/facts.py`), and what somebody wants to take it with. Out: the parts that do
not hold, with the numbers that each compares. A part that looks at something hidden is left out. Where the
program alone does not tell whether a part does (a field of a tile, where tiles can lie hidden), it is told
only if it is the same in many deals of what the player does not know: deals follow from what the player sees,
so what is told does too.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from attrs import evolve, frozen

from interpreter.backend import YOU, Backend, Position
from interpreter.errors import RuleError
from interpreter.knowledge.deals import deal
from interpreter.knowledge.scores import CLOSED, OPEN, Reading
from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.types import Num, bare

Way = tuple[str, ...]
Numbers = tuple[int | None, int | None]  # what is compared
Taken = tuple[Any, ...]  # what an option is taken with
PICK = "pick"  # a way that begins with `pick0` leads into what the first thing is picked from
MOST_TRIED = 200  # things that an option could be taken with
DEALS = 32
SURE, DOUBTFUL, HIDDEN = range(3)  # whether a player can know what an expression says


@frozen
class Failed:
    way: Way
    numbers: Numbers = (None, None)


@frozen
class _Part:
    """An expression with the names that it knows; `own` are those that stand for the player who asks."""

    expr: ir.Expr
    names: dict[int, Any]
    own: frozenset[int] = frozenset()
    in_frame: bool = True
    level: int = SURE
    among: bool = False  # whether the question is if the picked thing is in this set


class Refusal:
    def __init__(self, machine: Backend, position: Position, player: int) -> None:
        self.machine, self.position, self.player = machine, position, player
        program = machine.program
        self.readings = (Reading(program), Reading(program, doubt=OPEN))

    def failed(self, option: str, ways: Sequence[Way], taken: Sequence[Taken] | None = None) -> list[Failed]:
        """The parts that hold for none of `taken`, or for nothing that the option could be taken with."""
        entry = self._entry(option)
        if entry is None or self.position.frames[-1][YOU] != self.player:
            return []
        found = []
        for way in ways:
            if way[:1] and way[0].startswith(PICK) and taken is None:
                continue
            level, numbers = self._looked(self.position, entry.ways, way, taken)
            if level == DOUBTFUL:
                numbers = self._in_deals(entry.ways, way, taken)
            if level != HIDDEN and numbers is not None:
                found.append(Failed(way, numbers))
        return found

    def _entry(self, option: str) -> do.Entry | None:
        pending = self.position.pending
        if pending is None or pending[0] != "menu":
            return None
        instr = self.machine.program.bodies[pending[2]].code[pending[3]]
        assert isinstance(instr, do.Menu)
        return next((entry for entry in instr.entries if entry.name == option), None)

    @cached_property
    def _deals(self) -> list[Position]:
        found = (deal(self.machine, self.position, self.player, seed) for seed in range(DEALS))
        return [position for position in found if position is not None]

    def _in_deals(self, ways: ir.Ways, way: Way, taken: Sequence[Taken] | None) -> Numbers | None:
        """What is compared, if the part fails in every deal; numbers that differ are not told."""
        seen: set[Numbers] = set()
        for position in self._deals:
            _, numbers = self._looked(position, ways, way, taken)
            if numbers is None:
                return None
            seen.add(numbers)
        if not seen:
            return None
        left, right = ({pair[side] for pair in seen} for side in (0, 1))
        return left.pop() if len(left) == 1 else None, right.pop() if len(right) == 1 else None

    def _looked(
        self, position: Position, ways: ir.Ways, way: Way, taken: Sequence[Taken] | None
    ) -> tuple[int, Numbers | None]:
        """How well the player can know it, and what is compared; None where the part holds for something."""
        look = _Look(self.machine, position, self.player, self.readings)
        # What stands behind `and` may be senseless where what stands before it does not hold.
        with suppress(RuleError):
            level, tried = look.tried(ways) if taken is None else (SURE, list(taken))
            parts = [look.part(way, ways, values) for values in tried]
            known = [part for part in parts if part is not None]
            if not known or len(known) < len(parts):
                return HIDDEN, None
            level = max(level, *(look.level(part) for part in known))
            if level == HIDDEN or any(
                look.holds(part, way, values) for part, values in zip(known, tried, strict=True)
            ):
                return level, None
            numbers = {look.compared(part) for part in known}
            return level, numbers.pop() if len(numbers) == 1 else (None, None)
        return HIDDEN, None


class _Look:
    """A look at one position."""

    def __init__(
        self, machine: Backend, position: Position, player: int, readings: tuple[Reading, Reading]
    ) -> None:
        self.machine, self.position, self.player = machine, position, player
        self.readings = readings

    def tried(self, ways: ir.Ways) -> tuple[int, list[Taken]]:
        """All that the option could be taken with if it had no condition; nothing if that is hidden."""
        level = SURE
        tried: list[Taken] = [()] if ways.test is not None else []
        for number, loop in enumerate(ways.loops):
            items = [_Part(loop.items, self._names(ways, values[:number])) for values in tried]
            level = max([level, *map(self.level, items)])
            if level == HIDDEN:
                return level, []
            tried = [
                (*values, item)
                for values, part in zip(tried, items, strict=True)
                for item in self.value(part)
            ]
            if len(tried) > MOST_TRIED:
                return HIDDEN, []
        return level, tried

    def _names(self, ways: ir.Ways, values: Taken) -> dict[int, Any]:
        return {loop.loc: value for loop, value in zip(ways.loops, values, strict=False)}

    # ------------------------------------------------------------ the way to a part
    def part(self, way: Way, ways: ir.Ways, values: Taken) -> _Part | None:
        """The part at the end of a way; None if the way leads nowhere."""
        picked = None
        if way and way[0].startswith(PICK):
            number = int(way[0].removeprefix(PICK))
            if number >= len(ways.loops):
                return None
            picked = values[number]
            part = _Part(ways.loops[number].items, self._names(ways, values[:number]))
            way = way[1:]
        elif ways.test is not None:
            part = _Part(ways.test, self._names(ways, values))
        else:
            return None
        for step in way:
            while isinstance(part.expr, ir.Different):
                part = evolve(part, expr=part.expr.items)
            further = self._step(step, part, picked)
            if further is None:
                return None
            part = further
        return part

    def _step(self, step: str, part: _Part, picked: Any) -> _Part | None:
        match step, part.expr:
            case "left", ir.Logic(op="and", left=expr):
                return evolve(part, expr=expr)
            case "right", ir.Logic(op="and", right=expr):
                return evolve(part, expr=expr)
            case "items", ir.Filter(items=expr):
                return evolve(part, expr=expr)
            case "test", ir.Filter(loc=loc, test=expr):
                return evolve(part, expr=expr, names={**part.names, loc: picked})
            case "among", _:
                return evolve(part, among=True)
            case "inside", ir.Call(value=number, args=args):
                value = self.machine.program.values[number]
                if value.key is not None or value.cases or value.changes or len(value.default) != 1:
                    return None
                given = [evolve(part, expr=arg) for arg in args]
                level = max([part.level, *map(self.level, given)])
                if level == HIDDEN:
                    return None
                own = frozenset(n for n, arg in enumerate(given) if _is_own(arg))
                known = {n: self.value(arg) for n, arg in enumerate(given)}
                return _Part(value.default[0].value, known, own, False, level)
        return None

    # ------------------------------------------------------------ what a part says
    def level(self, part: _Part) -> int:
        sure, perhaps = self.readings
        if sure.of(part.expr, part.own) != CLOSED:
            return part.level
        return DOUBTFUL if perhaps.of(part.expr, part.own) != CLOSED else HIDDEN

    def holds(self, part: _Part, way: Way, values: Taken) -> bool:
        found = self.value(part)
        return values[int(way[0].removeprefix(PICK))] in found if part.among else bool(found)

    def value(self, part: _Part) -> Any:
        names = tuple(sorted(part.names))
        function = self.machine.expression(part.expr, names, in_frame=part.in_frame)
        where = self.position.frames[-1] if part.in_frame else self.player
        return function(self.position, where, *(part.names[name] for name in names))

    def compared(self, part: _Part) -> Numbers:
        if part.among or not isinstance(part.expr, ir.Compare):
            return None, None
        left, right = part.expr.left, part.expr.right
        return self._number(evolve(part, expr=left)), self._number(evolve(part, expr=right))

    def _number(self, part: _Part) -> int | None:
        if isinstance(part.expr, ir.Number) or not isinstance(bare(part.expr.type), Num):
            return None
        found = self.value(part)
        return found if type(found) is int else None


def _is_own(part: _Part) -> bool:
    expr = part.expr
    return isinstance(expr, ir.You) or (isinstance(expr, ir.Loc) and expr.loc in part.own)
