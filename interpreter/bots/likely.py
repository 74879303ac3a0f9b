"""Which deals are likely, by what others did: whoever had a choice stands better than chance would have it.

In: a practice, dice and how much it weighs. Out: the seed of the next deal. Of two deals the one in which the
others stand better, by the definition's own outlook, ranking or score, is taken more often: they have chosen
what they keep, take and give away. Nothing is looked at but deals, so two games that look the same to a seat
are weighed the same. It is no model of anybody's thought, and it is off unless a bot is asked for it
(docs/bots.md has the figures).
"""

from __future__ import annotations

from interpreter.bots.dice import Dice
from interpreter.bots.worth import worths
from interpreter.practice import Practice

FINE = 1 << 20
TRIES = 12  # deals that all stand alike: nothing hidden is read, and it is not asked again


class Likely:
    """Chooses deals for one question of one player."""

    def __init__(self, practice: Practice, player: int, trust: float) -> None:
        self.practice, self.player, self.trust = practice, player, trust
        self.alike = self.seen = 0
        self.apart = 0.0  # by how much deals differ, all together

    def seed(self, dice: Dice) -> int:
        first = dice.seed()
        if self.alike >= TRIES or self.trust <= 0:
            return first
        second = dice.seed()
        gain = self._others(second) - self._others(first)
        self.alike = self.alike + 1 if gain == 0 else -FINE  # they differ: never given up again
        self.seen, self.apart = self.seen + 1, self.apart + abs(gain)
        usual = self.apart / self.seen or 1.0
        return second if dice.below(FINE) < FINE * chance(self.trust * gain / usual) else first

    def _others(self, seed: int) -> float:
        """How the others stand in a deal; 0 where it cannot be said."""
        practice = self.practice
        if not practice.deal(seed):
            return 0.0
        try:
            found = worths(practice.outcome(), practice.players)
        except Exception:  # a deal agrees with what was seen, not with every promise of the rules
            return 0.0
        return sum(worth for player, worth in enumerate(found) if player != self.player)


def chance(gain: float) -> float:
    """That of two deals the one is taken in which others stand so much better: 1/2 where it is 0."""
    return 0.5 + 0.5 * gain / (1.0 + abs(gain))
