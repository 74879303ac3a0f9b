"""Games of the facade on both backends: nobody who uses it can tell them apart.

In: every definition. Out: the same positions, questions, options, events, views, deals, results and saves,
decision by decision, however a game came to be where it is: played, copied, dealt or pickled.
"""

from __future__ import annotations

import os
import pickle
from random import Random
from typing import Any

import pytest

from interpreter.errors import IllegalAnswer
from interpreter.game import Game
from interpreter.native.playing import NativePosition
from interpreter.pending import own
from tests.helpers import ROOT, all_definitions, compile_folder, small

LONG = os.environ.get("RULELANG_FUZZ") == "long"
SEEDS = range(40 if LONG else 2)
MOST = 400 if LONG else 60
RECIPES = sorted(folder.name for folder in (ROOT / "docs" / "cookbook").iterdir() if folder.is_dir())


def both(program: Any, players: int, seed: int, **more: Any) -> tuple[Game, Game]:
    games = [Game.new(program, players, seed, backend=name, **more) for name in ("python", "native")]
    assert isinstance(games[1].state, NativePosition)
    return games[0], games[1]


def answer_to(game: Game, dice: Random) -> tuple[int, Any]:
    player = dice.choice(game.deciding)
    asked = own(game.state.pending, None if player < 0 else player)
    if asked[0] != "several":
        return player, dice.randrange(len(asked[4]))
    return player, tuple(dice.sample(range(len(asked[4])), dice.randint(asked[6], asked[7])))


def same_at_a_glance(one: Game, two: Game) -> None:
    assert one.deciding == two.deciding
    assert one.choices == two.choices
    assert one.over == two.over
    assert one.state.simple == two.state.simple
    assert one.state.pending == two.state.pending


def same_to_everybody(one: Game, two: Game, since: int) -> None:
    assert one.event_count == two.event_count
    assert one.state.freeze() == two.state.freeze()
    assert one.state.told == two.state.told
    assert one.steps == two.steps
    for player in (None, *range(one.setup.players)):
        assert one.events(since, player, marks=True) == two.events(since, player, marks=True)
        assert one.view(player) == two.view(player)
        assert one.scores_for(player) == two.scores_for(player)
    for player in one.deciding:
        asked, also = one.request(player), two.request(player)
        assert asked is not None and also is not None
        assert [(o.key, o.label) for o in asked.options] == [(o.key, o.label) for o in also.options]


def compare(program: Any, players: int, seed: int, **more: Any) -> None:
    one, two = both(program, players, seed, **more)
    dice, since = Random(seed), 0
    for number in range(MOST):
        same_at_a_glance(one, two)
        if number % 7 == 0 or one.over:
            same_to_everybody(one, two, since)
            since = one.event_count
        if one.over:
            break
        player, answer = answer_to(one, dice)
        if dice.random() < 0.1:
            two = two.copy()
        if dice.random() < 0.05:
            two = pickle.loads(pickle.dumps(two))
        one.apply(answer, player)
        two.apply(answer, player)
    assert one.answers == two.answers
    assert one.save() == two.save()
    assert one.result == two.result and one.returns() == two.returns()


@pytest.mark.parametrize("name", list(all_definitions()))
def test_every_definition(name: str) -> None:
    program = all_definitions()[name]
    for players in {program.players[0], program.players[1]}:
        for seed in SEEDS:
            forced = ("safe", "take", "ask")[(seed + players) % 3]
            compare(program, players, seed, forced=forced, chance="exposed" if seed % 4 == 1 else "seeded")


@pytest.mark.parametrize("name", RECIPES)
def test_every_recipe(name: str) -> None:
    program = compile_folder(ROOT / "docs" / "cookbook" / name)
    compare(program, program.players[0], 3)


