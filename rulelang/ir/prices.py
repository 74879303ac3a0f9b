"""What running a program costs, in steps: the same for every backend, so that all stop at the same place.

In: a `Program`. Out: `Prices`. A backend takes them from here and never counts by itself:

- whoever enters a body pays for all its instructions (`body`), and a jump back for those that it leads over
  again (`back`); between two jumps back no instruction runs twice;
- a loop over a set that can be long pays for each element before it runs (`each`, `loops`), others are paid
  for with the instruction they stand in, as if they ran over all that their types allow;
- a value that costs much or uses itself pays when it is computed (`pays_itself`), others with whatever asks;
- what a game keeps is paid for by its size, five steps for two bytes: frames, events, elements of sets.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.expression_prices import CALLED, KEPT, PRICES, SMALL, loop, plain
from rulelang.ir.nodes import HookDef, Program, Step, ValueDef
from rulelang.ir.roles import operands
from rulelang.ir.walk import inside
from rulelang.types import Num, bare

INSTRUCTION = 10
EVENT = 1_000  # 160 bytes, and a sentence to tell it; or an answer that is kept
FRAME, SLOT = 300, 20
LOOKED = 40  # whether an ability works here, and when it is its turn


class Prices:
    def __init__(self, program: Program) -> None:
        self.program = program
        self._each: dict[int, int] = {}  # by the identity of a node, which the program keeps alive
        self._loops: dict[int, tuple[int, ...]] = {}
        self._of: dict[int, int] = {}
        self._values: dict[int, int] = {}
        self._computing: set[int] = set()
        self._circular: set[int] = set()  # values that use themselves
        self.components = program.components
        self._sizes = {record.name: record.size for record in program.records}
        for number in _simple_first(program):
            self.of_value(number)
        self._hooks: dict[tuple[str, str], int] = {}
        for hook in program.hooks:
            key = (hook.how, hook.target)
            self._hooks[key] = self._hooks.get(key, 0) + self._hook(hook)
        rules = {rule.name: number for number, rule in enumerate(program.rules)}
        self._replaced = {hook.body: rules[hook.target] for hook in program.hooks if hook.how == "instead"}
        for number in range(len(program.values)):
            self.of_value(number)
        asked = (program.score, program.payoff, program.payoff_divisor, program.outlook)
        for expr in (*asked, *program.must_hold, *(track.start for track in program.tracks)):
            if expr is not None:
                self.of(expr)
        self._sums = [
            tuple(accumulate((self._instruction(i, number) for i in body.code), initial=0))
            for number, body in enumerate(program.bodies)
        ]

    # ------------------------------------------------------------ what backends ask
    def body(self, number: int) -> int:
        """For whoever enters a body."""
        return FRAME + SLOT * len(self.program.bodies[number].slots) + self._sums[number][-1]

    def back(self, body: int, pc: int, target: int) -> int:
        """For a jump back from one instruction to another, both of which run again."""
        return self._sums[body][pc + 1] - self._sums[body][target]

    def each(self, node: Any) -> int:
        """For each element of the set that a node loops over; 0 if that is paid for already."""
        return self._each.get(id(node), 0)

    def loops(self, ways: ir.Ways) -> tuple[int, ...]:
        """The same for each of the loops."""
        return self._loops.get(id(ways), (0,) * len(ways.loops))

    def pays_itself(self, value: int) -> int:
        """For a value when it is computed; 0 if whatever asks for it has paid."""
        price = self._values[value]
        return price if price > SMALL or value in self._circular else 0

    def uses_itself(self, value: int) -> bool:
        """Whether a value closes a circle of values that use each other: each circle has one of these."""
        return value in self._circular

    def of(self, expr: ir.Expr) -> int:
        """For an expression, without the loops that pay for themselves."""
        found = self._of.get(id(expr))
        if found is None:
            found = self._of[id(expr)] = PRICES.get(type(expr), plain)(expr, self)
        return found

    # ------------------------------------------------------------ values and abilities
    def note(self, node: Any, each: int) -> None:
        self._each[id(node)] = each

    def note_loops(self, ways: ir.Ways, each: tuple[int, ...]) -> None:
        self._loops[id(ways)] = each

    def of_value(self, number: int) -> int:
        if number not in self._values:
            if number in self._computing:  # it uses itself: nobody knows beforehand how often
                self._circular.add(number)
                return 0
            self._computing.add(number)
            self._values[number] = self._value(self.program.values[number])
            self._computing.discard(number)
        return self._values[number]

    def asked(self, number: int) -> int:
        """For whoever asks for a value: nothing, if the value pays itself."""
        price = self.of_value(number)
        return 0 if price > SMALL or number in self._circular else price

    def _value(self, value: ValueDef) -> int:
        key = self.of(value.key) if value.key is not None else 0
        bodies = max(self._steps(steps) for steps in (*(steps for _, steps in value.cases), value.default))
        return CALLED + key + len(value.cases) + bodies + self._changes(value)

    def _steps(self, steps: tuple[Step, ...]) -> int:
        """Every name and condition, and the dearest of the results."""
        kept = sum(self.of(step.value) for step in steps if step.loc is not None)
        asked = sum(self.of(step.condition) for step in steps if step.condition is not None)
        return kept + asked + max(self.of(step.value) for step in steps if step.loc is None)

    def _changes(self, value: ValueDef) -> int:
        return sum(self._hook(self.program.hooks[number]) for number in value.changes)

    def _hook(self, hook: HookDef) -> int:
        asked = sum(self.of(expr) for expr in (hook.when, hook.value) if expr is not None)
        return 2 + max(1, len(hook.components)) * (LOOKED + asked)

    # ------------------------------------------------------------ instructions
    def _instruction(self, instr: do.Instr, body: int) -> int:
        """What its class says that it leaves and looks for, its expressions, and what its operands add."""
        own = INSTRUCTION + EVENT * instr.events + instr.places * (self.components // 4) + self._inside(instr)
        match instr:
            case do.Set(track=track):
                return own + self._hooks.get(("changes", self.program.tracks[track].name), 0)
            case do.Move(items=items, zone=zone) | do.Put(items=items, grid=zone):
                entered = self._hooks.get(("enters", self.program.zones[zone].name), 0)
                return own + loop(instr, (items,), EVENT + self.components // 16 + entered, self)
            case do.Shuffle(zone=zone):
                return own + self._size(zone)
            case do.Settle(zone=zone, amount=amount):
                return own + min(self._size(zone), _highest(amount)) * (3 + self._size(zone) // 64)
            case do.Reveal(items=items) | do.Cover(items=items):
                return own + loop(instr, (items,), KEPT, self)
            case do.Pick(items=items):
                return own + loop(instr, (items,), 2, self)
            case do.Call(rule=rule):
                return own + self._dispatch(rule)
            case do.Proceed():
                return own + (self._dispatch(self._replaced[body]) if body in self._replaced else 0)
            case do.Finish() | do.GameOver():
                return own + self._ranking()
        return own

    def _inside(self, instr: do.Instr) -> int:
        """The expressions of an instruction; what is chosen in secret is computed for every player."""
        if isinstance(instr, do.Menu):
            return self.of(instr.by) + sum(self.of(entry.ways) for entry in instr.entries)
        times = self.program.players[1] if isinstance(instr, do.Secret | do.SecretMenu) else 1
        if isinstance(instr, do.SecretMenu):
            return self.of(instr.players) + times * sum(self.of(entry.ways) for entry in instr.entries)
        return times * (plain(instr, self) - 1)  # type: ignore[arg-type]

    def _dispatch(self, rule: int) -> int:
        """For finding what a call of a rule leads to."""
        info = self.program.rules[rule]
        key = self.of(info.key) if info.key is not None else 0
        return key + sum(self._hook(self.program.hooks[number]) for number in info.hooks)

    def _size(self, zone: int) -> int:
        return self._sizes[self.program.zones[zone].item]

    def _ranking(self) -> int:
        ranking = self.program.ranking
        if ranking is None:
            return 0
        asked = self.of(ranking.condition) if ranking.condition is not None else 0
        return self.program.players[1] * (asked + sum(2 * self.of(key) for _, key in ranking.keys))


def _simple_first(program: Program) -> list[int]:
    """Values after those that they ask for, so that no price is looked up through many values at once.

    Values that are in a circle through others are left out.
    """
    asked = [_asked_for(value, program) - {number} for number, value in enumerate(program.values)]
    asking: list[list[int]] = [[] for _ in asked]
    for number, others in enumerate(asked):
        for other in others:
            asking[other].append(number)
    left = [len(others) for others in asked]
    found = [number for number, count in enumerate(left) if not count]
    for number in found:  # it grows meanwhile
        for other in asking[number]:
            left[other] -= 1
            if not left[other]:
                found.append(other)
    return found


def _asked_for(value: ValueDef, program: Program) -> set[int]:
    steps = [step for steps in (*(steps for _, steps in value.cases), value.default) for step in steps]
    hooks = [program.hooks[number] for number in value.changes]
    exprs = [value.key, *(part for step in steps for part in (step.condition, step.value))]
    exprs += [part for hook in hooks for part in (hook.when, hook.value)]
    return {
        number
        for expr in exprs
        if expr is not None
        for node in inside(expr)
        for name, role in operands(node)
        if role in ("value", "value?") and (number := getattr(node, name)) is not None
    }


def _highest(amount: ir.Expr) -> int:
    inner = bare(amount.type)
    return max(0, inner.high) if isinstance(inner, Num) else 0
