"""What a person wants to know, from what was counted.

In: a tally, or the pairs of an experiment. Out: plain data, ready for JSON: shares and means with their
intervals, and the differences between conditions. Seats count from 0, as in the API.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.science.experiment import Part, of_condition
from cli.science.intervals import Estimate, mean, paired_share, share, spread
from cli.science.tally import Key, Tally, in_order


def figures(tally: Tally) -> dict[str, Any]:
    counts = tally.counts
    games = counts["games"]
    fired = {key[0]: amount for key, amount in counts["rule"].items()}
    return {
        "games": {
            "played": games["played",], "finished": games["finished",],
            "failed": games["played",] - games["finished",],
            "drawn": games["drawn",], "shared": games["shared",],
        },
        "seats": [
            {"seat": who[0], **line, "score": _scores(tally, "seat_score", who[0])}
            for who, line in _shares(tally, "seat")
        ],
        "bots": [
            {"bot": who[0], **line, "score": _scores(tally, "bot_score", who[0])}
            for who, line in _shares(tally, "bot")
        ],
        "holders": [_component(who) | line for who, line in _shares(tally, "holder")],
        "decisions_in_a_game": spread({key[0]: amount for key, amount in counts["length"].items()}),
        "decisions": [
            {"kind": kind, "asked": name, "times": times}
            for (kind, name), times in sorted(counts["decision"].items(), key=lambda i: (-i[1], i[0]))
        ],
        "reasons": [{"reason": key[0], "games": amount} for key, amount in in_order(counts["reason"])],
        "rules": [
            {"rule": rule, "times": times}
            for rule, times in sorted(fired.items(), key=lambda i: (-i[1], i[0])) if times
        ],
        "rules_never": sorted(rule for rule, times in fired.items() if not times),
        "errors": [
            {
                "error": error,
                "games": counts["error"][error,],
                "first": [{"seed": seed, "decisions": decisions} for seed, decisions in tally.failed[error]],
            }
            for error in sorted(tally.failed)
        ],
        "watched": _watched(tally),
    }  # fmt: skip


def _watched(tally: Tally) -> dict[str, Any] | None:
    """What only games that were watched closely tell."""
    counts = tally.counts
    if not counts["choices"]:
        return None
    options = counts["option"]
    led, won = counts["half"]["games",], counts["half"]["wins",]
    return {
        "openings": [
            {"asked": who[0], "answer": who[1], **line} for who, line in _shares(tally, "opening")
        ],
        "kept": [_component(who) | line for who, line in _shares(tally, "kept")],
        "choices": spread({key[0]: amount for key, amount in counts["choices"].items()}),
        "options": [
            {"asked": key[0], "option": key[1], "offered": amount, "taken": options[(*key[:2], "taken")]}
            for key, amount in in_order(options) if key[2] == "offered"
        ],
        "moved": [_component(key) | {"games": amount} for key, amount in in_order(counts["moved"])],
        "lead_changes": spread({key[0]: amount for key, amount in counts["lead_changes"].items()}),
        "decided": spread({key[0]: amount for key, amount in counts["decided"].items()}),
        "leader_at_half": {"games": led, "wins": won, **share(won, led).to_data("share")} if led else None,
    }  # fmt: skip


def _component(who: Key) -> dict[str, str]:
    return {"type": who[0], "name": who[1]}


def _scores(tally: Tally, section: str, who: Any) -> dict[str, Any] | None:
    return spread({key[1]: amount for key, amount in tally.counts[section].items() if key[0] == who}) or None


def _shares(tally: Tally, section: str) -> list[tuple[Key, dict[str, Any]]]:
    counter = tally.counts[section]
    found = []
    for key, games in in_order(counter):
        if key[-1] == "games" and games:
            wins = counter[(*key[:-1], "wins")]
            found.append((key[:-1], {"games": games, "wins": wins, **share(wins, games).to_data("share")}))
    return found


# ------------------------------------------------------------ differences


def differences(part: Part, labels: list[str]) -> list[dict[str, Any]]:
    """For each condition but the first: how much more than the first it has of everything."""
    found = []
    for number in range(1, len(part.tallies)):
        pairs = of_condition(part.pairs, number)
        lines = []
        for what, seat in sorted({key[:2] for key in pairs}):
            estimate = difference(pairs, what, seat)
            line: dict[str, Any] = {"what": what, "seat": None if seat < 0 else seat,
                                    "games": pairs[what, seat, "games"]}  # fmt: skip
            lines.append(line | estimate.to_data("difference") | {"certain": estimate.certain})
        found.append({"first": labels[0], "second": labels[number], "differences": lines})
    return found


def difference(pairs: Mapping[Key, int], what: str, seat: int) -> Estimate:
    def count(word: str) -> int:
        return pairs.get((what, seat, word), 0)

    if what == "won":
        return paired_share(count("only_first"), count("only_second"), count("games"))
    return mean(count("games"), count("sum"), count("squares"))


def widest(part: Part) -> float:
    """How far the least certain share of wins, or difference of such shares, may be off."""
    found = [1.0]
    for tally in part.tallies:
        for section in ("seat", "bot"):
            counter = tally.counts[section]
            found += [
                share(counter[key[0], "wins"], games).reach
                for key, games in counter.items() if key[1] == "games"
            ]  # fmt: skip
    for number in range(1, len(part.tallies)):
        pairs = of_condition(part.pairs, number)
        found += [
            difference(pairs, "won", seat).reach for what, seat in {k[:2] for k in pairs} if what == "won"
        ]
    return max(found[1:], default=1.0)
