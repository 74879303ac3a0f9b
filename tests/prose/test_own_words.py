"""What authors say themselves in a rulebook: texts of rows, and sentences instead of generated ones."""

from __future__ import annotations

import pytest

from rulelang.compile import Bundle, read_bundle
from rulelang.diagnostics import Report, RulesError
from rulelang.prose.page import make_page
from rulelang.source import Source
from tests.helpers import GAMES
from tests.prose.pages import read

GAME = """game small for 2 players

track gold of each player: number 0 to 99

play:
    do dig
    end game

rule dig:
    add share(you) to your gold

value share(p: player): 3

card hero active in worn
zone worn of each player: set of hero, public

hero miser:
    after dig when actor is you: add 2 to your gold

change share(p): result + 1
"""
TEXTS = """
instead:
    rule: {dig: Take what is yours.}
    value: {share: Always 3 coins.}
    ability:
        "miser: after dig": Two coins more for you.
        change share: One coin more for all.
"""
RICHER = "variant richer of small\n\nreplace value share(p: player): 7\n"


POORER = """variant richer of small

replace hero miser:
    after dig when actor is you: add 1 to your gold
"""
TWICE = "variant richer of small\n\nchange share(p) when p is you: result * 2\n"


def page_of(variant: str = "", texts: str = "", language: str = "en") -> str:
    report = Report()
    bundle = Bundle((Source("game.rules", GAME),), strings={"en": Source("strings/en.yaml", TEXTS)})
    own = {"en": Source("variants/richer.en.yaml", texts)} if texts else {}
    variants = [Bundle((Source("variants/richer.rules", variant),), strings=own)] if variant else []
    compiled = read_bundle(bundle, report, variants)
    if compiled is None:
        raise RulesError(report)
    return make_page(compiled.definition, compiled.program, language).text


def test_a_sentence_stands_instead_of_the_generated_ones() -> None:
    page = page_of()
    assert "Take what is yours." in page and "Always 3 coins." in page
    assert "Add" not in page and "It is 3" not in page


def test_a_variant_takes_away_what_it_makes_untrue() -> None:
    page = page_of(RICHER)
    assert "Always 3 coins." not in page and "It is 7." in page
    assert "Take what is yours." in page  # still true


def test_a_variant_may_say_it_anew() -> None:
    assert "Now 7 coins." in page_of(RICHER, "instead.value.share: Now 7 coins.\n")


def test_abilities_are_said_in_the_words_of_the_author() -> None:
    page = page_of()
    assert "- Two coins more for you." in page and "- One coin more for all." in page
    assert "After you" not in page and "increases by 1" not in page


def test_a_variant_that_replaces_a_component_takes_the_sentences_of_its_abilities_away() -> None:
    page = page_of(POORER)
    assert "Two coins more" not in page and "One coin more for all." in page
    own = 'instead.ability: {"miser: after dig": One coin more for you.}\n'
    assert "- One coin more for you." in page_of(POORER, own)


def test_one_sentence_does_not_stand_for_two_abilities() -> None:
    """A variant brings another ability of the same name: what the game says is not true of that one."""
    page = page_of(TWICE)
    assert "One coin more for all." not in page and "Two coins more for you." in page


def test_no_sentence_of_another_language() -> None:
    page = page_of(language="cs")
    assert "Take what is yours." not in page and "Je to 3." in page


@pytest.mark.parametrize(
    ("game", "language", "told"),
    [
        ("malacca", "cs", "- **Rodrigo Orgoñez**: Začíná s 9 stříbrňáky"),
        ("barracuda", "en", "- **Red barracuda, Blue barracuda, Yellow barracuda, Green barracuda**: "),
        ("dead_men_tell_no_tales", "pl", "- **Właz**: "),
    ],
)
def test_cards_without_abilities_are_told_too(game: str, language: str, told: str) -> None:
    assert told in make_page(*read(GAMES / game), language).text


def test_a_message_may_be_told_by_what_is_announced() -> None:
    """`rulebook.say.bust` is a clause: the page says what is announced, without dots for what differs."""
    report = Report()
    rules = "game small for 2 players\n\nplay:\n    say bust with first of players\n    end game\n"
    texts = 'say.bust: "{1} is bust"\nrulebook.say.bust: who is bust\n'
    compiled = read_bundle(
        Bundle((Source("game.rules", rules),), strings={"en": Source("strings/en.yaml", texts)}), report
    )
    assert compiled is not None and not len(report)
    page = make_page(compiled.definition, compiled.program, "en").text
    assert "Announce who is bust." in page and "…" not in page


TRACKS = """game small for 2 to 3 players

track closer: player or none starting none
track room of each player: number 1 to 6 or none starting none

play:
    if closer is none and room of you is not none: set your room to none
    for each p in players where room of p is none: set closer to p
    set closer to none
    end game
"""
ABSENT = """
rulebook:
    unknown: {closer: nobody has closed, room: "{1} is outside"}
    known: {closer: somebody has closed, room: "{1} is inside"}
    your: {unknown: {room: you are outside}, known: {room: you are inside}}
"""


def test_what_it_means_that_a_track_is_none_is_said_in_words_of_the_author() -> None:
    bundle = Bundle((Source("game.rules", TRACKS),), strings={"en": Source("strings/en.yaml", ABSENT)})
    report = Report()
    compiled = read_bundle(bundle, report, [])
    assert compiled is not None, report.found
    said = make_page(compiled.definition, compiled.program, "en").text
    assert "If nobody has closed and you are inside, from now on you are outside." in said
    assert "for whom that player is outside" in said
    assert "From now on nobody has closed." in said
    plain = make_page(compiled.definition, compiled.program, "cs").text  # never of another language
    assert "nobody has closed" not in plain and "není nikdo" in plain


CHOICE = """game small for 2 players

zone deck: pile of loot, hidden
zone board: grid 3 by 3 of loot, public

card loot from "loot.yaml":
    suit: one of red, blue

play:
    choose n from 1 to lowest([3, count(deck)])
    choose a from places(board) where it is not empty
    choose b from places(board) where it is empty
    move board at a to board at b
    move top of deck to board at a
    if any c in deck where c.suit is (board at b).suit: lose [you]
    end game
"""


def test_sentences_of_one_board_need_not_name_it() -> None:
    table = Source("loot.yaml", "one: {suit: red}\ntwo: {suit: blue}\n")
    bundle = Bundle((Source("game.rules", CHOICE),), tables={"loot.yaml": table})
    report = Report()
    compiled = read_bundle(bundle, report, [])
    assert compiled is not None, report.found
    said = make_page(compiled.definition, compiled.program, "en").text
    assert "from the numbers from 1 to 3, but at most the number of cards in the deck." in said
    assert "Move the card from that place to place B." in said
    assert "Place the top card of the deck on that place." in said
    assert "with the same suit as the card at place B, you lose the game." in said
