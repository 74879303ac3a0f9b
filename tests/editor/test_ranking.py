"""What stands elsewhere says what is likely here; what stands at the place itself says nothing."""

from rulelang.compile import Bundle
from rulelang.editor.beside import owners_of, takers, type_of
from rulelang.editor.completion import suggestions
from rulelang.editor.family import study
from rulelang.editor.habits import counted, habits
from rulelang.editor.here import here
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.parser import parse_declaration
from rulelang.typed.from_syntax.scope import Scope
from rulelang.types import PLAYER, Rec

GAME = """game small for 2 players

kind suit: red, blue, green
card loot:
    suit: suit
    size: number 0 to 3

loot hook:
    suit: red
    size: 1

zone deck: pile of loot, public
zone heap: pile of loot, public
zone hand of each player: set of loot, public
track debt of each player: number 0 to 4

value worth(loot): size of loot
value worth_of(player, suit): count(hand of player where suit is suit)

value points(suit) for red: 1
value points(suit) for blue: 2
value points(suit) for green: 3

rule lay(card: loot):
    move card to deck
    move top of deck to heap

rule draw:
    move top of deck to your hand

play:
    for each card in hand of you:
        do lay(card)
    win [you]
"""
SOURCE = Source("game.rules", GAME)


def at(typed: str, removed: str = "") -> list[str]:
    """Suggestions behind some text, when what follows it there is taken out."""
    offset = GAME.index(typed) + len(typed)
    assert GAME[offset:].startswith(removed)
    source = Source("game.rules", GAME[:offset] + GAME[offset + len(removed) :])
    bundle = Bundle((source,))
    return [found.text for found in suggestions(here(bundle, [], source, offset), source, bundle.rules)]


def test_the_word_at_the_place_is_not_counted() -> None:
    found = habits("play:\n    move ", " to deck\n", ["rule x:\n    move first to deck\n"])
    assert dict(found.seen(("1", "move"))) == {"first": 1}
    assert not any(
        word.startswith("zz") for counts in found.counts for words in counts.values() for word in words
    )


def test_companies_know_the_argument_and_the_verb() -> None:
    found = counted("play:\n    do give(bank, price)  # not this one\n    if a: move b to c\n")
    assert dict(found["g", "give", "1"]) == {"price": 1}
    assert found["k", "move", "to"]["c"] == 1 and found["v", "if"]["a"] == 1
    assert not any("this" in words for words in found.values())


def test_a_case_is_suggested_once_and_in_order() -> None:
    assert at("value points(suit) for blue: 2\nvalue points(suit) for ", "green")[0] == "green"
    assert at("value points(suit) for ", "red")[0] == "red"


def test_a_rule_that_nobody_uses_is_likely_and_one_with_other_arguments_is_not() -> None:
    assert at("        do ", "lay")[0] == "lay"
    text = GAME.replace("    win [you]", "    do \n    win [you]")
    source = Source("game.rules", text)
    offset = text.index("    do \n") + 7
    found = suggestions(here(Bundle((source,)), [], source, offset), source, [source])
    assert found[0].text == "draw"


def test_what_stands_beside_a_place_has_a_type() -> None:
    world = study(Bundle((SOURCE,))).world
    assert world is not None
    scope = Scope()
    scope.add("card", Rec("loot"), "param")
    scope.add("p", PLAYER, "param")
    node = parse_declaration("value x: what(card)", "x.rules", 1)
    assert isinstance(node, ast.Value)
    call = node.results[0].value
    assert isinstance(call, ast.CallValue)
    assert type_of(call.args[0], scope, world) == Rec("loot")
    assert takers(call, scope, world) == {"worth"}
    assert owners_of("size", world, scope) >= {"card", "hook"} and "p" not in owners_of("size", world, scope)
    assert {"p", "you"} <= owners_of("debt", world, scope)
