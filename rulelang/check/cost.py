"""How long an expression can take: an upper bound on its steps, known before play.

In: a `Program` and the `World` it came from. Out: findings for values that need themselves (also through
`change`) and for expressions that could take too long. Definitions are text from strangers; with this and
the machine's limit on steps without a decision, none of them can hang the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.check.world import World
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Body, Expr, HookDef, Program, ValueDef
from rulelang.source import Span

LIMIT = 50_000_000
MOST = 10_000
MOST_PLAYERS = 16
# Operators that run something once for each element: where the elements and the body stand.
_LOOPS = {"filter": (1, 2), "map": (1, 2), "any": (1, 2), "all": (1, 2), "gather": (1, 2)}


def check_costs(program: Program, world: World, report: Report) -> None:
    _Costs(program, world, report).check()


class _Costs:
    def __init__(self, program: Program, world: World, report: Report) -> None:
        self.program, self.world, self.report = program, world, report
        self.known: dict[int, tuple[int, int]] = {}  # value -> cost, size of its result
        self.path: list[int] = []
        self.values = list(program.values)

    def check(self) -> None:
        for number, value in enumerate(self.values):
            cost, _ = self._value(number)
            if cost > LIMIT:
                self._too_long(cost, value.site, value.name)
                return
        for body in self.program.bodies:
            self._body(body)

    def _body(self, body: Body) -> None:
        for instr, site in zip(body.code, body.sites, strict=True):
            cost = sum(self.cost(part) for part in expressions(instr))
            if cost > LIMIT:
                self._too_long(cost, site, body.name)
                return

    def _too_long(self, cost: int, site: tuple[str, int, int], name: str) -> None:
        self.report.error(
            "R0258",
            f"`{name}` could take very long to compute",
            _span(site),
            f"up to {cost:,} steps",
            why=f"sets inside sets multiply; at most {LIMIT:,} steps are possible",
            hint="filter first, or look only at what can matter",
        )

    def _value(self, number: int) -> tuple[int, int]:
        if number in self.known:
            return self.known[number]
        value = self.values[number]
        if number in self.path:
            names = " → ".join(self.values[n].name for n in [*self.path[self.path.index(number) :], number])
            self.report.error(
                "R0257",
                f"`{value.name}` needs itself to be computed",
                _span(value.site),
                names,
                why="a value is computed from other things, so that it always ends; abilities count too",
            )
            return 1, 1
        self.path.append(number)
        cost, size = 1, 0
        for steps in [*(steps for _, steps in value.cases), value.default or ()]:
            for step in steps:
                parts = step[2:] if step[0] == "let" else step[1:]
                cost += sum(self.cost(part) for part in parts)
                size = max(size, self.size(parts[-1]))
        for hook in self._changes(value):
            copies = max(1, len(hook.components))
            cost += copies * sum(self.cost(part) for part in (hook.when, hook.value) if part is not None)
            size = max(size, self.size(hook.value) if hook.value else 0)
        self.path.pop()
        self.known[number] = (min(cost, LIMIT * 1000), min(size, MOST))
        return self.known[number]

    def _changes(self, value: ValueDef) -> list[HookDef]:
        return [self.program.hooks[number] for number in value.changes]

    # ------------------------------------------------------------ expressions
    def cost(self, ir: Any) -> int:
        if not isinstance(ir, tuple) or not ir:
            return 0
        op, *args = ir
        if not isinstance(op, str):
            return sum(self.cost(part) for part in ir)
        if op == "call":
            return self._value(args[0])[0] + sum(self.cost(arg) for arg in args[1:])
        if op in _LOOPS:
            items, body = (args[i] for i in _LOOPS[op])
            return 1 + self.cost(items) + self.size(items) * self.cost(body)
        if op == "extremes":
            return 1 + self.cost(args[2]) + self.size(args[2]) * (1 + self.cost(args[3]))
        if op == "sort":
            return 1 + self.cost(args[1]) + self.size(args[1]) * (1 + sum(self.cost(key) for key in args[2]))
        if op == "ways":
            return self._ways(args[0], args[1])
        if op in ("reachable", "distance", "steps", "nearest"):
            cost, size = self._value(args[0])
            nodes = max(size, 1)
            once = nodes * (cost + size)
            return (nodes if op == "steps" else 1) * once + sum(self.cost(arg) for arg in args[1:])
        if op in ("in", "not_in", "count", "sum", "highest", "lowest", "freeze", "union", "without"):
            return 1 + sum(self.cost(arg) + self.size(arg) for arg in args)
        return 1 + sum(self.cost(arg) for arg in args)

    def _ways(self, loops: tuple[tuple[int, Expr], ...], test: Expr | None) -> int:
        total, combinations = 1, 1
        for _, items in loops:
            total += combinations * self.cost(items)
            combinations *= self.size(items)
        return total + combinations * (1 + self.cost(test))

    def size(self, ir: Any) -> int:
        """How many elements a set can have at most."""
        if not isinstance(ir, tuple) or not ir or not isinstance(ir[0], str):
            return 1
        op, *args = ir
        if op == "zone":
            return self.program.record(self.program.zones[args[0]].item).size
        if op in ("players", "opponents"):
            return MOST_PLAYERS
        if op == "every":
            names = (
                self.program.kind(args[1]).words if args[0] == "kind" else self.program.record(args[1]).names
            )
            return len(names)
        if op == "call":
            return self._value(args[0])[1]
        if op == "list":
            return len(args)
        if op == "gather":
            return min(MOST, self.size(args[1]) * self.size(args[2]))
        if op in ("filter", "map"):
            return self.size(args[1])
        if op in ("extremes",):
            return self.size(args[2])
        if op == "sort":
            return self.size(args[1])
        if op in ("freeze", "before", "after"):
            return self.size(args[0])
        if op in ("largest", "ends_of"):
            return self.size(args[-1])
        if op == "union":
            return min(MOST, self.size(args[0]) + self.size(args[1]))
        if op == "without":
            return self.size(args[0])
        if op in ("reachable", "steps", "nearest"):
            return self._value(args[0])[1]
        if op == "if":
            return max(self.size(args[1]), self.size(args[2]))
        if op == "fn":
            return self._function_size(args[0], args[1:])
        if op == "range":
            return self._range_size(args[0], args[1])
        return self._biggest() if op in ("slot", "loc", "track", "field", "by_player") else 1

    def _range_size(self, low: Expr, high: Expr) -> int:
        if low[0] == high[0] == "n":
            return max(0, int(high[1]) - int(low[1]) + 1)
        return MOST

    def _function_size(self, name: str, args: list[Any]) -> int:
        if name == "clockwise":
            return MOST_PLAYERS
        if name == "neighbours":
            return 4
        if name in ("places", "open_places"):
            zone = self.program.zones[args[0][1]]
            return int(zone.width * zone.height)
        return 1

    def _biggest(self) -> int:
        """A set in a variable: not more than there are components or numbers of a kind."""
        return max([record.size for record in self.program.records] + [MOST_PLAYERS])


def expressions(instr: tuple[Any, ...]) -> Iterator[Any]:
    """The parts of an instruction that are expressions or contain some."""
    if instr[0] == "menu":
        yield instr[1]
        yield from (entry[1] for entry in instr[2])
    else:
        yield from (part for part in instr[1:] if isinstance(part, tuple))


def _span(site: tuple[str, int, int]) -> Span:
    return Span(site[0], site[1], site[2], site[1], site[2] + 1)
