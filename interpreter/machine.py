"""The machine: runs a state until a decision is needed or the game is over.

In: a `Program`, a number of players and settings. Out: `start` makes a state, `run` drives it, `answer`
gives it a decision. Rules under way are frames on an explicit stack, so a state can be copied, saved and
compared in the middle of any effect.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from interpreter import library
from interpreter.asking import Asking
from interpreter.blocks import Blocks
from interpreter.errors import NeedChance, RuleError
from interpreter.exprs import Source
from interpreter.hooks import Hooks, Live
from interpreter.layout import GRID, Layout
from interpreter.primitives import Primitives, cell, lies_in, place_of, position
from interpreter.rng import seed_state
from interpreter.state import Frame, State
from rulelang.ir.nodes import Body, HookDef, Program, ValueDef

MOST_STEPS = 200_000  # stretches of code without a decision: more means that the rules run in circles
DEEPEST = 2_000  # rules inside rules
Function = Callable[..., Any]


class Machine(Asking):
    def __init__(
        self,
        program: Program,
        players: int,
        settings: Mapping[str, Any],
        ran: set[tuple[int, int]] | None = None,
    ) -> None:
        """With `ran`, every instruction that is carried out is noted there, which takes time."""
        self.program = program
        self.ran = ran
        self.layout = Layout(program, players, settings)
        self.verbs = Primitives(self.layout)
        self.hooks = Hooks(self.layout)
        self.entering = self._hooked("enters", [zone.name for zone in program.zones])
        self.changing = self._hooked("changes", [track.name for track in program.tracks])
        self.rules = [(rule, dict(rule.cases), rule.default, rule.hooks) for rule in program.rules]
        self.origin: dict[str, list[int]] = {}
        self.names: dict[str, Any] = self._names()
        self.source = Source(self.layout, self.names)
        self.keys: list[Function | None] = []
        self.code: list[list[Function | None]] = []
        self._write_values()
        self._write_hooks()
        self._write_bodies()
        self._write_ending()
        self.starts = [self._function(f"start{n}", 0, track.start) for n, track in enumerate(program.tracks)]
        self.menus = [
            [[(entry[2], entry[4]) for entry in op[2]] if op[0] == "menu" else None for op in body.code]
            for body in program.bodies
        ]
        self.core = len(self.code)  # a pseudo-body: a rule with `before` and `after` around it
        self.code.append([self._core_step])
        self.begin = len(self.code)  # another: what follows the setup
        self.code.append([self._begin_play])

    def _hooked(self, how: str, names: list[str]) -> dict[int, tuple[int, ...]]:
        hooks = self.program.hooks
        found = {
            number: tuple(i for i, hook in enumerate(hooks) if hook.how == how and hook.target == name)
            for number, name in enumerate(names)
        }
        return {number: numbers for number, numbers in found.items() if numbers}

    # ------------------------------------------------------------ writing Python
    def _names(self) -> dict[str, Any]:
        verbs = self.verbs
        own = {
            "bounded": verbs.bounded, "set_track": verbs.set, "shuffle": verbs.shuffle,
            "settle": verbs.settle,
            "reveal": verbs.reveal, "roll": verbs.roll, "move": verbs.move, "put": verbs.put,
            "move_one": verbs.move_one, "move_hooked": self._move, "put_hooked": self._put,
            "set_hooked": self._set_hooked, "pick": self._pick, "call": self.call, "proceed": self._proceed,
            "say": self._say, "note_turn": self._note_turn, "extra_turn": self._extra_turn,
            "end_block": self._end_block,
            "finish": self.finish,
            "rank": self.rank, "ask_one": self.ask_one, "ask_several": self.ask_several,
            "ask_menu": self.ask_menu, "ask_may": self.ask_may, "ask_secret": self.ask_secret,
            "position": position, "lies_in": lies_in, "cell": cell, "place_of": place_of,
            "change": self.hooks.change,
        }  # fmt: skip
        helpers = {
            name: getattr(library, name)
            for name in [
                "first_of",
                "last_of",
                "firsts_of",
                "lasts_of",
                "before",
                "after",
                "at",
                "span",
                "one",
                "union",
                "without",
                "extremes",
                "divide",
                "modulo",
                "seat",
                "within",
                "step",
                "neighbours",
                "place",
                "open_places",
                "reachable",
                "distance",
                "steps",
                "nearest",
            ]
        }
        safe = {f.__name__: f for f in (len, sum, max, min, any, all, sorted, tuple, range, bool)}
        return {"__builtins__": {}, "ran": self.ran, **safe, **helpers, **own}

    def _define(self, name: str, lines: list[str], origin: list[int] | None = None) -> None:
        self.origin[f"<{name}>"] = origin or []
        exec(compile("\n".join(lines), f"<{name}>", "exec"), self.names)

    def _function(self, name: str, params: int, ir: Any) -> Function:
        args = ", ".join(["S", "you", *(f"x{i}" for i in range(params))])
        self._define(name, [f"def {name}({args}):", f"    return {self.source.in_function()(ir)}"])
        function: Function = self.names[name]
        return function

    def _write_values(self) -> None:
        for number, value in enumerate(self.program.values):
            lines = self._value_lines(number, value)
            self._define(f"v{number}", lines)

    def _value_lines(self, number: int, value: ValueDef) -> list[str]:
        source = self.source.in_function()
        params = [f"x{i}" for i in range(len(value.params))]
        args = ", ".join(["S", "you", *params])
        name = f"base{number}" if value.changes else f"v{number}"
        lines = [f"def {name}({args}):"]
        if value.key is not None:
            lines.append(f"    k = {source(value.key)}")
        for word, steps in value.cases:
            lines.append(f"    if k == {word}:")
            lines += [f"        {line}" for line in self._steps(steps)]
        lines += [f"    {line}" for line in self._steps(value.default or ())]
        if value.changes:
            lines.append(f"def v{number}({args}):")
            case = source(value.key) if value.key is not None else "None"
            joined = "".join(f"{param}, " for param in params)
            lines.append(f"    return change(S, {value.changes}, {case}, {name}({args}), ({joined}), you)")
        return lines

    def _steps(self, steps: Sequence[tuple[Any, ...]]) -> list[str]:
        lines = []
        for step in steps:
            if step[0] == "let":
                lines.append(f"x{step[1]} = {self.source(step[2])}")
            elif step[0] == "when":
                lines += [f"if {self.source(step[1])}:", f"    return {self.source(step[2])}"]
            else:
                lines.append(f"return {self.source(step[1])}")
        return lines

    def _write_hooks(self) -> None:
        for number, hook in enumerate(self.program.hooks):
            params = self._hook_params(hook)
            if hook.when is not None:
                self.hooks.whens[number] = self._function(f"when{number}", params, hook.when)
            if hook.value is not None:
                self.hooks.values[number] = self._function(f"value{number}", params, hook.value)
        for number, rule in enumerate(self.program.rules):
            key = None if rule.key is None else self._function(f"key{number}", len(rule.params), rule.key)
            self.keys.append(key)

    def _hook_params(self, hook: HookDef) -> int:
        """The parameters of what is hooked, then `result` for values, then the actor."""
        if hook.how in ("enters", "changes"):
            return 3 if hook.how == "enters" else 2
        if hook.how == "change":
            return len(next(v for v in self.program.values if v.name == hook.target).params) + 2
        return len(next(r for r in self.program.rules if r.name == hook.target).params) + 1

    def _write_bodies(self) -> None:
        watched = self.ran is not None
        blocks = Blocks(self.source, self.program, set(self.changing), set(self.entering), watched)
        for number, body in enumerate(self.program.bodies):
            lines, starts, origin = blocks.write(number, body)
            self._define(f"body{number}", lines, origin)
            table: list[Function | None] = [None] * (len(body.code) + 1)
            for start in starts:
                table[start] = self.names[f"b{number}_{start}"]
            self.code.append(table)

    def _write_ending(self) -> None:
        program = self.program
        ranking = program.ranking
        self.eligible = None
        self.ranks: list[tuple[int, Function]] = []
        if ranking is not None:
            if ranking.condition is not None:
                self.eligible = self._function("eligible", 1, ranking.condition)
            for number, (extreme, key) in enumerate(ranking.keys):
                sign = 1 if extreme == "highest" else -1
                self.ranks.append((sign, self._function(f"rank{number}", 1, key)))
        self.score_of = None if program.score is None else self._function("score", 1, program.score)
        self.payoff_of = None if program.payoff is None else self._function("payoff", 1, program.payoff)

    # ------------------------------------------------------------ starting and running
    def start(self, seed: int, *, nature: bool = False, auto: bool = True, events: bool = True) -> State:
        layout, state = self.layout, State()
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

    def _note_turn(self, state: State, site: Any) -> None:
        state.log = (("turn", site, state.active), state.log)

    def _say(
        self, state: State, message: tuple[str, tuple[str, ...]], values: tuple[Any, ...], site: Any
    ) -> None:
        if state.log is not None:
            state.log = (("say", site, message[0], message[1], values), state.log)
