"""Frames for a seat are the same for two games that differ only in what the seat cannot know."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import settings

from cli.web.live import Live
from interpreter.game import Game
from interpreter.knowledge.seeing import EVERYBODY
from tests.helpers import small
from tests.properties.twins import (
    chosen_otherwise,
    definitions,
    looks,
    moments,
    otherwise,
    side_by_side,
    twins,
)

NAMES = tuple(definitions())
GAMES = 2 if settings.get_current_profile_name() == "default" else 200
MANY = 4  # moments of each of many games
FIRST = 1_000  # the seed of the first of them
every_definition = pytest.mark.parametrize("name", NAMES)


def table(game: Game) -> Live:
    count = game.setup.players
    return Live(1, game, ("person",) * count, own=[0] * count)


def sent(game: Game, player: int, since: int) -> str:
    """Everything that can be sent to a seat now, as it goes over the wire, and what whoever watches is sent.

    Who watches sees only what all seats know, so this seat learns nothing by watching as well.
    """
    live, here = table(game), (True,) * game.setup.players
    frames: list[dict[str, Any]] = [live.frame(who, "en", since, False, here) for who in (player, EVERYBODY)]
    question = frames[0]["scene"]["question"]
    for option in (question["options"] if question else [])[:3]:
        if any("@" in ref for ref in option["about"]):
            frames.append(live.preview(player, "en", option["index"]))
    return json.dumps(frames)


def compare(name: str, seed: int, amount: int = 2) -> int:
    """How many pairs of frames were compared, at so many moments of one whole game."""
    rng = random.Random(seed)
    return sum(compare_at(game, seed, rng) for game in moments(name, seed, amount))


def compare_at(game: Game, seed: int, rng: random.Random) -> int:
    """Two deals that one seat cannot tell apart, and what comes of them; and what somebody chose unheard."""
    player, compared = rng.randrange(game.setup.players), 0
    pair = list(twins(game, player, 2, seed))
    if len(pair) == 2:
        one, two = pair
        two.state.rng = one.state.rng
        differ = one.state.freeze() != two.state.freeze()  # else nothing is hidden: it is the same game
        if differ:
            assert sent(one, player, 0) == sent(two, player, 0)
            compared += 1
        for first, second in side_by_side(one, two, player, rng, 6) if differ else ():
            assert sent(one, player, first) == sent(two, player, second)
            compared += 1
    chosen = otherwise(game)
    if chosen is not None:
        one, two, seat = chosen
        assert sent(one, seat, 0) == sent(two, seat, 0)
        compared += 1
    return compared


def compare_replays(name: str, seed: int) -> int:
    """Each moment of games that went on alike to their ends after somebody chose unheard: how many games."""
    rng, compared = random.Random(seed), 0
    for game in moments(name, seed, MANY):
        chosen = otherwise(game)
        if chosen is None:
            continue
        one, two, seat = chosen
        for _ in side_by_side(one, two, seat, rng, 400):
            pass
        if one.over and two.over and looks(one, seat) == looks(two, seat) and one.result == two.result:
            assert looked_at_again(one, seat) == looked_at_again(two, seat)
            compared += 1
    return compared


def looked_at_again(game: Game, seat: int) -> str:
    """A game that is over, as it is sent to a seat moment after moment."""
    live = table(game.restarted())
    for who, answer in game.answers:
        live.play(who, list(answer) if isinstance(answer, tuple) else answer, lambda who, given: None)
    steps = live.moment(seat, "en", 0)["steps"]
    return json.dumps([live.moment(seat, "en", step) for step in range(steps + 1)])


@every_definition
def test_frames_tell_nothing_hidden(name: str) -> None:
    for seed in range(2):
        compare(name, seed)


def test_something_is_compared() -> None:
    """In games whose secrets can be dealt anew at nearly every moment."""
    for name in ("kuhn_poker", "malacca", "oh_hell"):
        assert sum(compare(name, seed) for seed in range(4)) > 4, name


@every_definition
def test_replays_tell_nothing_hidden(name: str) -> None:
    for seed in range(2):
        compare_replays(name, seed)


def test_replays_are_compared() -> None:
    for name in ("recipe drafting", "invented secret rounds", "invented two owners"):
        assert sum(compare_replays(name, seed) for seed in range(6)) > 0, name


@pytest.mark.fuzz
@every_definition
def test_frames_tell_nothing_hidden_in_many_games(name: str) -> None:
    """One run over all definitions, with the numbers of pairs, is `python -m tests.web.leaks`."""
    for seed in range(FIRST, FIRST + GAMES):
        compare(name, seed, MANY)
        compare_replays(name, seed)


def test_a_frame_that_told_how_much_happened_would_be_found() -> None:
    """The comparison can fail: the count of events is hidden for a reason."""
    found = False
    for seed in range(30):
        pair = chosen_otherwise("invented numbers", seed, seed % 7)
        if pair is not None:
            one, two, seat = pair
            found = found or one.answers != two.answers
            assert sent(one, seat, 0) == sent(two, seat, 0)
    assert found


def test_looking_at_it_again_does_not_tell_how_often_others_decided_in_secret() -> None:
    """One of two players decides as often as it has secretly said; the other one sees none of it."""
    body = """
track plan of each player: number 0 to 9 starting 0 seen by owner
track shown: number 0 to 9 starting 0
play:
    as seat(2):
        choose n from 1 to 3
        set your plan to n
        repeat n times:
            choose secretly one:
                more: add 1 to your plan
                less: subtract 1 from your plan
    as seat(1):
        may end_it: set shown to 1
"""
    told, counts = [], []
    for wish in range(3):
        game = Game.new(small(body, players="2"), 2, seed=1)
        live = table(game)
        for seat, answer in ((1, wish), *[(1, 0)] * (wish + 1), (0, 0)):
            live.play(seat, answer, lambda seat, answer: None)
        assert live.game.over
        moments = [live.moment(0, "en", step) for step in range(9)]
        assert moments[0]["steps"] == moments[-1]["step"] > 0
        told.append(json.dumps(moments))
        counts.append(live.moment(1, "en", 0)["steps"])
    assert told[0] == told[1] == told[2]
    assert counts == sorted(set(counts))  # whoever decided sees every decision again
