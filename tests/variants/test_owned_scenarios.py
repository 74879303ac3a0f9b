"""Scenarios speak of all that can be owned, boards and two owners too, and of the words on dice."""

from __future__ import annotations

import pytest

from interpreter.scenarios.playing import Outcome, run
from rulelang.compile import Bundle
from rulelang.diagnostics import Report
from rulelang.render import render
from rulelang.source import Source
from rulelang.suite import Suite, suite_of
from tests.variants.strict import written

GAME = """\
game terrace for 2 to 3 players

kind row: low, mid, high
tile glaze of each player, 4 copies
die storm: calm, wave
die d6: 1, 2, 3, 4, 5, 6

zone wall of each player: grid 3 by 3 of glaze, public
zone hand of each player: set of glaze, seen by owner
zone pattern of each player and row: line of glaze, public
zone heap of each row and player: pile of glaze, public

track coins of each player: number 0 to 9 starting 1
track trust of each player and player: number 0 to 9
track heat of each place in wall: number 0 to 9

setup:
    for each p in players: move every glaze where player is p to hand of p

play:
    turns from first of players until coins of seat(1) is 9:
        choose one:
            rest: move first of your hand to your pattern(low)
            lay(s in places(wall) where your wall at it is none):
                move first of your hand to your wall at s
                add 1 to heat of s
                roll storm as w
                if w is wave: add 1 to trust(left(you), you)
                roll d6 as n
                set your coins to n

ranking of p: highest coins of p
"""
HEAD = "scenario one\n    players 2\n    at play by player 1\n"


def suite(*lines: str) -> tuple[Suite, Report]:
    report = Report()
    source = Source("one.scenario", written(*lines, head=HEAD))
    return suite_of(Bundle((Source("game.rules", GAME),), {}), [source], report), report


def holds(*lines: str) -> Outcome:
    found, report = suite(*lines)
    assert len(found.pairs) == 1 and not found.broken, render(report)
    return run(*found.pairs[0])


def problem(*lines: str) -> str:
    found, report = suite(*lines)
    assert len(found.broken) == 1 and len(report.errors) == 1, render(report)
    return report.errors[0].title


def test_a_board_of_each_player_is_laid_and_looked_at() -> None:
    given = ("given: wall of player 1 at 1, 2 is player1", "given: wall of player 2 at 3, 3 is player2")
    refused = "when: player 1 cannot: lay(c1r2)"
    laid = ("when: player 1: lay(c3r3)", "then: wall of player 1 at 3, 3 is player1")
    assert holds(*given, refused, *laid, "then: wall of player 2 at 1, 2 is empty").passed
    failed = holds(*given, *laid, "then: wall of player 2 at 3, 3 is player1")
    assert not failed.passed and failed.found.startswith("player2")


def test_a_place_of_two_boards_is_not_given_twice() -> None:
    lines = (
        "given: wall of player 1 at 1, 1 is player1", "given: wall of player 2 at 1, 1 is player2",
        "then: wall of player 1 at 1, 1 is player1", "then: wall of player 2 at 1, 1 is player2",
    )  # fmt: skip
    assert holds(*lines).passed
    twice = problem(*lines[:1], "given: wall of player 1 at 1, 1 is empty", "then: the game goes on")
    assert twice == "this is given twice"


def test_zones_and_tracks_of_two_owners_are_given_in_brackets() -> None:
    given = (
        "given: pattern(player 2, high) is player2, player2", "given: heap(mid, player 2) is player2",
        "given: trust(player 2, player 1) is 4", "given: next roll is wave, 3", "when: player 1: lay(c1r1)",
    )  # fmt: skip
    then = (
        "then: pattern(player 2, high) is player2, player2", "then: pattern(player 1, high) is empty",
        "then: heap(mid, player 2) is player2", "then: heap(low, player 2) is empty",
        "then: trust(player 2, player 1) is 5", "then: trust(player 1, player 2) is 0",
    )  # fmt: skip
    assert holds(*given, *then).passed
    assert not holds(*given, "then: pattern(player 2, high) is player2").passed


def test_a_track_of_a_place() -> None:
    lines = ("given: heat of c2r2 is 3", "when: player 1: lay(c2r2)")
    assert holds(*lines, "then: heat of place(wall, 2, 2) is 4").passed


@pytest.mark.parametrize(
    "line, title",
    [
        ("given: wall at 1, 1 is player1", "say whose `wall` is meant"),
        ("given: wall of player 3 at 1, 1 is player1", "there is no player 3: 2 play"),
        ("given: wall of player 1 at 4, 1 is player1", "`wall` has no place 4, 1"),
        ("given: pattern(player 1, hihg) is empty", "`hihg` is not a row"),
        ("given: trust(player 1, player 9) is 3", "there is no player 9: 2 play"),
        ("given: next roll is wawe", "no die of this game shows wawe"),
        ("given: next roll is 7", "no die of this game shows 7"),
    ],
)
def test_an_owner_or_a_face_that_is_not_there(line: str, title: str) -> None:
    assert problem(line, "then: the game goes on") == title


def test_the_words_of_a_die() -> None:
    lines = (
        "when: player 1: lay(c1r1)",
        "then: these happened in order:",
        "    calm was rolled",
        "    1 was rolled",
    )
    assert holds("given: next roll is calm, 1", *lines).passed
    assert not holds("given: next roll is wave, 1", *lines).passed


def test_a_word_is_no_number_of_another_die() -> None:
    """`wave` is the second word of its die; a die of numbers does not show it."""
    failed = holds("given: next roll is calm, wave", "when: player 1: lay(c1r1)", "then: the game goes on")
    assert not failed.passed and "cannot be what the scenario says" in failed.found
