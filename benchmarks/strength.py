"""How strong bots are: `python -m benchmarks.strength GAME BOT BOT GAMES [PLAYERS] [FIRST]`, seats exchanged,
equal processor time.

In: a game, two bots (`flat` is the search of version 0.1, in `flat_bot.py`; `trusting` is `search` weighing
deals by what others did), a number of games, of players, and of the first game, so that many games can be
played in stretches. Out: who won how many, and an interval for the share of the first, after each 50 games.
"""

from __future__ import annotations

import sys
from math import sqrt
from time import process_time

from benchmarks.flat_bot import FlatBot
from interpreter.bots import Bot, make_bot
from interpreter.bots.search_bot import SearchBot
from interpreter.game import Game
from rulelang import load

MOST_DECISIONS = 5000
TRUST = 2.0  # how much `trusting` weighs what others did
SAY = 50  # games: so that a run that is stopped has said something


def bot(name: str, seed: int) -> Bot:
    if name.startswith("trusting"):  # search that weighs deals by what others did
        amount = name.partition(":")[2]
        if amount.endswith("s"):
            return SearchBot(seed, seconds=float(amount[:-1]), clock=process_time, trust=TRUST)
        return SearchBot(seed, int(amount or 400), trust=TRUST)
    if not name.startswith("flat"):
        return make_bot(name, seed, process_time)
    budget = name.partition(":")[2]
    if budget.endswith("s"):
        return FlatBot(seed, seconds=float(budget[:-1]), clock=process_time)
    return FlatBot(seed, playouts=int(budget or 20))


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's, for 95 of 100."""
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def main(game: str, first: str, second: str, games: str = "100", players: str = "", start: str = "0") -> None:
    program = load(game).rules
    count = int(players or program.players[0])
    won, shared = {first: 0.0, second: 0.0}, 0
    for done in range(1, int(games) + 1):
        number = int(start) + done - 1
        names = [(first, second)[(seat + number) % 2] for seat in range(count)]
        played = Game.new(program, count, seed=1000 + number // 2, events=False)
        bots = [bot(name, 10 * number + seat) for seat, name in enumerate(names)]
        for _ in range(MOST_DECISIONS):
            if played.over:
                break
            who = played.deciding[0]
            played.apply(bots[who].choose(played, who), who)
        winners = {names[seat] for seat in played.result.winners} if played.result else set()
        if len(winners) == 1:
            won[winners.pop()] += 1
        else:
            shared += 1
        if done % SAY == 0 or done == int(games):
            low, high = interval(won[first] + shared / 2, done)
            print(f"{game}, {done} games: {first} {won[first]:.0f}, {second} {won[second]:.0f},"
                  f" shared {shared};"
                  f" the first wins {low:.0%} to {high:.0%}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
