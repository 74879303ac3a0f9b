"""A definition says itself what its rules do: with the names of its rules, and no more than the seat sees."""

from __future__ import annotations

import random
from functools import cache

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.game import Game
from interpreter.scene import scene_of, to_plain
from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.ir.tracing import names_told
from rulelang.source import Source
from tests.helpers import definition, definition_folders, random_play
from tests.scene.test_happened import CARDS, TAKING, played, sentences, told, turn

DEALT = {"tell.deal": "{guest} is handed {cards}"}
BUYING = """
rule buy(goods: fruit, price: number 0 to 9):
    move goods to your basket
    add price to bank
"""
DEALING = """
rule deal(guest: player, cards: set of fruit):
    move cards to hand of guest
"""


def test_a_sentence_names_what_its_rule_was_given() -> None:
    strings = {"tell.buy": "{1} buys the {goods} for {price:a coin|# coins}"}
    rules = turn("do buy(plum, 3)") + BUYING
    assert told(played(rules, strings=strings)) == ["player 1 buys the plum for 3 coins"]


def test_a_name_that_nothing_shows_leaves_the_generated_sentence() -> None:
    rules = (
        turn("do steal(plum, 3)") + "rule steal(it: fruit, n: number 0 to 9):\n    move it to your basket\n"
    )
    strings = {"tell.steal": "{1} steals {n} times"}
    assert told(played(rules, strings=strings)) == ["plum goes to your basket"]


def test_what_a_sentence_leaves_out_is_told_besides() -> None:
    strings = {"tell.buy": "{goods} is sold"}
    rules = turn("do buy(plum, 3)") + BUYING
    assert told(played(rules, strings=strings)) == ["plum is sold; bank +3 (3)"]


def test_a_sentence_without_names_tells_all_that_its_rule_does() -> None:
    rules = turn("do buy(plum, 3)") + BUYING
    assert told(played(rules, strings={"tell.buy": "{1} goes shopping"})) == ["player 1 goes shopping"]


def test_each_time_a_rule_is_carried_out_is_a_sentence() -> None:
    giving = "rule give(guest: player, goods: fruit):\n    move goods to basket of guest\n"
    rules = turn("do give(you, plum)\ndo give(first of opponents of you, pear)") + giving
    text = "; ".join(told(played(rules, strings={"tell.give": "{guest} gets {goods}"})))
    assert text == "player 1 gets plum; player 2 gets pear"


def test_whoever_does_not_see_a_card_is_told_of_a_card() -> None:
    rules = turn("do deal(first of opponents of you, first 2 of heap)\nadd 1 to bank") + DEALING
    game = played(rules.replace("to heap", "to deck", 1).replace("of heap", "of deck"), strings=DEALT)
    assert told(game, 0) == ["player 2 is handed 2 cards; bank +1 (1)"]
    assert told(game, 1) == ["player 2 is handed apple, plum; bank +1 (1)"]


def test_a_card_that_leaves_a_seat_is_told_when_the_sentence_names_the_seat_by_something_else() -> None:
    """Nothing in the line that moves the card says whose it was; what the same rule changes does."""
    resting = (
        "track resting of each player: yes or no starting no\n"
        "rule rest(guest: player, goods: fruit):\n"
        "    set resting of guest to yes\n"
        "    move goods to heap\n"
    )
    begun = (
        "move plum to your basket\nmove pear to basket of first of opponents of you\nchoose n from 1 to 2\n"
    )
    rules = turn(begun + "do rest(you, plum)\ndo rest(first of opponents of you, pear)") + resting
    text = "; ".join(told(played(rules, 1, strings={"tell.rest": "{guest} rests: {goods}"}), None))
    assert "player 1 rests: plum; player 2 rests: pear" in text
    assert "from the basket" not in text
    text = "; ".join(told(played(rules, 1, strings={"tell.rest": "a rest: {goods}"})))
    assert "from the basket of player 2 to the heap" in text, "a loss that is nobody's is told besides"


TWO_OWNERS = """
kind colour: red, blue
track sold of each {owners}: number 0 to 9
track closed of each {owners}: yes or no
"""


@pytest.mark.parametrize("owners", ["player and colour", "colour and player"])
def test_of_two_owners_both_have_their_names_in_a_sentence(owners: str) -> None:
    of = "{}".format("(c)" if owners.startswith("player") else "(c, you)")
    mine = "your " if owners.startswith("player") else ""
    rules = turn(f"choose openly c from every colour\nset {mine}sold{of} to 3\nset {mine}closed{of} to yes")
    rules += TWO_OWNERS.replace("{owners}", owners)
    plain = "c – red – sold (red) of player 1 +3 (3); closed (red): player 1"
    assert told(played(rules, "red"), 1) == [plain]
    strings = {"tell.play.c": "{1} sells {c}", "tell.play": "for {7}"}
    assert told(played(rules, "red", strings=strings), 1) == ["player 1 sells red – for 3"]


def test_a_choice_has_a_sentence_with_what_came_of_it() -> None:
    rules = turn("choose prey from heap\nmove prey to your basket\nadd 2 to your money")
    strings = {"tell.play.prey": "{1} grabs {prey} from {3}"}
    (sentence,) = sentences(played(rules, "plum", strings=strings))
    assert sentence.text == "player 1 grabs plum from the heap – your money +2 (2)"
    assert (sentence.head, sentence.yours) == ("player 1 grabs plum from the heap", "your money +2 (2)")


