"""Why an option is not there: which parts of its condition do not hold, as far as a player may know.

In: a position in which a menu is asked, an option of it, ways to the parts of its condition and of what it
can be taken with (`rulelang/prose/facts.py`), and what somebody wants to take it with. Out: the parts that do
not hold, with the numbers that each compares and the things that are meant. A way goes on into the case of a
value that applies now (`case1`), and to the condition that makes it apply (`when0`): there the fact is that
it holds. A part that looks at something hidden is left out. Where the
program alone does not tell whether a part does (a field of a tile, where tiles can lie hidden), it is told
only if it is the same in many deals of what the player does not know: deals follow from what the player sees,
so what is told does too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from attrs import evolve, frozen

from interpreter.backend import YOU, Backend, Position
from interpreter.errors import RuleError
from interpreter.knowledge.deals import deal
from interpreter.knowledge.scores import CLOSED, OPEN, OWN, Reading
from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Step, ValueDef
from rulelang.types import Num, Seq, Type, bare

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
    things: tuple[str, ...] = ()  # in words: what the option is taken with, and what was found on the way


@frozen
class _Part:
    """An expression with the names that it knows; `own` are those that stand for the player who asks."""

    expr: ir.Expr
    names: dict[int, Any]
    own: frozenset[int] = frozenset()
    in_frame: bool = True
    level: int = SURE
    among: bool = False  # whether the question is if the picked thing is in this set
    positive: bool = False  # whether the fact is that it holds
    found: tuple[str, ...] = ()  # things on the way, in words


Seen = tuple[Numbers, tuple[str, ...]]  # of a part that does not hold


class Refusal:
    def __init__(
        self, machine: Backend, position: Position, player: int, say: Callable[[Type, Any], str]
    ) -> None:
        self.machine, self.position, self.player = machine, position, player
        self.say = say
        program = machine.program
        self.readings = (Reading(program), Reading(program, doubt=OPEN))

    def failed(self, option: str, ways: Sequence[Way], taken: Sequence[Taken] | None = None) -> list[Failed]:
        """The parts that hold for none of `taken`, or for nothing that the option could be taken with."""
        entry = self._entry(option)
        if entry is None:
            return []
        found = []
        for way in ways:
            if way[:1] and way[0].startswith(PICK) and taken is None:
                continue
            level, seen = self._looked(self.position, entry.ways, way, taken)
            if level == DOUBTFUL:
                seen = self._in_deals(entry.ways, way, taken)
            if level != HIDDEN and seen is not None:
                found.append(Failed(way, *seen))
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

    def _in_deals(self, ways: ir.Ways, way: Way, taken: Sequence[Taken] | None) -> Seen | None:
        """What is compared, if the part fails in every deal; numbers and things that differ are not told."""
        seen: set[Seen] = set()
        for position in self._deals:
            _, one = self._looked(position, ways, way, taken)
            if one is None:
                return None
            seen.add(one)
        return _alike(seen) if seen else None

    def _looked(
        self, position: Position, ways: ir.Ways, way: Way, taken: Sequence[Taken] | None
    ) -> tuple[int, Seen | None]:
        """How well the player can know it, and what is compared; None where the part holds for something."""
        look = _Look(self.machine, position, self.player, self.readings, self.say)
        # What stands behind `and` may be senseless where what stands before it does not hold.
        with suppress(RuleError):
            level, tried = look.tried(ways) if taken is None else (SURE, list(taken))
            parts = [look.part(way, ways, values) for values in tried]
            known = [part for part in parts if part is not None]
            if not known or len(known) < len(parts):
                return HIDDEN, None
            level = max(level, *(look.level(part) for part in known))
            if level == HIDDEN or not all(
                look.fails(part, values[number] if (number := _picked(way)) is not None else None)
                for part, values in zip(known, tried, strict=True)
            ):
                return level, None
            return level, _alike(
                look.seen(part, ways, values) for part, values in zip(known, tried, strict=True)
            )
        return HIDDEN, None


def _alike(seen: Iterable[Seen]) -> Seen:
    """What is the same in all of them."""
    found = set(seen)
    left, right = ({numbers[side] for numbers, _ in found} for side in (0, 1))
    things = {named for _, named in found}
    numbers = left.pop() if len(left) == 1 else None, right.pop() if len(right) == 1 else None
    return numbers, things.pop() if len(things) == 1 else ()


def _picked(way: Way) -> int | None:
    """The number of the thing whose picking a way is about."""
    return int(way[0].removeprefix(PICK)) if way and way[0].startswith(PICK) else None


class _Look:
    """A look at one position."""

    def __init__(
        self,
        machine: Backend,
        position: Position,
        player: int,
        readings: tuple[Reading, Reading],
        say: Callable[[Type, Any], str],
    ) -> None:
        self.machine, self.position, self.player = machine, position, player
        self.readings, self.say = readings, say
        self.you = position.frames[-1][YOU]  # whose rule asks

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
        picked, number = None, _picked(way)
        if number is not None:
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
            case (("left" | "right"), ir.Logic(op=op, left=left, right=right)):
                # A part of `or` that does not hold is no reason if the other one holds, and so on.
                whole = part if (op == "and") != part.positive else self._checked(part)
                return whole and evolve(whole, expr=left if step == "left" else right)
            case (("left" | "right"), ir.Union(left=left, right=right)):
                whole = self._missing(part, picked)  # what is not in one of them may be in the other
                return whole and evolve(whole, expr=left if step == "left" else right)
            case "left", ir.Without(left=expr):
                return evolve(part, expr=expr)
            case "right", ir.Without(right=expr):
                return evolve(part, expr=expr, positive=not part.positive)
            case "not", ir.Not(operand=expr):
                return evolve(part, expr=expr, positive=not part.positive)
            case "items", ir.Filter(items=expr):
                return evolve(part, expr=expr)
            case "test", ir.Filter(loc=loc, test=expr):
                return evolve(part, expr=expr, names={**part.names, loc: picked})
            case "among", _:
                return evolve(part, among=True)
            case (("then" | "other"), ir.If(condition=condition, then=then, other=other)):
                asked = evolve(part, expr=condition)
                level = max(part.level, self.level(asked))
                if level == HIDDEN or bool(self.value(asked)) != (step == "then"):
                    return None
                return evolve(part, expr=then if step == "then" else other, level=level)
            case (("witness" | "only"), ir.Any_()):
                return self._one(step, part, part.expr)
            case _, ir.Call():
                return self._inside(step, part, part.expr, picked)
        return None

    def _checked(self, part: _Part) -> _Part | None:
        """A part that fails, with what the player must know for that."""
        level = max(part.level, self.level(part))
        return evolve(part, level=level) if level != HIDDEN and self.fails(part) else None

    def _missing(self, part: _Part, picked: Any) -> _Part | None:
        """A set that what is picked is not in, with what the player must know for that."""
        level = max(part.level, self.level(part))
        missing = level != HIDDEN and self.fails(evolve(part, among=True), picked)
        return evolve(part, level=level) if missing else None

    def _one(self, step: str, part: _Part, expr: ir.Any_) -> _Part | None:
        """What a condition holds for, or the only thing that there is; of several the first by name."""
        items, level = evolve(part, expr=expr.items), max(part.level, self.level(part))
        seq = bare(expr.items.type)
        if level == HIDDEN or not isinstance(seq, Seq):
            return None
        lying = list(self.value(items))
        tests = [evolve(part, expr=expr.test, names={**part.names, expr.loc: item}) for item in lying]
        if step == "witness":
            both = [(test, item) for test, item in zip(tests, lying, strict=True) if self.value(test)]
        else:
            both = list(zip(tests, lying, strict=True)) if len(lying) == 1 else []
        if not both:
            return None
        named = [(self.say(seq.item, item), test) for test, item in both]
        name, test = min(named, key=lambda one: one[0])
        return evolve(test, level=level, found=(*part.found, name))

    def _inside(self, step: str, part: _Part, call: ir.Call, picked: Any) -> _Part | None:
        """What a value comes to: in the one way there is, or in the case that applies, or why that does."""
        number = step.removeprefix("when").removeprefix("case")
        value, given = self.machine.program.values[call.value], [evolve(part, expr=a) for a in call.args]
        level = max([part.level, *map(self.level, given)])
        if value.changes or level == HIDDEN or not (step == "inside" or number.isdigit()):
            return None
        own = frozenset(n for n, arg in enumerate(given) if _is_own(arg))
        known = {n: self.value(arg) for n, arg in enumerate(given)}
        inside = evolve(part, names=known, own=own, in_frame=False, level=level)
        steps = self._case(value, inside)
        if steps is None or (step == "inside") != (len(steps) == 1):
            return None
        if step == "inside":
            return evolve(inside, expr=steps[0].value)
        return self._applying(steps, int(number), step.startswith("when"), inside, picked)

    def _case(self, value: ValueDef, inside: _Part) -> Sequence[Step] | None:
        """The results of the case that is meant; None if names are given before them, or it is hidden."""
        steps = value.default
        if value.key is not None:
            key = evolve(inside, expr=value.key)
            if self.level(key) == HIDDEN:
                return None
            word = self.value(key)
            steps = next((steps for case, steps in value.cases if case == word), value.default)
        return None if any(step.loc is not None for step in steps) else steps

    def _applying(
        self, steps: Sequence[Step], number: int, why: bool, inside: _Part, picked: Any
    ) -> _Part | None:
        """The result of this number, if it is the one; or its condition, if the result is what fails."""
        for place, step in enumerate(steps):
            asked = None if step.condition is None else evolve(inside, expr=step.condition)
            if asked is not None:
                inside = evolve(inside, level=max(inside.level, self.level(asked)))
                if inside.level == HIDDEN:
                    return None
            applies = asked is None or bool(self.value(asked))
            if applies or place == number:
                break
        else:
            return None
        if not applies or place != number:
            return None
        result = evolve(inside, expr=step.value, among=isinstance(bare(step.value.type), Seq))
        if not why:
            return evolve(result, among=False)
        level = max(inside.level, self.level(result))
        if asked is None or level == HIDDEN or not self.fails(result, picked):
            return None
        return evolve(asked, level=level, positive=True)

    # ------------------------------------------------------------ what a part says
    def level(self, part: _Part) -> int:
        sure, perhaps = self.readings
        # Where somebody else's rule asks (`choose one by …`), what `you` see is not what the player sees.
        closed = (CLOSED,) if self.you == self.player else (CLOSED, OWN)
        if sure.of(part.expr, part.own) not in closed:
            return part.level
        return DOUBTFUL if perhaps.of(part.expr, part.own) not in closed else HIDDEN

    def fails(self, part: _Part, picked: Any = None) -> bool:
        found = self.value(part)
        return (picked in found if part.among else bool(found)) == part.positive

    def value(self, part: _Part) -> Any:
        names = tuple(sorted(part.names))
        function = self.machine.expression(part.expr, names, in_frame=part.in_frame)
        where = self.position.frames[-1] if part.in_frame else self.you
        return function(self.position, where, *(part.names[name] for name in names))

    def seen(self, part: _Part, ways: ir.Ways, values: Taken) -> Seen:
        taken = [self.say(type_, value) for type_, value in zip(do.chosen_types(ways), values, strict=False)]
        return self._compared(part), (*taken, *part.found)

    def _compared(self, part: _Part) -> Numbers:
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
