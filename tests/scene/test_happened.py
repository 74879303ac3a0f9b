"""What happened is told in sentences: each with its cause, without noise, and to nobody too much."""

from __future__ import annotations

from typing import Any

from interpreter.game import Game
from interpreter.knowledge.seeing import EVERYBODY
from interpreter.scene import happened, scene_of
from interpreter.scene.data import Sentence
from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.source import Source

CARDS = """
card fruit:
    weight: number 1 to 9
fruit apple:
    weight: 5
fruit plum:
    weight: 2
fruit pear:
    weight: 4
zone deck: pile of fruit, hidden
zone heap: set of fruit, public
zone row: line of fruit, public
zone hand of each player: set of fruit, seen by owner
zone basket of each player: set of fruit, public
track money of each player: number 0 to 99 starting 0
track bet of each player: number 0 to 99 starting 0
track bank: number -999 to 999 starting 0
"""


def definition(body: str, strings: dict[str, str] | None = None) -> Program:
    rules = Source("game.rules", f"game market for 2 players\n{CARDS}\n{body}")
    texts = "\n".join(f'"{key}": "{text}"' for key, text in (strings or {}).items())
    report = Report()
    program = compile_bundle(Bundle((rules,), {}, {"en": Source("en.yaml", texts)}), report)
    assert program is not None, report.found
    return program


def played(body: str, *answers: Any, strings: dict[str, str] | None = None) -> Game:
    game = Game.new(definition(body, strings))
    for answer in answers:
        game.apply(answer)
    return game


def told(game: Game, player: int | None = 0) -> list[str]:
    return [sentence.text for sentence in sentences(game, player)]


def sentences(game: Game, player: int | None = 0) -> list[Sentence]:
    return [sentence for chapter in happened(game, player, 0) for sentence in chapter.sentences]


HEAD = "setup:\n    move every fruit to heap\nplay:\n"


def turn(body: str) -> str:
    """The first player's turn, and a question after it so that the game is not over."""
    lines = "".join(f"        {line}\n" for line in body.strip("\n").split("\n"))
    return f"{HEAD}    turns from first of players until yes:\n{lines}        may stop: say stopped\n"


TAKING = """
choose one:
    take(c in heap):
        move c to your basket
        add 3 to your money
    wait: say waited
"""
OUT_OF_TURN = """
    for each p in players:
        as p:
            choose c from heap
    may stop by first of players: say stopped
"""


def test_what_follows_a_choice_is_one_sentence_with_it() -> None:
    rules = turn(TAKING)
    game = played(rules, "take(plum)")
    (sentence,) = sentences(game)
    assert sentence.text == "take: plum – plum goes to your basket; your money +3 (3)"
    assert (sentence.cause, sentence.player, sentence.mine) == ("choice", 0, True)
    (move,) = sentence.moves
    assert (move.things, move.source, move.target) == (("fruit:plum",), "heap", "basket:player1")
    (change,) = sentence.changes
    assert (change.counter, change.owner, change.by) == ("money:player1", "player:player1", 3)


def test_the_same_is_told_to_another_seat_by_name() -> None:
    game = played(turn("choose c from heap\nmove c to your basket"), "plum")
    (sentence,) = sentences(game, 1)
    assert sentence.text == "plum goes to the basket of player 1" and not sentence.mine
    assert [chapter.title for chapter in happened(game, 1, 0)] == ["turn of player 1"]


def test_a_choice_that_nothing_shows_is_told_with_its_question() -> None:
    game = played(turn("choose c from heap\nadd 1 to your money"), "plum")
    assert told(game, 1) == ["c – plum – money of player 1 +1 (1)"]


def test_a_card_that_is_known_but_does_not_lie_open_is_the_secret_of_whoever_chooses_it() -> None:
    rules = turn(
        "move every fruit to your hand\nreveal your hand\nchoose c from your hand\nadd 1 to your money"
    )
    game = played(rules, "plum")
    assert any("plum" in text and "c – plum" in text for text in told(game, 0))
    assert not any("c –" in text for text in told(game, 1))
    assert not any("c –" in text for text in told(game, EVERYBODY))


def test_a_number_that_was_chosen_is_told_by_what_came_of_it_only() -> None:
    game = played(turn("choose n from 1 to 5\nadd 1 to your money"), 3)
    assert told(game, 0) == ["n – 4 – your money +1 (1)"]
    assert told(game, 1) == ["money of player 1 +1 (1)"]


def test_what_is_chosen_out_of_turn_is_not_told_to_others() -> None:
    rules = HEAD + OUT_OF_TURN
    game = played(rules, "plum")
    assert told(game, 0) == ["player 1: c – plum"]
    assert told(game, 1) == []


def test_what_a_hidden_track_may_remember_is_not_told() -> None:
    track = "track favourite of each player: fruit or none starting none seen by owner\n"
    game = played(track + turn("choose c from heap\nset your favourite to c"), "plum")
    assert told(game, 1) == []


