"""Practice: deals of a game that are played on quickly and forgotten. Bots think with them.

In: a position and the seat that thinks. Out: one deal at a time of what the seat cannot know, at the question
that it is asked; it can be answered, played on by chance, and asked what it is worth. `Practice` is the
protocol; `Practising` plays on any backend, and `interpreter/native/practice.py` does the same in native
code: for the same seeds and answers both give the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from attrs import frozen

from interpreter.backend import Backend, Position
from interpreter.errors import RuleError
from interpreter.knowledge.deals import deal, what_is_hidden
from interpreter.pending import own
from interpreter.rng import seed_state
from rulelang.ir import instructions as do
from rulelang.limits import MOST_OPTIONS, STEPS_OF_A_TRY

_MASK = (1 << 64) - 1
MANY = 1 << 30  # turns: more than any play-out has
CHANCE = (do.Shuffle, do.Settle, do.Roll, do.Pick, do.Secret, do.SecretMenu)
DECIDED = 10**15  # what a win counts where points are compared


class Asked(NamedTuple):
    """What somebody is asked in a deal."""

    who: int | None  # None: chance, where the game leaves it to whoever plays
    place: tuple[int, int]  # where in the rules
    options: Sequence[Any]  # things that can be compared: the same option is equal in all deals
    several: tuple[int, int, bool] | None  # how few and how many of them, and whether their order counts
    secret: bool  # others are asked at the same time, and hear nothing of the answer yet


@frozen
class Outcome:
    """What a position is worth, in the definition's own numbers."""

    returns: tuple[float, ...] | None  # of each player at the end; None before it
    paid: bool  # the returns are a payoff of the definition, not wins and losses
    points: tuple[int, ...] | None  # of each player: the outlook, or else the ranking, or else the score
    together: bool  # nobody is ranked: players win and lose together, or by the rules alone


class Practice(Protocol):
    players: int

    def open(self) -> bool:
        """Whether neither chance nor anybody hides anything: all deals are the same, whatever is answered."""

    def deal(self, seed: int) -> bool:
        """Begins with another deal; False if none fits the question."""

    def asked(self) -> Asked | None:
        """What is asked now; None at the end of the game."""

    def give(self, answer: int | tuple[int, ...]) -> None:
        """Answers for who is asked: an index, or some of them where several things are chosen."""

    def play_on(self, dice: int, most: int, turns: int = MANY, looks: int = 1, team: bool = False) -> int:
        """At most so many answers, and until the turn has passed on so often; dice as `bots/dice.py` has
        them, before and after. Of so many answers by chance the one is given that looks best to who is asked;
        `team`: players win and lose together.
        """

    @property
    def last(self) -> int:
        """The answer that `play_on` gave last, where one thing was chosen."""

    @property
    def whose(self) -> int | None:
        """The player whose turn it is."""

    def outcome(self) -> Outcome: ...

    @property
    def steps(self) -> int:
        """That the rules have taken in this deal."""


def returns_of(
    players: int,
    over: tuple[Sequence[int], str],
    payoffs: Sequence[int] | None,
    divisors: Sequence[int] | None,
) -> tuple[float, ...]:
    """What the end is worth to each player: its payoff, or else 1 for a win, 0 for a draw, -1."""
    if payoffs is not None:
        whole = divisors or (1,) * players
        if 0 in whole:
            raise RuleError("a payoff is divided by 0")
        return tuple(float(amount) / divisor for amount, divisor in zip(payoffs, whole, strict=True))
    winners, reason = over
    if not winners and reason == "draw":
        return (0.0,) * players
    return tuple(1.0 if player in winners else -1.0 for player in range(players))


