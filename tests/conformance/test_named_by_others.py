"""What speaks of a hidden component does not name it: its fields, tracks that hold it, the box."""

from __future__ import annotations

from interpreter.game import Game
from tests.helpers import small

MARKS = """
card spy:
    rank: number 1 to 9
    marked: yes or no starting no
spy ace:
    rank: 1
spy king:
    rank: 2
zone hand of each player: set of spy, seen by owner
track pointed_at: spy or none starting none
play:
    move ace to hand of seat(1)
    move king to hand of seat(2)
    set marked of ace to yes
    set pointed_at to king
    as seat(1):
        may go_on: end game
"""


def played() -> Game:
    return Game.new(small(MARKS, players="2"), seed=1)


def test_a_changing_field_of_a_hidden_card_does_not_name_it_in_the_view() -> None:
    view = played().view(1)
    assert [track.owner for track in view.tracks if track.name == "spy.marked"] == ["king"]


def test_its_owner_still_sees_the_field() -> None:
    view = played().view(0)
    assert ("ace", "yes") in [(t.owner, t.key) for t in view.tracks if t.name == "spy.marked"]


def test_a_changing_field_of_a_hidden_card_is_told_only_to_those_who_know_the_card() -> None:
    game = played()
    assert any("ace" in event.text for event in game.events(player=0))
    assert not any("ace" in event.text for event in game.events(player=1))


def test_an_open_track_does_not_name_the_hidden_card_that_it_holds() -> None:
    game = played()
    assert game.view(0).track("pointed_at").key is None
    assert game.view(1).track("pointed_at").key == "king"
    assert not any("king" in event.text for event in game.events(player=0))


BOX = """
card suspect:
    guilty_look: yes or no
suspect rose:
    guilty_look: no
suspect violet:
    guilty_look: yes
suspect iris:
    guilty_look: no
zone envelope: set of suspect, hidden
zone table_: set of suspect, public
play:
    pick murderer at random from every suspect
    move murderer to envelope
    as seat(1):
        may go_on: end game
"""


def test_what_comes_from_the_box_into_a_hidden_zone_is_known_to_nobody() -> None:
    game = Game.new(small(BOX, players="2"), seed=3)
    for player in (0, 1):
        assert game.view(player).zone("envelope").cards == (None,)
        assert not any(
            name in event.text for event in game.events(player=player) for name in ("rose", "violet", "iris")
        )
