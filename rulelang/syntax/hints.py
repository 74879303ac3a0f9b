"""Parse errors in words.

In: what Lark or the layout found. Out: a finding with a sentence for each likely mistake.
"""

from __future__ import annotations

import re

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from rulelang.diagnostics import Diagnostic, Label
from rulelang.source import Source, Span
from rulelang.suggest import did_you_mean
from rulelang.syntax.layout import LayoutError

DECLARATIONS = [
    "game",
    "variant",
    "setting",
    "kind",
    "table",
    "card",
    "tile",
    "token",
    "piece",
    "zone",
    "track",
    "die",
    "setup",
    "play",
    "rule",
    "value",
    "before",
    "after",
    "instead",
    "change",
    "whenever",
    "ranking",
    "score",
    "payoff",
    "remove",
    "replace",
    "more",
    "use",
    "set",
    "requires",
    "excludes",
]
VERBS = [
    "move",
    "shuffle",
    "set",
    "add",
    "subtract",
    "pay",
    "do",
    "let",
    "reveal",
    "look",
    "roll",
    "pick",
    "end",
    "win",
    "lose",
    "extra",
    "proceed",
    "say",
    "choose",
    "may",
    "each",
    "if",
    "for",
    "repeat",
    "while",
    "as",
    "turns",
    "rounds",
]
_SYMBOLS = {
    "_NL": "the end of the line", "_INDENT": "an indented block", "_DEDENT": "the end of the block",
    "COLON": "`:`", "COMMA": "`,`", "LPAR": "`(`", "RPAR": "`)`", "LSQB": "`[`", "RSQB": "`]`", "DOT": "`.`",
    "PLUS": "`+`", "MINUS": "`-`", "STAR": "`*`", "SLASH": "`/`", "NAME": "a name", "INT": "a number",
    "STRING": "a file name in quotes", "$END": "the end of the text",
    "MORETHAN": "`>`", "LESSTHAN": "`<`", "__ANON_0": "`>=`", "__ANON_1": "`<=`",
}  # fmt: skip


def explain_layout(error: LayoutError, source: Source, first_line: int) -> Diagnostic:
    line = (error.token.end_line or 1) + first_line - 1
    text = source.lines[line - 1] if line <= len(source.lines) else ""
    indent = len(text) - len(text.lstrip())
    return Diagnostic(
        "R0103",
        "I can't tell which block this line belongs to",
        (Label(source.line_span(line, 1, indent + 1 or 2), error.message),),
        why="the lines of a block start in the same column; a new block is indented further",
        hint="line it up with the line it follows",
    )


def explain_unexpected(error: UnexpectedInput, chunk: str, source: Source, first_line: int) -> Diagnostic:
    if isinstance(error, UnexpectedToken):
        return _unexpected_token(error, source, first_line)
    if isinstance(error, UnexpectedCharacters):
        return _unexpected_character(error, source, first_line)
    line = first_line + chunk.count("\n") - 1
    assert isinstance(error, UnexpectedEOF)
    return Diagnostic("R0104", "the text ends too early", (Label(source.line_span(line)),))


def _unexpected_character(error: UnexpectedCharacters, source: Source, first_line: int) -> Diagnostic:
    line = error.line + first_line - 1
    char = source.lines[line - 1][error.column - 1 : error.column] if line <= len(source.lines) else ""
    span = source.line_span(line, error.column, error.column + 1)
    if char == "=":
        return Diagnostic(
            "R0105",
            "I don't know `=`",
            (Label(span),),
            hint="write `is` to compare (`debt is 0`) and `set … to …` to change (`set debt to 0`)",
        )
    if char == '"':
        return Diagnostic("R0106", "this text has no closing quote", (Label(span),), hint='end it with `"`')
    if char.isupper():
        word = re.match(r"\w+", source.lines[line - 1][error.column - 1 :])
        shown = word.group() if word else char
        return Diagnostic(
            "R0107",
            "names are written in small letters",
            (Label(source.line_span(line, error.column, error.column + len(shown))),),
            why="people see the names from the string tables, so a name here is one plain word",
            hint=f"write `{re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', shown).lower()}`",
        )
    return Diagnostic("R0104", f"I can't read `{char}` here", (Label(span),))


def _unexpected_token(error: UnexpectedToken, source: Source, first_line: int) -> Diagnostic:
    token = error.token
    span = _token_span(token, source, first_line)
    expected = set(error.accepts or error.expected or ())
    before = source.lines[span.line - 1][: span.column - 1].strip() if span.line <= len(source.lines) else ""
    shown = _SYMBOLS.get(token.type, f"`{token}`")
    if token.type == "_NL" and "COLON" in expected:
        return Diagnostic(
            "R0109",
            "a colon is missing at the end of this line",
            (Label(span, "put `:` here"),),
            why="a line that opens a block ends with a colon",
        )
    if token.type == "_INDENT" or (token.type == "_NL" and "_INDENT" in expected):
        return Diagnostic("R0110", "this line is indented, but no block starts here", (Label(span),))
    if "_INDENT" in expected:
        return Diagnostic(
            "R0111",
            "an indented block should follow here",
            (Label(span),),
            hint="indent what belongs to the line above by four spaces",
        )
    if not before:
        known = DECLARATIONS if span.column == 1 else VERBS
        what = "a declaration" if span.column == 1 else "a verb"
        return Diagnostic(
            "R0112",
            f"{shown} does not start {what}",
            (Label(span),),
            why=f"each line here starts with one of: {', '.join(known)}",
            hint=did_you_mean(str(token), known),
        )
    if expected == {"NAME"} or (
        expected <= {"NAME", "LSQB", "INT"} and token.type.isupper() and token.isalpha()
    ):
        return Diagnostic(
            "R0113",
            f"{shown} is a word of the language, so it cannot be a name here",
            (Label(span),),
            hint=f"choose another name, for example `{token}_`" if str(token).isalpha() else "",
        )
    return Diagnostic(
        "R0104",
        f"I did not expect {shown} here",
        (Label(span),),
        hint=_expectation(expected, str(token)),
    )


def _expectation(expected: set[str], token: str) -> str:
    words = sorted(
        {_SYMBOLS.get(name, f"`{name.lower().strip('_')}`") for name in expected if name != "$END"}
    )
    close = did_you_mean(token, [word.strip("`") for word in words])
    if close or not words:
        return close
    return f"expected {', '.join(words[:8])}{' or other words' if len(words) > 8 else ''}"


def _token_span(token: Token, source: Source, first_line: int) -> Span:
    line = (token.line or 1) + first_line - 1
    column = token.column or 1
    if token.type in ("_INDENT", "_DEDENT"):
        line = (token.end_line or 1) + first_line - 1
        return source.line_span(line, 1, max(2, token.end_column or 2))
    if token.type == "_NL":
        return source.line_span(line, column, column + 1)
    if token.type == "$END":
        return source.line_span(min(line, len(source.lines)))
    return source.line_span(line, column, column + len(token))
