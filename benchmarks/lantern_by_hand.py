"""Lantern Walk as plain Python, written by hand: what the interpreter is measured against.

It plays the same games as `gamedefs/lantern_walk`: chance comes from the same generator and is used in the
same order, so equal seeds and equal choices give equal games. It is an ordinary program: a game runs from
beginning to end in one call, and cannot be stopped, copied, saved or looked at on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from interpreter.rng import advance, below, seed_state

Choose = Callable[[Sequence[str]], int]  # gets the options, gives the index of one

GO_ON_OR_HOME = ("go_on", "go_home")


@dataclass(frozen=True, slots=True)
class Card:
    kind: str
    worth: int = 0
    ghost: str = "nobody"


class Result(NamedTuple):
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int


CARDS = (
    *[Card("light", 1)] * 8,
    *[Card("light", 2)] * 7,
    *[Card("light", 3)] * 5,
    *[Card("light", 4)] * 4,
    *[Card("light", 5)] * 2,
    *[Card("lantern")] * 6,
    *[Card("ghost", ghost="owl")] * 3,
    *[Card("ghost", ghost="fox")] * 3,
    *[Card("ghost", ghost="wolf")] * 3,
    *[Card("ghost", ghost="witch")] * 3,
)


class LanternWalk:
    def __init__(self, players: int, seed: int, choose: Choose, lanterns: bool = True) -> None:
        self.players = players
        self.choose = choose
        self.random = seed_state(seed)
        self.deck = [card for card in CARDS if lanterns or card.kind != "lantern"]
        self.path: list[Card] = []
        self.homes: list[list[Card]] = [[] for _ in range(players)]
        self.lit = False
        self.decisions = 0

    def play(self) -> Result:
        player = self.pick(self.players)
        while self.deck:
            self.take_turn(player)
            player = (player + 1) % self.players
        scores = tuple(sum(card.worth for card in home) for home in self.homes)
        ranks = [(score, len(home)) for score, home in zip(scores, self.homes, strict=True)]
        best = max(ranks)
        winners = tuple(player for player, rank in enumerate(ranks) if rank == best)
        return Result(scores, winners, self.decisions)

    def take_turn(self, player: int) -> None:
        while self.explore():
            if not self.deck or self.wants_home():
                self.homes[player] += [card for card in self.path if card.kind == "light"]
                break
        self.path.clear()
        self.lit = False

    def wants_home(self) -> bool:
        self.decisions += 1
        return GO_ON_OR_HOME[self.choose(GO_ON_OR_HOME)] == "go_home"

    def explore(self) -> bool:
        """Turns over a card. False if a ghost chases the player home."""
        card = self.deck.pop(self.pick(len(self.deck)))
        if card.kind == "lantern":
            self.lit = True
        elif card.kind == "ghost" and any(other.ghost == card.ghost for other in self.path):
            if not self.lit:
                return False
            self.lit = False
        self.path.append(card)
        return True

    def pick(self, outcomes: int) -> int:
        """A random number below `outcomes`. One outcome is no chance."""
        if outcomes == 1:
            return 0
        self.random = advance(self.random)
        return below(self.random, outcomes)


def play(players: int, seed: int, choose: Choose, lanterns: bool = True) -> Result:
    """Plays one game to its end."""
    return LanternWalk(players, seed, choose, lanterns).play()
