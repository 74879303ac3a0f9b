"""Every code has a golden and a page, and the examples in the pages are real.

A page has examples in two forms: ```rules is a whole game, ```files is several files, each after a line
`# file: NAME`. With `error CODE` or `warning CODE` they give exactly that code, without it nothing at all.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from tests.goldens.golden import Golden, cases, read, report_of

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "explain"
FENCE = re.compile(
    r"(?:^<!-- (?P<note>[^\n]*) -->\n)?^```(?P<info>(?:rules|files)[^\n]*)\n(?P<text>.*?)^```$", re.M | re.S
)
WITHOUT_EXAMPLES = {
    "R0001",
    "R0002",
    "R0003",
    "R0004",
    "R0006",
    "R0115",
}  # about files and bytes, not about a text


@frozen
class Example:
    code: str
    line: int
    expected: tuple[str, ...]
    golden: Golden

    def __str__(self) -> str:
        return f"{self.code}:{self.line}"


@cache
def raised() -> frozenset[str]:
    """The codes that stand in the source as whole strings."""
    homes = ROOT / "rulelang", ROOT / "cli" / "reports"
    texts = [file.read_text(encoding="utf-8") for home in homes for file in home.rglob("*.py")]
    return frozenset(code for text in texts for code in re.findall(r'"(R0\d{3})"', text))


def examples() -> list[Example]:
    found = []
    for page in sorted(PAGES.glob("R0*.md")):
        text = page.read_text(encoding="utf-8")
        for match in FENCE.finditer(text):
            language, *expected = match["info"].split()
            parts = files_of(match["text"]) if language == "files" else (("game.rules", match["text"]),)
            notes = ((match["note"], ""),) if match["note"] else ()
            line = text.count("\n", 0, match.start("text")) + 1
            found.append(Example(page.stem, line, tuple(expected[1:]), Golden("", (*notes, *parts), "")))
    return found


def files_of(text: str) -> tuple[tuple[str, str], ...]:
    parts = re.split(r"^# file: (.*)\n", text, flags=re.M)
    return tuple(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("code", sorted(raised()))
def test_every_code_has_a_page(code: str) -> None:
    page = PAGES / f"{code}.md"
    assert page.is_file(), f"write docs/explain/{code}.md"
    text = page.read_text(encoding="utf-8")
    assert re.match(rf"# {code}: [^\n]+\n\n\S", text)
    assert "**How to mend it.**" in text
    assert re.search(r"\*\*Why it is (refused|reported)\.\*\*", text)


@pytest.mark.parametrize("code", sorted(raised()))
def test_every_code_has_a_golden(code: str) -> None:
    assert code in shown_in_goldens(), f"no case in tests/goldens shows {code}"


@cache
def shown_in_goldens() -> frozenset[str]:
    texts = [read(path.read_text(encoding="utf-8")).expected for path in cases()]
    return frozenset(code for text in texts for code in re.findall(r"^\w+\[(R\d{4})\]", text, re.M))


def test_no_page_and_no_golden_is_left_over() -> None:
    assert {page.stem for page in PAGES.glob("R0*.md")} == raised()
    assert shown_in_goldens() <= raised()


@pytest.mark.parametrize("code", sorted(raised() - WITHOUT_EXAMPLES))
def test_a_page_has_a_wrong_and_a_right_example(code: str) -> None:
    own = [example.expected for example in examples() if example.code == code]
    assert (code,) in own and () in own


@pytest.mark.parametrize("example", examples(), ids=str)
def test_examples_give_their_code_or_none(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = [f"{d.code} {d.span}: {d.title}" for d in report_of(example.golden)]
    assert {line.split()[0] for line in found} == set(example.expected), found
    assert len(found) == len(example.expected), "one mistake, one message"
