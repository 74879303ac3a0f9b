"""How a game ends: rankings, wins and losses, scores and returns."""

from __future__ import annotations

import pytest

from tests.helpers import started

POINTS = """
track points of each player: number 0 to 9
track coins of each player: number 0 to 9
rule give(player, a: number 0 to 9, b: number 0 to 9):
    set points of player to a
    set coins of player to b
"""


def ended(scores: list[tuple[int, int]], ranking: str) -> tuple[tuple[int, ...], str]:
    lines = "".join(f"    do give(players at {i}, {a}, {b})\n" for i, (a, b) in enumerate(scores))
    game = started(f"{POINTS}play:\n{lines}{ranking}\n", players=str(len(scores)))
    assert game.over
    return game.result.winners, game.result.reason


BOTH = "ranking of p: highest points of p, then lowest coins of p"


@pytest.mark.parametrize(
    ("scores", "ranking", "winners", "reason"),
    [
        ([(1, 0), (3, 0), (2, 0)], "ranking of p: highest points of p", (1,), ""),
        ([(1, 0), (3, 0), (2, 0)], "ranking of p: lowest points of p", (0,), ""),
        ([(3, 5), (3, 2), (2, 0)], BOTH, (1,), ""),
        ([(3, 2), (3, 2), (2, 0)], BOTH, (0, 1), ""),
        ([(3, 2), (3, 2), (2, 0)], BOTH + ", then share", (0, 1), ""),
        ([(3, 2), (3, 2), (2, 0)], BOTH + ", then draw", (), "draw"),
        ([(3, 2), (3, 1), (2, 0)], BOTH + ", then draw", (1,), ""),
        ([(3, 0), (5, 1), (4, 0)], "ranking of p where coins of p is 0: highest points of p", (2,), ""),
        ([(3, 1), (5, 1)], "ranking of p where coins of p is 0: highest points of p", (), "draw"),
    ],
)
def test_rankings(scores: list[tuple[int, int]], ranking: str, winners: tuple[int, ...], reason: str) -> None:
    assert ended(scores, ranking) == (winners, reason)


def test_a_game_without_a_ranking_is_drawn_when_it_runs_out() -> None:
    assert ended([(1, 0), (2, 0)], "") == ((), "draw")


@pytest.mark.parametrize(
    ("statement", "winners", "reason"),
    [
        ("win [you]", (1,), ""),
        ("win [you] because luck", (1,), "luck"),
        ("win players because peace", (0, 1, 2), "peace"),
        ("win opponents", (0, 2), ""),
        ("lose [you]", (0, 2), ""),
        ("lose players because storm", (), "storm"),
        ("lose opponents", (1,), ""),
        ("win players where it is you", (1,), ""),
    ],
)
def test_win_and_lose_end_the_game_at_once(statement: str, winners: tuple[int, ...], reason: str) -> None:
    game = started(
        f"play:\n    turns of [left(first of players)]:\n        do act\n"
        f"rule act:\n    {statement}\n    end rounds\n",
        players="3",
    )
    assert game.over and (game.result.winners, game.result.reason) == (winners, reason)
    assert game.request() is None and game.deciding == ()


@pytest.mark.parametrize(
    ("ending", "returns"),
    [
        ("play: win [first of players]\n", (1.0, -1.0)),
        ("play: win players\n", (1.0, 1.0)),
        ("play: lose players\n", (-1.0, -1.0)),
        ("play: do note(1)\nranking of p: highest 0, then draw\n", (0.0, 0.0)),
        ("play: do note(1)\nranking of p: highest 0\n", (1.0, 1.0)),
        ("play: win [first of players]\npayoff of p: 3 - count(players before p) * 5\n", (3.0, -2.0)),
    ],
)
def test_returns_are_the_payoff_or_one_zero_and_minus_one(ending: str, returns: tuple[float, ...]) -> None:
    assert started(ending).returns() == returns


def test_returns_are_zero_before_the_end() -> None:
    assert started("play:\n    as first of players:\n        may go_on: do note(1)\n").returns() == (0.0, 0.0)


def test_outlooks_are_computed_for_each_player_at_any_time() -> None:
    rules = "play:\n    as first of players:\n        may go_on: do note(1)\n"
    game = started(rules + "outlook of p: count(players before p) * 10 + trace\n")
    assert game.outlooks == (0, 10)
    game.apply("yes")
    assert game.outlooks == (1, 11)
    assert started(rules).outlooks is None


def test_scores_are_computed_for_each_player_at_any_time() -> None:
    game = started(
        "play:\n    as first of players:\n        may go_on: do note(1)\n"
        "score of p: count(players before p) * 10 + trace\n"
    )
    assert game.scores == (0, 10)
    game.apply("yes")
    assert game.result.scores == (1, 11)


def test_play_that_runs_out_ends_the_game() -> None:
    assert started("play: do note(1)\n").over


def test_what_follows_a_win_does_not_happen() -> None:
    game = started("play:\n    win [first of players]\n    win [last of players]\n")
    assert game.result.winners == (0,)


def test_a_whenever_that_wins_ends_the_game_in_the_middle_of_a_rule() -> None:
    game = started("""
        card fruit
        fruit apple
        zone bowl: set of fruit, public
        play:
            move apple to bowl
            do note(9)
            lose players
        whenever f enters bowl: win [last of players] because apple_taken
    """)
    assert (game.result.winners, game.result.reason) == ((1,), "apple_taken")
