"""Sets that behave: ranges, listings, names in their own where, doubles; swap; the longest way."""

from __future__ import annotations

import random
from functools import cache

import pytest

from interpreter.game import Game
from tests.helpers import cards, keys, small, started, trace, track

FRUIT = """
card fruit:
    size: number 0 to 9
fruit apple, 2 copies:
    size: 3
fruit pear:
    size: 1
fruit fig:
    size: 2
zone bowl: line of fruit, public
zone crate: line of fruit, public
zone plate: grid 3 by 3 of fruit, public
track n: number -9999 to 9999
setup: move every fruit to bowl
"""


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sum([f.size for each f in bowl])", 9),
        ("count([f.size for each f in bowl])", 4),
        ("count([f.size for each f in bowl where f.size > 1])", 3),
        ("[f.size * 2 for each f in bowl] at 2", 2),
        ("count([f.size for each f in bowl] joined with [9])", 5),
        ("count(gather([f.size] for each f in bowl))", 3),
        ("count([1, 2] joined with [2, 3, 3])", 3),
        ("count((1 to 6) without [2, 3])", 4),
        ("count(1 to 6 without [2, 3])", 4),
        ("count(1 to 3 joined with [7] without [2])", 3),
        ("count(1 to 6 where it > 2)", 4),
        ("(if 4 in 1 to 6 then 1 else 0)", 1),
        ("(if 7 not in 1 to 6 then 1 else 0)", 1),
        ("(if any k in 1 to 8 where k > 7 then 1 else 0)", 1),
        ("(if all k in 1 to 8 satisfy k < 8 then 1 else 0)", 0),
        ("(if no k in 1 to n where k > 3 then 1 else 0)", 1),
        ("sum((1 to 4) joined with [4, 5])", 15),
        ("count((3 to 2))", 0),
        ("first of (4 to 6)", 4),
        ("sum(last 2 of (4 to 6))", 11),
        ("count(those k in (1 to 9) where k mod 3 is 0)", 3),
        ("(if 4 in (1 to 6) then 1 else 0)", 1),
        ("(if any k in (1 to 3) where k * k is 4 then 1 else 0)", 1),
        ("(if all k in (1 to 3) satisfy k < 3 then 1 else 0)", 0),
        ("count(bowl where any k in (2 to 3) where size is k)", 3),
        ("sum(f.size for each f in bowl where f.size > 1)", 8),
        ("count(different bowl)", 3),
        ("count(different (bowl where size is 3))", 1),
        ("count(different crate)", 0),
        ("sum(f.size for each f in different bowl)", 6),
        ("count(bowl while size is 3)", 2),
        ("count(bowl up to size is 1)", 3),
        ("count(bowl while size < 3)", 0),
        ("count(crate up to size is 1)", 0),
    ],
)
def test_values_of_sets(expression: str, value: int) -> None:
    assert track(started(f"{FRUIT}play: set n to {expression}\n"), "n") == str(value)


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("choose f from bowl where f.size is 3", 2),
        ("choose f from bowl where it.size is 3", 2),
        ("choose f from bowl where size is 3 and f is apple", 2),
        ("choose f from different (bowl where f.size > 1)", 2),
        ("choose k from (1 to 4) without [2]", 3),
    ],
)
def test_a_name_stands_for_it_in_its_own_where(line: str, options: int) -> None:
    game = started(f"{FRUIT}play:\n    as seat(1):\n        {line}\n")
    assert len(keys(game)) == options


def test_own_names_in_loops_options_picks_and_secrets() -> None:
    body = (
        FRUIT
        + """
play:
    for each f in bowl where f.size is 2: do note(f.size)
    pick f at random from bowl where f.size is 1
    do note(f.size)
    each player secretly chooses g from bowl where g.size is 2
    do note(size of (g of seat(2)))
    as seat(1):
        choose one:
            take(h in bowl where h.size is 3): do note(3)
            leave: do note(9)
"""
    )
    game = started(body)
    assert trace(game) == "212" and len(keys(game)) == 3


# ---------------------------------------------------------------- swap


def test_two_cards_of_two_lines_change_places() -> None:
    game = started(FRUIT + """
play:
    move fig to crate
    move pear to start of crate
    swap first of bowl with last of crate
    if position of fig is 1 and fig in bowl: do note(1)
    if position of (last of crate) is 2: do note(2)
""")  # fmt: skip
    assert [key and key.partition("#")[0] for key in cards(game, "bowl")] == ["fig", "apple"]
    assert [key and key.partition("#")[0] for key in cards(game, "crate")] == ["pear", "apple"]
    assert trace(game) == "12"


def test_two_stones_of_a_grid_change_places_and_none_does_nothing() -> None:
    game = started(FRUIT + """
value here: place(plate, 1, 1)
value there: place(plate, 3, 2)
play:
    move fig to plate at here
    move pear to plate at there
    swap fig with pear
    if place_of(fig) is there and place_of(pear) is here: do note(1)
    swap fig with first of bowl
    if fig in bowl and position of fig is 1 and plate at there is apple: do note(2)
    swap fig with first of crate
    swap first of crate with fig
    if fig in bowl and position of fig is 1: do note(3)
    swap fig with fig
    if fig in bowl and position of fig is 1: do note(4)
""")  # fmt: skip
    assert trace(game) == "1234"


