"""A single option is taken without asking only where nobody learns something from it."""

from __future__ import annotations

import pytest

from interpreter.game import Game
from tests.helpers import ROOT, compile_folder, random_play, small

ROLES = """
card role_card:
    bad: yes or no
role_card loyal, 2 copies:
    bad: no
role_card traitor:
    bad: yes
zone roles: pile of role_card, hidden
zone role of each player: set of role_card, seen by owner
value deeds(p: player): every deed where it is help or any c in role of p where c.bad
kind deed: help, spoil
setup:
    move every role_card to roles
    shuffle roles
    for each p in players: move top of roles to role of p
"""
WAYS = {
    "choose": "choose what from deeds(you)",
    "through a value": "let some be deeds(you)\n        choose what from some",
    "choose one": (
        "choose one:\n            good: do nothing\n"
        "            evil when any c in your role where c.bad: do nothing"
    ),
    "several": "choose exactly 1 what from deeds(you)",
    "through a rule": "do deed_of(deeds(you))",
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_that_somebody_is_asked_does_not_tell_a_role(way: str) -> None:
    body = ROLES + f"play:\n    for each p in players:\n      as p:\n        {way}\n"
    body += "rule deed_of(some: set of deed):\n    choose what from some\n"
    for seed in range(8):
        game = Game.new(small(body, players="3"), seed=seed)
        asked = []
        while not game.over:
            asked.append(game.deciding)
            game.apply([0] if game.request().several else 0)
        assert asked == [(0,), (1,), (2,)]


def test_all_are_asked_in_a_secret_round() -> None:
    body = ROLES + "play:\n    each player secretly chooses what from deeds(you)\n"
    for seed in range(8):
        assert Game.new(small(body, players="3"), seed=seed).deciding == (0, 1, 2)


OPEN = {
    "a number that everybody can tell": "choose n from 1 to count(players) - 2\n        do note(n)",
    "all of an open zone": "move first of row to table_\n        choose c from row\n        move c to table_",
    "the only card of a hand": "move first of row to your hand\n        choose c from your hand",
    "what was just shown": (
        "move first of row to hidden_\n        pick 1 c at random from hidden_\n        reveal c\n"
        "        choose d from c"
    ),
}


@pytest.mark.parametrize("way", OPEN.values(), ids=OPEN)
def test_what_everybody_can_count_is_taken_without_asking(way: str) -> None:
    body = """
card coin
coin gold, 2 copies
zone row: line of coin, public
zone table_: line of coin, public
zone hidden_: line of coin, hidden
zone hand of each player: set of coin, seen by owner
setup: move every coin to row
"""
    game = Game.new(small(f"{body}play:\n    as seat(1):\n        {way}\n", players="3"))
    assert game.over


def test_the_old_ways_can_be_asked_for() -> None:
    body = ROLES + "play:\n    each player secretly chooses what from deeds(you)\n"
    for seed in range(8):
        assert len(Game.new(small(body, players="3"), seed=seed, forced="take").deciding) == 1
        assert len(Game.new(small(body, players="3"), seed=seed, forced="ask").deciding) == 3


def test_in_the_recipe_of_the_traitor_everybody_is_always_asked() -> None:
    import random

    program = compile_folder(ROOT / "docs" / "cookbook" / "hidden_traitor")
    for seed in range(20):
        game, rng = Game.new(program, 4, seed), random.Random(seed)
        while not game.over:
            assert game.deciding == (0, 1, 2, 3)
            random_play(game, rng, 4)


NOTHING = """
play:
    for each p in players:
        as p:
            choose one:
                WAYS
                spoil(c in your role where c.bad): do nothing
"""


def asked_in(ways: str, seed: int) -> list[tuple[int, ...]]:
    game = Game.new(small(ROLES + NOTHING.replace("WAYS", ways), players="3"), seed=seed)
    asked = []
    while not game.over:
        asked.append(game.deciding)
        game.apply(0)
    return asked


def test_nothing_to_choose_asks_nobody_and_an_option_that_is_always_there_hides_it() -> None:
    """With nothing to choose nobody is asked, by the rules of the language: who hides it can pass."""
    assert {len(asked_in("", seed)) for seed in range(12)} == {1}
    for seed in range(12):
        assert asked_in("pass: do nothing", seed) == [(0,), (1,), (2,)]
