"""What was settled after the first tests: covering, turns in turns, ranges of parameters, undecided order."""

from __future__ import annotations

import pytest

from interpreter.errors import RuleError
from interpreter.game import Game
from rulelang.compile import Bundle, compile_bundle, compile_text
from rulelang.diagnostics import Report, RulesError
from rulelang.source import Source
from tests.helpers import started, trace

DECK = """
card c
c a
c b
c d
zone deck: pile of c, hidden
zone other: pile of c, hidden
zone pile_: pile of c, top public
zone laid: line of c, public
"""


def cards(game: Game, zone: str, player: int = 0) -> tuple[str | None, ...]:
    return game.view(player).zone(zone).cards


def test_what_is_covered_is_no_longer_known_but_the_open_top_is() -> None:
    game = started(
        DECK
        + """
play:
    move [a, b, d] to pile_
    as first of players:
        look at pile_
        cover pile_
        may wait_: do nothing
"""
    )
    assert cards(game, "pile_") == (None, None, "d")


def test_after_the_last_turn_its_player_stays_active_also_in_a_second_match() -> None:
    game = started("""
track games: number 0 to 9
play:
    rounds until games is 2:
        add 1 to games
        turns from first of players until active is last of players: do nothing
        if active is last of players: do note(1)
        else: do note(2)
""")
    assert trace(game) == "11"


def test_an_argument_outside_its_range_is_a_mistake_of_the_rules() -> None:
    with pytest.raises(RuleError, match="range is 0 to 3"):
        started(
            "track far: number 0 to 90 starting 50\nrule f(k: number 0 to 3): do note(k)\nplay: do f(far)\n"
        )


def test_an_argument_that_is_always_outside_is_refused_before_play() -> None:
    with pytest.raises(RulesError, match="always outside"):
        compile_text("game g for 2 players\nrule f(k: number 0 to 3): end game\nplay: do f(7)\n")


def test_a_shuffled_pile_that_is_moved_whole_stays_undecided() -> None:
    body = (
        DECK
        + "play:\n    move every c to deck\n    shuffle deck\n"
        + "    move deck to other\n    move top of other to laid\n"
    )
    tops = {cards(started(body, seed=seed), "laid") for seed in range(40)}
    assert len(tops) == 3


def test_cards_of_a_shuffled_pile_that_are_laid_out_get_their_order_by_chance() -> None:
    body = DECK + "play:\n    move every c to deck\n    shuffle deck\n    move deck to laid\n"
    orders = {cards(started(body, seed=seed), "laid") for seed in range(80)}
    assert len(orders) == 6


def test_a_number_that_abilities_change_is_still_checked_where_it_is_stored() -> None:
    body = """
track debt: number 0 to 4
value least: 2
change least: result * 3
play:
    set debt to least
"""
    with pytest.raises(RuleError, match="would become 6"):
        started(body)


def test_a_menu_over_the_rows_of_a_table_is_told() -> None:
    program = compile_text(
        'game g for 1 player\ntable recipe from "r.yaml":\n    cost: number 0 to 9\n'
        "play:\n    as first of players:\n        choose one:\n"
        "            make(r in every recipe):\n                do nothing\n",
        {"r.yaml": "bread: {cost: 1}\nwine: {cost: 2}\n"},
    )
    game = Game.new(program)
    game.apply("make(wine)")
    assert "player 1: make: wine" in [event.text for event in game.events()]


def test_a_message_without_a_text_names_what_it_is_about() -> None:
    game = started("play:\n    say claims with first of players\n")
    assert "claims: player 1" in [event.text for event in game.events()]


def test_a_single_player_can_win() -> None:
    game = started("play: win last of players\n")
    assert game.result is not None and game.result.winners == (1,)


def test_rounds_are_counted_and_can_end_early() -> None:
    assert trace(started("play:\n    rounds 3 times: do note(1)\n")) == "111"
    assert trace(started("play:\n    rounds 0 times: do note(1)\n")) == "0"
    body = """
        play:
            rounds 5 times until trace > 10:
                do note(2)
                end round
                do note(3)
    """
    assert trace(started(body)) == "22"


def test_the_text_of_an_option_can_say_where_its_parts_stand() -> None:
    source = Source(
        "game.rules",
        "game g for 3 players\nplay:\n    as first of players:\n        choose one:\n"
        "            rob(who in opponents, n in 1 to 2):\n                do nothing\n"
        "            stop:\n                do nothing\n",
    )
    texts = Source("en.yaml", "option: {rob: 'take {2} from {1}'}")
    program = compile_bundle(Bundle((source,), {}, {"en": texts}), Report())
    assert program is not None
    game = Game.new(program)
    request = game.request()
    assert request is not None
    assert [option.label for option in request.options][:2] == [
        "take 1 from player 2",
        "take 2 from player 2",
    ]
    game.apply("rob(player3, 2)")
    assert "player 1: take 2 from player 3" in [event.text for event in game.events()]


COPIES = """
card pet
pet cat, 3 copies
pet dog, 2 copies
pet ace
zone home: line of pet, public
value legs(p: pet) for cat: 4
value legs(p: pet) for ace, dog: 2
rule greet(p: pet) for dog: do note(7)
rule greet(p: pet): do note(8)
change legs(p) for dog: result + 1
"""


def test_the_name_of_a_component_stands_for_each_of_its_copies_after_is() -> None:
    game = started(f"""{COPIES}
play:
    move every pet to home
    do note(count(home where it is cat))
    do note(count(home where it is not cat))
    do note(count(home where it is dog or it is ace))
    if last of home is cat: do note(9)
    if cat is first of home: do note(1)
""")
    assert trace(game) == "3331"


def test_rules_values_and_changes_split_by_a_component_with_copies() -> None:
    game = started(f"""{COPIES}
play:
    move every pet to home
    for each p in home where it is not cat or it is first of home:
        if p is cat or p is ace or p is last of (home before ace): do greet(p)
        if p is cat or p is ace or p is last of (home before ace): do note(legs(p))
""")
    assert trace(game) == "84" + "73" + "82"


def test_what_is_printed_goes_before_the_names_of_components_with_copies() -> None:
    game = started("""
card gem:
    sort: one of ring, coin
gem ring, 2 copies:
    sort: ring
gem opal:
    sort: ring
gem coin, 2 copies:
    sort: coin
zone home: line of gem, public
value worth(g: gem) for ring: 3
value worth(g: gem): 1
play:
    move every gem to home
    for each g in home: do note(worth(g))
    do note(count(home where it is ring))
""")
    assert trace(game) == "333112"
