"""Chance: dice, picks, and piles whose order is decided only when somebody looks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from interpreter.errors import IllegalAnswer, RuleError
from interpreter.game import Game
from interpreter.game.requests import NATURE
from tests.helpers import cards, keys, small, started, trace, track

DECK = """
card letter
letter a
letter b
letter c
letter d
zone deck: pile of letter, hidden
zone open_: line of letter, public
zone hand of each player: set of letter, seen by owner
setup:
    move every letter to deck
    shuffle deck
"""


def outcomes(body: str, count: int = 400) -> Counter[str]:
    program = small(body)
    return Counter(trace(Game.new(program, seed=seed)) for seed in range(count))


def test_a_die_shows_each_face_about_equally_often() -> None:
    found = outcomes("die coin: 1, 2\nplay:\n    roll coin as face\n    do note(face)\n")
    assert set(found) == {"1", "2"} and min(found.values()) > 150


def test_a_die_with_equal_faces_shows_them_more_often() -> None:
    found = outcomes("die coin: 1, 1, 1, 2\nplay:\n    roll coin as face\n    do note(face)\n")
    assert found["1"] > 2 * found["2"] > 0


def test_the_same_seed_gives_the_same_game() -> None:
    program = small(
        "die d: 1, 2, 3, 4, 5, 6\nplay:\n    repeat 6 times:\n        roll d as x\n        do note(x)\n"
    )
    assert trace(Game.new(program, seed=5)) == trace(Game.new(program, seed=5))
    assert len({trace(Game.new(program, seed=seed)) for seed in range(20)}) > 15


def test_two_rolls_are_independent() -> None:
    found = outcomes(
        "die coin: 1, 2\nplay:\n    repeat 2 times:\n        roll coin as x\n        do note(x)\n"
    )
    assert set(found) == {"11", "12", "21", "22"} and min(found.values()) > 60


def test_pick_takes_one_at_random() -> None:
    found = outcomes("play:\n    pick n at random from [1, 2, 3]\n    do note(n)\n")
    assert set(found) == {"1", "2", "3"} and min(found.values()) > 90


def test_pick_from_nothing_skips_the_rest_of_its_block() -> None:
    game = started("""
        play:
            if yes:
                pick n at random from those x in [1, 2] where x > 5
                do note(8)
            do note(1)
    """)
    assert trace(game) == "1"


def test_pick_several_takes_different_ones() -> None:
    found = outcomes("play:\n    pick 2 ns at random from [1, 2, 3]\n    for each n in ns: do note(n)\n")
    assert set(found) == {"12", "13", "21", "23", "31", "32"} and min(found.values()) > 35


def test_pick_more_than_there_are_takes_all() -> None:
    game = started("play:\n    pick 5 ns at random from [1, 2]\n    do note(count(ns))\n")
    assert trace(game) == "2"


def test_pick_several_from_nothing_takes_none_and_goes_on() -> None:
    game = started(
        "play:\n    pick 2 ns at random from those x in [1] where no\n"
        "    do note(count(ns))\n    do note(4)\n"
    )
    assert trace(game) == "4"  # a 0 and a 4


# ---------------------------------------------------------------- lazy shuffles


def test_each_card_of_a_shuffled_pile_is_drawn_about_equally_often() -> None:
    program = small(DECK + "play: move top of deck to open_\n")
    found = Counter(cards(Game.new(program, seed=seed), "open_") for seed in range(400))
    assert set(found) == {("a",), ("b",), ("c",), ("d",)} and min(found.values()) > 65


def test_a_shuffled_pile_has_no_order_until_somebody_looks() -> None:
    program = small(DECK + "play:\n    as first of players:\n        may go_on: move top of deck to open_\n")
    games = [Game.new(program, seed=seed) for seed in range(10)]
    assert len({game.state.freeze(with_chance=False) for game in games}) == 1


def test_a_copy_with_another_seed_can_draw_another_card() -> None:
    game = started(DECK + "play:\n    as first of players:\n        may go_on: move top of deck to open_\n")
    found = set()
    for seed in range(40):
        other = game.sample(0, seed)
        other.apply("yes")
        found.add(cards(other, "open_")[0])
    assert found == set("abcd")


def test_what_was_looked_at_stays_where_it_is() -> None:
    body = (
        DECK
        + """
play:
    as first of players:
        look at top 2 of deck
        may go_on: move top 2 of deck to open_
"""
    )
    game = started(body, seed=3)
    seen = cards(game, "deck")[-2:]
    assert None not in seen and cards(game, "deck", player=1)[-2:] == (None, None)
    for seed in range(10):
        other = game.sample(0, seed)
        other.apply("yes")
        assert cards(other, "open_") == (seen[1], seen[0])


PUT_BACK = (
    DECK
    + """
play:
    as first of players:
        move top of deck to open_
        let shown be first of open_
        move shown to {where} of deck
        may go_on: move {where} of deck to open_
"""
)


@pytest.mark.parametrize("where", ["top", "bottom"])
def test_a_known_card_put_on_a_shuffled_pile_stays_known_there(where: str) -> None:
    game = started(PUT_BACK.format(where=where), seed=1)
    pile = cards(game, "deck", player=1)
    known = pile[-1] if where == "top" else pile[0]
    assert known is not None and pile.count(None) == 3
    for seed in range(10):
        other = game.sample(1, seed)
        other.apply("yes")
        assert cards(other, "open_") == (known,)


def test_shuffling_again_forgets_what_was_known() -> None:
    game = started(DECK + """
