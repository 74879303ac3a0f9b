"""Leaks in words.

In: leaks of a whole definition. Out: one warning for each line that tells something.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.checks.secrets.labels import Atom
from rulelang.checks.secrets.summaries import Leak
from rulelang.diagnostics import Label, Report
from rulelang.source import Span


def tell(leaks: Iterable[Leak], report: Report) -> None:
    told: set[tuple[object, ...]] = set()
    for leak in sorted(leaks, key=_order):
        if leak.atom[0] in ("argument", "size"):
            continue  # of a rule that is never carried out: nobody knows what it would be given
        place = (leak.how, leak.span)
        # Another line that gives the secret is another mistake, unless the line itself tells it already.
        about = place if leak.how == "asked" or leak.also is None else (*place, leak.also)
        if about not in told and place not in told:
            told.add(about)
            _WORDS[leak.how](leak, report)


def _order(leak: Leak) -> tuple[object, ...]:
    return (leak.span, leak.how, leak.also is not None, leak.also or leak.span, _secret(leak.atom))


def _said(leak: Leak, report: Report) -> None:
    report.warn(
        "R0611",
        "this message tells everybody something hidden",
        _start(leak.span),
        also=_also(leak, "it comes from here"),
        why=f"a message goes to all players, and not all of them know {_secret(leak.atom)}",
        hint="reveal it or move it first, or leave it out of the message",
    )


def _offered(leak: Leak, report: Report) -> None:
    report.warn(
        "R0612",
        "what can be chosen depends on what the one who chooses cannot see",
        _start(leak.span),
        also=_also(leak, "it comes from here"),
        why=f"the options would tell {_secret(leak.atom)}",
        hint="use only what the player sees, or show it to the player first with `look at` or `reveal`",
    )


def _asked(leak: Leak, report: Report) -> None:
    report.warn(
        "R0612",
        "whether somebody is asked depends on what the one who is asked cannot see",
        leak.span,
        also=_also(leak, "this is asked"),
        why=f"to be asked, or not, would tell {_secret(leak.atom)}",
        hint="use only what the player sees, or show it to the player first with `look at` or `reveal`",
    )


def _rolled(leak: Leak, report: Report) -> None:
    report.warn(
        "R0615",
        "everybody sees the dice, so this hides nothing",
        _start(leak.span),
        why="a roll is told to all players, and this track is not open to all of them",
        hint="write `roll secretly`, which is told to the one who rolls only, or make the track open to all",
    )


def _outlook(leak: Leak, report: Report) -> None:
    report.warn(
        "R0616",
        "this outlook looks at what its player cannot know",
        _start(leak.span),
        why=f"not every player knows {_secret(leak.atom)}, so a bot would go by what it has only guessed",
        hint="use what the player sees: the own hand, what lies open, how many cards there are",
    )


_WORDS = {"said": _said, "offered": _offered, "asked": _asked, "rolled": _rolled, "outlook": _outlook}


def _secret(atom: Atom) -> str:
    match atom[0]:
        case "zone":
            return f"what lies in `{atom[1].name}`"
        case "track":
            return f"`{atom[1].name.rpartition('.')[2]}`"
        case "chosen":
            return f"what was chosen as `{atom[1].name}`"
    return "it"


def _also(leak: Leak, text: str) -> tuple[Label, ...]:
    return (Label(_start(leak.also), text),) if leak.also is not None else ()


def _start(span: Span) -> Span:
    return Span(span.path, span.line, span.column, span.line, span.column + 1)
