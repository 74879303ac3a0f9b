"""What the sentences, pictures and tables of a report are about.

In: results. Out: the same numbers, with names for people, in the order in which they are worth reading.
People count seats from 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from statistics import NormalDist
from typing import Any

from attrs import frozen

from cli.science.document import Results
from cli.science.intervals import Estimate, share, wilson
from cli.science.naming import Naming
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
class Option:
    """An answer that was offered often. `usual` is the share of offers that are taken at this question."""

    asked: str
    name: str
    offered: int
    taken: int
    usual: float

    @property
    def estimate(self) -> Estimate:
        return share(self.taken, self.offered)

    @property
    def part(self) -> float:
        """How often it is taken, of how often one would expect."""
        return self.taken / self.offered / self.usual if self.usual else 0.0

    @property
    def by_chance(self) -> float:
        """How likely it is that it was never taken though it is as good as what else is offered there."""
        return float((1 - self.usual) ** self.offered)


@frozen(slots=False)
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

    @cached_property
    def naming(self) -> Naming:
        return Naming(self.condition["names"])

    def name(self, line: dict[str, Any]) -> str:
        """A component in words."""
        return self.naming.component(line["type"], line["name"])

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
        """Without the question, if everybody is asked the same one first: see `opening_question`."""
        told = self.naming.answer if self.opening_question else self.naming.both
        return _sorted(
            Line(told(line["asked"], line["answer"]), line["games"], line["wins"])
            for line in self.watched.get("openings", ())
        )

    @property
    def opening_question(self) -> str:
        asked = {line["asked"] for line in self.watched.get("openings", ())}
        return self.naming.question(asked.pop()) if len(asked) == 1 else ""

    @property
    def opening_title(self) -> str:
        asked = self.opening_question
        return f"Wins by opening choice: {asked}" if asked else "Wins by opening choice"

    # ------------------------------------------------------------ what never matters
    def options(self) -> list[Option]:
        """Those that were offered often, in the order of the document."""
        lines = self.watched.get("options", ())
        offered, taken = Counter[str](), Counter[str]()
        for line in lines:
            offered[line["asked"]] += line["offered"]
            taken[line["asked"]] += line["taken"]
        return [
            Option(line["asked"], line["option"], line["offered"], line["taken"],
                   taken[line["asked"]] / offered[line["asked"]])
            for line in lines if line["offered"] >= OFTEN
        ]  # fmt: skip

    def never_taken(self) -> list[Option]:
        """Options that were offered and never taken, beyond what chance would leave of so many; the most
        often offered first."""
        options = self.options()
        most = 0.025 / max(1, len(options))
        found = [o for o in options if not o.taken and (o.by_chance < most or not o.usual)]
        return sorted(found, key=lambda option: (-option.offered, option.asked, option.name))

    def never_moved(self) -> list[str]:
        return [self.name(line) for line in self.watched.get("moved", ()) if not line["games"]]

    def rules_never(self) -> list[str]:
        return [self.naming.rule(rule) for rule in self.figures["rules_never"]]

    def counted(self, section: str) -> dict[int, int]:
        """A section whose keys are numbers: how often each came."""
        return {key[0]: amount for key, amount in sorted(self.tally.counts[section].items())}


def facts_of(results: Results) -> list[Facts]:
    return [
        Facts(_called(condition), condition, figures, tally)
        for condition, figures, tally in zip(
            results.conditions, results.figures, results.part.tallies, strict=True
        )
    ]


def _called(condition: dict[str, Any]) -> str:
    """What people call a condition: its variants by their names, the rest as it was typed."""
    parts = condition["label"].split(", ")
    naming = Naming(condition["names"])
    # The label of a sweep has the variant by its name, of a comparison all variants; `base` is none of them.
    typed = {" + ".join(condition["variants"]): condition["variants"], "base": ()}
    typed |= {f"variant={name}": (name,) for name in condition["variants"]} | {"variant=base": ()}
    told = [naming.variants(typed[part]) if part in typed else part for part in parts if part]
    return ", ".join(told) or str(condition["game"])


def compared(results: Results) -> list[tuple[str, str, list[dict[str, Any]]]]:
    """Each condition beside the first one: what both are called, and what differs."""
    names = [facts.label for facts in facts_of(results)]
    return [
        (names[0], names[number], pair["differences"])
        for number, pair in enumerate(results.differences, start=1)
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


def _sorted(lines: Any) -> list[Line]:
    return sorted(lines, key=lambda line: (-line.estimate.value, line.name))
