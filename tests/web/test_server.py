"""The server, asked as a client would: whole games, links, restarts."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cli.web.client import Refusal, Seat, call, new_table
from cli.web.live import Live, Refused
from interpreter.game import Game
from tests.helpers import definition, definition_folders
from tests.web.servers import Server, play_on

WATCHERS = -2


def first(opened: dict, number: int = 0) -> str:
    return opened["seats"][number]["token"]


def test_the_shelf_has_every_game(server: Server) -> None:
    found = call(f"{server.address}/api/games?lang=cs")["games"]
    assert {game["name"] for game in found} == set(definition_folders())
    lengths = {game["name"]: game["length"] for game in found}
    assert lengths["dead_mans_draw"] == "10 až 15 minut" and all(lengths.values())
    assert all(not game["broken"] and 1 <= game["players"][0] <= game["players"][1] for game in found)


def test_the_shelf_is_in_groups(server: Server) -> None:
    found = call(f"{server.address}/api/games?lang=en")["games"]
    groups = list(dict.fromkeys(game["group"] for game in found))
    assert groups == ["", "Classics", "Small games to learn from"]
    assert [game["group"] for game in found] == sorted((game["group"] for game in found), key=groups.index)
    assert {game["name"] for game in found if game["group"] == groups[2]} == {
        "kuhn_poker", "lantern_walk", "tic_tac_toe"
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(definition_folders()))
def test_every_definition_is_played_to_its_end(server: Server, name: str) -> None:
    players = call(f"{server.address}/api/games/{name}")["players"][0]
    opened = new_table(server.address, name, ["person", *["random"] * (players - 1)])
    with Seat(server.address, first(opened)) as seat:
        scene = play_on(seat, random.Random(name))
        assert scene["result"] is not None and scene["seat"] == 0
        assert [frame["fresh"] for frame in seat.frames] == [True] + [False] * (len(seat.frames) - 1)
        assert all(frame["protocol"] == 1 for frame in seat.frames)


def test_each_seat_has_its_own_scene_and_watchers_see_what_is_public(server: Server) -> None:
    opened = new_table(server.address, "kuhn_poker", ["person", "person"])
    with (
        Seat(server.address, first(opened)) as one,
        Seat(server.address, first(opened, 1)) as two,
        Seat(server.address, opened["watch"]) as watcher,
    ):
        scenes = [who.receive()["scene"] for who in (one, two, watcher)]
        assert [scene["seat"] for scene in scenes] == [0, 1, WATCHERS]
        known = [
            {area["owner"]: area["components"][0]["known"] for area in scene["areas"] if area["owner"]}
            for scene in scenes
        ]
        mine, other = "player:player1", "player:player2"
        assert known[0][mine] and not known[0][other]
        assert known[1][other] and not known[1][mine]
        assert not known[2][mine] and not known[2][other]
        assert [scene["question"] is None for scene in scenes] == [False, True, True]
        with pytest.raises(Refusal) as refused:
            watcher.ask({"type": "answer", "asked": "0.0", "answer": 0}, "taken")
        assert refused.value.code == "watching"


def test_links_of_a_table_cannot_be_guessed(server: Server) -> None:
    tables = [new_table(server.address, "kuhn_poker", ["person", "person"]) for _ in range(3)]
    tokens = [token for table in tables for token in (first(table), first(table, 1), table["watch"])]
    assert len(set(tokens)) == 9 and all(len(token) >= 32 for token in tokens)


def test_one_goes_on_where_one_was(server: Server) -> None:
    opened = new_table(server.address, "dead_mans_draw", ["person", "random"])
    with Seat(server.address, first(opened)) as seat:
        play_on(seat, random.Random(1), 5)
        before = seat.wait()
    with Seat(server.address, first(opened), "pl") as again:
        scene = again.wait()
        assert scene["question"]["options"][0]["key"] == before["question"]["options"][0]["key"]
        assert scene["language"] == "pl" and again.frames[0]["fresh"]
        assert len(scene["happened"]) > len(before["happened"])  # all of it is told again


def test_a_killed_server_goes_on_with_all_tables(tmp_path: Path) -> None:
    running = Server(tmp_path / "tables.sqlite", "dead_mans_draw", "kuhn_poker")
    try:
        opened = [
            new_table(running.address, "dead_mans_draw", ["person", "person"]),
            new_table(running.address, "dead_mans_draw", ["person", "random"]),
        ]
        before = []
        for number, table in enumerate(opened):
            with Seat(running.address, first(table)) as seat:
                for _ in range(4):
                    seat.wait()
                    seat.answer(0)
                    if seat.frames[-1]["scene"]["question"] is None and number == 0:
                        break
                before.append(
                    (seat.frames[-1]["asked"], seat.frames[-1]["scene"]["areas"] if not number else None)
                )
        running.kill()
        running.start()
        for (asked, areas), table in zip(before, opened, strict=True):
            with Seat(running.address, first(table)) as seat:
                frame = seat.receive()
                assert frame["asked"] == asked != "0.0"
                assert areas is None or frame["scene"]["areas"] == areas
        with Seat(running.address, first(opened[1])) as seat:
            assert play_on(seat, random.Random(2))["result"] is not None
            assert seat.ask({"type": "moment", "step": 2}, "moment")["step"] == 2
    finally:
        said = running.end()
    assert "Traceback" not in said


def test_a_decision_is_taken_back_where_that_is_fair(server: Server) -> None:
    opened = new_table(server.address, "tic_tac_toe", ["person", "person"])
    with Seat(server.address, first(opened)) as one, Seat(server.address, first(opened, 1)) as two:
        empty = one.wait()["boards"]
        one.answer(4)
        assert two.wait()["boards"] != empty
        with pytest.raises(Refusal, match="not yours"):
            two.ask({"type": "undo"}, "undone")
        one.ask({"type": "undo"}, "undone")
        assert one.wait()["boards"] == empty
        assert one.frames[-1]["fresh"] and one.frames[-1]["asked"] == "1.0"


def test_what_was_turned_over_is_not_taken_back() -> None:
    live = Live(1, Game.new(definition("dead_mans_draw"), 2, seed=1), ("person", "person"), own=[0, 0])
    for _ in range(6):  # characters are chosen, then cards are turned over
        live.play(live.game.deciding[0], 0, lambda seat, answer: None)
    count = len(live.answers)
    with pytest.raises(Refused, match="learned"):
        live.undo(live.answers[-1][0], lambda steps: None)
    assert len(live.answers) == count


def test_a_preview_shows_the_board_and_changes_nothing(server: Server) -> None:
    opened = new_table(server.address, "tic_tac_toe", ["person", "person"])
    with Seat(server.address, first(opened)) as seat:
        scene = seat.wait()
        shown = seat.ask({"type": "preview", "option": 4}, "preview")
        assert shown["option"] == 4 and shown["asked"] == "0.0"
        assert [board["id"] for board in shown["boards"]] in ([], [scene["boards"][0]["id"]])
        with pytest.raises(Refusal):
            seat.ask({"type": "preview", "option": 400}, "preview")
        assert seat.wait() == scene
