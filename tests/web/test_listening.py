"""Whole games for whoever listens and has only a keyboard: names, what is told, and where the focus is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.pages import READY, open_table, play_to_the_end, sit_down
from tests.web.servers import Server

# Everything that the places say which a screen reader listens to, from now on.
LISTEN = """() => {
  window.heard = [];
  for (const place of document.querySelectorAll('[aria-live], [role=alert], [role=status]'))
    new MutationObserver((changes) => {
      for (const change of changes) for (const node of change.addedNodes) window.heard.push(node.textContent);
    }).observe(place, { childList: true, characterData: true, subtree: true });
}"""
FOCUS = """() => { const on = document.activeElement; return [
  on.tagName, on.id, (on.getAttribute('aria-label') ?? on.innerText ?? '').trim(),
  Boolean(on.closest('#question')),
]; }"""
# The next question, the result, or the list within an entry of the list.
MOVED_ON = """([asked, was]) => document.querySelector('#result h2') || (document.querySelector('#prompt') &&
  (document.body.dataset.asked !== asked || document.querySelector('#question').innerText !== was))"""
SENTENCES = "[...document.querySelectorAll('#log li')].map((line) => line.innerText)"


@pytest.mark.parametrize(
    ("game", "most"), [("tic_tac_toe", 20), ("nine_mens_morris", 12), ("dead_mans_draw", 200), ("yacht", 15)]
)
def test_a_whole_game_with_the_keyboard_alone(page: Any, server: Server, game: str, most: int) -> None:
    """After each answer one stands at the next question, not at the top of the page, and has heard all."""
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, game, "random")
    before = set(page.evaluate(SENTENCES))
    page.evaluate(LISTEN)
    page.locator("#prompt").focus()
    for _ in range(most):
        page.wait_for_function("() => document.activeElement !== document.body")
        tag, name, told, _ = page.evaluate(FOCUS)
        if page.locator("#result h2").count():
            assert (tag, told) == ("H2", page.locator("#result h2").inner_text())
            break
        assert (tag, name) == ("H2", "prompt") and told == page.locator("#prompt").inner_text()
        was, asked = page.locator("#question").inner_text(), page.evaluate("document.body.dataset.asked")
        page.keyboard.press("Tab")
        tag, name, told, inside = page.evaluate(FOCUS)
        assert tag == "BUTTON" and told and inside  # the first entry
        if page.locator("#confirm").count():  # several: none of them, if that is allowed
            page.locator("#confirm").focus()
        page.keyboard.press("Enter")
        page.wait_for_function(MOVED_ON, arg=[asked, was])
    heard = page.evaluate("window.heard.join(' ')")
    told = [text for text in page.evaluate(SENTENCES) if text not in before]
    assert told and [text for text in told if text not in heard] == []


def test_places_tell_what_is_only_drawn(page: Any, server: Server) -> None:
    """Which sides of a tile are open, and where the ways of a map lead."""
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "dead_men_tell_no_tales", "random")
    for cell in page.locator(".cell:has(.sided)").all():
        sides = cell.evaluate("(e) => [...e.querySelectorAll('.open')].map((one) => one.classList[1])")
        assert f"open: {', '.join(sides)}" in cell.get_attribute("aria-label")
    sit_down(page, server.address, "nine_mens_morris", "random")
    corner = page.locator(".spot[aria-label^='a1']")
    told = corner.get_attribute("aria-description")
    assert {"a4", "d1"} == set(told.removeprefix("beside: ").split(", "))


def test_the_score_bar_tells_what_a_player_is(page: Any, server: Server) -> None:
    """Who begins, who is captain: it was drawn there and told to nobody who listens."""
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "malacca", "random")
    seats = page.get_by_role("region", name="Players")
    assert seats.aria_snapshot().count("captain") == seats.get_by_text("captain").count() == 1


def test_a_menu_within_the_list_keeps_the_keyboard(page: Any, server: Server) -> None:
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "dots_and_boxes", "random")
    page.locator("#question .option.more").first.focus()
    page.keyboard.press("Enter")
    page.locator("#clear").wait_for()
    assert page.evaluate(FOCUS)[:2] == ["H2", "prompt"]


def test_the_focus_stays_where_somebody_has_put_it(page: Any, server: Server) -> None:
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "dead_mans_draw", "random")
    page.locator("#log").focus()
    asked = page.locator("body").get_attribute("data-asked")
    page.keyboard.press("1")
    page.wait_for_function("(was) => ![was, ''].includes(document.body.dataset.asked)", arg=asked)
    assert page.evaluate(FOCUS)[1] == "log"


def test_all_that_can_be_used_has_a_role_and_a_name(page: Any, server: Server) -> None:
    """In the tree that the browser gives to a screen reader; the question and the log are places to go to."""
    page.emulate_media(reduced_motion="reduce")
    open_table(page, server.address, "barracuda", "friend")
    page.locator("#sit").click()
    page.locator(READY).first.wait_for()
    for place in ("What you decide", "What happened", "Players", "ocean floor"):
        roles = ("region", "complementary")
        assert sum(page.get_by_role(role, name=place, exact=True).count() for role in roles) == 1, place
    page.locator("#links").click()
    copies = page.get_by_role("dialog", name="Links").get_by_role("button", name="Copy: ")
    assert copies.count() == 2 and len(set(copies.evaluate_all("(all) => all.map((e) => e.ariaLabel)"))) == 2
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert page.evaluate(FOCUS)[1] == "links"
    client = page.context.new_cdp_session(page)
    for node in client.send("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if not node["ignored"] and role in (
            "button",
            "link",
            "combobox",
            "image",
            "textbox",
            "slider",
            "dialog",
        ):
            assert node.get("name", {}).get("value", "").strip(), role


def test_looking_at_it_again_is_told(page: Any, server: Server) -> None:
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, server.address, "tic_tac_toe", "random")
    play_to_the_end(page)
    page.locator("#replay").click()
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('#slider').ariaValueText.startsWith('Moment 1 of')")
    assert "goes to the board" in page.locator("#said").inner_text()
