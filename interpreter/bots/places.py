"""The places of a search tree, and what is proven about answers.

In: how often answers were tried and what came of it. Out: whether an answer surely wins or surely loses.
Where neither chance nor anybody hides anything one look is enough, and what is proven goes up the tree; where
not, only what was seen again and again counts, and only for one step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.practice import Asked

SURE = 6  # times that an answer won at once, and never did not, before it is taken for sure


class Edge:
    """An answer, and how it did for the player who gave it."""

    __slots__ = ("available", "below", "proof", "since", "total", "tries", "visits", "won")

    def __init__(self, since: int = 0) -> None:
        self.since = since  # how often the question had been asked when this was first given
        self.available = self.tries = self.visits = 0
        self.won = 0  # how often it won the game at once
        self.proof = 0  # 1: it wins, -1: it loses, whatever anybody does; only where nothing is hidden
        self.total = 0.0
        self.below = Node()

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0

    @property
    def wins(self) -> bool:
        """Whether it won the game at once, however often it was tried."""
        return self.won == self.visits >= SURE

    def loses(self, who: int) -> bool:
        """Whether after it somebody else is always asked, and can always win at once."""
        return any(
            edge.wins and edge.available > table.visits - edge.since
            for (_, other), table in self.below.tables.items()
            if other != who and table.visits >= self.tries - 1  # when it was first tried nobody was asked
            for edge in table.edges.values()
        )


class Table:
    """The answers to one question at one place of the tree."""

    __slots__ = ("edges", "ended", "first", "options", "squares", "total", "visits")

    def __init__(self) -> None:
        self.edges: dict[Any, Edge] = {}
        self.first: dict[Any, float] = {}  # how good an answer looked right away
        self.visits = self.ended = 0
        self.options = 0  # how many answers there were
        self.total = self.squares = 0.0  # of the values that came of it


class Node:
    """A place in the tree: what was answered so far, as the seat knows it."""

    __slots__ = ("rounds", "tables")

    def __init__(self) -> None:
        self.tables: dict[Any, Table] = {}
        self.rounds: dict[Any, Node] = {}  # after a secret round

    def table(self, asked: Asked) -> Table:
        key = (asked.place, asked.who)
        found = self.tables.get(key)
        if found is None:
            found = self.tables[key] = Table()
        return found


Path = Sequence[tuple[Edge, int, Table]]  # the answers of an iteration, who gave them, and among which


def proofs(path: Path, ended: int, players: int) -> None:
    """What the end of an iteration proves about the answers on its way; `ended`: the last one won or lost."""
    for edge, who, _ in reversed(path):
        edge.proof = edge.proof or ended or _from_below(edge, who, players)
        ended = 0
        if not edge.proof:
            return


def _from_below(edge: Edge, who: int, players: int) -> int:
    """All that follows is one question: who is asked wins if one answer does, and loses if all do."""
    if len(edge.below.tables) != 1 or edge.below.rounds:
        return 0
    ((_, other), table), *_ = edge.below.tables.items()
    found = [answer.proof for answer in table.edges.values()]
    if 1 in found:
        return 1 if other == who else -1
    if len(found) == table.options and max(found) < 0:
        return -1 if other == who else 1 if players == 2 else 0
    return 0
