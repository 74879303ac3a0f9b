"""The dump of a small definition, word for word: it may change, but never by accident."""

from __future__ import annotations

from rulelang.compile import compile_text
from rulelang.ir.show import show

RULES = """\
game little for 2 to 3 players
card letter active in hand:
    size: number 0 to 9
letter a, 2 copies:
    size: 3
    change worth(letter) when your turn: result + 1
zone hand of each player: set of letter, seen by owner
track coins of each player: number 0 to 9 starting 2 capped
setting hard: yes or no default no
play:
    as first of players:
        choose c from your hand where size > 1
        add worth(c) to your coins
        may go_on: end game
value worth(letter):
    when hard: 1
    otherwise: letter.size
ranking of p: highest coins of p, then share
"""

SHOWN = """\
program little for 2 to 3 players (IR 3)

kind direction: north, east, south, west
kind heading: north, north_east, east, south_east, south, south_west, west, north_west
card letter: 2 rows, ids 0 to 1
    size: number 0 to 9 = 3, 3
zone hand of each player: set of letter, sees owner
track coins of each player: number 0 to 9 starting 2 capped, sees all
setting hard: no, yes, default no

rule play()
    body 0
value worth(record:letter) -> number -1000000 to 1000000                        game.rules:15
    when hard: 1
    otherwise: x0.size
    hook 0: change worth of a
hook 0: change worth of a                                                       game.rules:6
    while 0 to 1 in hand
    when (active is you)
    (x1 + 1)[-1000000 to 1000000]

body 0: play, 0 parameters
    $before: maybe player
    $c: record:letter
    0  let $before be you                                                       game.rules:11
    1  become first of players                                                  game.rules:11
    2  choose $c from (x1 in (x0 in hand of you where (x0.size > 1))) by you, nothing -> 4  game.rules:12
    3  -> 5                                                                     game.rules:12
    4  -> 9                                                                     game.rules:12
    5  set coins of you to (coins of you + worth($c)), checked                  game.rules:13
    6  may go_on by you, refused -> 9                                           game.rules:14
    7  game over                                                                game.rules:14
    8  -> 9                                                                     game.rules:14
    9  become $before                                                           game.rules:14
   10  return                                                                   game.rules:14

play: play
ranking of x0: highest coins of x0, then share
"""


def test_the_dump_of_a_small_definition_is_as_expected() -> None:
    assert show(compile_text(RULES)) == SHOWN


def test_the_dump_is_the_same_every_time() -> None:
    assert show(compile_text(RULES)) == show(compile_text(RULES))
