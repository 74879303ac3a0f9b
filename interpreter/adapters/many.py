"""Many games of one definition at once, in one process: arrays in, arrays out, for training loops.

In: a definition, how many games, and an action number for each game. Out: for each game the seat that
decides, its row, its mask, and at an end what each seat got; then the next game begins in its place. Native
code plays; a game that it leaves to the reference, and every game of a definition that it cannot play, goes
on as a `Table`, so that the numbers are always those of the other environments. Each game has a seed of its
own: game `i` begins with `seed + i`, and every next one in its place is `games` further.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any

from attrs import define, field

from interpreter.adapters.actions import actions_of
from interpreter.adapters.arrays import numpy, row
from interpreter.adapters.asking import Ask, Begun, Table
from interpreter.adapters.many_answers import Asked, Names
from interpreter.adapters.many_rows import States, writer
from interpreter.adapters.tensors import tensors_of
from interpreter.backend import SAFE
from interpreter.errors import IllegalAnswer, PlayError, RuleError
from interpreter.game import Game
from interpreter.game.settings import check_seed
from interpreter.native.choosing import native_for
from interpreter.native.engine import Room
from interpreter.native.functions import LOOKS
from interpreter.native.unit import NONE
from rulelang.ir.nodes import Program

np = numpy()
MOST_GAMES = 100_000
SOON_OVER = 100  # so many games in a row that ask nobody anything: then it is no use to go on
MOST_KEPT = 2_000  # questions of several steps
LARGEST_SEED = 1 << 61  # those of later games are larger, and all fit an array
PENDING = 1


@define
class _Lane:
    """A game under way. With a `table` the reference plays it."""

    seed: int
    given: list[Any]  # all answers: the reference can play the game again
    table: Table | None = None
    ask: Ask | None = None  # an answer of several steps
    begun: Begun = field(factory=Begun)


class ManyGames:
    """`seats`, `rows()` and `masks()` say what is asked; `step` answers everywhere at once."""

    def __init__(
        self,
        program: Program,
        games: int,
        players: int | None = None,
        settings: Mapping[str, Any] | None = None,
        *,
        seed: int = 0,
    ) -> None:
        if type(games) is not int or not 1 <= games <= MOST_GAMES:
            raise PlayError(f"1 to {MOST_GAMES:,} games can be played at once, not {games!r}")
        self.program, self.settings = program, settings
        first = Table(Game.new(program, players, seed, settings, events=False))
        self.games, self.players = games, first.game.setup.players
        self.actions, self._tensors = actions_of(program), tensors_of(first)
        self.row_size = self._tensors.size
        layout = first.game.machine.layout
        self._native = native_for(layout)
        if self._native is not None:
            unit, copies = self._native.unit, self._tensors.copies
            self._room, self._states = Room(self._native), States(self._native, games)
            self._listed = np.frombuffer(self._room._listed, np.int64)
            self._answer = (ctypes.c_int64 * 50_000)()
            self._asked = [Asked(self.actions, copies, q.body, q.pc, q.kind) for q in unit.questions]
            self._asks: dict[Any, Ask] = {}
            self._names = Names(self._tensors, self._states)
            self._writer = writer(self._tensors, self._states)
            size = ctypes.sizeof(self._native.State)
            start = ctypes.addressof(self._states.memory)
            self._at = [start + size * number for number in range(games)]
        self.reset(seed)

    def __reduce__(self) -> Any:
        raise PlayError("many games cannot be copied or sent; their `seeds` and the actions make them again")

    @property
    def backend(self) -> str:
        return "python" if self._native is None else "native"

    # ------------------------------------------------------------ beginning
    def reset(self, seed: int = 0) -> None:
        """Begins all games anew."""
        seed = check_seed(seed)
        if abs(seed) > LARGEST_SEED:
            raise PlayError(f"seeds of many games are from -{LARGEST_SEED:,} to {LARGEST_SEED:,}, not {seed}")
        self._broken = True
        self.seats = np.zeros(self.games, np.int64)
        self.seeds = np.arange(seed, seed + self.games)
        self.finished = 0
        self._lanes = [_Lane(seed + number, []) for number in range(self.games)]
        # For each game and action number which option it means, counted from 1; 0 is not legal.
        self._meant = np.zeros((self.games, self.actions.count), np.int32)
        self._questions = np.full(self.games, -1, np.int64)  # by the number of `Asked`; -1 with a table
        fresh = _Fresh()
        for number in range(self.games):
            self._begin(number, fresh)
        self._note(fresh)
        self._broken = False

    def _begin(self, number: int, fresh: _Fresh) -> None:
        for _ in range(SOON_OVER):
            lane = self._lanes[number]
            if self._native is None:
                code = -1
            else:
                code = self._native.start(
                    self._at[number], self._room.engine, lane.seed & (1 << 64) - 1, 0, SAFE
                )
            if self._settled(number, code, fresh):
                return
            self._next(number)
        raise PlayError(f"{self.program.name} asked nobody anything in {SOON_OVER} games")

    def _next(self, number: int) -> None:
        self._lanes[number] = _Lane(self._lanes[number].seed + self.games, [])
        self.seeds[number] = self._lanes[number].seed

    def _settled(self, number: int, code: int, fresh: _Fresh) -> bool:
        """Whether the game waits for an answer; `code` is what native code said."""
        if code == PENDING:
            fresh.add(number, self._room._engine, self._listed, self._states.memory[number].pq)
            return True
        if code < 0:
            lane = self._lanes[number]
            lane.table, lane.ask = self._by_reference(lane), None
            fresh.tables.append(number)
            return not lane.table.game.over
        return False

    def _by_reference(self, lane: _Lane) -> Table:
        """The same game, played by the reference from the start. A mistake in the rules is raised here."""
        try:
            table = Table(Game.new(self.program, self.players, lane.seed, self.settings, events=False))
            for answer in lane.given:
                table.answer(table.deciding[0], answer)
        except RuleError as error:
            error.add_note(f"This was the game of seed {lane.seed}.")
            raise
        return table

    # ------------------------------------------------------------ what is asked
    def _note(self, fresh: _Fresh) -> None:
        """Fills `seats` and the numbers of what may be done, where something is asked anew."""
        for number in fresh.tables:
            table = self._lanes[number].table
            if table is None or table.game.over:
                continue  # it is over, and another game has begun there
            self.seats[number], self._questions[number] = table.deciding[0], -1
            self._meant[number] = 0
            self._meant[number, table.legal(table.deciding[0])] = 1
        for question, (numbers, options, counts, limits) in fresh.questions.items():
            asked = self._asked[question]
            which = np.array(numbers)
            self._questions[which], self._meant[which] = question, 0
            memory = self._states.memory
            self.seats[which] = [memory[number].pwho for number in numbers]
            seats = self.seats[which]
            names = None
            if asked.named:
                names = self._names.of(self._states.heads(which), numbers, seats)
            if asked.one_step:
                lines = np.repeat(np.arange(len(numbers)), counts)
                own = None if names is None else names[lines]
                found = asked.numbers(np.concatenate(options), own)
                inside = np.concatenate([np.arange(1, count + 1) for count in counts])
                # Backwards: of options with one number the first one is meant.
                self._meant[which[lines][::-1], found[::-1]] = inside[::-1]
                continue
            for place, number in enumerate(numbers):
                own = None if names is None else names[place]
                self._ask(number, question, options[place], limits[place], own)

    def _ask(self, number: int, question: int, options: Any, limits: tuple[int, int], names: Any) -> None:
        """A question that several steps answer."""
        lane = self._lanes[number]
        if names is None:  # the same options were asked before, more often than not
            key = (question, limits, options.tobytes())
            if key not in self._asks:
                if len(self._asks) >= MOST_KEPT:
                    self._asks.clear()
                self._asks[key] = self._made(question, options, limits, {})
            lane.ask = self._asks[key]
        else:
            lane.ask = self._made(question, options, limits, dict(enumerate(names.tolist())))
        lane.begun = lane.ask.forward(Begun())
        self._meant[number, lane.ask.legal(lane.begun)] = 1

    def _made(self, question: int, options: Any, limits: tuple[int, int], names: dict[int, int]) -> Ask:
        assert self._native is not None
        asked, site = self._asked[question], self._native.unit.questions[question]
        raw = self._native.reader.options(site, [tuple(option) for option in options.tolist()])
        _, paths = self.actions.paths((asked.kind, None, site.body, site.pc), raw, names)
        several = asked.kind == "several"
        least, most = limits if several else (1, 1)
        return Ask(asked.question, paths, several=several, ordered=site.ordered, least=least, most=most)

    def masks(self) -> Any:
        """For each game 1 at each action that the seat may take, as int8."""
        return (self._meant != 0).view(np.int8)

    def legal(self, number: int) -> list[int]:
        """What may be done in one game."""
        found: list[int] = np.flatnonzero(self._meant[number]).tolist()
        return found

    def rows(self) -> Any:
        """For each game what the seat that decides sees, as float32."""
        tensors, out = self._tensors, np.zeros((self.games, self._tensors.size), np.float32)
        which = np.flatnonzero(self._questions >= 0)
        for number in np.flatnonzero(self._questions < 0).tolist():
            table = self._lanes[number].table
            assert table is not None
            out[number] = row(table, int(self.seats[number]))
        if not len(which):
            return out
        heads, seats = self._states.heads(which), self.seats[which]
        own = out if len(which) == self.games else np.zeros((len(which), tensors.size), np.float32)
        lines = np.arange(len(which))
        self._writer.write(heads, which, seats, own)
        own[lines, tensors.me + seats] = own[lines, tensors.deciding + seats] = 1
        for line in np.flatnonzero(heads["waiting"]).tolist():
            own[line, tensors.deciding + heads["waits"][line, : heads["waiting"][line]].astype(np.int64)] = 1
        places = np.array([asked.question.number for asked in self._asked])
        own[lines, tensors.question + places[self._questions[which]]] = 1
        for line, number in enumerate(which.tolist()):
            lane = self._lanes[number]
            if lane.ask is not None:
                own[line, [tensors.begun + step for step in lane.ask.path(lane.begun)]] = 1
        if own is not out:
            out[which] = own
        return out

    # ------------------------------------------------------------ answering
    def step(self, actions: Any) -> tuple[Any, Any]:
        """Takes one step in each game. Out: what each seat got in each game, as float32, and which games are
        over; in their places the next ones have begun. If one action is not legal, nothing changes."""
        if self._broken:
            raise PlayError("a rule went wrong in one of these games; `reset` with another seed begins anew")
        numbers = self._checked(actions)
        meant = self._meant[np.arange(self.games), numbers]
        if not meant.all():
            raise IllegalAnswer(self._refusal(int(np.flatnonzero(meant == 0)[0]), numbers))
        rewards = np.zeros((self.games, self.players), np.float32)
        over = np.zeros(self.games, bool)
        fresh = _Fresh()
        self._broken = True  # until all have answered
        for number, (action, option) in enumerate(zip(numbers.tolist(), meant.tolist(), strict=True)):
            if not self._acted(number, action, option - 1, fresh):
                rewards[number], over[number] = self._returns(number), True
                self._next(number)
                self._begin(number, fresh)
        self._note(fresh)
        self._broken = False
        ended = int(over.sum())
        self.finished += ended
        if ended and self._native is not None:
            self._native.played(ended)
        return rewards, over

    def _checked(self, actions: Any) -> Any:
        numbers = np.asarray(actions)
        if numbers.shape != (self.games,) or numbers.dtype.kind not in "iu":
            raise IllegalAnswer(
                f"one action number for each of {self.games} games is needed, as an array of integers; "
                f"this one has the shape {numbers.shape} and the type {numbers.dtype}"
            )
        if (wrong := np.flatnonzero((numbers < 0) | (numbers >= self.actions.count))).size:
            raise IllegalAnswer(self._refusal(int(wrong[0]), numbers))
        return numbers.astype(np.int64)

    def _refusal(self, number: int, actions: Any) -> str:
        legal = self.legal(number)
        known = ", ".join(f"{n} ({self.actions.name(n)})" for n in legal[:8]) + " …" * (len(legal) > 8)
        return (
            f"in game {number} player {self.seats[number]} cannot take action {actions[number]} now; "
            f"legal are {known}"
        )

    def _acted(self, number: int, action: int, option: int, fresh: _Fresh) -> bool:
        """Whether the game goes on."""
        lane = self._lanes[number]
        if lane.table is not None:
            lane.table.act(lane.table.deciding[0], action)
            fresh.tables.append(number)
            return not lane.table.game.over
        assert self._native is not None
        answer: Any = option
        if lane.ask is not None:
            found = lane.ask.after(lane.begun, action)
            if isinstance(found, Begun):
                lane.begun = found
                self._meant[number] = 0
                self._meant[number, lane.ask.legal(found)] = 1
                return True
            answer, lane.ask = found, None
        lane.given.append(answer)
        given: list[Any] = [answer] if isinstance(answer, int) else list(answer)
        self._answer[: len(given)] = given
        code = self._native.answer(
            self._at[number], self._room.engine, ctypes.addressof(self._answer), len(given)
        )
        return self._settled(number, code, fresh)

    def _returns(self, number: int) -> Any:
        """What `Game.returns` says."""
        lane = self._lanes[number]
        if lane.table is None:
            found = self._native_returns(number)
            if found is not None:
                return found
            lane.table = self._by_reference(lane)
        return lane.table.game.returns()

    def _native_returns(self, number: int) -> list[float] | None:
        assert self._native is not None
        if self.program.payoff is None:
            state, seats = self._states.memory[number], range(self.players)
            if not state.winners and self._native.unit.reasons[state.reason] == "draw":
                return [0.0 for _ in seats]
            return [1.0 if state.winners >> seat & 1 else -1.0 for seat in seats]
        found = []
        for seat in range(self.players):
            worth, divisor = self._looked("payoff", number, seat), 1
            if self.program.payoff_divisor is not None:
                divisor = self._looked("divisor", number, seat)
            if worth == NONE or divisor in (0, NONE):
                return None
            found.append(worth / divisor)
        return found

    def _looked(self, what: str, number: int, seat: int) -> int:
        assert self._native is not None
        found = ctypes.c_int64()
        code = self._native.look(
            self._at[number], self._room.engine, LOOKS.index(what), seat, ctypes.addressof(found)
        )
        return NONE if code < 0 else found.value


class _Fresh:
    """The games that were asked something anew, by the question: their options are copied at once, because
    native code keeps only those that were listed last."""

    def __init__(self) -> None:
        self.tables: list[int] = []  # those that the reference plays
        self.questions: dict[int, tuple[list[int], list[Any], list[int], list[tuple[int, int]]]] = {}

    def add(self, number: int, engine: Any, listed: Any, question: int) -> None:
        found = self.questions.get(question)
        if found is None:
            found = self.questions[question] = ([], [], [], [])
        numbers, options, counts, limits = found
        count, stride = engine.options, engine.stride
        numbers.append(number)
        options.append(listed[: count * stride].reshape(count, stride).copy())
        counts.append(count)
        limits.append((engine.low, engine.high))
