"""What the sentences, pictures and tables of a report are about.

In: results. Out: the same numbers, with names for people, in the order in which they are worth reading.
People count seats from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import Any

from attrs import frozen

from cli.science.document import Results
from cli.science.intervals import Estimate, share, wilson
from cli.science.tally import Tally

OFTEN = 30  # offers: what was offered less often may have been left by chance
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def seat_name(seat: int) -> str:
    return f"the {ORDINALS[seat]} seat" if seat < len(ORDINALS) else f"seat {seat + 1}"


@frozen
class Line:
    """A share of wins: of a seat, a bot, a character, a card, an opening."""

    name: str
    games: int
    wins: int

    @property
    def estimate(self) -> Estimate:
        return share(self.wins, self.games)


@frozen
class Facts:
    """One condition."""

    label: str
    condition: dict[str, Any]
    figures: dict[str, Any]
    tally: Tally

    @property
    def finished(self) -> int:
        return int(self.figures["games"]["finished"])

    @property
    def even(self) -> float:
        """What every seat would win if nothing made a difference: the wins there were, spread evenly."""
        seats = self.figures["seats"]
        games = sum(line["games"] for line in seats)
        return sum(line["wins"] for line in seats) / games if games else 0.0

    @property
    def together(self) -> bool:
        """All won or nobody did, in every game."""
        everybody = tuple(range(self.condition["players"]))
        return all(winners in ((), everybody) for winners in self.tally.counts["table"])

    @property
    def watched(self) -> dict[str, Any]:
        return self.figures["watched"] or {}

    def name(self, line: dict[str, Any]) -> str:
        """A component in words."""
        known = self.condition["names"].get(f"{line['type']}.{line['name']}")
        return known or str(line["name"]).replace("_", " ")

    # ------------------------------------------------------------ shares of wins
    def seats(self) -> list[Line]:
        return [Line(f"seat {line['seat'] + 1}", line["games"], line["wins"])
                for line in self.figures["seats"]]  # fmt: skip

    def bots(self) -> list[Line]:
        return [Line(line["bot"], line["games"], line["wins"]) for line in self.figures["bots"]]

    def holders(self) -> list[Line]:
        return _sorted(Line(self.name(line), line["games"], line["wins"]) for line in self.figures["holders"])

    def kept(self) -> list[Line]:
        """Components that a player held at the end and that are not listed as active already."""
        active = {(line["type"], line["name"]) for line in self.figures["holders"]}
        return _sorted(
            Line(self.name(line), line["games"], line["wins"]) for line in self.watched.get("kept", ())
            if (line["type"], line["name"]) not in active
        )  # fmt: skip

    def openings(self) -> list[Line]:
        return _sorted(
            Line(f"{readable(line['asked'])}: {readable(line['answer'])}", line["games"], line["wins"])
            for line in self.watched.get("openings", ())
        )

    # ------------------------------------------------------------ what never matters
    def never_taken(self) -> list[tuple[str, int]]:
        """Options that were offered and never taken, the most often offered first."""
        found = [
            (f"{readable(line['asked'])}: {readable(line['option'])}", line["offered"])
            for line in self.watched.get("options", ()) if not line["taken"]
        ]  # fmt: skip
        return sorted(found, key=lambda item: (-item[1], item[0]))

    def never_moved(self) -> list[str]:
        return [self.name(line) for line in self.watched.get("moved", ()) if not line["games"]]

    def counted(self, section: str) -> dict[int, int]:
        """A section whose keys are numbers: how often each came."""
        return {key[0]: amount for key, amount in sorted(self.tally.counts[section].items())}


def facts_of(results: Results) -> list[Facts]:
    return [
        Facts(condition["label"] or condition["game"], condition, figures, tally)
        for condition, figures, tally in zip(
            results.conditions, results.figures, results.part.tallies, strict=True
        )
    ]


def standing_out(lines: Sequence[Line], even: float) -> list[Line]:
    """Those that win more or less than their part beyond doubt, although so many were looked at.

    Of twenty things one stands out by chance at 95 %; so each interval is made wider (Bonferroni).
    """
    z = NormalDist().inv_cdf(1 - 0.025 / max(1, len(lines)))
    found = []
    for line in lines:
        low, high = wilson(line.wins, line.games, z)
        if not low <= even <= high:
            found.append(line)
    return found


def readable(name: str) -> str:
    return name.replace("_", " ").replace(".", ", ")


def _sorted(lines: Any) -> list[Line]:
    return sorted(lines, key=lambda line: (-line.estimate.value, line.name))
