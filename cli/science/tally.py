"""What was counted in many games.

In: games that were played. Out: a `Tally` of whole numbers. Tallies of different games can be merged in any
grouping and order, here or on another machine, and always give the same, to the byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, field

from cli.science.counting import components_of, rules_of
from cli.science.match import ALL, NOTHING, Match, Played
from cli.science.observing import Notes

KEPT_ERRORS = 20  # games that are remembered for each error; all are counted
# Each section is a counter; its keys are tuples of words and numbers.
SECTIONS = (
    "games",  # played, finished, drawn, shared
    "seat", "bot",  # seat or bot, then games or wins
    "seat_score", "bot_score",  # seat or bot, then the score
    "table",  # the bots who won, by their numbers
    "holder", "kept",  # type, component, then games or wins
    "length", "reason", "decision", "rule", "error",
    "option",  # what was asked, the option, then offered or taken
    "choices",  # how many options there were
    "opening",  # what was asked, the answer, then games or wins
    "moved",  # type, component
    "lead_changes", "decided",  # how many; after how many percent of the game
    "half",  # the leader in the middle of the game: games or wins
)  # fmt: skip
Key = tuple[Any, ...]
Row = tuple[Any, ...]
# One row for each game and seat. Seats count from 0.
ROW = ("seed", "seat", "bot", "won", "score", "winners", "decisions", "reason", "error", "lead_changes",
       "decided")  # fmt: skip


@define
class Tally:
    counts: dict[str, Counter[Key]] = field(factory=lambda: {name: Counter() for name in SECTIONS})
    failed: dict[str, list[tuple[int, int]]] = field(factory=dict)  # error: seed, decisions
    rows: dict[int, tuple[Row, ...]] = field(factory=dict)  # by seed, if they are kept

    @classmethod
    def of(cls, match: Match) -> Tally:
        """Nothing counted yet; what can happen and does not is there with a zero."""
        tally = cls()
        if match.watch != NOTHING:
            tally.counts["rule"].update({(rule,): 0 for rule in rules_of(match.program)})
        if match.watch == ALL:
            tally.counts["moved"].update(dict.fromkeys(components_of(match.program), 0))
        return tally

    def add(self, game: Played, bots: tuple[str, ...], keep: bool = False) -> None:
        counts = self.counts
        counts["games"]["played",] += 1
        for (kind, name), amount in game.decisions.items():
            counts["decision"][kind, name] += amount
        for rule, amount in game.rules.items():
            counts["rule"][rule,] += amount
        if keep:
            self.rows[game.seed] = rows_of(game, bots)
        if game.error:
            counts["error"][game.error,] += 1
            before = self.failed.get(game.error, [])
            self.failed[game.error] = _first([*before, (game.seed, game.length)])
            return
        winners = set(game.winners)
        counts["games"]["finished",] += 1
        counts["games"]["drawn",] += not winners
        counts["games"]["shared",] += len(winners) > 1
        counts["length"][game.length,] += 1
        counts["reason"][game.reason,] += 1
        counts["table"][tuple(sorted(game.seats[seat] for seat in winners))] += 1
        for seat, number in enumerate(game.seats):
            for section, who in (("seat", seat), ("bot", bots[number])):
                counts[section][who, "games"] += 1
                counts[section][who, "wins"] += seat in winners
                if game.scores is not None:
                    counts[f"{section}_score"][who, game.scores[seat]] += 1
        for sort, component, seat in game.held:
            counts["holder"][sort, component, "games"] += 1
            counts["holder"][sort, component, "wins"] += seat in winners
        if game.notes is not None:
            self._note(game.notes, winners)

    def _note(self, notes: Notes, winners: set[int]) -> None:
        counts = self.counts
        for (asked, option), (offered, taken) in notes.options.items():
            counts["option"][asked, option, "offered"] += offered
            counts["option"][asked, option, "taken"] += taken
        for number, amount in notes.choices.items():
            counts["choices"][number,] += amount
        for asked, answer, seat in notes.openings:
            counts["opening"][asked, answer, "games"] += 1
            counts["opening"][asked, answer, "wins"] += seat in winners
        for component in notes.moved:
            counts["moved"][component] += 1
        for sort, name, seat in notes.kept:
            counts["kept"][sort, name, "games"] += 1
            counts["kept"][sort, name, "wins"] += seat in winners
        if notes.leads:
            counts["lead_changes"][notes.lead_changes,] += 1
        if notes.decided is not None:
            counts["decided"][notes.decided,] += 1
        if notes.half is not None:
            counts["half"]["games",] += 1
            counts["half"]["wins",] += notes.half in winners

    def absorb(self, other: Tally) -> None:
        """Takes in what another one has counted."""
        for name in SECTIONS:
            self.counts[name].update(other.counts[name])  # keeps zeros, which `+` of counters forgets
        for error, games in other.failed.items():
            self.failed[error] = _first([*self.failed.get(error, []), *games])
        self.rows.update(other.rows)

    def merged(self, other: Tally) -> Tally:
        """Both together; neither changes."""
        return merge_all([self, other])

    @property
    def played(self) -> int:
        return self.counts["games"]["played",]

    def to_data(self) -> dict[str, Any]:
        """Lists and words only, always in the same order: for JSON. Rows go into tables of their own."""
        counts = {name: [[*key, amount] for key, amount in in_order(self.counts[name])] for name in SECTIONS}
        failed = {error: [list(game) for game in self.failed[error]] for error in sorted(self.failed)}
        return {"counts": counts, "failed": failed}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Tally:
        """Raises `KeyError`, `TypeError` or `ValueError` for what is no tally."""
        counts: dict[str, Counter[Key]] = {name: Counter() for name in SECTIONS}
        for name in SECTIONS:
            for *key, amount in data["counts"][name]:
                if type(amount) is not int or amount < 0:
                    raise ValueError(f"{amount!r} is no count")
                counts[name][tuple(key)] = amount
        failed = {
            str(error): [(int(g[0]), int(g[1])) for g in games] for error, games in data["failed"].items()
        }
        return cls(counts, failed)


def merge_all(tallies: Iterable[Tally]) -> Tally:
    whole = Tally()
    for tally in tallies:
        whole.absorb(tally)
    return whole


def _first(games: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return sorted(set(games))[:KEPT_ERRORS]


def in_order(counter: Mapping[Key, int]) -> list[tuple[Key, int]]:
    return sorted(counter.items(), key=lambda item: [(isinstance(part, str), part) for part in item[0]])


def rows_of(game: Played, bots: tuple[str, ...]) -> tuple[Row, ...]:
    notes = game.notes
    finished = not game.error
    return tuple(
        (
            game.seed, seat, bots[number],
            (1 if seat in game.winners else 0) if finished else None,
            game.scores[seat] if game.scores is not None else None,
            len(game.winners) if finished else None,
            game.length, game.reason, game.error,
            notes.lead_changes if notes is not None and notes.leads else None,
            notes.decided if notes is not None else None,
        )
        for seat, number in enumerate(game.seats)
    )  # fmt: skip
