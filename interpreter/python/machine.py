"""The machine: runs a state until a decision is needed or the game is over.

In: a `Program`, a number of players and settings. Out: `start` makes a state, `run` drives it, `answer`
gives it a decision. Rules under way are frames on an explicit stack, so a state can be copied, saved and
compared in the middle of any effect. The parts: `writing` the code, `calls` the frames, `primitives` the
changes, `hooks` the abilities, `asking` the decisions, `ending` the result.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.errors import NeedChance, RuleError
from interpreter.layout import GRID, Layout
from interpreter.python import turns
from interpreter.python.asking import Asking
from interpreter.python.calls import Calls
from interpreter.python.ending import Ending
from interpreter.python.hooks import Hooks
from interpreter.python.primitives import Primitives
from interpreter.python.state import State
from interpreter.python.writing import Function, write
from interpreter.rng import seed_state
from rulelang.ir.nodes import Program

MOST_STEPS = 200_000  # stretches of code without a decision: more means that the rules run in circles


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
        self.calls = Calls(program, self.layout, self.hooks, self.verbs)
        self.asking = Asking(program, self.layout)
        zones, tracks = set(self.calls.entering), set(self.calls.changing)
        written = write(program, self.layout, self._verbs(), zones, tracks, ran)
        self.calls.keys = written.keys
        self.hooks.whens, self.hooks.values = written.whens, written.changes
        ties = program.ranking.ties if program.ranking is not None else "draw"
        self.ending = Ending(players, ties, written.eligible, tuple(written.ranks))
        self.code: list[Any] = [*written.code, [self.calls.core_step], [self.calls.begin_play]]
        self.starts, self.origin, self.names = written.starts, written.origin, written.names
        self.values, self.ranks = written.values, written.ranks
        self.score_of, self.payoff_of = written.score, written.payoff

    def _verbs(self) -> dict[str, Function]:
        """What the written code calls."""
        verbs, calls, asking = self.verbs, self.calls, self.asking
        return {
            **verbs.public(), "set_track": verbs.set, "move_hooked": calls.move, "put_hooked": calls.put,
            "set_hooked": calls.set,
            "call": calls.call, "proceed": calls.proceed, "change": self.hooks.change,
            "say": turns.say, "note_turn": turns.note_turn, "extra_turn": turns.extra_turn,
            "turns_done": turns.turns_done, "end_block": turns.end_block,
            "finish": lambda *args: self.ending.finish(*args), "rank": lambda *args: self.ending.rank(*args),
            "pick": asking.pick, "ask_one": asking.ask_one, "ask_several": asking.ask_several,
            "ask_menu": asking.ask_menu, "ask_may": asking.ask_may, "ask_secret": asking.ask_secret,
        }  # fmt: skip

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
        state.frames.append([self.calls.begin, 0, None])
        if self.program.setup is not None:
            self.calls.call(state, self.program.setup, (), None)
        self.run(state)
        return state

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

    def run(self, state: State) -> None:
        code, frames = self.code, state.frames
        try:
            for _ in range(MOST_STEPS):
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
