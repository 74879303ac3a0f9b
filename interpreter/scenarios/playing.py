"""Plays scenarios: puts a game into the given position, gives the answers, checks what must hold.

In: a `Scenario` and the program it was compiled with. Out: an `Outcome` that says what was expected, what
was found, and which events led there.

A position is reached by starting a real game and playing it to the decision that the scenario names;
then the zones and tracks that it gives are laid out, and the decision is asked again.
"""

from __future__ import annotations

import re
from typing import Any

from attrs import field, frozen

from interpreter.errors import PlayError, RuleError
from interpreter.game import Game
from interpreter.knowledge.events import Event
from interpreter.python.machine import Machine
from interpreter.rng import advance, below, seed_state
from interpreter.scenarios.coverage import Coverage
from interpreter.scenarios.placing import Placing, PlacingError
from rulelang.ir.limits import STEPS_OF_A_SEARCH
from rulelang.ir.nodes import Program
from rulelang.ir.script import Scenario, Step
from rulelang.types import Player, Seq, Type, bare

SEEDS = 300  # games that are started to find the decision
DEPTH = 400  # decisions in each of them
ENOUGH = 8  # positions among which the one with the fewest rules under way is taken


@frozen
class Outcome:
    scenario: Scenario
    step: Step | None = None  # the line that failed
    expected: str = ""
    found: str = ""
    events: tuple[Event, ...] = field(default=(), repr=False)

    @property
    def passed(self) -> bool:
        return self.expected == ""


class _Failed(Exception):
    def __init__(self, expected: str, found: str) -> None:
        super().__init__(expected)
        self.expected, self.found = expected, found


def run(scenario: Scenario, program: Program, coverage: Coverage | None = None) -> Outcome:
    """Plays one scenario; the coverage notes what ran after its position was laid out, or since the start."""
    step: Step | None = None
    game: Game | None = None
    start = 0
    try:
        game = _reach(scenario, program)
        given = [step for step in scenario.steps if _is_given(step)]
        if coverage is not None:
            game = _watched(game, coverage)
            if not given and not scenario.at and scenario.by is None:
                game = game.replay()  # what it shows is how the game begins
        if given:
            _place(game, given)
        start = game.event_count
        for step in scenario.steps:
            if not _is_given(step):
                _Player(game, program).do(step)
    except _Failed as failure:
        events = tuple(game.events(start)) if game else ()
        return Outcome(scenario, step, failure.expected, failure.found, events)
    except PlacingError as problem:
        return Outcome(scenario, problem.step, "a position that can be laid out", problem.message)
    except (PlayError, RuleError) as problem:
        return Outcome(scenario, step, "a game that can be played", str(problem))
    return Outcome(scenario)


def _watched(game: Game, coverage: Coverage) -> Game:
    """The same game on a machine of its own that takes notes."""
    machine = coverage.machine(game.program, game.setup.players, dict(game.setup.settings))
    return Game(game.program, machine, game.setup, game.state, game.language)


def _is_given(step: Step) -> bool:
    return step.verb in ("zone", "top", "bottom", "fill", "rest", "cell", "track", "next")


def _reach(scenario: Scenario, program: Program) -> Game:
    """A game that waits for the decision that the scenario names."""
    best: Game | None = None
    matches = games = steps = 0
    for seed in range(scenario.seed, scenario.seed + SEEDS):
        game = Game.new(program, scenario.players, seed, dict(scenario.settings), forced=scenario.forced)
        if not scenario.at and scenario.by is None:
            return game
        rng = seed_state(seed)
        games += 1
        for _ in range(DEPTH):
            request = game.request()
            if request is None or steps + game.steps > STEPS_OF_A_SEARCH:
                break
            by = scenario.by is None or scenario.by in game.deciding
            if by and scenario.at in ("", request.rule, request.name):
                matches += 1
                if best is None or len(game.state.frames) < len(best.state.frames):
                    best = game.copy()
                break
            rng = advance(rng)
            if request.several:
                game.apply(tuple(range(request.least)))
            else:
                game.apply(below(rng, len(request)))
        steps += game.steps
        if matches >= ENOUGH or (best is not None and not scenario.at) or steps > STEPS_OF_A_SEARCH:
            break
    if best is None:
        who = "" if scenario.by is None else f" by player {scenario.by + 1}"
        found = f"none in {games} game{'' if games == 1 else 's'}"
        if steps > STEPS_OF_A_SEARCH:
            found += f", which took {steps:,} steps; the search ends after {STEPS_OF_A_SEARCH:,}"
        raise _Failed(f"a decision of `{scenario.at or 'any rule'}`{who}", found)
    return best


def _reference(game: Game) -> Machine:
    """Positions are laid out in the reference backend, whose states are plain data."""
    assert isinstance(game.machine, Machine)
    return game.machine


def _place(game: Game, given: list[Step]) -> None:
    machine, state = _reference(game), game.state
    placing = Placing(machine, state, game.words)
    placing.lay_out(given)
    if state.pending is not None:
        frame = state.frames[-1]
        frame[1] = state.pending[3]
        state.pending = None
        machine.run(state)


