"""Things are chosen where they lie: on boards, on maps, by dragging with the mouse or a finger."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.pages import AGAIN, PHONE, choose, open_table, play_to_the_end, sit_down
from tests.web.servers import Server

PIECE = "#table button.cell.offered:has(.piece)"


def middle(page: Any, what: str) -> tuple[float, float]:
    """Of the first of these that is in sight."""
    found: list[float] = page.evaluate(
        """(what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect())
             .filter((at) => at.left >= 0 && at.right <= innerWidth)
             .map((at) => [at.left + at.width / 2, at.top + at.height / 2])[0]""",
        what,
    )
    return found[0], found[1]


def test_a_piece_is_dragged_and_its_places_are_shown(page: Any, server: Server) -> None:
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "lines_of_action", "random")
    asked = page.locator("body").get_attribute("data-asked")
    x, y = middle(page, PIECE)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20, steps=3)
    assert page.locator(".dragged .piece").count() == 1
    assert 0 < page.locator(".target").count() < page.locator("#table button.offered").count()
    page.keyboard.press("Escape")  # not this one
    page.mouse.up()
    assert page.locator(".target, .dragged").count() == 0
    assert page.locator("body").get_attribute("data-asked") == asked
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20, steps=3)
    page.mouse.move(*middle(page, ".target"), steps=3)
    assert page.locator(".target.over").count() == 1
    page.mouse.up()
    page.locator("#undo").wait_for()
    assert page.locator(".dragged").count() == 0


def test_a_finger_drags_after_a_long_press(browser: Any, server: Server) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = context.new_page()
    sit_down(page, server.address, "lines_of_action", "random")
    fingers = context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = middle(page, PIECE)
    touch("touchStart", x, y)
    page.wait_for_timeout(600)
    touch("touchMove", x + 10, y + 20)
    touch("touchMove", x + 12, y + 24)
    page.locator(".target").first.wait_for()
    touch("touchMove", *middle(page, ".target"))
    touch("touchEnd")
    page.locator("#undo").wait_for()
    context.close()


@pytest.mark.parametrize("game", ["nine_mens_morris", "oware"])
def test_a_map_is_pointed_at_with_the_mouse_and_from_the_keyboard(
    page: Any, server: Server, game: str
) -> None:
    """Also where nothing lies."""
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, game, "random")
    spots = page.locator("#table button.spot.offered")
    assert spots.count() == page.locator("#question .option").count() > 1
    assert page.locator(".ways line").count() >= page.locator(".spot").count()
    asked = page.locator("body").get_attribute("data-asked")
    spots.nth(1).click()
    page.wait_for_function(AGAIN, arg=asked)
    asked = page.locator("body").get_attribute("data-asked")
    spots.first.focus()
    assert "can be chosen" in spots.first.get_attribute("aria-label")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('button:not(:disabled)')")
    page.keyboard.press("Enter")
    page.wait_for_function(AGAIN, arg=asked)


def test_places_without_ways_are_chosen_where_they_lie(page: Any, server: Server) -> None:
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "sea_salt_and_paper", "random")
    while page.locator("#table .spot button.offered").count() == 0:
        assert choose(page)
    asked = page.locator("body").get_attribute("data-asked")
    page.locator("#table .spot button.offered").first.click()
    page.wait_for_function(AGAIN, arg=asked)


def test_an_entry_of_the_list_shows_what_it_is_about(page: Any, server: Server) -> None:
    sit_down(page, server.address, "tic_tac_toe", "random")
    page.locator("#title").hover()
    assert page.locator(".meant").count() == 0
    page.locator("#question .option").nth(2).hover()
    meant = page.locator(".cell.meant")
    meant.wait_for()
    entry = page.locator("#question .option").nth(2).inner_text()
    assert ", ".join(meant.get_attribute("aria-label").split(", ")[:2]) in entry  # column 3, row 1
    page.locator("#title").hover()
    meant.wait_for(state="detached")


def test_the_slider_is_drawn_along(page: Any, server: Server) -> None:
    """With the mouse, as fast as it goes: it stays in the hand, and the last moment is shown."""
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "dead_mans_draw", "random")
    play_to_the_end(page)
    page.locator("#replay").click()
    page.locator("#slider").wait_for()
    box = page.locator("#slider").bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"], box["y"] + box["height"] / 2, steps=150)
    page.mouse.up()
    most = page.locator("#slider").get_attribute("max")
    page.get_by_text(f"Moment {most} of {most}").wait_for()
    assert page.locator("#slider").input_value() == most
    assert page.locator("#notice").inner_text() == ""
    page.keyboard.press("ArrowLeft")
    page.get_by_text(f"Moment {int(most) - 1} of {most}").wait_for()


def test_links_and_tables_are_found_again(page: Any, server: Server) -> None:
    open_table(page, server.address, "kuhn_poker", "friend")
    link = page.locator("input.link").first.input_value()
    page.locator("#sit").click()
    page.locator("#links").click()
    dialog = page.locator("dialog")
    assert dialog.locator("input.link").first.input_value() == link
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    seat = page.url
    page.goto(f"{server.address}/?lang=en")
    page.locator(".going a").first.click()
    page.locator("#seats").wait_for()
    assert page.url == seat.partition("?")[0]


def test_what_is_refused_is_said_in_the_language_of_the_page(browser: Any, server: Server) -> None:
    page = browser.new_page()
    page.goto(f"{server.address}/t/{'x' * 32}?lang=cs")
    page.get_by_text("Takový stůl tu není, nebo už zmizel.").wait_for()
    page.goto(f"{server.address}/new/no_such_game?lang=pl")
    page.get_by_text("Nie ma tu takiej gry.").wait_for()
    page.context.close()
