"""What players see and remember: visibility of zones and tracks, reveals, thefts, samples."""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter.game import Game
from tests.helpers import cards, keys, started

LETTERS = """
card letter
letter a
letter b
letter c
letter d
letter e
letter f
zone deck: pile of letter, hidden
zone hand of each player: set of letter, seen by owner
zone secret: set of letter, hidden
zone open_: line of letter, public
zone discard: pile of letter, top public
rule wait_:
    may go_on: do note(1)
"""
DEAL = """
setup:
    move every letter to deck
    shuffle deck
    for each p in players: move top 2 of deck to hand of p
"""


def test_a_hand_is_seen_by_its_owner_only_and_its_size_by_all() -> None:
    game = started(LETTERS + DEAL + "play:\n    as first of players: do wait_\n")
    assert None not in cards(game, "hand", "player1", player=0)
    assert cards(game, "hand", "player1", player=1) == (None, None)
    assert cards(game, "deck") == (None, None)
    assert game.view(0).zone("hand", "player2").count == 2


def test_what_was_put_openly_into_a_hidden_zone_is_remembered() -> None:
    game = started(
        LETTERS + "play:\n    move a to open_\n    move a to hand of first of players\n"
        "    as first of players: do wait_\n"
    )
    assert cards(game, "hand", "player1", player=1) == ("a",)


def test_a_card_stolen_at_random_is_known_to_thief_and_victim_only() -> None:
    body = (
        LETTERS
        + """
setup:
    move [a, b, c] to hand of first of players
    shuffle deck
play:
    as last of players:
        pick stolen at random from hand of first of players
        move stolen to your hand
        do wait_
"""
    )
    game = started(body, players="3")
    assert cards(game, "hand", "player3", player=0)[0] is not None
    assert cards(game, "hand", "player3", player=2)[0] is not None
    # The third player knew these cards, but cannot tell which one was taken: all are unsure now.
    assert cards(game, "hand", "player3", player=1) == (None,)
    assert cards(game, "hand", "player1", player=1) == (None, None)


def test_a_thief_does_not_learn_the_cards_that_were_not_taken() -> None:
    body = (
        LETTERS
        + DEAL
        + """
play:
    as last of players:
        pick stolen at random from hand of first of players
        move stolen to your hand
        do wait_
"""
    )
    game = started(body)
    assert cards(game, "hand", "player1", player=1) == (None,)
    assert cards(game, "hand", "player2", player=0).count(None) == 2


def test_reveal_shows_to_all_and_reveal_to_shows_to_one() -> None:
    body = (
        LETTERS
        + DEAL
        + """
play:
    as first of players:
        reveal first of your hand
        reveal last of your hand to last of players
        do wait_
"""
    )
    game = started(body, players="3")
    assert cards(game, "hand", "player1", player=1).count(None) == 1
    assert None not in cards(game, "hand", "player1", player=2)
    assert len([e for e in game.events(player=1) if e.kind == "reveal"]) == 1
    assert len([e for e in game.events(player=2) if e.kind == "reveal"]) == 2


def test_look_at_shows_to_you_only() -> None:
    game = started(
        LETTERS
        + DEAL
        + "play:\n    as first of players:\n        look at hand of last of players\n        do wait_\n",
        players="3",
    )
    assert None not in cards(game, "hand", "player3", player=0)
    assert cards(game, "hand", "player3", player=1) == (None, None)


def test_what_was_seen_is_remembered_while_it_can_be_followed() -> None:
    body = (
        LETTERS
        + DEAL
        + """
play:
    as first of players:
        look at top of deck
        move top of deck to hand of last of players
        do wait_
"""
    )
    game = started(body)
    assert cards(game, "hand", "player2", player=0).count(None) == 2


def test_a_revealed_card_that_goes_back_alone_is_still_known() -> None:
    body = (
        LETTERS
        + DEAL
        + """
zone played of each player: set of letter, seen by owner
play:
    as first of players:
        move first of your hand to your played
        reveal your played
        move your played to your hand
        do wait_
"""
    )
    assert cards(started(body), "hand", "player1", player=1).count(None) == 1


