"""Tic-tac-toe, enumerated through the facade: the numbers are known from elsewhere."""

from __future__ import annotations

from collections import Counter

from interpreter.game import Game
from tests.helpers import definition


def test_the_whole_tree_has_the_known_numbers() -> None:
    plies: Counter[int] = Counter()
    ends: Counter[tuple[int, ...]] = Counter()

    def walk(game: Game, ply: int) -> None:
        if game.over:
            ends[game.result.winners] += 1
            return
        for answer in range(game.choices):
            after = game.copy()
            after.apply(answer)
            plies[ply + 1] += 1
            walk(after, ply + 1)

    walk(Game.new(definition("tic_tac_toe"), forced="ask", events=False), 0)
    assert [plies[ply] for ply in range(1, 10)] == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert sum(ends.values()) == 255168
    assert ends == {(0,): 131184, (1,): 77904, (): 46080}


def test_a_won_game_in_keys() -> None:
    game = Game.new(definition("tic_tac_toe"))
    for key in ("c1r1", "c2r2", "c2r1", "c3r3", "c3r1"):
        assert not game.over
        game.apply(key)
    assert game.result.winners == (0,) and game.returns() == (1.0, -1.0)


def test_a_drawn_game_is_worth_nothing() -> None:
    game = Game.new(definition("tic_tac_toe"))
    for key in ("c1r1", "c2r2", "c3r3", "c2r1", "c2r3", "c1r3", "c3r1", "c3r2", "c1r2"):
        if not game.over:
            game.apply(key)
    assert game.result.winners == () and game.returns() == (0.0, 0.0)
