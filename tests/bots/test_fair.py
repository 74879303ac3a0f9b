"""Bots choose by what their seat can know, and by nothing else."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.bots import make_bot
from interpreter.game import Game
from rulelang.compile import compile_text
from tests.helpers import definition, definition_folders, random_play

NAMES = tuple(definition_folders())
SEEDS = st.integers(0, 2**32 - 1)
EXAMPLES = 6 if settings.get_current_profile_name() == "default" else settings.default.max_examples
BOTS = ("random", "greedy", "search:8")

every_definition = pytest.mark.parametrize("name", NAMES)


def begun(name: str, seed: int, steps: int) -> Game:
    rng = random.Random(seed)
    program = definition(name)
    game = Game.new(program, rng.randint(*program.players), seed, events=False)
    random_play(game, rng, steps)
    return game


def thought(bot: str, seed: int, game: Game, player: int) -> str:
    """What a bot answers, and what it expects of the answers: `hint` shows both."""
    made = make_bot(bot, seed)
    return f"{made.choose(game, player)} {getattr(made, 'reasons', [])}"


def check_deals(name: str, seed: int, steps: int, other: int, third: int) -> None:
    game = begun(name, seed, steps)
    for player in game.deciding:
        twin = game.sample(player, other)
        one, two = game.deal(player, third), twin.deal(player, third)
        assert (one is None) == (two is None)
        if one is not None and two is not None:
            assert one.freeze() == two.freeze()
            assert one.view(player) == game.view(player)


def check_choices(name: str, seed: int, steps: int, other: int) -> None:
    game = begun(name, seed, steps)
    for player in game.deciding[:1]:
        twins = [game, game.sample(player, other), game.sample(player, other + 1)]
        for bot in BOTS:
            assert len({thought(bot, seed, twin, player) for twin in twins}) == 1


@every_definition
def test_games_that_look_the_same_give_the_same_deals(name: str) -> None:
    for seed in range(6):
        check_deals(name, seed, 15 * seed, seed + 50, seed + 90)


@every_definition
def test_hidden_things_do_not_change_what_a_bot_chooses(name: str) -> None:
    for seed in range(3):
        check_choices(name, seed, 3 + 17 * seed, seed + 50)


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 120), other=SEEDS, third=SEEDS)
@settings(max_examples=EXAMPLES)
def test_any_games_that_look_the_same_give_the_same_deals(
    name: str, seed: int, steps: int, other: int, third: int
) -> None:
    check_deals(name, seed, steps, other, third)


@every_definition
@pytest.mark.fuzz
@given(seed=SEEDS, steps=st.integers(0, 80), other=SEEDS)
@settings(max_examples=max(2, min(100, EXAMPLES // 3)))
def test_no_hidden_thing_changes_what_a_bot_chooses(name: str, seed: int, steps: int, other: int) -> None:
    check_choices(name, seed, steps, other)


def check_sharing(name: str, seed: int, steps: int, other: int) -> tuple[int, int]:
    """A player who knows all that a bot knows may hear its reasons: they are the same whatever is hidden from
    that player, and so is whether they are told. How often they may be heard, and how often not."""
    game = begun(name, seed, steps)
    heard = refused = 0
    for bot in game.deciding[:1]:
        for asker in range(game.setup.players):
            twins = [game, game.sample(asker, other), game.sample(asker, other + 1)]
            assert len({twin.knows_as_much(asker, bot) for twin in twins}) == 1
            if not game.knows_as_much(asker, bot):
                refused += 1
                continue
            heard += asker != bot
            assert len({thought("search:8", seed, twin, bot) for twin in twins}) == 1
    return heard, refused


@every_definition
def test_reasons_tell_nothing_that_is_hidden(name: str) -> None:
    counts = [check_sharing(name, seed, 13 * seed, seed + 50) for seed in range(2)]
    if name in ("tic_tac_toe", "dead_men_tell_no_tales"):  # open hands, or nothing hidden at all
        assert not any(refused for _, refused in counts) and any(heard for heard, _ in counts)
    if name in ("kuhn_poker", "oh_hell"):
        assert not any(heard for heard, _ in counts) and any(refused for _, refused in counts)


GUESS = """\
game guess for 2 players

card card from "cards.yaml":
    rank: number 1 to 9

zone deck: pile of card, hidden
zone hand of each player: set of card, seen by owner
track secret of each player: number 0 to 9 starting 0 seen by owner
track points of each player: number 0 to 99 starting 0

setup:
    move every card to deck
    shuffle deck
    for each p in players:
        move top of deck to hand of p
        set secret of p to sum(c.rank for each c in hand of p)

play:
    as seat(1):
        choose n from 1 to 9
        if n is sum(c.rank for each c in hand of seat(2)):
            add 9 to your points
        if n is secret of seat(2):
            add 9 to your points

score of p: points of p
ranking of p: highest points of p, then share
"""
CARDS = "".join(f"c{rank}: {{rank: {rank}}}\n" for rank in range(1, 10))


def test_nobody_guesses_a_card_or_a_secret_number_better_than_by_chance() -> None:
    """A bot that saw the hidden card, or the number that is noted in secret, would always be right."""
    program = compile_text(GUESS, {"cards.yaml": CARDS})
    for bot in ("greedy", "search:60"):
        right = 0
        for seed in range(40):
            game = Game.new(program, seed=seed)
            game.apply(make_bot(bot, seed).choose(game, 0))
            right += game.scores[0] > 0
        assert right < 18, bot  # one in eight is chance; half would be four times that


def test_the_deals_differ_and_are_even() -> None:
    program = compile_text(GUESS, {"cards.yaml": CARDS})
    game = Game.new(program, seed=3)
    mine = game.view(0).zone("hand", "player1").cards[0]
    seen = [game.deal(0, seed).view(1).zone("hand", "player2").cards[0] for seed in range(800)]
    assert mine not in seen and len(set(seen)) == 8
    assert all(60 < seen.count(card) < 140 for card in set(seen))


def test_a_bot_does_not_change_the_game() -> None:
    for name in ("sea_salt_and_paper", "barracuda"):
        game = begun(name, 5, 30)
        before = game.freeze()
        for bot in BOTS:
            make_bot(bot, 1).choose(game, game.deciding[0])
        assert game.freeze() == before
