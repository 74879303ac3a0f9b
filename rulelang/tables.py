"""YAML with positions: component tables and string tables.

In: a `Source`. Out: rows of literals, or keys with texts, each with its place in the file. Read with
`yaml.compose`, because plain loading turns `no` into False, `1:30` into 90, and lets duplicate keys win.
"""

from __future__ import annotations

import re
from typing import Any

import yaml
from attrs import frozen

from rulelang.diagnostics import Label, Report
from rulelang.memo import once_for_each_text
from rulelang.source import Source, Span
from rulelang.syntax import ast

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_INT = re.compile(r"-?[0-9]{1,18}\Z")
_WORDS = {"yes": ast.LiteralYes, "no": ast.LiteralNo, "none": ast.LiteralNone}
DEEPEST = 20
DEEPEST_BRACKETS = 100


@frozen
class Row:
    name: ast.Ident
    cells: tuple[ast.Cell, ...]
    broken: bool = False  # whether some of its cells could not be read


@once_for_each_text
def read_rows(source: Source, report: Report) -> tuple[Row, ...]:
    root = _compose(source, report)
    if root is None:
        if report.errors:
            report.lose("row", *re.findall(r"^([a-z]\w*)", source.text, re.MULTILINE), named=False)
        return ()
    rows = []
    for name, value in _pairs(root, source, report, "each line of a table is `name: {column: value, ...}`"):
        cells = []
        before = len(report)
        if not _is_empty(value):
            expected = "the columns of a row are written `{column: value, ...}`"
            for column, cell in _pairs(value, source, report, expected):
                literal = _literal(cell, source, report)
                if literal is not None:
                    cells.append(ast.Cell(column.span, column, literal))
        rows.append(Row(name, tuple(cells), len(report) > before))
    return tuple(rows)


@once_for_each_text
def read_strings(source: Source, report: Report) -> dict[str, tuple[str, Span]]:
    """Nested keys become dotted ones: `colour: {red: Rot}` is `colour.red`."""
    root = _compose(source, report)
    found: dict[str, tuple[str, Span]] = {}
    if root is not None:
        _flatten(root, "", source, report, found, 0)
    return found


@once_for_each_text
def string_keys(source: Source, report: Report) -> tuple[tuple[ast.Ident, ...], ...]:
    """The keys of texts as they are written, outermost first: each part with its place."""
    root = _compose(source, report)
    found: list[tuple[ast.Ident, ...]] = []
    waiting: list[tuple[yaml.Node | None, tuple[ast.Ident, ...]]] = [(root, ())]
    while waiting:
        node, above = waiting.pop()
        if isinstance(node, yaml.MappingNode) and len(above) <= DEEPEST:
            pairs = [(ast.Ident(_span(key, source), str(key.value)), value) for key, value in node.value]
            found += [(*above, key) for key, _ in pairs]
            waiting += [(value, (*above, key)) for key, value in pairs]
    return tuple(found)


def _flatten(
    node: yaml.Node,
    prefix: str,
    source: Source,
    report: Report,
    found: dict[str, tuple[str, Span]],
    depth: int,
) -> None:
    if depth > DEEPEST:
        report.error("R0306", "this is nested too deeply", _span(node, source))
        return
    for key, value in _pairs(node, source, report, "texts are written `key: text`", any_key=True):
        if isinstance(value, yaml.MappingNode):
            _flatten(value, f"{prefix}{key.text}.", source, report, found, depth + 1)
        elif isinstance(value, yaml.ScalarNode):
            found[f"{prefix}{key.text}"] = (str(value.value), _span(value, source))
        else:
            report.error("R0303", "a text should stand here", _span(value, source), "this is a list")


_FAST: Any = getattr(yaml, "CSafeLoader", None)


_NAMED_PARTS = re.compile(r"[*&]\S")  # what may be `&name` or `*name`; in "this & that" it is neither


