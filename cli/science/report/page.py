"""A report as one page of HTML that needs nothing else.

In: results. Out: text of a page: sentences, pictures, tables. Names of a definition are text in it, and
nothing else. `part` is the same for a notebook, which has a page of its own around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cli.science.document import Results
from cli.science.intervals import Estimate
from cli.science.report.facts import Facts, Line, facts_of
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
.rulelang-report th, .rulelang-report td { padding: .15rem .7rem .15rem 0; text-align: left;
  border-bottom: 1px solid #ddd; }
.rulelang-report td.n, .rulelang-report th.n { text-align: right; font-variant-numeric: tabular-nums; }
"""
MOST_ROWS = 200  # of a table; JSON has them all


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
    lines += [f"<p>{for_page(text)}</p>" for text in sentences(results)]
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
    called = [names.get(f"variant.{variant}", variant.replace("_", " ")) for variant in shared]
    return f"{name}, {' + '.join(called)}" if called else name


def _own_names(svg: str, prefix: str) -> str:
    """Pictures on one page may not share the names by which their parts speak of each other."""
    for mark in ('id="', 'href="#', "url(#"):
        svg = svg.replace(mark, mark + prefix)
    return svg


# ------------------------------------------------------------ tables

SHARES = ("", "games", "wins", "share", "95 %")


def tables(facts: Facts) -> list[str]:
    figures, watched = facts.figures, facts.watched
    found = [
        _shares("Wins by seat", facts.seats()),
        _shares("Wins by bot", facts.bots()),
        _shares("Wins by what is active with a player", facts.holders()),
        _shares("Wins by opening choice", facts.openings()),
        _shares("Wins by what a player holds at the end", facts.kept()),
        _table("How games ended", ("reason", "games"),
               [(line["reason"] or "ranking", line["games"]) for line in figures["reasons"]]),
        _spread("Scores", [(f"seat {line['seat'] + 1}", line["score"]) for line in figures["seats"]]),
        _spread("In a game", [("decisions", figures["decisions_in_a_game"]),
                              ("changes of the lead", watched.get("lead_changes")),
                              ("decided after, %", watched.get("decided")),
                              ("options of a decision", watched.get("choices"))]),
        _table("What was asked", ("asked", "kind", "times"),
               [(line["asked"], line["kind"], line["times"]) for line in figures["decisions"]]),
        _table("Options", ("asked", "option", "offered", "taken"),
               [(line["asked"], line["option"], line["offered"], line["taken"])
                for line in sorted(watched.get("options", ()), key=lambda line: line["taken"])]),
        _table("Components that never moved after the setup", ("component",),
               [(name,) for name in facts.never_moved()]),
        _table("Rules and abilities", ("rule", "began"),
               [*((line["rule"], line["times"]) for line in figures["rules"]),
                *((rule, 0) for rule in figures["rules_never"])]),
        _table("What went wrong", ("error", "games", "seeds"),
               [(line["error"], line["games"], ", ".join(str(game["seed"]) for game in line["first"]))
                for line in figures["errors"]]),
    ]  # fmt: skip
    return [text for text in found if text]


def _difference_tables(results: Results) -> list[str]:
    found = []
    for pair in results.differences:
        rows = []
        for line in pair["differences"]:
            factor = 100 if line["what"] == "won" else 1
            name = line["what"] + ("" if line["seat"] is None else f", seat {line['seat'] + 1}")
            name += " (points of a hundred)" if line["what"] == "won" else ""
            ends = ("?" if line[end] is None else f"{factor * line[end]:+.2f}" for end in ("low", "high"))
            rows.append((name, line["games"], f"{factor * line['difference']:+.2f}", " to ".join(ends),
                         "" if line["certain"] else "may be chance"))  # fmt: skip
        title = f"{pair['second']}, compared with {pair['first']}"
        found.append(_table(title, ("what", "games", "difference", "95 %", ""), rows))
    return [text for text in found if text]


def _shares(title: str, lines: Sequence[Line]) -> str:
    return _table(
        title, SHARES, [(line.name, line.games, line.wins, *_percent(line.estimate)) for line in lines]
    )


def _percent(estimate: Estimate) -> tuple[str, str]:
    return f"{100 * estimate.value:.1f} %", f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f}"


def _spread(title: str, rows: Iterable[tuple[str, dict[str, Any] | None]]) -> str:
    names = ("mean", "min", "p10", "median", "p90", "max")
    shown = [(name, *(f"{values[part]:.6g}" for part in names)) for name, values in rows if values]
    return _table(title, ("", *names), shown)


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
    return (f"<table><caption>{for_page(title)}</caption>\n<thead><tr>{cells('th', head)}</tr></thead>\n"
            f"<tbody>\n{body}\n</tbody></table>{more}")  # fmt: skip


def _shown(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
