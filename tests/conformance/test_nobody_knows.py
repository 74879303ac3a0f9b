"""What reaches nobody: a component from the box that went where nobody sees it, the name of a hidden card."""

from __future__ import annotations

from interpreter.game import Game
from tests.helpers import started

SUSPECTS = """
card suspect
suspect butler
suspect cook
suspect gardener
zone envelope: set of suspect, hidden
zone left_over: set of suspect, hidden
zone hand of each player: set of suspect, seen by owner
"""
WAIT = "    as seat(1):\n        may go_on: do note(1)\n"
MARKED = SUSPECTS.replace("card suspect\n", "card suspect:\n    marked: yes or no starting no\n", 1)


def seen_and_heard(game: Game, seat: int) -> str:
    events = [(event.kind, event.text) for event in game.events(player=seat)]
    return repr((game.view(seat), events))


def test_what_is_picked_from_the_box_into_a_hidden_zone_is_known_to_nobody() -> None:
    body = (
        SUSPECTS + "play:\n    pick one at random from every suspect\n    move one to envelope\n"
        f"{WAIT}    reveal envelope\n"
    )
    games = [started(body, seed=seed) for seed in range(12)]
    for seat in (0, 1):
        assert {game.view(seat).zone("envelope").cards for game in games} == {(None,)}
        assert len({seen_and_heard(game, seat) for game in games}) == 1
    for game in games:
        game.apply("no")
    assert len({game.view(0).zone("envelope").cards for game in games}) == 3  # it was not always the same


def test_who_is_left_in_the_box_and_put_away_hidden_does_not_tell_who_was_picked() -> None:
    body = (
        SUSPECTS + "play:\n    pick one at random from every suspect\n    move one to envelope\n"
        "    move every suspect where it is not one to left_over\n" + WAIT
    )
    games = [started(body, seed=seed) for seed in range(12)]
    for seat in (0, 1):
        assert len({seen_and_heard(game, seat) for game in games}) == 1


def test_a_changed_field_does_not_name_a_hidden_card() -> None:
    body = (
        MARKED + "setup:\n    move every suspect to hand of seat(1)\n"
        "play:\n    pick one at random from hand of seat(1)\n    set marked of one to yes\n" + WAIT
    )
    games = [started(body, seed=seed) for seed in range(12)]
    assert len({seen_and_heard(game, 1) for game in games}) == 1
    assert len({seen_and_heard(game, 0) for game in games}) == 3  # whose card it is sees which
