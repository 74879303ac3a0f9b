"""Numbers and choices that a seat cannot know are dealt anew: bots guess no better than by chance."""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter.bots import make_bot
from interpreter.game import Game
from rulelang.compile import compile_text

HEAD = """\
game guess for 2 players
die d6: 1, 2, 3, 4, 5, 6
kind sign: rock, paper, scissors, well
track points of each player: number 0 to 99 starting 0
track plan of each player: number 1 to 9 starting 1 seen by owner
track fate: number 1 to 9 starting 1 hidden
"""
TAIL = """
score of p: points of p
ranking of p: highest points of p, then share
"""

# Seat 1 hides something, seat 2 guesses: 9 points for a right guess.
GUESSES = {
    "a number that was chosen": """
play:
    as seat(1):
        choose n from 1 to 9
        as seat(2):
            choose guess from 1 to 9
            if guess is n: add 9 to your points
""",
    "a number that was picked": """
play:
    pick n at random from [1, 2, 3, 4, 5, 6, 7, 8, 9]
    as seat(2):
        choose guess from 1 to 9
        if guess is n: add 9 to your points
""",
    "a number in a rule that was called": """
play:
    as seat(1):
        choose n from 1 to 9
        do ask_other(n)
rule ask_other(hidden_one: number 1 to 9):
        as seat(2):
            choose guess from 1 to 9
            if guess is hidden_one: add 9 to your points
""",
    "a number that was computed": """
play:
    as seat(1):
        choose n from 1 to 9
        let m be 10 - n
        as seat(2):
            choose guess from 1 to 9
            if guess is m: add 9 to your points
""",
    "a word": """
play:
    as seat(1):
        choose shown from every sign
        as seat(2):
            choose guess from every sign
            if guess is shown: add 9 to your points
""",
    "an answer of a secret round": """
play:
    each player secretly chooses n from 1 to 9
    as seat(2):
        choose guess from 1 to 9
        if guess is n of seat(1): add 9 to your points
""",
    "a track of another": """
play:
    as seat(1):
        choose n from 1 to 9
        set your plan to n
        as seat(2):
            choose guess from 1 to 9
            if guess is plan of seat(1): add 9 to your points
""",
    "a hidden track": """
play:
    pick n at random from [1, 2, 3, 4, 5, 6, 7, 8, 9]
    set fate to n
    as seat(2):
        choose guess from 1 to 9
        if guess is fate: add 9 to your points
""",
    "an answer of a rule": """
play:
    let n be do hide_one
    as seat(2):
        choose guess from 1 to 9
        if guess is n: add 9 to your points
rule hide_one:
    as seat(1):
        choose n from 1 to 9
        answer n
""",
    "how often something is repeated": """
play:
    as seat(1):
        choose n from 1 to 9
        as seat(2):
            choose guess from 1 to 9
            set fate to 9
            repeat n times:
                if fate > 1: subtract 1 from fate
            if guess is 9 - fate: add 9 to your points
""",
}


def started(body: str, seed: int) -> Game:
    """A game of this kind in which seat 2 is asked, and seat 1 has answered by chance."""
    game = Game.new(compile_text(HEAD + body + TAIL), seed=seed)
    chance = make_bot("random", 1000 + seed)
    while game.deciding and game.deciding[0] == 0:
        game.apply(chance.choose(game, 0), 0)
    if len(game.deciding) == 1 and game.request(1).kind == "secret":
        game.apply(0, 1)
    return game


@pytest.mark.parametrize("body", GUESSES.values(), ids=GUESSES)
def test_nobody_guesses_better_than_by_chance(body: str) -> None:
    for bot in ("greedy", "search:40"):
        right = 0
        for seed in range(40):
            game = started(body, seed)
            game.apply(make_bot(bot, seed).choose(game, 1), 1)
            right += game.scores[1] > 0
        assert right < 20, bot  # chance gives about 5, with four words 10


@pytest.mark.parametrize("body", GUESSES.values(), ids=GUESSES)
def test_games_that_differ_in_a_hidden_number_give_the_same_deals(body: str) -> None:
    games = [started(body, seed) for seed in range(12)]
    assert len({game.freeze() for game in games}) > 3, "they differ"
    for deal in range(5):
        dealt = {game.deal(1, deal).state.freeze(with_chance=False) for game in games}
        assert len(dealt) == 1


def test_whoever_chose_a_number_keeps_it() -> None:
    body = """
play:
    as seat(1):
        choose n from 1 to 9
        let twice be n * 2
        may go_on: set your plan to 1
        add n + twice to your points
"""
    game = Game.new(compile_text(HEAD + body + TAIL))
    game.apply("7")
    for seed in range(20):
        dealt = game.deal(0, seed)
        dealt.apply("yes")
        assert dealt.scores[0] == 21


def test_what_everybody_has_seen_is_kept() -> None:
    """The target of a blow is asked to defend: everybody knows who it is, and how strong the blow was."""
    body = """
track damage of each player: number 0 to 99 starting 0
play:
    as seat(1):
        choose target from opponents
        choose strength from 1 to 9
        add strength to damage of target
        do defend(target, strength)
rule defend(target: player, strength: number 1 to 9):
    as target:
        may parry: subtract strength from your damage
"""
    game = Game.new(compile_text(HEAD.replace("2 players", "3 players") + body + TAIL), 3)
    game.apply("player3")
    game.apply("6")
    for seed in range(20):
        for player in (1, 2):
            dealt = game.deal(player, seed)
            assert dealt.deciding == (2,)
            dealt.apply("yes")
            assert dealt.view(0).track("damage", "player3").value == 0


def test_a_chosen_number_is_drawn_from_what_could_be_chosen() -> None:
    body = """
track coins of each player: number 0 to 99 starting 4
play:
    as seat(1):
        choose bid from 0 to your coins
        as seat(2):
            may go_on: set fate to 1
        set points of seat(1) to bid
"""
    game = Game.new(compile_text(HEAD + body + TAIL))
    game.apply("2")
    seen: Counter[int] = Counter()
    for seed in range(500):
        dealt = game.deal(1, seed)
        dealt.apply("no")
        seen[dealt.scores[0]] += 1
    assert sorted(seen) == [0, 1, 2, 3, 4] and min(seen.values()) > 60