class _Player:
    """Gives answers and checks positions."""

    def __init__(self, game: Game, program: Program) -> None:
        self.game, self.program = game, program

    def do(self, step: Step) -> None:
        getattr(self, f"_{step.verb}")(*step.parts)

    # ------------------------------------------------------------ when
    def _answer(self, player: int, text: str) -> None:
        request = self.game.request(player)
        if request is None:
            raise _Failed(f"player {player + 1} decides", self._who())
        self.game.apply(self._match(request, text), player)

    def _match(self, request: Any, text: str) -> Any:
        found = self._option(request, text)
        if found is not None:
            return (found,) if request.several else found
        if request.several:
            parts = (
                [] if text == "nothing" else [self._option(request, part.strip()) for part in text.split(",")]
            )
            if None not in parts:
                return tuple(parts)
        keys = ", ".join(option.key for option in request.options[:20])
        raise _Failed(f"player {request.player + 1} may choose `{text}`", f"the options are: {keys}")

    def _option(self, request: Any, text: str) -> int | None:
        for option in request.options:
            if text in (option.key, option.label):
                return int(option.index)
        for plain in (_plain, _any_copy):
            for option in request.options:
                if plain(option.key) == _plain(text):
                    return int(option.index)
        return None

    def _refused(self, player: int, text: str) -> None:
        request = self.game.request(player)
        if request is not None and self._option(request, text) is not None:
            raise _Failed(f"player {player + 1} cannot choose `{text}`", "it is one of the options")

    # ------------------------------------------------------------ then
    def _who(self) -> str:
        game = self.game
        if game.result is not None:
            return "the game is over"
        request = game.request()
        rule = f" in `{request.rule}`" if request is not None else ""
        return " and ".join(f"player {player + 1}" for player in game.deciding) + f" decides{rule}"

    def _decides(self, player: int, rule: str) -> None:
        request = self.game.request(player)
        if request is None or rule not in ("", request.rule, request.name):
            raise _Failed(f"player {player + 1} decides {rule}".strip(), self._who())

    def _nobody_decides(self) -> None:
        if self.game.deciding:
            raise _Failed("nobody decides", self._who())

    def _keys(self, player: int) -> tuple[Any, list[str]]:
        request = self.game.request(player)
        if request is None:
            raise _Failed(f"player {player + 1} decides", self._who())
        return request, [option.key for option in request.options]

    def _options(self, player: int, keys: tuple[str, ...]) -> None:
        request, found = self._keys(player)
        wanted = {self._option(request, key) for key in keys}
        if None in wanted or len(wanted) != len(found):
            raise _Failed(f"the options {', '.join(keys)}", ", ".join(found))

    def _may(self, player: int, keys: tuple[str, ...]) -> None:
        request, found = self._keys(player)
        for key in keys:
            if self._option(request, key) is None:
                raise _Failed(f"player {player + 1} may choose {key}", ", ".join(found))

    def _may_not(self, player: int, keys: tuple[str, ...]) -> None:
        request, found = self._keys(player)
        names = {key.split("(")[0] for key in found}
        for key in keys:
            if self._option(request, key) is not None or key in names:
                raise _Failed(f"player {player + 1} may not choose {key}", ", ".join(found))

    def _check(self, name: str, found: str = "") -> None:
        if self._value(name)[0] is not True:
            if not found:
                raise _Failed("this holds", "it does not")
            value, type_ = self._value(found)
            raise _Failed("this holds", f"it is {self._in_words(type_, value)}")

    def _value(self, name: str) -> tuple[Any, Type]:
        number = next(i for i, value in enumerate(self.program.values) if value.name == name)
        state = self.game.state
        found = self.game.machine.value_of(state, number, (), state.active)
        return found, self.program.values[number].result

    def _in_words(self, type_: Type, value: Any) -> str:
        words, inner = self.game.words, bare(type_)
        if isinstance(inner, Seq) and value is not None:
            return ", ".join(words.key(inner.item, item) for item in value) or "empty"
        key = words.key(type_, value)
        return key.replace("player", "player ") if isinstance(inner, Player) else key

    def _zone_is(self, zone: str, owner: str | None, cards: tuple[str, ...]) -> None:
        placing = Placing(_reference(self.game), self.game.state, self.game.words)
        found = placing.names_in(zone, owner)
        ordered = placing.is_ordered(zone)
        plain = [name.split("#")[0] if name not in cards else name for name in found]
        if (plain if ordered else sorted(plain)) != (list(cards) if ordered else sorted(cards)):
            raise _Failed(", ".join(cards) or "empty", ", ".join(found) or "empty")

    def _knows(self, player: int, card: str) -> None:
        self._known(player, card, True)

    def _knows_not(self, player: int, card: str) -> None:
        self._known(player, card, False)

    def _known(self, player: int, card: str, wanted: bool) -> None:
        placing = Placing(_reference(self.game), self.game.state, self.game.words)
        known = bool(self.game.state.known[placing.component(card)] >> player & 1)
        if known != wanted:
            word = "knows" if wanted else "does not know"
            raise _Failed(f"player {player + 1} {word} {card}", "the opposite")

    def _over(self) -> None:
        if not self.game.over:
            raise _Failed("the game is over", self._who())

    def _goes_on(self) -> None:
        if self.game.over:
            raise _Failed("the game goes on", "it is over")

    def _wins(self, players: tuple[int, ...], reason: str) -> None:
        result = self.game.result
        if result is None:
            raise _Failed("the game is over", self._who())
        if set(result.winners) != set(players) or (reason and result.reason != reason):
            who = ", ".join(f"player {player + 1}" for player in result.winners) or "nobody"
            raise _Failed(
                "these winners", f"{who} won" + (f" because {result.reason}" if result.reason else "")
            )


def _plain(key: str) -> str:
    return key.replace(" ", "")


def _any_copy(key: str) -> str:
    """A component with copies is meant by its name alone, also inside an option: `take(coin)`."""
    return re.sub(r"#\d+", "", _plain(key))
