"""Rules under way: frames on the stack, and how abilities wrap around them.

In: a rule and its arguments. Out: frames pushed onto the state's stack, so that the right one runs next.
Two pseudo-bodies stand after those of the program: a rule with `before` and `after` around it, and what
follows the setup.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.backend import begin_body, core_body
from interpreter.errors import RuleError
from interpreter.layout import Layout
from interpreter.python.blocks import no_answer
from interpreter.python.hooks import Hooks, Live
from interpreter.python.primitives import Primitives
from interpreter.python.state import Frame, State
from interpreter.python.writing import Function
from rulelang.ir.nodes import Program
from rulelang.ir.prices import Prices
from rulelang.limits import DEEPEST_RULES


class Calls:
    def __init__(
        self, program: Program, layout: Layout, hooks: Hooks, verbs: Primitives, prices: Prices
    ) -> None:
        self.program, self.layout, self.hooks, self.verbs = program, layout, hooks, verbs
        self.prices = [prices.body(number) for number in range(len(program.bodies))]
        self.rules = [(dict(rule.cases), rule.default, rule.hooks) for rule in program.rules]
        self.keys: list[Function | None] = []  # given once they are written
        # What a rule answers whose case has no body.
        self.nothing = [None if rule.answer is None else no_answer(rule.answer) for rule in program.rules]
        self.answering = [rule.answer is not None for rule in program.rules]
        self.core, self.begin = core_body(program), begin_body(program)
        self.entering = self._hooked("enters", [zone.name for zone in program.zones])
        self.changing = self._hooked("changes", [track.name for track in program.tracks])

    def _hooked(self, how: str, names: list[str]) -> dict[int, tuple[int, ...]]:
        hooks = self.program.hooks
        found = {
            number: tuple(i for i, hook in enumerate(hooks) if hook.how == how and hook.target == name)
            for number, name in enumerate(names)
        }
        return {number: numbers for number, numbers in found.items() if numbers}

    def push(self, state: State, body: int, args: Sequence[Any], you: int | None) -> None:
        if len(state.frames) > DEEPEST_RULES:
            raise RuleError(f"more than {DEEPEST_RULES:,} rules are under way inside each other")
        blank = len(self.program.bodies[body].slots) - len(args)
        state.left -= self.prices[body]
        state.frames.append([body, 0, you, *args, *[None] * blank])

    def begin_play(self, state: State, frame: Frame) -> None:
        state.frames.pop()
        self.call(state, self.program.play, (), None)

    # ------------------------------------------------------------ rules and the abilities around them
    def call(self, state: State, rule: int, args: tuple[Any, ...], you: int | None) -> None:
        cases, default, hooks = self.rules[rule]
        key = self.keys[rule]
        case = None if key is None else key(state, you, *args)
        body = default if case is None else cases.get(case, default)
        if self.answering[rule]:  # as where a rule is entered at once
            state.answer = self.nothing[rule]
        if hooks:
            live = self.hooks.live(state, hooks, case, you)
            if live:
                self._dispatch(state, rule, body, args, you, tuple(live), 0)
                return
        if body is not None:
            self.push(state, body, args, you)

    def _dispatch(
        self, state: State, rule: int, body: int | None, args: tuple[Any, ...], you: int | None,
        live: tuple[Live, ...], start: int,
    ) -> None:  # fmt: skip
        """Runs the next `instead of` that applies, or else what really happens."""
        hooks = self.program.hooks
        for index in range(start, len(live)):
            number, holder = live[index]
            hook = hooks[number]
            if hook.how == "instead" and self.hooks.applies(state, live[index], args, you):
                rest = (rule, body, args, you, live, index + 1)
                assert hook.body is not None
                self.push(state, hook.body, (*args, you, rest), holder)
                return
        around = [item for item in live if hooks[item[0]].how != "instead"]
        if not around:
            if body is not None:
                self.push(state, body, args, you)
            return
        befores = tuple(item for item in around if hooks[item[0]].how == "before")
        afters = tuple(item for item in around if hooks[item[0]].how == "after")
        plan = (*befores, ("body", body), *afters)
        state.frames.append([self.core, 0, you, args, plan, 0, self.nothing[rule]])

    def core_step(self, state: State, frame: Frame) -> None:
        args, plan, index = frame[3], frame[4], frame[5]
        if index and plan[index - 1][0] == "body":
            frame[6] = state.answer  # what the rule answers, whatever its `after`s do
        if index >= len(plan):
            state.answer = frame[6]
            state.frames.pop()
            return
        frame[5] = index + 1
        number, holder = plan[index]
        if number == "body":
            state.answer = frame[6]
            if holder is not None:
                self.push(state, holder, args, frame[2])
        elif self.hooks.applies(state, plan[index], args, frame[2]):
            body = self.program.hooks[number].body
            assert body is not None
            self.push(state, body, (*args, frame[2], None), holder)

    def proceed(self, state: State, frame: Frame) -> None:
        self._dispatch(state, *frame[3 + self.program.bodies[frame[0]].params - 1])

    def _trigger(
        self, state: State, hooks: tuple[int, ...], args: tuple[Any, ...], actor: int | None
    ) -> None:
        """Pushes the `whenever` abilities, so that the first of them is on top."""
        for live in reversed(self.hooks.live(state, hooks, None, actor)):
            if self.hooks.applies(state, live, args, actor):
                body = self.program.hooks[live[0]].body
                assert body is not None
                self.push(state, body, (*args, actor, None), live[1])

    # ------------------------------------------------------------ verbs that trigger abilities
    def move(
        self,
        state: State,
        frame: Frame,
        number: int,
        items: Sequence[int],
        zone: int,
        at_end: bool,
        site: Any,
    ) -> None:
        moved = tuple(items)
        self.verbs.move(state, moved, zone, at_end, site)
        self._entered(state, frame, number, moved, zone)

    def put(
        self,
        state: State,
        frame: Frame,
        number: int,
        items: Sequence[int],
        zone: int,
        place: int | None,
        site: Any,
    ) -> None:
        moved = tuple(items)
        self.verbs.put(state, moved, zone, place, site)
        self._entered(state, frame, number, moved, zone)

    def swap(self, state: State, frame: Frame, left: int | None, right: int | None, site: Any) -> None:
        # What is pushed last is carried out first: the abilities that wait for the first of the two.
        before = [(item, None if item is None else state.loc[item]) for item in (right, left)]
        self.verbs.swap(state, left, right, site)
        for item, zone in before:
            number = -1 if item is None else self.layout.zone_names[state.loc[item]][0]
            if item is not None and state.loc[item] != zone and number in self.entering:
                self._entered(state, frame, number, (item,), state.loc[item])

    def _entered(self, state: State, frame: Frame, number: int, moved: Sequence[int], zone: int) -> None:
        owners = self.layout.owner_parts(self.program.zones[number].owner, self.layout.zone_names[zone][1])
        for item in reversed(moved):
            self._trigger(state, self.entering[number], (item, *owners), frame[2])

    def set(self, state: State, frame: Frame, track: int, index: int, value: Any, site: Any) -> None:
        changed = state.t[index] != value
        self.verbs.set(state, index, value, site)
        if changed:
            type_ = self.program.tracks[track].owner
            owners = self.layout.owner_parts(type_, self.layout.track_names[index][1])
            self._trigger(state, self.changing[track], owners, frame[2])
