"""The plain sentences at the top of a report.

In: the facts of each condition, and the differences between them. Out: paragraphs of text, the most important
first. A sentence that something is so is only there if it is so beyond doubt (95 %); else it says that it may
be chance, and how large it could be.
"""

from __future__ import annotations

from typing import Any

from cli.science.document import Results, ranges_in_words
from cli.science.intervals import Estimate, paired_share
from cli.science.report.facts import OFTEN, Facts, Line, compared, facts_of, seat_name, standing_out

MOST_NAMED = 6


def sentences(results: Results) -> list[str]:
    facts = facts_of(results)
    first = facts[0]
    found = [_opening(results, facts)]
    if not first.finished:
        return [*found, "No game came to its end, so there is nothing to tell."]
    found += [_compared(*pair) for pair in compared(results)[:8]]
    if len(facts) > 1:
        found.append(f"What follows is about {first.label}; the pictures show all.")
    found.append(_fairness(first))
    found += [text for text in (_bots(first), _ends(first), _length(first), _lead(first)) if text]
    found += _shares(first)
    found += _options(first)
    found += _never(first)
    if not first.watched:
        found.append("The games were not watched closely (`--watch all`): nothing is known of options, "
                     "openings, leads and components.")  # fmt: skip
    return found


def _opening(results: Results, facts: list[Facts]) -> str:
    first = facts[0]
    games = sum(fact.finished for fact in facts)
    bots = ", ".join(dict.fromkeys(bot for fact in facts for bot in fact.condition["bots"]))
    seats = first.condition["players"]
    where = "each bot sat on each seat in turn" if first.condition["rotated"] else "everybody kept their seat"
    many = "1 game" if games == 1 else f"{games:,} games"
    text = f"{many} of {seats} players between bots ({bots}; {where})"
    failed = sum(fact.figures["games"]["failed"] for fact in facts)
    text += f", with the seeds {ranges_in_words(results.part.seeds)}."
    if failed:
        text += f" {failed:,} more went wrong and are not counted; the last table says how."
    if results.stopped == "interrupted":
        text += " The run was interrupted: there are fewer games than were asked for."
    if results.stopped == "hopeless":
        text += " The run was given up, since games went wrong or took too many steps."
    return text + " Bots do not play as people do: take what follows as a hint where to look."


def points(estimate: Estimate) -> str:
    """`4 to 9 points of a hundred`, of what is above zero."""
    low, high = sorted((abs(100 * estimate.low), abs(100 * estimate.high)))
    return f"{low:.0f} to {high:.0f} points of a hundred" if f"{low:.0f}" != f"{high:.0f}" else (
        f"about {high:.1f} points of a hundred")  # fmt: skip


def percent(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.0f} % ({100 * estimate.low:.0f} to {100 * estimate.high:.0f})"


# ------------------------------------------------------------ seats, bots, ends


def _fairness(facts: Facts) -> str:
    lines = facts.seats()
    if facts.together:
        return f"Everybody wins together or nobody does: they won {percent(lines[0].estimate)} of the games."
    if len(lines) == 1:
        return f"The player won {percent(lines[0].estimate)} of the games."
    if len(lines) == 2:
        shared = facts.figures["games"]["shared"]
        difference = paired_share(lines[0].wins - shared, lines[1].wins - shared, facts.finished)
        if difference.certain:
            better = "second" if difference.value > 0 else "first"
            return f"The {better} seat wins {points(difference)} more often than the other."
        most = 100 * max(abs(difference.low), abs(difference.high))
        return ("Neither seat is better as far as one can tell; if one is, it wins at most "
                f"{most:.0f} points of a hundred more often.")  # fmt: skip
    out = standing_out(lines, facts.even)
    if not out:
        return f"No seat stands out: each wins about {100 * facts.even:.0f} % of the games."
    told = [f"{seat_name(lines.index(line))} wins {percent(line.estimate)}" for line in out]
    return _first_large(f"{_listed(told)}, where an even part would be {100 * facts.even:.0f} %.")


def _bots(facts: Facts) -> str:
    lines = sorted(facts.bots(), key=lambda line: -line.estimate.value)
    if len(lines) < 2 or facts.together:
        return ""
    told = [f"{line.name} {percent(line.estimate)}" for line in lines]
    return f"Of the games in which they sat, the bots won: {_listed(told)}."


def _part(games: int, facts: Facts) -> str:
    """Of the finished games; what happened is never 0 %."""
    percent = 100 * games / facts.finished
    return f"{percent:.0f} %" if round(percent) else "less than 1 %"


def _ends(facts: Facts) -> str:
    games = facts.figures["games"]
    found = []
    if games["drawn"] and not facts.together:
        found.append(f"{_part(games['drawn'], facts)} of the games have no winner")
    if games["shared"] and not facts.together:
        found.append(f"{_part(games['shared'], facts)} of the games are won by several")
    reasons = [line for line in facts.figures["reasons"] if line["reason"] not in ("", "draw")]
    if reasons:
        reasons.sort(key=lambda line: -line["games"])
        told = [f"{facts.naming.reason(line['reason'])} ({_part(line['games'], facts)})"
                for line in reasons[:MOST_NAMED]]  # fmt: skip
        found.append(f"the reasons for which games ended before the ranking was asked: {_listed(told)}")
    return _first_large("; ".join(found)) + "." if found else ""


