"""Every recipe of the cookbook has a scene: plain data, drawn at every width, the same whatever is hidden."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from cli.games import load_program
from cli.screen.table import Table
from interpreter.game import Game
from interpreter.knowledge.seeing import EVERYBODY
from interpreter.scene import scene_of, to_plain
from tests.helpers import ROOT, random_answer

RECIPES = sorted(path.parent for path in (ROOT / "docs" / "cookbook").glob("*/game.rules"))
STEPS = 25


@pytest.mark.parametrize("folder", RECIPES, ids=lambda folder: folder.name)
def test_a_recipe_has_scenes_for_every_seat_that_tell_nothing_hidden(folder: Path) -> None:
    program = load_program(folder)
    rng = random.Random(folder.name)
    game = Game.new(program, rng.randint(*program.players), 3)
    since = 0
    for step in range(STEPS):
        if game.over:
            break
        for player in (*range(game.setup.players), EVERYBODY, None):
            scene = scene_of(game, player, since)
            assert json.loads(json.dumps(to_plain(scene))) == to_plain(scene)
            assert all(list(Table(scene, game.words, width).text()) for width in (40, 100))
            assert list(Table(scene, game.words, 60, reader=True).text())
            if player is not None and player >= 0 and not step % 4:
                twin = game.sample(player, step)
                assert to_plain(scene_of(twin, player)) == to_plain(scene_of(game, player, game.event_count))
        since = game.event_count
        answer, player = random_answer(game, rng)
        game.apply(answer, player)
