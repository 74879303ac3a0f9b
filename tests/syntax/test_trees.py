"""Text becomes a tree in which every node knows exactly where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from rulelang.diagnostics import Report
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.syntax.grammar import make_parser
from rulelang.syntax.parser import parse
from tests.helpers import GAMES


def tree(text: str) -> ast.File:
    report = Report()
    file = parse(Source("game.rules", text), report)
    assert [f"{d.span} {d.title}" for d in report] == []
    return file


def nodes(value: Any) -> Iterator[ast.Node]:
    if isinstance(value, ast.Node):
        yield value
        for field in attrs.fields(type(value)):
            yield from nodes(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from nodes(part)


def under(text: str, span: Span) -> str:
    lines = text.split("\n")
    if span.line == span.end_line:
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
    first, last = lines[span.line - 1][span.column - 1 :], lines[span.end_line - 1][: span.end_column - 1]
    return "\n".join([first, *lines[span.line : span.end_line - 1], last])


def test_the_grammar_is_strict_lalr() -> None:
    make_parser(strict=True)


PARTS = [
    # text of an expression, class, what stands under the nodes of that class
    ("a + b * c", ast.Binary, ["a + b * c", "b * c"]),
    ("(a + b) * c", ast.Binary, ["(a + b) * c", "a + b"]),
    ("not a and b", ast.Unary, ["not a"]),
    ("- a", ast.Unary, ["- a"]),
    ("a is empty", ast.Unary, ["a is empty"]),
    ("a is not b", ast.Binary, ["a is not b"]),
    ("a is at least b", ast.Binary, ["a is at least b"]),
    ("7 / 2 rounded up", ast.Binary, ["7 / 2 rounded up"]),
    ("12 + 345", ast.Number, ["12", "345"]),
    ("hand of first of players", ast.Of, ["hand of first of players"]),
    ("hand of first of players", ast.EndOf, ["first of players"]),
    ("top 2 of deck", ast.EndOf, ["top 2 of deck"]),
    ("a.b.c", ast.Of, ["a.b.c", "a.b"]),
    ("your hand", ast.Your, ["your hand"]),
    ("your turn", ast.YourTurn, ["your turn"]),
    ("every card", ast.Every, ["every card"]),
    ("count(a where b)", ast.Count, ["count(a where b)"]),
    ("count(a where b)", ast.Where, ["a where b"]),
    ("count(1 to 3)", ast.Range, ["1 to 3"]),
    ("sum(c.x for each c in row)", ast.SumOf, ["sum(c.x for each c in row)"]),
    ("sum(c.x for each c in row)", ast.Each, ["c.x for each c in row"]),
    ("highest(x for each x in row)", ast.Extreme, ["highest(x for each x in row)"]),
    ("largest(2, x for each x in row)", ast.Largest, ["largest(2, x for each x in row)"]),
    ("any c in row where c.x is 1", ast.Quantified, ["any c in row where c.x is 1"]),
    ("[a, b, c]", ast.ListOf, ["[a, b, c]"]),
    ("f(a, g(b))", ast.CallValue, ["f(a, g(b))", "g(b)"]),
    ("(if a then b else c)", ast.IfThenElse, ["(if a then b else c)"]),
    ("row sorted by a then b descending", ast.SortedBy, ["row sorted by a then b descending"]),
    ("row sorted by a then b descending", ast.Key, ["a", "b descending"]),
    ("those c in row with highest c.x", ast.ThoseExtreme, ["those c in row with highest c.x"]),
    ("row before c", ast.Before, ["row before c"]),
    ("row after c", ast.After, ["row after c"]),
    ("board at spot", ast.At, ["board at spot"]),
    ("position of c", ast.Position, ["position of c"]),
    ("distance from a to b by roads", ast.PathQuery, ["distance from a to b by roads"]),
    ("nearest in [a] from b by roads", ast.PathQuery, ["nearest in [a] from b by roads"]),
    ("a joined with b without c", ast.Binary, ["a joined with b without c", "a joined with b"]),
]


@pytest.mark.parametrize(("text", "kind", "expected"), PARTS)
@pytest.mark.parametrize("prefix", ["", "# first\n\n", "value other: 1\n"])
def test_the_text_under_an_expression_is_the_expression(
    text: str, kind: type[ast.Node], expected: list[str], prefix: str
) -> None:
    whole = f"{prefix}value v: {text}\n"
    last = tree(whole).declarations[-1]
    assert [under(whole, node.span) for node in nodes(last) if type(node) is kind] == expected


BLOCK = """\
rule act(card: loot, n: number 0 to 9) for red, blue:  # a comment
    move top of deck to your hand
    if a is b:
        shuffle deck

        choose exactly 2 some from row by left(you)
        otherwise: end turn
    else:
        choose one:
            draw(c in deck) when a > 1:
                do act(c, 2)   # inside
            pass: end rule
    set coins of you to 3
