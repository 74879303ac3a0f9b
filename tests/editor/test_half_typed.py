"""A line in the middle of being typed: names and types of all other lines are known, also beside it."""

import random
from pathlib import Path

import pytest
from lsprotocol import types

from cli.editor.games import Games
from cli.editor.names import Refused, hover_at, rename_at
from rulelang.diagnostics import Report
from rulelang.editor.mended import mended
from rulelang.source import Source
from rulelang.syntax.parser import parse
from tests.editor.conftest import GAMES
from tests.helpers import ROOT

Names = set[tuple[int, int, str, str]]
TURN = """game small for 2 players

card loot:
    size: number 0 to 3

loot hook:
    size: 1

zone deck: pile of loot, public
zone hand of each player: set of loot, public

value most(loot): size of loot

rule draw(n: number 1 to 3):
    move top n of deck to your hand
    TYPED
    for each card in your hand:
        if card.size is most(card):
            move card to deck

play:
    do draw(1)
    win [you]
"""
LATER = {(name, line) for name, line in [("card", 1), ("hand", 1), ("size", 2), ("most", 2), ("deck", 3)]}


def names_of(games: Games, file: Path, line: int) -> Names:
    """Every name in a file but in one line, and what it is."""
    _, index = games.family(file)
    return {
        (span.line, span.column, thing.name, thing.sort)
        for thing in index.things for span in thing.spans
        if span.path == games.source(file).path and span.line != line
    }  # fmt: skip


@pytest.mark.parametrize(
    "typed",
    [
        "move ", "move top", "move top of deck to", "choose", "choose c from", "if", "if deck is",
        "choose c from your hand where", "if deck is empty:", "for each", "for each c in your hand:", "set",
        "let x be", "do draw(", "move [top of deck, ", "choose one:", "repeat", "each player", "win [you",
        "movee top of deck to deck", "else:", ")",
    ],
)  # fmt: skip
def test_names_below_a_line_that_is_typed(typed: str, tmp_path: Path) -> None:
    file, games = tmp_path / "game.rules", Games()
    text = TURN.replace("TYPED", typed)
    games.put(file, text)
    line = text[: text.index(f"\n    {typed}\n")].count("\n") + 2
    found = {(name, at - line) for at, _, name, _ in names_of(games, file, line)}
    assert found >= LATER, LATER - found
    assert ("deck", -1) in found


def test_what_is_put_behind_a_line_is_no_name(tmp_path: Path) -> None:
    file, games = tmp_path / "game.rules", Games()
    games.put(file, TURN.replace("TYPED", "choose"))
    _, index = games.family(file)
    lines = games.source(file).lines
    for thing in index.things:
        for span in thing.spans:
            assert lines[span.line - 1][span.column - 1 : span.end_column - 1] == thing.name


def test_a_whole_text_stays_as_it_is() -> None:
    for file in sorted((ROOT / "gamedefs").rglob("*.rules"))[::5]:
        source = Source(str(file), file.read_text(encoding="utf-8"))
        assert mended(source) is source


@pytest.mark.parametrize("name", GAMES)
def test_each_line_cut_off_somewhere(name: str, copied: Path) -> None:
    """Nearly all names of other lines are known as before; what the line itself declares may be missing."""
    dice = random.Random(name)
    file, games = copied / name / "game.rules", Games()
    whole = file.read_text(encoding="utf-8")
    lines = whole.split("\n")
    inside = [n for n, line in enumerate(lines) if line[:1] == " " and line.strip()[:1] not in "#"]
    known = names_of(games, file, 0)
    kept = there = 0
    for number in dice.sample(inside, min(4, len(inside))):
        indent = len(lines[number]) - len(lines[number].lstrip())
        cut = lines[number][: dice.randrange(indent + 1, len(lines[number]) + 1)]
        text = "\n".join([*lines[:number], cut, *lines[number + 1 :]])
        games.put(file, text)
        before = {each for each in known if each[0] != number + 1}
        kept += len(before & names_of(games, file, number + 1))
        there += len(before)
        source = games.source(file)
        report = Report()
        parse(mended(source), report)
        assert not report.found, f"{cut!r}: {report.found[0].title}"
        assert len(mended(source).lines) == len(source.lines)
    assert kept >= 0.9 * there, f"{kept} of {there}"


def test_texts_and_types_are_shown_while_something_else_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "strings").mkdir()
    (tmp_path / "strings" / "en.yaml").write_text("zone:\n    deck: draw pile\n", encoding="utf-8")
    file, games = tmp_path / "game.rules", Games()
    text = TURN.replace("TYPED", "move ")
    games.put(file, text)
    before = text[: text.index("to deck")]
    at = types.Position(before.count("\n"), len(before) - before.rfind("\n") + 3)
    shown = hover_at(games, file, at, Report())
    assert shown is not None and "en: draw pile" in shown.contents.value
    assert "**deck**: zone: pile of loot, public" in shown.contents.value


def test_no_name_is_changed_while_a_line_cannot_be_read(tmp_path: Path) -> None:
    """The name may stand in that line, and would be left behind there."""
    file, games = tmp_path / "game.rules", Games()
    whole = TURN.replace("TYPED", "move top of deck to deck")
    before = whole[: whole.index("deck: pile")]
    at = types.Position(before.count("\n"), len("zone "))
    games.put(file, TURN.replace("TYPED", "move top of deck to"))
    with pytest.raises(Refused, match="cannot be read yet"):
        rename_at(games, file, at, "heap")
    games.put(file, whole)
    assert rename_at(games, file, at, "heap").changes
