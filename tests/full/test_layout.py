"""Where everything stands, without a terminal: screens of all games at three sizes, and what is on them.

`pytest tests/full/test_layout.py --update-screens` writes the screens anew; look at the difference.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.full.layout import NOTHING_PICKED, Plan, Stand, as_text, planned
from cli.full.log import Log
from cli.full.options import Picked
from cli.phrases import Phrases
from cli.screen.answers import Choices
from cli.screen.paint import Painter
from cli.screen.pieces import plain, width_of_line
from interpreter.game import Game
from interpreter.scene import happened, scene_of
from interpreter.scene.data import Board
from tests.helpers import definition, random_answer

FOLDER = Path(__file__).parent / "screens"
SIZES = ((80, 24), (100, 30), (140, 40))
# How many play, the seed, and after how many answers there is something worth seeing.
POINTS = {
    "barracuda": (3, 8, 45),
    "dead_mans_draw": (3, 5, 40),
    "dead_men_tell_no_tales": (3, 1, 55),
    "malacca": (3, 2, 61),
    "sea_salt_and_paper": (3, 3, 56),
    "kuhn_poker": (2, 1, 1),
    "lantern_walk": (3, 2, 12),
    "tic_tac_toe": (2, 1, 4),
    "hex": (2, 1, 10),
    "nine_mens_morris": (2, 1, 14),
    "oh_hell": (3, 1, 22),
    "oware": (2, 1, 9),
    "banqi": (2, 1, 31),
}
OTHER = dict.fromkeys(POINTS, "cs") | {"dead_men_tell_no_tales": "pl"}
FIVE = ("barracuda", "dead_mans_draw", "dead_men_tell_no_tales", "malacca", "sea_salt_and_paper")


def stand_of(game: Game, player: int, since: int, picked: Picked = NOTHING_PICKED) -> Stand:
    """What a person sees who decided last when there were `since` events."""
    say = Phrases(game.language)
    scene = scene_of(game, player, since)
    request = game.request(player)
    choices = None if request is None else Choices(request, say, game)
    log = Log(happened(game, player, 0, since), scene.happened)
    return Stand(
        scene, game.words, say, Painter(game.program, game.words, len(scene.seats)), choices, log, picked
    )


def at(name: str, language: str) -> Stand:
    """The first decision of the first player after some answers, which come by counting."""
    players, seed, answers = POINTS[name]
    game = Game.new(definition(name), players, seed, language=language)
    since = number = 0
    while number < answers or game.deciding[0] != 0:
        request = game.request()
        assert request is not None, f"the game is over after {number} answers"
        since = game.event_count if request.player == 0 else since
        chosen = number * 7 % len(request)
        game.apply([chosen] if request.several else chosen)
        number += 1
    return stand_of(game, 0, since)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("name", POINTS)
def test_screens_are_as_they_are_written(
    name: str, size: tuple[int, int], request: pytest.FixtureRequest
) -> None:
    lines: list[str] = []
    for language in ("en", OTHER[name]):
        plan = planned(at(name, language), size[0], size[1] - 1)
        lines += [f"===== {language}", *as_text(plan), ""]
    text = "\n".join(lines)
    file = FOLDER / f"{name}-{size[0]}x{size[1]}.txt"
    if request.config.getoption("--update-screens", default=False):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def check(plan: Plan, columns: int, rows: int) -> None:
    """Nothing lies over anything else or outside of the window."""
    taken: set[tuple[int, int]] = set()
    for area in (plan.table, plan.log, plan.own, plan.question, *plan.rules):
        cells = {
            (x, y) for x in range(area.x, area.x + area.width) for y in range(area.y, area.y + area.height)
        }
        assert not cells & taken
        taken |= cells
        assert all(0 <= x < columns and 0 <= y < rows for x, y in cells)
        for line in area.lines:
            assert width_of_line(line) <= area.width, plain(line)


@pytest.mark.parametrize("name", POINTS)
def test_every_size_is_used_without_overlap(name: str) -> None:
    stand = at(name, "en")
    for columns, rows in [(60, 20), (80, 24), (100, 30), (140, 40), (220, 60), (61, 55), (200, 20)]:
        check(planned(stand, columns, rows - 1), columns, rows - 1)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_whole_board_and_everybody_are_on_the_smallest_usual_screen(language: str) -> None:
    """Of the largest board that we have: every row of it, every pirate on it, and all players."""
    stand = at("dead_men_tell_no_tales", language)
    shown = as_text(planned(stand, 80, 23))
    (board,) = stand.scene.boards
    for row in range(board.rows[0], board.rows[1] + 1):
        assert any(line.startswith(f"  r{row} ") for line in shown), row
    for seat in stand.scene.seats:
        assert any(seat.name in line and ("16" in line or seat.you) for line in shown), seat.name


def boards_of(game: Game) -> Sequence[Board]:
    return scene_of(game, 0).boards


@pytest.mark.parametrize("name", ["gomoku", "havannah", "hex", "pentago", "y", "amazons", "lines_of_action"])
def test_a_board_whose_places_are_picked_is_all_on_the_smallest_usual_screen(name: str) -> None:
    """The list of places may be cut: they are picked where they lie, or typed."""
    game = Game.new(definition(name), 2, 1)
    rng = random.Random(2)
    while game.deciding[0] != 0 or len(game.answers) < 6:
        answer, player = random_answer(game, rng)
        game.apply(answer, player)
    plan = planned(stand_of(game, 0, 0), 80, 23)
    check(plan, 80, 23)
    shown = as_text(plan)
    for board in boards_of(game):
        for row in range(board.rows[0], board.rows[1] + 1):
            assert any(line.startswith(f"  r{row} ") for line in shown), f"r{row}\n" + "\n".join(shown)
    assert any(" c1 " in line for line in shown)
    assert plan.question.height >= 2 and plan.log.height >= 1


@pytest.mark.parametrize("name", ["dead_men_tell_no_tales", "pentago"])
def test_something_can_be_picked_on_every_level_of_a_menu(name: str) -> None:
    """However large the board, however small the window, and however much has happened."""
    deep = 0
    for seed in (1, 2):
        rng, since = random.Random(seed), 0
        game = Game.new(definition(name), 2, seed)
        while not game.over and len(game.answers) < 80:
            answer, player = random_answer(game, rng)
            if player == 0:
                stand = stand_of(game, 0, since)
                since = game.event_count
                assert stand.choices is not None
                several = [item for item in stand.choices.menu.items if len(item.ways) > 1]
                if several:
                    stand.choices.menu.enter(rng.choice(several))
                    deep += 1
                    look_for_an_option(stand)
            game.apply(answer, player)
    assert deep > 10


def look_for_an_option(stand: Stand) -> None:
    for width, height in ((60, 19), (80, 19), (80, 23)):
        plan = planned(stand, width, height)
        shown = plan.question.lines[: plan.question.height]
        refs = [ref for line in shown for piece in line for ref in piece.refs]
        assert any(ref.startswith("option:") for ref in refs), "\n".join(as_text(plan))


@pytest.mark.parametrize("name", FIVE)
def test_what_others_cost_or_gave_a_player_is_on_the_smallest_usual_screen(name: str) -> None:
    """At each decision in random games: what concerns the player since the last one stands there."""
    looked = 0
    for seed in range(4):
        rng = random.Random(seed)
        game = Game.new(definition(name), 3, seed)
        since = 0
        for _ in range(160):
            if game.over:
                break
            answer, player = random_answer(game, rng)
            if player == 0:
                looked += look_for_what_is_mine(game, since)
                since = game.event_count
            game.apply(answer, player)
    assert looked > 10, "nothing happened to this player, so nothing was proved"


def look_for_what_is_mine(game: Game, since: int) -> int:
    stand = stand_of(game, 0, since)
    plan = planned(stand, 80, 23)
    mine = [s for c in stand.scene.happened for s in c.sentences if s.mine and s.player != 0]
    shown = "".join("".join(plain(line).split()) for line in plan.log.lines[-plan.log.height :])
    found = 0
    for sentence in mine:
        whole, own = ("".join(text.split()) for text in (sentence.text, sentence.yours))
        bare = shown.replace("\u258c", "")
        assert whole in bare or own in bare, f"{sentence.yours}\n" + "\n".join(as_text(plan))
        found += 1
    return found


def test_a_highlighted_option_and_what_is_chosen_can_be_seen() -> None:
    stand = at("dead_mans_draw", "en")
    assert stand.choices is not None
    plan = planned(stand_with(stand, Picked(at=1)), 80, 23)
    styles = [piece.style for line in plan.question.lines for piece in line if piece.refs == ("option:1",)]
    assert styles == ["here"]


def stand_with(stand: Stand, picked: Picked) -> Stand:
    from attrs import evolve

    return evolve(stand, picked=picked)


def test_the_log_folds_by_turn() -> None:
    from attrs import evolve

    stand = at("dead_mans_draw", "en")
    chapters = [*stand.log.old, *stand.log.new]
    folded = evolve(stand, log=stand.log.all_folded())
    assert folded.log.folded == {chapter.number for chapter in chapters}
    lines = [plain(line) for line in planned(folded, 140, 39).log.lines]
    assert len(lines) <= len(chapters) and all(line.startswith("\u25b8") for line in lines)
    assert folded.log.all_folded().folded == frozenset()
    one = stand.log.toggled(chapters[0].number)
    assert one.folded == {chapters[0].number} and one.toggled(chapters[0].number).folded == frozenset()
