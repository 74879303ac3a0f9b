"""The pictures of a report, as SVG.

In: the facts of each condition. Out: pictures with a title and a sentence that says what to see, as text that
stands inside a page. The same facts give the same bytes. Needs matplotlib, the extra `report`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from typing import Any

from attrs import frozen

from cli.errors import Misuse
from cli.science.document import Results
from cli.science.report.facts import OFTEN, Facts, Line, facts_of
from cli.screen.escaping import for_terminal

# Okabe and Ito's colours, which everybody can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
MOST_CONDITIONS, MOST_ROWS = 8, 20
SEATS = "Wins by seat"
WIDTH = 7.2  # inches
STYLE = {
    "svg.fonttype": "path", "svg.hashsalt": "rulelang", "text.parse_math": False, "axes.spines.top": False,
    "axes.spines.right": False, "font.size": 9, "axes.titlesize": 10, "legend.frameon": False,
}  # fmt: skip


@frozen
class Picture:
    title: str
    says: str
    svg: str


def check_matplotlib() -> None:
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise Misuse("a report has pictures, which need matplotlib: pip install 'rulelang[report]'") from None


def pictures(results: Results) -> list[Picture]:
    facts = [fact for fact in facts_of(results)[:MOST_CONDITIONS] if fact.finished]
    if not facts:
        return []
    even = facts[0].even
    found: list[Picture | None] = [
        _dots(SEATS, facts, Facts.seats, even),
        _dots("Wins by bot", facts, lambda fact: fact.bots() if len(fact.bots()) > 1 else [], even),
        _dots("Wins by what is active with a player", facts, Facts.holders, even),
        _dots("Wins by opening choice", facts, Facts.openings, even),
        _dots("Wins by what a player holds at the end", facts, Facts.kept, even),
        _differences(results),
        _scores(facts),
        _histogram("How long games are", "decisions in a game", "length", facts),
        _histogram("How often the lead changes", "changes of the lead in a game", "lead_changes", facts),
        _decided(facts),
        _histogram("How many options there are", "options of a decision", "choices", facts, "decisions"),
        _taken(facts[0]),
    ]
    return [picture for picture in found if picture is not None]


def _drawn(title: str, says: str, height: float, draw: Callable[[Any], None]) -> Picture:
    check_matplotlib()
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure.add_subplot())
        out = StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return Picture(title, says, text[text.index("<svg") :])


def _plain(text: str, most: int = 44) -> str:
    """A label that cannot steer anything, and is not too long to stand beside a picture."""
    text = for_terminal(text)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _dots(
    title: str, facts: Sequence[Facts], lines_of: Callable[[Facts], list[Line]], even: float
) -> Picture | None:
    """A dot with its interval for each line; one colour for each condition."""
    of_all = [{line.name: line for line in lines_of(fact)} for fact in facts]
    names = list(dict.fromkeys(name for lines in of_all for name in lines))
    if not names or (not even and title != SEATS):  # where nobody has won, nothing tells things apart
        return None
    says = "Each dot is a share of games won; the line through it is where the true share lies (95 %)."
    if len(names) > MOST_ROWS:  # what came seldom says little, with a long line
        sized = sorted(names, key=lambda name: -sum(lines[name].games for lines in of_all if name in lines))
        says += f" Of {len(names)}, the {MOST_ROWS} that came most often; the table has all."
        names = [name for name in names if name in set(sized[:MOST_ROWS])]

    def draw(axes: Any) -> None:
        for number, (fact, lines) in enumerate(zip(facts, of_all, strict=True)):
            rows = [(at, lines[name].estimate) for at, name in enumerate(names) if name in lines]
            shift = 0.6 * ((number + 0.5) / len(facts) - 0.5)
            places = [-at - shift for at, _ in rows]
            values = [100 * e.value for _, e in rows]
            reach = [[100 * (e.value - e.low) for _, e in rows], [100 * (e.high - e.value) for _, e in rows]]
            axes.errorbar(values, places, xerr=reach, fmt="o", ms=4, lw=1.4, color=COLOURS[number],
                          label=_plain(fact.label))  # fmt: skip
        axes.axvline(100 * even, color="#888888", lw=0.8, ls="--")
        axes.set_yticks([-at for at in range(len(names))], [_plain(name) for name in names])
        axes.set_ylim(-len(names) + 0.4, 0.6)
        axes.set_xlabel("share of games won, % (dashed: an even part)")
        if len(facts) > 1:
            axes.figure.legend(loc="outside upper right", ncols=4)

    each = 0.26 if len(facts) == 1 else 0.2 + 0.1 * len(facts)
    return _drawn(title, says, 0.9 + each * len(names), draw)


def _differences(results: Results) -> Picture | None:
    rows = [
        (f"{pair['second']}: seat {line['seat'] + 1}", line)
        for pair in results.differences for line in pair["differences"]
        if line["what"] == "won" and line["low"] is not None
    ][: 3 * MOST_ROWS]  # fmt: skip
    if not rows:
        return None

    def draw(axes: Any) -> None:
        for at, (_, line) in enumerate(rows):
            colour = COLOURS[1] if line["certain"] else "#888888"
            axes.plot([100 * line["low"], 100 * line["high"]], [-at, -at], color=colour, lw=1.4)
            axes.plot([100 * line["difference"]], [-at], "o", ms=4, color=colour)
        axes.axvline(0, color="#888888", lw=0.8, ls="--")
        axes.set_yticks([-at for at in range(len(rows))], [_plain(name) for name, _ in rows])
        axes.set_ylim(-len(rows) + 0.4, 0.6)
        axes.set_xlabel("more games won, points of a hundred")

    says = f"Compared with {results.labels[0]} on the same seeds. Grey: it may be chance."
    return _drawn("What changes in wins", says, 0.9 + 0.26 * len(rows), draw)


def _scores(facts: Sequence[Facts]) -> Picture | None:
    rows: list[tuple[str, dict[str, Any], int]] = []
    for number, fact in enumerate(facts):
        for line in fact.figures["seats"]:
            if line["score"]:
                name = f"seat {line['seat'] + 1}" + (f", {fact.label}" if len(facts) > 1 else "")
                rows.append((name, line["score"], number))
    if all(score["min"] == score["max"] for _, score, _ in rows):
        return None

    def draw(axes: Any) -> None:
        for at, (_, score, number) in enumerate(rows):
            colour = COLOURS[number]
            axes.plot([score["min"], score["max"]], [-at, -at], color=colour, lw=0.8)
            axes.plot([score["p10"], score["p90"]], [-at, -at], color=colour, lw=2.5)
            axes.plot([score["p25"], score["p75"]], [-at, -at], color=colour, lw=8, solid_capstyle="butt")
            axes.plot([score["median"]], [-at], "|", ms=12, mew=2, color="white")
        axes.set_yticks([-at for at in range(len(rows))], [_plain(name) for name, _, _ in rows])
        axes.set_ylim(-len(rows) + 0.4, 0.6)
        axes.set_xlabel("score at the end")

    says = "Half of the scores lie in the thick bar, eight of ten in the thinner one; the gap is the median."
    return _drawn("Scores", says, 0.9 + 0.3 * len(rows), draw)


def _histogram(
    title: str, across: str, section: str, facts: Sequence[Facts], what: str = "games"
) -> Picture | None:
    counted = [fact.counted(section) for fact in facts]
    if not any(counted):
        return None
    low = min(min(counts) for counts in counted if counts)
    high = max(max(counts) for counts in counted if counts)
    width = max(1, -(-(high - low + 1) // 40))
    edges = list(range(low, high + width + 1, width))

    def draw(axes: Any) -> None:
        for number, (fact, counts) in enumerate(zip(facts, counted, strict=True)):
            whole = sum(counts.values()) or 1
            heights = [0.0] * (len(edges) - 1)
            for value, amount in counts.items():
                heights[(value - low) // width] += 100 * amount / whole
            shifted = [edge - 0.5 for edge in edges]
            axes.stairs(heights, shifted, fill=len(facts) == 1, color=COLOURS[number], lw=1.4,
                        label=_plain(fact.label))  # fmt: skip
        axes.set_xlabel(across)
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set_ylabel(f"% of {what}")
        axes.set_ylim(bottom=0)
        if len(facts) > 1:
            axes.figure.legend(loc="outside upper right", ncols=4)

    says = f"How many of a hundred {what} have so many" + (f" ({width} in each step)." if width > 1 else ".")
    return _drawn(title, says, 2.3, draw)


def _decided(facts: Sequence[Facts]) -> Picture | None:
    counted = [fact.counted("decided") for fact in facts]
    if not any(counted):
        return None

    def draw(axes: Any) -> None:
        for number, (fact, counts) in enumerate(zip(facts, counted, strict=True)):
            whole, so_far, heights = sum(counts.values()) or 1, 0, []
            for part in range(101):
                so_far += counts.get(part, 0)
                heights.append(100 * so_far / whole)
            axes.plot(range(101), heights, color=COLOURS[number], lw=1.6, label=_plain(fact.label))
        axes.set_xlabel("% of the game's decisions")
        axes.set_ylabel("% of games decided")
        axes.set_xlim(0, 100)
        axes.set_ylim(0, 100)
        if len(facts) > 1:
            axes.figure.legend(loc="outside upper right", ncols=4)

    says = "In how many of a hundred games with one winner that winner leads from here to the end."
    return _drawn("When the game is decided", says, 2.3, draw)


def _taken(facts: Facts) -> Picture | None:
    options = [line for line in facts.watched.get("options", ()) if line["offered"] >= OFTEN]
    options.sort(key=lambda line: (line["taken"] / line["offered"], line["asked"], line["option"]))
    rows = options[:MOST_ROWS]
    if len(rows) < 2:
        return None

    def draw(axes: Any) -> None:
        values = [100 * line["taken"] / line["offered"] for line in rows]
        axes.barh([-at for at in range(len(rows))], values, color=COLOURS[0], height=0.7)
        names = [_plain(f"{line['asked']}: {line['option']}".replace("_", " ")) for line in rows]
        axes.set_yticks([-at for at in range(len(rows))], names)
        axes.set_xlabel("taken, % of the times when it was offered")
        axes.set_xlim(left=0)

    says = f"The options that are taken least, of those offered {OFTEN} times or more."
    return _drawn("Options that are seldom taken", says, 0.9 + 0.26 * len(rows), draw)
