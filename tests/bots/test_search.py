"""The search: it sees a win and a loss in one move, and is the same on both backends."""

from __future__ import annotations

import random
from textwrap import dedent

import pytest

from interpreter.bots import make_bot, purses
from interpreter.bots.luck import Luck
from interpreter.bots.search_bot import SearchBot
from interpreter.bots.steady import Steady
from interpreter.game import Game
from interpreter.practice import Outcome
from rulelang.compile import compile_text
from tests.helpers import ROOT, all_definitions, compile_folder, random_play

SMALL = (
    "tic_tac_toe",
    "kuhn_poker",
    "lantern_walk",
    "oshi_zumo",
    "malacca",
    "sea_salt_and_paper",
    "barracuda",
)


def played(program, names: list[str], seed: int, most: int) -> tuple[Game, list]:
    game = Game.new(program, len(names), seed=seed, events=False)
    bots = [make_bot(name, seed * 10 + seat) for seat, name in enumerate(names)]
    answers = []
    while not game.over and len(answers) < most:
        who = game.deciding[0]
        answers.append(bots[who].choose(game, who))
        game.apply(answers[-1], who)
    return game, answers


@pytest.mark.parametrize("name", SMALL)
def test_both_backends_answer_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = all_definitions()[name]
    names = ["search:24"] * program.players[0]
    natively = played(program, names, 3, 6)[1]
    monkeypatch.setenv("RULELANG_BACKEND", "python")
    assert played(program, names, 3, 6)[1] == natively


def test_tic_tac_toe_is_never_lost() -> None:
    program = all_definitions()["tic_tac_toe"]
    for seed in range(12):
        seat = seed % 2
        names = ["random", "random"]
        names[seat] = "search:300"
        game, _ = played(program, names, seed, 9)
        assert game.result is not None and game.result.winners in ((seat,), ())


@pytest.mark.parametrize(("opening", "best"), [((0, 3, 1, 4), 2), ((0, 3, 8, 4), 5)])
def test_a_win_is_taken_and_a_loss_is_stopped(opening: tuple[int, ...], best: int) -> None:
    """Two places of the first row are ours: the third wins. Two of the second are theirs: it is stopped."""
    program = all_definitions()["tic_tac_toe"]
    game = Game.new(program, 2, seed=1, events=False)
    free = list(range(9))
    for place in opening:
        game.apply(free.index(place))
        free.remove(place)
    for seed in range(5):
        assert free[make_bot("search:200", seed).choose(game, 0)] == best


def test_what_busts_is_left_alone() -> None:
    """Some of what is on offer busts: all that was won is lost."""
    program = compile_text(
        dedent("""
    game bust for 2 players
    kind sort: safe, bust
    track points of each player: number 0 to 60 starting 0
    track turns_left: number 0 to 12 starting 12
    play:
        turns from seat(1):
            if turns_left is 0: end game
            set turns_left to turns_left - 1
            choose one:
                take(n in 1 to 3):
                    add n to your points
                grab(n in 4 to 6):
                    set your points to 0
    score of p: points of p
    ranking of p: highest points of p, then share
    """)
    )
    for seed in range(20):
        game = Game.new(program, 2, seed=seed, events=False)
        bots = [SearchBot(seed * 2 + seat, iterations=400) for seat in (0, 1)]
        while not game.over:
            who = game.deciding[0]
            answer = bots[who].choose(game, who)
            ahead = game.scores[who] >= max(6, game.scores[1 - who])  # who has lost anyway may try anything
            assert answer < 3 or not ahead, "it took what busts"
            game.apply(answer, who)


DAWDLE = """
game dawdle for 2 players
track gold: number 0 to 90 starting 40
track left: number 0 to 6 starting 0
track done: yes or no starting no
track days: number 0 to 8 starting 8
play:
    turns from seat(1) until days is 0:
        subtract 1 from days
        set left to 3
        set done to no
        while not done:
            choose one:
                dig when left > 0:
                    subtract 1 from left
                    add 4 to gold
                dawdle(n in 1 to 5) when left > 0:
                    subtract 1 from left
                    choose m from 1 to 3
                    choose k from 1 to 3
                finish: set done to yes
        subtract 9 from gold
    if gold is at least 30: win players
    lose players
outlook of p: gold
"""


def test_a_team_does_not_put_off_what_comes_at_the_end_of_its_turn() -> None:
    """Who looks so many decisions ahead, and not to the end of the turn, loves answers that
    ask more questions."""
    program = compile_text(DAWDLE)
    for seed in range(6):
        game = Game.new(program, 2, seed=seed, events=False)
        bots = [SearchBot(seed * 2 + seat, iterations=60) for seat in (0, 1)]
        while not game.over:
            who = game.deciding[0]
            request = game.request(who)
            answer = bots[who].choose(game, who)
            if len(request) > 1:
                assert answer == 0, request.options[answer].label
            game.apply(answer, who)
        assert game.result is not None and game.result.winners == (0, 1)


