"""What a person sees of a table in a real browser: nothing is cut off, hidden or out of sight."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.pages import AGAIN, PHONE, PLAY, READY, SMALL_PHONE, choose, sit_down
from tests.web.servers import Server

# What can be chosen on the table and is in sight; null where nothing of it can be.
IN_SIGHT = """() => {
  const [top, low] = [document.querySelector('#seats').getBoundingClientRect().bottom,
    document.querySelector('#question').getBoundingClientRect().top];
  const all = [...document.querySelectorAll('#table .offered')];
  return all.length ? all.filter((one) => {
    const at = one.getBoundingClientRect();
    return at.bottom > top && at.top < low && at.left < innerWidth && at.right > 0;
  }).map((one) => one.getAttribute('aria-label')) : null;
}"""
CUT = """() => [...document.querySelectorAll('.cell .name, .cell .mark')].filter((text) => {
  if (!text.getClientRects().length) return false;
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


# Names that reach over the edge of the round men that they stand on: a circle has no corners.
OVER_THE_EDGE = """() => [...document.querySelectorAll('.disc .name')].filter((name) => {
  const text = name.getBoundingClientRect(), disc = name.closest('.disc').getBoundingClientRect();
  return Math.hypot(text.width, text.height) > disc.width + 1;
}).map((name) => name.innerText)"""


def test_names_stay_on_round_men_and_gathered_entries_have_one_ellipsis(page: Any, server: Server) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "banqi", "random")
    for seed in (7, 8):
        page.evaluate(PLAY, [seed, 8])
        page.locator(READY).first.wait_for()
        assert page.evaluate(OVER_THE_EDGE) == []
    assert page.locator(".disc .name").count() > 8
    page.keyboard.press("Escape")  # a click may have left a few options only
    page.locator("#question .option.more").first.wait_for()
    entries = page.locator("#question .option.more > span").all_inner_texts()
    assert set(entries) <= {"turn up …", "move … to …"}


def test_a_text_that_all_suits_share_does_not_fill_the_cards(page: Any, server: Server) -> None:
    sit_down(page, server.address, "cribbage", "random")
    card = page.locator(".place.mine .piece.card").first
    card.wait_for()
    assert page.locator(".place.mine .piece.card .told").count() == 0
    assert "flush" in card.get_attribute("aria-description")


@pytest.mark.parametrize("game", ["malacca", "dead_mans_draw", "sea_salt_and_paper"])
def test_without_a_board_what_is_mine_is_seen_beside_the_middle(page: Any, server: Server, game: str) -> None:
    """However much lies there: it was pushed out of sight by what had been played."""
    page.set_viewport_size({"width": 1366, "height": 768})
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, game, "random")
    page.evaluate(PLAY, [7, 12])
    page.locator(READY).first.wait_for()
    middle, mine = page.evaluate(BOXES, [".middle", ".place.mine"])
    assert middle[2] <= mine[0] and mine[1] <= middle[1] + 1


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


def test_a_small_phone_shows_the_board_above_its_places(page: Any, server: Server) -> None:
    """A few places that are also in the list leave the board its room, and the bar is two lines high."""
    page.set_viewport_size(SMALL_PHONE)
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "dead_men_tell_no_tales", "random")
    places = page.locator("#question .option").count()
    bar, seats, question = page.evaluate(BOXES, [".bar", "#seats", "#question"])
    assert places > 1 and bar[3] <= 100 and page.locator("button.cell.offered").count() > 1
    assert question[1] - seats[3] > SMALL_PHONE["height"] * 0.4
    home = page.get_by_role("link", name="All games", exact=True)
    assert home.bounding_box()["height"] >= 38  # only a sign is seen, and a finger can hit it


def test_stones_leave_room_for_what_is_noted_beside_them(page: Any, server: Server) -> None:
    """Otherwise the places grew until the board was twice as wide as a phone."""
    page.set_viewport_size(SMALL_PHONE)
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "dots_and_boxes", "random")
    page.evaluate(PLAY, [7, 100])
    page.locator("#result h2").wait_for()
    assert page.locator(".cell:has(.disc) .mark").count() > 8 and page.evaluate(CUT) == []
    assert page.locator(".grid").first.bounding_box()["width"] < SMALL_PHONE["width"] * 1.3


def test_the_rulebook_is_dark_where_the_system_is_and_large_on_large_screens(
    page: Any, server: Server
) -> None:
    widths = []
    for width, height in ((1366, 768), (3840, 2160)):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark")
        page.goto(f"{server.address}/rules/tic_tac_toe?lang=en")
        widths.append(page.locator("h1").bounding_box()["width"])
        light = "getComputedStyle(document.body).{}.match(/\\d+/g).every((part) => part > 200)"
        assert not page.evaluate(light.format("backgroundColor")) and page.evaluate(light.format("color"))
    assert widths[1] > widths[0] * 1.5


def test_several_things_are_chosen_together(page: Any, server: Server) -> None:
    """Dice to roll again: from the table and from the list, taken back, and all of them at once."""
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "yacht", "random")
    page.locator("#confirm").wait_for()
    asked, things = page.evaluate("document.body.dataset.asked"), page.locator("button.offered")
    assert things.count() == 5
    things.nth(0).click()
    page.wait_for_function("() => document.querySelectorAll('#question .option.picked').length === 1")
    page.locator("#question .option:not(.picked)").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#question .option.picked').length === 2")
    page.locator("#question .option.picked").first.click()
    page.wait_for_function("() => document.querySelectorAll('#question .option.picked').length === 1")
    assert page.evaluate("document.body.dataset.asked") == asked  # nothing is answered yet
    page.locator("#confirm").click()
    page.wait_for_function(AGAIN, arg=asked)


def test_what_can_be_chosen_comes_in_sight_on_a_phone(page: Any, server: Server) -> None:
    """A new question, and a menu within the list: a board may be higher and wider than the screen."""
    page.set_viewport_size(PHONE)
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "dead_men_tell_no_tales", "random")
    for _ in range(12):
        while page.locator("#question .option.more").count():
            page.locator("#question .option.more").last.click()
            assert page.evaluate(IN_SIGHT) != []
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        if not choose(page, "last"):
            break
        assert page.evaluate(IN_SIGHT) != []
