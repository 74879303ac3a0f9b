"""Why an option is not there: the parts of its condition that do not hold, if the player may know that."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.playing.rules_in_words import RulesInWords
from interpreter.game import Game
from interpreter.game.refusing import values_of as of_type
from interpreter.knowledge.refusals import Failed
from rulelang.compile import compile_text
from rulelang.ir.instructions import Menu, chosen_types
from tests.helpers import definition, definition_folders, random_play

RULES = """
game shop for 2 players
card ware
ware lamp
ware rope
zone deck: pile of ware, hidden
zone shelf: line of ware, public
track money of each player: number 0 to 9 starting 2
track fate: number 0 to 9 starting 3 hidden
track turns_left: number 0 to 9 starting 9
value blessed: fate is 7
value can_pay(p: player, price: number 0 to 9): money of p >= price and shelf is not empty
setup:
    move lamp to deck
    move rope to shelf
play:
    turns from first of players until turns_left is 0:
        choose one:
            buy when can_pay(you, 5): move rope to deck
            lucky when fate is 7 and your money is 9: set turns_left to 0
            take(c in shelf) when your money > 3 and position of c is 1: move c to deck
            peek when deck is empty: set turns_left to 0
            spy when any c in deck where c is rope: set turns_left to 0
            pray when blessed and blessed: set turns_left to 0
            wait: subtract 1 from turns_left
ranking of p: highest money of p
"""
INSIDE_LEFT, INSIDE_RIGHT = ("inside", "left"), ("inside", "right")


def shop() -> Game:
    return Game.new(compile_text(RULES), 2, 1, forced="ask")


def test_parts_that_do_not_hold_are_found_with_their_numbers() -> None:
    game = shop()
    assert game.failed("buy", [INSIDE_LEFT, INSIDE_RIGHT], 0) == [Failed(INSIDE_LEFT, (2, 5))]
    assert game.failed("take", [("left",)], 0) == [Failed(("left",), (2, None), ("rope",))]
    assert game.failed("wait", [()], 0) == []


def test_what_is_hidden_is_not_told() -> None:
    game = shop()
    assert game.failed("lucky", [("left",), ("right",)], 0) == [Failed(("right",), (2, None))]
    assert game.failed("spy", [()], 0) == [], "it looks into a hidden zone"
    assert game.failed("take", [("right",)], 0) == [], "a position could be that of a hidden card"


def test_how_many_lie_hidden_is_no_secret() -> None:
    assert shop().failed("peek", [()], 0) == [Failed(())]


def test_what_is_hidden_stays_hidden_when_it_is_asked_twice() -> None:
    assert shop().failed("pray", [("left",), ("right",), ("left", "inside")], 0) == []


SHIP = """
game ship for 2 players
tile room:
    hot: number 0 to 6 starting 0
    cold: yes or no starting no
room bow
room deck
room hold
room attic
token hand
hand sailor, 6 copies
zone pile: pile of room, hidden
zone aboard: line of room, public
zone hands of each room: set of hand, public
track here: room or none starting none
track turns_left: number 0 to 9 starting 9
value enterable(r: room): r.hot < 5 and count(hands of r) < 3
setup:
    move hold to pile
    move attic to pile
    move bow to aboard
    move deck to aboard
    set here to bow
    set bow.hot to 5
    move first 3 of every hand to hands of deck
play:
    turns from first of players until turns_left is 0:
        choose one:
            walk(r in aboard where enterable(it)): set here to r
            guess(r in every room) when r.cold: set turns_left to 0
            wait: subtract 1 from turns_left
ranking of p: highest turns_left
"""
TEST, AMONG = ("pick0", "test", "inside"), ("pick0", "items", "among")


def test_of_what_an_option_would_be_taken_with_the_fact_that_is_false_is_found() -> None:
    game = Game.new(compile_text(SHIP), 2, 1, forced="ask")
    ways = [(*TEST, "left"), (*TEST, "right"), AMONG]
    assert game.failed("walk", ways, 0, "walk: deck") == [Failed((*TEST, "right"), (3, None), ("deck",))]
    assert game.failed("walk", ways, 0, "Walk  DECK") == [Failed((*TEST, "right"), (3, None), ("deck",))]
    assert game.failed("walk", ways, 0, "walk: bow") == [Failed((*TEST, "left"), (5, None), ("bow",))]
    assert Failed(AMONG, things=("hold",)) in game.failed("walk", ways, 0, "walk: hold")
    assert game.failed("walk", ways, 0, "walk: moon") == [], "there is no such room"


FORT = """
game fort for 2 players
kind deed: dig, sing, sleep
tile hall
hall attic
hall cellar
token rat
rat grey, 4 copies
zone halls: line of hall, public
zone rats of each hall: set of rat, public
track tired of each player: number 0 to 9 starting 0
track turns_left: number 0 to 9 starting 9
value crowded: any h in halls where count(rats of h) > 2
value may(p: player, what: deed):
    when crowded: helps(what, p)
    when tired of p > 5 and not easy(what): no
    otherwise: yes
value helps(what: deed, p: player) for dig: tired of p < 2
value easy(what: deed) for sleep: yes
value halls_with(n: number 0 to 4): halls where count(rats of it) >= n
value near(p: player):
    when tired of p is 0: halls
    otherwise: halls where rats of it is empty
setup:
    move every hall to halls
    move first 3 of every rat to rats of cellar
