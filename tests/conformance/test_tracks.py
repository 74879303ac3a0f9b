"""Tracks: ranges, caps, payments; settings; what is said."""

from __future__ import annotations

import pytest

from interpreter.errors import PlayError, RuleError
from interpreter.game import Game
from rulelang.diagnostics import RulesError
from tests.helpers import small, started, trace, track

COINS = "track coins of each player: number 0 to 9 starting 3\n"


def test_a_track_starts_where_it_says_or_at_zero() -> None:
    game = started(
        COINS + "track a: number 2 to 5\ntrack b: number -5 to -2\ntrack c: yes or no\n"
        "kind k: x, y\ntrack d: k\nplay: do note(1)\n"
    )
    assert [track(game, name) for name in "abcd"] == ["2", "-2", "no", "x"]
    assert track(game, "coins", "player2") == "3"


def test_add_subtract_and_pay() -> None:
    game = started(COINS + """
play:
    as first of players:
        add 4 to your coins
        subtract 1 from your coins
        pay your coins / 2 rounded down from your coins to coins of left(you)
""")  # fmt: skip
    assert (track(game, "coins", "player1"), track(game, "coins", "player2")) == ("3", "6")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("add 7 to coins of first of players", "`coins` would become 10, but its range is 0 to 9"),
        ("subtract 4 from coins of first of players", "`coins` would become -1, but its range is 0 to 9"),
        ("set coins of first of players to count(players) + 8", "`coins` would become 10"),
        ("pay 4 from coins of first of players to coins of last of players", "`coins` would become -1"),
    ],
)
def test_leaving_the_range_is_a_rule_error_with_its_line_and_rule(statement: str, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        started(f"{COINS}play: do act\nrule act:\n    {statement}\n")
    assert message in str(caught.value)
    assert caught.value.site[:2] == ("game.rules", 8) and caught.value.rule == "act"


def test_a_capped_track_stops_at_its_ends() -> None:
    game = started("""
        track heat: number 2 to 6 starting 4 capped
        play:
            add 9 to heat
            do note(heat)
            subtract 9 from heat
            do note(heat)
            set heat to trace
            do note(heat)
    """)
    assert trace(game) == "626"


def test_a_capped_field_stops_at_its_ends() -> None:
    game = started("""
        piece pawn:
            heat: number 0 to 5 starting 1 capped
        pawn red
        play:
            add 9 to red.heat
            do note(red.heat)
    """)
    assert trace(game) == "5"


def test_a_start_outside_the_range_is_refused() -> None:
    with pytest.raises(RulesError):
        small("track t: number 0 to 3 starting 7\nplay: do note(1)\n")


def test_a_value_that_is_always_outside_the_range_is_refused() -> None:
    with pytest.raises(RulesError, match="always outside"):
        small("track t: number 0 to 3\nplay: set t to 7\n")


def test_a_start_can_depend_on_the_number_of_players() -> None:
    assert (
        track(
            started("track t: number 0 to 9 starting count(players) + 1\nplay: do note(1)\n", players="4"),
            "t",
        )
        == "5"
    )


def test_a_start_that_leaves_the_range_in_play_is_a_rule_error() -> None:
    with pytest.raises(RuleError, match="range"):
        started("track t: number 0 to 3 starting count(players) * 2\nplay: do note(1)\n")


def test_an_argument_outside_the_range_of_its_parameter_is_a_rule_error() -> None:
    with pytest.raises(RuleError, match=r"game\.rules:\d+"):
        started("play: do act(count(players) * 10)\nrule act(n: number 0 to 9): do note(n mod 10)\n")


# ---------------------------------------------------------------- settings

SETTINGS = """
setting hard: yes or no default no
setting size: number 2 to 5 default 3
setting mode: one of short, long default short
play:
    if hard: do note(1)
    do note(size)
    if mode is long: do note(9)
"""


@pytest.mark.parametrize(
    ("settings", "noted"),
    [
        ({}, "3"),
        ({"hard": "yes"}, "13"),
        ({"hard": True, "size": 5}, "15"),
        ({"size": "2", "mode": "long"}, "29"),
    ],
)
def test_settings_are_words_or_values(settings: dict[str, object], noted: str) -> None:
    assert trace(Game.new(small(SETTINGS), settings=settings)) == noted


@pytest.mark.parametrize(
    "settings",
    [
        {"size": 1},
        {"size": "many"},
        {"mode": "middle"},
        {"hard": 3},
        {"other": 1},
        {"hard": None},
        {"size": None},
    ],
)
def test_a_wrong_setting_is_a_clear_error(settings: dict[str, object]) -> None:
    with pytest.raises(PlayError):
        Game.new(small(SETTINGS), settings=settings)


@pytest.mark.parametrize("players", [0, 1, 5, -1])
def test_a_wrong_number_of_players_is_a_clear_error(players: int) -> None:
    with pytest.raises(PlayError, match="2 to 4 players"):
        Game.new(small("play: do note(1)\n", "2 to 4"), players)


def test_say_gives_an_event_with_the_values_in_words() -> None:
    game = started("play: say hello with 3, yes, first of players\n")
    (event,) = [event for event in game.events(player=0) if event.kind == "say"]
    assert event.text == "hello: 3, yes, player 1" and event.site[1] == 5


def test_an_event_names_the_rule_and_the_line_that_caused_it() -> None:
    game = started(COINS + "play: do act\nrule act:\n    add 1 to coins of first of players\n")
    (event,) = [event for event in game.events() if event.kind == "set"]
    assert (event.rule, event.site[0], event.site[1]) == ("act", "game.rules", 8)
