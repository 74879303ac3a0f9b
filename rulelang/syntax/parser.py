"""Source to AST.

In: a `Source`. Out: an `ast.File`, and in the report one finding for each declaration that does not
parse. The text is cut at top-level declarations first, so that one mistake spoils one declaration, and only
declarations that changed are read again.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from rulelang.diagnostics import Diagnostic, Label, Report
from rulelang.memo import once_for_each_text
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.build import Builder
from rulelang.syntax.kept_tables import tables
from rulelang.syntax.quick import Part, read
from rulelang.syntax.recovery import At, recover

DEEPEST = 100  # brackets inside brackets
LONGEST = 100_000  # characters of one declaration
MOST_BUILT = 3000  # declarations that are remembered
MOST_TREES = 1000  # the same before they have their places
MOST_BROKEN = 100  # declarations of one file that are explained
MOST_REMEMBERED = 2000  # lines of scenarios
_START = re.compile(r"^(?=[^\s#])", re.MULTILINE)
_COMMENT = re.compile(r'^(?P<code>(?:[^"#\n]|"[^"\n]*")*)#(?P<text>[^\n]*)', re.MULTILINE)


@once_for_each_text
def parse(source: Source, report: Report) -> ast.File:
    report.sources[source.path] = source
    if "\t" in source.text:
        _refuse_tabs(source, report)
    text = source.text.replace("\t", "    ")
    starts = [match.start() for match in _START.finditer(text)]
    _refuse_leading_indent(source, starts[0] if starts else len(text), report)
    declarations: list[ast.Node] = []
    broken = 0
    spaced = Source(source.path, text)
    for start, stop in pairwise([*starts, len(text)]):
        node, fine = _parse_one(spaced, source, start, stop, report)
        if node is not None:
            declarations.append(node)
        broken += not fine
        if broken == MOST_BROKEN:
            title = f"{MOST_BROKEN} declarations are broken; the rest of this file was not read"
            report.error("R0115", title, source.line_span(spaced.line_of(start)))
            report.lose("", named=False)
            break
    return ast.File(source.path, tuple(declarations), _comments(source))


def _parse_one(
    source: Source, written: Source, start: int, stop: int, report: Report
) -> tuple[ast.Node | None, bool]:
    """The declaration, as far as it can be known, and whether nothing is wrong with it."""
    first_line = source.line_of(start)
    chunk = source.text[start:stop].rstrip() + "\n"
    found = _read(chunk, source, first_line)
    if isinstance(found, ast.Node):
        return found, True
    finding, at = found
    last_line = source.line_of(stop - 1)
    if not any("\t" in line for line in written.lines[first_line - 1 : last_line]):
        report.add(finding)  # where tabs stand, they are what is wrong

    def again(text: str) -> ast.Node | At:
        found = _read(text, source, first_line)
        return found if isinstance(found, ast.Node) else found[1]

    node, lost = recover(chunk[:LONGEST], at, again)
    if lost is not None:
        report.lost.append(lost)
    return node, False


def _read(chunk: str, source: Source, first_line: int) -> ast.Node | tuple[Diagnostic, At]:
    """One declaration, or what is wrong with it and where the parser stopped."""
    whole = source.line_span(first_line)
    if len(chunk) > LONGEST:
        title = f"this declaration has {len(chunk):,} characters; at most {LONGEST:,} are read"
        return Diagnostic("R0108", title, (Label(whole),)), (0, 0)
    if _depth(chunk) > DEEPEST:
        title = f"brackets are nested more than {DEEPEST} deep"
        return Diagnostic("R0108", title, (Label(whole),)), (0, 0)
    try:
        return _built(chunk, source.path, first_line)
    except Unread as unread:
        from rulelang.syntax.wrong import explained

        return explained(unread.error, chunk, source, first_line)
    except RecursionError:
        return Diagnostic("R0108", "this is nested too deeply to read", (Label(whole),)), (1, 0)


@lru_cache(maxsize=MOST_BUILT)
def _built(chunk: str, path: str, first_line: int) -> ast.Node:
    """Whoever types changes one declaration and moves those below it: no reason to parse the rest."""
    built = Builder(path, first_line).transform(_tree(chunk))
    assert isinstance(built, ast.Node)
    return built


@lru_cache(maxsize=MOST_TREES)
def _tree(chunk: str) -> Part:
    return read(chunk, tables()) or _slowly(chunk)


class Unread(Exception):
    """A text that is not right, with what Lark or the layout says about it."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