def test_what_goes_on_at_once_has_moved_once() -> None:
    rules = turn("move first of heap to row\nmove row to your basket")
    assert told(played(rules)) == ["apple goes to your basket"]


def test_what_comes_back_has_not_moved() -> None:
    rules = turn("move first of heap to row\nmove row to heap\nadd 1 to your money")
    assert told(played(rules)) == ["your money +1 (1)"]


def test_what_changes_again_and_again_has_changed_once() -> None:
    rules = turn(
        "add 5 to your money\nsubtract 2 from your money\nadd 1 to your bet\nsubtract 1 from your bet"
    )
    assert told(played(rules)) == ["your money +3 (3)"]


def test_of_a_payment_from_a_stock_only_the_players_side_is_told() -> None:
    rules = turn("pay 4 from bank to your money")
    assert told(played(rules)) == ["your money +4 (4)"]


def test_of_what_a_player_takes_back_only_the_money_is_told() -> None:
    rules = turn("set your bet to 4\nchoose n from 1 to 2\npay 4 from your bet to your money")
    assert told(played(rules, 0))[-1] == "n – 1 – your money +4 (4)"


def test_the_same_for_several_owners_is_one_part() -> None:
    rules = turn("for each p in players:\n    add 2 to money of p")
    assert told(played(rules)) == ["money +2: you (2), player 2 (2)"]
    rules = turn("add 1 to money of first of players\nadd 2 to money of last of players")
    assert told(played(rules), 1) == ["money: player 1 +1 (1), you +2 (2)"]
    assert [sentence.yours for sentence in sentences(played(rules), 1)] == ["your money +2 (2)"]


def test_what_somebody_loses_is_told_with_whose_it_was() -> None:
    rules = turn(
        "move every fruit to basket of last of players\n"
        "choose c from basket of last of players\n"
        "move c to heap"
    )
    assert told(played(rules, "plum"), 1)[-1] == "plum goes from your basket to the heap"


def test_what_is_said_first_explains_what_follows() -> None:
    rules = (
        turn("add 1 to your money\ndo spill\n")
        + "rule spill:\n    say spilt with you\n    move first of heap to row\n"
    )
    assert told(played(rules)) == ["your money +1 (1)", "spilt: player 1 – apple goes to the row"]


def test_what_is_said_afterwards_explains_what_its_rule_did() -> None:
    rules = (
        turn("move first of heap to row\ndo pay_up") + "rule pay_up:\n    add 2 to your bet\n    say paid\n"
    )
    assert told(played(rules)) == ["apple goes to the row", "paid – your bet +2 (2)"]


def test_what_is_said_about_a_choice_belongs_to_it() -> None:
    rules = turn(
        "choose one:\n    jump:\n        say splash\n        add 2 to your bet\n    wait: say waited"
    )
    assert told(played(rules, "jump")) == ["jump – splash – your bet +2 (2)"]


def test_a_card_that_is_turned_over_names_what_comes_of_it() -> None:
    rules = """
setup:
    move every fruit to deck
play:
    turns from first of players until yes:
        add 1 to your bet
        move top of deck to row
        add 5 to your money
        move row to heap
        may stop: say stopped
"""
    first, second = told(played(rules))
    assert first == "your bet +1 (1)"
    assert second.endswith(" – your money +5 (5)") and second.split(" – ")[0] in ("apple", "plum", "pear")


def test_what_is_hidden_is_counted_and_followed() -> None:
    rules = """
setup:
    move every fruit to deck
    shuffle deck
play:
    turns from first of players until yes:
        move top 2 of deck to your hand
        choose c from your hand
        move c to heap
        may stop: say stopped
"""
    game = played(rules, 0)
    (text,) = told(game, 1)
    thrown = game.view(1).zone("heap").labels[0]
    assert text == f"a card goes to the hand of player 1; {thrown} goes to the heap"


def test_what_goes_back_to_its_start_is_not_told_of_words_and_flags() -> None:
    tracks = "track mood: one of good, bad starting good\ntrack calm of each player: yes or no starting no\n"
    game = played(tracks + turn("set mood to bad\nset your calm to yes"))
    assert told(game) == ["mood: bad; calm: you"]
    rules = turn("choose n from 1 to 2\nset mood to bad\nchoose k from 1 to 2\nset mood to good")
    assert told(played(tracks + rules, 0, 0), 1) == []


def test_a_definition_says_a_sentence_better() -> None:
    rules = turn("do steal") + "rule steal:\n    move first of heap to your basket\n"
    strings = {"tell.steal": "{1} snatches {2} from {3}"}
    assert told(played(rules, strings=strings)) == ["player 1 snatches apple from the heap"]


