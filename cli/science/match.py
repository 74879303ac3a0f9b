"""Games between bots, one after another.

In: a definition, the bots, settings; then seeds. Out: what happened in the game of each seed, a `Played`. A
game is decided by its seed alone, also who sits where, so that any machine can play any stretch of
seeds. An error in one game is written down, and the next one starts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import factorial
from typing import Any

from attrs import define, field, frozen

from cli.playing.seats import QUICK, bot_seed, sit_down
from cli.science.counting import CountingMachine
from cli.science.observing import Notes, Observer, held
from cli.science.quickly import QuickGames, quick_games
from interpreter.backend import Backend
from interpreter.bots import Bot
from interpreter.errors import IllegalAnswer, PlayError, RuleError
from interpreter.game import Game, Setup, machine_for
from interpreter.game.alone import check_alone, steps_for
from rulelang.ir.nodes import Program

NOTHING, RULES, ALL = WATCHES = ("nothing", "rules", "all")  # how closely games are watched
USUAL_LIMIT = 20_000  # decisions in a game


@frozen
class Played:
    """One game. Seats and players count from 0."""

    seed: int
    seats: tuple[int, ...]  # who sat where, by the number in `Match.bots`
    decisions: Mapping[tuple[str, str], int]  # by kind and by what was asked
    rules: Mapping[str, int] = field(factory=dict)
    winners: tuple[int, ...] = ()
    reason: str = ""
    scores: tuple[int, ...] | None = None
    held: tuple[tuple[str, str, int], ...] = ()  # type, component, seat, at the end
    notes: Notes | None = None
    error: str = ""
    spent: bool = False  # it went wrong since it took too many steps

    @property
    def length(self) -> int:
        return sum(self.decisions.values())


def seating(count: int, seed: int, rotate: bool = True) -> tuple[int, ...]:
    """Who sits where in the game of a seed.

    In each block of `count` seeds everybody sits on every seat once, and the order round the table changes
    from block to block, so that in the long run everybody has everybody as neighbour as often.
    """
    order = list(range(count))
    if not rotate:
        return tuple(order)
    turn, rest = seed % count, list(order[1:])
    number = (seed // count) % factorial(count - 1)
    round_table = [0]
    for left in range(count - 1, 0, -1):
        number, at = divmod(number, left)
        round_table.append(rest.pop(at))
    return tuple(round_table[(seat + turn) % count] for seat in order)


@define
class Match:
    """Games of the same bots. It can be sent to another process or machine."""

    program: Program
    bots: tuple[str, ...]
    settings: tuple[tuple[str, Any], ...] = ()
    limit: int = USUAL_LIMIT
    rotate: bool = True
    watch: str = RULES
    _machines: tuple[Backend, Backend] | None = field(default=None, eq=False, repr=False)
    _labels: dict[Any, str] = field(factory=dict, eq=False, repr=False)
    _quick: QuickGames | None = field(default=None, eq=False, repr=False)

    def __getstate__(self) -> tuple[Any, ...]:
        return (self.program, self.bots, self.settings, self.limit, self.rotate, self.watch)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.program, self.bots, self.settings, self.limit, self.rotate, self.watch = state
        self._machines, self._labels, self._quick = None, {}, None

    def check(self) -> None:
        """So many can play."""
        low, high = self.program.players
        if not low <= len(self.bots) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            raise PlayError(f"{self.program.name} is for {wanted} players, not {len(self.bots)}")

    def machines(self) -> tuple[Backend, Backend]:
        """One for bots, whose play-outs are not counted, and one that plays the game itself."""
        if self._machines is None:
            players, settings = len(self.bots), dict(self.settings)
            plain = machine_for(self.program, players, settings)
            counts = self.watch != NOTHING
            self._machines = (plain, CountingMachine(self.program, players, settings) if counts else plain)
            if self.watch != ALL and set(self.bots) == {QUICK}:
                self._quick = quick_games(plain.layout, counts)
        return self._machines

    def _played_quickly(self, seed: int, seats: tuple[int, ...]) -> Played | None:
        """A game of bots that choose by chance, if native code can play it to its end."""
        if self._quick is None:
            return None
        found = self._quick.one(seed, [bot_seed(seed, seat) for seat in range(len(seats))], self.limit)
        if found is None:
            return None
        return Played(
            seed, seats, found.decisions, found.rules, found.winners, found.reason, found.scores, found.held
        )

    def one(self, seed: int) -> Played:
        """The game of this seed."""
        plain, machine = self.machines()
        seats = seating(len(self.bots), seed, self.rotate)
        quick = self._played_quickly(seed, seats)
        if quick is not None:
            return quick
        if isinstance(machine, CountingMachine):
            machine.forget()
        asked: Counter[tuple[str, str]] = Counter()
        observer = Observer(self.program, self._labels) if self.watch == ALL else None
        game, error, spent = None, "", False
        try:
            bots = sit_down([self.bots[number] for number in seats], seed)
            told = any(getattr(bot, "reads_events", False) for bot in bots)
            state = machine.start(seed, events=told)
            setup = Setup(len(seats), seed, self.settings, "seeded", "take")
            game = Game(self.program, plain, setup, state, "en")
            self._play_out(game, machine, bots, asked, observer)
        except RuleError as wrong:
            error, spent = str(wrong), game is not None and _took_too_much(game, sum(asked.values()))
        except IllegalAnswer as wrong:
            error = f"a bot gave an answer that is not legal: {wrong}"
        except Exception as wrong:
            error = f"{type(wrong).__name__}: {wrong}"
        fired = machine.fired() if isinstance(machine, CountingMachine) else {}
        if game is None or error:
            return Played(seed, seats, asked, fired, error=error, spent=spent)
        try:
            result = game.result
        except RuleError as wrong:  # a score can go wrong at the end
            return Played(seed, seats, asked, fired, error=str(wrong))
        assert result is not None
        return Played(
            seed, seats, asked, fired, result.winners, result.reason, result.scores, tuple(held(game)),
            None if observer is None else observer.notes(game),
        )  # fmt: skip

    def _play_out(
        self, game: Game, machine: Backend, bots: list[Bot | None], asked: Counter[tuple[str, str]],
        observer: Observer | None,
    ) -> None:  # fmt: skip
        state = game.state
        for answers in range(1, self.limit + 1):
            deciding = game.deciding
            if not deciding:
                return
            player = deciding[0]
            request = game.request(player)
            bot = bots[player]
            assert request is not None and bot is not None
            answer = request.index_of(bot.choose(game, player))
            machine.check_answer(state, player, answer)
            asked[request.kind, request.name] += 1
            if observer is not None:
                observer.before(game, request, answer)
            machine.answer(state, player, answer)
            check_alone(game, answers)
        if not game.over:
            raise RuleError(f"the game had not ended after {self.limit} decisions")


def _took_too_much(game: Game, answers: int) -> bool:
    """Whether a game went wrong because it had taken too many steps, in all or for its last answer."""
    return game.steps > steps_for(answers) or game.state.left <= game.state.floor