def test_all_cards_of_a_revealed_set_that_move_together_are_still_known() -> None:
    body = (
        LETTERS
        + DEAL
        + """
zone played of each player: set of letter, seen by owner
play:
    as first of players:
        reveal your hand
        move your hand to your played
        do wait_
"""
    )
    assert None not in cards(started(body), "played", "player1", player=1)


def test_of_a_top_public_pile_only_the_top_is_seen() -> None:
    game = started(LETTERS + "play:\n    move [a, b, c] to discard\n    as first of players: do wait_\n")
    assert cards(game, "discard") == (None, None, "c")


def test_taking_the_top_of_such_a_pile_shows_the_next() -> None:
    game = started(
        LETTERS + "play:\n    move [a, b, c] to discard\n"
        "    move top of discard to open_\n    as first of players: do wait_\n"
    )
    assert cards(game, "discard") == (None, "b")


def test_a_card_put_under_such_a_pile_is_not_seen() -> None:
    game = started(
        LETTERS + "play:\n    move [a, b] to discard\n    move c to bottom of discard\n"
        "    as first of players: do wait_\n"
    )
    assert cards(game, "discard") == (None, None, "b")


def test_a_shuffled_top_public_pile_shows_its_real_top() -> None:
    body = (
        LETTERS
        + """
play:
    move every letter to discard
    shuffle discard
    as first of players:
        do wait_
        move top of discard to open_
        do wait_
        move top of discard to open_
"""
    )
    seen = Counter()
    for seed in range(30):
        game = started(body, seed=seed)
        top = cards(game, "discard")[-1]
        game.apply("yes")
        seen[cards(game, "open_")[0]] += 1
        assert top in (None, cards(game, "open_")[0])
        top = cards(game, "discard")[-1]
        game.apply("yes")
        assert top in (None, cards(game, "open_")[1])
    assert len(seen) == 6


@pytest.mark.parametrize(
    ("sees", "values"), [("public", ("4", "4")), ("hidden", (None, None)), ("seen by owner", ("4", None))]
)
def test_tracks_are_seen_as_declared(sees: str, values: tuple[str | None, ...]) -> None:
    game = started(
        f"track coins of each player: number 0 to 9 starting 4 {sees}\nplay:\n"
        f"    set coins of first of players to 4\n    as first of players:\n"
        f"        may go_on: do note(1)\n"
    )
    assert tuple(game.view(player).track("coins", "player1").key for player in (0, 1)) == values


def test_a_change_of_a_hidden_track_is_no_event_for_others() -> None:
    game = started(
        "track coins of each player: number 0 to 9 seen by owner\nplay:\n"
        "    set coins of first of players to 4\n"
    )
    assert [e.kind for e in game.events(player=0) if e.kind == "set"] == ["set"]
    assert [e.kind for e in game.events(player=1) if e.kind == "set"] == []


def test_a_hidden_card_has_no_name_in_the_events_of_others() -> None:
    body = (
        LETTERS + "setup:\n    move every letter to deck\n    shuffle deck\n"
        "play: move top of deck to hand of first of players\n"
    )
    game = started(body)
    (own,) = [e.text for e in game.events(player=0) if e.kind == "move"]
    (other,) = [e.text for e in game.events(player=1) if e.kind == "move"]
    assert own.split(":")[0] in "abcdef" and other.split(":")[0] not in "abcdef"


def test_the_options_of_another_player_are_not_in_a_view() -> None:
    game = started(
        LETTERS
        + DEAL
        + "play:\n    as first of players:\n        choose c from your hand\n        move c to open_\n"
    )
    assert game.view(0).options == keys(game, 0) != ()
    assert game.view(1).options == ()
    assert game.view(1).deciding == (0,)


# ---------------------------------------------------------------- samples