def _length(facts: Facts) -> str:
    length = facts.figures["decisions_in_a_game"]
    text = (f"A game takes {length['mean']:.0f} decisions on average; eight games of ten take "
            f"{length['p10']:g} to {length['p90']:g}, the longest took {length['max']:g}.")  # fmt: skip
    scores = [line["score"] for line in facts.figures["seats"] if line["score"]]
    if any(score["min"] != score["max"] for score in scores):
        low, high = min(score["p10"] for score in scores), max(score["p90"] for score in scores)
        middle = sum(score["mean"] for score in scores) / len(scores)
        between = f", mostly between {low:g} and {high:g}" if low < high else f", and mostly {low:g}"
        text += f" A player scores {middle:.1f} on average{between}."
    return text


def _lead(facts: Facts) -> str:
    watched = facts.watched
    if not watched.get("lead_changes") or facts.together:
        return ""
    text = f"The lead changes {watched['lead_changes']['mean']:.1f} times in a game."
    if decided := watched.get("decided"):
        text += (f" In half of the games the later winner leads for good after "
                 f"{decided['median']:g} % of the decisions")  # fmt: skip
        late = sum(n for part, n in facts.counted("decided").items() if part >= 90)
        games = sum(facts.counted("decided").values())
        text += f", and in {100 * late / games:.0f} % of them only in the last tenth."
    if half := watched.get("leader_at_half"):
        estimate = Estimate(half["share"], half["low"], half["high"])
        text += f" Who leads in the middle of the game wins {percent(estimate)} of the time."
    return text


# ------------------------------------------------------------ what is strong, and what never matters


def _shares(facts: Facts) -> list[str]:
    """Characters, cards and openings that stand out."""
    if facts.together:
        return []
    found = []
    for what, lines in (
        ("Of what is active with a player", facts.holders()),
        ("Of the openings", facts.openings()),
        ("Of what a player holds at the end", facts.kept()),
    ):
        if not lines:
            continue
        out = standing_out(lines, facts.even)
        strong = [line for line in out if line.estimate.value > facts.even]
        weak = [line for line in reversed(out) if line.estimate.value < facts.even]
        if not out:
            found.append(f"{what} ({len(lines)} of them) nothing stands out beyond chance.")
        if strong:
            found.append(f"{what}, these go with more wins than an even part: {_named(strong)}.")
        if weak:
            found.append(f"{what}, these go with fewer: {_named(weak)}.")
    return found


def _named(lines: list[Line]) -> str:
    told = [
        f"{line.name} with {percent(line.estimate)}" for line in lines[:MOST_NAMED]
    ]  # names end in numbers
    return _listed(told) + (f", and {len(lines) - MOST_NAMED} more" if len(lines) > MOST_NAMED else "")


def _options(facts: Facts) -> list[str]:
    choices = facts.watched.get("choices")
    if not choices:
        return []
    text = (f"Who decides has {choices['mean']:.1f} options on average, half of the time "
            f"{choices['median']:g} or fewer, and {choices['max']:g} at most.")  # fmt: skip
    never = facts.never_taken()
    if not never:
        return [text, f"No option that was offered {OFTEN} times or more stands out by never being taken."]
    parts = []
    for asked in dict.fromkeys(option.asked for option in never[:MOST_NAMED]):
        told = [f"{facts.naming.answer(asked, option.name)} (offered {option.offered:,} times)"
                for option in never[:MOST_NAMED] if option.asked == asked]  # fmt: skip
        question = facts.naming.question(asked)
        parts.append(f"{question}{'' if question[-1:] in '?!:.' else ':'} {_listed(told)}")
    more = f"; and {len(never) - MOST_NAMED} more" if len(never) > MOST_NAMED else ""
    return [text, f"Offered and never taken: {'; '.join(parts)}{more}."]


def _never(facts: Facts) -> list[str]:
    found = []
    rules = facts.rules_never()
    if rules:
        found.append(f"These rules never began: {_cut(rules)}.")
    elif facts.figures["rules"]:
        found.append("Every rule began at least once.")
    still = facts.never_moved() if facts.watched else []
    if still:
        found.append(f"These components never left the place where the setup put them: {_cut(still)}.")
    if rules or still:  # what belongs to a setting is not superfluous
        found.append("Look at other settings, variants and numbers of players before you take any of it out.")
    return found


# ------------------------------------------------------------ differences


def _compared(base: str, other: str, differences: list[dict[str, Any]]) -> str:
    sure, unsure = [], []
    for line in differences:
        if line["low"] is None:
            continue
        estimate = Estimate(line["difference"], line["low"], line["high"])
        more = "more" if estimate.value > 0 else "less"
        who = "" if line["seat"] is None else seat_name(line["seat"])
        match line["what"]:
            case "won":
                told = f"{who} wins {points(estimate)} {more} often"
            case "score":
                low, high = sorted((abs(estimate.low), abs(estimate.high)))
                told = f"{who} scores {low:.1f} to {high:.1f} {more}"
            case _:
                low, high = sorted((abs(estimate.low), abs(estimate.high)))
                told = f"a game takes {low:.1f} to {high:.1f} decisions {more}"
        if line["certain"]:
            sure.append(told)
        elif line["what"] == "won":
            unsure.append(max(abs(line["low"]), abs(line["high"])))
    start = f"With {other}, compared with {base} on the same seeds, "
    if not sure:
        most = f": at most {100 * max(unsure):.0f} points of a hundred in wins" if unsure else ""
        return f"{start}nothing is different beyond chance{most}."
    return f"{start}{_listed(sure)}."


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _cut(names: list[str]) -> str:
    return ", ".join(names[:12]) + (f", and {len(names) - 12} more" if len(names) > 12 else "")


def _first_large(text: str) -> str:
    return text[:1].upper() + text[1:]
