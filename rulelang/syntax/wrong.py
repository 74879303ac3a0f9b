"""Texts that are not right: read once more by Lark, which says where it stopped.

In: the text of one declaration. Out: its tree after all, or the exception that says what is wrong; and what
that is in words, with the place where the parser stopped. Nothing here is imported before something is wrong.
"""

from __future__ import annotations

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rulelang.diagnostics import Diagnostic
from rulelang.source import Source
from rulelang.syntax.grammar import part_of, tree_of
from rulelang.syntax.hints import explain_layout, explain_unexpected
from rulelang.syntax.layout import LayoutError
from rulelang.syntax.quick import Part
from rulelang.syntax.recovery import At


def slowly(text: str) -> Part | Exception:
    try:
        found: Part = part_of(tree_of(text))
    except (UnexpectedInput, LayoutError) as error:
        return error
    return found


def explained(error: Exception, chunk: str, source: Source, first_line: int) -> tuple[Diagnostic, At]:
    """What is wrong with a declaration, and where the parser stopped in it."""
    if isinstance(error, LayoutError):
        return explain_layout(error, source, first_line), ((error.token.end_line or 1) - 1, 0)
    assert isinstance(error, UnexpectedInput)
    return explain_unexpected(error, chunk, source, first_line), _stopped(error, chunk)


def explained_in_line(
    error: Exception, text: str, source: Source, line: int, shift: int
) -> Diagnostic | None:
    """The same for a piece of one line of a file; None if it is only too deep."""
    if not isinstance(error, UnexpectedInput):
        return None
    end = len(source.lines[line - 1]) + 1
    column = max(1, min((error.column or 1) + shift, end))
    found = explain_unexpected(error, text, source, line)
    return found.at(source.line_span(line, column, max(column + 1, end)))


def _stopped(error: UnexpectedInput, chunk: str) -> At:
    if isinstance(error, UnexpectedToken) and error.token.type == "_INDENT":
        return (error.token.end_line or 1) - 1, 0
    if isinstance(error, UnexpectedToken | UnexpectedCharacters) and error.line > 0:
        return error.line - 1, max(0, error.column - 1)
    return chunk.count("\n"), 0
