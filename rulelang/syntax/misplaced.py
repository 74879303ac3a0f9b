"""Words that stand in the wrong place of a line, or in the place of another: one line in a table for each.

In: the spot where the parser stopped. Out: a finding that says how the line is written, or nothing.
`mistakes.py` has signs and line starts, `phrases.py` what needs more than a look at the line.
"""

from __future__ import annotations

import re
from re import Pattern

from attrs import frozen

from rulelang.diagnostics import Diagnostic, Label
from rulelang.syntax.spot import Spot


@frozen
class Look:
    """A line that looks like this; `word` is what the finding points at, and the texts name other parts."""

    pattern: Pattern[str]
    title: str
    hint: str
    code: str = "R0104"
    why: str = ""


def _look(pattern: str, title: str, hint: str, code: str = "R0104", why: str = "") -> Look:
    return Look(re.compile(pattern), title, hint, code, why)


_LOOKS = (
    _look(
        r"\s+choose one (?P<word>secretly|openly)\b",
        "`{word}` stands right behind `choose`",
        "write `choose {word} one:`",
    ),
    _look(
        r"\s+may (?P<name>\w+) (?P<word>secretly|openly)\b",
        "`{word}` stands right behind `may`",
        "write `may {word} {name}:`",
    ),
    _look(
        r"\s+roll (?P<dice>[\w ]+) as (?P<name>\w+) (?P<word>secretly)\b",
        "`secretly` stands right behind `roll`",
        "write `roll secretly {dice} as {name}`",
    ),
    _look(
        r"\s+choose (?P<word>secret|open|hidden) (?:\w+ from|one)\b",
        "I don't know `choose {word}`",
        "write `choose secretly …`: nobody hears the answer; or `choose openly …`: everybody does",
    ),
    _look(
        r"\s+each (?P<who>\w+(?: in .+?)?) (?P<word>openly) (?:choose|chooses)\b",
        "who all choose at once choose in secret, and then it is told",
        "write `each {who} secretly chooses …`, and below it `reveal …` or `say …`; "
        "one after the other, they choose with `for each p in players:`, `as p:`, `choose openly …`",
    ),
    _look(
        r"\s+each (?P<who>\w+(?: in .+?)?) secretly (?P<word>choose|picks|pick) (?P<what>one|\w+)\b",
        "`chooses` should stand here, not `{word}`",
        "write `each {who} secretly chooses {what} …`",
        "R0117",
    ),
    _look(
        r"\s+each (?P<who>\w+) (?P<word>chooses)\b",
        "`secretly` is missing before `chooses`",
        "write `each {who} secretly chooses …`; one after the other, they choose with "
        "`for each p in players:` and below it `as p:`",
        "R0117",
    ),
    _look(
        r"\s+each \w+ .*secretly chooses .* (?P<word>by) ",
        "nobody else chooses here, so `by` has no place",
        "leave it out: each of the players who are named chooses",
    ),
    _look(
        r"(?:\s*)(?P<hook>change)\b.* (?P<word>offered)\b",
        "`{hook}` cannot be offered to players",
        "hook the rule in which it happens: `after earn offered to opponents:`",
        why="a window is for something that is done, and a value is only worked out",
    ),
    _look(
        r"(?:\s*)(?P<head>(?:before|after|instead of|whenever) .+?) offered to (?P<who>.+?) "
        r"(?P<word>when|priority)\b",
        "`{word}` stands before `offered to`",
        "write `{head} {word} … offered to {who}:`",
    ),
    _look(
        r"(?:\s*)(?:before|after|instead of|whenever) .* (?P<word>offered) (?!to\b)(?P<who>\w+)",
        "`to` is missing behind `offered`",
        "write `offered to {who}`",
        "R0117",
    ),
    _look(
        r"\s+end (?P<word>offer|offers|offering|window|windows)\b",
        "I don't know `end {word}`",
        "write `end loop`: then nobody else is asked",
    ),
    _look(
        r"(?:replace )?zone .*\b(?P<grid>grid(?: up to)?) (?P<word>of) (?P<size>\w+ by \w+)",
        "the size stands right behind `{grid}`",
        "write `{grid} {size} of …`",
    ),
    _look(
        r"(?:replace )?zone .*\b(?P<grid>grid(?: up to)?) (?P<wide>\w+) (?P<word>x|times|and) "
        r"(?P<high>\w+)\b",
        "I don't know `{word}` between columns and rows",
        "write `{grid} {wide} by {high} of …`",
    ),
    _look(
        r"(?:replace )?zone [^:]*: (?P<word>(?P<size>\w+ by \w+)) (?P<grid>grid|board)\b",
        "the size stands behind `grid`",
        "write `grid {size} of …`",
    ),
    _look(
        r"(?:replace )?zone (?P<name>\w+) (?P<word>for each) (?P<owner>\w+)",
        "`of each` says whose a zone is",
        "write `zone {name} of each {owner}: …`",
    ),
    _look(
        r"(?:replace )?track (?P<name>\w+) (?P<word>for each) (?P<owner>\w+)",
        "`of each` says whose a track is",
        "write `track {name} of each {owner}: …`",
    ),
    _look(
        r"(?:replace )?track [^:]+: (?P<word>(?P<low>-?\d+) to (?P<high>\d+))",
        "a range of numbers begins with `number`",
        "write `number {low} to {high}`",
    ),
    _look(
        r"(?:replace )?zone .*?\b(?P<grid>(?:hexagonal )?grid) (?:up to )?(?:\w+ )?"
        r"(?P<word>of) (?P<item>\w+)",
        "a grid has columns and rows",
        "write `{grid} 8 by 8 of {item}`, or without an edge that matters `{grid} up to 40 by 40 of {item}`",
    ),
    _look(
        r".*\blongest (?P<word>(?!way\b|path\b)\w+) in\b",
        "I don't know `longest {word}`",
        "write `longest way in … by …`, which uses each link once, or `longest path in … by …`, which "
        "comes to each place once",
    ),
    _look(
        r".*\blongest (?P<how>way|path) in (?P<links>.+?) (?P<word>from) ",
        "the longest {how} may start anywhere",
        "leave `from …` out: `longest {how} in {links} by …`",
    ),
    _look(
        r"(?P<thing>(?:card|tile|token|piece) \w+), (?P<copies>\d+ copies) (?P<word>of each (?P<owner>\w+))",
        "`{word}` stands before the copies",
        "write `{thing} {word}, {copies}`",
    ),
    _look(
        r"(?P<thing>(?:card|tile|token|piece) .+), (?P<word>copies) (?P<number>\d+)",
        "the number stands before `copies`",
        "write `{thing}, {number} copies`",
    ),
    _look(
        r"(?:replace )?memory (?P<name>\w+): everything (?P<word>except|without|save)\b",
        "`but` should stand here, not `{word}`",
        "write `memory {name}: everything but …`",
        "R0117",
    ),
    _look(
        r"\s+(?P<word>every) (?P<who>\w+) secretly chooses\b",
        "`each` should stand here, not `every`",
        "write `each {who} secretly chooses …`",
        "R0117",
    ),
    _look(
        r"\s+(?P<word>you|player|players?) secretly choose (?P<what>\w+)",
        "a rule speaks to whoever acts, so nobody is named here",
        "write `choose secretly {what} …`; for all at once `each player secretly chooses {what} …`",
    ),
    _look(
        r"(?P<thing>(?:card|tile|token|piece) \w+): (?P<word>one) for (?:each|every) (?P<owner>\w+)",
        "components that belong to something say so before the colon",
        "write `{thing} of each {owner}`",
    ),
    _look(
        r"\s+set .+? to (?P<word>do) (?P<call>.+)",
        "what a rule answers is kept with `let`, or asked with `if`",
        "begin with a line `let found be do {call}`; `found` is then what the track is set to",
    ),
    _look(
        r"(?:track|zone) (?P<name>\w+)\b.* (?P<word>not) shown\b",
        "what the table leaves out is said in the texts",
        'leave it out here, and write `{name}: "-"` below `track:` or `zone:` in strings/en.yaml',
    ),
    _look(
        r"\s+(?P<name>\w+): .* (?P<word>not) shown\b",
        "what the table leaves out is said in the texts",
        'leave it out here, and write `{name}: "-"` in strings/en.yaml, '
        "below `track:` and the name of the component",
    ),
    _look(
        r"(?P<word>show) (?P<name>\w+) as\b",
        "how things are called is said in the texts",
        "write a text for each row below `{name}:` in strings/en.yaml; "
        "fields are shown with `mark.{name}.<field>`",
    ),
    _look(
        r".*\balong\(.*?\) (?P<word>until)\b",
        "`up to` should stand here, not `until`",
        "write `along(…) up to …`: the first place of which that is true is the last one",
        "R0117",
    ),
    _look(
        r".*\b(?:while|where|up to) (?P<word>its) (?P<what>\w+)",
        "`it is` should stand here, not `its`",
        "write `it is {what}`",
        "R0117",
    ),
    _look(
        r"\s+(?P<head>turns from .+?) (?P<word>counterclockwise|anticlockwise|reversed|backwards)\b",
        "I don't know `{word}` behind `turns`",
        "write `{head} by right`: then the player to the right is next",
    ),
    _look(
        r"\s+(?:add|subtract) .+? (?:to|from) (?P<name>\w+) of (?P<one>\w+) (?P<word>and) (?P<other>\w+)$",
        "what has two owners is asked for with both in brackets",
        "write `{name}({one}, {other})`",
    ),
    _look(
        r"\s+set (?P<name>\w+) of (?P<one>\w+) (?P<word>and) (?P<other>\w+) to\b",
        "what has two owners is asked for with both in brackets",
        "write `{name}({one}, {other})`",
    ),
    _look(
        r"\s+(?:choose|each .+ secretly chooses) .*?from .+ (?P<word>and) (?P<name>\w+) from\b",
        "a comma stands between things that are chosen together",
        "write `…, {name} from …`",
        "R0117",
    ),
    _look(
        r"(?:replace )?zone .*\b(?P<word>hexagon|hex|hexagons)\b",
        "`hexagonal grid` should stand here, not `{word}`",
        "write `hexagonal grid 8 by 8 of …`",
        "R0117",
    ),
    _look(
        r"(?P<thing>(?:card|tile|token|piece) \w+(?: of each \w+)?) (?P<word>\d+) copies",
        "a comma stands before the copies",
        "write `{thing}, {word} copies`",
        "R0117",
    ),
    _look(
        r"(?P<thing>(?:card|tile|token|piece) \w+) (?P<word>for each) (?P<owner>\w+)",
        "`of each` says whose they are",
        "write `{thing} of each {owner}`",
    ),
    _look(
        r"(?:replace )?zone (?P<name>\w+): (?P<shape>.+? of \w+),? (?P<word>of each (?P<owner>\w+))",
        "`of each` stands behind the name",
        "write `zone {name} of each {owner}: {shape}, …`",
    ),
    _look(
        r"memory (?P<name>\w+): (?P<word>all) but\b",
        "`everything` should stand here, not `all`",
        "write `memory {name}: everything but …`",
        "R0117",
    ),
    _look(
        r".*\b(?:from|in|of) (?P<word>distinct|unique) ",
        "I don't know `{word}` before a set",
        "write `different`: one of each that looks alike",
    ),
    _look(
        r".*\[(?P<word>for each) (?P<name>\w+) in (?P<items>[^:\]]+): (?P<what>[^\]]+)\]",
        "what is made of each stands before `for each`",
        "write `[{what} for each {name} in {items}]`",
    ),
    _look(
        r".*?\b(?P<low>-?\w+) ?(?P<word>\.\.\.?) ?(?P<high>-?\w+)",
        "I don't know `{word}` between numbers",
        "write `{low} to {high}`",
    ),
    _look(
        r"\s+move .+? to (?P<grid>\w+) at \w+ (?P<word>of) (?P<rest>.+)",
        "what is worked out has no place behind `at`",
        "give it a name first: `let spot be … of {rest}`, and then `at spot`",
    ),
    _look(
        r"\s+repeat (?P<word>until) ?:",
        "`until` needs to know when to stop",
        "write a condition behind it: `repeat until deck is empty:`",
    ),
    _look(
        r"\s+may (?P<name>\w+) (?P<word>when) (?P<test>[^:]+):",
        "`may` has no condition of its own",
        "write `if {test}:` and below it `may {name}:`",
    ),
    _look(
        r"zone .*\bgrid (?P<word>without)\b",
        "a grid says how far it can grow",
        "write `grid up to 40 by 40 of …`: only what is used is drawn",
    ),
)  # fmt: skip


def misplaced(spot: Spot) -> Diagnostic | None:
    if spot.fragment:
        return None
    for look in _LOOKS:
        found = look.pattern.match(spot.line)
        if found is None or not found.start("word") <= spot.span.column - 1 <= found.end() + 1:
            continue
        parts = found.groupdict()
        label = Label(spot.part(*found.span("word")))
        return Diagnostic(
            look.code, look.title.format(**parts), (label,), look.why, look.hint.format(**parts)
        )
    return None
