"""Whole screens as files that people read: the table and the question, in the first turn and in mid-game.

`pytest tests/cli/test_screens.py --update-screens` writes them anew; read the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.phrases import Phrases
from cli.screen.answers import Choices, Narrowed
from cli.screen.table import Table
from cli.screen.widths import width_of
from interpreter.game import Game
from interpreter.scene import scene_of
from tests.helpers import definition

FOLDER = Path(__file__).parent / "screens"
# How many play, the seed, and after how many answers there is something worth seeing.
POINTS = {
    "barracuda": (3, 8, 45),
    "dead_mans_draw": (3, 5, 44),
    "dead_men_tell_no_tales": (3, 1, 57),
    "malacca": (3, 2, 61),
    "sea_salt_and_paper": (3, 3, 56),
}
CASES = [(game, "en", width, False) for game in POINTS for width in (80, 120)]
CASES += [("dead_mans_draw", "cs", 80, False), ("dead_men_tell_no_tales", "pl", 80, False)]
CASES += [("dead_men_tell_no_tales", "en", 80, True)]


def played(game: str, language: str, answers: int) -> Game:
    """A game in which the answers come by counting, so that they are the same on every machine."""
    players, seed, _ = POINTS[game]
    started = Game.new(definition(game), players, seed, language=language)
    for number in range(answers):
        request = started.request()
        assert request is not None, f"the game is over after {number} answers"
        chosen = number * 7 % len(request)
        started.apply([chosen] if request.several else chosen)
    return started


def screen(game: Game, width: int, reader: bool) -> Iterator[str]:
    """What one player sees; of a menu also what comes after its first line with more below it."""
    say = Phrases(game.language)
    request = game.request()
    assert request is not None
    scene = scene_of(game, request.player)
    yield from Table(scene, game.words, width - 1, say, reader).text()
    choices = Choices(request, say, game, reader)
    yield ""
    yield f"{game.words.player(request.player)}: {request.prompt}"
    yield from choices.lines(width - 1)
    menus = [str(number) for number, item in enumerate(choices.menu.items, 1) if len(item.ways) > 1]
    if menus:
        yield f"> {menus[0]}"
        with pytest.raises(Narrowed) as narrowed:
            choices.understand(menus[0])
        yield from str(narrowed.value).split("\n")


@pytest.mark.parametrize(("game", "language", "width", "reader"), CASES)
def test_screens_are_as_they_are_written(
    game: str, language: str, width: int, reader: bool, request: pytest.FixtureRequest
) -> None:
    lines: list[str] = []
    for title, answers in (("the first turn", 0), (f"after {POINTS[game][2]} answers", POINTS[game][2])):
        shown = list(screen(played(game, language, answers), width, reader))
        assert all(width_of(line) < width for line in shown)
        lines += [f"===== {title}", *shown, ""]
    text = "\n".join(lines)
    file = FOLDER / f"{game}-{language}-{width}{'-reader' if reader else ''}.txt"
    if request.config.getoption("--update-screens", default=False):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