play:
    as first of players:
        look at top of deck
        shuffle deck
        may go_on: move top of deck to open_
""")  # fmt: skip
    assert cards(game, "deck") == (None,) * 4


def test_top_n_of_a_pile_come_topmost_first() -> None:
    game = started("""
        card letter
        letter a
        letter b
        letter c
        zone deck: pile of letter, public
        zone open_: line of letter, public
        setup: move every letter to deck
        play: move top 2 of deck to open_
    """)
    assert cards(game, "deck") == ("a",)
    assert cards(game, "open_") == ("c", "b")


def test_top_of_an_empty_pile_moves_nothing() -> None:
    game = started(
        DECK
        + "play:\n    move top 9 of deck to open_\n    move top of deck to open_\n    do note(count(open_))\n"
    )
    assert trace(game) == "4"


def test_bottom_of_a_shuffled_pile_is_decided_too() -> None:
    body = DECK + "play:\n    move bottom of deck to open_\n    move top of deck to open_\n"
    program = small(body)
    found = {cards(Game.new(program, seed=seed), "open_") for seed in range(200)}
    assert len(found) == 12


# ---------------------------------------------------------------- nature decides


def test_exposed_chance_asks_nature_with_equal_probabilities() -> None:
    game = started(DECK + "play: move top of deck to open_\n", chance="exposed")
    request = game.request()
    assert game.deciding == (NATURE,) and request.kind == "chance"
    assert [option.probability for option in request.options] == [Fraction(1, 4)] * 4
    assert keys(game) == ("a", "b", "c", "d")
    game.apply("c")
    assert cards(game, "open_") == ("c",)


def test_exposed_dice_have_an_option_for_each_face() -> None:
    game = started("die d: 1, 1, 2\nplay:\n    roll d as x\n    do note(x)\n", chance="exposed")
    assert keys(game) == ("1", "1", "2")
    game.apply(2, NATURE)
    assert trace(game) == "2"


def test_exposed_picks_are_asked_one_after_the_other_without_the_picked() -> None:
    game = started(
        "play:\n    pick 2 ns at random from [1, 2, 3]\n    for each n in ns: do note(n)\n", chance="exposed"
    )
    assert keys(game) == ("1", "2", "3")
    game.apply("2")
    assert keys(game) == ("1", "3")
    game.apply("3")
    assert trace(game) == "23"


def test_the_last_card_of_a_pile_is_no_chance() -> None:
    game = started(DECK + "play: move top 4 of deck to open_\n", "b", "d", "a", chance="exposed")
    assert cards(game, "open_") == ("b", "d", "a", "c")


def test_nature_is_not_asked_for_the_last_card_however_players_are_asked() -> None:
    answers = ("b", "d", "a")
    game = started(DECK + "play: move top 4 of deck to open_\n", *answers, chance="exposed", forced="ask")
    assert game.over and cards(game, "open_") == ("b", "d", "a", "c")


def test_a_player_cannot_answer_for_nature_nor_nature_for_a_player() -> None:
    game = started(
        DECK
        + "play:\n    move top of deck to open_\n    as first of players:\n        may go_on: do note(1)\n",
        chance="exposed",
    )
    with pytest.raises(IllegalAnswer):
        game.apply(0, 0)
    game.apply(0, NATURE)
    with pytest.raises(IllegalAnswer):
        game.apply(0, NATURE)


def test_a_roll_inside_a_choice_is_asked_after_the_choice() -> None:
    game = started("""
        die d: 1, 2
        track sum_: number 0 to 99
        play:
            as first of players:
                choose n from 1 to 2
                roll d as x
                set sum_ to n * 10 + x
    """, "2", "1", chance="exposed")  # fmt: skip
    assert track(game, "sum_") == "21"


DICE = "die d6: 1, 2, 3, 4, 5, 6\ntrack wanted: number 0 to 2000 starting 3\n"


def test_several_dice_are_rolled_at_once() -> None:
    game = started(f"""{DICE}
play:
    roll wanted d6 as thrown
    do note(count(thrown))
    for each face in thrown: do note(face)
    if sum(thrown) is sum(face for each face in thrown): do note(7)
""", seed=5)  # fmt: skip
    shown = [int(digit) for digit in trace(game)]
    assert shown[0] == 3 and len(shown) == 5 and shown[-1] == 7
    assert all(1 <= face <= 6 for face in shown[1:-1])


def test_each_of_several_dice_is_a_decision_of_exposed_chance() -> None:
    body = f"{DICE}play:\n    roll 3 d6 as thrown\n    for each face in thrown: do note(face)\n"
    game = Game.new(small(body), chance="exposed")
    for face in (2, 6, 2):
        assert game.deciding == (NATURE,)
        game.apply(face - 1)
    assert trace(game) == "262"
    assert [event.text for event in game.events() if event.kind == "roll"] == ["d6: 2, 6, 2"]


def test_no_dice_and_too_many() -> None:
    nothing = started(f"{DICE}play:\n    roll 0 d6 as thrown\n    if thrown is empty: do note(1)\n")
    assert trace(nothing) == "1"
    with pytest.raises(RuleError, match="2,000 dice are rolled at once"):
        started(
            f"{DICE}play:\n    set wanted to 2000\n    roll wanted d6 as thrown\n    do note(sum(thrown))\n"
        )
