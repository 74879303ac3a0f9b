"""Measures how long scenes take: what a face waits for before it can draw.

Random games of every definition are stopped at many moments. A seat's scene is made with what happened since
it decided last; the time for the view, the request and the events is measured apart, as bots need these too.
Time of the processor, the best of three: machines are shared.
"""

from __future__ import annotations

import random
from statistics import median, quantiles
from time import process_time

from benchmarks import playing
from interpreter.game import Game
from interpreter.scene import make_scene, scene_of, stage_of
from interpreter.scene.scoring import Standing

MOMENTS = 150


def moments(name: str) -> list[tuple[Game, int, int]]:
    """Games at moments at which somebody decides, with that seat and the events it was told before."""
    program = playing.compiled(playing.bundle_of(name))
    rng = random.Random(1)
    found: list[tuple[Game, int, int]] = []
    seed = 0
    while len(found) < MOMENTS:
        game, seed = Game.new(program, seed=seed), seed + 1
        told = dict.fromkeys(range(game.setup.players), 0)
        while not game.over and len(found) < MOMENTS:
            player = rng.choice(game.deciding)
            found.append((game.copy(), player, told[player]))
            told[player] = game.event_count
            request = game.request(player)
            assert request is not None
            if request.several:
                answer = rng.sample(range(len(request)), rng.randint(request.least, request.most))
            else:
                answer = rng.randrange(len(request))  # type: ignore[assignment]
            game.apply(answer, player)
    return found


def timed(game: Game, player: int, since: int) -> tuple[float, float]:
    start = process_time()
    view, request = game.view(player), game.request(player)
    happened = game.events(since, player, marks=True)
    asked = process_time()
    make_scene(stage_of(game), view, request, happened, Standing(game, player))
    return asked - start, process_time() - asked


def measured(name: str) -> str:
    asking, making = [], []
    for game, player, since in moments(name):
        scene_of(game, player, since)  # what all scenes share is made once
        tries = [timed(game, player, since) for _ in range(3)]
        asking.append(min(asked for asked, _ in tries) * 1e6)
        making.append(min(made for _, made in tries) * 1e6)
    numbers = [median(asking), median(making), quantiles(making, n=20)[-1]]
    return f"{name:<28}" + "".join(f"{number:>14.0f}" for number in numbers)


def main() -> None:
    print(f"{'definition':<28}{'view etc. µs':>14}{'scene µs':>14}{'95 of 100':>14}")
    for name in playing.definitions():
        print(measured(name), flush=True)


if __name__ == "__main__":
    main()
