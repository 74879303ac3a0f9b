"""What a person sees of a table in a real browser: nothing is cut off, hidden or out of sight."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.pages import AGAIN, PHONE, PLAY, READY, choose, sit_down
from tests.web.servers import Server

CUT = """() => [...document.querySelectorAll('.cell .name, .cell .mark')].filter((text) => {
  const it = text.getBoundingClientRect(), cell = text.closest('.cell').getBoundingClientRect();
  return it.bottom > cell.bottom + 1 || it.right > cell.right + 1 || it.left < cell.left - 1;
}).map((text) => text.closest('.cell').getAttribute('aria-label'))"""


def test_nothing_on_a_tile_is_cut_off(page: Any, server: Server) -> None:
    """Many rooms with much in them, on the screen of a laptop, and after the window has become narrow."""
    page.set_viewport_size({"width": 1366, "height": 768})
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "dead_men_tell_no_tales", "random")
    page.locator("#question .option").first.wait_for()
    marks = 0
    for seed in range(1, 9):
        page.evaluate(PLAY, [seed, 12])
        page.locator(READY).first.wait_for()
        assert page.evaluate(CUT) == []
        marks = max(marks, page.locator(".cell .mark").count())
    assert marks > 8
    page.set_viewport_size(PHONE)
    page.wait_for_function(f"() => ({CUT})().length === 0")


# Where things are that are found by these words, all at one moment: a page may be drawn anew at any time.
BOXES = """(words) => words.map((word) => {
  const at = document.querySelector(word).getBoundingClientRect();
  return [at.left, at.top, at.right, at.bottom];
})"""


def test_a_large_board_is_seen_whole_beside_its_long_list(page: Any, server: Server) -> None:
    """Its stones by their colours, its places one beside the other for the arrow keys."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "hex", "random")
    assert choose(page)
    assert page.locator("#question .option").count() > 100
    board, question = page.evaluate(BOXES, [".grid", "#question"])
    assert board[3] <= question[1] and board[2] <= question[2]
    stones = page.evaluate(
        "[...document.querySelectorAll('.cell .disc.plain')].map("
        "(e) => [e.innerText, e.getAttribute('aria-label'), getComputedStyle(e).backgroundColor])"
    )
    assert {text for text, _, _ in stones} == {""} and {label for _, label, _ in stones} == {
        "black stone", "white stone"
    } and len({colour for _, _, colour in stones}) == 2  # fmt: skip
    page.evaluate("document.querySelector('.cell.offered').focus()")
    places = page.evaluate(BOXES, [".cell:focus"])
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
        places += page.evaluate(BOXES, [".cell:focus"])
    (_, one, *_), (_, two, *_), (left, three, *_), (right, beside, *_), (_, four, *_) = places
    assert one < two < three == beside > four and left < right


@pytest.mark.parametrize("game", ["barracuda", "dead_men_tell_no_tales"])
def test_what_is_mine_is_seen_beside_the_board(page: Any, server: Server, game: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    sit_down(page, server.address, game, "random")
    board, mine = page.evaluate(BOXES, [".grid", ".place.mine"])
    assert board[2] <= mine[0] and mine[1] < board[3]


def test_cards_say_what_they_do(page: Any, server: Server) -> None:
    sit_down(page, server.address, "malacca", "random")
    card = page.locator(".place.mine .piece.card").first
    assert len(card.locator(".told").inner_text()) > 20
    assert card.get_attribute("aria-description").startswith(card.locator(".told").inner_text()[:20])


def test_dice_lie_on_the_table_as_they_were_rolled(page: Any, server: Server) -> None:
    sit_down(page, server.address, "einstein_wurfelt_nicht", "random")
    rolled = re.compile(r"die: (\d)")
    for _ in range(3):
        page.locator(".throw").wait_for()
        told = rolled.search(page.locator(".chapter").first.inner_text())
        assert told is not None
        assert page.locator(".throw").get_attribute("aria-label") == told[0]
        assert page.locator(".throw .die i").count() == int(told[1])  # pips
        assert page.locator(".throw.earlier").count() == 0
        if not choose(page):
            break
    page.reload()
    page.locator(".throw .die").first.wait_for()


def test_a_board_stays_where_it_was_scrolled_to(page: Any, server: Server) -> None:
    page.set_viewport_size(PHONE)
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "hex", "random")
    page.evaluate("document.querySelector('.board .scroll').scrollLeft = 120")
    assert choose(page, "last")
    assert page.evaluate("document.querySelector('.board .scroll').scrollLeft") == 120


def test_several_things_are_chosen_together(page: Any, server: Server) -> None:
    """Dice to roll again: from the table and from the list, taken back, and all of them at once."""
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "yacht", "random")
    page.locator("#confirm").wait_for()
    asked, things = page.evaluate("document.body.dataset.asked"), page.locator("button.offered")
    assert things.count() == 5
    things.nth(0).click()
    page.wait_for_function("document.querySelectorAll('#question .option.picked').length === 1")
    page.locator("#question .option:not(.picked)").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelectorAll('#question .option.picked').length === 2")
    page.locator("#question .option.picked").first.click()
    page.wait_for_function("document.querySelectorAll('#question .option.picked').length === 1")
    assert page.evaluate("document.body.dataset.asked") == asked  # nothing is answered yet
    page.locator("#confirm").click()
    page.wait_for_function(AGAIN, arg=asked)
