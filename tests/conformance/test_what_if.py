"""What would be after a rule: asked in conditions, options and values, and nothing of it happens."""

from __future__ import annotations

import pytest

from interpreter.errors import RuleError
from interpreter.game import Game
from tests.helpers import cards, keys, small, started, trace, track

COINS = """
track coins of each player: number 0 to 9 starting 3
track total: number 0 to 99
rule earn(player, n: number 0 to 9):
    add n to coins of player
    add n to total
value rich(player): coins of player > 5
"""


@pytest.mark.parametrize(
    ("expression", "holds"),
    [
        ("rich(seat(1)) after earn(seat(1), 3)", True),
        ("rich(seat(1)) after earn(seat(1), 2)", False),
        ("rich(seat(1)) after earn(seat(2), 6)", False),
        ("(coins of seat(2)) after earn(seat(2), 4) is 7", True),
        ("total after earn(seat(1), 4) is 4", True),
        ("(total + coins of seat(1)) after earn(seat(1), 4) is 11", True),
        ("not rich(seat(1)) after earn(seat(1), 3)", False),
        ("any p in players where rich(p) after earn(p, 3)", True),
        ("all p in players satisfy rich(p) after earn(p, 3)", True),
        ("count(players where rich(it) after earn(seat(1), 3)) is 1", True),
        ("(total after earn(seat(1), 2)) + (total after earn(seat(1), 3)) is 5", True),
        ("((total after earn(seat(1), 2)) after earn(seat(2), 3)) is 5", True),
    ],
)
def test_what_would_be(expression: str, holds: bool) -> None:
    game = started(f"{COINS}play:\n    if {expression}: do note(1)\n    else: do note(2)\n")
    assert trace(game) == ("1" if holds else "2")
    assert [track(game, "coins", f"player{seat}") for seat in (1, 2)] == ["3", "3"]
    assert track(game, "total") == "0"


def test_you_are_the_same_in_what_would_be() -> None:
    game = started("""
track coins of each player: number 0 to 9
rule earn: add 2 to your coins
play:
    as seat(2):
        if your coins after earn is 2 and (coins of seat(1)) after earn is 0: do note(1)
""")
    assert trace(game) == "1"


CARDS = """
card ship:
    size: number 0 to 9
ship brig:
    size: 4
ship sloop:
    size: 1
ship raft:
    size: 2
zone hand of each player: set of ship, seen by owner
zone harbour: line of ship, public
zone board: grid 3 by 3 of ship, public
track met of each ship: number 0 to 9
whenever c enters harbour: add c.size to met of c
rule land(ship):
    move ship to start of harbour
    reveal hand of seat(1)
    say landed with ship
rule sink(ship): move ship to hand of seat(2)
"""


def state_of(game: Game) -> list[object]:
    return [(view.zones, view.tracks) for view in map(game.view, range(2))]


def test_nothing_is_moved_told_or_learnt() -> None:
    body = (
        CARDS
        + """
setup:
    move brig to hand of seat(1)
    move sloop to hand of seat(2)
    move raft to harbour
play:
    as seat(1):
        may start: do nothing
        {}
        may stop: do nothing
"""
    )
    plain = started(body.format("if yes: do note(1)"), "no")
    asked = started(
        body.format(
            "if count(harbour) after land(brig) is 2 and (met of brig) after land(brig) is 4: do note(1)"
        ),
        "no",
    )
    assert trace(asked) == "1"
    assert state_of(asked) == state_of(plain)
    for player in range(2):
        told = [str(event) for event in asked.events(player=player)]
        assert told == [str(event) for event in plain.events(player=player)]
    assert cards(asked, "hand", "player1", player=1) == cards(plain, "hand", "player1", player=1)


def test_options_can_be_limited_by_what_would_be() -> None:
    body = (
        CARDS
        + """
setup: move every ship to hand of seat(1)
value heavy: sum(c.size for each c in harbour) > 3
play:
    as seat(1):
        repeat 2 times:
            choose one:
                go(c in your hand) when not heavy after land(c):
                    do land(c)
                stay: do nothing
"""
    )
    game = started(body)
    first = keys(game)
    assert len(first) == 3
    assert not any("brig" in key for key in first) and any("raft" in key for key in first)
    game.apply(next(key for key in first if "raft" in key))
    assert any("sloop" in key for key in keys(game)) and not any("brig" in key for key in keys(game))
    assert trace(game) == "0"


def test_abilities_take_part_in_what_would_be() -> None:
    game = started(COINS + """
after earn(player, n) when n > 1: add 1 to coins of player
instead of earn(player, n) when player is seat(2): add 9 to total
change rich(player) when total > 5: result or player is seat(2)
play:
    if (coins of seat(1)) after earn(seat(1), 2) is 6: do note(1)
    if (coins of seat(2)) after earn(seat(2), 2) is 3: do note(2)
    if rich(seat(2)) after earn(seat(2), 2): do note(3)
    if not rich(seat(2)): do note(4)
""")  # fmt: skip
    assert trace(game) == "1234"


def test_a_rule_that_ends_the_game_can_be_imagined() -> None:
    game = started(COINS + """
whenever coins of p changes when coins of p > 7: win [p]
play:
    if (coins of seat(1)) after earn(seat(1), 6) is 9: do note(1)
    do note(2)
    as seat(1):
        may go_on: do note(3)
""")  # fmt: skip
    assert not game.over
    assert trace(game) == "12"


def test_a_mistake_in_what_would_be_is_a_rule_error_with_a_line() -> None:
    with pytest.raises(RuleError, match=r"game\.rules:\d+.*range"):
        started(f"{COINS}play:\n    if rich(seat(1)) after earn(seat(1), 9): do note(1)\n")


def test_a_rule_with_an_answer_can_be_imagined() -> None:
    game = started("""
track coins: number 0 to 9 starting 3
rule buy(n: number 0 to 9):
    if n > coins: answer no
    subtract n from coins
    answer yes
play:
    if coins after buy(2) is 1 and coins after buy(5) is 3: do note(1)
    let ok be do buy(2)
    if ok: do note(coins + 1)
""")
    assert trace(game) == "12"


def test_hidden_things_do_not_come_out_through_what_would_be() -> None:
    """Two games that differ only in what seat 1 cannot see show seat 1 the same, whatever is imagined."""
    body = """
card ship:
    size: number 0 to 9
ship brig:
    size: 4
ship sloop:
    size: 1
zone deck: pile of ship, hidden
zone hand of each player: set of ship, seen by owner
zone sea: set of ship, public
setup:
    move every ship to deck
    shuffle deck
play:
    move top of deck to hand of seat(2)
    as seat(2):
        if count(sea) after sail is 1: say could_sail
        may go_on: do nothing
rule sail: move your hand to sea
"""
    shown = set()
    hidden = set()
    for seed in range(12):
        game = Game.new(small(body), seed=seed)
        view = game.view(0)
        shown.add((str(view.zones), str(view.tracks), str([str(event) for event in game.events(player=0)])))
        hidden.add(cards(game, "hand", "player2", player=1))
    assert len(hidden) == 2 and len(shown) == 1