def _slowly(text: str) -> Part:
    """What Lark makes of a text that could not be read at once: nearly always it finds what is wrong."""
    from rulelang.syntax.wrong import slowly

    found = slowly(text)
    if isinstance(found, Exception):
        raise Unread(found)
    return found


def parse_declaration(chunk: str, path: str, first_line: int) -> ast.Node | None:
    """One declaration, if it can be read as it is."""
    if len(chunk) > LONGEST or _depth(chunk) > DEEPEST:
        return None
    try:
        return _built(chunk.rstrip() + "\n", path, first_line)
    except (Unread, RecursionError):
        return None


def stops_at(chunk: str, source: Source, first_line: int) -> At | None:
    """Where the reading of one declaration ends, which may differ from what stands in its source; None if it
    can be read."""
    found = _read(f"{chunk.rstrip()}\n", source, first_line)
    return None if isinstance(found, ast.Node) else found[1]


def _depth(text: str) -> int:
    deepest = depth = 0
    for char in text:
        if char in "([":
            depth += 1
            deepest = max(deepest, depth)
        elif char in ")]":
            depth -= 1
    return deepest


@lru_cache(maxsize=MOST_REMEMBERED)
def _tree_of_line(text: str) -> Part:
    """Scenarios say the same things again and again."""
    return read(text, tables()) or _slowly(text)


def parse_fragment(
    before: str, text: str, source: Source, line: int, indent: int, report: Report
) -> ast.Node | None:
    """A declaration made of our own words and a piece of one line of a file, with the places in that file."""
    shift = indent - len(before)
    try:
        if _depth(text) > DEEPEST:
            raise RecursionError
        tree = _tree_of_line(f"{before}{text}\n")
        built = Builder(source.path, line, shift).transform(tree)
    except Unread as unread:
        from rulelang.syntax.wrong import explained_in_line

        found = explained_in_line(unread.error, f"{before}{text}", source, line, shift)
        if found is not None:
            report.add(found)
            return None
        report.error("R0108", "this is nested too deeply to read", source.line_span(line))
        return None
    except RecursionError:
        report.error("R0108", "this is nested too deeply to read", source.line_span(line))
        return None
    assert isinstance(built, ast.Node)
    return built


def _comments(source: Source) -> tuple[ast.Comment, ...]:
    found = []
    for match in _COMMENT.finditer(source.text):
        line = source.line_of(match.start())
        column = len(match["code"]) + 1
        own_line = not match["code"].strip()
        found.append(ast.Comment(source.line_span(line, column), match["text"].rstrip(), own_line))
    return tuple(found)


def _refuse_tabs(source: Source, report: Report) -> None:
    """One finding for all of them; the text is read as if four spaces stood for each."""
    number, line = next((number, line) for number, line in enumerate(source.lines, 1) if "\t" in line)
    others = sum("\t" in line for line in source.lines) - 1
    column = line.index("\t") + 1
    report.error(
        "R0101",
        "a tab stands here",
        source.line_span(number, column, column + 1),
        f"a tab; {others} more lines have one" if others else "a tab",
        why="tabs look different in each editor, so blocks are indented with spaces",
        hint="put four spaces for each tab",
    )


def _refuse_leading_indent(source: Source, first: int, report: Report) -> None:
    for number, line in enumerate(source.text[:first].split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            report.error(
                "R0102",
                "the first declaration is indented",
                source.line_span(number, 1, len(line) - len(line.lstrip()) + 1),
                "spaces before the first word",
                hint="start the line at the left margin",
            )
            report.lose("", *re.findall(r"[a-z]\w*", source.text[:first]), named=False)
            return