play:
    turns from first of players until turns_left is 0:
        choose one:
            dig when may(you, dig): move first 1 of rats of cellar to rats of attic
            sing when may(you, sing): set turns_left to 0
            go(h in near(you)): subtract 1 from turns_left
            flee(h in (near(you) where rats of it is empty) joined with halls_with(4)): set turns_left to 0
            hide(h in halls without halls_with(3)): set turns_left to 0
            rest: add 3 to your tired
ranking of p: highest tired of p
"""
CROWDED = ("inside", "witness")


def test_of_cases_the_one_that_applies_is_told_with_what_makes_it_apply() -> None:
    """Which case applies is a fact as well: there it is what holds, and for which thing, that is told."""
    game = Game.new(compile_text(FORT), 2, 1, forced="ask")
    way = ("when0", *CROWDED)
    assert game.failed("sing", [way, ("when1", "left"), ("case1",)], 0) == [
        Failed(way, (3, None), ("cellar",))
    ]
    assert game.failed("dig", [way, ("case0", "inside")], 0) == [], "it is allowed"
    for _ in range(2):  # both are tired now
        game.apply("rest")
        game.apply("rest")
    helps = ("case0", "inside")
    assert game.failed("dig", [helps, ("case1",)], 0) == [Failed(helps, (6, None))]
    game.apply("go(attic)")
    assert game.failed("go", [("pick0", "case1", "test")], 1, "go: cellar") == [
        Failed(("pick0", "case1", "test"), things=("cellar",))
    ]
    assert game.failed("go", [("pick0", "case0", "among")], 1, "go: cellar") == []


def test_of_sets_that_are_joined_or_taken_out_it_is_told_what_keeps_it_from_each() -> None:
    game = Game.new(compile_text(FORT), 2, 1, forced="ask")
    left, right = ("pick0", "left", "test"), ("pick0", "right", "inside", "test")
    both = [Failed(left, things=("cellar",)), Failed(right, (3, 4), ("cellar",))]
    assert game.failed("flee", [left, right], 0, "flee: cellar") == both
    assert game.failed("flee", [left, right], 0, "flee: attic") == [], "it is in one of them"
    out = ("pick0", "right", "among")
    assert game.failed("hide", [out], 0, "hide: cellar") == [Failed(out, things=("cellar",))]
    assert game.failed("hide", [out], 0, "hide: attic") == []


def test_nobody_else_is_told_and_wrong_ways_lead_nowhere() -> None:
    game = shop()
    assert game.failed("buy", [INSIDE_LEFT], 1) == []
    assert game.failed("buy", [("left",), ("inside", "inside")], 0) == []
    assert game.failed("no_such_option", [()], 0) == []


WAYS = [(), *((a,) for a in ("left", "right", "inside"))]
WAYS += [(*way, step) for way in WAYS[1:] for step in ("left", "right", "inside")]
WAYS += [("not",), ("witness",), ("only",), ("then",), ("other",), ("when0",), ("case0",), ("inside", "only")]


PICKED = [("pick0", *way) for way in [("among",), ("test",), ("items", "among"), ("inside", "among")]]
PICKED += [("pick0", "test", *way) for way in WAYS[1:]] + [("pick1", "among"), ("pick1", "test")]


@pytest.mark.parametrize("name", tuple(definition_folders()))
@given(seed=st.integers(0, 2**32 - 1), steps=st.integers(0, 60), other=st.integers(0, 2**32 - 1))
@settings(max_examples=5)
def test_games_that_differ_only_in_hidden_things_give_the_same_reasons(
    name: str, seed: int, steps: int, other: int
) -> None:
    rng = random.Random(seed)
    program = definition(name)
    game = Game.new(program, rng.randint(*program.players), seed)
    random_play(game, rng, steps)
    for player in game.deciding:
        pending = game.state.pending
        assert pending is not None
        instr = program.bodies[pending[2]].code[pending[3]]
        options = [entry.name for entry in instr.entries] if isinstance(instr, Menu) else ["nothing"]
        for number in range(2):
            twin = game.sample(player, other + number)
            for option in options:
                assert twin.failed(option, WAYS, player) == game.failed(option, WAYS, player)
                for named in ("", *labels(game, option, rng)):
                    ways = WAYS + PICKED + ways_of(name, game, player, option)
                    assert twin.failed(option, ways, player, named) == game.failed(
                        option, ways, player, named
                    )


@cache
def in_words(name: str) -> RulesInWords:
    return RulesInWords(definition_folders()[name], (), definition(name), "en")


def ways_of(name: str, game: Game, player: int, option: str) -> list[tuple[str, ...]]:
    """The ways that somebody who asks is told of."""
    request = game.request(player)
    assert request is not None
    return [fact.way for fact in in_words(name).facts(request.site, option)]


def labels(game: Game, option: str, rng: random.Random) -> list[str]:
    """An option with two things that it could be about, offered or not."""
    pending = game.state.pending
    assert pending is not None
    body = game.program.bodies[pending[2]]
    menu = body.code[pending[3]]
    if not isinstance(menu, Menu):
        return []
    entry = next(entry for entry in menu.entries if entry.name == option)
    types = chosen_types(entry.ways)
    known = [of_type(game, type_) for type_ in types]
    if not types or not all(known):
        return []
    words = game.words
    picked = [[rng.choice(values) for values in known] for _ in range(2)]
    shown = [[words.value(t, v) for t, v in zip(types, values, strict=True)] for values in picked]
    return [words.option(body.name, option, [*each]) for each in shown]
