"""The luck of a deal: what it brings whatever is answered.

In: deals, by their seeds, and what playing on from each came to, on average over all that was tried in it.
Out: which deal is next, and by how much it is better than others. Players who win together compare their
answers in the same deals and leave the luck of each out of account: otherwise it is the cards that part two
answers, and not what they are worth.
"""

from __future__ import annotations

from attrs import define, field

from interpreter.practice import Outcome

SQUARE = 1.0  # deals: as many as the root of the iterations, so that each is used as often as there are deals


@define
class Luck:
    seeds: list[int] = field(factory=list)
    points: dict[int, float] = field(factory=dict)
    tried: dict[int, int] = field(factory=dict)
    total: float = 0.0
    turn: int = 0

    def learn(self, seed: int, outcome: Outcome) -> None:
        """What a play-out of this deal came to."""
        if outcome.points is None:
            return
        if seed not in self.points:
            self.seeds.append(seed)
        before, tried = self.points.get(seed, 0.0), self.tried.get(seed, 0) + 1
        self.tried[seed] = tried
        self.points[seed] = before + (outcome.points[0] - before) / tried
        self.total += self.points[seed] - before

    def wants_more(self, iterations: int) -> bool:
        return not self.seeds or len(self.seeds) * len(self.seeds) < SQUARE * iterations

    def next(self) -> int:
        """One deal after the other, and then from the beginning."""
        self.turn += 1
        return self.seeds[self.turn % len(self.seeds)]

    def of(self, seed: int | None) -> float:
        """How many points more this deal is worth than the others."""
        found = None if seed is None else self.points.get(seed)
        return 0.0 if found is None else found - self.total / len(self.seeds)
