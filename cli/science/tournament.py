"""A round robin of bots.

In: a game and some bots, perhaps values to be swept. Out: the tables at which they meet, as conditions of one
experiment on the same seeds; then, from what was counted, ratings and what each two bots did against each
other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, islice
from typing import Any

from attrs import evolve

from cli.errors import Misuse
from cli.playing.seats import HUMAN, seat_names
from cli.science.document import Results
from cli.science.experiment import Condition
from cli.science.intervals import paired_share, share
from cli.science.listing import table as lined_up
from cli.science.listing import what_went_wrong
from cli.science.plans import MOST_CONDITIONS, Plan, one, swept
from cli.science.ratings import Table, ratings
from cli.science.tally import Tally

VERSUS = " - "
UNDER = ": "  # between a value that is swept and the bots


def bots_named(typed: str) -> list[str]:
    names = seat_names(typed, None) or []
    if HUMAN in names:
        raise Misuse("people cannot play here, only bots; `rulelang play` is for people")
    for name in names:
        if names.count(name) > 1:
            raise Misuse(f"--bots names `{name}` twice")
    if len(names) < 2:
        raise Misuse("a tournament needs two bots or more, as --bots random,greedy")
    return names


def tables(plan: Plan, bots: Sequence[str], sweeps: Sequence[str] = ()) -> tuple[Condition, ...]:
    """Every group of different bots that fills the seats, under each value that is swept."""
    usual = evolve(plan, seats=bots[0])
    found: list[Condition] = []
    for condition in swept(usual, sweeps) if sweeps else one(usual):
        under = f"{condition.label}{UNDER}" if sweeps else ""
        for group in _groups(bots, len(condition.match.bots)):
            label = f"{under}{VERSUS.join(group)}"
            found.append(Condition(label, evolve(condition.match, bots=group)))
    if len(found) > MOST_CONDITIONS:
        raise Misuse(f"{len(bots)} bots make {len(found)} tables, and {MOST_CONDITIONS} "
                     "is the most; name fewer bots, or sweep fewer values")  # fmt: skip
    return tuple(found)


def _groups(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """With fewer bots than seats some come twice."""
    if len(bots) >= seats:
        return list(islice(combinations(bots, seats), MOST_CONDITIONS + 1))
    return [g for g in combinations_with_replacement(bots, seats) if len(set(g)) > 1]


def tables_of(results: Results) -> list[Table]:
    return [
        Table(tuple(condition["bots"]), dict(tally.counts["table"]))
        for condition, tally in zip(results.conditions, results.part.tallies, strict=True)
    ]


def standings(results: Results) -> dict[str, Any]:
    """Ratings, best first, and the meetings of each two bots, ready for JSON; `under` has those of each value
    that was swept."""
    found = tables_of(results)
    whole = _standings(found, results.part.tallies)
    under: dict[str, list[int]] = {}
    for number, label in enumerate(results.labels):
        value, swept_, _ = label.partition(UNDER)
        if swept_:
            under.setdefault(value, []).append(number)
    if under:
        whole["under"] = [
            {"label": value, **_standings([found[n] for n in own], [results.part.tallies[n] for n in own])}
            for value, own in under.items()
        ]
    return whole


def _standings(found: Sequence[Table], tallies: Sequence[Tally]) -> dict[str, Any]:
    if all(table.together for table in found):
        return {"together": True, "ratings": [], "meetings": meetings(found)}
    rated = sorted(ratings(found).items(), key=lambda item: -item[1].value)
    lines = []
    for bot, estimate in rated:
        seats, wins = 0, 0
        for tally in tallies:
            seats += tally.counts["bot"][bot, "games"]
            wins += tally.counts["bot"][bot, "wins"]
        lines.append(
            {"bot": bot, **estimate.to_data("rating"), "games": seats, "wins": wins,
             "share": share(wins, seats).to_data("share")}
        )  # fmt: skip
    return {"together": False, "ratings": lines, "meetings": meetings(found)}


def meetings(tables: Sequence[Table]) -> list[dict[str, Any]]:
    """For each two bots, over all games in which both sat: who of them won. Two seats of one bot are one."""
    counted: dict[tuple[str, str], list[int]] = {}
    for table in tables:
        for winners, games in table.results.items():
            won = {table.bots[place] for place in winners}
            for pair in combinations(dict.fromkeys(table.bots), 2):
                line = counted.setdefault(pair, [0, 0, 0])
                line[0] += games
                line[1] += games * (pair[0] in won and pair[1] not in won)
                line[2] += games * (pair[1] in won and pair[0] not in won)
    return [
        {"first": first, "second": second, "games": games, "first_won": wins, "second_won": losses,
         **paired_share(losses, wins, games).to_data("difference")}
        for (first, second), (games, wins, losses) in counted.items()
    ]  # fmt: skip


def lines(results: Results) -> list[str]:
    """What people read."""
    found = standings(results)
    first = results.conditions[0]
    played = sum(figures["games"]["finished"] for figures in results.figures)
    count = len(results.conditions)
    sat = "1 table" if count == 1 else f"{count} tables"
    players = dict.fromkeys(str(condition["players"]) for condition in results.conditions)
    out = [f"{first['game']}, {' and '.join(players)} players: {sat}, {played:,} games"]
    wrong: list[str] = []
    for table, figures in zip(tables_of(results), results.figures, strict=True):
        wrong += what_went_wrong(figures, "", f" ({', '.join(table.bots)})")
    if not played:
        return [*out, "", "no game came to its end, so there is nothing to tell", *wrong]
    if found["together"]:
        out += ["", "everybody won or nobody did, in every game: there is nobody to be better than.",
                "To compare bots that play together: rulelang simulate GAME --seats A --against-seats B",
                "The share of games that each table won:", ""]  # fmt: skip
        rows = []
        for table, figures in zip(tables_of(results), results.figures, strict=True):
            if figures["seats"]:  # none if no game of this table came to its end
                line = figures["seats"][0]
                rows.append([", ".join(table.bots), str(line["games"]), *_percent(line)])
        return [*out, *lined_up(["table", "games", "won", "95 %"], rows), *wrong]
    out += ["", *_rated(found)]
    for part in found.get("under", ()):
        out += ["", f"{part['label']}:", *_rated(part)]
    rows = []
    for line in found["meetings"]:
        ends = f"{100 * line['low']:+.1f} to {100 * line['high']:+.1f}"
        drawn = line["games"] - line["first_won"] - line["second_won"]
        rows.append([f"{line['first']} - {line['second']}", str(line["games"]), str(line["first_won"]),
                     str(line["second_won"]), str(drawn), f"{100 * line['difference']:+.1f}",
                     ends])  # fmt: skip
    head = ["against each other", "games", "first won", "second won", "neither or both", "difference", "95 %"]
    return [*out, "", *lined_up(head, rows), *wrong]


def _rated(found: dict[str, Any]) -> list[str]:
    if found["together"]:
        return ["everybody won or nobody did, in every game"]
    rows = [
        [line["bot"], f"{line['rating']:+.0f}", f"{line['low']:+.0f} to {line['high']:+.0f}",
         str(line["games"]), str(line["wins"]), *_percent(line["share"])]
        for line in found["ratings"]
    ]  # fmt: skip
    return lined_up(["bot", "rating", "95 %", "seats", "wins", "share", "95 %"], rows)


def _percent(line: dict[str, Any]) -> list[str]:
    return [f"{100 * line['share']:.1f} %", f"{100 * line['low']:.1f}-{100 * line['high']:.1f}"]
