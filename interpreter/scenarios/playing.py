"""Plays scenarios: puts a game into the given position, gives the answers, checks what must hold.

In: a `Scenario` and the program it was compiled with. Out: an `Outcome` that says what was expected, what
was found, and which events led there.

A position is reached by starting a real game and playing it to the decision that the scenario names
(`scenario_start`); then the zones and tracks that it gives are laid out (`placing`), the decision is asked
again, and the rest is checked line by line (`scenario_checks`).
"""

from __future__ import annotations

from attrs import field, frozen

from interpreter.errors import PlayError, RuleError
from interpreter.game import Game
from interpreter.knowledge.events import Event, Log
from interpreter.python.chances import NOT_POSSIBLE
from interpreter.python.state import State
from interpreter.scenarios.checks import Checks, Failed
from interpreter.scenarios.coverage import Coverage
from interpreter.scenarios.events import History
from interpreter.scenarios.placing import Placing, PlacingError
from interpreter.scenarios.start import NotReached, Patience, begun, prepared, reach, unused
from interpreter.scenarios.watch import Watching
from rulelang.ir.nodes import Program
from rulelang.ir.script import GIVEN, Scenario, Step


@frozen
class Outcome:
    scenario: Scenario
    step: Step | None = None  # the line that failed
    expected: str = ""
    found: str = ""
    events: tuple[Event, ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = ()  # what players are left without, though no line says so

    @property
    def passed(self) -> bool:
        return self.expected == ""


def run(
    scenario: Scenario,
    program: Program,
    coverage: Coverage | None = None,
    patience: Patience = lambda: True,
) -> Outcome:
    """Plays one scenario; the coverage notes what ran after its position was laid out, or since the start.

    The search for the decision at which it begins ends when there is no more `patience`.
    """
    if scenario.refused:
        return _refused(scenario, program)
    return _Run(scenario, program).run(coverage, patience)


def _refused(scenario: Scenario, program: Program) -> Outcome:
    line = next(step for step in scenario.head if step.verb == "refused")
    try:
        prepared(scenario, program)
    except PlayError:
        return Outcome(scenario)
    return Outcome(scenario, line, "the game refuses to start like this", "it can be played")


class _Run:
    """One scenario on its way: what is known of it when it fails."""

    def __init__(self, scenario: Scenario, program: Program) -> None:
        self.scenario, self.program = scenario, program
        self.given = [step for step in scenario.steps if step.verb in GIVEN]
        self.chance = [step for step in self.given if step.verb == "next"]
        self.from_start = not self.given and not scenario.at and scenario.by is None
        self.step: Step | None = None
        self.history: History | None = None
        self.losses: list[tuple[int, bool, str]] = []

    def run(self, coverage: Coverage | None, patience: Patience) -> Outcome:
        try:
            self._play(coverage, patience)
        except (Failed, NotReached) as failure:
            return self._failed(failure.step or self.step, failure.expected, failure.found)
        except PlacingError as problem:
            return self._failed(problem.step, "a position that can be laid out", problem.message)
        except RuleError as problem:
            step = self._chance_line(problem) or self.step
            return self._failed(step, "a game that can be played", str(problem))
        except PlayError as problem:
            return self._failed(self.step, "a game that can be played", str(problem))
        return Outcome(self.scenario, notes=self._notes())

    def _failed(self, step: Step | None, expected: str, found: str) -> Outcome:
        events = self.history.events() if self.history is not None else ()
        return Outcome(self.scenario, step, expected, found, events, tuple(text for *_, text in self.losses))

    def _notes(self) -> tuple[str, ...]:
        """Losses that matter: of everything, or of somebody who then had nothing to choose."""
        skipped = self.history.skipped() if self.history is not None and self.losses else set()
        return tuple(text for player, all_of_it, text in self.losses if all_of_it or player in skipped)

    def _play(self, coverage: Coverage | None, patience: Patience) -> None:
        game, machine = reach(self.scenario, self.program, patience)
        if coverage is not None:
            game, machine = self._watched(game, coverage)
        if self.from_start:  # what it shows is how the game begins
            game = begun(self.scenario, self.program, machine, game.setup)
        before: Log = () if self.from_start else game.state.log
        self.history = History(game, machine, before)
        if self.given:
            self._place(game, machine)
        checks = Checks(game, machine, self.history)
        for step in self.scenario.steps:
            if step.verb not in GIVEN:
                self.step = step
                checks.do(step)
        line = unused(game.state, self.chance)
        if line is not None:
            raise Failed("all of this happens", "not so much of it happened", line)

    def _watched(self, game: Game, coverage: Coverage) -> tuple[Game, Watching]:
        """The same game on a machine of its own that notes which lines of the rules run."""
        machine = coverage.machine(game.program, game.setup.players, dict(game.setup.settings))
        return Game(game.program, machine, game.setup, game.state, game.language), machine

    def _place(self, game: Game, machine: Watching) -> None:
        """Lays out the position and asks again what was asked before it was there."""
        game.sampled = True  # the answers that led here do not lead to this position
        state: State = game.state
        placing = Placing(machine, state, game.words)
        placing.lay_out(self.given)
        self.losses = placing.losses()
        if state.pending is not None:
            state.frames[-1][1] = state.pending[3]
            state.pending = None
            machine.run(state)

    def _chance_line(self, problem: RuleError) -> Step | None:
        """The line that asks chance for something impossible."""
        if NOT_POSSIBLE not in problem.message:
            return None
        lines = self.chance if self.history is not None else self.scenario.setup
        what = problem.message.removeprefix("the next ").split()[0]
        return next((line for line in lines if line.parts[0] == what), None)
