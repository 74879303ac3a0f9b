"""Likely mistakes inside a line: words that are missing, too many, or in the place of another.

In: the spot where the parser stopped. Out: a finding, or nothing. `mistakes.py` has signs and line starts.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulelang.diagnostics import Diagnostic, Label
from rulelang.syntax.spot import Spot
from rulelang.syntax.words import EXAMPLES, LEADING, OPERATORS, VERBS

# Words that hold a line together: if one of them is expected, it was forgotten or written as another word.
_JOINTS = (
    "TO", "FROM", "BE", "EACH", "TIMES", "SECRETLY", "CHOOSES", "RANDOM", "AS", "DEFAULT", "ENTERS",
    "CHANGES", "THAN", "THEN", "ELSE", "BY", "PLAYERS", "COPIES", "SETS", "SATISFY", "OF", "IN", "FOR",
)  # fmt: skip
_WRONG_JOINTS = (
    "into", "onto", "in", "to", "from", "on", "as", "at", "be", "by", "with", "of", "is", "for", "equals",
)  # fmt: skip
_MORE = {"greater": "more", "bigger": "more", "larger": "more", "higher": "more", "above": "more"}
_MORE |= {"smaller": "less", "fewer": "less", "lower": "less", "below": "less"}


def _glued(spot: Spot) -> Diagnostic | None:
    """`too` is read as `to` and a rest, because only `to` can stand there."""
    head = re.search(r"[a-z_]+$", spot.before)
    tail = re.match(r"\w+", spot.rest)
    if head is None or tail is None or spot.kind == "?":
        return None
    word = head[0] + tail[0]
    span = spot.part(head.start(), head.start() + len(word))
    hint = f"did you mean `{head[0]}`?"
    return Diagnostic("R0104", f"I did not expect `{word}` here", (Label(span),), hint=hint)


def _columns(spot: Spot) -> Diagnostic | None:
    """A table of which nobody knows what stands in it, and columns below a line without a colon."""
    if spot.kind == "_INDENT" and re.match(r"(replace )?(table|card|tile|token|piece)\b", spot.above):
        number = spot.opening_line
        end = len(spot.above.split("#")[0].rstrip())
        span = spot.source.line_span(number, end + 1, end + 2)
        return Diagnostic(
            "R0109",
            "a colon is missing at the end of this line",
            (Label(span, "put `:` here"),),
            why="its columns stand below it",
        )
    head = spot.source.lines[spot.first_line - 1]
    if "_INDENT" in spot.expected and re.match(r"(replace )?(card|tile|token|piece) [^#]*:\s*$", head):
        end = len(head.rstrip())
        span = spot.source.line_span(spot.first_line, end, end + 1)
        hint = "leave it out, or write columns or abilities on the next lines, indented by four spaces"
        return Diagnostic("R0111", "nothing follows this colon", (Label(span),), hint=hint)
    if spot.first != "table" or not spot.at_end or not {"COLON", "_INDENT"} & spot.expected:
        return None
    name = re.match(r"(?:replace )?table (\w+)", head)
    colon = "" if head.split("#")[0].rstrip().endswith(":") else "end the line with `:`, and "
    span = spot.source.line_span(spot.first_line, 1, len(head.rstrip()) + 1)
    return Diagnostic(
        "R0111",
        f"the columns of `{name[1] if name else 'the table'}` are missing",
        (Label(span),),
        why="a table is read column by column, and each column has a type",
        hint=f"{colon}write the columns below: `    length: number 0 to 9`",
    )


def _colon(spot: Spot) -> Diagnostic | None:
    if "COLON" not in spot.expected:
        return None
    if spot.word == "then" and spot.first in ("if", "else"):
        rest = spot.rest[4:].strip().rstrip(":")
        hint = "write `:` instead of `then`" + ("" if rest else ", and the rest on the next lines, indented")
        return spot.says("R0109", "a colon should stand here, not `then`", hint=hint)
    if spot.at_end and "BE" not in spot.expected:
        end = len(spot.line.split("#")[0].rstrip()) if '"' not in spot.line else len(spot.line.rstrip())
        return Diagnostic(
            "R0109",
            "a colon is missing at the end of this line",
            (Label(spot.part(end, end + 1), "put `:` here"),),
            why="a line that opens a block ends with a colon",
        )
    if ":" in spot.rest or spot.kind in ("MINUS", "?") or spot.before.endswith(":"):
        return None
    if "BE" in spot.expected:  # `let n 3`: the colon before a type may be left out, `be` may not
        return None
    if spot.expected & OPERATORS - {"OF", "LPAR"} and spot.first not in (
        "value",
        "change",
        "score",
        "payoff",
        "outlook",
    ):
        return None
    end = len(spot.before.rstrip())
    return Diagnostic(
        "R0109",
        f"a colon is missing before `{spot.word}`",
        (Label(spot.part(end, end + 1), "put `:` here"),),
        hint=spot.form or "a field is written `name: type`",
    )


def _name(spot: Spot) -> Diagnostic | None:
    """Names that cannot be names."""
    if spot.kind == "MINUS" and re.search(r"\w$", spot.before) and re.match(r"-[a-z]", spot.rest):
        if spot.expected & {"PLUS", "MINUS"} or re.search(r"\b\d+$", spot.before):
            return None
        found = re.search(r"[\w-]+$", spot.before + "".join(re.findall(r"^[\w-]+", spot.rest)))
        name = found[0] if found else ""
        start = len(spot.before) - len(re.search(r"[\w-]+$", spot.before)[0])  # type: ignore[index]
        span = spot.part(start, start + len(name))
        return Diagnostic(
            "R0113", "a name is one word", (Label(span),), hint=f"write `{name.replace('-', '_')}`"
        )
    if spot.kind == "INT" and re.match(r"\d+[a-z_]", spot.rest) and "NAME" in spot.expected:
        name = re.match(r"\w+", spot.rest)[0]  # type: ignore[index]
        span = spot.part(spot.span.column - 1, spot.span.column - 1 + len(name))
        return Diagnostic("R0113", "a name starts with a letter", (Label(span, "this starts with a digit"),))
    if spot.kind == "STRING" and "NAME" in spot.expected:
        hint = "give it a name here, and write the text into `strings/en.yaml`: `say.hello: Hello!`"
        return spot.says("R0113", "a name should stand here, not a text in quotes", hint=hint)
    if "STRING" in spot.expected and len(spot.expected) == 1:
        found = re.match(r"[\w./-]+", spot.rest.rstrip(": "))
        hint = f'write `"{found[0]}"`' if found else 'for example `"loot.yaml"`'
        return spot.says("R0106", "a file name stands in quotes", hint=hint)
    return _taken(spot)


def _taken(spot: Spot) -> Diagnostic | None:
    """A word that begins an expression was given as a name, and is used as one."""
    words = re.findall(r"[a-z]\w*", spot.before)
    word = words[-1] if words else ""
    if word not in LEADING or not re.search(rf"\b{word}\s*$", spot.before):
        return None
    declared = re.compile(
        rf"\b(?:let|choose|each|pick|as|track|zone|value|rule|die|setting|memory|exactly \w+|up to \w+)"
        rf"\s+({word})\b(?! of\b)"
        rf"|[(,]\s*({word})\s*[:,)]|,\s*({word}) from\b"
    )
    for number, line in enumerate(spot.source.lines, 1):
        found = declared.search(line.split("#")[0])
        if found is None or (number == spot.span.line and found.end() >= spot.span.column - 1):
            continue
        start = next(i for i in (1, 2, 3) if found[i])
        span = spot.source.line_span(number, found.start(start) + 1, found.end(start) + 1)
        used = spot.part(len(spot.before.rstrip()) - len(word), len(spot.before.rstrip()))
        return Diagnostic(
            "R0113",
            f"`{word}` is a word of the language, so it cannot be a name",
            (Label(span, "the name is given here"), Label(used, "here it is read as the word")),
            hint=f"choose another name, for example `{word}_one`",
        )
    return None


def _number(spot: Spot) -> Diagnostic | None:
    if spot.kind == "INT" and re.search(r"\d\.$", spot.before):
        whole = re.search(r"\d+\.$", spot.before)[0]  # type: ignore[index]
        start = len(spot.before) - len(whole)
        span = spot.part(start, start + len(whole) + len(spot.word))
        hint = "count in smaller units, or divide and round: `9 / 2 rounded up`"
        return Diagnostic("R0104", "there are no fractions", (Label(span),), hint=hint)
    if re.search(r"\bnumber\s*$", spot.before.rstrip()) and {"INT", "MINUS"} & spot.expected:
        hint = "say from where to where: `number 0 to 9`"
        return spot.says(
            "R0104",
            "a number needs a range",
            why="every number in the game has a lowest and a highest value",
            hint=hint,
        )
    if re.search(r"\bnumber -?\d+\s*$", spot.before) and spot.expected == {"TO"}:
        hint = "a range is written `0 to 4`"
        return spot.says("R0104", "a range is written with `to`", hint=hint)
    if spot.expected == {"ROUNDED"} or ("ROUNDED" in spot.expected and spot.at_end):
        line = spot.before.rstrip()
        hint = "add `rounded up` or `rounded down`"
        span = spot.part(len(line), len(line) + 1)
        return Diagnostic("R0104", "say which way this division is rounded", (Label(span),), hint=hint)
    return None


def _comparison(spot: Spot) -> Diagnostic | None:
    before = spot.before.rstrip()
    if spot.word == "than" and (found := re.search(r"\bis (\w+)$", before)) and found[1] in _MORE:
        word = _MORE[found[1]]
        span = spot.part(found.start(1), found.end(1))
        return Diagnostic(
            "R0104", f"I don't know `{found[1]} than`", (Label(span),), hint=f"write `is {word} than`"
        )
    if found := re.search(r"\bis (not )?in$", before):
        wanted = "not in" if found[1] else "in"
        span = spot.part(found.start(), found.end())
        return Diagnostic(
            "R0104",
            f"I don't know `{found[0]}`",
            (Label(span),),
            hint=f"write `{wanted}`: `card {wanted} row`",
        )
    if spot.word in ("equals", "equal"):
        return spot.says("R0104", f"I don't know `{spot.word}`", hint="write `is`")
    if before.endswith("<") and spot.word == ">":
        span = spot.part(len(before) - 1, len(before) + 1)
        return Diagnostic("R0105", "I don't know `<>`", (Label(span),), hint="write `is not`")
    if spot.word in ("and", "or") and re.search(r"\b(any|no|all)\b.*\bin\b", before):
        return spot.says(
            "R0104",
            f"a question with `any`, `no` or `all` has to come last before `{spot.word}`",
            why="it takes everything to its right as its own",
            hint="put brackets around it: `(any in row where suit is hook) and …`",
        )
    return None


def _owners(spot: Spot) -> Diagnostic | None:
    """`of each a and each b`, `of each a, b`, `of each a and b and c`."""
    head = re.match(r"(?:replace )?(zone|track)\s+\w+\s+of\s+each\s", spot.line)
    if head is None or not spot.expected <= {"COLON", "AND"} or ":" in spot.before:
        return None
    if re.search(r"\band each\s*$", spot.before):
        span = spot.part(*re.search(r"\beach(?=\s*$)", spot.before).span())  # type: ignore[union-attr]
        title = "`each` stands once, before both owners"
        return Diagnostic("R0104", title, (Label(span),), hint="leave this one out")
    if spot.word == "and" and " and " in spot.before:
        why = f"a {head[1]} is there for each of one thing, or of two"
        return spot.says("R0104", f"a {head[1]} has at most two owners", why=why)
    if spot.word == ",":
        return spot.says("R0104", "`and` should stand here, not `,`", hint="write `of each player and suit`")
    return None


def _asked_rule(spot: Spot) -> Diagnostic | None:
    """`if not do claim(p)`, `if a and do claim(p)`, `coins after do earn(p)`."""
    before = spot.before.rstrip()
    if spot.kind != "NAME" or not re.search(r"\b(not|and|or|after|\()\s*do$", before):
        return None
    call = re.match(r"\w+(\([^()]*\))?", spot.rest)
    span = spot.part(len(before) - 2, len(before))
    if before.endswith("after do"):
        hint = f"write `after {call[0] if call else spot.word}`, without `do`: nothing is done"
        return Diagnostic("R0104", "`do` is one word too many", (Label(span),), hint=hint)
    return Diagnostic(
        "R0104",
        "the answer of a rule stands alone in a condition",
        (Label(span),),
        why="`do` carries out the rule, so it comes right behind `if`, and nothing else beside it",
        hint=f"give the answer a name first: `let answered be do {call[0] if call else spot.word}`",
    )


def _article(spot: Spot) -> Diagnostic | None:
    found = re.search(r"\b(the|a|an|some|my)\s+$", spot.before)
    if found is None or not re.match(r"[a-z]", spot.rest):
        return None
    span = spot.part(found.start(1), found.end(1))
    return Diagnostic("R0104", f"`{found[1]}` is one word too many", (Label(span),), hint="leave it out")


def _zone(spot: Spot) -> Diagnostic | None:
    if {"PUBLIC", "HIDDEN"} <= spot.expected or (spot.first == "zone" and spot.expected == {"COMMA"}):
        hint = "write `public`, `hidden`, `seen by owner` or `top public`"
        title = (
            "say who sees what lies in this zone"
            if spot.at_end
            else f"`{spot.word}` does not say who sees this"
        )
        if spot.first != "zone" or not (spot.at_end or spot.expected >= {"PUBLIC"}):
            return None
        return spot.says(
            "R0104",
            title,
            hint=hint + " after the comma" if not spot.at_end else f"add a comma and {hint[6:]}",
        )
    if {"PILE", "LINE"} <= spot.expected:
        return spot.says(
            "R0104",
            "say how the components lie in this zone",
            hint="write `pile of`, `line of`, `set of` or `grid 4 by 3 of`",
        )
    return None


def _no_case(spot: Spot) -> Diagnostic | None:
    """A value with `let` and then `otherwise:`, which is read as the name of its result."""
    if spot.kind != "COLON" or spot.before.strip() != "otherwise" or spot.in_code:
        return None
    start = len(spot.before) - len(spot.before.lstrip())
    return Diagnostic(
        "R0112",
        "`otherwise` follows after a line with `when`, and here is none",
        (Label(spot.part(start, start + len("otherwise"))),),
        hint="put `when …: …` before it; without conditions, write the result alone on its line",
    )


def _missing_case(spot: Spot) -> Diagnostic | None:
    if "OTHERWISE" in spot.expected and "WHEN" in spot.expected and spot.kind in ("_DEDENT", "$END"):
        head = spot.source.lines[spot.first_line - 1]
        span = spot.source.line_span(spot.first_line, 1, len(head.rstrip()) + 1)
        return Diagnostic(
            "R0117",
            "the last case `otherwise:` is missing",
            (Label(span, "this value has no result when no condition holds"),),
            hint="add a line `otherwise: 0`, or what it should be then",
        )
    if {"WHEN", "LET"} <= spot.expected and spot.kind in ("_DEDENT", "$END") and not spot.in_code:
        head = spot.source.lines[spot.first_line - 1]
        span = spot.source.line_span(spot.first_line, 1, len(head.rstrip()) + 1)
        hint = "write the result on the last line, or `when …: …` and `otherwise: …`"
        label = Label(span, "it gives names, but nothing else")
        return Diagnostic("R0117", "this value has no result", (label,), hint=hint)
    return None


def _joint(spot: Spot) -> Diagnostic | None:
    """`let n 3`, `move card discard`, `choose c in row`."""
    wanted = [word for word in _JOINTS if word in spot.expected]
    if not wanted or spot.kind == "?":
        return None
    example = EXAMPLES.get(spot.first, "")
    fits = [word for word in wanted if re.search(rf"\b{word.lower()}\b", example)]
    strong = [word for word in fits if word not in ("OF", "IN")] or (
        wanted if len(spot.expected) == 1 else []
    )
    if not strong:
        return None
    word = strong[0].lower()
    if re.search(rf"\b{word}\b", spot.rest) and spot.word != word:
        return None
    if spot.at_end:
        end = len(spot.before.rstrip())
        span, title = spot.part(end, end + 1), f"`{word} …` is missing at the end of this line"
        return Diagnostic("R0117", title, (Label(span),), hint=spot.form)
    if spot.word in _WRONG_JOINTS:
        return spot.says("R0117", f"`{word}` should stand here, not `{spot.word}`", hint=spot.form)
    return spot.says("R0117", f"`{word}` is missing before `{spot.word}`", hint=spot.form)


def _capped(spot: Spot) -> Diagnostic | None:
    """Where the end of a range stops a track is said once, where the track is declared."""
    if spot.word != "capped" or not re.search(r"\b(add|subtract|set)\b", spot.before):
        return None
    return spot.says(
        "R0104",
        "`capped` stands where the track is declared",
        hint="leave it out here, and write it there: `track debt: number 0 to 20 capped`",
    )


def _two_on_a_line(spot: Spot) -> Diagnostic | None:
    if "_NL" not in spot.expected or spot.first not in VERBS:
        return None
    if spot.word in (",", "and", "then") or spot.word in VERBS:
        return spot.says(
            "R0104",
            "one line holds one statement",
            "this is too much",
            hint="put the next one on a line of its own",
        )
    return None


PHRASES: list[Callable[[Spot], Diagnostic | None]] = [
    _asked_rule, _owners, _capped, _glued, _no_case, _missing_case, _columns, _colon, _name,
    _number, _comparison, _zone, _article, _joint, _two_on_a_line,
]  # fmt: skip
