"""Whether a bot ever loses a small game: `python -m benchmarks.unbeaten GAME BOT [SEEDS] [FIRST]`.

In: a game of two players in which nothing is hidden and chance has no part, a bot, a number of seeds for it,
and the first of them. Out: a line for each seed and seat: how many games there are against that bot, whatever
its opponent answers, and how many of them it lost, with the answers of the first that it lost. The bot begins
anew for each decision, so that it answers the same wherever the same was answered before.
"""

from __future__ import annotations

import sys

from benchmarks.strength import bot
from interpreter.game import Game
from rulelang import load


def beaten(game: Game, name: str, seat: int, seed: int) -> tuple[int, list[list[object]]]:
    """How many games follow, and those among them that the bot on this seat loses."""
    if game.over:
        lost = game.returns()[seat] < 0
        return 1, [[game.answers]] if lost else []
    who = game.deciding[0]
    if who == seat:
        answers = [bot(name, 1000 * seed + len(game.answers)).choose(game, who)]
    else:
        answers = list(range(game.choices or 0))
    games, losses = 0, list[list[object]]()
    for answer in answers:
        after = game.copy()
        after.apply(answer, who)
        more, lost_there = beaten(after, name, seat, seed)
        games, losses = games + more, losses + lost_there
    return games, losses


def main(game: str, name: str, seeds: str = "1", first: str = "0") -> None:
    program, games, lost = load(game).rules, 0, 0
    for seed in range(int(first), int(first) + int(seeds)):
        for seat in (0, 1):
            found, losses = beaten(Game.new(program, 2, seed=1, events=False), name, seat, seed)
            games, lost = games + found, lost + len(losses)
            print(f"seed {seed}, seat {seat + 1}: {found} games, {len(losses)} lost", *losses[:1], flush=True)
    print(f"{game}: {name} lost {lost} of {games} games, against every opponent there is", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
