"""Suggestions in files of texts: in keys and gaps what fits there, in what people read nothing."""

import random
from pathlib import Path

import pytest
from lsprotocol import types

from benchmarks.editor_names import FIRST
from cli.editor.games import Games
from cli.editor.typing import completion
from rulelang.editor.family import read_family
from rulelang.editor.index import index_of
from rulelang.editor.wording import GAP, KEY, PROSE, Wording, wording_at

GAMEDEFS = Path(__file__).resolve().parents[2] / "gamedefs"
RULES = """game small for 2 players

card loot:
    suit: one of red, blue

loot hook:
    suit: red

zone deck: pile of loot, public
zone heap: pile of loot, public

rule lay(prize: loot):
    move prize to heap
    choose other from heap
    move other to deck

rule hide(all_of_it: loot): move all_of_it to deck

play:
    for each c in deck:
        do lay(c)
        do hide(c)
    win [you]
"""


@pytest.mark.parametrize(
    ("before", "wording"),
    [
        ("zone:\n    de", Wording(KEY, ("zone",))),
        ("zone.de", Wording(KEY, ("zone",))),
        ("zone: {heap: Heap, de", Wording(KEY, ("zone",))),
        ('zone: {heap: "Heap, {1:# card|# ca', Wording(PROSE, ("zone", "heap"))),
        ("zone: {heap: {", Wording(KEY, ("zone", "heap"))),
        ("zone: {heap: Heap}\nsuit:\n  # red\n  re", Wording(KEY, ("suit",))),
        ("zone:\n    deck: Č", Wording(PROSE, ("zone", "deck"))),
        ('tell:\n    lay.other: "{1} takes {ot', Wording(GAP, ("tell", "lay", "other"))),
        ("tell:\n    lay: takes {ot", Wording(GAP, ("tell", "lay"))),
        ("tell:\n    lay: takes {other.a", Wording(PROSE, ("tell", "lay"))),
        ("tell:\n    lay: takes {other} a", Wording(PROSE, ("tell", "lay"))),
        ('instead.ability:\n    "miser: after la', Wording(KEY, ("instead", "ability"), "miser: after ")),
        ("zone:\n    deck: Deck # no", Wording(PROSE, ("zone", "deck"))),
        ("# Engl", Wording(PROSE, ())),
        ("", Wording(KEY, ())),
    ],
)
def test_what_stands_at_a_place(before: str, wording: Wording) -> None:
    assert wording_at(f"{before}\nmore: text\n", len(before)) == wording


@pytest.fixture
def small(tmp_path: Path) -> Path:
    (tmp_path / "small" / "strings").mkdir(parents=True)
    (tmp_path / "small" / "game.rules").write_text(RULES, "utf-8")
    return tmp_path / "small" / "strings" / "en.yaml"


def suggested(file: Path, before: str) -> list[str]:
    games, line = Games(), before.rpartition("\n")[2]
    games.put(file, f"{before}\nmore: text\n")
    found = completion(games, file, types.Position(before.count("\n"), len(line)))
    return [item.label for item in found.items]


@pytest.mark.parametrize(
    ("before", "first"),
    [
        ("zone:\n    ", {"deck", "heap"}),
        ("zone:\n    deck: Deck\n    ", {"heap"}),
        ("suit:\n    red: Red\n    ", {"blue"}),
        ("tell:\n    ", {"lay", "hide", "play"}),
        ("tell:\n    lay.", {"other"}),
        ('tell:\n    lay: "{', {"prize", "other"}),
        ('tell:\n    hide: "{', {"all_of_it"}),
    ],
)
def test_what_fits_comes_first(small: Path, before: str, first: set[str]) -> None:
    assert set(suggested(small, before)[: len(first)]) == first


@pytest.mark.parametrize(
    "before", ["zone:\n    deck: D", "zone: {deck: d", "# d", 'zone: "{', "zone: {deck: '"]
)
def test_where_people_read_no_name_is_suggested(small: Path, before: str) -> None:
    assert "deck" not in suggested(small, before)


def test_texts_beside_a_variant_are_texts_too(small: Path) -> None:
    folder = small.parents[1] / "variants"
    folder.mkdir()
    (folder / "more.rules").write_text("variant more of small\n\nzone yard: pile of loot, public\n", "utf-8")
    (folder / "more.en.yaml").write_text("", "utf-8")
    assert suggested(folder / "more.en.yaml", "zone:\n    yard: y") == []


def test_no_piece_of_a_word_is_suggested(small: Path) -> None:
    found = suggested(
        small, "# Žraloci\nzone:\n    deck: Characters\nforms:\n    Žralok: m\n    haracter: m\n    "
    )
    assert not {"haracters", "raloci", "ralok"} & set(found) and "haracter" in found


@pytest.mark.parametrize("name", ["kuhn_poker", "lantern_walk", "oh_hell", "barracuda"])
def test_names_in_texts_are_among_the_first(name: str) -> None:
    """One letter of each is typed."""
    family = read_family(GAMEDEFS / name, scenarios=False)
    places = sorted(
        {(thing.name, span) for thing in index_of(family).things for span in thing.spans
         if "/strings/" in span.path and span not in thing.declared}
    )  # fmt: skip
    chosen = random.Random(name).sample(places, 15)
    first = 0
    for word, span in chosen:
        source, games = family.sources[span.path], Games()
        at = source.offset_of(span.line) + span.column - 1
        games.put(Path(span.path), source.text[: at + 1] + source.text[at + len(word) :])
        found = completion(games, Path(span.path), types.Position(span.line - 1, span.column)).items
        first += word in [item.label for item in found[:FIRST]]
    assert first >= 0.8 * len(chosen)
