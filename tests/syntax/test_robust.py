"""Any bytes give findings or a tree: never another exception, never a long wait."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report
from rulelang.render import render
from rulelang.source import LARGEST_FILE, Source, decode
from rulelang.syntax.parser import parse
from tests.helpers import GAMES

GAME = "game little for 2 players\nplay:\n    win players\n"


@contextmanager
def within(seconds: float) -> Iterator[None]:
    start = time.process_time()
    yield
    assert time.process_time() - start < seconds


def findings(text: str) -> list[str]:
    """The codes of what is found, after the whole compiler has seen the text and it was shown."""
    report = Report()
    with within(5):
        compile_bundle(Bundle((Source("game.rules", text),)), report)
        render(report)
    return [diagnostic.code for diagnostic in report.errors]


def from_bytes(data: bytes) -> tuple[str | None, list[str]]:
    source, problem = decode("game.rules", data)
    return problem, findings(source.text)


def test_windows_line_ends_are_read() -> None:
    assert from_bytes(GAME.replace("\n", "\r\n").encode()) == (None, [])


def test_old_line_ends_are_read() -> None:
    assert from_bytes(GAME.replace("\n", "\r").encode()) == (None, [])


def test_a_byte_order_mark_is_read() -> None:
    assert from_bytes(b"\xef\xbb\xbf" + GAME.encode()) == (None, [])


def test_a_missing_last_line_end_is_no_problem() -> None:
    assert findings(GAME.rstrip()) == []


def test_spaces_at_the_ends_of_lines_are_no_problem() -> None:
    assert findings(GAME.replace("\n", "   \n") + "   ") == []


def test_nul_bytes_are_a_problem() -> None:
    problem, _ = from_bytes(GAME.encode() + b"\0\0")
    assert problem is not None and "NUL" in problem


def test_bytes_that_are_no_text_are_a_problem_that_names_the_place() -> None:
    problem, _ = from_bytes(GAME.encode() + b"\xff\xfe")
    assert problem is not None and f"byte {len(GAME) + 1}" in problem


def test_a_tab_is_one_finding() -> None:
    assert findings("game little for 2 players\nplay:\n\twin players\n") == ["R0101"]


@pytest.mark.parametrize("text", ["", "\n\n\n", "# only a comment\n", "   \n  # x\n"])
def test_a_text_without_declarations_is_one_finding(text: str) -> None:
    assert len(findings(text)) == 1


@pytest.mark.parametrize("depth", [50, 1000, 10_000])
@pytest.mark.parametrize(
    ("before", "open_", "inside", "close", "after"),
    [
        ("value v: ", "(", "1", ")", "\n"),
        ("value v: ", "[", "1", "]", "\n"),
        ("value v: ", "count(", "players", ")", "\n"),
        ("value v: ", "- ", "1", "", "\n"),
        ("value v: ", "not ", "yes", "", "\n"),
        ("value v: ", "first of ", "players", "", "\n"),
        ("value v: ", "(if yes then ", "1", " else 2)", "\n"),
        ("value v: ", "left(", "first of players", ")", "\n"),
        ("value v: 1", " + 1", "", "", "\n"),
        ("value v: yes", " and yes", "", "", "\n"),
        ("value v: v", ".x", "", "", "\n"),
        ("track t: list of number 0 to 1 starting ", "[", "1", "]", "\n"),
        ("setting s: number 0 to 1 default ", "[", "1", "]", "\n"),
    ],
)
def test_deep_expressions_give_findings_or_success(
    depth: int, before: str, open_: str, inside: str, close: str, after: str
) -> None:
    findings(GAME + before + open_ * depth + inside + close * depth + after)


@pytest.mark.parametrize("depth", [10, 59, 100, 1000])
@pytest.mark.parametrize(
    "line", ["if yes:", "repeat:", "as first of players:", "for each p in players:", "turns of players:"]
)
def test_deep_blocks_give_findings_or_success(depth: int, line: str) -> None:
    lines = [f"{'    ' * level}{line}" for level in range(1, depth)]
    found = findings(
        "game little for 2 players\nplay:\n" + "\n".join(lines) + "\n" + "    " * depth + "end game\n"
    )
    assert depth < 60 or found


def test_ten_thousand_levels_of_indentation_by_one_space_give_a_finding() -> None:
    lines = [f"{' ' * level}if yes:" for level in range(1, 1900)]
    assert findings("game little for 2 players\nplay:\n" + "\n".join(lines) + "\n")


def test_ten_thousand_levels_without_content_give_a_finding() -> None:
    text = "game little for 2 players\nplay:\n" + " " * 10_000 + "end game\n"
    findings(text)
    assert findings("game little for 2 players\n" + "play:" * 10_000 + "\n")


def test_a_file_that_is_too_large_is_a_problem() -> None:
    problem, _ = from_bytes(b"#" * (LARGEST_FILE + 1))
    assert problem is not None and "characters" in problem


def test_a_long_file_is_read_in_a_few_seconds() -> None:
    values = "".join(f"value v{i}: {i} + 1\n" for i in range(2_000))
    assert findings(GAME + values) == []


def test_many_broken_declarations_give_findings_in_a_few_seconds() -> None:
    assert findings(GAME + "value = = =\n" * 2_000)


@pytest.mark.parametrize(
    "line",
    [
        "kind k: " + ", ".join(f"w{i}" for i in range(20_000)),
        "# " + "x" * 500_000,
        "value v: " + "a" * 200_000,
        "value v: " + "1" * 200_000,
        '"' * 50_000,
        "value v: [" + ", ".join("1" * 20_000) + "]",
    ],
)
def test_long_lines_give_findings_or_success(line: str) -> None:
    findings(f"{GAME}{line}\n")


@pytest.mark.fuzz
@given(data=st.binary(max_size=200))
@settings(max_examples=60)
def test_any_bytes_give_findings(data: bytes) -> None:
    from_bytes(data)


WORDS = [
    "game",
    "little",
    "for",
    "players",
    "2",
    "play",
    ":",
    "\n",
    "",
    "",
    "",
    "",
    "win",
    "if",
    "yes",
    "move",
    "to",
    "of",
    "(",
    ")",
    "[",
    "]",
    ",",
    "card",
    "zone",
    "rule",
    "value",
    "choose",
    "from",
    "where",
    "any",
    "in",
    "is",
    "not",
    "+",
    "-",
    "#",
    '"',
    "x",
]


@pytest.mark.fuzz
@given(words=st.lists(st.sampled_from([*WORDS, "\n", "\n    ", "\n        "]), max_size=60))
@settings(max_examples=100)
def test_any_words_give_findings(words: list[str]) -> None:
    findings(" ".join(words))


PAGE = (GAMES / "dead_mans_draw" / "game.rules").read_text(encoding="utf-8")


@pytest.mark.fuzz
@given(
    at=st.integers(0, len(PAGE) - 1),
    cut=st.integers(0, 40),
    put=st.sampled_from(["", " ", "\n", ":", "(", "of ", "x", '"', "\n\n  "]),
)
@settings(max_examples=60)
def test_a_page_with_one_mistake_gives_findings_or_a_program(at: int, cut: int, put: str) -> None:
    report = Report()
    with within(10):
        compile_bundle(Bundle((Source("game.rules", PAGE[:at] + put + PAGE[at + cut :]),)), report)
        render(report)


@pytest.mark.fuzz
@given(text=st.text(max_size=80))
@settings(max_examples=60)
def test_every_finding_points_into_the_text(text: str) -> None:
    report = Report()
    source = Source("game.rules", text.replace("\r", ""))
    parse(source, report)
    for diagnostic in report:
        span = diagnostic.span
        assert 1 <= span.line <= len(source.lines)
        assert 1 <= span.column <= len(source.lines[span.line - 1]) + 2