@pytest.mark.parametrize("name", ["dead_mans_draw", "malacca", "barracuda", "lines_of_action", "kuhn_poker"])
def test_deals_and_samples_are_the_same(name: str) -> None:
    program = all_definitions()[name]
    one, two = both(program, program.players[0], 5)
    dice = Random(5)
    for number in range(12):
        if one.over:
            break
        for player in one.deciding:
            mine, other = one.deal(player, number), two.deal(player, number)
            assert (mine is None) == (other is None)
            if mine is not None and other is not None:
                assert mine.freeze() == other.freeze()
                answer = answer_to(mine, Random(number))
                mine.apply(answer[1], answer[0])
                other.apply(answer[1], answer[0])
                assert mine.freeze() == other.freeze()
        player, answer = answer_to(one, dice)
        one.apply(answer, player)
        two.apply(answer, player)


def test_games_that_wait_for_chance_take_turns() -> None:
    """What chance can do is asked of a position that was not the last one to be played."""
    program = all_definitions()["kuhn_poker"]
    games = [Game.new(program, 2, 1, chance="exposed", backend="native") for _ in range(3)]
    games[1].apply(0)
    games[2].apply(2)
    games[2].apply(1)
    copied = games[0].copy()
    for game, count in ((games[0], 3), (copied, 3), (games[1], 2)):
        request = game.request()
        assert request is not None and len(request.options) == game.choices == count


def test_copies_go_their_own_ways() -> None:
    program = all_definitions()["dead_mans_draw"]
    _, game = both(program, 2, 1)
    before = game.freeze()
    other = game.copy()
    while not other.over:
        other.apply(0)
    assert game.freeze() == before and not game.over
    third = game.copy()
    third.apply(0)
    game.apply(0)
    assert third.freeze() == game.freeze()


def test_a_wrong_answer_changes_nothing() -> None:
    program = all_definitions()["dead_mans_draw"]
    _, game = both(program, 2, 1)
    before = game.freeze()
    for wrong in (-1, 99, (0, 1), "no such option"):
        with pytest.raises(IllegalAnswer):
            game.apply(wrong)
    assert game.freeze() == before
    game.apply(0)


MISTAKEN = """
track n: number 0 to 3
play:
    repeat:
        as seat(1):
            choose one:
                more:
                    add 1 to n
                stop:
                    win players
"""


def test_a_mistake_in_the_rules_leaves_the_game_as_it_was() -> None:
    from interpreter.errors import RuleError

    program = small(MISTAKEN, players="1")
    one, two = both(program, 1, 0)
    said = []
    for game in (one, two):
        for _ in range(3):
            game.apply(0)
        before = game.freeze()
        with pytest.raises(RuleError) as error:
            game.apply(0)
        said.append((str(error.value), error.value.site))
        assert game.freeze() == before
        game.apply(1)
        assert game.over and game.event_count
    assert said[0] == said[1] and one.events() == two.events()


def test_threads_play_the_same() -> None:
    from concurrent.futures import ThreadPoolExecutor

    program = all_definitions()["sea_salt_and_paper"]

    def play(seed: int) -> Any:
        game = Game.new(program, 2, seed % 4, backend="native", events=False)
        dice = Random(seed % 4)
        for _ in range(150):
            if game.over:
                break
            player, answer = answer_to(game, dice)
            game.apply(answer, player)
        return game.freeze()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(play, range(12)))
    assert found[:4] * 3 == found


@pytest.mark.parametrize("program", [pytest.param(p, id=n) for n, p in all_definitions().items()])
def test_a_view_shows_its_moment_whenever_it_is_read(program: Any) -> None:
    """A view of a native position is looked at when it is read, which may be after the game went on."""
    players = program.players[0]
    one, two = both(program, players, 3)
    dice, views = Random(3), []
    for _ in range(12):
        if one.over:
            break
        views.append([(one.view(player), two.view(player)) for player in (None, *range(players))])
        player, answer = answer_to(one, dice)
        one.apply(answer, player)
        two.apply(answer, player)
    two = two.copy()
    for of_all in views:
        for first, second in of_all:
            assert first == second
            assert first.active == second.active
