"""Each bot plays every game; the searching one plays well; budgets, clocks, and bots that others bring."""

from __future__ import annotations

import gc
from importlib.metadata import EntryPoint
from time import process_time

import pytest
from hypothesis import settings

import interpreter.bots
from interpreter.bots import UnknownBot, bot_names, make_bot
from interpreter.bots.search_bot import SearchBot
from interpreter.game import Game
from interpreter.game.requests import NATURE
from tests.helpers import definition, definition_folders, started

LONG = settings.get_current_profile_name() == "long"


def play(game: Game, bots: list, limit: int = 10_000) -> Game:
    for _ in range(limit):
        if game.over:
            break
        player = game.deciding[0]
        game.apply(bots[player].choose(game, player), player)
    return game


def wins(name: str, bot: str, games: int, against: str = "random") -> int:
    """How often the bot wins alone, from each seat in turn."""
    won = 0
    for number in range(games):
        seat = number % 2
        bots = [make_bot(bot if s == seat else against, number * 1_000_003 + s + 1) for s in (0, 1)]
        result = play(Game.new(definition(name), 2, number, events=False), bots).result
        assert result is not None
        won += result.winners == (seat,)
    return won


@pytest.mark.parametrize("name", definition_folders())
@pytest.mark.parametrize("bot", ["random", "greedy", "search:4"])
def test_each_bot_plays_every_game(name: str, bot: str) -> None:
    program = definition(name)
    for players in sorted(set(program.players)):
        game = Game.new(program, players, 7, events=False)
        play(game, [make_bot(bot, seat) for seat in range(players)], limit=24)


@pytest.mark.parametrize("bot", ["greedy", "search:3"])
def test_whole_games(bot: str) -> None:
    for name in ("tic_tac_toe", "kuhn_poker", "lantern_walk", "dead_mans_draw"):
        assert play(Game.new(definition(name), seed=2), [make_bot(bot, s) for s in (0, 1)]).over


# Between equals so many wins come less than once in 150 times. The games are the same each time, so these
# tests do not fail by chance.


def test_search_beats_random_in_a_push_your_luck_game() -> None:
    assert wins("lantern_walk", "search:24", 24) >= 19


def test_search_beats_random_with_more_to_decide() -> None:
    assert wins("dead_mans_draw", "search:16", 20) >= 16


def test_search_sees_a_row_of_three() -> None:
    assert wins("tic_tac_toe", "search:60", 30) >= 24


@pytest.mark.fuzz
@pytest.mark.skipif(not LONG, reason="200 games of each")
@pytest.mark.parametrize(
    "name", ["lantern_walk", "dead_mans_draw", "malacca", "barracuda", "sea_salt_and_paper"]
)
def test_search_beats_random_beyond_doubt(name: str) -> None:
    """Between equals so many wins come less than once in 100,000 times."""
    assert wins(name, "search:24", 200) >= 131


def test_greedy_takes_the_points() -> None:
    body = """
    track points of each player: number 0 to 9 starting 0
    play:
        as seat(1):
            choose n from 0 to 9
            add n to your points
        each player secretly chooses m from 0 to 5
        for each p in players: set points of p to m of p
    score of p: points of p
    ranking of p: highest points of p
    """
    game = started(body)
    for seed in range(5):
        assert make_bot("greedy", seed).choose(game, 0) == 9
        assert make_bot("search:60", seed).choose(game, 0) in range(10)
    game.apply(9)
    assert make_bot("greedy", 1).choose(game, 1) == 5 and make_bot("greedy", 1).choose(game, 0) == 5


def test_several_things_are_chosen_from_very_many_ways() -> None:
    body = """
    kind colour: a, b, c, d, e, f, g, h, i, j, k, l
    play:
        as seat(1):
            choose exactly 6 c from every colour
            choose order of o from every colour
    ranking of p: highest 0
    """
    for bot in ("greedy", "search:12"):
        game = started(body)
        for size in (6, 12):
            answer = make_bot(bot, 3).choose(game, 0)
            assert len(set(answer)) == size
            game.apply(answer)
        assert game.over


def test_a_mistake_in_a_deal_is_skipped() -> None:
    body = """
    track points of each player: number 0 to 9 starting 0
    play:
        as seat(1):
            choose n from 1 to 12
            add n to your points
    score of p: points of p
    """
    game = started(body)
    bot = SearchBot(1, iterations=60)
    assert bot.choose(game, 0) == 8 and bot.failed > 0
    assert make_bot("greedy", 1).choose(game, 0) == 8


