"""The IR is stored and read back without loss, and its digest names what is played."""

from __future__ import annotations

import json

import pytest

from rulelang.compile import Bundle, compile_bundle, compile_text
from rulelang.diagnostics import Report
from rulelang.ir.codec import CodecError, decode, digest, encode
from rulelang.source import Source
from rulelang.types import PLAYER, Kind, Pair, parse, text
from tests.helpers import GAMES, compile_folder, definition, definition_folders

RULES = """\
game little for 2 to 3 players

card letter:
    size: number 0 to 9
letter a:
    size: 3

zone deck: pile of letter, hidden
track coins of each player: number 0 to 9 starting 2
setting hard: yes or no default no

setup: move every letter to deck

play:
    turns from first of players until deck is empty:
        do act(4)

rule act(n: number 0 to 9):
    add worth(n) to your coins
    move top of deck to top of deck
    end game

value worth(n: number 0 to 9): n
change worth(n) when n > 8: result + 1
before act(n) when n is 9: set your coins to 0
ranking of p: highest coins of p, then share
score of p: coins of p
"""


@pytest.mark.parametrize("name", list(definition_folders()))
def test_a_program_comes_back_from_json_unchanged(name: str) -> None:
    program = definition(name)
    text = encode(program)
    again = decode(text)
    assert again == program
    assert encode(again) == text
    assert digest(again) == digest(program)


def test_a_kind_of_two_words_comes_back_too() -> None:
    """As the kind of the names of a component has."""
    assert parse(text(Kind("ware name"))) == Kind("ware name")
    assert parse(text(Pair(Kind("ware name"), PLAYER))) == Pair(Kind("ware name"), PLAYER)


def test_the_program_of_a_page_that_cannot_be_played_yet_comes_back_too() -> None:
    program = compile_folder(GAMES / "dead_men_tell_no_tales")
    assert decode(encode(program)) == program


def test_compiling_twice_gives_the_same_text() -> None:
    assert encode(compile_text(RULES)) == encode(compile_text(RULES))


@pytest.mark.parametrize(
    "other",
    [
        "# a comment\n" + RULES,
        RULES.replace("\n\n", "\n\n\n# another\n\n"),
        RULES.replace("    do act", "    do   act").replace("(4)", "( 4 )"),
        RULES.replace("        do act(4)\n", "        do act(4)   # here\n"),
    ],
)
def test_comments_and_spacing_do_not_change_the_digest(other: str) -> None:
    assert other != RULES
    assert digest(compile_text(other)) == digest(compile_text(RULES))


def test_texts_that_people_see_do_not_change_the_digest() -> None:
    report = Report()
    strings = {"en": Source("strings/en.yaml", "zone: {deck: The deck}\n")}
    program = compile_bundle(Bundle((Source("game.rules", RULES),), {}, strings), report)
    assert program is not None and program.strings
    assert digest(program) == digest(compile_text(RULES))


def test_the_name_of_the_file_does_not_change_the_digest() -> None:
    assert digest(compile_text(RULES, path="other.rules")) == digest(compile_text(RULES))


CHANGES = [
    ("game little", "game large"),
    ("2 to 3 players", "2 to 4 players"),
    ("size: 3", "size: 4"),
    ("letter a:", "letter a, 2 copies:"),
    ("pile of letter, hidden", "pile of letter, public"),
    ("pile of letter", "line of letter"),
    ("starting 2", "starting 3"),
    ("number 0 to 9 starting", "number 0 to 8 starting"),
    ("starting 2", "starting 2 capped"),
    ("default no", "default yes"),
    ("until deck is empty", "until deck is not empty"),
    ("do act(4)", "do act(5)"),
    ("turns from first", "turns from last"),
    ("add worth(n) to", "subtract worth(n) from"),
    ("to top of deck", "to bottom of deck"),
    ("end game", "end turn"),
    ("0 to 9): n\n", "0 to 9): n + 1\n"),
    ("n > 8", "n > 7"),
    ("result + 1", "result + 2"),
    ("before act", "after act"),
    ("n is 9:", "n is 9 priority 1:"),
    ("highest coins", "lowest coins"),
    ("then share", "then draw"),
    ("score of p: coins of p", "score of p: 0"),
]


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_every_change_of_a_rule_changes_the_digest(old: str, new: str) -> None:
    assert old in RULES
    other = RULES.replace(old, new)
    if old == "pile of letter" and "line" in new:
        other = other.replace("top of deck", "last of deck").replace("to last", "to end")
    assert digest(compile_text(other)) != digest(compile_text(RULES))


def test_what_only_bots_ask_is_kept_and_leaves_the_digest_alone() -> None:
    with_it = compile_text(RULES + "outlook of p: 3 * coins of p\n")
    assert decode(encode(with_it)).outlook == with_it.outlook is not None
    assert digest(with_it) == digest(compile_text(RULES))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        '"x"',
        "{}",
        '{"": "Program"}',
        '{"": "Nothing"}',
        '{"": ["x"]}',
        "[" * 100_000,
        '{"":"KindDef","name":"a","words":[]}',
    ],
)
def test_text_that_is_no_program_is_refused(text: str) -> None:
    with pytest.raises(CodecError):
        decode(text)


def test_a_program_of_another_version_is_refused() -> None:
    data = json.loads(encode(compile_text(RULES)))
    data["version"] += 1
    with pytest.raises(CodecError, match="another version"):
        decode(json.dumps(data))
