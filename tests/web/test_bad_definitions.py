"""Definitions that never end, are broken or change: it is said, and other tables go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.web.client import Refusal, Seat, call, new_table
from cli.web.games import Games
from tests.web.servers import Server

ENDLESS = """
game endless for 1 player
track turned: number 0 to 9 starting 0
track more: yes or no starting yes
rule go_round:
    if more:
        set turned to 1
        set turned to 0
play:
    turns from first of players until turned is 9:
        choose one:
            stop: set turned to 9
            go_on:
                while more: do go_round
ranking of p: highest turned
"""

ENDLESS_SETUP = ENDLESS.replace("play:", "setup:\n    while more: do go_round\nplay:")
ENDLESS_BOT = ENDLESS.replace("for 1 player", "for 2 players").replace(
    "stop: set turned to 9", "stop:\n                while more: do go_round"
)


def test_a_definition_that_never_ends(tmp_path: Path) -> None:
    folder = tmp_path / "endless"
    folder.mkdir()
    (folder / "game.rules").write_text(ENDLESS.lstrip(), encoding="utf-8")
    running = Server(tmp_path / "tables.sqlite", str(folder), "kuhn_poker")
    try:
        opened = new_table(running.address, "endless", ["person"])
        other = new_table(running.address, "kuhn_poker", ["person", "person"])
        with Seat(running.address, opened["seats"][0]["token"]) as seat:
            scene = seat.wait()
            seat.send({"type": "answer", "asked": "0.0", "answer": 1})
            with Seat(running.address, other["seats"][0]["token"]) as calm:
                calm.wait()
                calm.answer(0)
            with pytest.raises(Refusal) as error:
                while True:
                    seat.receive()
            assert error.value.code == "rule" and "game.rules" in str(error.value)
            seat.answer(0)  # the game is as it was before
            assert seat.wait()["result"] is not None and scene["result"] is None
    finally:
        assert "Traceback" not in running.end()


@pytest.mark.parametrize(
    ("rules", "seats"), [(ENDLESS_SETUP, ["person"]), (ENDLESS_BOT, ["random", "person"])]
)
def test_a_definition_that_never_ends_before_anybody_has_answered(
    tmp_path: Path, rules: str, seats: list[str]
) -> None:
    """While it is laid out, or when a bot plays: the table is not opened, or says why it cannot go on."""
    folder = tmp_path / "endless"
    folder.mkdir()
    (folder / "game.rules").write_text(rules.lstrip(), encoding="utf-8")
    running = Server(tmp_path / "tables.sqlite", str(folder), "kuhn_poker")
    try:
        other = new_table(running.address, "kuhn_poker", ["person", "person"])
        if rules == ENDLESS_SETUP:
            with pytest.raises(Refusal, match="cannot begin") as error:
                new_table(running.address, "endless", seats)
            assert error.value.code == "rule"
        else:
            opened = new_table(running.address, "endless", seats)
            with Seat(running.address, opened["seats"][0]["token"]) as seat:
                while not (stopped := seat.receive().get("stopped", "")):
                    pass
                assert "cannot go on" in stopped and "game.rules" in stopped
        with Seat(running.address, other["seats"][0]["token"]) as calm:
            calm.wait()
            calm.answer(0)
    finally:
        assert "Traceback" not in running.end()


def test_a_definition_that_is_changed_is_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    rules = folder / "game.rules"
    rules.write_text("game mine for 2 players\nplay:\n    do nothing\n", encoding="utf-8")
    games = Games({"mine": folder})
    assert games.about("mine", "en")["players"] == [2, 2] and games.program("mine") is games.program("mine")
    rules.write_text("game mine for 2 to 3 players\nplay:\n    do nothing\n", encoding="utf-8")
    assert games.about("mine", "en")["players"] == [2, 3]
    (folder / "more.rules").write_text("rule broken", encoding="utf-8")
    assert games.about("mine", "en")["broken"]


def test_a_broken_definition_is_on_the_shelf_with_what_is_wrong(tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    rules = "game broken for 2 players\nplay:\n    do nothing_known\n"
    (folder / "game.rules").write_text(rules, encoding="utf-8")
    running = Server(tmp_path / "tables.sqlite", str(folder))
    try:
        (game,) = call(f"{running.address}/api/games")["games"]
        assert "nothing_known" in game["broken"]
        with pytest.raises(Refusal, match="cannot be played"):
            new_table(running.address, "broken", ["person", "person"])
    finally:
        running.end()
