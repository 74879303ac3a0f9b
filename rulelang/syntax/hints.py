"""Parse errors in words.

In: what Lark or the layout found. Out: one finding. `mistakes.py` and `phrases.py` know the likely mistakes
by their looks; for the others the grammar tells what could stand here, and how such a line is written.
"""

from __future__ import annotations

import re

from attrs import evolve
from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from rulelang.diagnostics import Diagnostic, Label
from rulelang.source import Source, Span
from rulelang.suggest import did_you_mean
from rulelang.syntax.layout import GLUED, LayoutError
from rulelang.syntax.misplaced import misplaced
from rulelang.syntax.mistakes import SIGNS_AND_STARTS, at_the_margin, called
from rulelang.syntax.phrases import PHRASES
from rulelang.syntax.spot import Spot
from rulelang.syntax.words import DECLARATIONS, EXAMPLES, OPERATORS, VERBS

LONGEST_LINE = 1000  # characters; about a longer one, which no person wrote, only the grammar says something


def explain_layout(error: LayoutError, source: Source, first_line: int) -> Diagnostic:
    line = (error.token.end_line or 1) + first_line - 1
    text = source.lines[line - 1] if line <= len(source.lines) else ""
    if error.message == GLUED:
        return _glued(error.token, source, line, text)
    span = source.line_span(line, 1, max(2, len(text) - len(text.lstrip()) + 1))
    if "nested" in error.message:
        why = "nobody could follow such a rule"
        hint = "make rules of the inner blocks and call them with `do`"
        return Diagnostic("R0108", error.message, (Label(span),), why, hint)
    return Diagnostic(
        "R0103",
        "I can't tell which block this line belongs to",
        (Label(span, error.message),),
        why="the lines of a block start in the same column; a new block is indented further",
        hint="line it up with the line it follows",
    )


def _glued(token: Token, source: Source, line: int, text: str) -> Diagnostic:
    start = (token.column or 1) - 1
    word = re.match(r"\w+", text[start:])
    span = source.line_span(line, start + 1, start + 1 + len(word[0] if word else token))
    first = re.match(r"\s*(?:replace )?(\w+)", text)
    form = EXAMPLES.get(first[1], "") if first else ""
    return Diagnostic(
        "R0104",
        f"I did not expect `{word[0] if word else token}` here",
        (Label(span, f"`{token}` should stand here"),),
        hint=f"such a line looks like `{form}`" if form else "",
    )


def explain_unexpected(error: UnexpectedInput, chunk: str, source: Source, first_line: int) -> Diagnostic:
    if not source.lines[first_line - 1].startswith(chunk.partition("\n")[0][:20]):
        # Our own words stand before the text: it is read as a text of its own, and its places moved down.
        found = _explain(_spot(error, chunk, Source(source.path, chunk), 1, fragment=True))
        return evolve(found, labels=tuple(_down(label, first_line - 1) for label in found.labels))
    return _explain(_spot(error, chunk, source, first_line))


def _down(label: Label, lines: int) -> Label:
    span = label.span
    return evolve(label, span=evolve(span, line=span.line + lines, end_line=span.end_line + lines))


def _explain(spot: Spot) -> Diagnostic:
    looks = (misplaced, *SIGNS_AND_STARTS, *PHRASES) if len(spot.line) <= LONGEST_LINE else ()
    for knows in looks:
        found = knows(spot)
        if found is not None:
            return found
    return _by_grammar(spot)


def _spot(
    error: UnexpectedInput, chunk: str, source: Source, first_line: int, fragment: bool = False
) -> Spot:
    if isinstance(error, UnexpectedToken):
        span = _token_span(error.token, source, first_line)
        expected = frozenset(error.accepts or error.expected or ())
        return Spot(source, chunk, first_line, span, error.token.type, expected, fragment)
    if isinstance(error, UnexpectedCharacters):
        line = error.line + first_line - 1
        span = source.line_span(line, error.column, error.column + 1)
        return Spot(source, chunk, first_line, span, "?", frozenset(error.allowed or ()), fragment)
    assert isinstance(error, UnexpectedEOF)
    line = first_line + chunk.count("\n") - 1
    return Spot(source, chunk, first_line, source.line_span(line), "$END", frozenset(), fragment)


