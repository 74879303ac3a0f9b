"""Rules that answer, names that change, values with `let` and one result, repeat until, turns by a value."""

from __future__ import annotations

import pytest

from interpreter.errors import RuleError
from interpreter.game import Game
from tests.helpers import small, started, trace, track

CLAIM = """
track coins of each player: number 0 to 99 starting 5
rule claim(player, n: number 0 to 9):
    if n is 7: end rule
    if coins of player is at least n:
        subtract n from coins of player
        answer yes
    answer no
"""


def test_an_answer_ends_the_rule_and_reaches_the_caller() -> None:
    game = started(CLAIM + """
play:
    if do claim(seat(1), 3): do note(1)
    else: do note(2)
    if do claim(seat(1), 3): do note(3)
    else if do claim(seat(2), 5): do note(4)
    let bought be do claim(seat(2), 1)
    if not bought: do note(5)
    do note(coins of seat(1))
    do claim(seat(1), 2)
    do note(coins of seat(1) + 6)
""")  # fmt: skip
    assert trace(game) == "14526"


def test_a_rule_that_ends_without_an_answer_answers_no_0_or_none() -> None:
    game = started(CLAIM + """
rule number_of(n: number 0 to 9):
    if n > 3: answer n
rule one_of(n: number 0 to 9):
    if n > 3: answer first of players
rule some_of(n: number 0 to 9):
    if n > 3: answer players
play:
    if do claim(seat(1), 7): do note(1)
    let a be do number_of(2)
    if a is 0: do note(2)
    let b be do number_of(5)
    do note(b)
    let c be do one_of(1)
    if c is none: do note(3)
    let d be do some_of(1)
    let e be do some_of(4)
    if d is empty: do note(count(e))
""")  # fmt: skip
    assert trace(game) == "2532"


def test_an_answer_leaves_loops_and_blocks_of_its_rule_only() -> None:
    game = started("""
rule find(n: number 0 to 9):
    for each k in 1 to 9:
        repeat:
            if k * k > n: answer k
            end loop
    answer 0
play:
    for each n in [3, 8, 0]:
        let k be do find(n)
        do note(k)
""")
    assert trace(game) == "231"


def test_somebody_can_be_asked_on_the_way_to_an_answer() -> None:
    body = (
        CLAIM
        + """
rule offer(player):
    may take_it by player: answer yes
    answer no
play:
    as seat(1):
        for each p in players:
            if do offer(p): do note(1)
            else: do note(2)
"""
    )
    game = started(body, (0, "yes"), (1, "no"))
    assert trace(game) == "12"


HOOKED = """
track coins of each player: number 0 to 99 starting 5
rule pay_up(n: number 0 to 9):
    do note(1)
    answer n * 2
play:
    let got be do pay_up(2)
    do note(got)
"""


LATER = "instead of pay_up(n) priority 2:\n    proceed\n    answer 6\n"


@pytest.mark.parametrize(
    ("hook", "expected"),
    [
        ("", "14"),
        ("instead of pay_up(n):\n    do note(3)\n    answer 9\n", "39"),
        ("instead of pay_up(n):\n    do note(3)\n    proceed\n", "314"),
        ("instead of pay_up(n):\n    proceed\n    do note(3)\n", "134"),
        ("instead of pay_up(n):\n    proceed\n    answer 8\n", "18"),
        ("instead of pay_up(n):\n    do note(3)\n", "30"),
        ("before pay_up(n): do note(5)\n", "514"),
        ("after pay_up(n): do note(5)\n", "154"),
        ("instead of pay_up(n) when n > 4: answer 9\n", "14"),
        ("instead of pay_up(n) priority 2:\n    proceed\ninstead of pay_up(n):\n    answer 7\n", "7"),
        ("instead of pay_up(n):\n    answer 7\n" + LATER, "6"),
    ],
)  # fmt: skip
def test_abilities_stand_between_an_answer_and_its_caller(hook: str, expected: str) -> None:
    assert trace(started(HOOKED + hook)) == expected


def test_answers_of_rules_inside_rules_are_not_mixed_up() -> None:
    game = started("""
rule inner(n: number 0 to 9): answer n + 1
rule outer(n: number 0 to 9):
    let a be do inner(n)
    do inner(7)
    let b be do inner(a)
    answer b
after outer(n):
    let noise be do inner(1)
play:
    let x be do outer(2)
    do note(x)
""")
    assert trace(game) == "4"


def test_an_answer_survives_a_copy_in_the_middle() -> None:
    body = (
        CLAIM
        + """
rule offer(player):
    may take_it by player: answer yes
    answer no
play:
    as seat(1):
        let taken be do offer(seat(2))
        may go_on: do note(1)
        if taken: do note(3)
"""
    )
    game = started(body, (1, "yes"))
    copy = game.copy()
    for each in (game, copy):
        each.apply("no", 0)
        assert trace(each) == "3"


# ---------------------------------------------------------------- names that change


def test_a_name_of_let_can_be_given_other_values() -> None:
    game = started("""
track coins of each player: number 0 to 9
play:
    set coins of seat(2) to 4
    let best be 0
    let who: player or none be none
    for each p in players:
        if coins of p > best:
            set best to coins of p
            set who to p
    add 3 to best
    subtract 1 from best
    do note(best)
    if who is seat(2): do note(1)
""")
    assert trace(game) == "61"


