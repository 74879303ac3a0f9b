"""Our search against OpenSpiel's own tree searches: `python -m tests.peers.duel SIMULATIONS GAMES PEER …`.

In: how many simulations both have for a decision, how many games, and peers as `shelf.py` calls them over
there (`tic_tac_toe`, `hex(board_size=5)`). Out: a line for each, what our side won, drew and lost, and its
mean return with an interval. Seats are exchanged. OpenSpiel plays by `MCTSBot` (with its solver), or where
something is hidden by `ISMCTSBot`, both with a rollout by chance and the constant 2 of its own examples; each
plays on its own engine.
"""

from __future__ import annotations

import random
import sys
from math import sqrt
from typing import Any

import pyspiel

from interpreter.bots import make_bot
from tests.peers.bridge import Peer, actions, deal, program_of, start
from tests.peers.shelf import PEERS

CURIOSITY = 2.0


def theirs(state: Any, simulations: int, seed: int) -> Any:
    game, evaluator = state.get_game(), pyspiel.RandomRolloutEvaluator(1, seed)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return pyspiel.MCTSBot(game, evaluator, CURIOSITY, simulations, 1000, True, seed, False)
    return pyspiel.ISMCTSBot(seed, evaluator, CURIOSITY, simulations)


def play(peer: Peer, program: Any, simulations: int, seat: int, seed: int) -> float:
    """What a game is worth to our bot on that seat."""
    game, state = start(peer, program)
    rng, own = random.Random(seed), make_bot(f"search:{simulations}", seed)
    other = theirs(state, simulations, seed)
    while True:
        deal(peer, game, state, rng)
        found = actions(peer, game, state)
        if not found:
            return float(game.returns()[seat])
        player = state.current_player()
        if player == seat and len(found) > 1:
            answer = own.choose(game, player)
            action = next(number for number, ours in found.items() if ours == answer)
        elif player < 0:
            action = rng.choices(*zip(*state.chance_outcomes(), strict=True))[0]
        else:
            action = other.step(state) if player != seat else next(iter(found))
        game.apply(found[action])
        state.apply_action(action)


def main(simulations: str, games: str, *peers: str) -> None:
    for name in peers:
        peer = next(each for each in PEERS if each.theirs == name and not each.variants)
        program, worth = program_of(peer), list[float]()
        for number in range(int(games)):
            worth.append(play(peer, program, int(simulations), number % 2, number))
        mean = sum(worth) / len(worth)
        spread = 1.96 * sqrt(sum((each - mean) ** 2 for each in worth) / (len(worth) - 1) / len(worth))
        won, lost = sum(each > 0 for each in worth), sum(each < 0 for each in worth)
        print(f"{name}: won {won}, drawn {len(worth) - won - lost}, lost {lost};"
              f" a game is worth {mean:+.3f} ± {spread:.3f}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