class _Loader(yaml.SafeLoader):
    """Without `*name`: a text of a few lines could stand for millions of values."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            event: yaml.Event = self.peek_event()  # type: ignore[no-untyped-call]
            mark: Any = event.start_mark
            raise yaml.MarkedYAMLError(problem="undefined alias", problem_mark=mark)
        return super().compose_node(parent, index)


# Lists and keys right in each other, on one line or each further to the right.
_NESTED = re.compile(r"^ *(?:[-?:][ \t]+){30}|^ {300}", re.MULTILINE)


def _deepest(text: str) -> int:
    """YAML needs longer for every bracket that is open, and has no end to how deep it goes."""
    if _NESTED.search(text):
        return DEEPEST_BRACKETS + 1
    depth = deepest = 0
    for char in re.sub(r'"(?:\\.|[^"\\\n])*"|#[^\n]*|[^\[\]{}"#]+', "", text):
        depth += (char in "[{") - (char in "]}" and depth > 0)
        deepest = max(deepest, depth)
    return deepest


def _composed(text: str) -> yaml.Node | None:
    """Read by the fast parser where that is there and nothing is wrong; its messages are not ours."""
    if _FAST is not None and not _NAMED_PARTS.search(text):
        try:
            return _nodes(text, _FAST)
        except yaml.YAMLError:
            pass  # read again for a message that says where and why
    return _nodes(text, _Loader)


def _nodes(text: str, loader: Any) -> yaml.Node | None:
    found: yaml.Node | None = yaml.compose(text, Loader=loader)
    return found


def _compose(source: Source, report: Report) -> yaml.Node | None:
    report.sources[source.path] = source
    try:
        if _deepest(source.text) > DEEPEST_BRACKETS:
            report.error("R0306", "this is nested too deeply", source.line_span(1))
            return None
        root = _composed(source.text)
    except yaml.MarkedYAMLError as error:
        _explain(error, source, report)
        return None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        report.error("R0301", f"this is not YAML: {str(error).splitlines()[0]}", source.line_span(1))
        return None
    return root


# What YAML says, and what people understand.
_PROBLEMS = (
    ("that cannot start any token", "this character cannot stand here", "put quotes around the text"),
    (
        "mapping values are not allowed here",
        "this colon cannot stand here",
        "put quotes around a text with a colon",
    ),
    ("could not find expected ':'", "a colon is missing in this line", "write `name: value`"),
    (
        "expected <block end>",
        "this line is not indented like the others",
        "start it in the same column as they do",
    ),
    ("undefined alias", "`*` has a meaning of its own in YAML", "put quotes around the text"),
    ("found unexpected end of stream", "a quote or bracket is not closed", "close it"),
    ("found duplicate", "`&` has a meaning of its own in YAML", "put quotes around the text"),
    ("expected a single document", "`---` starts another document, and only one is read", "leave it out"),
)


def _explain(error: yaml.MarkedYAMLError, source: Source, report: Report) -> None:
    problem = str(error.problem or error.context or "")
    span = _at(error.problem_mark or error.context_mark, source)
    if "flow" in str(error.context) and error.context_mark is not None:
        start = _at(error.context_mark, source)
        brackets = "`[` … `]`" if "sequence" in str(error.context) else "`{` … `}`"
        if start.line != span.line or "end" in problem:
            report.error("R0301", "this bracket is not closed", start, hint=f"it is written {brackets}")
            return
        title, hint = "a comma is missing before this", f"between {brackets} a comma stands after each value"
        report.error("R0301", title, span, hint=hint)
        return
    if source.lines[span.line - 1][span.column - 1 : span.column] == "\t":
        report.error("R0301", "a tab stands here", span, hint="YAML is indented with spaces")
        return
    row = re.match(r"\s*([\w-]+)\s*[{[]", source.lines[span.line - 1])
    if row is not None and "mapping values" in problem:
        place = source.line_span(span.line, row.start(1) + 1, row.end(1) + 1)
        hint = f"write `{row[1]}: ` before the bracket"
        report.error("R0301", f"a colon is missing after `{row[1]}`", place, hint=hint)
        return
    for words, title, hint in _PROBLEMS:
        if words in problem:
            report.error("R0301", title, span, hint=hint)
            return
    report.error("R0301", f"this is not YAML: {problem}", span)


def _at(mark: yaml.Mark | None, source: Source) -> Span:
    if mark is None:
        return source.line_span(1)
    line = min(mark.line + 1, len(source.lines))
    while line > 1 and not source.lines[line - 1].strip():
        line -= 1  # the end of the text is no place to point at
    column = min(mark.column + 1, len(source.lines[line - 1]) + 1)
    return source.line_span(line, column, column + 1)


def _pairs(
    node: yaml.Node, source: Source, report: Report, expected: str, *, any_key: bool = False
) -> list[tuple[ast.Ident, yaml.Node]]:
    if not isinstance(node, yaml.MappingNode):
        report.error("R0302", "names with values should stand here", _span(node, source), expected)
        return []
    out: list[tuple[ast.Ident, yaml.Node]] = []
    seen: dict[str, Span] = {}
    for key, value in node.value:
        span = _span(key, source)
        text = str(key.value) if isinstance(key, yaml.ScalarNode) else ""
        if not text or not (any_key or _NAME.match(text)):
            report.error(
                "R0304",
                f"`{text}` is not a name" if text else "a name should stand here",
                span,
                why="a name is a word of small letters, digits and `_`, and starts with a letter",
                hint=_better_name(text),
            )
        elif text in seen:
            first = Label(seen[text], "it stands here first")
            report.error("R0305", f"`{text}` stands here twice", span, "the second time", also=[first])
        else:
            seen[text] = span
            out.append((ast.Ident(span, text), value))
    return out


def _better_name(text: str) -> str:
    if "{" in text or "[" in text:
        return f"put a colon and a space after `{re.split(r'[ {[]', text)[0]}`"
    if ":" in text:
        return f"put a space after the colon: `{text.replace(':', ': ', 1)}`"
    better = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    return f"write `{better}`" if _NAME.match(better) else ""


def _literal(node: yaml.Node, source: Source, report: Report) -> ast.Literal | None:
    span = _span(node, source)
    if isinstance(node, yaml.SequenceNode):
        items = [
            _literal(item, source, report) for item in node.value if not isinstance(item, yaml.SequenceNode)
        ]
        return ast.LiteralList(span, tuple(item for item in items if item is not None))
    if isinstance(node, yaml.ScalarNode):
        text = str(node.value)
        if text in _WORDS:
            return _WORDS[text](span)
        if _INT.match(text):
            return ast.LiteralInt(span, int(text))
        if _NAME.match(text):
            return ast.LiteralName(span, ast.Ident(span, text))
    title = "a number, a word, `yes`, `no`, `none` or a list should stand here"
    text = str(node.value) if isinstance(node, yaml.ScalarNode) else ""
    hint = (
        "there are no fractions"
        if re.match(r"-?[0-9]*[.,][0-9]+\Z", text)
        else _better_name(text)
        if text
        else ""
    )
    report.error("R0303", title, span, hint=hint)
    return None


def _is_empty(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.value in ("", "null", "~")


def _span(node: yaml.Node, source: Source) -> Span:
    start, end = node.start_mark, node.end_mark
    if start is None or end is None:
        return source.line_span(1)
    if end.line != start.line:
        return source.line_span(start.line + 1, start.column + 1)
    return Span(
        source.path, start.line + 1, start.column + 1, end.line + 1, max(end.column, start.column + 1) + 1
    )
