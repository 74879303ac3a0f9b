"""Windows: players are offered to act before, after or instead of a rule, and whenever something happens."""

from __future__ import annotations

import pytest

from tests.helpers import started, trace

ACT = """
rule act(n: number 0 to 9):
    do note(n)
"""


def window(head: str, lines: str, play: str = "as seat(2): do act(5)") -> str:
    body = "\n".join(f"    {line}" for line in lines.strip("\n").split("\n"))
    return f"{ACT}{head}:\n{body}\nplay:\n    {play}\n    do note(0)\n"


@pytest.mark.parametrize(
    ("players", "order"),
    [
        ("players", [0, 1, 2]),
        ("clockwise(you)", [1, 2, 0]),
        ("clockwise(left(you))", [2, 0, 1]),
        ("opponents", [2, 0]),
        ("[seat(3), seat(1)]", [2, 0]),
        ("players where it is not actor", [0, 2]),
        ("players sorted by count(players before it) descending", [2, 1, 0]),
        ("first 0 of players", []),
    ],
)
def test_each_is_asked_in_the_stated_order(players: str, order: list[int]) -> None:
    game = started(window(f"after act(n) offered to {players}", "may cut: do note(4)"), players="3")
    asked = []
    while not game.over:
        asked += game.deciding
        game.apply("no")
    assert asked == order
    assert trace(game) == "50"


@pytest.mark.parametrize(
    ("head", "noted"),
    [("before act(n)", "4450"), ("after act(n)", "5440")],
)
def test_a_window_opens_before_or_after(head: str, noted: str) -> None:
    game = started(window(f"{head} offered to opponents", "may cut: do note(4)"), "yes", "yes", players="3")
    assert trace(game) == noted


def test_end_loop_stops_the_offering() -> None:
    lines = "may cut:\n    do note(4)\n    end loop"
    game = started(window("after act(n) offered to players", lines), "no", "yes", players="3")
    assert game.over and trace(game) == "540"


def test_you_are_the_one_who_is_asked_and_the_actor_is_who_did_it() -> None:
    game = started(
        "track coins of each player: number 0 to 9 starting 3\n"
        + window("after act(n) offered to opponents", "may tip: pay 1 from your coins to coins of actor"),
        "yes", "no", players="3",
    )  # fmt: skip
    assert [game.view(0).track("coins", f"player{seat}").value for seat in (1, 2, 3)] == [3, 4, 2]


def test_the_condition_is_asked_once_for_the_whole_window() -> None:
    head = "after act(n) when n is 5 offered to players"
    assert started(window(head, "may cut: do note(4)"), players="3").deciding == (0,)
    assert started(window(head, "may cut: do note(4)", "as seat(2): do act(6)"), players="3").over


def test_what_a_rule_is_called_with_is_known_in_the_window() -> None:
    game = started(window("after act(m) offered to [seat(1)]", "may echo: do note(m)"), "yes")
    assert trace(game) == "550"


INSTEAD = "instead of act(n) offered to players"
BLOCK = "may block_it:\n    do note(9)\nelse: proceed"


def test_a_rule_happens_once_when_all_let_it() -> None:
    assert trace(started(window(INSTEAD, BLOCK), "no", "no", "no", players="3")) == "50"


def test_who_does_not_let_it_happen_replaces_it_and_closes_the_window() -> None:
    assert trace(started(window(INSTEAD, BLOCK), "no", "yes", players="3")) == "90"


def test_a_window_that_is_closed_without_proceed_replaces_the_rule() -> None:
    lines = "may block_it:\n    do note(9)\n    end loop\nelse: proceed"
    assert trace(started(window(INSTEAD, lines), "no", "yes", players="3")) == "90"
    lines = "may allow:\n    proceed\n    end loop\nelse: proceed"
    assert trace(started(window(INSTEAD, lines), "yes", players="3")) == "50"


def test_a_rule_happens_when_nobody_can_replace_it() -> None:
    lines = "choose other from opponents where 1 > 2\ndo note(9)"
    assert trace(started(window(INSTEAD, lines), players="3")) == "50"
    assert trace(started(window("instead of act(n) offered to []", "do note(9)"), players="3")) == "50"


def test_a_window_in_a_component_is_open_while_it_lies_there() -> None:
    body = """
card charm active in worn
zone worn of each player: set of charm, public
charm bell:
    after act(n) offered to opponents:
        may answer_it: do note(4)
setup:
    {setup}
"""
    play = window("before act(n)", "do note(1)")
    worn = started(body.format(setup="move bell to worn of seat(1)") + play, players="3")
    assert worn.deciding == (1,)  # the opponents of its holder
    assert started(body.format(setup="do nothing") + play, players="3").over


SHELF = """
track coins of each player: number 0 to 9 starting 3
token cube, 3 copies
zone shelf of each player: set of cube, public
"""


def test_others_are_offered_to_act_whenever_a_component_comes_in() -> None:
    game = started(
        SHELF + "whenever c enters shelf of p offered to opponents of p:\n"
        "    may greet: add 1 to coins of actor\n"
        "play:\n    as seat(2): move first 2 of every cube to shelf of you\n    do note(0)\n",
        players="3",
    )
    asked = []
    while not game.over:
        asked += game.deciding
        game.apply("yes" if game.deciding == (2,) else "no")
    assert asked == [2, 0, 2, 0], "once for each of the two cubes"
    assert game.view(0).track("coins", "player2").value == 5


def test_others_are_offered_to_act_whenever_a_track_changes() -> None:
    game = started(
        SHELF + "whenever coins of p changes when coins of p > 3 offered to [left(p)]:\n"
        "    may tax: pay 1 from coins of p to your coins\n"
        "play:\n    as seat(2): add 2 to your coins\n    do note(0)\n",
        players="3",
    )
    asked = []
    while not game.over:
        asked += game.deciding
        game.apply("no" if len(asked) > 1 else "yes")
    assert asked == [2, 2, 0], (
        "for the two coins that came, then for those that are left, then for the one that went"
    )
    assert [game.view(0).track("coins", f"player{seat}").value for seat in (1, 2, 3)] == [3, 4, 4]
