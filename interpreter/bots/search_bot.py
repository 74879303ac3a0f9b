"""The bot that searches: a tree over what its seat can know (`tree.py`).

In: a game, a seat and a budget in iterations, in seconds or in both. Out: the answer that was tried most.
With a budget in iterations the same seed gives the same answer on every machine and every backend; seconds
are read from a clock that the caller gives. What was found out about the answer that is given is kept for the
next question of the same turn, and `reasons` tells what the bot expects of each answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from interpreter.bots import Answer
from interpreter.bots.dice import Dice
from interpreter.bots.likely import Likely
from interpreter.bots.places import Edge, Node, Table
from interpreter.bots.purses import too_dear
from interpreter.bots.random_bot import RandomBot
from interpreter.bots.tree import STOP, Tree, never
from interpreter.bots.worth import Team
from interpreter.game import Game
from interpreter.game.requests import NATURE, Request
from interpreter.practice import Asked

ITERATIONS = 400
MOST_ITERATIONS = 200_000  # of one decision, however much time there is
PLAYOUT, PLAYOUT_WITH_OUTLOOK = 80, 24  # decisions; then the definition is asked how everybody stands
DEALS_LOOKED_AT, FEW_LOOKED_AT, MOST_LOOKED_AT = (
    3,
    80,
    400,
)  # one deal only where there are more answers than few
Clock = Callable[[], float]


@frozen
class Reason:
    """What a bot thinks of an answer."""

    answer: Answer
    tried: float  # the share of its thoughts
    worth: float  # what it expects: a payoff, or from -1 for losing to 1 for winning


class SearchBot:
    def __init__(
        self,
        seed: int = 0,
        iterations: int | None = None,
        seconds: float | None = None,
        clock: Clock | None = None,
        name: str = "search",
        trust: float = 0.0,  # how much it weighs, in deals, what others did
    ) -> None:
        if seconds is not None and clock is None:
            raise ValueError("a budget in seconds needs a clock")
        self.name, self._trust = name, trust
        self._dice = Dice(seed)
        self._iterations = iterations or (ITERATIONS if seconds is None else MOST_ITERATIONS)
        self._seconds, self._clock = seconds, clock
        self._kept: tuple[int, Node] | None = None  # how many answers there will be, and the tree after them
        self._team: Team | None = None  # what was expected when that tree was begun
        self.reasons: list[Reason] = []
        self.iterations = 0  # of the last decision
        self.failed = 0  # iterations that led into a mistake, and were thrown away

    def choose(self, game: Game, player: int) -> Answer:
        self.reasons = []
        request = game.request(player)
        if request is None or player == NATURE:
            return RandomBot(self._dice.seed()).choose(game, player)
        if not request.several and len(request) == 1:
            return 0
        late = self._lateness()
        given = len(game.answers)
        root = self._kept[1] if self._kept is not None and self._kept[0] == given else None
        outlook = game.program.outlook is not None
        practice = game.practice(player)
        likely = Likely(practice, player, self._trust) if self._trust > 0 else None
        playout, team = PLAYOUT_WITH_OUTLOOK if outlook else PLAYOUT, None if root is None else self._team
        tree = Tree(practice, self._dice, root, playout, late, team, likely)
        deals = DEALS_LOOKED_AT if len(request) <= FEW_LOOKED_AT else 1
        tree.look_ahead(deals, min(MOST_LOOKED_AT, self._iterations // 2))
        self._search(tree, late)
        self.failed, self.iterations = self.failed + tree.failed, tree.done
        self._team = tree.team
        answer, below = self._found(tree, request, player)
        self._kept = None if below is None else (given + 1, below)
        return answer

    def _lateness(self) -> Callable[[float], bool]:
        """Tells whether such a share of the time, from now on, is over."""
        clock, seconds = self._clock, self._seconds
        if clock is None or seconds is None:
            return never
        began = clock()
        return lambda share: clock() - began >= share * seconds

    def _search(self, tree: Tree, late: Callable[[float], bool]) -> None:
        for _ in range(self._iterations):
            if too_dear(tree.steps, tree.tried, self._seconds is not None):
                return
            tree.iterate()
            if late(1.0) or (tree.open and tree.solved):
                return

    # ------------------------------------------------------------ what was found
    def _found(self, tree: Tree, request: Request, player: int) -> tuple[Answer, Node | None]:
        """The answer that was tried most, and the tree below it."""
        practice = tree.practice
        asked = practice.asked() if practice.deal(0) else None
        while asked is not None and asked.secret and asked.who != player:
            practice.give(tuple(range(asked.several[0])) if asked.several else 0)
            asked = practice.asked()
        table = None if asked is None else tree.root.tables.get((asked.place, player))
        if asked is None or table is None or not (table.edges or table.first):
            return RandomBot(self._dice.seed()).choose_from(request), None
        if asked.several is not None:
            return self._taken(tree.root, asked)
        tried = [
            (edge, number)
            for number, option in enumerate(asked.options)
            if (edge := table.edges.get(option)) is not None
        ]
        if table.first and not any(edge.visits for edge, _ in tried):  # there was time for a look only
            first = [table.first.get(option, float("-inf")) for option in asked.options]
            return first.index(max(first)), None
        self._explain(table, tried)
        best, number = max(
            tried, key=lambda pair: (self._sense(pair[0], player), pair[0].visits, pair[0].mean)
        )
        return number, None if asked.secret else best.below

    @staticmethod
    def _sense(edge: Edge, player: int) -> int:
        """What surely wins comes before all else, and what surely loses comes last."""
        return edge.proof or (1 if edge.wins else -1 if edge.loses(player) else 0)

    def _explain(self, table: Table, tried: list[tuple[Edge, int]]) -> None:
        whole = sum(edge.visits for edge, _ in tried) or 1
        found = [Reason(number, edge.visits / whole, edge.mean) for edge, number in tried if edge.visits]
        self.reasons = sorted(found, key=lambda reason: -reason.tried)

    def _taken(self, node: Node, asked: Asked) -> tuple[Answer, Node | None]:
        """Several things: down the tree by what was tried most."""
        assert asked.several is not None
        (low, high, ordered), options = asked.several, asked.options
        taken: list[int] = []
        whole, best = 0, Edge()
        while len(taken) < high:
            start = 0 if ordered or not taken else taken[-1] + 1
            last = len(options) if ordered else len(options) - max(0, low - len(taken) - 1)
            left: dict[Any, int] = {options[n]: n for n in reversed(range(start, last)) if n not in taken}
            table = node.tables.get((asked.place, asked.who))
            edges = {} if table is None else table.edges
            known = [
                (edge, key)
                for key, edge in edges.items()
                if key in left or (key == STOP and len(taken) >= low)
            ]
            if not known:
                if len(taken) >= low or not left:
                    break
                taken.append(min(left.values()))
                continue
            whole = whole or sum(edge.visits for edge, _ in known)
            best, key = max(known, key=lambda pair: (pair[0].visits, pair[0].mean))
            node = best.below
            if key == STOP:
                break
            taken.append(left[key])
        answer = tuple(taken)
        self.reasons = [Reason(answer, best.visits / whole if whole else 1.0, best.mean)]
        return answer, None if asked.secret else node