def test_all_win_together() -> None:
    body = """
    track saved: number 0 to 9 starting 0
    play:
        as seat(1):
            choose n from 0 to 5
            add n to saved
    score of p: saved
    """
    game = started(body)
    assert make_bot("greedy", 1).choose(game, 0) == 5 and make_bot("search:40", 1).choose(game, 0) == 5


def test_the_same_seed_gives_the_same_answers() -> None:
    def row(seed: int) -> list:
        bots = [make_bot("search:6", seed + s) for s in (0, 1)]
        return play(Game.new(definition("malacca"), 2, 1, events=False), bots, limit=12).answers

    assert row(1) == row(1) != row(50)


def test_a_budget_in_seconds_asks_the_clock() -> None:
    ticks = iter(range(1000))
    game = Game.new(definition("lantern_walk"), 2, 1, events=False)
    bot = make_bot("search:5s", 1, lambda: float(next(ticks)))
    assert bot.choose(game, game.deciding[0]) in (0, 1)
    assert 6 <= next(ticks) <= 8  # from when it begins until five seconds later it asks, and then no more
    with pytest.raises(UnknownBot, match="no clock"):
        make_bot("search:5s", 1)
    with pytest.raises(ValueError, match="clock"):
        SearchBot(1, seconds=1)


def thinking(name: str, bot: str) -> float:
    """Of a decision in the middle of a game, in seconds of the processor: a busy machine does not count."""
    program = definition(name)
    game = Game.new(program, program.players[0], seed=1, events=False)
    for number in range(25):
        if game.over:
            game = Game.new(program, program.players[0], seed=number, events=False)  # the next small game
        player = game.deciding[0]
        game.apply(make_bot("random", number).choose(game, player), player)
    if game.over:
        game = Game.new(program, program.players[0], seed=1, events=False)
    thinker, player = make_bot(bot, 1, process_time), game.deciding[0]
    gc.disable()  # going through all that the tests before have left takes longer than a thought
    try:
        began = process_time()
        thinker.choose(game, player)
        return process_time() - began
    finally:
        gc.enable()


@pytest.mark.parametrize("name", definition_folders())
def test_no_decision_takes_twice_its_time(name: str) -> None:
    assert thinking(name, "search:0.25s") < 0.5


def test_no_decision_takes_twice_its_time_where_play_outs_are_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULELANG_BACKEND", "python")
    for bot, seconds in (("easy", 0.25), ("search:0.5s", 0.5)):
        assert thinking("dead_men_tell_no_tales", bot) < 2 * seconds


def test_who_has_no_time_for_a_thought_takes_what_looks_best() -> None:
    program = definition("dead_mans_draw")
    for late in range(1, 12):
        ticks = iter([0.0] * late + [9.0] * 1000)
        game = Game.new(program, 2, 3, events=False)
        bot = SearchBot(1, seconds=5, clock=lambda ticks=ticks: next(ticks))
        assert bot.choose(game, game.deciding[0]) in range(len(game.request().options))


@pytest.mark.parametrize("name", ["search:", "search:soon", "search:0", "search:-1s", "greedy:3", "nobody"])
def test_wrong_names_and_budgets(name: str) -> None:
    if name == "search:":
        assert make_bot(name, 1).name == "search"
        return
    with pytest.raises(UnknownBot):
        make_bot(name, 1)


def test_chance_and_nothing_to_decide() -> None:
    body = "die d: 1, 2, 3\nplay:\n    as seat(1):\n        roll d as n\n        choose m from 1 to 3\n"
    game = started(body + "ranking of p: highest 0\n", chance="exposed")
    for bot in ("greedy", "search:6"):
        assert make_bot(bot, 1).choose(game, NATURE) in range(3)
        with pytest.raises(ValueError, match="nothing to decide"):
            make_bot(bot, 1).choose(game, 1)


class First:
    """A bot that somebody brings."""

    name = "first"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, game: Game, player: int) -> int:
        return 0


def test_a_bot_from_an_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [EntryPoint(name, f"{__name__}:First", "rulelang.bots") for name in ("first", "random")]
    monkeypatch.setattr(EntryPoint, "load", lambda entry: First)
    monkeypatch.setattr(interpreter.bots, "entry_points", lambda group: entries)
    assert bot_names() == ["random", "greedy", "search", "easy", "normal", "hard", "first"]
    assert make_bot("first", 5).seed == 5
    assert not isinstance(make_bot("random", 5), First)  # the names that we have stay ours
    with pytest.raises(UnknownBot):
        make_bot("first:3", 5)