def below(dice: int, outcomes: int) -> tuple[int, int]:
    """The next number of `bots/dice.py`, and the dice after it."""
    dice = (dice + 0x9E3779B97F4A7C15) & _MASK
    mixed = ((dice ^ (dice >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return ((mixed ^ (mixed >> 31)) * outcomes) >> 64, dice


class Practising:
    """Practice on a backend, through its protocol."""

    def __init__(self, machine: Backend, state: Position, player: int) -> None:
        self.machine, self.root, self.player = machine, state, player
        self.players = machine.layout.players
        self.points, self.together = _points_of(machine), machine.program.ranking is None
        self.state: Any = None
        self.before = self.last = 0

    def open(self) -> bool:
        unseen, heaps = what_is_hidden(self.machine, self.root.plain, self.player)
        if heaps or unseen.tracks or unseen.slots:
            return False
        return not any(isinstance(op, CHANCE) for body in self.machine.program.bodies for op in body.code)

    def deal(self, seed: int) -> bool:
        self.state = deal(self.machine, self.root.plain, self.player, seed)
        if self.state is not None:
            if self.state.left > STEPS_OF_A_TRY:
                self.state.left, self.state.floor = STEPS_OF_A_TRY, 0
            self.before = self.state.left
        return self.state is not None

    def asked(self) -> Asked | None:
        pending = self.state.pending
        if pending is None:
            return None
        secret = pending[0] == "secret"
        one = own(pending, pending[1])
        several = (one[6], one[7], one[8]) if one[0] == "several" else None
        return Asked(pending[1], (one[2], one[3]), one[4], several, secret)

    def give(self, answer: int | tuple[int, ...]) -> None:
        self.machine.answer(self.state, self.state.pending[1], answer)

    @property
    def whose(self) -> int | None:
        active: int | None = self.state.active
        return active

    def play_on(self, dice: int, most: int, turns: int = MANY, looks: int = 1, team: bool = False) -> int:
        state, whose = self.state, self.state.active
        for _ in range(most):
            pending = state.pending
            if pending is None:
                break
            answer, dice = self._best_answer(dice, looks, team)
            self.last = answer if isinstance(answer, int) else answer[0] if answer else 0
            self.machine.answer(state, pending[1], answer)
            if state.active != whose:
                whose, turns = state.active, turns - 1
                if turns <= 0:
                    break
        return dice

    def _best_answer(self, dice: int, looks: int, team: bool) -> tuple[int | tuple[int, ...], int]:
        """Of a few answers by chance the one after which who is asked stands best."""
        pending = self.state.pending
        who, one = pending[1], own(pending, pending[1])
        options, several = len(one[4]), one[0] == "several"
        if looks < 2 or self.points is None or who is None or options < 2 or options >= MOST_OPTIONS // 4:
            return _by_chance(dice, one)
        best, found, left = None, 0, list(range(options))
        for _ in range(looks if several else min(looks, options)):
            answer: int | tuple[int, ...]
            if several:
                answer, dice = _by_chance(dice, one)
            else:
                number, dice = below(dice, len(left))
                answer = left.pop(number)
            seed, dice = below(dice, 1 << 62)
            value = self._seen_after(who, answer, seed, team)
            if best is None or value > found:
                best, found = answer, value
        assert best is not None
        return best, dice

    def _seen_after(self, who: int, answer: int | tuple[int, ...], seed: int, team: bool) -> int:
        """How `who` stands after an answer; chance is not the one that will be, which nobody can see."""
        state = self.state.copy()
        state.rng = seed_state(seed)
        self.machine.answer(state, who, answer)
        self.state.left -= self.state.left - state.left
        found: int = self.points(state, who, who)
        if not team and self.players > 1:
            found -= max(self.points(state, p, p) for p in range(self.players) if p != who)
        if state.over is not None and (state.over[0] or team):
            found += DECIDED if who in state.over[0] else -DECIDED
        return found

    def outcome(self) -> Outcome:
        machine, state = self.machine, self.state
        points, together = self._of_each(self.points), self.together
        if state.over is None:
            return Outcome(None, False, points, together)
        payoffs, divisors = self._of_each(machine.payoff_of), self._of_each(machine.divisor_of)
        returns = returns_of(self.players, state.over, payoffs, divisors)
        return Outcome(returns, payoffs is not None, points, together)

    def _of_each(self, asked: Any) -> tuple[int, ...] | None:
        return None if asked is None else tuple(asked(self.state, p, p) for p in range(self.players))

    @property
    def steps(self) -> int:
        return 0 if self.state is None else int(self.before - self.state.left)


def _by_chance(dice: int, one: Sequence[Any]) -> tuple[int | tuple[int, ...], int]:
    """Any answer to a question."""
    if one[0] != "several":
        return below(dice, len(one[4]))
    low, high, ordered = one[6:9]
    amount, dice = below(dice, high - low + 1)
    left, taken = list(range(len(one[4]))), []
    for _ in range(low + amount):
        number, dice = below(dice, len(left))
        taken.append(left.pop(number))
    return tuple(taken if ordered else sorted(taken)), dice


def _points_of(machine: Backend) -> Any:
    if machine.outlook_of is not None:
        return machine.outlook_of
    if machine.ranks:
        sign, key = machine.ranks[0]
        return lambda state, you, player: sign * key(state, you, player)
    return machine.score_of
