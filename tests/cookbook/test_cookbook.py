"""Every recipe of docs/cookbook is a whole game that checks, comes to its end and is in the index."""

from __future__ import annotations

import os
import random
import re
from functools import cache
from pathlib import Path

import pytest

from interpreter.game import Game
from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.loader import load
from rulelang.render import render
from rulelang.source import Source
from rulelang.syntax.format import format_source
from tests.helpers import random_play

COOKBOOK = Path(__file__).resolve().parents[2] / "docs" / "cookbook"
RECIPES = sorted(folder.name for folder in COOKBOOK.iterdir() if folder.is_dir())
SECTION = re.compile(
    r"^### \[(?P<title>[^\]]+)\]\((?P<name>\w+)/game\.rules\)\n(?P<body>.*?)(?=^##|\Z)", re.M | re.S
)
LINES = re.compile(r"^```\n(.*?)^```$", re.M | re.S)
# No recipe needs more answers than this, however badly it is played.
LONGEST = 2000


@cache
def checked(name: str) -> tuple[Program | None, Report]:
    report = Report()
    bundle = load(COOKBOOK / name, report)
    return (compile_bundle(bundle, report) if bundle else None), report


def text_of(name: str) -> str:
    return (COOKBOOK / name / "game.rules").read_text(encoding="utf-8")


def without_comments(text: str) -> str:
    """The rules on one line, without comments, so that a quotation may run over several lines."""
    return " ".join(re.sub(r"(^|  )#.*", "", text, flags=re.M).split())


def play(name: str, seed: int) -> None:
    program, _ = checked(name)
    assert program is not None
    least, most = program.players
    game = Game.new(program, least + seed % (most - least + 1), seed=seed)
    random_play(game, random.Random(seed), LONGEST)
    assert game.over, f"{name}, seed {seed}: not over after {LONGEST} answers"


def test_there_are_thirty_recipes() -> None:
    assert len(RECIPES) >= 30


@pytest.mark.parametrize("name", RECIPES)
def test_nothing_is_found_wrong(name: str) -> None:
    program, report = checked(name)
    assert program is not None and not list(report), render(report)
    assert program.name == name


@pytest.mark.parametrize("name", RECIPES)
def test_it_is_formatted(name: str) -> None:
    text = text_of(name)
    assert format_source(Source(name, text)) == text


@pytest.mark.fuzz
@pytest.mark.parametrize("name", RECIPES)
def test_random_games_come_to_an_end(name: str) -> None:
    for seed in range(50 if os.environ.get("RULELANG_FUZZ") == "long" else 8):
        play(name, seed)


@pytest.mark.parametrize("name", RECIPES)
def test_the_opening_comment_quotes_the_rules(name: str) -> None:
    text = text_of(name)
    opening = text[: text.index("\ngame ")]
    assert re.search(r"^# The lines? that matters?: ", opening, re.M)
    rules = without_comments(text)
    quotations = re.findall(r"`([^`]+)`", opening)
    assert quotations
    for quotation in quotations:
        assert quotation in rules, f"`{quotation}` is not in the rules"


def test_the_index_lists_every_recipe_once() -> None:
    index = (COOKBOOK / "README.md").read_text(encoding="utf-8")
    listed = [section["name"] for section in SECTION.finditer(index)]
    assert sorted(listed) == RECIPES


def test_the_index_quotes_the_rules() -> None:
    index = (COOKBOOK / "README.md").read_text(encoding="utf-8")
    for section in SECTION.finditer(index):
        blocks = LINES.findall(section["body"])
        assert blocks, section["name"]
        rules = [line.strip() for line in text_of(section["name"]).splitlines()]
        for line in "".join(blocks).splitlines():
            assert not line.strip() or line.strip() in rules, f"{section['name']}: {line.strip()}"