def test_a_definition_says_nothing_of_a_rule_a_track_or_a_zone() -> None:
    rules = (
        turn("do tidy\nadd 1 to your money\nadd 1 to your bet")
        + "rule tidy:\n    move first of heap to row\n"
    )
    strings = {"tell.tidy": "-", "track.bet": "-"}
    game = played(rules, strings=strings)
    assert told(game) == ["your money +1 (1)"]
    assert [counter.name for counter in scene_of(game, 0).counters if counter.number] == ["money"]


def test_rounds_and_the_time_after_turns_are_chapters() -> None:
    rules = """
setup:
    move every fruit to heap
play:
    rounds until heap is empty:
        turns of players:
            choose c from heap
            move c to your basket
        add 1 to bank
"""
    game = played(rules, 0, 0)
    assert [(chapter.sort, chapter.player) for chapter in happened(game, 0, 0)] == [
        ("turn", 0), ("turn", 1), ("after", None), ("turn", 0), ("after", None),
    ]  # fmt: skip


def test_dice_of_one_sort_are_told_together() -> None:
    dice = "die wind: 1, 2\ndie wave: 3, 4\n"
    rules = turn("roll wind as a\nroll wave as b\nroll wind as c\nadd a + b + c to your money")
    (text,) = told(played(dice + rules))
    assert text.startswith("wind: ") and text.count("wind") == text.count("wave") == 1


def test_dice_are_told_as_data_to_whoever_saw_them() -> None:
    dice = "die wind: 1\ndie wave: 3\n"
    rules = turn("roll wind as a\nroll wave as b\nroll wind as c\nadd a + b + c to your money")
    (sentence,) = sentences(played(dice + rules))
    assert [(roll.die, roll.name, roll.faces) for roll in sentence.rolls] == [
        ("wind", "wind", ("1", "1")), ("wave", "wave", ("3",)),
    ]  # fmt: skip
    secret = turn("roll secretly wind as a\nadd 1 to your money")
    game = played(dice + secret)
    seen = [sentences(game, seat)[0].rolls[0].faces for seat in (0, 1)]
    assert seen == [("1",), ()]


CASES = """
kind deed: gain, rob
rule perform(d: deed) for gain:
    add 1 to your money
rule perform(d: deed) for rob:
    choose c from heap
    move c to your basket
"""


def test_cases_of_a_rule_are_causes_of_their_own() -> None:
    rules = turn("do perform(rob)\ndo perform(gain)") + CASES
    texts = [sentence.text for sentence in sentences(played(rules, "plum"), 1)][:2]
    assert texts == ["rob \u2013 plum goes to the basket of player 1", "gain \u2013 money of player 1 +1 (1)"]


def test_where_somebody_goes_is_told_once() -> None:
    rules = f"""\
        game walks for 2 players
        {CARDS}
        tile room
        room cabin
        room hold
        zone ship: grid 3 by 1 of room, public
        track place_of_it of each player: room or none starting none
        setup:
            move cabin to ship at place(ship, 1, 1)
            move hold to ship at place(ship, 2, 1)
        play:
            turns from first of players until yes:
                choose one:
                    walk(there in ship):
                        set your place_of_it to there
                        add 1 to your money
                may stop: say stopped
        """.replace("\n        ", "\n").lstrip()
    report = Report()
    program = compile_bundle(Bundle((Source("game.rules", rules),), {}, {}), report)
    assert program is not None, report.found
    game = Game.new(program)
    game.apply("walk(hold)")
    (sentence,) = sentences(game, 1)
    assert sentence.text == "walk: hold \u2013 money of player 1 +1 (1)" and sentence.head == "walk: hold"
    assert [change.counter for change in sentence.changes] == ["place_of_it:player1", "money:player1"]


def test_a_sentence_says_how_it_begins() -> None:
    (sentence,) = sentences(played(turn(TAKING), "take(plum)"))
    assert (sentence.head, sentence.yours) == ("take: plum", "plum goes to your basket; your money +3 (3)")
    (short,) = sentences(played(turn("choose one:\n    pass: set bank to 0\n    wait: say waited"), "pass"))
    assert short.text.startswith("pass") and short.head == ""


TURNING_UP = """
zone board: grid 2 by 1 of fruit, public
zone under of each place in board: pile of fruit, {seen}
setup:
    move apple to under of place(board, 1, 1)
play:
    turns from first of players:
        choose one:
            turn_up(spot in places(board) where under of it is not empty):
                move top of under of spot to board at spot
            wait: do nothing
        end game
"""


def test_what_lay_face_down_where_the_choice_says_is_told() -> None:
    """`turn up column 1, row 1` left open what lies there now; what lay there for all to see it does not."""
    (hidden, *_), (shown, *_) = (
        [line for line in told(played(TURNING_UP.replace("{seen}", seen), 0)) if "column 1" in line]
        for seen in ("hidden", "public")
    )
    assert "apple" in hidden and "apple" not in shown
