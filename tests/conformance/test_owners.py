"""Owners: two of them, places, names of cards; components that belong to somebody; who holds what."""

from __future__ import annotations

import pytest

from interpreter.game import Game
from tests.helpers import cards, keys, small, started, trace, track

TWO = """
kind town: rome, bern
kind germ: fever, flu
card ship:
    size: number 0 to 9
ship brig:
    size: 4
ship sloop, 2 copies:
    size: 1
zone sea: set of ship, public
zone shelf of each player and town: line of ship, seen by owner
zone dock of each town and player: set of ship, public
track sick of each town and germ: number 0 to 9
track trust of each player and player: number 0 to 9
setup: move every ship to sea
"""


def test_a_track_of_two_owners_has_one_value_for_each_pair() -> None:
    game = started(TWO + """
play:
    set sick(rome, flu) to 3
    add 2 to sick(bern, fever)
    subtract 1 from sick(rome, flu)
    do note(sick(rome, flu))
    do note(sick(bern, fever))
    do note(sum(sick(t, g) for each t in every town) + 1)
value g: fever
""")  # fmt: skip
    assert trace(game) == "223"
    assert [track(game, "sick", owner) for owner in ("rome, flu", "rome, fever")] == ["2", "0"]


def test_two_owners_of_one_type_are_not_the_same_turned_round() -> None:
    game = started(TWO + """
play:
    set trust(seat(1), seat(2)) to 5
    do note(trust(seat(1), seat(2)))
    do note(trust(seat(2), seat(1)) + 1)
    as seat(2): set your trust(seat(1)) to 7
    do note(trust(seat(2), seat(1)))
    do note(trust(seat(1), seat(2)))
""")  # fmt: skip
    assert trace(game) == "5175"


def test_your_stands_for_the_player_of_the_two() -> None:
    game = started(TWO + """
play:
    as seat(2):
        move brig to your shelf(bern)
        move first of sea to your dock(rome)
    do note(count(shelf(seat(2), bern)))
    do note(count(shelf(seat(2), rome)) + 5)
    do note(count(dock(rome, seat(2))))
    if player holding brig is seat(2) and town holding brig is bern: do note(8)
    if town holding (first of dock(rome, seat(2))) is rome: do note(9)
    if owner(brig) is seat(2): do note(3)
""")  # fmt: skip
    assert trace(game) == "151893"


def test_a_zone_of_two_owners_is_seen_by_its_player_alone() -> None:
    game = started("""
kind town: rome, bern
card ship
ship brig
ship sloop
zone deck: pile of ship, hidden
zone shelf of each player and town: line of ship, seen by owner
setup:
    move every ship to deck
    shuffle deck
play: move top of deck to shelf(seat(2), bern)
""")
    assert cards(game, "shelf", "player2, bern", player=1)[0] in ("brig", "sloop")
    assert cards(game, "shelf", "player2, bern", player=0) == (None,)


def test_whenever_names_both_owners() -> None:
    game = started(TWO + """
whenever c enters shelf of p and t when p is seat(2):
    if c is brig and t is bern: do note(1)
    if c is sloop and t is rome: do note(2)
whenever sick of t and g changes when g is flu:
    do note(sick(t, g))
    if t is bern: do note(9)
play:
    move brig to shelf(seat(2), bern)
    move first of sea to shelf(seat(1), rome)
    move first of sea to shelf(seat(2), rome)
    set sick(rome, fever) to 5
    set sick(rome, flu) to 3
    set sick(bern, flu) to 4
""")  # fmt: skip
    assert trace(game) == "12349"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_owners_work_for_any_number_of_players(players: int) -> None:
    program = small(
        TWO
        + """
play:
    for each p in players:
        for each q in players: set trust(p, q) to (if p is q then 1 else 2)
        set counted to counted + sum(trust(p, q) for each q in players)
    move brig to dock(bern, last of players)
    if player holding brig is last of players: do note(7)
track counted: number 0 to 99
""",
        players="2 to 4",
    )
    game = Game.new(program, players)
    assert track(game, "counted") == str(players + players * (players - 1) * 2)
    assert trace(game) == "7"


# ---------------------------------------------------------------- components of each

CUBES = """
kind colour: red, blue, green
token cube of each player, 3 copies
token flag of each colour
zone supply of each player: set of cube, public
zone mast: set of flag, public
zone sea: set of cube, public
"""


