"""How often players who win together win: `python -m benchmarks.together GAME BOT GAMES [PLAYERS] [SEED]`.

In: a game, one bot for all seats (seconds are those of the processor), a number of games, of players, and
the first seed. Out: a line for each game as it ends, then how many were won, and an interval for the share.
"""

from __future__ import annotations

import sys
from time import process_time

from benchmarks.strength import MOST_DECISIONS, bot, interval
from interpreter.game import Game
from rulelang import load


def main(game: str, name: str, games: str = "100", players: str = "", seed: str = "0") -> None:
    program = load(game).rules
    count, won, began = int(players or program.players[0]), 0, process_time()
    for number in range(int(games)):
        played = Game.new(program, count, seed=int(seed) + number, events=False)
        bots = [bot(name, 100 * (int(seed) + number) + seat) for seat in range(count)]
        for _ in range(MOST_DECISIONS):
            if played.over:
                break
            who = played.deciding[0]
            played.apply(bots[who].choose(played, who), who)
        won += bool(played.result and played.result.winners)
        print(f"{number + 1}: {won} won, {process_time() - began:.0f} s, {played.result}", flush=True)
    low, high = interval(won, int(games))
    print(f"{game}, {count} players: {name} won {won} of {games} ({low:.0%} to {high:.0%})", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
