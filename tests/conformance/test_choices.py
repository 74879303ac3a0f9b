"""Decisions: one, several, an order, a number, pairs, menus, yes or no."""

from __future__ import annotations

import pytest

from interpreter.errors import IllegalAnswer, RuleError
from interpreter.game import Game
from tests.helpers import cards, keys, small, started, trace, track

FRUIT = """
card fruit:
    size: number 0 to 9
fruit apple:
    size: 1
fruit pear:
    size: 2
fruit plum:
    size: 3
zone bowl: set of fruit, public
zone plate: line of fruit, public
zone hand of each player: set of fruit, seen by owner
setup: move every fruit to bowl
"""


def test_choose_offers_every_element_and_binds_the_answer() -> None:
    game = started(FRUIT + """
play:
    as last of players:
        choose f from bowl
        do note(f.size)
""")  # fmt: skip
    assert keys(game) == ("apple", "pear", "plum")
    assert game.deciding == (1,)
    game.apply("pear")
    assert trace(game) == "2" and game.over


def test_choose_where_offers_only_what_fits() -> None:
    game = started(FRUIT + "play:\n    as first of players:\n        choose f from bowl where size > 1\n")
    assert keys(game) == ("pear", "plum")


def test_nothing_to_choose_skips_the_rest_of_its_block_only() -> None:
    game = started(FRUIT + """
play:
    as first of players:
        if yes:
            do note(1)
            choose f from bowl where size > 7
            do note(8)
        do note(2)
""")  # fmt: skip
    assert trace(game) == "12" and game.over


def test_nothing_to_choose_does_otherwise_and_then_skips_the_rest() -> None:
    game = started(FRUIT + """
play:
    as first of players:
        if yes:
            choose f from bowl where size > 7
            otherwise: do note(5)
            do note(8)
        do note(2)
""")  # fmt: skip
    assert trace(game) == "52"


def test_otherwise_is_not_done_when_there_is_something_to_choose() -> None:
    game = started(FRUIT + """
play:
    as first of players:
        choose f from bowl
        otherwise: do note(5)
        do note(f.size)
""", "plum")  # fmt: skip
    assert trace(game) == "3"


def test_a_single_option_is_taken_without_asking() -> None:
    body = (
        FRUIT + "play:\n    as first of players:\n"
        "        choose f from bowl where size is 2\n        do note(f.size)\n"
    )
    assert trace(started(body)) == "2"
    asked = started(body, forced="ask")
    assert keys(asked) == ("pear",)


def test_nothing_to_choose_is_never_asked_even_when_forced_options_are() -> None:
    body = FRUIT + "play:\n    as first of players:\n        choose f from bowl where size is 7\n"
    assert started(body, forced="ask").over


def test_a_choice_by_another_player_does_not_change_you() -> None:
    game = started(FRUIT + """
play:
    as first of players:
        choose f from bowl by last of players
        if you is first of players: do note(f.size)
""")  # fmt: skip
    assert game.deciding == (1,)
    game.apply("plum", 1)
    assert trace(game) == "3"


def test_a_choice_that_nobody_can_make_is_a_rule_error() -> None:
    with pytest.raises(RuleError, match=r"game\.rules:\d+"):
        started(FRUIT + "play:\n    choose f from bowl\n")


# ---------------------------------------------------------------- several


def several(how: str, source: str = "bowl", **options: object) -> Game:
    body = (
        f"play:\n    as first of players:\n"
        f"        choose {how} some from {source}\n        move some to plate\n"
        f"        do note(count(some))\n"
    )
    return started(FRUIT + body, **options)


def test_exactly_n_takes_n_in_the_order_of_the_options() -> None:
    game = several("exactly 2")
    request = game.request()
    assert request.several and (request.least, request.most, request.ordered) == (2, 2, False)
    game.apply(["plum", "apple"])
    assert cards(game, "plate") == ("apple", "plum")


@pytest.mark.parametrize("answer", [["plum"], ["plum", "apple", "pear"], ["plum", "plum"], "plum", 1, [0, 3]])
def test_exactly_n_refuses_other_answers(answer: object) -> None:
    game = several("exactly 2")
    before = game.freeze()
    with pytest.raises(IllegalAnswer):
        game.apply(answer)
    assert game.freeze() == before


def test_exactly_n_of_fewer_takes_all_there_are() -> None:
    assert trace(several("exactly 5")) == "3"


def test_exactly_n_of_nothing_skips_the_rest() -> None:
    assert trace(several("exactly 2", "bowl where size > 7")) == "0"


def test_exactly_all_is_forced_and_asked_only_on_demand() -> None:
    assert trace(several("exactly 3")) == "3"
    assert several("exactly 3", forced="ask").request().least == 3


@pytest.mark.parametrize("answer", [[], ["pear"], ["pear", "apple"]])
def test_up_to_n_takes_none_to_n(answer: list[str]) -> None:
    game = several("up to 2")
    game.apply(answer)
    assert trace(game) == str(len(answer))


def test_up_to_n_refuses_more() -> None:
    with pytest.raises(IllegalAnswer, match="0 to 2"):
        several("up to 2").apply([0, 1, 2])


