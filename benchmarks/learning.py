"""Measures what a program pays: views, rows, and steps a second through each learning environment.

All by random play of the same definition with as many players, beside the bare game by action numbers, in
slices that alternate; the best slice counts, and time is that of the processor, because other work on the
machine only makes things slower.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from itertools import count
from math import inf
from random import Random
from time import process_time

from benchmarks import playing
from interpreter.adapters.arrays import row
from interpreter.adapters.asking import Table
from interpreter.game import Game
from interpreter.knowledge.views import View
from rulelang.ir.nodes import Program

VIEW_GOAL = 20.0  # µs
BACKENDS = ("python", "native")
READINGS = ("made", "zone", "own", "all")  # how much of a view is read; see `after_moves`
SHARES, WARM, GAMES, MOMENTS = 3, 10, 4, 60  # so many shares of games, and looks at each game
MANY = 256  # games at once
Steps = Callable[[float], tuple[int, float]]  # plays for about so long: steps, and the seconds


def bare(program: Program, players: int) -> Steps:
    play_one, draw, seeds = playing.through_facade(program, players), playing.numbers(1), count(1)
    return _repeated(lambda: play_one(next(seeds), draw))


def numbered(program: Program, players: int) -> Steps:
    """The game by action numbers, nothing seen."""
    rng = Random(1)

    def game() -> int:
        table, steps = Table(Game.new(program, players, rng.randrange(1 << 30), events=False)), 0
        while table.deciding:
            player = table.deciding[0]
            table.act(player, rng.choice(table.legal(player)))
            steps += 1
        return steps

    return _repeated(game)


def aec(program: Program, players: int) -> Steps:
    from interpreter.adapters.pettingzoo_env import RulesAEC

    env, rng = RulesAEC(program, players), Random(1)

    def game() -> int:
        env.reset(seed=rng.randrange(1 << 30))
        steps = 0
        for _ in env.agent_iter():
            look, _, over, _, _ = env.last()
            env.step(None if over else int(rng.choice(look["action_mask"].nonzero()[0])))
            steps += not over
        return steps

    return _repeated(game)


def parallel(program: Program, players: int) -> Steps:
    from interpreter.adapters.pettingzoo_env import RulesParallel

    env, rng = RulesParallel(program, players), Random(1)

    def game() -> int:
        seen, _ = env.reset(seed=rng.randrange(1 << 30))
        steps = 0
        while env.agents:
            chosen = {a: int(rng.choice(seen[a]["action_mask"].nonzero()[0])) for a in env.agents}
            seen, *_ = env.step(chosen)
            steps += 1
        return steps

    return _repeated(game)


def gym(program: Program, players: int) -> Steps:
    from interpreter.adapters.gymnasium_env import RulesEnv

    env, rng = RulesEnv(program, players), Random(1)

    def game() -> int:
        _, info = env.reset(seed=rng.randrange(1 << 30))
        steps, over = 0, False
        while not over:
            _, _, over, _, info = env.step(int(rng.choice(info["action_mask"].nonzero()[0])))
            steps += 1
        return steps

    return _repeated(game)


def openspiel(program: Program, players: int) -> Steps:
    """Chance is a step here."""
    from interpreter.adapters.openspiel_game import RulesGame

    rules, rng = RulesGame(program, players), Random(1)

    def game() -> int:
        state, steps = rules.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_simultaneous_node():
                state.apply_actions([rng.choice(state.legal_actions(p)) for p in range(players)])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return _repeated(game)


def many(program: Program, players: int) -> Steps:
    """Many games at once: a step is one in each of them; rows and masks of all are made."""
    return _many(program, players, looking=True)


def many_blind(program: Program, players: int) -> Steps:
    """The same, but nobody looks: what may be done is enough to choose by chance."""
    return _many(program, players, looking=False)


def _many(program: Program, players: int, looking: bool) -> Steps:
    import numpy as np

    from interpreter.adapters.many import ManyGames

    games = ManyGames(program, MANY, players, seed=1)
    chance = np.random.default_rng(1)

    def step() -> int:
        masks = games.masks()
        if looking:
            games.rows()
        ranks = masks.cumsum(axis=1, dtype=np.int32)  # a legal action of each game by chance
        wanted = (chance.random(MANY) * ranks[:, -1]).astype(np.int32)
        games.step((ranks > wanted[:, None]).argmax(axis=1))
        return MANY

    return _repeated(step)


def _repeated(game: Callable[[], int]) -> Steps:
    def run(seconds: float) -> tuple[int, float]:
        steps, start = 0, process_time()
        while (elapsed := process_time() - start) < seconds:
            steps += game()
        return steps, elapsed

    return run


WAYS: dict[str, Callable[[Program, int], Steps]] = {
    "bare": bare,
    "numbers": numbered,
    "AEC": aec,
    "parallel": parallel,
    "Gymnasium": gym,
    "OpenSpiel": openspiel,
    "many": many,
    "unseen": many_blind,
}


def rates(program: Program, players: int, seconds: float) -> list[float]:
    """Steps a second of each way: the best of three slices."""
    ways = [make(program, players) for make in WAYS.values()]
    best = [0.0] * len(ways)
    for _ in range(3):
        for number, run in enumerate(ways):
            steps, elapsed = run(seconds / 3)
            best[number] = max(best[number], steps / elapsed)
    return best


def after_moves(program: Program, players: int, backend: str) -> list[float]:
    """The mean µs of a view after a move: of making it alone; of making it and reading one zone; of making
    it and reading what the seat owns and what nobody owns, as bots do; of making it and reading everything.
    Nobody has played these games before: nothing in them was put into words but by other games. The best of
    a few shares of games counts."""
    start = Game.new(program, players, events=False)
    parts = [_parts_to_read(start.view(player), f"player{player + 1}") for player in range(players)]
    best = [inf] * len(READINGS)
    first = 0
    for share in range(SHARES + 1):
        games = GAMES if share else WARM  # each word is made once, which is not what is measured
        for reading in range(len(READINGS)):
            seeds, first = range(first, first + games), first + games
            taken = _viewed(program, players, backend, [read[reading] for read in parts], seeds)
            if share:
                best[reading] = min(best[reading], 1e6 * taken)
    return best


def _parts_to_read(start: View, me: str) -> list[Callable[[View], object]]:
    """For each reading what it reads."""
    zones = [(zone.name, zone.owner) for zone in start.zones]
    tracks = [(track.name, track.owner) for track in start.tracks]
    first = next((names for names in zones if names[1] == me), (*zones, None)[0])
    own_zones = [names for names in zones if names[1] in (me, "")]
    own_tracks = [names for names in tracks if names[1] in (me, "")]

    def one(view: View) -> None:
        if first is None:
            view.track(*tracks[0])  # a game can do without zones
        else:
            view.zone(*first)

    def own(view: View) -> None:
        for names in own_zones:
            view.zone(*names)
        for names in own_tracks:
            view.track(*names)

    return [lambda view: None, one, own, lambda view: (view.zones, view.tracks)]


def _viewed(
    program: Program, players: int, backend: str, read: Sequence[Callable[[View], object]], seeds: range
) -> float:
    """The mean seconds of a view that is read by `read` of whoever decides."""
    spent, views = 0.0, 0
    for seed in seeds:
        draw = playing.numbers(seed)
        game = Game.new(program, players, seed, events=False, forced="take", backend=backend)
        for _ in range(MOMENTS):
            if not game.choices:
                break
            player = game.deciding[0]
            begun = process_time()
            read[player](game.view(player))
            spent += process_time() - begun
            views += 1
            game.apply(playing.random_answer(game, draw))
    return spent / max(1, views)


def cost_of_a_row(program: Program, players: int) -> float:
    """The µs of what a seat sees as numbers, in the middle of games."""
    tables = [Table(game) for game in playing.moments(program, players, 20)]
    found = []
    for _ in range(15):
        start = process_time()
        for table in tables:
            row(table, 0)
        found.append((process_time() - start) / len(tables))
    return min(found) * 1e6


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m benchmarks.learning", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.5, help="for each measurement (1.5)")
    parser.add_argument("--game", choices=playing.definitions(), action="append", help="only these")
    parser.add_argument("--only-views", action="store_true", help="no steps a second")
    options = parser.parse_args(arguments)
    names = options.game or playing.definitions()
    programs = {name: playing.compiled(playing.bundle_of(name)) for name in names}

    print("what a program pays for looking after each move, in µs, with the most players: for a view that is")
    print("made; made, and a zone read; what the seat owns and what nobody owns; everything; and a row")
    each = "".join(f"{reading:>7}" for reading in READINGS)
    print(
        f"{'definition':<24}{'players':>8}"
        + "".join(f"  {name + ':':<8}{each}" for name in BACKENDS)
        + "    row"
    )
    dearest = [0.0] * len(READINGS)
    for name, program in programs.items():
        players = program.players[1]
        found = [after_moves(program, players, backend) for backend in BACKENDS]
        dearest = [max(costs) for costs in zip(dearest, *found, strict=True)]
        told = "".join(" " * 10 + "".join(f"{cost:>7.1f}" for cost in costs) for costs in found)
        print(f"{name:<24}{players:>8}{told}{cost_of_a_row(program, players):>7.1f}", flush=True)
    for reading, most in zip(READINGS, dearest, strict=True):
        held = "holds" if most <= VIEW_GOAL else f"MISSED: {most:.1f}"
        print(f"a view, {reading}, costs {VIEW_GOAL:.0f} µs or less: {held}")
    print()

    if options.only_views:
        return 0
    print("steps in a second of a core, with the fewest players;")
    print(f"`many` is {MANY} games at once with rows and masks, `unseen` the same without rows")
    print(f"{'definition':<24}" + "".join(f"{way:>11}" for way in WAYS))
    for name, program in programs.items():
        found = rates(program, program.players[0], options.seconds)
        print(f"{name:<24}" + "".join(f"{rate:>11,.0f}" for rate in found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
