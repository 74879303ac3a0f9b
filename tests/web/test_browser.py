"""The pages in a real browser, from the shelf to the result."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import ROOT
from tests.web.browsers import PATIENCE
from tests.web.pages import (
    AGAIN,
    AT_REST,
    PHONE,
    choose,
    open_table,
    play_to_the_end,
    sit_down,
    tile_to_lay,
)
from tests.web.servers import Server

GAMES = {
    "barracuda": 1, "dead_mans_draw": 1, "dead_men_tell_no_tales": 1, "malacca": 1, "sea_salt_and_paper": 1,
}  # fmt: skip
PICTURE = ROOT / "docs" / "pictures" / "table.png"


def test_the_shelf_shows_the_groups_with_their_games(page: Any, server: Server) -> None:
    page.goto(f"{server.address}/?lang=cs")
    page.locator("[data-game=hex]").wait_for()
    assert page.locator("h2.group").all_inner_texts() == ["Klasika", "Malé hry na učení"]
    assert page.locator("section").filter(has_text="Klasika").locator("[data-game=hex]").count() == 1
    assert page.locator("section").first.locator("[data-game=malacca]").count() == 1
    malacca = page.locator("article.game").filter(has=page.locator("[data-game=malacca]"))
    assert "20 až 40 minut" in malacca.inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_from_the_shelf_to_the_result(page: Any, server: Server, game: str) -> None:
    page.emulate_media(reduced_motion="reduce")  # hundreds of decisions, each of which would be shown moving
    sit_down(page, server.address, game, *["random"] * GAMES[game])
    assert play_to_the_end(page) > 0
    assert page.locator("#turn").inner_text() == "The game is over"
    page.locator("#replay").click()
    slider = page.locator("#slider")
    slider.wait_for()
    assert int(slider.get_attribute("max")) > 0 and slider.input_value() == "0"
    slider.fill("2")
    page.get_by_text(re.compile(r"^Moment 2 of \d+$")).wait_for()


def test_two_people_in_two_browsers_with_a_secret_round(page: Any, browser: Any, server: Server) -> None:
    open_table(page, server.address, "barracuda", "friend")
    link = page.locator("input.link").first.input_value()
    page.locator("#sit").click()
    page.locator("#question .option").first.wait_for()
    other = browser.new_page()
    other.goto(f"{link}?lang=cs")
    other.locator("#question .option").first.wait_for()
    assert "Secret" in page.locator("#question").inner_text()
    assert "Tajně" in other.locator("#question").inner_text()
    before = other.locator("#log").inner_text()
    page.locator("#question .option").first.click()
    page.locator("#undo").wait_for()  # it is stored, and what came of it was sent
    assert page.locator("#question .option").count() == 0
    assert other.locator("#log").inner_text() == before  # nothing is heard yet
    assert other.locator("#question .option").count() > 1
    other.locator("#question .option").first.click()
    page.locator("#question .option").first.wait_for()
    changed = "(before) => document.querySelector('#log').innerText !== before"
    other.wait_for_function(changed, arg=before)  # each browser is told in its own time
    page.locator(".chapter li").first.wait_for()
    other.context.close()


def test_nothing_comes_from_elsewhere_and_nothing_but_the_language_and_tables_is_kept(
    page: Any, server: Server
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_table(page, server.address, "dead_mans_draw", "random")
    assert choose(page)
    page.goto(f"{server.address}/rules/dead_mans_draw?lang=en")
    page.locator("h1").first.wait_for()
    assert {url.split("/")[2] for url in asked} == {server.address.split("/")[2]} and len(asked) > 20
    assert page.context.cookies() == []
    assert set(page.evaluate("Object.keys(localStorage)")) <= {"rulelang.language", "rulelang.tables"}


def test_reload_in_mid_turn(page: Any, server: Server) -> None:
    open_table(page, server.address, "dead_mans_draw", "random")
    for _ in range(3):
        assert choose(page)
    options, log = page.locator("#question").inner_text(), page.locator(".chapter").count()
    page.reload()
    page.locator("#question .option").first.wait_for()
    assert page.locator("#question").inner_text() == options
    assert page.locator(".chapter").count() >= log > 0


def test_server_killed_and_restarted(page: Any, tmp_path: Path) -> None:
    running = Server(tmp_path / "tables.sqlite", "dead_mans_draw")
    page.emulate_media(reduced_motion="reduce")
    try:
        open_table(page, running.address, "dead_mans_draw", "random")
        page.locator("#question .option").first.click()
        page.locator("#undo").wait_for()
        running.kill()
        page.get_by_text("Connection lost").wait_for()
        for option in page.locator("#question .option").all()[:1]:  # there is none if the bot was thinking
            option.click()
        assert "Connection lost" in page.locator("#notice").inner_text()  # a click does not hide it
        running.port = int(running.address.rpartition(":")[2])  # the page comes back to the same address
        running.start()
        page.get_by_text("Connection lost").wait_for(state="detached", timeout=PATIENCE * 1000)
        assert play_to_the_end(page) > 0
    finally:
        running.end()


def test_phone_size(page: Any, server: Server) -> None:
    page.set_viewport_size(PHONE)
    for game in ("malacca", "dead_men_tell_no_tales"):
        sit_down(page, server.address, game, "random")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], f"{game}: the page is {wide} wide"
        small = page.evaluate(
            "[...document.querySelectorAll('#question .option')].filter((e) => e.offsetHeight < 38).length"
        )
        assert small == 0  # a finger can hit them
        page.locator("#question .option").first.click()


def test_keyboard_only(page: Any, server: Server) -> None:
    page.goto(f"{server.address}/?lang=en")
    play = page.locator("[data-game=tic_tac_toe]")
    play.wait_for()
    for _ in range(60):
        page.keyboard.press("Tab")
        if play.evaluate("(e) => e === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.locator("#start").wait_for()
    page.locator("select[data-seat='1']").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")  # me, a friend, random
    page.locator("#start").focus()
    page.keyboard.press("Enter")
    page.locator("#question .option").first.wait_for()
    page.keyboard.press("ArrowRight")  # to the first place that can be chosen
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert "column" in focused and "can be chosen" in focused
    page.keyboard.press("Enter")
    page.wait_for_function(AGAIN, arg="0.0")
    while page.locator("#result h2").count() == 0:
        asked = page.locator("body").get_attribute("data-asked")
        page.keyboard.press("1")
        page.wait_for_function(AGAIN, arg=asked)


def test_things_are_chosen_by_clicking_and_explained_by_hovering(page: Any, server: Server) -> None:
    open_table(page, server.address, "malacca", "random")
    offered = page.locator("#table button.offered")
    offered.first.wait_for()
    assert offered.count() == page.locator("#question .option").count()
    page.locator("#table .piece:not(.back)").first.hover()
    page.locator("#peek").wait_for(state="visible")
    offered.first.click()
    page.locator("#undo").wait_for()


WATCH_MOVES = """window.moves = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  window.moves.push([this.className, how.delay]);
  const going = document.querySelectorAll('.chapter').length > 2;
  if (going && this.closest('[data-area^="character:"]')) window.pushed = true;
  return animate.call(this, frames, how);
};"""


def test_moves_are_shown_one_sentence_after_another(page: Any, server: Server) -> None:
    """What others draw unseen moves too, as a back; nothing of it stays behind."""
    page.add_init_script(WATCH_MOVES)
    kinds: dict[tuple[str, str], Callable[[list[Any]], bool]] = {
        ("sea_salt_and_paper", "first"): lambda moves: any("ghost" in name for name, _ in moves),
        ("dead_mans_draw", "last"): lambda moves: (  # loot is taken, and then the next card turned over
            len({delay for name, delay in moves if "piece" in name and "ghost" not in name}) > 1
        ),
    }
    for (game, which), seen in kinds.items():
        open_table(page, server.address, game, "random")
        for _ in range(60):  # the cards are others each time
            if not choose(page, which):
                open_table(page, server.address, game, "random")
            if seen(page.evaluate("window.moves")):
                break
        assert seen(page.evaluate("window.moves")), game
        assert not page.evaluate("window.pushed")  # what only made room
        page.locator(".ghost").first.wait_for(state="detached")


def test_nothing_moves_where_the_system_says_so(page: Any, server: Server) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(WATCH_MOVES)
    open_table(page, server.address, "sea_salt_and_paper", "random")
    for _ in range(3):
        assert choose(page)
    assert page.locator(".chapter li").count() > 0  # something has happened
    assert page.evaluate("window.moves") == []


def test_every_thing_that_can_be_chosen_has_a_name_for_screen_readers(page: Any, server: Server) -> None:
    for game in ("barracuda", "tic_tac_toe"):
        open_table(page, server.address, game, "random")
        page.locator("#question .option").first.wait_for()
        silent = page.evaluate(
            "[...document.querySelectorAll('button, [role=img]')]"
            ".filter((e) => !(e.getAttribute('aria-label') || e.innerText).trim()).length"
        )
        assert silent == 0
        assert choose(page)
        page.locator("#question .option").first.hover()
        told = page.locator("#said p").all_inner_texts()  # what is new, once: not whatever is drawn anew
        assert told[-1] == page.locator("#prompt").inner_text() and len(told) > 1
        assert page.locator("[aria-live], [role=log]").count() == 2


def test_the_picture_in_the_readme(page: Any, server: Server, request: pytest.FixtureRequest) -> None:
    """`--update-screens` takes it anew; otherwise it is only there, and of the same size as a new one."""
    page.set_viewport_size({"width": 1200, "height": 760})
    open_table(page, server.address, "barracuda", "random")
    for _ in range(5):
        assert choose(page)
    while page.locator("#table button.piece.offered").count() < 3:  # there is something to be seen glowing
        assert choose(page)
    page.locator("#title").hover()  # not on an entry
    page.wait_for_function(AT_REST)
    picture = page.screenshot()
    if request.config.getoption("--update-screens"):
        PICTURE.parent.mkdir(exist_ok=True)
        PICTURE.write_bytes(picture)
    assert PICTURE.read_bytes()[:24] == picture[:24]  # a PNG, as wide and as high


def test_rulebook_and_languages(page: Any, server: Server) -> None:
    page.goto(f"{server.address}/?lang=pl")
    page.get_by_role("link", name="Zasady").first.click()
    page.wait_for_url("**/rules/**")
    page.locator("h1").first.wait_for()
    assert page.evaluate("document.documentElement.lang") == "pl"


def test_a_language_in_an_address_is_that_of_the_next_pages(page: Any, server: Server) -> None:
    page.goto(f"{server.address}/?lang=cs")
    page.locator("[data-game=kuhn_poker]").click()
    page.get_by_role("button", name="Začít").click()
    page.locator("#turn").wait_for()
    page.wait_for_function("() => document.querySelector('#log').ariaLabel === 'Co se stalo'")


def test_the_rules_at_hand_are_those_of_the_table(page: Any, server: Server) -> None:
    """Also after the server has read the table from the disk."""
    page.goto(f"{server.address}/new/clobber?lang=en&variant=misere")
    page.locator("select[data-seat='1']").select_option("random")
    page.locator("#start").click()
    rules = page.locator("#tools a")
    rules.wait_for()
    assert "variant=misere" in rules.get_attribute("href")
    play_to_the_end(page)
    assert "variant=misere" in page.locator("#result a").first.get_attribute("href")


def test_a_long_press_explains_a_card_and_chooses_nothing(browser: Any, server: Server) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    open_table(page, server.address, "malacca", "random")
    card = page.locator("#table button.piece.offered").first
    card.wait_for()
    at = "{touches: [new Touch({identifier: 1, target: e})], bubbles: true, cancelable: true}"
    card.evaluate(f"(e) => e.dispatchEvent(new TouchEvent('touchstart', {at}))")
    page.locator("#peek").wait_for(state="visible")
    quiet = card.evaluate("(e) => !e.dispatchEvent(new TouchEvent('touchend', {cancelable: true}))")
    assert quiet  # so that no click follows
    assert page.locator("#undo").count() == 0
    context.close()


def test_a_tile_is_seen_before_it_is_laid(page: Any, server: Server) -> None:
    page.emulate_media(reduced_motion="reduce")
    entry = tile_to_lay(page, server.address)
    page.locator("#title").hover()  # an entry may have come to lie under the mouse
    page.locator(".cell.previewed").wait_for(state="detached")
    before = page.locator(".cell .piece").count()
    entry.hover()
    page.locator(".cell.previewed .piece").wait_for()
    assert page.locator(".cell .piece").count() == before + 1
    page.locator("#title").hover()
    page.locator(".cell.previewed").wait_for(state="detached")
    assert page.locator(".cell .piece").count() == before


def test_a_finger_sees_a_tile_before_it_lays_it(browser: Any, server: Server) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = context.new_page()
    entry = tile_to_lay(page, server.address)
    asked = page.locator("body").get_attribute("data-asked")
    entry.tap()
    page.locator(".cell.previewed .piece").wait_for()
    assert page.locator("body").get_attribute("data-asked") == asked
    page.get_by_text("Tap again").tap()
    page.wait_for_function(AGAIN, arg=asked)
    context.close()
