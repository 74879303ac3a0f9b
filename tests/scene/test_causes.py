"""Each sentence has one cause: what a rule cannot have led to is told apart, and nothing is said twice."""

from __future__ import annotations

import random

from interpreter.game import Game
from interpreter.scene import happened
from interpreter.scene.causes import circles
from tests.scene.test_happened import HEAD, played, sentences, told, turn

STOP = "        may stop: say stopped\n"
ROUND = f"{HEAD}    do first_part\n    do second_part\n    may stop by first of players: say stopped\n"


def test_what_a_choice_cannot_lead_to_is_another_sentence() -> None:
    rules = ROUND + "rule first_part:\n    as first of players: do give\n"
    rules += "rule give:\n    choose one:\n        give: add 1 to bank\n        wait: add 2 to bank\n"
    rules += "rule second_part:\n    do feed\nrule feed:\n    add 3 to money of first of players\n"
    assert told(played(rules, "give")) == ["player 1: give \u2013 bank +1 (1)", "your money +3 (3)"]


def test_what_the_caller_makes_of_an_answer_belongs_to_it() -> None:
    rules = turn("do feed") + "rule feed:\n    do ask\n    do pay_up\nrule ask:\n    choose c from heap\n"
    rules += "rule pay_up:\n    add 3 to your money\n"
    assert told(played(rules, "plum")) == ["c \u2013 plum \u2013 your money +3 (3)"]


def test_said_of_each_before_it_happens_each_has_its_own() -> None:
    rules = turn("for each p in players: do pay_out(p)")
    rules += "rule pay_out(p: player):\n    say paid with p\n    add 3 to money of p\n"
    game = played(rules, strings={"say.paid": "{1} is paid."})
    assert told(game) == [
        "player 1 is paid \u2013 your money +3 (3)",
        "player 2 is paid \u2013 money of player 2 +3 (3)",
    ]


ABILITY = """
card character active in persona
character greedy:
    after gain: add 2 to your money
track level: number 0 to 9 starting 0
zone persona of each player: set of character, public
"""


def test_an_ability_is_told_by_its_name_and_what_it_came_in_between_goes_on() -> None:
    body = "setup:\n    move every fruit to heap\n    move greedy to persona of first of players\nplay:\n"
    body += "    turns from first of players until yes:\n        choose one:\n            earn: do work\n"
    body += f"            wait: add 1 to bank\n{STOP}"
    body += "rule work:\n    add 1 to bank\n    do gain\n    add 1 to level\nrule gain: add 1 to your bet\n"
    game = played(f"{ABILITY}\n{body}", "earn")
    assert told(game)[-2:] == [
        "earn \u2013 bank +1 (1); your bet +1 (1); level +1 (1)",
        "greedy \u2013 your money +2 (2)",
    ]


DIVING = """
rule dive(p: player, c: fruit):
    set money of p to c.weight
    do lay(p, c)
rule lay(p: player, c: fruit): move c to basket of p
"""
DIVES = {"tell.dive": "{p} dives to {6}", "tell.lay": "{p} lays {c}"}


def test_what_the_definition_says_of_one_player_is_not_in_one_breath_with_the_next() -> None:
    rules = turn("do dive(first of players, plum)\ndo dive(last of players, apple)") + DIVING
    assert told(played(rules, strings=DIVES)) == [
        "player 1 dives to 2; player 1 lays plum",
        "player 2 dives to 5; player 2 lays apple",
    ]


def test_one_rule_that_does_the_same_for_all_is_one_sentence() -> None:
    rules = turn("do lay(first of players, plum)\ndo lay(last of players, apple)") + DIVING
    assert told(played(rules, strings=DIVES)) == ["player 1 lays plum; player 2 lays apple"]


PLACES = """
kind port: delft, genoa, lisbon
track goods of each port: number 0 to 9 starting 0
"""


def test_the_same_at_several_places_is_said_once() -> None:
    rules = turn("for each w in [delft, lisbon, genoa]: do stock(w)")
    rules = PLACES + rules + "rule stock(w: port): add 1 to goods of w\n"
    game = played(rules, strings={"tell.stock": "{5:a load|# loads} for {w}"})
    assert told(game) == ["a load for delft, lisbon, genoa"]
    game = played(rules, strings={"tell.stock": "{w} gets {5:a load|# loads}"})
    assert told(game) == ["delft gets a load; lisbon gets a load; genoa gets a load"]


def test_a_sentence_that_hides_whose_something_was_is_not_told() -> None:
    rules = turn("do give(plum)\ndo stop_here\ndo steal(plum)")
    rules += "rule give(c: fruit): move c to basket of last of players\n"
    rules += "rule stop_here:\n    may rest: say stopped\nrule steal(c: fruit): move c to your basket\n"
    strings = {"tell.steal": "{1} takes {c}", "tell.give": "{c} is given away"}
    assert told(played(rules, "no", strings=strings), 1)[-1].endswith(
        "plum goes from your basket to the basket of player 1"
    )
    strings["tell.steal"] = "{1} takes {c} from {3}"
    assert told(played(rules, "no", strings=strings), 1)[-1].endswith("player 1 takes plum from your basket")


