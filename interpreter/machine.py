"""The machine: runs a state until a decision is needed or the game is over.

In: a `Program`, a number of players and settings. Out: `start` makes a state, `run` drives it, `answer`
gives it a decision. Rules under way are frames on an explicit stack, so a state can be copied, saved and
compared in the middle of any effect.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from typing import Any

from interpreter.asking import Asking
from interpreter.errors import NeedChance, RuleError
from interpreter.hooks import Hooks, Live
from interpreter.layout import GRID, Layout
from interpreter.primitives import Primitives
from interpreter.rng import seed_state
from interpreter.state import Frame, State
from interpreter.writing import Writing
from rulelang.ir.nodes import Body, Program

MOST_STEPS = 200_000  # stretches of code without a decision: more means that the rules run in circles
DEEPEST = 2_000  # rules inside rules


class Machine(Writing, Asking):
    def __init__(
        self,
        program: Program,
        players: int,
        settings: Mapping[str, Any],
        ran: set[tuple[int, int]] | None = None,
    ) -> None:
        """With `ran`, every instruction, value and change that is carried out is noted, which takes time."""
        self.program = program
        self.ran = ran
        self.layout = Layout(program, players, settings)
        self.verbs = Primitives(self.layout)
        self.hooks = Hooks(self.layout, ran)
        self.rules = [(rule, dict(rule.cases), rule.default, rule.hooks) for rule in program.rules]
        self.write()
        self.menus = [
            [[(entry[2], entry[4]) for entry in op[2]] if op[0] == "menu" else None for op in body.code]
            for body in program.bodies
        ]
        self.core = len(self.code)  # a pseudo-body: a rule with `before` and `after` around it
        self.code.append([self._core_step])
        self.begin = len(self.code)  # another: what follows the setup
        self.code.append([self._begin_play])

    # ------------------------------------------------------------ starting and running
    def start(
        self, seed: int, *, nature: bool = False, auto: bool = True, events: bool = True, fate: Any = ()
    ) -> State:
        """`fate` is a script of what chance gives first: see `primitives.chance`."""
        layout, state = self.layout, State()
        state.fate = fate or None
        state.z = [[] for _ in range(layout.zones)]
        for number, zone in enumerate(self.program.zones):
            if layout.ordering[layout.zone_base[number]] == GRID:
                state.z[layout.zone_base[number]] = [None] * (zone.width * zone.height)
        state.bag = [None] * layout.zones
        state.z[layout.box] = list(range(self.program.components))
        state.loc = [layout.box] * self.program.components
        state.known = [layout.everyone] * self.program.components
        state.rng = seed_state(seed)
        state.nature, state.auto = nature, auto
        state.log = () if events else None
        for track, _ in layout.track_names:
            state.t.append(self.starts[track](state, None))
        state.frames.append([self.begin, 0, None])
        if self.program.setup is not None:
            self.call(state, self.program.setup, (), None)
        self.run(state)
        return state

    def _begin_play(self, state: State, frame: Frame) -> None:
        state.frames.pop()
        self.call(state, self.program.play, (), None)

    def push(self, state: State, body: int, args: Sequence[Any], you: int | None) -> None:
        if len(state.frames) > DEEPEST:
            raise RuleError(f"more than {DEEPEST} rules are under way inside each other")
        info = self.program.bodies[body]
        state.frames.append([body, 0, you, *args, *[None] * (info.slots - len(args))])

    def run(self, state: State) -> None:
        code, frames = self.code, state.frames
        try:
            for _ in range(MOST_STEPS):
                if not frames:
                    if state.over is None:
                        self.rank(state, (self.program.rules[self.program.play].default or 0, 0))
                    return
                frame = frames[-1]
                if code[frame[0]][frame[1]](state, frame):  # type: ignore[misc]
                    return
        except NeedChance as need:
            frame = frames[-1]
            state.pending = ("chance", None, frame[0], frame[1], need.outcomes, need.what)
            return
        except RuleError as error:
            raise self._located(error, error.message, state) from None
        except TypeError as error:
            raise self._located(error, "the rules use something that is not there (none)", state) from error
        except (ArithmeticError, IndexError, ValueError, RecursionError) as error:
            raise self._located(error, f"the rules ask for something impossible ({error})", state) from error
        stuck = RuleError("the rules run in circles without asking anybody anything")
        raise self._located(stuck, stuck.message, state)

    def _located(self, error: BaseException, message: str, state: State) -> RuleError:
        """The error with the line of the rules it happened on, found from the line of Python."""
        for entry in reversed(traceback.extract_tb(error.__traceback__)):
            origin = self.origin.get(entry.filename)
            if entry.filename.startswith("<body") and origin and entry.lineno:
                body = self.program.bodies[int(entry.filename[5:-1])]
                return RuleError(message, body.sites[origin[entry.lineno - 1]], body.name)
        if state.frames and state.frames[-1][0] < len(self.program.bodies):
            body = self.program.bodies[state.frames[-1][0]]
            return RuleError(message, body.sites[min(state.frames[-1][1], len(body.sites) - 1)], body.name)
        return RuleError(message)

    # ------------------------------------------------------------ calls and hooks
    def call(self, state: State, rule: int, args: tuple[Any, ...], you: int | None) -> None:
        _, cases, default, hooks = self.rules[rule]
        key = self.keys[rule]
        case = None if key is None else key(state, you, *args)
        body = default if case is None else cases.get(case, default)
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
        state.frames.append([self.core, 0, you, args, plan, 0])

    def _core_step(self, state: State, frame: Frame) -> None:
        args, plan, index = frame[3], frame[4], frame[5]
        if index >= len(plan):
            state.frames.pop()
            return
        frame[5] = index + 1
        number, holder = plan[index]
        if number == "body":
            if holder is not None:
                self.push(state, holder, args, frame[2])
        elif self.hooks.applies(state, plan[index], args, frame[2]):
            body = self.program.hooks[number].body
            assert body is not None
            self.push(state, body, (*args, frame[2], None), holder)

    def _proceed(self, state: State, frame: Frame) -> None:
        body: Body = self.program.bodies[frame[0]]
        self._dispatch(state, *frame[3 + body.params - 1])

    def _trigger(
        self, state: State, hooks: tuple[int, ...], args: tuple[Any, ...], actor: int | None
    ) -> None:
        """Pushes the `whenever` abilities, so that the first of them is on top."""
        for live in reversed(self.hooks.live(state, hooks, None, actor)):
            if self.hooks.applies(state, live, args, actor):
                body = self.program.hooks[live[0]].body
                assert body is not None
                self.push(state, body, (*args, actor, None), live[1])

    # ------------------------------------------------------------ verbs that can trigger abilities
    def _move(
        self,
        state: State,
        frame: Frame,
        number: int,
        items: Sequence[int],
        zone: int,
        at_end: bool,
        site: Any,
    ) -> None:
        if number not in self.entering:
            self.verbs.move(state, items, zone, at_end, site)
            return
        moved = tuple(items)
        self.verbs.move(state, moved, zone, at_end, site)
        self._entered(state, frame, number, moved, zone)

    def _put(
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
        if number in self.entering:
            self._entered(state, frame, number, moved, zone)

    def _entered(self, state: State, frame: Frame, number: int, moved: Sequence[int], zone: int) -> None:
        owner = self.layout.zone_names[zone][1]
        for item in reversed(moved):
            self._trigger(state, self.entering[number], (item, owner), frame[2])

    def _set_hooked(self, state: State, frame: Frame, track: int, index: int, value: Any, site: Any) -> None:
        changed = state.t[index] != value
        self.verbs.set(state, index, value, site)
        if changed:
            owner = self.layout.track_names[index][1]
            self._trigger(state, self.changing[track], (owner,), frame[2])

    # ------------------------------------------------------------ blocks
    def _end_block(self, state: State, word: str, all_of_them: bool) -> None:
        while state.blocks:
            name, depth, over, exit_ = state.blocks.pop()
            if name == word:
                del state.frames[depth:]
                state.frames[-1][1] = exit_ if all_of_them else over
                return
        raise RuleError(f"there is no {word} to end")

    def _extra_turn(self, state: State, player: int | None) -> None:
        if player is None:
            raise RuleError("an extra turn is given to nobody")
        state.extra.append(player)

    def _turns_done(self, state: State, outer: int | None) -> None:
        """Turns inside a turn end with the outer player's turn going on; else the last one stays active."""
        state.extra.clear()
        if any(name == "turn" for name, _, _, _ in state.blocks):
            state.active = outer

    def _note_turn(self, state: State, site: Any) -> None:
        state.log = (("turn", site, state.active), state.log)

    def _say(
        self, state: State, message: tuple[str, tuple[str, ...]], values: tuple[Any, ...], site: Any
    ) -> None:
        if state.log is not None:
            state.log = (("say", site, message[0], message[1], values), state.log)