def test_what_a_choice_gave_is_told_as_the_seats_own() -> None:
    rules = turn("choose prey from heap\nmove prey to your basket")
    (sentence,) = sentences(played(rules, "plum", strings={"tell.play.prey": "{1} grabs {prey}"}))
    assert (sentence.head, sentence.yours, sentence.mine) == ("", "player 1 grabs plum", True)


def test_an_option_has_a_sentence_with_what_it_was_taken_with() -> None:
    strings = {"tell.play.take": "helps himself to {c}"}
    texts = told(played(turn(TAKING), "take(plum)", strings=strings))
    assert texts == ["helps himself to plum – your money +3 (3)"]


def test_a_choice_of_which_nothing_is_to_be_said_is_told_by_what_comes_of_it() -> None:
    texts = told(played(turn(TAKING), "take(plum)", strings={"tell.play.take": "-"}))
    assert texts == ["plum goes to your basket; your money +3 (3)"]


def test_who_does_not_have_the_turn_is_named_once() -> None:
    body = "as first of opponents of you:\n    choose openly prey from heap\n    move prey to your basket"
    for text in ("{1} grabs {prey}", "grabs {prey}"):
        (told_so,) = told(played(turn(body), "plum", strings={"tell.play.prey": text}))
        assert told_so == ("player 2 grabs plum" if "{1}" in text else "player 2: grabs plum")


def test_what_somebody_may_do_is_told_as_what_they_do() -> None:
    rules = turn("may rest: add 1 to your money") + "\n"
    strings = {"ask.play.rest": "Do you rest?", "option.rest": "rest"}
    assert told(played(rules, "yes", strings=strings))[0] == "rest – your money +1 (1)"
    assert told(played(rules, "no", strings=strings))[0] == "Do you rest? – no"


def in_czech(body: str, texts: str) -> Game:
    rules = Source("game.rules", f"game market for 2 players\n{CARDS}\n{body}")
    report = Report()
    program = compile_bundle(Bundle((rules,), {}, {"cs": Source("cs.yaml", texts)}), report)
    assert program is not None, report.found
    return Game.new(program, language="cs")


CZECH = """
fruit: {apple: "jablko", plum: "švestka", pear: "hruška"}
zone: {heap: "hromada", basket: "truhla", hand: "ruka", row: "řada", deck: "balíček"}
track: {bank: "banka"}
"""


def test_sentences_put_names_into_cases() -> None:
    game = in_czech(turn("do buy(plum, 3)") + BUYING, CZECH)
    assert told(game, 1) == ["švestka jde do truhly hráče 1; banka +3 (3)"]
    assert told(game, 0) == ["švestka jde do vaší truhly; banka +3 (3)"]
    written = f'{CZECH}tell: {{buy: "{{1}} kupuje {{goods.acc}} {{3<}} za {{price}}"}}\n'
    assert told(in_czech(turn("do buy(plum, 3)") + BUYING, written), 0) == [
        "hráč 1 kupuje švestku z hromady za 3"
    ]


def test_names_of_another_language_do_not_change() -> None:
    game = in_czech(turn("do buy(plum, 3)") + BUYING, "")
    assert told(game, 1) == ["plum jde do basket hráče 1; bank +3 (3)"]


# ---------------------------------------------------------------- secrets


@cache
def talkative(name: str) -> Program:
    """A definition with a sentence for every rule and every choice, which names all that there is to name."""
    program = definition(name)
    texts = {}
    for body in program.bodies:
        names = sorted(names_told(program, body.name))[:4]
        texts[f"tell.{body.name}"] = " ".join(f"{{{gap}}}" for gap in ("2", "3", "4", "5", *names))
    strings = [
        (language, {**dict(own), **texts} if language == "en" else dict(own))
        for language, own in program.strings
    ]
    return evolve(program, strings=tuple((language, tuple(own.items())) for language, own in strings))


@pytest.mark.parametrize("name", tuple(definition_folders()))
@given(seed=st.integers(0, 2**32 - 1), steps=st.integers(0, 80), other_seed=st.integers(0, 2**32 - 1))
@settings(max_examples=4)
def test_what_a_seat_cannot_know_is_in_no_sentence(name: str, seed: int, steps: int, other_seed: int) -> None:
    """The twins go on with the same answers as long as the watcher cannot tell them apart."""
    rng = random.Random(seed)
    program = talkative(name)
    game = Game.new(program, rng.randint(*program.players), seed)
    random_play(game, rng, steps)
    if game.over:
        return
    watcher = rng.randrange(game.setup.players)
    one, two = game.sample(watcher, other_seed), game.sample(watcher, other_seed + 1)
    two.state.rng = one.state.rng
    for twin in (one, two):
        twin.state.log = ()
    for _ in range(8):
        if one.over or two.over or one.view(watcher) != two.view(watcher) or one.deciding != two.deciding:
            break
        player = rng.choice(one.deciding)
        first, second = one.request(player), two.request(player)
        assert first is not None and second is not None
        if (first.kind, len(first), first.most) != (second.kind, len(second), second.most):
            break
        size = rng.randint(first.least, first.most)
        answer = rng.sample(range(len(first)), size) if first.several else rng.randrange(len(first))
        picked = answer if isinstance(answer, list) else [answer]
        alike = [first.options[i].key for i in picked] == [second.options[i].key for i in picked]
        one.apply(answer, player)
        two.apply(answer, player)
        if one.over or two.over or not alike:
            break
        if one.view(watcher) == two.view(watcher):
            assert to_plain(scene_of(one, watcher)) == to_plain(scene_of(two, watcher))
