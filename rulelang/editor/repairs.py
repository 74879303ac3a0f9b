"""Edits that are tried before they are offered: mistakes in the text of rules, tables and texts.

In: a finding of the parser and its text. Out: edits after which the parser finds less. The hint says what to
write, but not always where; so the likely places are tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.diagnostics import Diagnostic, Report
from rulelang.editor.rename import Edit, applied
from rulelang.editor.rewriting import (
    at,
    code,
    indent_above,
    indented,
    line_of,
    marked,
    rewrites,
    without,
)
from rulelang.source import Source, Span
from rulelang.syntax.parser import parse
from rulelang.tables import read_rows, read_strings

_QUOTED = re.compile(r"`((?:(?!<\w)[^`])+)`")
_DECLARE = re.compile(r"declare `([^`…]+)`, and write `([^`…]+)`")
_WRITTEN = re.compile(r"`([^`…]+)` is written `([^`…]+)`")
_INSTEAD = re.compile(r"`([^`]+)` should stand here, not `([^`]+)`")
_MISSING = re.compile(r"(`[^`]+`|a colon) is missing before ")
_BEFORE = re.compile(r"give the answer a name first: `let (\w+) be ([^`…]+)`")
_TOLD = re.compile(
    r"\b(?:write|is written|add a comma and|in double quotes:|plain quotes:|is left with|out:"
    r"|after the colon:|around it:|from where to where:|for example)(?!\w)"
)
_ENDS_TELLING = re.compile(r";|, without|, and below|, in two words|`[^`]*: `| instead of `")
_TAKE_OUT = ("leave it out", "leave this one out", "so nothing is needed here")
_NOT_HERE = ("if both", "such a line", "a field is written")
_IN_TEXT = re.compile(r"R01|R030[14]")  # codes that readers of text give
Edits = tuple[Edit, ...]
Offer = tuple[str, Edits]


def repairs(finding: Diagnostic, source: Source) -> Iterator[Offer]:
    """Of each title the first edit that helps."""
    if not _IN_TEXT.match(finding.code) or not 0 < finding.span.line <= len(source.lines):
        return
    titles: set[str] = set()
    for title, edits in _candidates(finding, source):
        if title not in titles and helps(source, edits, finding):
            titles.add(title)
            yield title, edits


def helps(source: Source, edits: Edits, finding: Diagnostic | None = None) -> bool:
    """Whether a finding, or any, is gone after some edits, and rules have no more of them than before.
    Texts of scenarios are taken on trust."""
    changed = Source(source.path, applied({source.path: source}, edits)[source.path])
    if source.path.endswith(".scenario"):
        return True
    before, after = _wrong(source), _wrong(changed)
    if source.path.endswith(".rules"):
        return len(after) + (finding is not None) <= len(before)
    return finding is None or finding.title not in after


def _wrong(source: Source) -> list[str]:
    report = Report()
    if source.path.endswith(".rules"):
        parse(source, report)
    elif "/strings/" in f"/{source.path}":
        read_strings(source, report)
    else:
        read_rows(source, report)
    return [found.title for found in report.errors]


def _candidates(finding: Diagnostic, source: Source) -> Iterator[Offer]:
    span, line, whole = finding.span, line_of(finding.span, source), code(finding.span, source)
    if finding.code == "R0109":
        colon = (Edit(at(span, span.column, span.column), ":"),)
        if " is missing before " in finding.title:
            yield "put `:` here", colon
        yield "put `:` at the end of the line", (Edit(at(span, whole.end_column, whole.end_column), ":"),)
    if (declared := _DECLARE.search(finding.hint)) is not None:
        more = declaration_before(span, source, declared[1])
        title = f"add `{declared[1]}`, and write `{declared[2]}`"
        for place in (at(span, colon, whole.end_column) for colon in _starts(line, whole, span)):
            yield title, (more, Edit(place, declared[2]))
        return
    if (written := _WRITTEN.search(finding.hint)) is not None:
        for found in re.finditer(rf"(?<!\w){re.escape(written[1])}(?!\w)", line):
            yield f"write `{written[2]}`", (Edit(at(span, found.start() + 1, found.end() + 1), written[2]),)
    yield from _in_tables(finding, source)
    yield from _by_the_title(finding, source)
    yield from _lines(finding, source)
    if (first := _BEFORE.search(finding.hint)) is not None and first[2] in line:
        start = line.index(first[2]) + 1
        named = re.sub(r"\bnot\s*$", "not ", line[: start - 1])
        above = f"{' ' * (whole.column - 1)}let {first[1]} be {first[2]}\n"
        rest = named + first[1] + line[start - 1 + len(first[2]) :]
        yield (
            f"write `let {first[1]} be {first[2]}` above",
            (Edit(at(span, 1, len(line) + 1), f"{above}{rest}"),),
        )
        return
    if "add a comma and" in finding.hint or finding.title == "this bracket is not closed":
        return
    for text in _told(finding.hint):
        if finding.title.startswith("say how"):
            end = span.end_column + len(" of") * line[span.end_column - 1 :].startswith(" of ")
            yield f"write `{text}`", (Edit(at(span, span.column, end), text),)
        if finding.code == "R0304" and re.fullmatch(r"\w+", text):
            yield f"write `{text}`", (Edit(span, text),)
        for first_column in _starts(line, whole, span):
            if source.path.endswith(".rules") and _alike(text, line[first_column - 1 :]):
                yield f"write `{text}`", (Edit(at(span, first_column, whole.end_column), text),)
        for edit in rewrites(text, _sign(finding, source), source):
            yield f"write `{text}`", (edit,)


def _sign(finding: Diagnostic, source: Source) -> Span:
    """Only the sign that is not known, where more is marked."""
    span, found = finding.span, re.fullmatch(r"I don't know `(\W+)`", finding.title)
    if found is not None and marked(span, source).startswith(found[1]):
        return at(span, span.column, span.column + len(found[1]))
    return span


def _starts(line: str, whole: Span, span: Span) -> Iterator[int]:
    """Where the statement may begin: behind the colon of `if a: b = 3`, or with its line."""
    colon = line.rfind(": ", 0, span.column - 1)
    yield from ([colon + 3] if colon >= 0 else [])
    yield whole.column


def _alike(text: str, line: str) -> bool:
    """Whether a statement is meant for this line: it speaks of the same, or begins with the same word."""
    words = re.findall(r"\w+", text)
    return text.endswith(":") or not {*words[1:]}.isdisjoint(re.findall(r"\w+", line))


def _told(hint: str) -> list[str]:
    """What a hint says to write: what it quotes behind such a word, without what is left open at its ends."""
    begin = _TOLD.search(hint)
    if begin is None or any(hint.startswith(words) for words in _NOT_HERE):
        return []
    told = _ENDS_TELLING.split(hint[begin.end() :])[0] + "`"
    found = [text.removeprefix("… ").removesuffix(" …") for text in _QUOTED.findall(told)]
    return [text for text in dict.fromkeys(found) if "…" not in text]


def _by_the_title(finding: Diagnostic, source: Source) -> Iterator[Offer]:
    """What the title says is wrong here: one word for another, one too few, one too many."""
    span, line = finding.span, line_of(finding.span, source)
    if (instead := _INSTEAD.match(finding.title)) is not None:
        yield f"write `{instead[1]}`", (Edit(span, instead[1]),)
    if (missing := _MISSING.match(finding.title)) is not None and missing[1] != "a colon":
        word = missing[1].strip("`")
        if line[: span.column - 1].rstrip().endswith(f" {word}"):
            return
        for place in (span.column, len(line[: span.column - 1].rstrip()) + 1):
            yield f"add `{word}`", (Edit(at(span, place, place), f"{word} " if place > 1 else word),)
            yield f"add `{word}`", (Edit(at(span, place, place), f" {word} "),)
    if any(words in finding.hint for words in _TAKE_OUT):
        yield f"leave `{marked(span, source)}` out", (without(span, source),)
        rest = at(span, span.column, code(span, source).end_column)
        yield f"leave `{marked(span, source)}` out", (without(rest, source),)
    if "add a comma and" in finding.hint:
        end = code(span, source).end_column
        for text in _told(finding.hint):
            yield f"add `, {text}`", (Edit(at(span, end, end), f", {text}"),)
        return
    if "put the next one on a line of its own" in finding.hint:
        start = code(span, source).column
        skipped = len(line) - len(line[span.end_column - 1 :].lstrip()) + 1
        gap = f"\n{' ' * (start - 1)}"
        yield "put it on a line of its own", (Edit(at(span, span.column, skipped), gap),)
        yield "put it on a line of its own", (Edit(at(span, span.column, span.column), gap),)
    if finding.hint == "a comment starts with `#`":
        for found in re.finditer(r"//+|--+|/\*", line):
            yield "write `#`", (Edit(at(span, found.start() + 1, found.end() + 1), "#"),)
    if finding.hint == 'end it with `"`':
        for end in (len(line.rstrip().rstrip(":")) + 1, len(line.rstrip()) + 1):
            yield 'write `"`', (Edit(at(span, end, end), '"'),)
    if "add a line `otherwise: 0`" in finding.hint:
        last = span.line
        while last < len(source.lines) and source.lines[last][:1].isspace() and source.lines[last].strip():
            last += 1
        end = len(source.lines[last - 1]) + 1
        yield "add `otherwise: 0`", (Edit(Span(span.path, last, end, last, end), "\n    otherwise: 0"),)


_AFTER = re.compile(r"put a colon and a space after `(\w+)`")


def _in_tables(finding: Diagnostic, source: Source) -> Iterator[Offer]:
    """Signs that a table lacks."""
    span, line = finding.span, line_of(finding.span, source)
    if (after := _AFTER.search(finding.hint)) is not None:
        for found in re.finditer(rf"\b{after[1]}\b", line):
            yield f"write `{after[1]}:`", (Edit(at(span, found.end() + 1, found.end() + 1), ":"),)
    if finding.title == "a comma is missing before this":
        end = len(line[: span.column - 1].rstrip()) + 1
        yield "add `,`", (Edit(at(span, end, end), ","),)
    if finding.title == "this bracket is not closed" and finding.code == "R0301":
        end = len(line.rstrip()) + 1
        yield "add `}`", (Edit(at(span, end, end), "}"),)
    if finding.hint == "YAML is indented with spaces":
        yield "put spaces for tabs", (Edit(at(span, 1, len(line) + 1), line.replace("\t", "  ")),)
    if finding.hint == "start it in the same column as they do":
        above = indent_above(span, source)
        for indent in dict.fromkeys((above, 0)):
            yield "line it up", (indented(span, source, indent),)


def _lines(finding: Diagnostic, source: Source) -> Iterator[Offer]:
    """Lines that stand too far to the left or to the right."""
    span, hint = finding.span, finding.hint
    if "`do nothing`" in hint:
        own = len(line_of(span, source)) - len(line_of(span, source).lstrip())
        line = Span(span.path, span.line, 1, span.line, len(line_of(span, source)) + 1)
        nothing = f"{line_of(span, source).rstrip()}\n{' ' * (own + 4)}do nothing"
        yield "write `do nothing`", (Edit(line, nothing),)
    if hint.startswith(("line it up", "start the line at the left margin", "move it there")):
        above = indent_above(span, source)
        for indent in dict.fromkeys((above, above - 4, 0)):
            if indent >= 0:
                yield "line it up", (indented(span, source, indent),)
    if hint.startswith(("indent it", "indent its lines", "indent the line")):
        for number in (span.line, span.line + 1):
            place = Span(span.path, number, 1, number, 1)
            if number <= len(source.lines):
                own = len(source.lines[number - 1]) - len(source.lines[number - 1].lstrip())
                above = indent_above(place, source)
                for indent in dict.fromkeys((above + 4, above, own + 4)):
                    last = number
                    edits = [indented(place, source, indent)]
                    yield "indent it", tuple(edits)
                    while last < len(source.lines) and _goes_on(source.lines[last], own):
                        last += 1
                        below = Span(span.path, last, 1, last, 1)
                        edits.append(indented(below, source, _shifted(source.lines[last - 1], indent - own)))
                    yield "indent it", tuple(edits)


def _goes_on(line: str, indent: int) -> bool:
    """Whether a line belongs to the same block."""
    return bool(line.strip()) and len(line) - len(line.lstrip()) >= indent and not _DECLARES.match(line)


_DECLARES = re.compile(r"(?:rule|value|zone|track|card|token|kind|setup|play|game|setting)\b")


def _shifted(line: str, by: int) -> int:
    return max(0, len(line) - len(line.lstrip()) + by)


def declaration_before(span: Span, source: Source, text: str) -> Edit:
    """A declaration above the one that a place lies in, and above its comment."""
    number = span.line
    while number > 1 and not re.match(r"[^\s#]", source.lines[number - 1]):
        number -= 1
    while number > 1 and source.lines[number - 2].startswith("#"):
        number -= 1
    return Edit(Span(source.path, number, 1, number, 1), f"{text}\n\n")
