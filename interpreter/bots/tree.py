"""A tree over what a seat can know: information-set Monte-Carlo tree search.

In: a practice (deals of one question that can be played on) and dice. Out: how often each answer was tried,
and how it did. Each iteration deals what the seat cannot know anew, goes down the tree by the answers that
promise most to whoever is asked, adds one answer to it, plays on by chance, and tells all answers on the way
what came of it. An answer is compared only with those that were there in the same deals.

Chance is never a branch: the same answers may lead to different questions, and a place in the tree has a
table for each. Players who are asked at the same time have a table each at the same place, so that nobody
answers as if he had heard the others. Several things are chosen one after the other. Where there are many
answers, few of them are tried at first, those that look best right away before others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Any

from interpreter.bots.curiosity import surprise, width
from interpreter.bots.dice import Dice
from interpreter.bots.likely import Likely
from interpreter.bots.luck import Luck
from interpreter.bots.places import Edge, Node, Table, proofs
from interpreter.bots.purses import too_dear
from interpreter.bots.worth import WIN, Team, decided, mixed, parts, team_of, worths
from interpreter.practice import MANY, Asked, Outcome, Practice

SAMPLES = 8  # play-outs that tell what a team may expect
TURNS, MOST_OF_A_TURN = 1, 80  # how far a team looks ahead, and how many decisions that are at most
LOOKS = 12  # of so many answers a team that plays on takes the one that looks best
LOOKS_OF_THE_BLIND = 4  # the same where only ends are worth something: it takes wins, and avoids losses
GUESSING, LOOKING = 0.25, 0.5  # the shares of the time after which it is no longer found out what to expect
AT_ONCE = 5  # decisions of a play-out between two looks at the clock
CHEAP = 6_000_000  # steps of a play-out that may be played in one go
SURELY = 1e9  # what is proven comes before all else, and last
STOP = "stop"  # no more things


class Late(Exception):
    """The time is over in the middle of an iteration, or what may be spent."""


def never(share: float) -> bool:
    return False


class Tree:
    """The search for an answer to one question."""

    def __init__(
        self,
        practice: Practice,
        dice: Dice,
        root: Node | None = None,
        playout: int = 60,
        late: Callable[[float], bool] = never,  # whether such a share of the time is over
        team: Team | None = None,  # what was expected when the tree that is kept was begun
        likely: Likely | None = None,  # weighs deals by what others did
    ) -> None:
        self.practice, self.dice, self.root, self.late = practice, dice, root or Node(), late
        self.playout = playout
        self.low, self.high = float("inf"), float("-inf")
        self.steps = self.tried = self.failed = self.done = 0
        self.begun, self.blind = False, True  # blind: nothing but ends has parted the players
        self.open, self.proven = practice.open(), 0  # what is proven about the answer that ended an iteration
        self.team: Team | None = None
        self.expected = team
        self.luck, self.likely = Luck(), likely
        self.cheap = False  # whether a whole play-out costs little
        self.turns_left = MANY  # until the search has seen enough

    def look_ahead(self, deals: int, most: int) -> None:
        """Asks after each answer to the first question how it looks, before anything else happens."""
        self._begin()
        practice, totals = self.practice, dict[Any, float]()
        seeds = [self.dice.seed() for _ in range(deals)]
        for seed in seeds:
            asked = practice.asked() if practice.deal(seed) else None
            if asked is None or asked.secret or asked.several or not 1 < len(asked.options) <= most:
                return
            looks = dict(totals)
            for number, option in enumerate(list(asked.options)):
                if self.late(LOOKING) or self._too_dear():
                    return
                try:
                    if number and not practice.deal(seed):
                        return
                    self._give(number)
                    value = self._worths()[asked.who or 0]
                except Exception:  # a deal agrees with what was seen, not with every promise of the rules
                    value = 0.0
                self._count()
                looks[option] = looks.get(option, 0.0) + value
            totals = self.root.table(asked).first = looks

    @property
    def solved(self) -> bool:
        """Whether an answer to the first question is proven to win."""
        return any(edge.proof > 0 for table in self.root.tables.values() for edge in table.edges.values())

    # ------------------------------------------------------------ one iteration
    def iterate(self) -> None:
        self._begin()
        practice, self.done = self.practice, self.done + 1
        seed = self._seed() if self.team is None else self._team_seed()
        if not practice.deal(seed):
            self.failed += 1
            return
        path: list[tuple[Edge, int, Table]] = []
        try:
            self._descend(path)
            outcome = practice.outcome() if self.team is None else None
            self.blind = self.blind and (outcome is None or not parts(outcome))
            values = None if self.blind else self._worths_here(outcome)
            if self.proven:
                sure, who = WIN * self.proven, path[-1][1]
                values = [sure if p == who else -sure for p in range(practice.players)]
            else:
                self._play_on(self.turns_left)
                values = self._worths(seed) if values is None else mixed(values, self._worths(seed))
                if self.team is not None:
                    self.luck.learn(seed, practice.outcome())
        except Late:
            self.done -= 1
            return
        except Exception:  # a deal agrees with what was seen, not with every promise of the rules
            self.failed += 1
            return
        finally:
            self._count()
        ended = 0 if outcome is None or not path else decided(outcome, path[-1][1])
        if ended > 0:
            path[-1][0].won += 1
        for edge, who, table in path:
            value = values[who]
            table.ended += 1
            table.total += value
            table.squares += value * value
            edge.visits += 1
            edge.total += value
            self.low, self.high = min(self.low, value), max(self.high, value)
        if self.open and (self.proven or ended):
            proofs(path, ended, practice.players)

    def _count(self) -> None:
        """What the deal that was tried has cost."""
        self.steps += self.practice.steps

    def _too_dear(self, more: int = 0) -> bool:
        return too_dear(self.steps + more, self.tried, self.late is not never)

    def _begin(self) -> None:
        """Finds out whether players win together, and what they may expect."""
        if self.begun:
            return
        self.begun, outcomes = True, list[Outcome]()
        try:
            for seed in [self.dice.seed() for _ in range(SAMPLES)]:
                if self._too_dear():
                    raise Late
                if not self.practice.deal(seed) or team_of([self.practice.outcome()]) is None:
                    return
                try:
                    self._play_turn(GUESSING)
                    outcomes.append(self.practice.outcome())
                    self.luck.learn(seed, outcomes[-1])
                    if not self.late(GUESSING) and self._parted():
                        return
                finally:
                    self._count()
        except Late:
            outcomes = outcomes if len(outcomes) > 1 else []
        except Exception:  # a deal agrees with what was seen, not with every promise of the rules
            return
        found = team_of(outcomes)
        self.team = found if found is None else self.expected or found

    def _seed(self) -> int:
        return self.dice.seed() if self.likely is None else self.likely.seed(self.dice)

    def _team_seed(self) -> int:
        """A team compares its answers in the same deals, so that it is not luck that parts them."""
        if self.luck.wants_more(self.done):
            seed = self.dice.seed()
            try:
                if self.practice.deal(seed):
                    self._play_turn(1.0)
                    self.luck.learn(seed, self.practice.outcome())
            except Exception:  # as below: the next iteration finds out
                return seed
            finally:
                self._count()
        return self.luck.next()

    def _parted(self) -> bool:
        """Whether one stands better than another in the end: who looks alike now may still be alone."""
        try:
            self._play_out(1)
            return team_of([self.practice.outcome()]) is None
        except Exception:  # a deal agrees with what was seen, not with every promise of the rules
            return False

    @property
    def _turns(self) -> int:
        return MANY if self.team is None else TURNS

    def _play_on(self, turns: int) -> None:
        """A team plays on with some sense, and until the turn is over: what is put off is not avoided."""
        if self.team is None:
            self._play_out(LOOKS_OF_THE_BLIND if self.blind else 1)
        elif turns > 0:
            self._play_turn(1.0)

    def _play_out(self, looks: int) -> None:
        """In one go where this is known to be cheap; otherwise it ends once it has become too dear."""
        practice, left, stretch = self.practice, self.playout, self.playout if self.cheap else 1
        dice = self.dice.state  # of an iteration that fails it is as if they had not been thrown
        while left > 0 and not self._too_dear(practice.steps):
            stretch = min(left, stretch)
            before, dice = dice, practice.play_on(dice, stretch, MANY, looks)
            self.tried, left, stretch = self.tried + stretch * looks, left - stretch, 2 * stretch
            if dice == before:
                break
        self.dice.state = dice
        self.cheap = practice.steps < CHEAP

    def _give(self, answer: int | tuple[int, ...]) -> None:
        self.tried += 1
        self.practice.give(answer)

    def _play_turn(self, share: float) -> None:
        """In short stretches: where play-outs are slow, one of them may take longer than there is time."""
        practice, dice, whose = self.practice, self.dice, self.practice.whose
        for _ in range(0, MOST_OF_A_TURN, AT_ONCE):
            before, dice.state = dice.state, practice.play_on(dice.state, AT_ONCE, TURNS, LOOKS, True)
            self.tried += AT_ONCE * LOOKS
            if practice.whose != whose or dice.state == before:  # the turn or the game is over
                return
            if self.late(share) or self._too_dear(practice.steps):
                raise Late

    def _worths_here(self, outcome: Outcome | None) -> Sequence[float] | None:
        """How it stands before chance plays on, which soon throws away what was won; None if unknown."""
        if outcome is None or outcome.points is None or outcome.returns is not None:
            return None
        return worths(outcome, self.practice.players)

    def _worths(self, seed: int | None = None) -> Sequence[float]:
        return worths(self.practice.outcome(), self.practice.players, self.team, self.luck.of(seed))

    def _descend(self, path: list[tuple[Edge, int, Table]]) -> None:
        """Answers by what the tree knows, until something new was tried."""
        practice, node = self.practice, self.root
        together: list[Any] = []  # the answers of a secret round
        asked = practice.asked()
        whose, self.turns_left, self.proven = practice.whose, self._turns, 0
        while asked is not None and asked.who is not None:
            if asked.several is None:
                table = node.table(asked)
                if self.team is not None and not table.edges and not table.first:
                    number, edge = self._first_of_a_team(table, asked.options, path, asked.who)
                else:
                    number, edge = self._choose(table, asked.options, path, asked.who)
                    if edge.proof:
                        self.proven = edge.proof
                        return
                    self._give(number)
                new, below, key = edge.tries == 1, edge.below, asked.options[number]
            else:
                taken, new, below = self._take(node, asked, path)
                self._give(taken)
                key = taken
            if practice.whose != whose:
                whose, self.turns_left = practice.whose, self.turns_left - 1
                if self.turns_left <= 0:
                    return
            before, asked = asked, practice.asked()
            if not before.secret:
                node = below
            else:
                together.append(key)
                if (
                    asked is None
                    or not asked.secret
                    or asked.place != before.place
                    or asked.who == before.who
                ):
                    node = node.rounds.setdefault(tuple(together), Node())
                    together = []
                elif new:
                    new = False  # the others answer too: a secret answer means something only with theirs
                    self._finish_round(before.place)
                    return
            if new:
                return

    def _finish_round(self, place: tuple[int, int]) -> None:
        asked = self.practice.asked()
        while asked is not None and asked.secret and asked.place == place:
            self.dice.state = self.practice.play_on(self.dice.state, 1)
            again = self.practice.asked()
            if again is None or again.who == asked.who:
                return
            asked = again

    def _take(
        self, node: Node, asked: Asked, path: list[tuple[Edge, int, Table]]
    ) -> tuple[tuple[int, ...], bool, Node]:
        """Several things, one after the other."""
        assert asked.several is not None and asked.who is not None
        (low, high, ordered), options = asked.several, asked.options
        taken: list[int] = []
        new = False
        while len(taken) < high:
            start = 0 if ordered or not taken else taken[-1] + 1
            last = len(options) - max(0, low - len(taken) - 1)
            left = [n for n in range(start, len(options) if ordered else last) if n not in taken]
            keys = [options[n] for n in left] + ([STOP] if len(taken) >= low else [])
            if not keys:
                break
            if new:
                place = self.dice.below(len(keys))
            else:
                place, edge = self._choose(node.table(asked), keys, path, asked.who)
                new, node = edge.tries == 1, edge.below
            if place == len(left):
                break
            taken.append(left[place])
        return tuple(taken), new, node

    def _choose(
        self, table: Table, options: Sequence[Any], path: list[tuple[Edge, int, Table]], who: int
    ) -> tuple[int, Edge]:
        edges = table.edges
        table.visits += 1
        table.options = len(options)
        known = [edges.get(option) for option in options]
        fresh = [number for number, edge in enumerate(known) if edge is None]
        if fresh and len(options) - len(fresh) < width(table, self.team is not None):
            number = self._freshest(table, options, fresh)
            edge = edges[options[number]] = Edge(table.visits)
            edge.available = 1
            for other in known:
                if other is not None:
                    other.available += 1
        else:
            number, edge = self._best(table, known)
        edge.tries += 1
        path.append((edge, who, table))
        return number, edge

    def _first_of_a_team(
        self, table: Table, options: Sequence[Any], path: list[tuple[Edge, int, Table]], who: int
    ) -> tuple[int, Edge]:
        """Where a team has not been before, it begins with what looks best, as when it plays on."""
        table.visits, table.options = table.visits + 1, len(options)
        self.dice.state = self.practice.play_on(self.dice.state, 1, TURNS, LOOKS, True)
        self.tried += LOOKS
        number = self.practice.last
        edge = table.edges[options[number]] = Edge(table.visits)
        edge.available = edge.tries = 1
        path.append((edge, who, table))
        return number, edge

    def _freshest(self, table: Table, options: Sequence[Any], fresh: list[int]) -> int:
        if not table.first:
            return self.dice.one_of(fresh)
        first = table.first
        best = max(first.get(options[number], -1e9) for number in fresh)
        return self.dice.one_of([n for n in fresh if first.get(options[n], -1e9) >= best - 1e-12])

    def _best(self, table: Table, known: Sequence[Edge | None]) -> tuple[int, Edge]:
        spread = surprise(table, self.high - self.low, self.team is not None, self.blind)
        found: tuple[int, Edge] | None = None
        best = float("-inf")
        for number, edge in enumerate(known):
            if edge is None:
                continue
            edge.available += 1
            mean = edge.total / edge.visits if edge.visits else self.low
            promise = mean + spread * sqrt(log(edge.available + 1) / edge.tries) + SURELY * edge.proof
            if promise > best:
                best, found = promise, (number, edge)
        assert found is not None
        return found
