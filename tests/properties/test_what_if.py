"""A question about what would be changes nothing that reaches anybody.

Two games of one definition, with the same seed and the same answers: in one the rules ask what would be after
rules that move, reveal, look at and cover cards, change tracks and win; in the other they do not ask.
"""

from __future__ import annotations

import random
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.game import Game
from rulelang.ir.nodes import Program
from tests.helpers import random_answer, small
from tests.properties.invented import CARDS, DEALT, OWN
from tests.properties.twins import looks, observed

SEEDS = st.integers(0, 2**32 - 1)
EXAMPLES = 12 if settings.get_current_profile_name() == "default" else settings.default.max_examples

ASKING = f"""
setting curious: yes or no default no
{CARDS}{OWN}{DEALT}
rule give(p: player, c: stone):
    move c to hand of p
rule show(c: stone):
    reveal c
    set marked of c to yes
    say shown_one with c
rule peek(c: stone):
    look at c
    cover c
rule sweep:
    move open to heap
    set shown to 9
    win players
rule plot(p: player, n: number 0 to 9):
    set plan of p to n
    set fate to n
whenever c enters heap:
    add 1 to bells
track bells: number 0 to 99
memory seen: open, shown

value wonder: curious and (worth_asking or any p in players where after_all(p))
value worth_asking: bells after sweep > 3 or (repeats(seen) after sweep) > 0
value after_all(p: player):
    let mine be hand of p
    let seen_then be any c in mine where c.marked after show(c)
    let given_then be any c in mine where count(hand of left(p)) after give(left(p), c) > 3
    let peeked be mine is not empty and count(hand of p) after peek(first of mine) > 9
    seen_then or given_then or peeked or (plan of p after plot(p, 3)) > 7

play:
    turns from first of players until deck is empty:
        if wonder: do nothing
        remember seen
        choose one:
            lay(c in your hand) when not curious or (count(open) after show(c)) >= 0: move c to open
            aside(c in your hand): move c to heap
            draw when deck is not empty:
                move top of deck to your hand
        if wonder: do nothing
        roll cube as face
        set shown to face
        each player secretly chooses n from 1 to 3
        if wonder: do nothing
        may tell: set shown to your n
"""


@cache
def asking() -> Program:
    return small(ASKING, players="2 to 3")


def started(seed: int, curious: bool) -> Game:
    players = random.Random(seed).randint(2, 3)
    return Game.new(asking(), players, seed, settings={"curious": "yes" if curious else "no"})


@given(seed=SEEDS)
@settings(max_examples=EXAMPLES, deadline=None)
def test_nothing_that_reaches_a_seat_differs_whether_it_was_asked(seed: int) -> None:
    rng = random.Random(seed)
    games = [started(seed, curious) for curious in (False, True)]
    for _ in range(40):
        if games[0].over:
            break
        answer, who = random_answer(games[0], rng)
        for game in games:
            game.apply(answer, who)
        one, two = games
        assert one.over == two.over
        for seat in range(one.setup.players):
            assert looks(one, seat) == looks(two, seat)
            assert [e.text for e in one.events(player=seat)] == [e.text for e in two.events(player=seat)]
    assert games[0].scores == games[1].scores


@given(seed=SEEDS)
@settings(max_examples=3, deadline=None)
def test_what_is_advised_and_dealt_does_not_differ(seed: int) -> None:
    rng = random.Random(seed)
    games = [started(seed, curious) for curious in (False, True)]
    for _ in range(rng.randint(1, 8)):
        if not games[0].over:
            answer, who = random_answer(games[0], rng)
            for game in games:
                game.apply(answer, who)
    for seat in range(games[0].setup.players):
        assert observed(games[0], seat) == observed(games[1], seat)


def test_it_is_asked_at_all() -> None:
    """The questions are there: with them a game takes more steps of the rules."""
    assert asking().settings[0].name == "curious"
    spent = []
    for curious in (False, True):
        game = started(3, curious)
        spent.append(game.state.left)
    assert spent[1] < spent[0]
