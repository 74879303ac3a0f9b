"""The pictures of a report, as SVG.

In: the facts of each condition. Out: pictures with a title and a sentence that says what to see, as text that
stands inside a page. The same facts give the same bytes. Needs matplotlib, the extra `report`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from textwrap import wrap
from typing import Any

from attrs import frozen

from cli.errors import Misuse
from cli.science.document import Results
from cli.science.report.facts import OFTEN, Facts, Line, Option, compared, facts_of, standing_out
from cli.screen.escaping import for_terminal

# Okabe and Ito's colours, which everybody can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
MOST_CONDITIONS, MOST_ROWS = 8, 20
SEATS = "Wins by seat"
WIDTH = 7.2  # inches
LETTERS, LABEL, MOST_LINES = 84, 40, 4  # across a picture, and in a line of a label; lines of a label
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
        _dots(facts[0].opening_title, facts, Facts.openings, even),
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


def _plain(text: str, width: int = LABEL) -> str:
    """A label that cannot steer anything, on as many lines as it needs."""
    return "\n".join(wrap(for_terminal(text), width, max_lines=MOST_LINES, placeholder=" …")) or " "


def _rows(axes: Any, labels: Sequence[str]) -> list[float]:
    """Names the rows of a picture from above; the place of each. A label of several lines gets more room."""
    places, at = [], 0.0
    for label in labels:
        more = 0.55 * label.count("\n")
        places.append(at - more / 2)
        at -= 1 + more
    axes.set_yticks(places, labels)
    axes.set_ylim(at + 0.4, 0.6)
    return places


def _height(labels: Sequence[str], each: float) -> float:
    """What a picture with such rows needs, in inches."""
    return 0.9 + sum(each * (1 + 0.55 * label.count("\n")) for label in labels)


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
        out = standing_out(list(of_all[0].values()), even)
        told = {line.name: abs(line.estimate.value - even) for line in out}  # the sentences name the farthest
        games = {name: sum(lines[name].games for lines in of_all if name in lines) for name in names}
        first = set(sorted(names, key=lambda name: (-told.get(name, 0.0), -games[name]))[:MOST_ROWS])
        which = "those that stand out, and then those" if told else f"the {MOST_ROWS}"
        says += f" Of {len(names)}, {which} that came most often; the table has all."
        names = [name for name in names if name in first]
    labels = [_plain(name) for name in names]

    def draw(axes: Any) -> None:
        middles = _rows(axes, labels)
        for number, (fact, lines) in enumerate(zip(facts, of_all, strict=True)):
            rows = [(at, lines[name].estimate) for at, name in enumerate(names) if name in lines]
            shift = 0.6 * ((number + 0.5) / len(facts) - 0.5)
            places = [middles[at] - shift for at, _ in rows]
            values = [100 * e.value for _, e in rows]
            reach = [[100 * (e.value - e.low) for _, e in rows], [100 * (e.high - e.value) for _, e in rows]]
            axes.errorbar(values, places, xerr=reach, fmt="o", ms=4, lw=1.4, color=COLOURS[number],
                          label=_plain(fact.label))  # fmt: skip
        axes.axvline(100 * even, color="#888888", lw=0.8, ls="--")
        axes.set_xlabel("share of games won, % (dashed: an even part)")
        if len(facts) > 1:
            axes.figure.legend(loc="outside upper right", ncols=4)

    each = 0.26 if len(facts) == 1 else 0.2 + 0.1 * len(facts)
    return _drawn(title, says, _height(labels, each), draw)


def _differences(results: Results) -> Picture | None:
    rows = [
        (f"{second}: seat {line['seat'] + 1}", line)
        for _, second, lines in compared(results) for line in lines
        if line["what"] == "won" and line["low"] is not None
    ][: 3 * MOST_ROWS]  # fmt: skip
    if not rows:
        return None
    labels = [_plain(name) for name, _ in rows]

    def draw(axes: Any) -> None:
        for at, (_, line) in zip(_rows(axes, labels), rows, strict=True):
            colour = COLOURS[1] if line["certain"] else "#888888"
            axes.plot([100 * line["low"], 100 * line["high"]], [at, at], color=colour, lw=1.4)
            axes.plot([100 * line["difference"]], [at], "o", ms=4, color=colour)
        axes.axvline(0, color="#888888", lw=0.8, ls="--")
        axes.set_xlabel("more games won, points of a hundred")

    says = f"Compared with {facts_of(results)[0].label} on the same seeds. Grey: it may be chance."
    return _drawn("What changes in wins", says, _height(labels, 0.26), draw)


def _scores(facts: Sequence[Facts]) -> Picture | None:
    rows: list[tuple[str, dict[str, Any], int]] = []
    for number, fact in enumerate(facts):
        for line in fact.figures["seats"]:
            if line["score"]:
                name = f"seat {line['seat'] + 1}" + (f", {fact.label}" if len(facts) > 1 else "")
                rows.append((name, line["score"], number))
    if len({score[end] for _, score, _ in rows for end in ("p10", "p90")}) < 2:  # nothing to see
        return None
    labels = [_plain(name) for name, _, _ in rows]

    def draw(axes: Any) -> None:
        for at, (_, score, number) in zip(_rows(axes, labels), rows, strict=True):
            colour = COLOURS[number]
            axes.plot([score["min"], score["max"]], [at, at], color=colour, lw=0.8)
            axes.plot([score["p10"], score["p90"]], [at, at], color=colour, lw=2.5)
            axes.plot([score["p25"], score["p75"]], [at, at], color=colour, lw=8, solid_capstyle="butt")
            axes.plot([score["median"]], [at], "|", ms=12, mew=2, color="white")
        axes.set_xlabel("score at the end")

    says = "Half of the scores lie in the thick bar, eight of ten in the thinner one; the gap is the median."
    return _drawn("Scores", says, _height(labels, 0.3), draw)


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
    """Under each question its options, first those that are taken least for what one can choose there."""
    # What is always taken was the only thing to choose.
    rows = sorted((o for o in facts.options() if o.taken < o.offered), key=lambda option: option.part)
    rows = rows[:MOST_ROWS]
    if len(rows) < 2:
        return None
    groups: dict[str, list[Option]] = {}
    for option in rows:
        groups.setdefault(option.asked, []).append(option)
    names = {option: _plain(facts.naming.answer(option.asked, option.name)) for option in rows}
    longest = max(len(line) for name in names.values() for line in name.split("\n"))
    labels, shown = list[str](), list[tuple[str, Option | None]]()
    for asked, options in groups.items():
        head = _plain(facts.naming.question(asked), LETTERS - longest)
        shown += [(head, None), *(("", option) for option in options)]
        # The question stands in the picture; its row has as many lines, and no label.
        labels += ["\n" * head.count("\n"), *(names[option] for option in options)]

    def draw(axes: Any) -> None:
        from matplotlib.transforms import blended_transform_factory

        for at, (head, option) in zip(_rows(axes, labels), shown, strict=True):
            if option is None:
                across = blended_transform_factory(axes.transAxes, axes.transData)
                axes.text(0.01, at, head, transform=across, va="center", weight="bold")
                continue
            estimate = option.estimate
            axes.plot([100 * estimate.low, 100 * estimate.high], [at, at], color=COLOURS[0], lw=1.4)
            axes.plot([100 * estimate.value], [at], "o", ms=4, color=COLOURS[0])
            axes.plot([100 * option.usual], [at], "|", ms=9, color="#888888")
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel("taken, % of the times when it was offered (95 %)")
        axes.set_xlim(left=0)

    says = (f"Of the options offered {OFTEN} times or more those that are taken least, for what one can "
            "choose there: the grey mark is how often anything offered there is taken.")  # fmt: skip
    return _drawn("Options that are seldom taken", says, _height(labels, 0.26), draw)
