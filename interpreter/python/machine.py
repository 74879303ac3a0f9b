"""The machine: runs a state until a decision is needed or the game is over.

In: a `Program`, a number of players and settings. Out: `start` makes a state, `run` drives it, `answer`
gives it a decision. Rules under way are frames on an explicit stack, so a state can be copied, saved and
compared in the middle of any effect. The parts: `writing` the code, `calls` the frames, `primitives` the
changes, `hooks` the abilities, `asking` the decisions, `ending` the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.backend import TAKE
from interpreter.errors import BROKEN_START, NeedChance, RuleError
from interpreter.layout import GRID, Layout
from interpreter.python import chances, turns
from interpreter.python.asking import Asking
from interpreter.python.budget import exhausted, pay
from interpreter.python.calls import Calls
from interpreter.python.ending import Ending
from interpreter.python.hooks import Hooks
from interpreter.python.mistakes import MISTAKES, cause, declared, explained
from interpreter.python.positions import Positions
from interpreter.python.primitives import Primitives
from interpreter.python.state import Frame, State
from interpreter.python.writing import Function, write
from interpreter.rng import seed_state
from rulelang.ir.expression_prices import KEPT
from rulelang.ir.expressions import Expr
from rulelang.ir.nodes import Program
from rulelang.ir.prices import Prices
from rulelang.limits import STEPS_OF_A_DECISION, STEPS_OF_A_LOOK


def halt(state: State, frame: Frame) -> bool:
    """The bottom of the stack of what would be."""
    return True


class Machine:
    """The reference backend (see `interpreter/backend.py` for what every backend can do)."""

    name = "python"

    def __init__(
        self,
        program: Program,
        players: int,
        settings: Mapping[str, Any],
        ran: set[tuple[int, int]] | None = None,
    ) -> None:
        """With `ran`, every instruction, value and change that is carried out is noted, which takes time."""
        self.program = program
        self.layout = Layout(program, players, settings)
        self.verbs = Primitives(self.layout)
        self.hooks = Hooks(self.layout, ran)
        prices = Prices(program)
        self.calls = Calls(program, self.layout, self.hooks, self.verbs, prices)
        self.asking = Asking(program, self.layout)
        self.positions = Positions(self.layout)
        zones, tracks = set(self.calls.entering), set(self.calls.changing)
        written = write(program, self.layout, prices, self._verbs(), zones, tracks, ran)
        self.calls.keys = written.keys
        self.hooks.whens, self.hooks.values = written.whens, written.changes
        ties = program.ranking.ties if program.ranking is not None else "draw"
        self.ending = Ending(players, ties, written.eligible, tuple(written.ranks))
        self.origin, self.names = written.origin, written.names
        self.must_hold = written.must_hold
        self.code: list[Any] = [*written.code, [self.calls.core_step], [self._begin_play], [halt]]
        self._starts = written.starts
        self._start_prices = [KEPT + prices.of(track.start) for track in program.tracks]
        self.starts = [self._look(function) for function in written.starts]
        self.values = [self._look(function) for function in written.values]
        self.ranks = [(sign, self._look(key, counted=True)) for sign, key in written.ranks]
        self.score_of = self._look(written.score, counted=True) if written.score else None
        self.payoff_of = self._look(written.payoff, counted=True) if written.payoff else None
        self.outlook_of = self._look(written.outlook, counted=True) if written.outlook else None
        self._write = written.expression
        self._expressions: dict[tuple[int, tuple[int, ...], bool], tuple[Expr, Function]] = {}
        self.divisor_of = self._look(written.divisor, counted=True) if written.divisor else None

    def _verbs(self) -> dict[str, Function]:
        """What the written code calls."""
        verbs, calls, asking = self.verbs, self.calls, self.asking
        return {
            **verbs.public(), "set_track": verbs.set, "move_hooked": calls.move, "put_hooked": calls.put,
            "set_hooked": calls.set, "swap_hooked": calls.swap,
            "call": calls.call, "proceed": calls.proceed, "change": self.hooks.change,
            "say": turns.say, "note_turn": turns.note_turn, "extra_turn": turns.extra_turn,
            "turns_done": turns.turns_done, "end_block": turns.end_block,
            "finish": lambda *args: self.ending.finish(*args), "rank": lambda *args: self.ending.rank(*args),
            "remember": self.positions.remember, "repeats": self.positions.repeats,
            "different": self.positions.different, "what_if": self.what_if,
            "roll": chances.roll, "roll_several": chances.roll_several,
            "pick": asking.pick, "ask_one": asking.ask_one, "ask_several": asking.ask_several,
            "ask_menu": asking.ask_menu, "ask_may": asking.ask_may, "ask_secret": asking.ask_secret,
        }  # fmt: skip

    # ------------------------------------------------------------ starting and running
    def start(
        self, seed: int, *, nature: bool = False, auto: int = TAKE, events: bool = True, fate: Any = ()
    ) -> State:
        """`fate` is a script of what chance gives first: see `chances.chance`."""
        layout, state = self.layout, State()
        state.fate = fate or None
        state.z = [[] for _ in range(layout.zones)]
        for number, zone in enumerate(self.program.zones):
            base = layout.zone_base[number]
            for index in range(base, base + layout.zone_size[number]):
                if layout.ordering[index] == GRID:
                    state.z[index] = [None] * (zone.width * zone.height)
        state.memory = (None,) * len(self.program.memories)
        state.bag = [None] * layout.zones
        state.z[layout.box] = list(range(self.program.components))
        state.loc = [layout.box] * self.program.components
        state.known = [layout.everyone] * self.program.components
        state.rng = seed_state(seed)
        state.nature, state.auto = nature, auto
        state.log = () if events else None
        state.floor = state.left - STEPS_OF_A_DECISION
        try:
            for track, _ in layout.track_names:
                pay(state, self._start_prices[track])
                state.t.append(self._starts[track](state, None))
            state.frames.append([self.calls.begin, 0, None])
            if self.program.setup is not None:
                self.calls.call(state, self.program.setup, (), None)
        except MISTAKES as error:
            raise explained(error, self.program, self.origin) from cause(error)
        self.run(state)
        return state

    def _begin_play(self, state: State, frame: Frame) -> None:
        """What must hold is looked at when the setup is done."""
        for number, holds in enumerate(self.must_hold):
            site = self.program.must_hold_sites[number]
            try:
                kept = holds(state, None)
            except RuleError as error:  # it took too much
                raise error if error.site else RuleError(error.message, site) from None
            if not kept:
                raise RuleError(BROKEN_START, site)
        self.calls.begin_play(state, frame)

    def what_if(
        self, state: State, rule: int, args: tuple[Any, ...], you: int | None, value: Function
    ) -> Any:
        """What a value would be after a rule was carried out, on a copy that nobody hears of."""
        then = state.copy()
        pay(then, (len(then.loc) + len(then.t) + len(then.z)) // 4)
        then.log, then.pending, then.blocks = None, None, []
        then.frames = [[len(self.code) - 1, 0, None]]
        code, frames = self.code, then.frames
        self.calls.call(then, rule, args, you)
        try:
            while frames and len(frames) > 1:
                if then.left <= then.floor:
                    raise exhausted(then)
                frame = frames[-1]
                if code[frame[0]][frame[1]](then, frame) and then.over is None:
                    raise RuleError("somebody would have to decide here, and this is only what would be")
        except NeedChance:
            raise RuleError("chance would have to decide here, and this is only what would be") from None
        found = value(then)
        state.left = then.left
        return found

    def _look(self, function: Function, counted: bool = False) -> Function:
        """A function of a state that anybody may ask at any time: it costs the game nothing.

        One that is `counted` has to give a number.
        """
        place = declared(function.__code__.co_filename, self.program)

        def look(state: State, *args: Any) -> Any:
            before = state.left, state.floor
            state.left, state.floor = STEPS_OF_A_LOOK, 0
            try:
                found = function(state, *args)
                if counted and found is None:
                    raise RuleError("a number is needed here, but this is none", *place)
            except MISTAKES as error:
                raise explained(error, self.program, self.origin) from cause(error)
            finally:
                state.left, state.floor = before
            return found

        return look

    def answer(self, state: State, player: int | None, answer: Any) -> None:
        """Takes a legal answer (an index, or indices for several) and runs on."""
        if self.asking.take(state, player, answer):
            self.run(state)

    def check_answer(self, state: State, player: int | None, answer: Any) -> None:
        self.asking.check_answer(state, player, answer)

    def answers(self, pending: tuple[Any, ...], player: int | None) -> Iterator[Any]:
        found: Iterator[Any] = self.asking.answers(pending, player)
        return found

    def value_of(self, state: State, number: int, args: tuple[Any, ...], you: int | None) -> Any:
        """What a value of the definition is in this state."""
        return self.values[number](state, you, *args)

    def expression(self, expr: Expr, names: tuple[int, ...] = (0,), *, in_frame: bool = False) -> Function:
        """A part of a rule or of the score as a function, written when it is first asked for."""
        assert self._write is not None
        key = (id(expr), names, in_frame)
        if key not in self._expressions:
            self._expressions[key] = (expr, self._look(self._write(expr, names, in_frame)))
        return self._expressions[key][1]

    def run(self, state: State) -> None:
        code, frames = self.code, state.frames
        floor = state.floor = max(0, state.left - STEPS_OF_A_DECISION)
        try:
            while state.left > floor:
                if not frames:
                    if state.over is None:
                        self.ending.rank(state, (self.program.rules[self.program.play].default or 0, 0))
                    return
                frame = frames[-1]
                if code[frame[0]][frame[1]](state, frame):
                    return
        except NeedChance as need:
            frame = frames[-1]
            state.pending = ("chance", None, frame[0], frame[1], need.outcomes, need.what)
            return
        except MISTAKES as error:
            raise explained(error, self.program, self.origin, state) from cause(error)
        raise explained(exhausted(state), self.program, self.origin, state)
