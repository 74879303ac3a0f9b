"""The author's workshop: what is wrong while one types, scenarios, saving, and a table with changed rules."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.web.client import Refusal, Seat, call
from cli.web.drafts import files_of
from tests.web.pages import watch_errors
from tests.web.servers import Server

RULES = """game counting for 1 to 2 players
track total: number 0 to 20 starting 0
play:
    turns from first of players until total is at least 6:
        choose one:
            one: add 1 to total
            two: add 2 to total
ranking of p: highest total
"""
SCENARIO = """scenario two is two
    players 1
    when:
        player 1: two
    then:
        total is 2
"""
# A new entry before the others: the numbers of all options are others now.
MORE = RULES.replace("            one:", "            half_dozen: add 6 to total\n            one:")
WITHOUT = RULES.replace("            two: add 2 to total\n", "            three: add 3 to total\n")


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    folder = tmp_path_factory.mktemp("shop")
    game = folder / "counting"
    (game / "scenarios").mkdir(parents=True)
    (game / "game.rules").write_text(RULES, encoding="utf-8")
    (game / "scenarios" / "all.scenario").write_text(SCENARIO, encoding="utf-8")
    running = Server(folder / "tables.sqlite", str(game), workshop=True)
    yield running, game
    assert "Traceback" not in running.end()


def address(server: Server) -> str:
    return f"{server.address}/api/workshop/{server.key}/counting"


def seats(*who: str) -> dict[str, Any]:
    return {"seats": [{"who": one} for one in who]}


def test_the_files_of_a_game(shop: tuple[Server, Path]) -> None:
    found = call(address(shop[0]))["files"]
    assert [file["name"] for file in found] == ["game.rules", "scenarios/all.scenario"]
    assert found[0]["text"] == RULES and found[0]["writable"]


def test_what_is_typed_is_checked_and_not_written(shop: tuple[Server, Path]) -> None:
    server, game = shop
    wrong = RULES.replace("add 2 to total", "add 2 to totall")
    found = call(f"{address(server)}/check", {"texts": {"game.rules": wrong}, "file": "game.rules"})
    (finding,) = found["findings"]
    assert (finding["file"], finding["line"], finding["severity"]) == ("game.rules", 7, "error")
    assert "totall" in finding["title"]
    assert call(f"{address(server)}/check", {"texts": {}})["findings"] == []
    assert (game / "game.rules").read_text(encoding="utf-8") == RULES


def test_scenarios_are_played_with_what_is_typed(shop: tuple[Server, Path]) -> None:
    found = call(f"{address(shop[0])}/test", {"texts": {}})
    assert [one["state"] for one in found["scenarios"]] == ["passed"] and found["findings"] == []
    changed = RULES.replace("add 2", "add 3")
    (one,) = call(f"{address(shop[0])}/test", {"texts": {"game.rules": changed}})["scenarios"]
    assert (one["state"], one["file"], one["line"]) == ("failed", "scenarios/all.scenario", 6)
    assert one["expected"] and "3" in one["found"]


def test_a_table_goes_on_with_changed_rules(shop: tuple[Server, Path]) -> None:
    server = shop[0]
    opened = call(f"{address(server)}/table", seats("person", "person"))
    for number, answer in ((0, 1), (1, 0)):  # two, then one
        with Seat(server.address, opened["seats"][number]["token"]) as seat:
            seat.wait()
            seat.answer(answer)
    wish = {**seats("person"), "texts": {"game.rules": MORE}, "old": opened["watch"], "go_on": True}
    went_on = call(f"{address(server)}/table", wish)
    assert (went_on["steps"], went_on["why"]) == (2, "") and len(went_on["seats"]) == 2
    with Seat(server.address, went_on["seats"][0]["token"]) as seat:
        scene = seat.wait()
        assert [option["key"] for option in scene["question"]["options"]] == ["half_dozen", "one", "two"]
        assert scene["counters"][0]["number"] == 3
    with pytest.raises(Refusal), Seat(server.address, opened["watch"]) as gone:
        gone.receive()  # the table before it was cleared away
    wish |= {"texts": {"game.rules": WITHOUT}, "old": went_on["watch"]}
    less = call(f"{address(server)}/table", wish)
    assert less["steps"] == 0 and "decision 1" in less["why"] and "two" in less["why"]


def test_rules_that_cannot_be_played_leave_the_table(shop: tuple[Server, Path]) -> None:
    server = shop[0]
    opened = call(f"{address(server)}/table", seats("person"))
    wish = {**seats("person"), "texts": {"game.rules": "game counting"}, "old": opened["watch"]}
    broken = call(f"{address(server)}/table", wish)
    assert broken["watch"] == "" and broken["findings"][0]["severity"] == "error"
    with Seat(server.address, opened["seats"][0]["token"]) as seat:
        assert seat.wait()["question"] is not None


def test_saving(shop: tuple[Server, Path]) -> None:
    server, game = shop
    file = game / "game.rules"
    file.write_bytes(RULES.replace("\n", "\r\n").encode())
    before = call(address(server))["files"][0]["text"]
    assert call(f"{address(server)}/save", {"file": "game.rules", "text": MORE, "was": before})
    assert file.read_bytes() == MORE.replace("\n", "\r\n").encode()
    with pytest.raises(Refusal) as refused:  # somebody else has changed it
        call(f"{address(server)}/save", {"file": "game.rules", "text": RULES, "was": before})
    assert refused.value.code == "changed"
    file.write_text(RULES, encoding="utf-8")
    assert sorted(path.name for path in game.iterdir()) == ["game.rules", "scenarios"]


@pytest.mark.parametrize("name", ["../x.rules", "/etc/passwd", "new.rules", "scenarios", "", None, 3])
def test_only_files_of_the_game_are_written(shop: tuple[Server, Path], name: object) -> None:
    with pytest.raises(Refusal) as refused:
        call(f"{address(shop[0])}/save", {"file": name, "text": "x", "was": ""})
    assert refused.value.code == "no_file"


def test_links_that_lead_elsewhere_are_no_files_of_the_game(tmp_path: Path) -> None:
    (tmp_path / "secret.rules").write_text("x", encoding="utf-8")
    game = tmp_path / "game"
    game.mkdir()
    (game / "game.rules").write_text(RULES, encoding="utf-8")
    os.symlink(tmp_path / "secret.rules", game / "more.rules")
    assert list(files_of(game)) == ["game.rules"]


def test_the_key_is_asked_for(shop: tuple[Server, Path]) -> None:
    server = shop[0]
    for key in ("x", "x" * 32, server.key[:-1], f"{server.key}x"):
        for wish in ("", "/check", "/save", "/table", "/test"):
            with pytest.raises(Refusal) as refused:
                call(f"{server.address}/api/workshop/{key}/counting{wish}", {} if wish else None)
            assert refused.value.code == "no_workshop"


def test_tables_of_others_are_not_taken_away(shop: tuple[Server, Path]) -> None:
    server = shop[0]
    wish = {"game": "counting", **seats("person")}
    other = call(f"{server.address}/api/tables", wish)
    call(f"{address(server)}/table", {**seats("person"), "old": other["watch"]})
    with pytest.raises(Refusal):
        call(f"{address(server)}/table", {**seats("person"), "old": other["watch"], "go_on": True})
    with Seat(server.address, other["seats"][0]["token"]) as seat:
        assert seat.wait()["question"] is not None


# Another table, and its page is there instead of the one before.
RESTARTED = """(was) => {
  const table = document.querySelector('#table'), now = table.getAttribute('src');
  return now !== was && table.contentDocument?.URL.endsWith(now)
    && table.contentDocument.querySelector('#question .option');
}"""


def test_in_a_browser(shop: tuple[Server, Path], browser: Any) -> None:
    server, game = shop
    page = browser.new_page()
    errors = watch_errors(page)
    page.goto(f"{server.address}/?lang=en#workshop={server.key}")
    page.locator("[data-work=counting]").click()
    table = page.frame_locator("#table")
    table.locator("#tools a").wait_for()
    assert table.get_by_role("link").all_inner_texts() == ["Rules"]  # none that leads out of the workshop
    table.locator("#question .option").first.wait_for()  # it is there as soon as the rules can be played
    before = page.locator("#table").get_attribute("src")
    page.locator("#fine").wait_for()
    page.keyboard.press("Control+Enter")
    page.wait_for_function(RESTARTED, arg=before)
    table.locator("#question .option").nth(1).click()
    table.get_by_text("total").first.wait_for()
    table.locator("body[data-asked='0.1']").wait_for()  # the bot has answered, too: by the rules as they were
    text = page.locator("#text")
    text.fill(RULES.replace("add 2 to total", "add 2 to totall"))
    page.locator(".finding.error").click()
    at = text.evaluate("(e) => e.value.slice(0, e.selectionStart).split('\\n').length")
    assert at == 7 and page.locator(".gutter .error").inner_text() == "7"
    text.fill(MORE)
    page.locator("#fine").wait_for()
    page.keyboard.press("Control+Shift+Enter")
    page.get_by_text("It went on after").wait_for()
    table.get_by_role("button", name="half dozen").wait_for()
    page.locator("#run").click()
    page.get_by_text("1 passed, 0 failed, 0 could not be run").wait_for()
    text.press("Control+s")
    page.get_by_text("saved", exact=True).wait_for()
    assert (game / "game.rules").read_text(encoding="utf-8") == MORE
    (game / "game.rules").write_text(RULES, encoding="utf-8")
    page.context.close()
    assert not errors


def test_a_table_that_was_left_makes_room_for_the_next(shop: tuple[Server, Path], browser: Any) -> None:
    server = shop[0]
    page = browser.new_page()
    tokens = []
    for _ in range(2):
        page.goto(f"{server.address}/workshop/{server.key}/counting?lang=en")
        page.frame_locator("#table").locator("#question .option").first.wait_for()
        tokens.append(page.locator("#table").get_attribute("src").split("/")[-1].split("?")[0])
    page.context.close()
    with pytest.raises(Refusal) as refused, Seat(server.address, tokens[0]) as left:
        left.receive()
    assert refused.value.code == "no_table" and tokens[0] != tokens[1]


def test_there_is_none_beyond_this_machine_unless_asked_for(tmp_path: Path) -> None:
    said = {}
    for host, workshop in (("0.0.0.0", None), ("127.0.0.1", None), ("127.0.0.1", False), ("0.0.0.0", True)):
        running = Server(tmp_path / "tables.sqlite", "kuhn_poker", host=host, workshop=workshop)
        try:
            where = running.address.replace("0.0.0.0", "127.0.0.1")
            with pytest.raises(Refusal) as refused:
                call(f"{where}/api/workshop/{'x' * 32}/kuhn_poker")
            said[host, workshop] = "--workshop" not in str(refused.value)
        finally:
            running.end()
    assert list(said.values()) == [False, True, False, True]