"""

STATEMENTS = [
    (ast.Move, ["move top of deck to your hand"]),
    (ast.Shuffle, ["shuffle deck"]),
    (ast.Call, ["do act(c, 2)"]),
    (ast.End, ["end turn", "end rule"]),
    (ast.Assign, ["set coins of you to 3"]),
    (ast.Param, ["card: loot", "n: number 0 to 9"]),
    (ast.TypeNumber, ["number 0 to 9"]),
    (ast.Binding, ["some from row", "c in deck"]),
    (ast.HowMany, ["exactly 2"]),
]


@pytest.mark.parametrize(("kind", "expected"), STATEMENTS)
def test_the_text_under_a_statement_is_the_statement(kind: type[ast.Node], expected: list[str]) -> None:
    (rule,) = tree(BLOCK).declarations
    assert [under(BLOCK, node.span) for node in nodes(rule) if type(node) is kind] == expected


def test_a_block_reaches_from_its_first_word_to_the_end_of_its_last_line() -> None:
    (rule,) = tree(BLOCK).declarations
    assert under(BLOCK, rule.span).startswith("rule act(") and under(BLOCK, rule.span).endswith("to 3")
    (menu,) = [node for node in nodes(rule) if type(node) is ast.Menu]
    assert under(BLOCK, menu.span).startswith("choose one:") and under(BLOCK, menu.span).endswith("end rule")


@pytest.mark.parametrize(
    "path",
    sorted(GAMES.glob("*/game.rules")),
    ids=lambda p: p.parent.name,
)
def test_every_name_stands_where_its_span_says(path: Any) -> None:
    text = path.read_text(encoding="utf-8")
    found = 0
    for declaration in tree(text).declarations:
        outer = declaration.span
        for node in nodes(declaration):
            start, end = (node.span.line, node.span.column), (node.span.end_line, node.span.end_column)
            assert (outer.line, outer.column) <= start < end <= (outer.end_line, outer.end_column)
            if isinstance(node, ast.Ident):
                assert under(text, node.span) == node.text
                found += 1
            elif isinstance(node, ast.Number):
                assert under(text, node.span) == str(node.value)
    assert found > 20


# ---------------------------------------------------------------- comments


def test_comments_are_kept_with_their_places() -> None:
    text = "# one\ngame g for 2 players  # two\n\nplay:\n    # three\n    win players # four\n"
    text += '# five\ncard c from "a#b.yaml"\n'
    file = tree(text)
    assert [(c.text.strip(), c.span.line, c.own_line) for c in file.comments] == [
        ("one", 1, True), ("two", 2, False), ("three", 5, True), ("four", 6, False), ("five", 7, True),
    ]  # fmt: skip
    for comment in file.comments:
        assert under(text, comment.span) == f"#{comment.text}"


def test_a_comment_may_stand_at_any_indent() -> None:
    tree("play:\n        # deep\n    win players\n  # odd\n    win players\n# flat\n    win players\n")


# ---------------------------------------------------------------- mistakes

GOOD = "game g for 2 players\nkind k: a, b\nplay:\n    win players\n"


@pytest.mark.parametrize(
    "broken",
    [
        "value = 3",
        "rule act\n    win players",
        "rule act:\nwin players",
        "rule act:\n        win players\n    win players",
        "rule act:\n    win players\n  win players",
        "zone z pile of c",
        "rule act:\n    dance players",
        "rule act:\n    choose f bowl\n    do it",
        "value v: (1 + 2",
        "value v: 1 +",
        'card c from "x.yaml',
        "Rule act: win players",
        "setup:",
        "value v: 1 ? 2",
        "    rule act: win players",
        "rule act:\n    if a:\n    win players",
    ],
)
@pytest.mark.parametrize("where", [0, 1, 2])
def test_one_broken_declaration_gives_one_finding_and_the_others_survive(broken: str, where: int) -> None:
    parts = ["game g for 2 players\n", "kind k: a, b\n", "play:\n    win players\n"]
    if broken.startswith(" "):
        where = 0
    parts.insert(where, broken + "\n")
    report = Report()
    file = parse(Source("game.rules", "".join(parts)), report)
    assert len(report) == 1, [d.title for d in report]
    others = (ast.Game, ast.Kind, ast.Play)
    assert [type(node) for node in file.declarations if isinstance(node, others)] == list(others)


def test_each_broken_declaration_gives_its_own_finding() -> None:
    report = Report()
    file = parse(Source("game.rules", "value = 1\n" + GOOD + "value = 2\nvalue w: 3\nzone\n"), report)
    assert [d.span.line for d in report] == [1, 6, 8]
    assert [type(node).__name__ for node in file.declarations] == ["Game", "Kind", "Play", "Value"]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("rule act\n    win players\n", "R0109", (1, 9)),
        ("play:\n    set a = 1\n", "R0105", (2, 11)),
        ('card c from "x\n', "R0106", (1, 13)),
        ("kind Suit: a\n", "R0107", (1, 6)),
        ("play:\nwin players\n", "R0111", (2, 1)),
        ("play:\n    win players\n  win players\n", "R0103", (3, 1)),
        ("play:\n\twin players\n", "R0101", (2, 1)),
        ("  play:\n    win players\n", "R0102", (1, 1)),
    ],
)
def test_a_mistake_is_explained_where_it_stands(text: str, code: str, place: tuple[int, int]) -> None:
    report = Report()
    parse(Source("game.rules", text), report)
    first = next(iter(report))
    assert (first.code, (first.span.line, first.span.column)) == (code, place), first
