"""Somebody at the full screen: keys, mouse, panels, several people, the end."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from cli.full.layout import as_text, planned
from cli.screen.pieces import plain, width_of_line
from interpreter.game import Game
from rulelang.compile import compile_text
from tests.full.pilot import Player, play
from tests.helpers import definition, laid_out

HARBOUR = """
game harbour for 1 to 2 players
card fish:
    weight: number 1 to 9
fish cod:
    weight: 3
fish eel:
    weight: 2
fish pike:
    weight: 5
fish ray:
    weight: 7
zone sea: line of fish, public
zone net of each player: set of fish, public
zone secret of each player: set of fish, seen by owner
track gold of each player: number 0 to 99 starting 0
setup:
    move every fish to sea
play:
    turns from first of players until gold of first of players > 90:
        choose one:
            catch(c in sea):
                move c to your net
                add c.weight to your gold
            hide(c in your net):
                move c to your secret
            sort:
                choose any number of some from your net
                move some to sea
            stop_it:
                end game
score of p: gold of p
ranking of p: highest gold of p, then share
"""


SCROLL_BAR = str.maketrans(dict.fromkeys(map(chr, range(0x2580, 0x2589)), " "))
ALONE, TOGETHER = "human", "human,human"


def harbour(seats: str) -> Game:
    return Game.new(compile_text(HARBOUR), seats.count(",") + 1, seed=1)


def at_harbour(script: Any, seats: str = ALONE, size: tuple[int, int] = (80, 24)) -> Player:
    player = Player(harbour(seats), seats, size)
    play(player, script)
    return player


def test_an_option_is_chosen_by_its_number_its_name_an_arrow_or_a_click() -> None:
    async def script(at: Player) -> None:
        assert "1 catch: cod" in at.text and "> " in at.lines[-1]
        await at.type("2")
        assert caught(at) == {"eel"}
        await at.type("catch: pik")
        assert caught(at) == {"eel", "pike"}
        await at.press("down", "down", "enter")
        assert caught(at) == {"eel", "pike", "ray"}
        await at.click("1 catch: cod")
        assert caught(at) == {"eel", "pike", "ray", "cod"}

    at_harbour(script)


def caught(at: Player) -> set[str]:
    return set(at.game.view(0).zone("net", "player1").labels)


def test_a_card_is_pointed_at_where_it_lies() -> None:
    async def script(at: Player) -> None:
        await at.click("ray", "table")
        assert caught(at) == {"ray"}

    at_harbour(script)


def test_what_several_options_are_about_narrows_them() -> None:
    rules = HARBOUR.replace("hide(c in your net)", "hide(c in sea)")

    async def script(at: Player) -> None:
        await at.click("eel", "table")
        assert "2 options here" in at.text and "catch: eel" in at.text and "hide: eel" in at.text
        assert "catch: cod" not in at.text
        await at.press("escape")
        assert "catch: cod" in at.text

    play(Player(Game.new(compile_text(rules), 1, seed=1), ALONE), script)


def test_what_can_be_pointed_at_is_marked_and_what_is_highlighted_stands_out() -> None:
    async def script(at: Player) -> None:
        table = at.app.pane("table")
        assert "fish:cod" in table.lit and not table.hot
        await at.keys("down")
        assert table.hot == {"fish:cod"}

    at_harbour(script)


def test_several_are_put_in_and_out() -> None:
    async def script(at: Player) -> None:
        for _ in range(3):
            await at.type("1")
        await at.type("sort")
        assert "[ ] cod" in at.text
        await at.click("[ ] cod")
        assert "[x] cod" in at.text
        await at.keys("down", "space", "up", "space")
        assert "[ ] cod" in at.text and "[x] eel" in at.text
        await at.press("enter")
        assert caught(at) == {"cod", "pike"}

    at_harbour(script)


def test_mistakes_are_said_in_the_last_line_and_forgotten() -> None:
    async def script(at: Player) -> None:
        await at.type("99")
        assert "there is no option 99" in at.lines[-1]
        await at.type("xyzzy")
        assert "I don't know `xyzzy` here" in at.text
        await at.keys("c")
        assert "xyzzy" not in at.text and "> c" in at.lines[-1]
        await at.keys("backspace", "enter")
        assert "type a number from 1 to" in at.lines[-1]

    at_harbour(script)


def test_commands_answer_in_a_panel_that_any_key_closes() -> None:
    async def script(at: Player) -> None:
        before = at.text
        await at.press("f1")
        assert "at any time:" in at.text and at.app.pane("panel").display
        await at.keys("x")
        assert not at.app.pane("panel").display
        assert at.text == before.replace("type ? at any time for help, quit to leave", "").rstrip() or (
            at.lines[:-1] == before.split("\n")[:-1]
        )
        await at.press("f3")
        assert "player 1: 0" in at.text
        await at.keys("escape")
        await at.type("? cod")
        assert "cod" in at.text
        await at.keys("escape")
        await at.type("options")
        assert at.app.pane("panel").display and "1  " in at.text

    at_harbour(script)


def test_a_key_leads_from_one_panel_to_another() -> None:
    async def script(at: Player) -> None:
        await at.press("f1")
        assert "at any time:" in at.text
        await at.press("f3")
        assert "player 1: 0" in at.text and "at any time:" not in at.text
        await at.press("f3", "escape")
        assert not at.app.pane("panel").display

    at_harbour(script)


def test_what_is_typed_while_bots_think_is_kept_but_not_for_other_eyes() -> None:
    async def script(at: Player) -> None:
        at.app.waits = False
        await at.pilot.press("h", "i")
        at.app.show(at.app.stand, "", "", None, True)
        await at.rest()
        assert at.app.entry == "hi" and "> hi" in at.lines[-1]
        at.app.show(None, "pass the keyboard", "", None, True)
        assert at.app.entry == ""

    at_harbour(script)


def test_a_panel_is_broken_anew_when_the_window_changes() -> None:
    async def script(at: Player) -> None:
        await at.type("?")
        for size in ((100, 30), (44, 20)):
            await at.resize(*size)
            assert all(width_of_line(each) + 5 <= size[0] for each in at.app.panel_lines), size
        assert len(at.app.panel_lines) > 10

    at_harbour(script)


def test_why_begins_with_what_happened_last() -> None:
    async def script(at: Player) -> None:
        await at.type("catch: cod")
        await at.type("catch: pike")
        await at.type("why")
        told = "\n".join(plain(each) for each in at.app.panel_lines)
        assert -1 < told.find("pike goes") < told.find("cod goes")

    at_harbour(script)


def test_the_log_scrolls_and_folds() -> None:
    async def script(at: Player) -> None:
        for _ in range(8):
            await at.type("1")
        log = at.app.pane("log")
        end = len(log.lines) - log.size.height
        assert end > 0 and log.scroll_offset.y == end
        await at.pilot.press("pageup")
        await at.until(lambda: log.scroll_offset.y < end, "it does not scroll on its own")
        await at.keys("f4")
        assert "\u25be" not in at.text and "\u25b8 turn of player 1" in at.text
        await at.click("\u25b8 turn of player 1", "log")
        assert "\u25be turn of player 1" in at.text

    at_harbour(script, size=(80, 23))


@pytest.mark.parametrize("size", [(60, 20), (100, 30), (140, 40)])
def test_a_window_can_be_resized_at_any_time(size: tuple[int, int]) -> None:
    async def script(at: Player) -> None:
        await at.resize(*size)
        assert at.app.stand is not None
        wanted = as_text(planned(at.app.stand, size[0], size[1] - 1))
        assert [line.rstrip() for line in at.lines[:-1]] == wanted
        await at.resize(10, 4)
        await at.resize(*size)
        assert [line.rstrip() for line in at.lines[:-1]] == wanted

    at_harbour(script)


@pytest.mark.parametrize("name", ["dead_men_tell_no_tales", "barracuda", "malacca"])
def test_what_is_drawn_is_what_was_planned(name: str) -> None:
    """The screens of test_layout are those of the real thing."""

    async def script(at: Player) -> None:
        for _ in range(3):
            assert at.app.stand is not None
            wanted = as_text(planned(at.app.stand, 100, 29))
            shown = [line.translate(SCROLL_BAR).rstrip() for line in at.lines[:-1]]
            assert shown == wanted
            await at.type("1")

    play(Player(Game.new(definition(name), 3, 5), "human,random,random", (100, 30)), script)


# ---------------------------------------------------------------- several people


def test_the_keyboard_is_passed_on_without_a_look_at_the_other_side() -> None:
    frames: list[tuple[str, str]] = []

    async def script(at: Player) -> None:
        assert at.lines[0] == "" and "pass the keyboard to player 1" in at.text
        assert "cod" not in at.text
        await at.press("enter")
        await at.type("catch cod")
        await at.press("enter")
        await at.type("catch eel")
        await at.press("enter")
        await at.type("hide cod")
        frames.append(("between", at.text))
        assert "pass the keyboard to player 2" in at.text and "cod" not in at.text
        await at.press("enter")
        frames.append(("other", at.text))
        assert "turn of player 2" in at.lines[0] and "player 2 (you, turn)" in at.text

    at_harbour(script, TOGETHER)
    assert len(frames) == 2


def test_no_secret_of_one_is_in_the_screen_of_the_other() -> None:
    """Dealt anew from what one person knows, everything on that person's screen is the same."""

    async def look(game: Game) -> tuple[str, str]:
        player = Player(game, "human,human")
        async with player as at:
            await at.press("enter")
            return at.text, json.dumps(repr(at.app.stand.scene if at.app.stand else None))

    for seed in range(3):
        game = laid_out(Game.new(definition("kuhn_poker"), seed=seed))
        twin = game.sample(0, seed + 10)
        twin.state.log = ()
        game.state.log = ()
        assert asyncio.run(look(game)) == asyncio.run(look(twin))


