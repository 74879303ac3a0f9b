"""Source to AST.

In: a `Source`. Out: an `ast.File`, and in the report one finding for each declaration that does not
parse. The text is cut at top-level declarations first, so that one mistake spoils one declaration.
"""

from __future__ import annotations

import re
from itertools import pairwise

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, VisitError

from rulelang.diagnostics import Diagnostic, Label, Report
from rulelang.memo import once_for_each_text
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.syntax.build import Builder
from rulelang.syntax.grammar import parser
from rulelang.syntax.hints import explain_layout, explain_unexpected
from rulelang.syntax.layout import LayoutError

DEEPEST = 100  # brackets inside brackets, and operations on operations
LONGEST = 100_000  # characters of one declaration
MOST_BROKEN = 100  # declarations of one file that are explained
_START = re.compile(r"^(?=[^\s#])", re.MULTILINE)
_NAMED = re.compile(
    r"^[a-z]+ (?:[a-z]+ )?([a-z]\w*)", re.MULTILINE
)  # what a broken declaration would declare
_COMMENT = re.compile(r'^(?P<code>(?:[^"#\n]|"[^"\n]*")*)#(?P<text>[^\n]*)', re.MULTILINE)


@once_for_each_text
def parse(source: Source, report: Report) -> ast.File:
    report.sources[source.path] = source
    if _refuse_tabs(source, report):
        return ast.File(source.path, (), ())
    starts = [match.start() for match in _START.finditer(source.text)]
    _refuse_leading_indent(source, starts[0] if starts else len(source.text), report)
    declarations: list[ast.Node] = []
    broken: list[str] = []
    for start, stop in pairwise([*starts, len(source.text)]):
        node = _parse_one(source, start, stop, report)
        if node is not None:
            declarations.append(node)
        else:
            broken.append(source.text[start:stop])
            if len(broken) == MOST_BROKEN:
                title = f"{MOST_BROKEN} declarations are broken; the rest of this file was not read"
                report.error("R0115", title, source.line_span(source.line_of(start)))
                break
    lost = tuple(_NAMED.findall("\n".join(broken)))
    report.lost |= set(lost)
    return ast.File(source.path, tuple(declarations), _comments(source), lost)


def _parse_one(source: Source, start: int, stop: int, report: Report) -> ast.Node | None:
    first_line = source.line_of(start)
    chunk = source.text[start:stop].rstrip() + "\n"
    if len(chunk) > LONGEST:
        title = f"this declaration has {len(chunk)} characters, and at most {LONGEST} are read"
        report.error("R0108", title, source.line_span(first_line))
        return None
    if _depth(chunk) > DEEPEST:
        title = f"brackets are nested more than {DEEPEST} deep"
        report.error("R0108", title, source.line_span(first_line))
        return None
    try:
        tree = parser().parse(chunk)
    except UnexpectedInput as error:
        report.add(explain_unexpected(error, chunk, source, first_line))
        return None
    except LayoutError as error:
        report.add(explain_layout(error, source, first_line))
        return None
    except (RecursionError, VisitError):
        report.error("R0108", "this is nested too deeply to read", source.line_span(first_line))
        return None
    deep = _too_deep(tree)
    if deep is not None:
        report.add(_explain_depth(source.line_span(first_line - 1 + deep)))
        return None
    try:
        built = Builder(source.path, first_line).transform(tree)
    except (RecursionError, VisitError):
        report.error("R0108", "this is nested too deeply to read", source.line_span(first_line))
        return None
    assert isinstance(built, ast.Node)
    return built


def _too_deep(tree: Tree[Token]) -> int | None:
    """The line of an expression that goes on too deeply. Blocks begin anew: the layout counts them."""
    waiting = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        if node.data in ("block", "block_inline"):
            depth = 0
        if depth > DEEPEST:
            return int(getattr(node.meta, "line", 1))
        waiting += [(child, depth + 1) for child in node.children if isinstance(child, Tree)]
    return None


def _explain_depth(span: Span) -> Diagnostic:
    return Diagnostic(
        "R0108",
        f"more than {DEEPEST} operations hang together here",
        (Label(span),),
        hint="give a part of it a name, with `let` or as a `value`, and use the name",
    )


def _depth(text: str) -> int:
    deepest = depth = 0
    for char in text:
        if char in "([":
            depth += 1
            deepest = max(deepest, depth)
        elif char in ")]":
            depth -= 1
    return deepest


def parse_fragment(
    before: str, text: str, source: Source, line: int, indent: int, report: Report
) -> ast.Node | None:
    """A declaration made of our own words and a piece of one line of a file, with the places in that file."""
    shift = indent - len(before)
    try:
        if report.full:
            return None  # a file full of mistakes; explaining one takes longer than reading it
        if len(text) > LONGEST or _depth(text) > DEEPEST:
            raise RecursionError
        tree = parser().parse(f"{before}{text}\n")
        if _too_deep(tree) is not None:
            report.add(_explain_depth(source.line_span(line)))
            return None
        built = Builder(source.path, line, shift).transform(tree)
    except UnexpectedInput as error:
        column = max(1, min((error.column or 1) + shift, len(source.lines[line - 1]) + 1))
        found = explain_unexpected(error, f"{before}{text}", source, line)
        report.add(found.at(source.line_span(line, column, max(column + 1, len(source.lines[line - 1]) + 1))))
        return None
    except (LayoutError, RecursionError, VisitError):
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


def _refuse_tabs(source: Source, report: Report) -> bool:
    for number, line in enumerate(source.lines, 1):
        if "\t" in line:
            column = line.index("\t") + 1
            report.error(
                "R0101",
                "a tab stands here",
                source.line_span(number, column, column + 1),
                "a tab",
                why="tabs look different in each editor, so blocks are indented with spaces",
                hint="put four spaces for each tab",
            )
            return True
    return False


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
            return
