"""A report as one page of HTML that needs nothing else.

In: results. Out: text of a page: sentences, pictures, tables. Names of a definition are text in it, and
nothing else. `part` is the same for a notebook, which has a page of its own around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cli.science.document import Results
from cli.science.intervals import Estimate
from cli.science.naming import Naming
from cli.science.report.facts import Facts, Line, compared, facts_of
from cli.science.report.pictures import pictures
from cli.science.report.sentences import sentences
from cli.screen.escaping import for_page

STYLE = """
.rulelang-report { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif;
  color: #222; background: #fff; }
.rulelang-report h1 { font-size: 1.6rem; } .rulelang-report h2 { font-size: 1.2rem; margin-top: 2.5rem; }
.rulelang-report figure { margin: 1.5rem 0; } .rulelang-report figure h3 { margin: 0; font-size: 1rem; }
.rulelang-report figcaption { color: #555; font-size: .85rem; }
.rulelang-report svg { width: 100%; height: auto; }
.rulelang-report table { border-collapse: collapse; font-size: .85rem; margin: .5rem 0 1.5rem; }
.rulelang-report caption { text-align: left; font-weight: 600; }
.rulelang-report caption span { display: block; width: max-content; max-width: min(44rem, 90vw); }
.rulelang-report th, .rulelang-report td { padding: .15rem .7rem .15rem 0; text-align: left;
  border-bottom: 1px solid #ddd; }
.rulelang-report td.n, .rulelang-report th.n { text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
"""
MOST_ROWS, MOST_SHARES = 200, 60  # of a table, and of one of wins; JSON has them all


def page(results: Results) -> str:
    title = for_page(title_of(results))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n</head>\n<body>\n{part(results)}</body>\n</html>\n"
    )


def part(results: Results) -> str:
    """The page without what stands around it."""
    lines = [f"<style>{STYLE}</style>", '<div class="rulelang-report">']
    lines.append(f"<h1>{for_page(title_of(results))}</h1>")
    # A number and its sign stay on one line.
    lines += [f"<p>{for_page(text).replace(' %', '&nbsp;%')}</p>" for text in sentences(results)]
    shown = pictures(results)
    if shown:
        lines.append("<h2>Pictures</h2>")
    for number, picture in enumerate(shown):
        svg = _own_names(picture.svg, f"p{number}-")
        label = for_page(f"{picture.title}. {picture.says}")
        lines.append(
            f"<figure><h3>{for_page(picture.title)}</h3>"
            f'<div role="img" aria-label="{label}">{svg}</div>'
            f"<figcaption>{for_page(picture.says)}</figcaption></figure>"
        )
    lines.append("<h2>Tables</h2>")
    several = len(results.conditions) > 1
    for facts in facts_of(results):
        if several:
            lines.append(f"<h3>{for_page(facts.label)}</h3>")
        lines += tables(facts)
    lines += _difference_tables(results)
    return "\n".join([*lines, "</div>", ""])


def title_of(results: Results) -> str:
    first = results.conditions[0]
    shared = [name for name in first["variants"] if all(name in c["variants"] for c in results.conditions)]
    names = first["names"]
    name = names.get("game.name", str(first["game"]).replace("_", " "))
    return f"{name}, {Naming(names).variants(shared)}" if shared else name


def _own_names(svg: str, prefix: str) -> str:
    """Pictures on one page may not share the names by which their parts speak of each other."""
    for mark in ('id="', 'href="#', "url(#"):
        svg = svg.replace(mark, mark + prefix)
    return svg


# ------------------------------------------------------------ tables

SHARES = ("", "games", "wins", "share", "95 %")
# What is chosen, by the kind of a question.
KINDS = {"one": "one thing", "several": "several things", "menu": "what to do", "may": "yes or no"}


def tables(facts: Facts) -> list[str]:
    figures, watched, naming = facts.figures, facts.watched, facts.naming
    found = [
        _shares("Wins by seat", facts.seats()) or _nobody_won(facts),
        _shares("Wins by bot", facts.bots()),
        _shares("Wins by what is active with a player", facts.holders()),
        _shares(facts.opening_title, facts.openings()),
        _shares("Wins by what a player holds at the end", facts.kept()),
        _table("How games ended", ("reason", "games"),
               [(naming.reason(line["reason"]) if line["reason"] else "by the ranking", line["games"])
                for line in figures["reasons"]]),
        _spread("Scores", [(f"seat {line['seat'] + 1}", line["score"]) for line in figures["seats"]]),
        _spread("In a game", [("decisions", figures["decisions_in_a_game"]),
                              ("changes of the lead", watched.get("lead_changes")),
                              ("decided after, %", watched.get("decided")),
                              ("options of a decision", watched.get("choices"))]),
        _table("What was asked", ("asked", "to choose", "times"),
               [(naming.question(line["asked"]), KINDS.get(line["kind"], line["kind"]), line["times"])
                for line in figures["decisions"]]),
        _table("Options", ("asked", "option", "offered", "taken"),
               [(naming.question(line["asked"]), naming.answer(line["asked"], line["option"]),
                 line["offered"], line["taken"])
                for line in sorted(watched.get("options", ()), key=lambda line: line["taken"])]),
        _table("Components that never moved after the setup", ("component",),
               [(name,) for name in facts.never_moved()]),
        _table("Rules and abilities", ("rule", "began"),
               [*((naming.rule(line["rule"]), line["times"]) for line in figures["rules"]),
                *((rule, 0) for rule in facts.rules_never())]),
        _table("What went wrong", ("error", "games", "seeds"),
               [(line["error"], line["games"], ", ".join(str(game["seed"]) for game in line["first"]))
                for line in figures["errors"]]),
    ]  # fmt: skip
    return [text for text in found if text]


def _difference_tables(results: Results) -> list[str]:
    found = []
    for base, other, differences in compared(results):
        rows = []
        for line in differences:
            factor = 100 if line["what"] == "won" else 1
            name = "wins" if line["what"] == "won" else line["what"]
            name += "" if line["seat"] is None else f", seat {line['seat'] + 1}"
            name += " (points of a hundred)" if line["what"] == "won" else ""
            ends = ("?" if line[end] is None else f"{factor * line[end]:+.2f}" for end in ("low", "high"))
            rows.append((name, line["games"], f"{factor * line['difference']:+.2f}", " to ".join(ends),
                         "" if line["certain"] else "may be chance"))  # fmt: skip
        found.append(
            _table(f"{other}, compared with {base}", ("what", "games", "difference", "95 %", ""), rows)
        )
    return [text for text in found if text]


def _shares(title: str, lines: Sequence[Line]) -> str:
    """Of too many those that came most often."""
    if not any(line.wins for line in lines):
        return ""  # there is nothing to compare
    least = sorted((line.games for line in lines), reverse=True)[:MOST_SHARES][-1]
    shown = [line for line in lines if line.games >= least][:MOST_SHARES]
    rows = [(line.name, line.games, line.wins, *_percent(line.estimate)) for line in shown]
    seldom = len(lines) - len(shown)
    more = f"<p>… and {seldom:,} more that came less often.</p>" if seldom else ""
    return _table(title, SHARES, rows) + more


def _nobody_won(facts: Facts) -> str:
    games = f"Nobody won any of the {facts.finished:,} games." if facts.finished else ""
    return f"<p>{games} So there is no table of wins.</p>" if games else ""


def _percent(estimate: Estimate) -> tuple[str, str]:
    return f"{100 * estimate.value:.1f} %", f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f}"


def _spread(title: str, rows: Iterable[tuple[str, dict[str, Any] | None]]) -> str:
    parts = ("min", "p10", "median", "p90", "max")
    shown = [(name, f"{values['mean']:,.1f}", *(f"{values[part]:,g}" for part in parts))
             for name, values in rows if values]  # fmt: skip
    return _table(title, ("", "mean", "least", "10 % up to", "half up to", "90 % up to", "most"), shown)


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    if not rows:
        return ""
    numbers = [all(not isinstance(row[at], str) or row[at][:1] in "+-0123456789?" for row in rows)
               for at in range(len(head))]  # fmt: skip

    def cells(sort: str, values: Sequence[Any]) -> str:
        return "".join(
            f'<{sort} class="n">{for_page(_shown(value))}</{sort}>' if number and at
            else f"<{sort}>{for_page(_shown(value))}</{sort}>"
            for at, (value, number) in enumerate(zip(values, numbers, strict=True))
        )  # fmt: skip

    body = "\n".join(f"<tr>{cells('td', row)}</tr>" for row in rows[:MOST_ROWS])
    more = f"<p>… and {len(rows) - MOST_ROWS:,} more rows.</p>" if len(rows) > MOST_ROWS else ""
    return (
        f"<table><caption><span>{for_page(title)}</span></caption>\n"
        f"<thead><tr>{cells('th', head)}</tr></thead>\n<tbody>\n{body}\n</tbody></table>{more}"
    )


def _shown(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
