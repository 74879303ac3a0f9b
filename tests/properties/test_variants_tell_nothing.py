"""What reaches a seat is the same for games that differ only in what it cannot know, with variants too.

Each variant of a packaged game is played alone; what variants do together is in tests/variants. Those of
games in which nothing is hidden wait for `make fuzz`: boards are large, and there is nothing to tell.
"""

from __future__ import annotations

import random

import pytest

from interpreter.game import Game
from interpreter.knowledge.undoing import learned
from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.loader import load, load_variants, variant_names
from tests.helpers import definition, definition_folders, random_play
from tests.properties.retold import stories
from tests.properties.twins import looks, observed, side_by_side, twins

VARIANTS = [(game, name) for game, folder in definition_folders().items() for name in variant_names(folder)]
HIDING = [
    game
    for game in definition_folders()
    if any(part.sees != "all" for part in (*definition(game).zones, *definition(game).tracks))
]


def with_variant(game: str, name: str) -> Program:
    folder, report = definition_folders()[game], Report()
    bundle = load(folder, report)
    assert bundle is not None
    program = compile_bundle(bundle, report, load_variants(folder, [name], report))
    assert program is not None and not report.errors
    return program


def test_there_are_variants() -> None:
    assert len(VARIANTS) >= 25
    assert len([game for game, _ in VARIANTS if game in HIDING]) >= 10


@pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param(game, name, marks=() if game in HIDING else pytest.mark.fuzz, id=f"{game} with {name}")
        for game, name in VARIANTS
    ],
)
def test_nothing_that_reaches_a_seat_tells_what_is_hidden(game: str, name: str) -> None:
    program, rng = with_variant(game, name), random.Random(f"{game} {name}")
    for seed, steps in ((1, 3), (2, 20)):
        played = Game.new(program, rng.randint(*program.players), seed)
        random_play(played, rng, steps)
        if not played.over:
            _looked_at(played, rng.randrange(played.setup.players), seed)


def _looked_at(played: Game, player: int, seed: int) -> None:
    expected = observed(played, player, ("greedy", "search:3"))
    pair = list(twins(played, player, 2, seed))
    for twin in pair:
        assert observed(twin, player, ("greedy", "search:3")) == expected
    if len(pair) < 2:
        return
    one, two = pair
    two.state.rng = one.state.rng
    before = one.copy(), two.copy()
    for first, second in side_by_side(one, two, player, random.Random(seed), 6):
        assert stories(one, player, first) == stories(two, player, second)
        assert looks(one, player) == looks(two, player)
        assert learned(before[0], one, [player]) == learned(before[1], two, [player])
