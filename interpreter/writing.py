"""A program as Python: the functions that the machine calls for values, abilities and stretches of code.

In: a `Program` with its layout. Out: compiled functions, and for each line of Python the instruction that it
came from, so that a mistake in play is reported with the line of the rules. The written code sees only the
names that are listed here; nothing of Python's own is in reach but a few harmless functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from interpreter import library
from interpreter.blocks import Blocks
from interpreter.exprs import Source
from interpreter.hooks import Hooks
from interpreter.layout import Layout
from interpreter.primitives import Primitives, cell, lies_in, place_of, position
from rulelang.ir.nodes import HookDef, Program, ValueDef

Function = Callable[..., Any]
VALUES = -2  # stands for the body in the notes of a watched machine: what follows is a value


class Writing:
    program: Program
    layout: Layout
    verbs: Primitives
    hooks: Hooks
    ran: set[tuple[int, int]] | None

    if TYPE_CHECKING:
        _move: Function
        _put: Function
        _set_hooked: Function
        _pick: Function
        call: Function
        _proceed: Function
        _say: Function
        _note_turn: Function
        _extra_turn: Function
        _end_block: Function
        _turns_done: Function
        finish: Function
        rank: Function
        ask_one: Function
        ask_several: Function
        ask_menu: Function
        ask_may: Function
        ask_secret: Function

    def write(self) -> None:
        program = self.program
        self.entering = self._hooked("enters", [zone.name for zone in program.zones])
        self.changing = self._hooked("changes", [track.name for track in program.tracks])
        self.origin: dict[str, list[int]] = {}
        self.asked: dict[Any, int] = {}
        self.names: dict[str, Any] = self._names()
        self.source = Source(self.layout, self.names)
        self.keys: list[Function | None] = []
        self.code: list[list[Function | None]] = []
        self._write_values()
        self._write_hooks()
        self._write_bodies()
        self._write_ending()
        self.starts = [self._function(f"start{n}", 0, track.start) for n, track in enumerate(program.tracks)]

    def _hooked(self, how: str, names: list[str]) -> dict[int, tuple[int, ...]]:
        hooks = self.program.hooks
        found = {
            number: tuple(i for i, hook in enumerate(hooks) if hook.how == how and hook.target == name)
            for number, name in enumerate(names)
        }
        return {number: numbers for number, numbers in found.items() if numbers}

    def _names(self) -> dict[str, Any]:
        verbs = self.verbs
        own = {
            "bounded": verbs.bounded, "set_track": verbs.set, "shuffle": verbs.shuffle,
            "settle": verbs.settle,
            "reveal": verbs.reveal, "roll": verbs.roll, "roll_several": verbs.roll_several,
            "move": verbs.move, "put": verbs.put,
            "move_one": verbs.move_one, "move_hooked": self._move, "put_hooked": self._put,
            "set_hooked": self._set_hooked, "pick": self._pick, "call": self.call, "proceed": self._proceed,
            "say": self._say, "note_turn": self._note_turn, "extra_turn": self._extra_turn,
            "turns_done": self._turns_done, "cover": verbs.cover,
            "end_block": self._end_block,
            "finish": self.finish,
            "rank": self.rank, "ask_one": self.ask_one, "ask_several": self.ask_several,
            "ask_menu": self.ask_menu, "ask_may": self.ask_may, "ask_secret": self.ask_secret,
            "position": position, "lies_in": lies_in, "cell": cell, "place_of": place_of,
            "change": self.hooks.change,
        }  # fmt: skip
        helpers = {name: getattr(library, name) for name in library.__all__}
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

    def expression(self, ir: Any) -> Function:
        """An expression about one player as a function, for whoever looks at a game from outside; kept."""
        name = f"asked{self.asked.setdefault(ir, len(self.asked))}"
        if name not in self.names:
            self._function(name, 1, ir)
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
        if self.ran is not None:
            lines.append(f"    ran.add(({VALUES}, {number}))")
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