def test_up_to_none_is_not_asked() -> None:
    assert trace(several("up to 0")) == "0"


def test_any_number_of_takes_none_to_all() -> None:
    request = several("any number of").request()
    assert (request.least, request.most) == (0, 3)


def test_order_of_takes_all_in_the_order_of_the_answer() -> None:
    game = several("order of")
    request = game.request()
    assert request.ordered and (request.least, request.most) == (3, 3)
    game.apply(["plum", "apple", "pear"])
    assert cards(game, "plate") == ("plum", "apple", "pear")


def test_the_legal_answers_of_an_order_are_its_permutations() -> None:
    assert len(list(several("order of").request().answers())) == 6
    assert len(list(several("up to 2").request().answers())) == 7


# ---------------------------------------------------------------- numbers, pairs, menus


def test_a_number_in_a_range_includes_both_ends() -> None:
    game = started("play:\n    as first of players:\n        choose n from 2 to 4\n        do note(n)\n")
    assert keys(game) == ("2", "3", "4")
    game.apply("4")
    assert trace(game) == "4"


def test_an_empty_range_is_nothing_to_choose() -> None:
    assert started("play:\n    as first of players:\n        choose n from 4 to 2\n        do note(n)\n").over


def test_pairs_are_all_combinations_that_satisfy_the_condition() -> None:
    game = started(FRUIT + """
play:
    as first of players:
        choose f from bowl, n from 1 to 3 such that f.size + n is 4
        do note(f.size)
        do note(n)
""")  # fmt: skip
    assert keys(game) == ("apple, 3", "pear, 2", "plum, 1")
    game.apply("plum, 1")
    assert trace(game) == "31"


def test_the_second_of_a_pair_can_depend_on_the_first() -> None:
    game = started(
        "play:\n    as first of players:\n        choose a from 1 to 2, b from a to 2\n        do note(b)\n"
    )
    assert keys(game) == ("1, 1", "1, 2", "2, 2")


MENU = (
    FRUIT
    + """
play:
    as first of players:
        choose one:
            eat(f in bowl where size < 3) when f.size > 0:
                do note(f.size)
            never when no:
                do note(8)
            pass:
                do note(9)
        do note(7)
"""
)


def test_a_menu_offers_an_option_for_each_parameter_and_leaves_out_what_is_forbidden() -> None:
    assert keys(started(MENU)) == ("eat(apple)", "eat(pear)", "pass")


@pytest.mark.parametrize(("answer", "noted"), [("eat(pear)", "27"), ("pass", "97")])
def test_a_menu_does_the_chosen_option_and_goes_on(answer: str, noted: str) -> None:
    assert trace(started(MENU, answer)) == noted


def test_a_menu_with_one_possible_option_takes_it() -> None:
    game = started("""
        play:
            as first of players:
                choose one:
                    left_ when no:
                        do note(1)
                    right_:
                        do note(2)
    """)
    assert trace(game) == "2"


def test_a_menu_with_nothing_possible_does_otherwise_and_goes_on() -> None:
    game = started("""
        play:
            as first of players:
                choose one:
                    never when no:
                        do note(1)
                otherwise: do note(5)
                do note(6)
    """)
    assert trace(game) == "56"


def test_a_menu_by_another_player_asks_that_player() -> None:
    game = started("""
        play:
            as first of players:
                choose one by last of players:
                    a:
                        do note(1)
                    b:
                        do note(2)
    """)
    assert game.deciding == (1,)


@pytest.mark.parametrize(("answer", "noted"), [("yes", "13"), ("no", "23")])
def test_may_does_its_block_on_yes_and_else_on_no(answer: str, noted: str) -> None:
    body = """
play:
    as first of players:
        may jump: do note(1)
        else: do note(2)
        do note(3)
"""
    assert trace(started(body, answer)) == noted


def test_may_without_else_does_nothing_on_no() -> None:
    assert (
        trace(
            started(
                "play:\n    as first of players:\n        may jump: do note(1)\n        do note(3)\n", "no"
            )
        )
        == "3"
    )


# ---------------------------------------------------------------- who may answer


def test_an_answer_of_another_player_is_refused() -> None:
    game = started(FRUIT + "play:\n    as first of players:\n        choose f from bowl\n")
    for player in (1, 2, 77, -1):
        with pytest.raises(IllegalAnswer):
            game.apply(0, player)


def test_an_answer_after_the_end_is_refused() -> None:
    game = started("play: do note(1)\n")
    with pytest.raises(IllegalAnswer, match="over"):
        game.apply(0)


def test_a_mistake_in_the_rules_after_an_answer_leaves_the_game_as_it_was() -> None:
    program = small("""
        track coins: number 0 to 3
        play:
            as first of players:
                choose a from 1 to 3
                set coins to a
                choose b from 1 to 3
                add b to coins
    """)
    game = Game.new(program)
    game.apply("2")
    before = game.freeze()
    with pytest.raises(RuleError, match=r"game\.rules:\d+:\d+: `coins` would become 5"):
        game.apply("3")
    assert game.freeze() == before
    game.apply("1")
    assert track(game, "coins") == "3"