SEARCHING = """
game searching for 2 players
track place of each player: number 0 to 9 starting 3
track tired: number 0 to 90 starting 0
track found: number 0 to 60 starting 0
track left: number 0 to 4 starting 0
track days: number 0 to 12 starting 12
play:
    turns from seat(1) until days is 0:
        subtract 1 from days
        set left to 4
        while left > 0:
            choose one:
                forth when your place < 4: add 1 to your place
                back when your place > 0: subtract 1 from your place
                take when your place is 4:
                    add 5 to found
                    set your place to 0
                rest(n in 1 to 40): add 1 to tired
            subtract 1 from left
    if found is at least 50: win players
    lose players
outlook of p: 10 * found + sum(place of q for each q in players) - tired
"""


def test_a_team_goes_on_with_what_it_began() -> None:
    """What looks best at once is tried first wherever the team comes, so that a few thoughts are enough for a
    way of several steps among many answers that lead nowhere; what looks at nothing first finds 15 to 70."""
    program = compile_text(SEARCHING)
    for seed in range(3):
        game = Game.new(program, 2, seed=seed, events=False)
        bots = [SearchBot(seed * 2 + seat, iterations=10) for seat in (0, 1)]
        while not game.over:
            who = game.deciding[0]
            game.apply(bots[who].choose(game, who), who)
        assert game.outlooks is not None and game.outlooks[0] >= 100


def test_who_has_a_clock_thinks_until_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps are counted so that a budget in iterations gives the same game everywhere. A clock needs no such
    bound: in a game whose answers cost much three seconds were no more than half of one."""
    monkeypatch.setattr(purses, "STEPS_OF_A_THOUGHT", 1)
    game = Game.new(all_definitions()["tic_tac_toe"], 2, seed=1)
    counted, timed = SearchBot(1, iterations=50), SearchBot(1, 50, seconds=3, clock=lambda: 0.0)
    counted.choose(game, 0)
    timed.choose(game, 0)
    assert counted.iterations == 0 and timed.iterations == 50


def test_the_luck_of_a_deal_is_what_all_that_was_tried_in_it_came_to() -> None:
    luck = Luck()
    for seed, points in ((1, 10), (2, 40), (1, 20), (2, 40), (1, 30)):
        luck.learn(seed, Outcome(None, False, (points, points), True))
    assert luck.seeds == [1, 2]
    assert (luck.of(1), luck.of(2), luck.of(None)) == (-10.0, 10.0, 0.0)


def test_what_was_answered_last_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Natively and in the reference: a play-out of one answer comes to the same as giving that answer."""
    found = []
    for backend in ("native", "python"):
        monkeypatch.setenv("RULELANG_BACKEND", backend)
        game = Game.new(compile_text(SEARCHING), 2, seed=1, events=False)
        practice = game.practice(0)
        for dice in range(12):
            assert practice.deal(dice)
            practice.play_on(dice, 1, looks=12, team=True)
            last, worth = practice.last, practice.outcome()
            assert practice.deal(dice)
            practice.give(last)
            assert practice.outcome() == worth
            found.append((backend, last))
    assert [last for _, last in found[:12]] == [last for _, last in found[12:]]
    assert len({last for _, last in found}) > 1 or found[0][1] == 0


class Broken:
    name = "broken"

    def choose(self, game: Game, player: int) -> int:
        raise RuntimeError("lost its head")


def test_a_bot_that_fails_is_replaced_for_that_decision() -> None:
    game = Game.new(all_definitions()["tic_tac_toe"], 2, seed=1)
    bot = Steady(Broken(), 1)
    assert 0 <= bot.choose(game, 0) < 9 and "lost its head" in bot.note


def test_reasons_are_shares_of_what_was_tried() -> None:
    game = Game.new(all_definitions()["tic_tac_toe"], 2, seed=1)
    bot = SearchBot(1, iterations=200)
    answer = bot.choose(game, 0)
    assert bot.reasons[0].answer == answer
    assert sum(reason.tried for reason in bot.reasons) == pytest.approx(1)
    assert all(-1 <= reason.worth <= 1 for reason in bot.reasons)


def test_a_game_whose_answers_cost_much_is_searched_to_the_end() -> None:
    """What goes in circles is given up; groups on a board, counted after each stone, only cost much."""
    game = Game.new(compile_folder(ROOT / "docs" / "cookbook" / "superko"), 2, 1, {"size": 9})
    random_play(game, random.Random(1), 20)
    bot = SearchBot(1, iterations=20)
    bot.choose(game, game.deciding[0])
    assert bot.iterations == 20 and bot.failed == 0