def test_a_sample_keeps_what_a_player_knows_and_mixes_the_rest() -> None:
    game = started(LETTERS + DEAL + "play:\n    as first of players: do wait_\n")
    own = cards(game, "hand", "player1", player=0)
    hands = set()
    for seed in range(200):
        other = game.sample(0, seed)
        assert other.view(0) == game.view(0)
        assert cards(other, "hand", "player1", player=0) == own
        hands.add(cards(other, "hand", "player2", player=1))
    assert len(hands) == 6  # two of the four cards that are unknown


def test_a_sample_does_not_change_the_game() -> None:
    game = started(LETTERS + DEAL + "play:\n    as first of players: do wait_\n")
    before = game.freeze()
    game.sample(1, 5).apply("yes")
    assert game.freeze() == before


def test_a_sample_of_a_secret_choice_does_not_hold_the_others_answers() -> None:
    game = started(
        "play:\n    each player secretly chooses n from 1 to 9\n    do note(n of first of players)\n"
    )
    game.apply("7", 0)
    noted = Counter()
    for seed in range(60):
        other = game.sample(1, seed)
        assert other.deciding == (1,)
        other.apply("1", 1)
        noted[other.view(0).track("trace").key] += 1
    assert len(noted) > 5
    own = game.sample(0, 3)
    own.apply("1", 1)
    assert own.view(0).track("trace").key == "7"


CHOICE_OF_OTHERS = """
card letter:
    size: number 0 to 9
letter a:
    size: 1
letter b:
    size: 1
letter c:
    size: 2
letter d:
    size: 2
letter e:
    size: 2
letter f:
    size: 2
zone deck: pile of letter, hidden
zone hand of each player: set of letter, seen by owner
zone open_: line of letter, public
setup:
    move every letter to deck
    shuffle deck
    for each p in players: move top 2 of deck to hand of p
"""


def test_a_sample_still_waits_for_the_same_player_when_the_options_depend_on_hidden_cards() -> None:
    body = (
        CHOICE_OF_OTHERS
        + """
play:
    as first of players:
        choose c from your hand where size is 1
        move c to open_
"""
    )
    for seed in range(12):
        game = started(body, seed=seed, forced="ask")
        for other_seed in range(20):
            other = game.sample(1, other_seed)
            assert other.view(1) == game.view(1)
            assert other.deciding == game.deciding


def test_a_sample_of_a_secret_choice_that_depends_on_hidden_cards_can_be_played_on() -> None:
    body = (
        CHOICE_OF_OTHERS
        + """
play:
    each player secretly chooses c from your hand where size is 1
    for each p in players: do note(count(hand of p))
"""
    )
    for seed in range(12):
        game = started(body, seed=seed, forced="ask")
        if game.over:
            continue
        for player in (0, 1):
            other = game.sample(player, seed + 50)
            assert other.deciding == game.deciding
            while not other.over:
                other.apply(0)


def test_a_sample_before_a_chance_event_does_not_name_cards_that_others_hold() -> None:
    body = LETTERS + DEAL + "play:\n    as first of players: do wait_\n    move top of deck to open_\n"
    game = started(body, chance="exposed")
    while game.request().kind == "chance":
        game.apply(0)
    game.apply("yes")
    assert game.request().kind == "chance"
    real = set(keys(game))
    offered = {key for seed in range(30) for key in keys(game.sample(0, seed))}
    assert offered > real
    for seed in range(10):
        other = game.sample(0, seed)
        (wanted, *_) = keys(other)
        other.apply(wanted)
        assert cards(other, "open_") == (wanted,)


def test_a_mistake_of_the_rules_in_a_sample_does_not_bring_back_the_real_game() -> None:
    body = (
        LETTERS
        + DEAL
        + """
track coins: number 0 to 3
play:
    as first of players:
        choose n from 1 to 5
        set coins to n
"""
    )
    game: Game = started(body)
    other = game.sample(0, 4)
    before = other.freeze()
    with pytest.raises(Exception, match="coins"):
        other.apply("5")
    assert other.freeze() == before
