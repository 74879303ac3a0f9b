"""The scene of a seat is the same for two games that differ only in what the seat cannot know."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.game import Game
from interpreter.knowledge.seeing import EVERYBODY
from interpreter.scene import scene_of, to_plain
from interpreter.scene.data import Scene
from tests.helpers import definition, definition_folders, random_play

NAMES = tuple(definition_folders())
SEEDS = st.integers(0, 2**32 - 1)
every_definition = pytest.mark.parametrize("name", NAMES)


def begun(name: str, seed: int, steps: int) -> tuple[Game, random.Random]:
    rng = random.Random(seed)
    program = definition(name)
    game = Game.new(program, rng.randint(*program.players), seed)
    random_play(game, rng, steps)
    return game, rng


@every_definition
@given(seed=SEEDS, steps=st.integers(0, 120), other_seed=SEEDS)
@settings(max_examples=6)
def test_what_a_seat_cannot_know_is_not_in_its_scene(
    name: str, seed: int, steps: int, other_seed: int
) -> None:
    """Both twins are dealt anew from what the watcher knows, so that only hidden things differ."""
    game, rng = begun(name, seed, steps)
    if game.over:
        return  # the result may be about what was hidden
    watcher = rng.randrange(game.setup.players)
    now = game.event_count
    for number in range(2):
        twin = game.sample(watcher, other_seed + number)
        assert scene_of(twin, watcher) == scene_of(game, watcher, now)


@every_definition
@given(seed=SEEDS, steps=st.integers(0, 80), other_seed=SEEDS)
@settings(max_examples=10)
def test_what_happens_unseen_is_not_in_the_scene(name: str, seed: int, steps: int, other_seed: int) -> None:
    """The twins go on with the same answers as long as the watcher cannot tell them apart."""
    game, rng = begun(name, seed, steps)
    if game.over:
        return
    watcher = rng.randrange(game.setup.players)
    one, two = game.sample(watcher, other_seed), game.sample(watcher, other_seed + 1)
    two.state.rng = one.state.rng
    for twin in (one, two):
        twin.state.log = ()
    for _ in range(12):
        if one.over or two.over or one.view(watcher) != two.view(watcher) or one.deciding != two.deciding:
            break
        player = rng.choice(one.deciding)
        first, second = one.request(player), two.request(player)
        assert first is not None and second is not None
        if (first.kind, len(first), first.most) != (second.kind, len(second), second.most):
            break
        size = rng.randint(first.least, first.most)
        answer = rng.sample(range(len(first)), size) if first.several else rng.randrange(len(first))
        picked = answer if isinstance(answer, list) else [answer]
        alike = [first.options[i].key for i in picked] == [second.options[i].key for i in picked]
        one.apply(answer, player)
        two.apply(answer, player)
        if one.over or two.over or not alike:
            break  # what was hidden until then may show now
        if one.view(watcher) == two.view(watcher):
            assert to_plain(scene_of(one, watcher)) == to_plain(scene_of(two, watcher))


@every_definition
@given(seed=SEEDS, steps=st.integers(0, 120))
@settings(max_examples=5)
def test_everybody_sees_no_more_than_any_seat(name: str, seed: int, steps: int) -> None:
    game, _ = begun(name, seed, steps)
    scenes = [scene_of(game, player) for player in range(game.setup.players)]
    common, whole = scene_of(game, EVERYBODY), scene_of(game, None)

    def known(scene: Scene) -> Counter[str]:
        """Copies are numbered for each seat by itself, so they count by their names."""
        lying = [component for area in scene.areas for component in area.components]
        return Counter(ref.partition("#")[0] for component in lying for ref in component.ids)

    for scene in scenes:
        assert known(common) <= known(scene) <= known(whole)
    alone = {ref for ref, amount in known(whole).items() if amount == 1}
    assert {ref for ref in known(common) if ref in alone} == {
        ref for ref in alone if all(known(scene)[ref] for scene in scenes)
    }
    if not game.over:
        for scene in scenes:
            for mine, everybodys in zip(scene.seats, common.seats, strict=True):
                assert everybodys.score in (None, mine.score)
