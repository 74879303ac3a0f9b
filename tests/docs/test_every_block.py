"""No block of code in README and docs goes untested, and no command that they name is unknown.

Each fence says what it is. Here are the ones that quote: `<!-- quote PATH -->` before a block says where its
lines stand; a line `...` leaves some out. The other sorts, and some whole pages, have tests of their own.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer

from cli.main import Commands, app
from tests.helpers import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(
    r"(?:^<!--[ ]*(?P<note>[^\n]*?)[ ]*-->\n)?^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```[ ]*$", re.M | re.S
)
# These pages are played through from their first block to their last.
PLAYED = {
    "README.md": "tests/docs/test_readme.py",
    "docs/tutorial/README.md": "tests/tutorial/test_tutorial.py",
    "docs/cookbook/README.md": "tests/cookbook/test_cookbook.py",
    "docs/write-a-variant.md": "tests/variants/test_guide.py",
}
# What tests/docs/test_examples.py runs, and what is there to be looked at only.
RUN, LOOKED_AT = {"rules", "scenario", "python", "yaml", "files", "toml"}, {"diagram", "sketch"}
COMMAND = re.compile(r"`rulelang ([a-z]+)([^`]*)`|^(?:\$ )?rulelang ([a-z]+)(.*)$", re.M)
COMMANDS = typer.main.get_command(app)


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def stands_in(lines: list[str], text: str) -> str:
    """The first line that does not stand in the text where it should; empty if all do."""
    wanted, place = text.splitlines(), 0
    together = False
    for line in lines:
        if line.strip() == "..." or not line.strip():
            together = False
            continue
        window = range(place, place + 1) if together else range(place, len(wanted))
        found = next((i for i in window if i < len(wanted) and wanted[i].rstrip() == line.rstrip()), None)
        if found is None:
            return line
        place, together = found + 1, True
    return ""


@pytest.mark.parametrize("page", [p for p in PAGES if name_of(p) not in PLAYED], ids=name_of)
def test_every_block_is_tested(page: Path) -> None:
    for block in FENCE.finditer(page.read_text(encoding="utf-8")):
        sort = block["info"].partition(" ")[0]
        note = block["note"] or ""
        if sort in RUN | LOOKED_AT:
            continue
        assert note.startswith("quote "), f"nobody tests this block:\n{block['text'][:200]}"
        source = ROOT / note.removeprefix("quote ")
        missing = stands_in(block["text"].splitlines(), source.read_text(encoding="utf-8"))
        assert not missing, f"`{missing}` does not stand in {source}"


@pytest.mark.parametrize(("page", "test"), PLAYED.items())
def test_the_pages_that_are_played_have_their_tests(page: str, test: str) -> None:
    assert page.removeprefix("docs/").partition("/")[0].removesuffix(".md") in (ROOT / test).read_text(
        "utf-8"
    )


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_command_is_there_with_its_options(page: Path) -> None:
    assert isinstance(COMMANDS, Commands)
    for inline, inline_rest, plain, plain_rest in COMMAND.findall(page.read_text(encoding="utf-8")):
        name = inline or plain
        command = COMMANDS.commands.get(name)
        assert command is not None, f"there is no command `rulelang {name}`"
        options = {option for parameter in command.params for option in parameter.opts} | {"--help", "-h"}
        named = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", inline_rest + plain_rest))
        assert named <= options, f"rulelang {name} has no {', '.join(sorted(named - options))}"


@pytest.mark.parametrize(
    ("quotation", "first_wrong"),
    [
        ("b\nc", ""),
        ("a\n...\nd", ""),
        ("a\n\nd", ""),
        ("a\nc", "c"),
        ("c\n...\na", "a"),
        ("x", "x"),
    ],
)
def test_a_wrong_quotation_is_found(quotation: str, first_wrong: str) -> None:
    assert stands_in(quotation.splitlines(), "a\nb\nc\nd\n") == first_wrong
