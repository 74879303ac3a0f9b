"""The beginning of a game as a program of its own: the setup, and what must hold after it.

In: a `Program`. Out: the same, in which `play` does nothing and nobody is ranked, and the code that the setup
never comes to is blank. Numbers stay what they were. A backend that writes code for a program writes a few
functions for this one; whoever only wants to know whether games can begin need not pay for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve

from rulelang.ir import instructions as do
from rulelang.ir.expressions import Expr, Nothing
from rulelang.ir.nodes import Body, HookDef, Program, RuleDef, Step, ValueDef
from rulelang.ir.roles import operands
from rulelang.ir.walk import NODES
from rulelang.types import NONE


def opening_of(program: Program) -> Program:
    reached = _Reached(program)
    reached.look([track.start for track in program.tracks])
    reached.look(program.must_hold)
    if program.setup is not None:
        reached.rule(program.setup)
    while reached.more_abilities():  # a rule of an ability can reach more of them
        pass
    blank = Step(None, None, Nothing(NONE))
    return evolve(
        program,
        bodies=tuple(
            body if number in reached.bodies else _without_code(body)
            for number, body in enumerate(program.bodies)
        ),
        rules=tuple(
            rule if number in reached.rules else _without_bodies(rule)
            for number, rule in enumerate(program.rules)
        ),
        hooks=tuple(
            hook if number in reached.abilities else evolve(hook, when=None, value=None)
            for number, hook in enumerate(program.hooks)
        ),
        values=tuple(
            value if number in reached.values else _blank_value(value, blank)
            for number, value in enumerate(program.values)
        ),
        ranking=None,
        score=None,
        payoff=None,
        payoff_divisor=None,
        outlook=None,
    )


def _without_code(body: Body) -> Body:
    return evolve(body, code=(do.Return(),), sites=body.sites[:1])


def _without_bodies(rule: RuleDef) -> RuleDef:
    return evolve(rule, key=None, cases=(), default=None, hooks=())


def _blank_value(value: ValueDef, step: Step) -> ValueDef:
    return evolve(value, key=None, cases=(), default=(step,), changes=())


class _Reached:
    """What code can come to, found by walking through it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.bodies: set[int] = set()
        self.values: set[int] = set()
        self.rules: set[int] = set()
        self.abilities: set[int] = set()

    def rule(self, number: int) -> None:
        if number in self.rules or number == self.program.play:
            return
        self.rules.add(number)
        rule = self.program.rules[number]
        self.look([rule.key])
        for body in (*(body for _, body in rule.cases), rule.default):
            self._body(body)

    def more_abilities(self) -> bool:
        """Whether there are more abilities that work on what was reached."""
        more = [
            (number, hook)
            for number, hook in enumerate(self.program.hooks)
            if number not in self.abilities and self._is_live(number, hook)
        ]
        for number, hook in more:
            self.abilities.add(number)
            self._body(hook.body)
            self.look([hook.when, hook.value])
        return bool(more)

    def _is_live(self, number: int, hook: HookDef) -> bool:
        if hook.how in ("enters", "changes"):  # the setup moves things and counts, nearly always
            return True
        owners: Iterable[Any] = (self.program.rules[n] for n in self.rules)
        changed = (self.program.values[n] for n in self.values)
        return any(number in rule.hooks for rule in owners) or any(number in v.changes for v in changed)

    def _body(self, number: int | None) -> None:
        if number is None or number in self.bodies:
            return
        self.bodies.add(number)
        self.look(self.program.bodies[number].code)

    def look(self, nodes: Iterable[Expr | do.Instr | None]) -> None:
        for node in nodes:
            if node is not None:
                for role, number in _named(node):
                    if role == "rule":
                        self.rule(number)
                    elif number not in self.values:
                        self.values.add(number)
                        self._value(self.program.values[number])

    def _value(self, value: ValueDef) -> None:
        self.look([value.key])
        for steps in (*(steps for _, steps in value.cases), value.default):
            self.look([part for step in steps for part in (step.value, step.condition)])


def _named(node: Any) -> Iterator[tuple[str, int]]:
    """The rules and values that a node speaks of, in any of its parts."""
    for name, role in operands(node):
        value = getattr(node, name)
        if role in ("rule", "value", "rule?", "value?") and value is not None:
            yield str(role).rstrip("?"), value
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, NODES):
                yield from _named(item)
