"""The facade: everything a terminal, a bot, a test or a web page needs to play a definition.

>>> from interpreter.game import Game
>>> from rulelang.compile import compile_text
>>> program = compile_text('''
... game coin for 1 player
... track heads: number 0 to 3 starting 0
... die coin_faces: 0, 1
... play:
...     repeat 3 times:
...         roll coin_faces as face
...         add face to heads
... score of p: heads
... ranking of p: highest heads
... ''')
>>> game = Game.new(program, seed=7)
>>> game.over, game.result.winners
(True, (0,))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import frozen

from interpreter.backend import FORCED, Backend
from interpreter.errors import IllegalAnswer, PlayError, RuleError
from interpreter.game import keeping, picture, saves, score_terms
from interpreter.game.machines import playing_machine, practice_for
from interpreter.game.refusing import refused
from interpreter.game.requests import NATURE, Request, keys_of
from interpreter.game.settings import check_players, check_seat, check_seed, check_settings
from interpreter.knowledge import events as trace
from interpreter.knowledge import scores as open_scores
from interpreter.knowledge.copies import Numbers, numbers_of_copies
from interpreter.knowledge.deals import deal, sample
from interpreter.knowledge.events import Event
from interpreter.knowledge.refusals import Failed, Way
from interpreter.knowledge.seeing import EVERYBODY
from interpreter.knowledge.sharing import knows_as_much
from interpreter.knowledge.views import View, viewer_of
from interpreter.pending import own
from interpreter.practice import Practice, returns_of
from interpreter.words import Words
from rulelang.ir.nodes import Program
from rulelang.limits import STEPS_OF_A_GAME


@frozen
class Result:
    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None


@frozen
class Setup:
    """How a game was started: with the answers, all that a save needs."""

    players: int
    seed: int
    settings: tuple[tuple[str, Any], ...]
    chance: str
    forced: str


class Game:
    """A game in progress. `apply` changes it; `copy` gives an independent one."""

    __slots__ = ("language", "machine", "names", "program", "sampled", "setup", "state")

    def __init__(
        self,
        program: Program,
        machine: Backend,
        setup: Setup,
        state: Any,
        language: str,
        sampled: bool = False,
        names: tuple[str, ...] = (),
    ) -> None:
        self.program = program
        self.machine = machine
        self.setup = setup
        self.state = state
        self.language = language
        self.sampled = sampled  # dealt or laid out: it has no history that could be played again
        self.names = names  # what the players are called, seat by seat; "" as the definition calls them

    # ------------------------------------------------------------ starting
    @classmethod
    def new(
        cls,
        program: Program,
        players: int | None = None,
        seed: int = 0,
        settings: Mapping[str, Any] | None = None,
        *,
        chance: str = "seeded",
        forced: str = "safe",
        events: bool = True,
        language: str = "en",
        backend: str = "",
    ) -> Game:
        """Starts a game and runs it to its first decision.

        `chance="exposed"` makes every chance event a decision of `NATURE` with probabilities.
        `forced` says what happens when there is one option only: `"ask"` asks, `"take"` takes it, and
        `"safe"` takes it unless others could not know that there is only one: then whether somebody is
        asked would tell them something. `events=False` keeps no events. `backend` is `"python"` or
        `"native"`; without it what is played often is played in native code, where there is a compiler.
        Both play the same game.
        """
        count, seed = check_players(program, players), check_seed(seed)
        chosen = check_settings(program, settings or {})
        if chance not in ("seeded", "exposed") or forced not in FORCED:
            raise PlayError("chance is `seeded` or `exposed`, and forced is `safe`, `take` or `ask`")
        machine = playing_machine(program, count, chosen, backend)
        setup = Setup(count, seed, tuple(sorted(chosen.items())), chance, forced)
        state = machine.start(seed, nature=chance == "exposed", auto=FORCED[forced], events=events)
        return cls(program, machine, setup, state, language)

    # ------------------------------------------------------------ deciding
    @property
    def over(self) -> bool:
        return self.state.over is not None

    @property
    def deciding(self) -> tuple[int, ...]:
        """The players who have something to decide now: several in a secret round, `NATURE` for chance."""
        found = self.state.deciders
        return (NATURE,) if found and found[0] is None else found

    def request(self, player: int | None = None) -> Request | None:
        """What is asked now, of this player or of the first who has to decide; None if nothing is."""
        deciding = self.deciding
        who = deciding[0] if player is None and deciding else player
        if who is None or who not in deciding:
            return None
        words, state, copies = self.words, self.state, None
        if words.has_copies and who != NATURE:
            copies = partial(numbers_of_copies, self.machine.layout, state, who)
        if (found := state.asking()) is not None:
            return Request(self.machine, words, found[1], who, False, copies, found[0])
        pending = state.pending
        assert pending is not None
        return Request(self.machine, words, own(pending, who), who, pending[0] == "secret", copies)

    @property
    def steps(self) -> int:
        """The steps that the rules have taken since the game began, of those that a game may take."""
        return STEPS_OF_A_GAME - int(self.state.left)

    @property
    def choices(self) -> int:
        """How many options the first deciding player has; 0 when nothing is asked. Fast."""
        count: int = self.state.choices
        return count

    def apply(self, answer: Any, player: int | None = None) -> None:
        """Answers the request: an index or key of an option, or a list of them if several are chosen.

        An answer that is not legal raises `IllegalAnswer`, a mistake in the rules `RuleError`; either way
        the game is as it was before.
        """
        state = self.state
        if player is None and type(answer) is int and 0 <= answer < state.simple:
            who = None  # the common case needs no further check
        else:
            answer, who = self._checked(answer, player)
        played = ((who, answer), state.played)
        before = state.copy() if self.sampled else None
        try:
            self.machine.answer(state, who, answer)
        except RuleError:
            self.state = before if before is not None else self._replayed()
            raise
        state.played = played

    def _checked(self, answer: Any, player: int | None) -> tuple[Any, int | None]:
        if type(answer) is not int:
            answer = self._index_of(answer, player)
        who = None if player == NATURE else player
        pending = self.state.pending
        if player == NATURE and (pending is None or pending[0] != "chance"):
            raise IllegalAnswer("this is not for chance to decide")
        if who is None and pending is not None and pending[0] == "secret":
            who = pending[1]
        self.machine.check_answer(self.state, who, answer)
        return answer, who

    def _index_of(self, answer: Any, player: int | None) -> Any:
        request = self.request(player)
        if request is None:
            self.machine.check_answer(self.state, player, 0)
            raise IllegalAnswer("this player has nothing to decide now")
        return request.index_of(answer)

    def _replayed(self) -> Any:
        if self.sampled:
            raise PlayError("this position was dealt or laid out: no answers lead to it")
        setup = self.setup
        state = self.machine.start(
            setup.seed, nature=setup.chance == "exposed", auto=FORCED[setup.forced],
            events=self.state.log is not None,
        )  # fmt: skip
        for who, answer in self.answers:
            self.machine.answer(state, who, answer)
            state.played = ((who, answer), state.played)
        return state

    @property
    def answers(self) -> list[tuple[int | None, Any]]:
        """All answers so far, in order, with the player who gave them where that is needed."""
        found, link = [], self.state.played
        while link:
            found.append(link[0])
            link = link[1]
        return found[::-1]

    # ------------------------------------------------------------ looking
    @property
    def words(self) -> Words:
        return _words(self.program, self.language, self.names)

    def __repr__(self) -> str:
        return f"<game {self.program.name}, {self.setup.players} players: {picture.status(self)}>"

    def _repr_html_(self) -> str:
        """The table, for a notebook: what the seat that decides can see."""
        return picture.page(self)

    def view(self, player: int | None) -> View:
        """What this player sees and remembers; `EVERYBODY` what all know, None what anybody knows."""
        deciding, asked = self.deciding, False
        if player is not None and player != EVERYBODY:
            check_seat(self.setup.players, player)
            asked = player in deciding
        words = self.words
        viewer = viewer_of(self.machine.layout, words)
        if not self.state.light:
            pending, who = self.state.pending, player or 0
            keys = partial(keys_of, self.machine, words, pending, who) if asked else None
            return viewer.view(self.state, player, deciding, keys)
        then = self.copy()  # it costs next to nothing, and who reads nothing of a view pays nothing for it
        keys = partial(_keys, then, player) if asked and player is not None else None
        return viewer.later(then.state, player, deciding, keys)

    def events(
        self, since: int = 0, player: int | None = None, until: int | None = None, *, marks: bool = False
    ) -> list[Event]:
        """What happened between two counts of raw events, as this player may know it.

        `marks` adds where a round begins and where its turns are over, without words.
        """
        return trace.events(self.machine, self.words, self.state.log, since, player, until, marks)

    @property
    def event_count(self) -> int:
        return trace.count(self.state.log)

    def failed(self, option: str, ways: Sequence[Way], player: int, named: str = "") -> list[Failed]:
        """The parts of an option's condition that do not hold now, as far as this player may know; of the
        option with that label, if one is `named`: see `interpreter/knowledge/refusals.py`."""
        return refused(self, option, ways, player, named) if player in self.deciding else []

    @property
    def scores(self) -> tuple[int, ...] | None:
        return self._of_each(self.machine.score_of)

    @property
    def outlooks(self) -> tuple[int, ...] | None:
        """What the definition takes the position to be worth to each player, for bots."""
        return self._of_each(self.machine.outlook_of)

    def _of_each(self, asked: Any) -> tuple[int, ...] | None:
        if asked is None:
            return None
        return tuple(asked(self.state, player, player) for player in range(self.setup.players))

    def scores_for(self, player: int | None) -> tuple[int | None, ...]:
        """The score of each player, as far as this player can work it out from what lies open.

        When the game is over everybody knows it; None may always know it.
        """
        scores, players = self.scores, range(self.setup.players)
        if scores is None:
            return (None,) * self.setup.players
        if self.over or player is None:
            return scores
        seen = open_scores.seers(self.machine.layout)
        return tuple(scores[number] if seen(number, player) else None for number in players)

    def score_terms(self) -> list[score_terms.Term]:
        """What the score is made of, for each player. Before the end this can tell what is hidden."""
        return score_terms.terms(self.machine, self.state.plain)

    @property
    def result(self) -> Result | None:
        if self.state.over is None:
            return None
        winners, reason = self.state.over
        return Result(winners, reason, self.scores)

    def returns(self) -> tuple[float, ...]:
        """What the end is worth to each player: its payoff, or else 1 for a win, 0 for a draw, -1."""
        if self.state.over is None:
            return (0.0,) * self.setup.players
        payoffs, divisors = (
            self._of_each(asked) for asked in (self.machine.payoff_of, self.machine.divisor_of)
        )
        return returns_of(self.setup.players, self.state.over, payoffs, divisors)

    # ------------------------------------------------------------ copies and saves
    def copy(self) -> Game:
        """An independent game. It shares the future of chance; see `sample` for one that does not."""
        return self._with(self.state.copy(), self.sampled)

    def _with(self, state: Any, sampled: bool) -> Game:
        return Game(self.program, self.machine, self.setup, state, self.language, sampled, self.names)

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return keeping.restored, keeping.kept(self)

    def freeze(self) -> tuple[Any, ...]:
        """Everything that decides how the game can go on, as one value that can be hashed and compared."""
        frozen_state: tuple[Any, ...] = self.state.freeze()
        return frozen_state

    def sample(self, player: int, seed: int) -> Game:
        """A full game that agrees with this player's view, for fair bots. It keeps no history."""
        check_seat(self.setup.players, player)
        state = sample(self.machine, self.state.plain, player, seed)
        return self._with(state, sampled=True)

    def deal(self, player: int, seed: int) -> Game | None:
        """Like `sample`, but None where no exchange of what is hidden fits the question that is asked."""
        check_seat(self.setup.players, player)
        state = deal(self.machine, self.state.plain, player, seed)
        if state is None:
            return None
        return self._with(state, sampled=True)

    def knows_as_much(self, player: int, other: int) -> bool:
        """Whether nothing is hidden from this player that the other one knows."""
        return knows_as_much(self.machine, self.state.plain, player, other)

    def practice(self, player: int) -> Practice:
        """Deals like these to think with: played on quickly, and forgotten. See `interpreter/practice.py`."""
        check_seat(self.setup.players, player)
        return practice_for(self.machine, self.state, player)

    def save(self, notes: Mapping[str, str] | None = None) -> str:
        """The game as text: the definition's digest, how it was started, and the answers.

        `notes` are for whoever saves, for example who sits where; `saves.read` gives them back.
        """
        return saves.dump(self.program, self.setup, self.answers, notes)

    @classmethod
    def load(cls, program: Program, text: str, *, events: bool = True, language: str = "en") -> Game:
        """A saved game, played again from its answers. Raises `SaveError` if it cannot be."""
        return saves.load(cls, program, text, events, language)

    def restarted(self) -> Game:
        """The same game before its first answer."""
        setup = self.setup
        game = Game.new(
            self.program, setup.players, setup.seed, dict(setup.settings), chance=setup.chance,
            forced=setup.forced, language=self.language,
        )  # fmt: skip
        game.names = self.names
        return game

    def replay(self) -> Game:
        """The same game played again from its start."""
        return self._with(self._replayed(), sampled=False)


def _keys(game: Game, player: int, copies: Callable[[], Numbers]) -> tuple[str, ...]:
    return keys_of(game.machine, game.words, game.state.pending, player, copies)


_words_cache: dict[tuple[int, str, tuple[str, ...]], tuple[Program, Words]] = {}


def _words(program: Program, language: str, names: tuple[str, ...]) -> Words:
    key = (id(program), language, names)
    if key not in _words_cache:
        _words_cache[key] = (program, Words(program, language, names))
    return _words_cache[key][1]