def test_swapped_cards_are_known_only_to_those_who_see_them() -> None:
    program = small("""
card ship
ship brig
ship sloop
ship raft
zone deck: pile of ship, hidden
zone hand of each player: set of ship, seen by owner
setup:
    move every ship to deck
    shuffle deck
play:
    for each p in players: move top of deck to hand of p
    swap first of hand of seat(1) with first of hand of seat(2)
""")
    for seed in range(6):
        game = Game.new(program, seed=seed)
        for player in range(2):
            assert cards(game, "hand", f"player{player + 1}", player)[0] is not None
    # who has given a card away knows where it went
    assert cards(game, "hand", "player2", 0)[0] is not None


# ---------------------------------------------------------------- the longest way


def longest(links: list[tuple[int, int, int]]) -> int:
    """Brute force, written apart from the interpreter: every way from every place, each link once."""

    @cache
    def onward(here: int, used: frozenset[int]) -> int:
        best = 0
        for number, (one, other, length) in enumerate(links):
            if number not in used and here in (one, other):
                there = other if here == one else one
                best = max(best, length + onward(there, used | {number}))
        return best

    return max((onward(place, frozenset()) for link in links for place in link[:2]), default=0)


def network(links: list[tuple[int, int, int]]) -> Game:
    rows = "".join(
        f"l{number}: {{one: t{one}, other: t{other}, length: {length}}}\n"
        for number, (one, other, length) in enumerate(links)
    )
    body = """
kind town: t0, t1, t2, t3, t4
token rail from "rails.yaml":
    one: town
    other: town
    length: number 0 to 9 default 1
zone built: set of rail, public
track by_length: number 0 to 999
track by_links: number 0 to 999
value ends(rail): [rail.one, rail.other]
value long(rail): rail.length
setup: move every rail to built
play:
    set by_length to longest way in built by ends adding long
    set by_links to longest way in built by ends
"""
    return Game.new(small(body, tables={"rails.yaml": rows}))


@pytest.mark.parametrize("seed", range(25))
def test_the_longest_way_is_that_of_a_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    links = []
    for _ in range(rng.randint(1, 8)):
        one, other = rng.sample(range(5), 2)
        links.append((one, other, rng.randint(1, 6)))
    game = network(links)
    assert track(game, "by_length") == str(longest(links))
    assert track(game, "by_links") == str(longest([(one, other, 1) for one, other, _ in links]))


@pytest.mark.parametrize(
    ("links", "length"),
    [
        ([(0, 1, 3)], 3),
        ([(0, 1, 3), (2, 3, 4)], 4),  # two pieces do not add up
        ([(0, 1, 2), (1, 2, 2), (2, 0, 2)], 6),  # a ring is walked all round
        ([(0, 1, 1), (0, 2, 2), (0, 3, 4)], 6),  # of a star two arms
        ([(0, 1, 1), (0, 1, 5), (1, 2, 1)], 7),  # two lines between the same places
        (
            [(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 1), (3, 4, 1), (4, 0, 1)],
            6,
        ),  # a place may be passed again
    ],
)
def test_known_longest_ways(links: list[tuple[int, int, int]], length: int) -> None:
    assert longest(links) == length
    assert track(network(links), "by_length") == str(length)


def test_a_swap_wakes_what_waits_for_cards_coming_in() -> None:
    game = started(
        FRUIT
        + """
whenever c enters crate: do note(c.size)
play:
    move pear to crate
    swap pear with fig
"""
    )
    assert trace(game) == "12"


RANGES = """
track n: number 0 to 99
value low(k: number 0 to 9): 1 to k
rule size(s: list of number 0 to 9): answer count(s)
play:
    as seat(1):
        let some be 2 to 4
        let odd be those k in 1 to 9 where k mod 2 is 1
        let many be do size(1 to 3)
        add many to n
        for each k in 1 to 3 where k is not 2: add k to n
        add count(some) + count(odd) + count(low(4)) to n
        choose j from 1 to 5 where it is not 3
        choose one:
            bid(b in 1 to 4 where b > j): add b to n
            fold: do nothing
"""


def test_a_range_stands_wherever_a_set_can() -> None:
    game = started(RANGES)
    assert keys(game) == ("1", "2", "4", "5")
    game.apply("2")
    assert keys(game) == ("bid(3)", "bid(4)", "fold")
    assert track(game, "n") == str(3 + 4 + 3 + 5 + 4)


def test_a_component_that_nothing_else_is_said_of_is_a_single_one() -> None:
    game = started("""
token captain
zone chair: set of captain, public
setup: move every captain to chair
play:
    do note(count(every captain))
    if captain in chair: do note(5)
""")
    assert trace(game) == "15"


def test_the_words_of_a_die_are_a_type_for_fields_and_settings() -> None:
    game = started("""
token seed:
    likes: weather
seed fern:
    likes: rain
die weather: sun, rain, rain
setting start: weather default sun
track now: weather
play:
    do note(count(every seed where likes is rain))
    set now to start
    if now is sun: do note(2)
""")
    assert trace(game) == "12"
