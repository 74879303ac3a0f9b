"""The formatter: one canonical form for the text of a definition.

In: a `Source` that parses. Out: the same declarations with the same comments, indented by four spaces a
block, single spaces between words, and one blank line around blocks. It works on the words of each line, so
nothing is ever reordered; and it proves on every run that the syntax tree did not change.
"""

from __future__ import annotations

import re
from itertools import pairwise

from attrs import define, field

from rulelang.diagnostics import Report
from rulelang.source import Source
from rulelang.syntax.parser import parse

INDENT = 4
_TOKEN = re.compile(r'"[^"\n]*"|[a-z][a-z0-9_]*|[0-9]+|>=|<=|#.*|\S')
# Words that an expression can follow; after any other word a bracket holds its arguments.
_LEADING = {
    "add", "after", "and", "as", "at", "be", "because", "before", "bottom", "by", "choose",
    "default", "each", "else", "exactly", "first", "from", "holding", "if", "in", "is", "last", "least",
    "mod", "most", "move", "not", "number", "of", "or", "pay", "repeat", "reveal", "rounded", "satisfy",
    "set", "starting", "subtract", "than", "that", "then", "to", "top", "until", "when", "where", "while",
    "win", "with", "without",
}  # fmt: skip
_BEFORE_SIGN = {"(", "[", ",", ":", "+", "-", "*", "/", "<", ">", "<=", ">=", "highest", "lowest", "answer"}
_OPENING = {"(", "["}
_CLOSING = {")", "]"}


class FormatError(Exception):
    """The text does not parse, or the formatter would have changed what it says."""


@define
class _Line:
    """A line of code or a comment of its own, with the depth of its block."""

    text: str
    depth: int
    blank_before: bool
    comment: bool
    opens: bool = field(default=False)


def format_source(source: Source) -> str:
    """The canonical text. Raises `FormatError` rather than changing what a text means."""
    report = Report()
    before = parse(source, report)
    if report.errors:
        raise FormatError(f"{source.path} does not parse, so it is left as it is")
    text = _join(_lines(source.text))
    after = parse(Source(source.path, text), Report())
    if before != after or [c.text.strip() for c in before.comments] != [
        c.text.strip() for c in after.comments
    ]:
        raise FormatError(f"{source.path} is left as it is: formatting would change its meaning")
    return text


def _lines(text: str) -> list[_Line]:
    out: list[_Line] = []
    indents = [0]
    brackets = 0
    blank = False
    for raw in text.split("\n"):
        tokens = _TOKEN.findall(raw)
        if not tokens:
            blank = bool(out)
            continue
        width = len(raw) - len(raw.lstrip(" "))
        own_comment = tokens[0].startswith("#")
        if not brackets and not own_comment:
            while width < indents[-1]:
                indents.pop()
            if width > indents[-1]:
                indents.append(width)
        depth = _comment_depth(width, indents) if own_comment and not brackets else len(indents) - 1
        line = _Line(_spaced(tokens), depth + (2 if brackets else 0), blank and not brackets, own_comment)
        brackets += sum((token in _OPENING) - (token in _CLOSING) for token in tokens if token[0] != "#")
        code = [token for token in tokens if not token.startswith("#")]
        line.opens = bool(code) and code[-1] == ":" and not brackets
        out.append(line)
        blank = False
    return _fix_comments(out)


def _comment_depth(width: int, indents: list[int]) -> int:
    return sum(1 for indent in indents[1:] if width >= indent)


def _fix_comments(lines: list[_Line]) -> list[_Line]:
    """A comment right under a line that opens a block belongs into the block; others stay at their depth."""
    for above, line in pairwise(lines):
        if line.comment and above.opens:
            line.depth = max(line.depth, above.depth + 1)
    return lines


def _spaced(tokens: list[str]) -> str:
    out = ""
    for index, token in enumerate(tokens):
        if token.startswith("#"):
            words = token[1:].strip()
            mark = f"# {words}" if words else "#"
            return f"{out}  {mark}" if out else mark
        before = tokens[index - 1] if index else ""
        out += f" {token}" if index and _apart(tokens, index, before, token) else token
    return out


def _apart(tokens: list[str], index: int, before: str, token: str) -> bool:
    if token in (",", ":", ".", ")", "]") or before in (".", "(", "["):
        return False
    if token == "(":
        return not before[0].isalpha() or before in _LEADING
    if before == "-":
        return not _is_sign(tokens, index - 1)
    return True


def _is_sign(tokens: list[str], index: int) -> bool:
    """Whether the minus at this place belongs to the number after it."""
    if index == 0:
        return True
    before = tokens[index - 1]
    return before in _BEFORE_SIGN or before in _LEADING


def _join(lines: list[_Line]) -> str:
    out: list[str] = []
    previous: _Line | None = None
    for line in lines:
        if previous is not None and _blank_between(previous, line):
            out.append("")
        out.append(" " * (INDENT * line.depth) + line.text)
        previous = line
    return "\n".join(out) + "\n" if out else ""


def _blank_between(above: _Line, line: _Line) -> bool:
    if above.opens and line.depth > above.depth:
        return False
    if line.depth == 0 and above.depth > 0:
        return True
    if line.depth == 0 and line.opens and not above.comment:
        return True
    return line.blank_before
