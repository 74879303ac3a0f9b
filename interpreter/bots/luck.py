"""The luck of a deal: what it brings whatever is answered.

In: deals, by their seeds, and what playing on from each came to. Out: which deal is next, and by how much it
is better than others. Players who win together compare their answers in the same deals and leave the luck of
each out of account: otherwise it is the cards that part two answers, and not what they are worth.
"""

from __future__ import annotations

from attrs import define, field

from interpreter.practice import Outcome

SQUARE = 1.0  # deals: as many as the root of the iterations, so that each is used as often as there are deals


@define
class Luck:
    seeds: list[int] = field(factory=list)
    points: dict[int, float] = field(factory=dict)
    total: float = 0.0
    turn: int = 0

    def learn(self, seed: int, outcome: Outcome) -> None:
        """What a play-out of this deal came to."""
        if outcome.points is None or seed in self.points:
            return
        self.seeds.append(seed)
        self.points[seed] = float(outcome.points[0])
        self.total += self.points[seed]

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
