"""Several ways to play, compared on the same seeds.

In: conditions, each a `Match` with a label. Out: for a stretch of seeds a `Part`: a tally for each condition,
and for each but the first how its games differ from those of the first, seed by seed. Parts add up like
tallies: whole numbers, in any order. This is the seam at which work is spread: an engine plays stretches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from cli.science.match import Match, Played
from cli.science.tally import Key, Tally, in_order

MOST_SPENT, MOST_FAILED = 3, 5  # games, before it is given up; or the first one, if it took too much
Ranges = tuple[tuple[int, int], ...]  # stretches of seeds: from, and up to but without


@frozen
class Condition:
    """One way to play. `changed` is what it has that the others have not, in words for its label."""

    label: str
    match: Match


@define
class Part:
    """What was counted for some seeds."""

    tallies: tuple[Tally, ...]
    pairs: Counter[Key] = field(factory=Counter)  # condition, what, seat, then how it is summed
    seeds: Ranges = ()
    spent: int = 0  # games that took too many steps

    def absorb(self, other: Part) -> None:
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.absorb(theirs)
        self.pairs.update(other.pairs)
        self.seeds = joined([*self.seeds, *other.seeds])
        self.spent += other.spent

    @property
    def played(self) -> int:
        """How many seeds were played: each under every condition."""
        return sum(stop - start for start, stop in self.seeds)

    @property
    def hopeless(self) -> bool:
        """Whether going on would only take time: games cost too much, or none can be finished."""
        if self.spent >= min(MOST_SPENT, self.played):
            return self.spent > 0
        return self.played >= MOST_FAILED and not any(
            tally.counts["games"]["finished",] for tally in self.tallies
        )

    def pairs_to_data(self) -> list[list[Any]]:
        return [[*key, amount] for key, amount in in_order(self.pairs)]


@define
class Experiment:
    conditions: tuple[Condition, ...]
    keep: bool = False  # a row of each game and seat

    def nothing(self) -> Part:
        return Part(tuple(Tally.of(condition.match) for condition in self.conditions))

    def play(self, start: int, stop: int) -> Part:
        """The games of these seeds, under each condition."""
        part = self.nothing()
        for seed in range(start, stop):
            games = []
            for condition, tally in zip(self.conditions, part.tallies, strict=True):
                game = condition.match.one(seed)
                tally.add(game, condition.match.bots, self.keep)
                games.append(game)
                part.spent += game.spent
            for number, game in enumerate(games[1:], 1):
                _pair(part.pairs, number, games[0], game)
        part.seeds = ((start, stop),) if stop > start else ()
        return part


def _pair(pairs: Counter[Key], number: int, first: Played, second: Played) -> None:
    """Notes how the same seed went under two conditions. A game that failed is no partner."""
    if first.error or second.error:
        return
    _difference(pairs, (number, "decisions", -1), second.length - first.length)
    for seat in range(min(len(first.seats), len(second.seats))):
        won = seat in first.winners, seat in second.winners
        pairs[number, "won", seat, "games"] += 1
        pairs[number, "won", seat, "only_first"] += won == (True, False)
        pairs[number, "won", seat, "only_second"] += won == (False, True)
        if first.scores is not None and second.scores is not None:
            _difference(pairs, (number, "score", seat), second.scores[seat] - first.scores[seat])


def _difference(pairs: Counter[Key], key: Key, value: int) -> None:
    pairs[(*key, "games")] += 1
    pairs[(*key, "sum")] += value
    pairs[(*key, "squares")] += value * value


def joined(ranges: Sequence[tuple[int, int]]) -> Ranges:
    """The same seeds in as few stretches as can be. Raises `ValueError` if one is there twice."""
    found: list[tuple[int, int]] = []
    for start, stop in sorted(ranges):
        if found and start < found[-1][1]:
            raise ValueError(f"seeds {start} to {min(stop, found[-1][1]) - 1} are there twice")
        if found and start == found[-1][1]:
            found[-1] = (found[-1][0], stop)
        else:
            found.append((start, stop))
    return tuple(found)


def pairs_from_data(data: Sequence[Sequence[Any]]) -> Counter[Key]:
    return Counter({tuple(key): int(amount) for *key, amount in data})


def of_condition(pairs: Mapping[Key, int], number: int) -> dict[Key, int]:
    return {key[1:]: amount for key, amount in pairs.items() if key[0] == number}