# ---------------------------------------------------------------- the end


def test_at_the_end_the_result_and_the_score_stand_there() -> None:
    async def script(at: Player) -> None:
        await at.type("catch ray")
        await at.type("stop")
        assert "result: player 1 won" in at.text and "scores: player 1 7" in at.text
        assert "play again?" in at.lines[-1]
        await at.press("escape")
        await at.type("yes")

    player = at_harbour(script, ALONE)
    assert player.session is not None and player.session.again


def test_ctrl_c_leaves_and_says_how_to_go_on() -> None:
    async def script(at: Player) -> None:
        await at.pilot.press("ctrl+c")
        await at.rest()

    player = Player(harbour(ALONE), ALONE)
    with pytest.raises(KeyboardInterrupt):
        play(player, script)
    assert player.session is not None and "--seed 1" in player.session.farewell


def log_of(at: Player) -> str:
    assert at.app.stand is not None
    log = at.app.stand.log
    return "\n".join(sentence.text for chapter in (*log.old, *log.new) for sentence in chapter.sentences)


def test_undo_goes_back_on_the_screen_and_in_the_log() -> None:
    async def script(at: Player) -> None:
        await at.type("catch ray")
        assert "catch: ray \u2013 ray goes to your net" in log_of(at)
        await at.type("undo")
        assert "ray" not in log_of(at) and "catch: ray" in at.text

    at_harbour(script, ALONE)


def test_a_tile_is_seen_where_and_how_it_would_lie() -> None:
    """The first question of this game: where a room is laid, and how it is turned."""

    async def script(at: Player) -> None:
        assert at.app.stand is not None and at.app.stand.choices is not None
        tile = next(a for a in at.app.stand.scene.areas if a.id == "found").components[0].name
        await at.click("1 column")
        looks = []
        for _ in range(len(at.app.stand.choices.menu.items)):
            await at.keys("down")
            board = "\n".join(line[: at.app.pane("log").region.x] for line in at.lines)
            assert tile in board
            looks.append(board)
        assert len(set(looks)) == len(looks) > 1, "each turn looks another way"
        await at.press("escape")

    play(
        Player(Game.new(definition("dead_men_tell_no_tales"), 3, 1), "human,human,human", (140, 40)),
        passed(script),
    )


def passed(script: Any) -> Any:
    """The same after the keyboard was passed on."""

    async def run(at: Player) -> None:
        await at.press("enter")
        await script(at)

    return run
