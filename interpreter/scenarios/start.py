"""Plays a game to the decision at which a scenario begins.

In: a `Scenario` and its program. Out: a game that waits for the decision that the scenario names, after the
chance that it gives for the setup. Games are started from one seed after the other and played by chance; the
search is bounded by the steps of the rules, the same on every machine, and by the patience of whoever
started it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter.backend import FORCED
from interpreter.errors import PlayError, RuleError
from interpreter.game import Game, Setup, check_settings
from interpreter.python.state import State
from interpreter.rng import advance, below, seed_state
from interpreter.scenarios.watch import Watching, watching
from rulelang.ir import naming
from rulelang.ir.nodes import Program
from rulelang.ir.script import Scenario, Step
from rulelang.limits import STEPS_OF_A_DECISION, STEPS_OF_A_SEARCH

SEEDS = 300  # games that are started to find the decision
DEPTH = 400  # decisions in each of them
ENOUGH = 8  # positions among which the one with the fewest rules under way is taken
MOST_REACHED = 64  # positions that a machine remembers: scenarios often begin at the same one

Patience = Callable[[], bool]  # whether there is any left
Fate = tuple[tuple[str, frozenset[Any]], ...]


class NotReached(Exception):
    def __init__(self, expected: str, found: str, step: Step | None = None) -> None:
        super().__init__(found)
        self.expected, self.found, self.step = expected, found, step


def reach(scenario: Scenario, program: Program, patience: Patience) -> tuple[Game, Watching]:
    """A game that waits for the decision that the scenario names."""
    machine, setup = prepared(scenario, program)
    wanted = (scenario.seed, setup.forced, scenario.at, scenario.by, tuple(s.parts for s in scenario.setup))
    if wanted not in machine.reached:
        if len(machine.reached) >= MOST_REACHED:
            machine.reached.clear()
        machine.reached[wanted] = _search(scenario, program, machine, setup, patience)
    found, start = machine.reached[wanted]
    machine.noting = True
    machine.notes.clear()
    return Game(program, machine, start, found.copy(), "en"), machine


def _search(
    scenario: Scenario, program: Program, machine: Watching, setup: Setup, patience: Patience
) -> tuple[State, Setup]:
    """The position with the fewest rules under way among the first that are found."""
    fate = fated(program, setup.players, scenario.setup)
    best: Game | None = None
    wrong: list[RuleError] = []
    wasted: Step | None = None
    matches = games = spent = 0
    machine.noting = False
    for seed in range(scenario.seed, scenario.seed + SEEDS):
        if spent > STEPS_OF_A_SEARCH or not patience():
            break
        games += 1
        try:
            game = _game(program, machine, setup, seed, fate)
            arrived = _played(scenario, game, STEPS_OF_A_SEARCH - spent, patience)
            spent += game.steps
            if not arrived:
                continue
        except RuleError as error:  # what chance played went wrong: another game may do
            spent += STEPS_OF_A_DECISION  # at most
            wrong.append(error)
            if len(wrong) >= ENOUGH:
                break
            continue
        if game.state.fate:  # chance was given for more than happened before this decision
            wasted = unused(game.state, scenario.setup)
            if not scenario.at and scenario.by is None:
                break
            continue
        matches += 1
        if best is None or len(game.state.frames) < len(best.state.frames):
            best = game
        if matches >= ENOUGH or not scenario.at:
            break
    if best is None and wrong:
        raise wrong[0]
    if best is None:
        raise _not_found(scenario, games, wasted, games < SEEDS, spent > STEPS_OF_A_SEARCH)
    return best.state, best.setup


def prepared(scenario: Scenario, program: Program) -> tuple[Watching, Setup]:
    """The machine for the scenario's players and settings; `PlayError` if the game does not allow them."""
    low, high = program.players
    count = low if scenario.players is None else scenario.players
    if not low <= count <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        raise PlayError(f"{program.name} is for {wanted} players, not {count}")
    chosen = check_settings(program, dict(scenario.settings))
    setup = Setup(count, scenario.seed, tuple(sorted(chosen.items())), "seeded", scenario.forced)
    return watching(program, count, chosen), setup


def fated(program: Program, players: int, lines: tuple[Step, ...]) -> Fate:
    """What lines of a scenario say about chance, in their order."""
    return tuple(
        (line.parts[0], naming.outcomes(program, players, line.parts[0], text))
        for line in lines
        for text in line.parts[1]
    )


def begun(scenario: Scenario, program: Program, machine: Watching, setup: Setup) -> Game:
    """The game from its start, with all that happens in it noted."""
    machine.noting = True
    machine.notes.clear()
    return _game(program, machine, setup, setup.seed, fated(program, setup.players, scenario.setup))


def _game(program: Program, machine: Watching, setup: Setup, seed: int, fate: Fate) -> Game:
    used = Setup(setup.players, seed, setup.settings, setup.chance, setup.forced)
    state = machine.start(seed, auto=FORCED[setup.forced], fate=fate)
    return Game(program, machine, used, state, "en")


def _played(scenario: Scenario, game: Game, room: int, patience: Patience) -> bool:
    """Plays by chance to the decision, with room for so many steps; whether it came."""
    rng = seed_state(game.setup.seed)
    for _ in range(DEPTH):
        request = game.request()
        if request is None:
            return not scenario.at and scenario.by is None
        by = scenario.by is None or scenario.by in game.deciding
        if by and scenario.at in ("", request.rule, request.name):
            return True
        if game.steps > room or not patience():
            return False
        rng = advance(rng)
        game.apply(tuple(range(request.least)) if request.several else below(rng, len(request)))
    return False


def _not_found(
    scenario: Scenario, games: int, wasted: Step | None, stopped: bool, exhausted: bool
) -> NotReached:
    who = "" if scenario.by is None else f" by player {scenario.by + 1}"
    expected = f"a decision of `{scenario.at or 'any rule'}`{who}"
    if wasted is not None:
        return NotReached("all of this happens before the scenario begins", "some of it did not", wasted)
    found = f"none in {games} games"
    if exhausted:
        found += f", and a search ends after {STEPS_OF_A_SEARCH:,} steps of the rules"
    if stopped:
        found += "; the search took too long: give a `seed` near such a game, or a rule that comes earlier"
    line = next((step for step in scenario.head if step.verb == "at"), None)
    return NotReached(expected, found, line)


def unused(state: State, lines: Sequence[Step]) -> Step | None:
    """The line that says what chance gives and was not used up."""
    left = [what for what, _ in state.fate] if isinstance(state.fate, tuple) else []
    for what in dict.fromkeys(left):
        used = sum(len(line.parts[1]) for line in lines if line.parts[0] == what) - left.count(what)
        for line in (line for line in lines if line.parts[0] == what):
            used -= len(line.parts[1])
            if used < 0:
                return line
    return None