def test_a_name_belongs_to_its_rule_and_its_block() -> None:
    game = started("""
rule count_up(n: number 0 to 9):
    let k be n
    add 1 to k
    if n > 0: do count_up(n - 1)
    do note(k)
play:
    let k be 9
    do count_up(2)
    do note(k)
    for each n in 1 to 2:
        let fresh be 0
        add n to fresh
        do note(fresh)
""")
    assert trace(game) == "123912"


def test_a_copy_of_a_game_has_names_of_its_own() -> None:
    body = """
play:
    as seat(1):
        let k be 1
        repeat 2 times:
            may grow: add 1 to k
        do note(k)
"""
    game = started(body)
    game.apply("yes")
    other = game.copy()
    game.apply("yes")
    other.apply("no")
    assert (trace(game), trace(other)) == ("3", "2")


def test_a_typed_name_keeps_its_range() -> None:
    with pytest.raises(RuleError, match="range"):
        started("play:\n    let k: number 0 to 3 be 2\n    add 2 to k\n    do note(k)\n")


def test_a_value_with_let_and_one_result() -> None:
    game = started("""
value far(n: number 0 to 9):
    let double be n * 2
    let more be double + 1
    more * 2
play: set trace to far(3)
""")
    assert trace(game) == "14"


# ---------------------------------------------------------------- loops and turns


def test_repeat_until_runs_once_at_least_and_asks_afterwards() -> None:
    game = started("""
track k: number 0 to 9 starting 5
play:
    repeat until k > 3: do note(1)
    set k to 0
    repeat until k is 3:
        add 1 to k
        do note(k)
    repeat until no_such:
        do note(9)
        end loop
value no_such: k is 7
""")
    assert trace(game) == "11239"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("right(player)", "132132"),
        ("left(left(player))", "132132"),
        ("player", "111111"),
        ("(if player is seat(2) then seat(3) else seat(2))", "123232"),
    ],
)
def test_turns_by_a_value_follow_it(value: str, expected: str) -> None:
    body = f"""
track number_of of each player: number 0 to 9
setup:
    set number_of of seat(1) to 1
    set number_of of seat(2) to 2
    set number_of of seat(3) to 3
value next_one(player): {value}
play:
    turns from seat(1) by next_one until trace > 99999: do note(your number_of)
"""
    assert trace(Game.new(small(body, players="3"))) == expected


def test_the_words_of_a_die() -> None:
    seen = set()
    for seed in range(20):
        body = """
die wind: calm, wave, wave
play:
    roll wind as w
    do note((if w is calm then 1 else 2))
    roll 3 wind as some
    do note(count(some where it is wave) + 2)
    do note(count(every wind))
"""
        noted = trace(started(body, seed=seed))
        assert noted[2] == "2" and noted[1] in "2345"
        seen.add(noted[0])
    assert seen == {"1", "2"}


def test_what_lies_up_is_told_in_words() -> None:
    body = """
die wind: calm, calm
die heading: 1, 1
play:
    roll wind as w
    roll 2 wind as some
    roll heading as n
    do note(count(some where it is w) + n)
"""
    told = [event.text for event in started(body).events(player=0) if event.kind == "roll"]
    assert told == ["wind: calm", "wind: calm, calm", "heading: 1"]


def test_nature_chooses_the_words_of_a_die() -> None:
    body = "die wind: calm, wave\nplay:\n    roll wind as w\n    do note((if w is wave then 2 else 1))\n"
    game = Game.new(small(body), chance="exposed")
    assert [(option.key, option.label) for option in game.request().options] == [
        ("calm", "calm"),
        ("wave", "wave"),
    ]
    game.apply("wave")
    assert trace(game) == "2"


def test_what_must_hold_is_asked_when_the_setup_is_done() -> None:
    body = "track k: number 0 to 9\nsetup: set k to 3\nmust hold: k is {}\nplay: do note(k)\n"
    assert track(started(body.format(3)), "k") == "3"
    with pytest.raises(RuleError, match=r"game\.rules:\d+.*must hold"):
        started(body.format(4))


def test_a_payoff_may_be_a_fraction() -> None:
    game = started("play: win [seat(1)]\npayoff of p: (if p is seat(1) then 5 else 1) / 2\n")
    assert game.returns() == (2.5, 0.5)


def test_a_payoff_divided_by_nothing_is_a_rule_error() -> None:
    with pytest.raises(RuleError):
        started("track k: number 0 to 9\nplay: win [seat(1)]\npayoff of p: 3 / k\n").returns()


def test_a_name_of_let_can_be_a_set_that_grows() -> None:
    game = started("""
play:
    let some be [1, 2]
    for each n in 3 to 5: set some to some joined with [n]
    do note(count(some))
""")
    assert trace(game) == "5"


def test_turns_by_a_value_that_gives_none_are_over() -> None:
    body = """
value next_one(player):
    when player is seat(3): none
    otherwise: left(player)
play:
    turns from seat(1) by next_one: do note(1)
    do note(2)
"""
    assert trace(Game.new(small(body, players="3"))) == "1112"


def test_what_if_of_something_with_an_owner() -> None:
    game = started("""
track coins of each player: number 0 to 9
rule earn(player): add 1 to coins of player
play:
    if coins of seat(1) after earn(seat(1)) is 1: do note(1)
""")
    assert trace(game) == "1"
