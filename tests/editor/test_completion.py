"""What the author wrote is suggested: always, and usually among the first five."""

import random
from collections import Counter
from pathlib import Path

import pytest
from lsprotocol import types

from benchmarks.editor_names import LEAST, games, quality, words_of
from benchmarks.editor_names import ROOT as GAMEDEFS
from cli.editor.games import Games
from cli.editor.typing import completion
from rulelang.compile import Bundle
from rulelang.diagnostics import Report
from rulelang.editor.calls import signature
from rulelang.editor.completion import suggestions
from rulelang.editor.family import read_family, study
from rulelang.editor.fitting import FITS
from rulelang.editor.here import here
from rulelang.editor.index import index_of
from rulelang.editor.snippets import snippet
from rulelang.loader import load
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.accepts import accepted, ended, keywords, read_tokens, words
from rulelang.syntax.parser import parse_declaration
from rulelang.syntax.words import DECLARATIONS, VERBS
from tests.helpers import ROOT

RULES = sorted((ROOT / "gamedefs").rglob("*.rules"))
SMALL = """game small for 2 players

kind suit: red, blue
card loot:
    suit: suit
    size: number 0 to 3

loot hook:
    suit: red
    size: 1

zone deck: pile of loot, public
zone hand of each player: set of loot, public
track debt of each player: number 0 to 4

rule lay(card: loot):
    move card to deck

play:
    choose c from deck where
    if c.suit is
    do
    win [you]
"""


def after(text: str, typed: str) -> list[str]:
    """What is suggested where somebody has typed so far, in a text whose rest is not written yet."""
    at = text.index(typed) + len(typed)
    source = Source("game.rules", text)
    bundle = Bundle((source,))
    return [found.text for found in suggestions(here(bundle, [], source, at), source, bundle.rules)]


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("is ", "red"),
        ("deck where ", "suit"),
        ("do ", "lay"),
        ("move card to ", "deck"),
        ("pile of ", "loot"),
    ],
)
def test_what_fits_comes_first_in_a_text_that_is_not_finished(typed: str, wanted: str) -> None:
    where = "deck where \n" if "where" in typed else "deck\n"
    text = SMALL.replace("deck where\n", where).replace("suit is\n", "suit is \n")
    assert wanted in after(text.replace("    do\n", "    do \n"), typed)[:5]