def test_components_of_each_player_say_whose_they_are() -> None:
    game = started(CUBES + """
setup:
    for each p in players: move every cube where player is p to supply of p
    move every flag where colour is not blue to mast
play:
    do note(count(supply of seat(1)))
    do note(count(every cube where player is seat(2)))
    do note(count(every flag))
    do note(count(mast))
    if all c in supply of seat(2) satisfy c.player is seat(2): do note(9)
    do note(count(different supply of seat(2)))
""")  # fmt: skip
    assert trace(game) == "333291"


def test_components_of_players_who_do_not_play_are_there_for_nobody() -> None:
    body = "setup:\n    for each p in players: move every cube where player is p to sea\nplay: end game\n"
    program = small(CUBES + body, players="2 to 4")
    assert len(Game.new(program, 2).view(0).zone("sea").cards) == 6
    assert len(Game.new(program, 4).view(0).zone("sea").cards) == 12


# ---------------------------------------------------------------- names of cards, defaults

WARES = {"wares.yaml": "salt: {price: 2, copies: 3}\nhemp: {copies: 2}\nsilk: {price: 7}\n"}
STOCK = """
card ware from "wares.yaml":
    price: number 1 to 9 default 4
zone stock of each name of ware: pile of ware, public
zone market: set of ware, public
track demand of each name of ware: number 0 to 9
"""


def stocked(body: str) -> Game:
    return Game.new(small(STOCK + body, tables=WARES))


def test_there_is_a_pile_for_each_name_whatever_its_copies() -> None:
    game = stocked("""
setup:
    for each c in every ware: move c to stock of c.name
play:
    do note(count(every name of ware))
    do note(sum(count(stock of w) for each w in every name of ware))
    do note(highest(count(stock of w) for each w in every name of ware))
    for each w in every name of ware where count(stock of it) is 2: add 1 to demand of w
    do note(sum(demand of w for each w in every name of ware))
    if all w in every name of ware satisfy (all c in stock of w satisfy c.name is w): do note(8)
""")
    assert trace(game) == "36318"


def test_a_column_that_is_left_out_has_its_default() -> None:
    game = stocked("""
setup: move every ware to market
play:
    do note(sum(c.price for each c in market where c is hemp))
    do note(lowest(c.price for each c in market))
    if all c in (market where it is hemp) satisfy c.price is 4: do note(5)
""")
    assert trace(game) == "825"


def test_of_those_that_look_alike_one_is_offered() -> None:
    game = stocked("""
setup: move every ware to market
play:
    as seat(1):
        choose c from different market
""")
    assert [key.partition("#")[0] for key in keys(game)] == ["salt", "hemp", "silk"]


def test_a_changing_field_makes_copies_look_different() -> None:
    game = Game.new(
        small(
            """
card ware from "wares.yaml":
    price: number 0 to 9
    dented: yes or no starting no
zone market: set of ware, public
setup: move every ware to market
play:
    do note(count(different market))
    set dented of first of market to yes
    do note(count(different market))
""",
            tables=WARES,
        )
    )
    assert trace(game) == "34"


def test_who_holds_what_follows_the_component() -> None:
    game = started("""
kind island: near, far
token pawn of each player
zone beach of each island: set of pawn, public
zone raft: set of pawn, public
play:
    for each p in every pawn: move p to beach of near
    let mine be first of every pawn
    if island holding mine is near: do note(1)
    move mine to beach of far
    if island holding mine is far: do note(2)
    move mine to raft
    if island holding mine is none: do note(3)
""")
    assert trace(game) == "123"


# ---------------------------------------------------------------- seen by others


def test_a_zone_seen_by_others_is_hidden_from_its_owner_alone() -> None:
    program = small(
        """
card firework
firework red
firework blue
firework green
zone deck: pile of firework, hidden
zone hand of each player: line of firework, seen by others
setup:
    move every firework to deck
    shuffle deck
play:
    for each p in players: move top of deck to hand of p
    as seat(1):
        may clue: reveal hand of seat(2) to seat(2)
    as seat(1):
        may wait: do nothing
""",
        players="3",
    )
    game = Game.new(program, seed=3)
    for player in range(3):
        for owner in range(3):
            shown = cards(game, "hand", f"player{owner + 1}", player)
            assert (shown[0] is None) is (player == owner)
    before = cards(game, "hand", "player2", 0)
    game.apply("yes")
    assert cards(game, "hand", "player2", 1) == before
    assert cards(game, "hand", "player1", 0) == (None,)