def _by_grammar(spot: Spot) -> Diagnostic:
    """What the grammar alone can say."""
    expected, span = spot.expected, spot.span
    if spot.kind == "_INDENT":
        return spot.says(
            "R0110",
            "this line is indented, but no block starts here",
            why="only a line that ends with a colon opens a block",
            hint="line it up with the line above, or end that line with a colon if it should open a block",
        )
    if "_INDENT" in expected:
        return _no_block(spot)
    if not spot.before.strip() and spot.kind not in ("_NL", "_DEDENT", "$END"):
        return _wrong_start(spot)
    if spot.kind in ("_NL", "_DEDENT", "$END"):
        end = spot.source.line_span(span.line, len(spot.line.rstrip()) + 1, len(spot.line.rstrip()) + 2)
        return Diagnostic("R0104", "this line ends too early", (Label(end, spot.wanted()),), hint=spot.form)
    if "NAME" in expected and not expected & OPERATORS and spot.word.isalpha() and spot.kind != "NAME":
        return spot.says(
            "R0113",
            f"`{spot.word}` is a word of the language, so it cannot be a name here",
            hint=f"choose another name, for example `{spot.word}_`",
        )
    close = did_you_mean(spot.word, [name.lower() for name in expected - OPERATORS if name.isalpha()])
    label = "" if close else spot.wanted()
    return spot.says("R0104", f"I did not expect `{spot.word}` here", label, hint=close or spot.form)


def _no_block(spot: Spot) -> Diagnostic:
    """A line ends with a colon, and nothing is indented below it."""
    found = at_the_margin(spot.source, spot.span.line)
    if found is not None:
        return found
    if spot.kind in ("$END", "_DEDENT") or spot.span.line == spot.opening_line:
        line = spot.opening_line
        text = spot.source.lines[line - 1].rstrip()
        hint = "write what happens on the next lines, indented by four spaces"
        hint += "; if nothing should happen, write `do nothing`" if spot.in_code else ""
        span = spot.source.line_span(line, len(text), len(text) + 1)
        return Diagnostic("R0111", "nothing follows this colon", (Label(span),), hint=hint)
    return spot.says(
        "R0111",
        "an indented block should follow here",
        "this belongs to the line above",
        also=[Label(spot.source.line_span(spot.opening_line, 1), "which opens a block")],
        hint="indent it by four spaces",
    )


def _wrong_start(spot: Spot) -> Diagnostic:
    word = spot.word
    if spot.span.column == 1:
        return spot.says(
            "R0112",
            f"`{word}` does not start a declaration",
            why=f"each line at the left margin starts with one of: {', '.join(DECLARATIONS)}",
            hint=did_you_mean(word, DECLARATIONS),
        )
    if "MOVE" in spot.expected:
        close = did_you_mean(word, VERBS)
        why = "" if close else f"each line here starts with one of: {', '.join(VERBS)}"
        return evolve(spot.says("R0112", f"`{word}` is not a verb", why=why, hint=close), guess=called(spot))
    if word == "otherwise" and "WHEN" in spot.expected:
        return spot.says(
            "R0112",
            "`otherwise` follows after a line with `when`, and here is none",
            hint="put `when …: …` before it; without conditions, the result stands behind the first colon: "
            "`value bonus(player): 2`",
        )
    if "WHEN" in spot.expected or "OTHERWISE" in spot.expected:
        return spot.says(
            "R0112",
            f"`{word}` does not start a case of a value",
            why="the lines below a value are `let …`, `when …: …` and, as the last one, `otherwise: …`",
            hint="a value with one result stands on one line: `value bonus(player): 2`",
        )
    if "NAME" in spot.expected and re.fullmatch(r"[a-z]\w*", word):
        return spot.says(
            "R0113",
            f"`{word}` is a word of the language, so it cannot be a name here",
            hint=f"choose another name, for example `{word}_`",
        )
    return spot.says("R0112", f"`{word}` cannot start a line here", spot.wanted(), hint=spot.form)


def _token_span(token: Token, source: Source, first_line: int) -> Span:
    line = (token.line or 1) + first_line - 1
    column = token.column or 1
    if token.type == "_INDENT":
        line = (token.end_line or 1) + first_line - 1
        return source.line_span(line, 1, max(2, token.end_column or 2))
    if token.type in ("_NL", "_DEDENT", "$END"):
        line = min(line, len(source.lines))
        width = len(source.lines[line - 1].rstrip())
        return source.line_span(line, max(1, min(column, width + 1)), max(2, min(column, width + 1) + 1))
    return source.line_span(line, column, column + len(token))
