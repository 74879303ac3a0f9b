"""The menu on the full screen: every game with what it is about, then how it is begun."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from cli.full.beginning import BEGIN, QUIT, SettingOut, games_menu
from cli.full.menu import Menu, Row, drawn
from cli.games import all_games, find_game, load_program, variants_of
from cli.phrases import Phrases
from cli.playing.choosing import Start
from cli.playing.game_menu import GameMenu
from cli.screen.pieces import plain, width_of_line
from tests.full.window import Window

SAY = Phrases("en")
SIZES = [(60, 20), (80, 24), (100, 30), (140, 40)]


def games() -> tuple[GameMenu, Menu]:
    listed = GameMenu(all_games(), SAY)
    return listed, Menu(SAY("start.which_game"), SAY("start.menu_keys"), *games_menu(listed, SAY))


def beginning(name: str) -> tuple[SettingOut, Menu]:
    start = Start(load_program(name), partial(load_program, name), variants_of(find_game(name)), [], {})
    out = SettingOut(start, find_game(name), SAY)
    return out, Menu(name, "", out.rows, out.typed, out.change, BEGIN)


def lines(menu: Menu) -> list[str]:
    return [strip.text.rstrip() for strip in menu.screen._compositor.render_strips()]


def at_menu(menu: Menu, script: Callable[..., Awaitable[None]], size: tuple[int, int] = (80, 24)) -> object:
    async def run() -> None:
        async with menu.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot)

    asyncio.run(run())
    return menu.return_value


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("language", ["en", "cs", "pl"])
def test_of_the_highlighted_game_there_is_all_that_is_said(size: tuple[int, int], language: str) -> None:
    say = Phrases(language)
    listed = GameMenu(all_games(), say)
    rows = list(games_menu(listed, say)[0]())
    for at, row in enumerate(rows):
        if not row.key:
            continue
        shown = drawn(rows, at, size[0], size[1] - 2)
        assert all(width_of_line(line) <= size[0] for line in shown) and len(shown) == size[1] - 2
        text = " ".join(" ".join(plain(line).partition(" │ ")[2] for line in shown).split())
        game = listed.games[[each.name for each in listed.games].index(row.key)]
        assert game.players in text and game.title in text
        for told, _ in listed.told(game):
            assert " ".join(told.split()) in text, "what the game is about is cut off"
        assert any(
            piece.style == "here" and game.title[:20] in piece.text for line in shown for piece in line
        )


def test_a_game_is_taken_by_arrows_a_number_a_name_or_two_clicks() -> None:
    async def arrows(pilot) -> None:
        await pilot.press("down", "down", "enter")

    async def number(pilot) -> None:
        await pilot.press("4", "enter")

    async def name(pilot) -> None:
        await pilot.press(*"salt", "enter")

    async def clicks(pilot) -> None:
        row = next(n for n, line in enumerate(lines(pilot.app)) if "Malacca (2-8)" in line)
        await pilot.click(offset=(8, row))
        await pilot.pause()
        assert "for 2 to 8 players" in "\n".join(lines(pilot.app))
        await pilot.click(offset=(8, row))

    assert at_menu(games()[1], arrows) == "dead_men_tell_no_tales"
    assert at_menu(games()[1], number) == "malacca"
    assert at_menu(games()[1], name) == "sea_salt_and_paper"
    assert at_menu(games()[1], clicks) == "malacca"


def test_what_is_typed_wrongly_is_said_and_the_menu_stays() -> None:
    async def script(pilot) -> None:
        await pilot.press(*"xyzzy", "enter")
        await pilot.pause()
        assert "type a number from 1 to" in lines(pilot.app)[-1]
        await pilot.press("x", "escape", "end", "pageup", "home")
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "Which game?" in lines(pilot.app)[0] and "type a number" not in lines(pilot.app)[-1]
        await pilot.press(*"quit", "enter")

    assert at_menu(games()[1], script) == QUIT


def test_players_variants_and_settings_are_chosen() -> None:
    out, menu = beginning("dead_mans_draw")

    async def script(pilot) -> None:
        assert "2 players" in "\n".join(lines(menu))
        assert "It takes 10 to 15 minutes." in " ".join("\n".join(lines(menu)).split())
        await pilot.press("down", "right", "right", "left")
        assert out.count == 3
        at = [row.key for row in menu.rows].index("variant:sudden_death")
        while menu.at != at:
            await pilot.press("down")
        await pilot.press("space")
        await pilot.pause()
        shown = "\n".join(lines(menu))
        assert "[x] Sudden Death" in shown and out.start.variants == ["sudden_death"]
        await pilot.press("enter", "enter")
        assert out.start.variants == ["sudden_death"], "Enter takes it out, and in again"
        await pilot.press(*"anchor_combo=maybe", "enter")
        await pilot.pause()
        assert "maybe" in lines(menu)[-1]
        await pilot.press(*"anchor_combo=yes", "enter")
        assert out.start.settings == {"anchor_combo": "yes"}
        at = [row.key for row in menu.rows].index("setting:anchor_combo")
        while menu.at != at:
            await pilot.press("down")
        await pilot.press("right")
        assert out.start.settings == {"anchor_combo": "no"}
        await pilot.press("home", "enter")

    assert at_menu(menu, script) == BEGIN
    assert out.count == 3


def test_a_typed_number_of_players_begins() -> None:
    out, menu = beginning("malacca")

    async def script(pilot) -> None:
        await pilot.press("9", "enter")
        await pilot.pause()
        assert "type a number from 2 to 8" in lines(menu)[-1]
        await pilot.press("5", "enter")

    assert at_menu(menu, script) == BEGIN and out.count == 5


def test_headings_cannot_be_taken() -> None:
    menu = Menu(
        "menu", "", lambda: [Row("first"), Row("one", "1"), Row("then"), Row("two", "2")], lambda typed: ""
    )

    async def script(pilot) -> None:
        await pilot.press("up", "down", "down", "enter")

    assert at_menu(menu, script) == "2"


def test_from_the_menu_into_a_game_at_a_real_terminal(tmp_path: Path) -> None:
    window = Window(tmp_path, "play", "--no-save", "--seed", "1", "--lang", "en")
    try:
        window.until("Which game?")
        window.type("tic")
        window.until("turn of player 1")
        window.press("x")  # closes the panel
        window.until(lambda text: "\u256d" not in text)
        window.press("ctrl+c")
        assert window.close() == 130
    finally:
        if window.program.poll() is None:
            window.kill()
    window = Window(tmp_path, "play", "--no-save", "--seed", "1", "--lang", "en")
    try:
        window.until("Which game?")
        window.type("hex")
        window.until("size: 11")
        window.press("escape")
        window.until("Which game?")
        window.press("escape")
        assert window.close() == 0
    finally:
        if window.program.poll() is None:
            window.kill()