# ---------------------------------------------------------------- nothing twice


BOARD = """
token stone of each player, 6 copies
zone board: grid 3 by 3 of stone, public
zone stones of each player: set of stone, public
kind port: delft, genoa
track visited of each port: yes or no starting no
track tempo of each player: number 0 to 9 starting 0
"""


def board(body: str, *answers: object) -> Game:
    setup = "setup:\n    for each p in players: move every stone where player is p to stones of p\nplay:\n"
    lines = "".join(f"        {line}\n" for line in body.strip("\n").split("\n"))
    return played(f"{BOARD}{setup}    turns from first of players until yes:\n{lines}{STOP}", *answers)


def test_what_was_chosen_is_not_told_again() -> None:
    body = "choose one:\n    put(p in places(board)):\n        move first of your stones to board at p\n"
    body += "        add 1 to your tempo"
    game = board(body, 0)
    assert told(game) == ["put: column 1, row 1 \u2013 your tempo +1 (1)"]
    (sentence,) = sentences(game)
    assert [move.place for move in sentence.moves] == [(1, 1)] and sentence.mine
    game = board("choose one:\n    visit(w in every port): set visited of w to yes", 0)
    assert told(game) == ["visit: delft"]
    game = board("choose n from 1 to 9\nset your tempo to n", 4)
    assert told(game) == ["n \u2013 5"]


def test_what_moves_is_told_where_the_choice_does_not_say_what_it_is() -> None:
    rules = turn(
        "choose one:\n    go(p in players): move first of heap to basket of p\n    wait: add 1 to bank"
    )
    assert told(played(rules, "go(player1)")) == ["go: player 1 \u2013 apple goes to your basket"]


def test_many_pieces_that_come_to_a_board_are_counted() -> None:
    body = "for each n in 1 to 2:\n    move first of your stones to board at place(board, n, 1)\n"
    assert told(board(body))[-1].count("column") == 2
    more = body + body.replace("n, 1", "n, 2") + body.replace("n, 1", "n, 3")
    assert told(board(more))[-1].endswith("\u00d76 go to the board")


def test_dice_that_lie_on_the_table_are_told_as_they_were_rolled() -> None:
    rules = """
die d6: 1, 2, 3, 4, 5, 6
token cube, 3 copies:
    face: number 1 to 6 starting 1
zone tray: set of cube, public
"""
    rules += turn("for each c in every cube:\n    roll d6 as n\n    set c.face to n")
    game = played(rules)
    (text,) = told(game)
    assert text.startswith("d6: ") and "face" not in text
    assert [chapter.title for chapter in happened(game, 0, 0)] == ["turn of player 1"]


def test_a_card_that_is_played_openly_is_told_even_if_it_is_put_away_at_once() -> None:
    body = "setup:\n    move every fruit to hand of first of players\nplay:\n"
    body += "    turns from first of players until yes:\n        move plum to your basket\n"
    body += f"        move your basket to heap\n{STOP}"
    assert told(played(body)) == [
        "plum goes from the hand to your basket; plum goes from your basket to the heap"
    ]
    assert told(played(body), 1)[-1] == (
        "plum goes from the hand to the basket of player 1; plum goes from the basket of player 1 to the heap"
    )


def test_where_there_are_no_turns_nothing_comes_before_the_first() -> None:
    body = f"{HEAD}    add 1 to bank\n    may stop by first of players: say stopped\n"
    (chapter,) = happened(played(body), 0, 0)
    assert chapter.title == "the whole game" and chapter.sort == "setup"


def test_what_comes_of_what_is_found_by_circles() -> None:
    """Beside a slow way to find the same, for three hundred graphs of chance."""
    for seed in range(300):
        chance = random.Random(seed)
        names = [f"r{number}" for number in range(chance.randint(1, 9))]
        often = chance.choice((0.1, 0.2, 0.4))
        calls = {name: {other for other in names if chance.random() < often} for name in names}
        found: dict[str, set[str]] = {}
        for together in circles(calls):
            all_of_it = set(together).union(
                *(found.get(other, set()) for one in together for other in calls[one])
            )
            found |= dict.fromkeys(together, all_of_it)
        assert found == {name: _walked(calls, name) for name in names}, seed


def _walked(calls: dict[str, set[str]], name: str) -> set[str]:
    found, waiting = {name}, [name]
    while waiting:
        new = calls[waiting.pop()] - found
        found |= new
        waiting += new
    return found
