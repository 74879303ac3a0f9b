"""What people read in the terminal.

In: results. Out: lines with tables. People count seats from 1, as at the table; files count from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cli.science.document import Results, ranges_in_words

MOST_LINES = 25  # of rules and of decisions; JSON has them all
WHAT = {"won": "wins", "score": "score", "decisions": "decisions in a game"}


def lines(results: Results, command: str = "") -> list[str]:
    """Everything, for one condition; for several what is different, and what went wrong in each."""
    if len(results.conditions) == 1:
        return _alone(results, command)
    found = [_title(results)]
    found += ["", *_overview(results)]
    for pair in results.differences:
        found += ["", f"{pair['second']}, compared with {pair['first']} on the same seeds:"]
        found += [f"  {line}" for line in compared(pair)]
    for condition, figures in zip(results.conditions, results.figures, strict=True):
        found += what_went_wrong(figures, "", f" ({condition['label']})")
    return found


def _title(results: Results) -> str:
    first = results.conditions[0]
    bots = {tuple(condition["bots"]) for condition in results.conditions}
    who = ", ".join(first["bots"]) if len(bots) == 1 else "different bots"
    finished = sum(figures["games"]["finished"] for figures in results.figures)
    changing = "" if len(bots) == 1 and len(set(first["bots"])) == 1 else _seating(first)
    return (f"{first['game']}: {who}{changing}; {finished:,} games, "
            f"seed {ranges_in_words(results.part.seeds)}")  # fmt: skip


def _seating(condition: dict[str, Any]) -> str:
    return ", seats rotated" if condition["rotated"] else ", seats fixed"


def _alone(results: Results, command: str) -> list[str]:
    page, condition = results.figures[0], results.conditions[0]
    found = [_title(results)]
    if condition["variants"]:
        found.append(f"  with {', '.join(condition['variants'])}")
    head = ["games", "wins", "share", "95 %", "score", "10-90 %"]
    found += ["", *table(["seat", *head], [_share(str(line["seat"] + 1), line) for line in page["seats"]])]
    found += ["", *table(["bot", *head], [_share(line["bot"], line) for line in page["bots"]])]
    if page["holders"]:
        rows = [_share(f"{line['type']} {line['name']}", line) for line in page["holders"]]
        found += ["", *table(["held at the end", *head], rows)]
    found += _lengths(page)
    decisions = [[line["kind"], line["asked"], str(line["times"])] for line in page["decisions"]]
    found += _cut(["asked", "what", "times"], decisions)
    found += _cut(["rule", "fired"], [[line["rule"], str(line["times"])] for line in page["rules"]])
    if page["rules_never"]:
        found += ["", f"never fired: {', '.join(page['rules_never'])}"]
    return found + what_went_wrong(page, command)


def _share(who: str, line: dict[str, Any]) -> list[str]:
    interval = f"{100 * line['low']:.1f}-{100 * line['high']:.1f}"
    score = line.get("score")
    cells = [who, str(line["games"]), str(line["wins"]), f"{100 * line['share']:.1f} %", interval]
    return [*cells, f"{score['mean']:.1f}", f"{score['p10']}-{score['p90']}"] if score else cells


def _lengths(page: dict[str, Any]) -> list[str]:
    length = page["decisions_in_a_game"]
    found = []
    if length:
        names = ("mean", "min", "p10", "p25", "median", "p75", "p90", "max")
        shown = ", ".join(f"{name} {length[name]:g}" for name in names)
        found += ["", f"decisions in a game: {shown}"]
    if any(line["reason"] for line in page["reasons"]):
        told = ", ".join(f"{line['reason'] or 'ranking'} {line['games']}" for line in page["reasons"])
        found.append(f"how it ended: {told}")
    return found


def what_went_wrong(page: dict[str, Any], command: str, where: str = "") -> list[str]:
    found = []
    for error in page["errors"]:
        first = error["first"][0]
        many = "1 game" if error["games"] == 1 else f"{error['games']} games"
        found += ["", f"{many} went wrong{where}: {error['error']}"]
        found.append(f"  seeds: {', '.join(str(game['seed']) for game in error['first'])}")
        if command:
            found.append(f"  again, after {first['decisions']} decisions: {command} {first['seed']}")
    return found


# ------------------------------------------------------------ several conditions


def _overview(results: Results) -> list[str]:
    rows = []
    for condition, page in zip(results.conditions, results.figures, strict=True):
        length = page["decisions_in_a_game"]
        seats = " ".join(f"{100 * line['share']:.1f}" for line in page["seats"])
        reach = max((max(line["high"] - line["share"], line["share"] - line["low"])
                     for line in page["seats"]), default=0)  # fmt: skip
        scores = " ".join(f"{line['score']['mean']:.1f}" for line in page["seats"] if line["score"])
        rows.append([
            condition["label"], str(page["games"]["finished"]), seats, f"± {100 * reach:.1f}", scores or "-",
            f"{length['mean']:.1f}" if length else "-",
        ])  # fmt: skip
    return table(["", "games", "wins of each seat, %", "95 %", "scores", "decisions"], rows)


def compared(pair: dict[str, Any]) -> list[str]:
    rows = []
    for line in pair["differences"]:
        percent = line["what"] == "won"
        factor, unit = (100, " points of a hundred") if percent else (1, "")
        what = WHAT[line["what"]]
        who = what if line["seat"] is None else f"{what}, seat {line['seat'] + 1}"
        low, high = ("?" if line[end] is None else f"{factor * line[end]:+.2f}" for end in ("low", "high"))
        sure = "" if line["certain"] else "  may be chance"
        rows.append([who, f"{factor * line['difference']:+.2f}", f"{low} to {high}{unit}{sure}"])
    return table(["", "difference", "95 %"], rows) if rows else ["no game went well under both"]


# ------------------------------------------------------------ tables


def _cut(head: Sequence[str], rows: list[list[str]]) -> list[str]:
    if not rows:
        return []
    more = [f"  and {len(rows) - MOST_LINES} more; --json has them all"] if len(rows) > MOST_LINES else []
    return ["", *table(head, rows[:MOST_LINES]), *more]


def table(head: Sequence[str], rows: list[list[str]]) -> list[str]:
    if not rows:
        return []
    columns = max(len(row) for row in rows)
    grid = [list(head[:columns]), *rows]
    widths = [max(len(row[i]) for row in grid if i < len(row)) for i in range(columns)]
    numbers = [all(row[i][:1].isdigit() or row[i][:1] in "-+" for row in rows if i < len(row))
               for i in range(columns)]  # fmt: skip
    return [
        "  ".join(
            cell.rjust(width) if number and i else cell.ljust(width)
            for i, (cell, width, number) in enumerate(zip(row, widths, numbers, strict=False))
        ).rstrip()
        for row in grid
    ]
