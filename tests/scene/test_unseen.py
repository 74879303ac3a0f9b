"""What happens unseen leaves no trace in a scene, not even by how much of it there was."""

from __future__ import annotations

from interpreter.game import Game
from interpreter.scene import scene_of, to_plain
from rulelang.compile import compile_text

RULES = """
game quiet for 2 players
card slip
slip ace
slip two
slip three
zone deck: pile of slip, hidden
zone hand of each player: set of slip, seen by owner
track noted of each player: number 0 to 99 starting 0 seen by owner
track open: number 0 to 99 starting 0
setup:
    move every slip to deck
    shuffle deck
    for each p in players: move top of deck to hand of p
play:
    turns from first of players until open is 9:
        if ace in your hand:
            add 1 to your noted
            add 1 to your noted
        choose one:
            wait: add 1 to open
            think: add 2 to open
ranking of p: highest open
"""


def test_how_much_happened_unseen_cannot_be_told() -> None:
    """In one game player 1 holds the ace and notes things, in the other one somebody else may."""
    program = compile_text(RULES)
    games = [Game.new(program, 2, seed) for seed in range(40)]
    two = [game for game in games if game.view(1).zone("hand", "player2").cards == ("two",)]
    with_ace = next(g for g in two if g.view(0).zone("hand", "player1").cards == ("ace",))
    without = next(g for g in two if g.view(0).zone("hand", "player1").cards == ("three",))
    for _ in range(4):
        for game in (with_ace, without):
            game.apply("wait")
    assert with_ace.event_count != without.event_count, "else nothing is proved"
    assert to_plain(scene_of(with_ace, 1)) == to_plain(scene_of(without, 1))
    numbers = [chapter.number for chapter in scene_of(with_ace, 1).happened]
    assert numbers == [0, 1, 2, 3, 4], "the setup and four turns"
