"""What the tests of pages share: a reader of HTML, the games and their languages, a browser."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from attrs import define, field

from cli.games import load_program, read_definition
from rulelang.ir.nodes import Program
from rulelang.prose.faces import Sort, sorts
from rulelang.typed.definition import Definition
from tests.helpers import GAMES, definition_folders

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
VOID = ("meta", "br", "circle", "polygon")


def browser() -> str | None:
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


needs_browser = pytest.mark.skipif(
    browser() is None or shutil.which("pdftotext") is None,
    reason="left out: no browser (chromium) or no pdftotext (poppler-utils) on this machine prints the pages",
)


def languages(game: str) -> list[str]:
    return sorted(file.stem for file in (GAMES / game / "strings").glob("*.yaml"))


EVERY = [(game, language) for game in definition_folders() for language in languages(game)]


@cache
def known(game: str) -> tuple[Definition, Program]:
    return read_definition(GAMES / game), load_program(game)


@cache
def sorts_of(game: str, language: str) -> list[Sort]:
    return sorts(*known(game), language)


@define
class Seen(HTMLParser):
    """The tags, identifiers, links and words of a page; tags that are not closed are an error."""

    tags: set[str] = field(factory=set)
    attributes: set[str] = field(factory=set)
    ids: list[str] = field(factory=list)
    links: list[str] = field(factory=list)
    open: list[str] = field(factory=list)
    words: list[str] = field(factory=list)

    def __attrs_pre_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src"):
                self.links.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)


def seen(page: str) -> Seen:
    found = Seen()
    found.feed(page)
    found.close()
    assert not found.open
    return found


def pdf(page: Path) -> Path:
    """The page, printed by the browser of this machine."""
    program, target = browser(), page.with_suffix(".pdf")
    assert program is not None
    subprocess.run(
        [program, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
         f"--user-data-dir={page.parent / 'profile'}", f"--print-to-pdf={target}", page.as_uri()],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    return target


def page_sizes(file: Path) -> tuple[int, tuple[float, float]]:
    said = subprocess.run(["pdfinfo", file], check=True, capture_output=True, text=True).stdout
    count, size = re.search(r"Pages:\s+(\d+)", said), re.search(r"Page size:\s+([\d.]+) x ([\d.]+)", said)
    assert count and size
    return int(count[1]), (float(size[1]) * 25.4 / 72, float(size[2]) * 25.4 / 72)


def words_on(file: Path, page: int) -> list[tuple[float, float, float, float, str]]:
    """Every word on a page of a PDF with the box that it fills, in millimetres."""
    said = subprocess.run(
        ["pdftotext", "-bbox", "-f", str(page), "-l", str(page), file, "-"],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    found = []
    for box in re.finditer(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>', said):
        left, top, right, bottom = (float(box[at]) * 25.4 / 72 for at in (1, 2, 3, 4))
        found.append((left, top, right, bottom, unescape(box[5])))
    return found
