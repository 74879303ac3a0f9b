"""A file in the middle of being typed: no exception, nothing stale, the findings of `rulelang check`."""

import random
import resource
from pathlib import Path

import pytest
from lsprotocol import types

from cli.editor.games import Games
from cli.editor.typing import completion
from cli.reports.findings import findings, target_of
from rulelang.diagnostics import Report
from rulelang.syntax import parser
from rulelang.tables import read_rows, read_strings, string_keys
from tests.editor.conftest import GAMES

SIGNS = [
    *"abcdefz_ \n:(),.#\"'=-+<>|$\t1090áž",
    "    ",
    "\n    ",
    "move ",
    "if ",
    " of ",
    "rule x:\n",
    "every ",
]


def said(report: Report) -> list[tuple[str, str, str]]:
    return [(found.code, str(found.span), found.title) for found in report]


def from_nothing(game: Path) -> list[tuple[str, str, str]]:
    """What `rulelang check` says of the files on the disk, with nothing remembered."""
    parser._built.cache_clear()
    parser._tree.cache_clear()
    for read in (parser.parse, read_rows, read_strings, string_keys):
        read.forget()
    return said(findings(target_of(game)))


def typed(games: Games, file: Path, text: str) -> None:
    games.put(file, text)
    games.quickly(file)


@pytest.mark.parametrize("name", GAMES)
def test_each_definition_from_empty_to_full(name: str, copied: Path) -> None:
    file = copied / name / "game.rules"
    whole, games = file.read_text(encoding="utf-8"), Games()
    ends = sorted(random.Random(name).sample(range(len(whole)), 40))
    for end in (0, *ends, len(whole)):
        typed(games, file, whole[:end])
    assert said(games.all_findings(file)) == from_nothing(copied / name) == []


def test_one_definition_character_by_character(copied: Path) -> None:
    file = copied / "tic_tac_toe" / "game.rules"
    whole, games = file.read_text(encoding="utf-8"), Games()
    for end in range(0, len(whole) + 1, 3):
        typed(games, file, whole[:end])
    assert said(games.all_findings(file)) == []


@pytest.mark.fuzz
@pytest.mark.parametrize("name", GAMES)
def test_each_definition_character_by_character(name: str, copied: Path) -> None:
    file = copied / name / "game.rules"
    whole, games = file.read_text(encoding="utf-8"), Games()
    for end in range(len(whole) + 1):
        typed(games, file, whole[:end])
    assert said(games.all_findings(file)) == from_nothing(copied / name) == []


def edited(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text) + 1)
    match dice.randrange(4):
        case 0:
            return text[:at] + dice.choice(SIGNS) + text[at:]
        case 1:
            return text[:at] + text[at + dice.randrange(1, 8) :]
        case 2:  # a piece of it moves
            end, to = at + dice.randrange(1, 60), dice.randrange(len(text) + 1)
            return text[:to] + text[at:end] + text[to:]
    lines = text.split("\n")
    first, second = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return "\n".join(lines)


def edit_at_random(copied: Path, name: str, edits: int, every: int) -> None:
    dice = random.Random(f"{name} {edits}")
    game, games = copied / name, Games()
    files = [file for file in sorted(game.rglob("*")) if file.suffix in (".rules", ".scenario", ".yaml")]
    originals = {file: file.read_text(encoding="utf-8") for file in files}
    for number in range(1, edits + 1):
        file = dice.choice(files)
        text = games.texts.get(str(file.resolve()), originals[file])
        new = originals[file] if dice.random() < 0.2 else edited(text, dice)
        typed(games, file, new)
        if number % 5 == 0 and file.suffix == ".rules":
            line = dice.randrange(new.count("\n") + 1)
            completion(games, file, types.Position(line, dice.randrange(40)))
        if number % every == 0:
            for path, text in games.texts.items():
                Path(path).write_text(text, encoding="utf-8")
            assert said(games.all_findings(file)) == from_nothing(game)
    for file, text in originals.items():
        games.put(file, text)
        file.write_text(text, encoding="utf-8")
    assert said(games.all_findings(game / "game.rules")) == from_nothing(game) == []


@pytest.mark.parametrize("name", GAMES)
def test_random_edits(name: str, copied: Path) -> None:
    edit_at_random(copied, name, 40, 20)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", GAMES)
def test_ten_thousand_random_edits(name: str, copied: Path) -> None:
    edit_at_random(copied, name, 2_000, 500)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    edit_at_random(copied, name, 8_000, 1_000)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after < before * 1.5, f"{before} KB, then {after} KB"