def test_scenarios_have_words_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(SMALL.replace("    if c.suit is\n    do\n", ""), encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    file, games = tmp_path / "scenarios" / "first.scenario", Games()
    text = "scenario a card is laid\n    \n        debt of you is 2\n"
    games.put(file, text)

    def labels(line: int, character: int) -> list[str]:
        return [item.label for item in completion(games, file, types.Position(line, character)).items]

    assert {"given:", "when:", "then:"} <= set(labels(1, 4)[:12])
    assert "debt" in labels(2, 10) and "is" in labels(2, 21)


def test_what_was_chosen_in_secret_is_suggested_before_of() -> None:
    secret = "each player secretly chooses bid from 0 to 3\n    add  of you to debt of you\n    win [you]"
    text = SMALL[: SMALL.index("    choose c")] + f"    {secret}\n"
    assert "bid" in after(text, "add ")[:5]


@pytest.mark.parametrize("name", ["barracuda", "dead_men_tell_no_tales", "oh_hell", "tiny_hanabi"])
def test_typing_one_declaration_tells_what_typing_all_does(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = load(ROOT / "gamedefs" / name, Report())
    assert bundle is not None
    dice = random.Random(name)
    places = [(source, dice.randrange(len(source.text))) for source in dice.choices(bundle.rules, k=12)]

    def all_suggestions() -> list[object]:
        return [suggestions(here(bundle, [], text, at), text, bundle.rules) for text, at in places]

    near = all_suggestions()
    monkeypatch.setattr("rulelang.editor.here.study_near", lambda game, variants, _: study(game, variants))
    monkeypatch.setattr("rulelang.editor.here.linked", study)
    assert all_suggestions() == near


def test_words_of_the_grammar_are_suggested() -> None:
    assert {"move", "if", "choose"} <= set(after(f"{SMALL}    ", "win [you]\n    "))
    assert {"zone", "rule", "track"} <= set(after(f"{SMALL}\n", "win [you]\n\n"))
    assert "until" not in after(f"{SMALL}    ", "win [you]\n    ")


@pytest.mark.parametrize(
    ("typed", "rest", "share"), [(0, True, 0.93), (1, True, 0.97), (2, True, 0.98), (0, False, 0.75)]
)
def test_quality(typed: int, rest: bool, share: float) -> None:
    """A sample; `python -m benchmarks.editor_names` looks at all names."""
    counts: Counter[str] = Counter()
    for game in games():
        counts.update(quality(game, 10, typed, rest))
    assert counts["missing"] == 0 or not rest  # what the rest of the line declares nobody knows without it
    assert counts["first"] >= share * counts["all"], counts


def test_words_of_the_language_are_found_as_well() -> None:
    counts: Counter[str] = Counter()
    for game in games():
        counts.update(quality(game, 8, 0, True, words_of))
    assert counts["missing"] == 0 and counts["first"] >= 0.7 * counts["all"], counts


@pytest.mark.parametrize("name", ["tic_tac_toe", "tiny_hanabi", "lantern_walk", "oh_hell"])
def test_every_name_of_a_definition(name: str) -> None:
    counts = quality(GAMEDEFS / name, None, 0)
    assert counts["all"] > 50 and counts["missing"] == 0
    assert counts["first"] >= LEAST * counts["all"], counts


@pytest.mark.parametrize("name", ["kuhn_poker", "nine_mens_morris", "lantern_walk", "oshi_zumo", "malacca"])
def test_names_in_tables_texts_and_scenarios_are_always_suggested(name: str) -> None:
    """Also those that only rules have: options, and what is asked for."""
    family = read_family(GAMEDEFS / name)
    places = sorted(
        {(thing.name, span) for thing in index_of(family).things for span in thing.spans
         if span.path.endswith((".scenario", ".yaml")) and span not in thing.declared}
    )  # fmt: skip
    first = 0
    chosen = random.Random(name).sample(places, min(30, len(places)))
    for word, span in chosen:
        source = family.sources[span.path]
        at = source.offset_of(span.line) + span.column - 1
        games, path = Games(), Path(span.path)
        games.put(path, source.text[: at + 1] + source.text[at + len(word) :])
        position = types.Position(span.line - 1, span.column)
        labels = [item.label for item in completion(games, path, position).items]
        assert word in labels, span
        first += labels.index(word) < 5
    assert first >= len(chosen) / 2, f"{first} of {len(chosen)} among the first five after one letter"


@pytest.mark.parametrize("file", random.Random(3).sample(RULES, 12), ids=str)
def test_every_word_is_accepted_where_it_stands(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    dice, lines = random.Random(1), text.split("\n")
    tokens = [token for token in read_tokens(text) if token[2][0].isalnum()]
    for line, column, word, kind in dice.sample(tokens, min(12, len(tokens))):
        first = max(n for n in range(line) if lines[n][:1].strip() and lines[n][0] != "#")
        before = "\n".join([*lines[first : line - 1], lines[line - 1][: column - 1]])
        assert kind in accepted(before), f"`{word}` after {before!r}"


@pytest.mark.parametrize("file", random.Random(5).sample(RULES, 12), ids=str)
def test_a_line_that_is_cut_off_can_be_ended(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    dice, lines = random.Random(2), text.split("\n")
    names = [token for token in read_tokens(text) if token[3] == "NAME"]
    done = 0
    for line, column, word, _ in dice.sample(names, min(8, len(names))):
        first = max(n for n in range(line) if lines[n][:1].strip() and lines[n][0] != "#")
        whole = ended("\n".join([*lines[first : line - 1], lines[line - 1][: column - 1 + len(word)]]))
        done += whole is not None
    assert done


def test_the_grammar_has_all_words_that_messages_know() -> None:
    assert {*DECLARATIONS, *VERBS} <= keywords()
    assert {word for word in words(accepted("")) if word[0].isalpha()} <= keywords()


def test_parts_of_nodes_in_the_table_exist() -> None:
    for name, part in FITS:
        assert part in {field.name for field in getattr(ast, name).__attrs_attrs__}, f"{name}.{part}"


def test_shapes_of_lines_can_be_read() -> None:
    assert snippet("move", keywords()) == "move ${1:card} to ${2:discard}"
    assert snippet("nonsense", keywords()) is None
    assert isinstance(parse_declaration("zone deck: pile of loot, hidden", "x.rules", 1), ast.Zone)


def test_signatures() -> None:
    source = Source("game.rules", SMALL.replace("    do\n", "    do lay(c, \n"))
    world = study(Bundle((Source("game.rules", SMALL),))).world
    assert world is not None
    found = signature(source, source.text.index("lay(c, ") + 7, world)
    assert found is not None and found.params == ("card: loot",) and found.active == 1


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("", {"move", "if", "choose", "do", "let"}),
        ("choose ", {"one", "any", "up"}),
        ("if c.suit ", {"is"}),
        ("set debt of you ", {"to"}),
        ("win you ", set()),
    ],
)
def test_where_no_name_can_stand_none_is_suggested(typed: str, wanted: set[str]) -> None:
    """Options and messages of other rules are names too, and a name that only we put there is none."""
    rules = "    choose one:\n        wait:\n            say waited\n        go_on:\n            do lay(c)\n"
    text = SMALL.replace("    choose c from deck where\n    if c.suit is\n    do\n", f"{rules}    {typed}\n")
    found = after(text, f"do lay(c)\n    {typed}")
    assert wanted <= set(found)
    assert not {"wait", "waited", "go_on", "zz_here"} & set(found)


@pytest.mark.parametrize("typed", ["choose ", "let ", "for each "])
def test_where_a_new_name_is_given_none_that_is_taken_is_suggested(typed: str) -> None:
    text = SMALL.replace("    choose c from deck where\n    if c.suit is\n    do\n", f"    {typed}\n")
    found = after(text, f"play:\n    {typed}")
    assert "card" in found and not {"deck", "debt", "lay", "suit", "zz_here"} & set(found)


def test_words_that_alone_can_stand_are_suggested_alone() -> None:
    text = SMALL.replace("zone deck: pile of loot, public", "zone deck: ")
    assert set(after(text, "zone deck: ")) == {"grid", "hexagonal", "line", "pile", "set"}
