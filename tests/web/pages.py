"""What a person does with a page, for the tests in a browser."""

from __future__ import annotations

from typing import Any

# Plays as a person would who knows no rules, by clicking: on a thing of the table that can be chosen, on an
# entry of the list, or on the button that ends a choice of several things. It runs in the page.
PLAY = """async ([seed, most]) => {
  let state = seed;
  const chance = () => { state = (state * 48271) % 2147483647; return state / 2147483647; };
  const all = (what) => [...document.querySelectorAll(what)];
  let clicks = 0;
  for (let waited = 0; waited < 12000; waited++) {
    await new Promise((done) => setTimeout(done, 10));
    if (document.querySelector('#result h2')) return clicks;
    const confirm = document.querySelector('#confirm');
    const entries = all('#question .option:not(.picked)');
    const things = all('button.offered:not(.picked)');
    const found = things.length && chance() < 0.5 ? things : entries;
    if (confirm && !confirm.disabled) confirm.click();
    else if (found.length) found[Math.floor(chance() * found.length)].click();
    else continue;
    waited = 0;
    if (++clicks >= most) break;
  }
  return -1;
}"""
PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 740}
READY = "#result h2, #question .option"
AGAIN = (
    "(asked) => document.querySelector('#result h2') || !['', asked].includes(document.body.dataset.asked)"
)
AT_REST = "() => document.getAnimations().every((one) => one.playState !== 'running')"


def open_table(page: Any, address: str, game: str, *others: str) -> None:
    """From the shelf to a table: me, then the others."""
    page.goto(f"{address}/?lang=en")
    page.locator(f"[data-game={game}]").click()
    page.locator("#start").wait_for()
    for number, who in enumerate(others, start=1):
        page.locator(f"select[data-seat='{number}']").select_option(who)
    page.locator("#start").click()


def sit_down(page: Any, address: str, game: str, *others: str) -> None:
    """At a table where something is asked: a bot that begins may have lost the game for all by then."""
    while True:
        open_table(page, address, game, *others)
        page.locator(READY).first.wait_for()
        if page.locator("#result h2").count() == 0:
            return


def play_to_the_end(page: Any, seed: int = 7, most: int = 3_000) -> int:
    """By clicking, half of it on things of the table and half in the list. The number of clicks."""
    page.locator(READY).first.wait_for()
    clicks: int = page.evaluate(PLAY, [seed, most])
    assert clicks >= 0, "the game did not come to its end"
    return clicks


def choose(page: Any, which: str = "first") -> bool:
    """Clicks on an entry of the list, and waits until the next question or the result is there.

    Whether the game goes on. What came of it is drawn by then: what bots did too, unless all choose at once.
    """
    page.locator(READY).first.wait_for()
    if page.locator("#result h2").count():
        return False
    asked = page.locator("body").get_attribute("data-asked")
    while page.locator("body").get_attribute("data-asked") == asked:  # an entry may open a list of others
        done = page.locator("#confirm:not(:disabled)")
        options = done if done.count() else page.locator("#question .option:not(.picked)")
        (options.first if which == "first" else options.last).click()
    page.wait_for_function(AGAIN, arg=asked)
    return bool(page.locator("#result h2").count() == 0)


def tile_to_lay(page: Any, address: str) -> Any:
    """The entry of a tile that can be laid on one place in several ways; chance decides when there is one."""
    sit_down(page, address, "dead_men_tell_no_tales", "random")
    while True:
        while page.locator("#question .option.more").count():
            page.locator("#question .option.more").first.click()
        words = page.locator("#question .option > span").all_inner_texts()
        places = [word.rpartition(", ")[0] for word in words]  # column 22, row 3, 1
        several = [number for number, place in enumerate(places) if places.count(place) > 1]
        if several and "quarter turns" in page.locator("#prompt").inner_text():
            return page.locator("#question .option").nth(several[0])
        if not choose(page, "last"):
            sit_down(page, address, "dead_men_tell_no_tales", "random")


def watch_errors(page: Any) -> list[str]:
    """Everything that the browser complains about from now on."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda told: found.append(told.text) if told.type == "error" else None)
    return found
