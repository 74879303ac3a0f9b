"""Mistakes that a person sees at once: `python -m benchmarks.blunders BOT MOMENTS GAME …`.

In: a bot, how many moments of each kind are wanted, and games. Out: for each game and kind how many moments
there were, and how often the bot got it wrong. Moments come from games by chance. The kinds are

- `win`: some answer wins at once, and the bot gives another one;
- `loss`: after some answers somebody else can win at once, after others nobody can; the bot gives one of the
  first;
- `bust`: some answers lose what is at stake, others do not (only where a test says how to see it: `look`).

What an answer leads to is asked of games dealt from what the player can know: it has to be the same in all.
Definitions with a `payoff` are left out: there a small win now may be worth less than a larger one later.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from benchmarks.strength import bot
from interpreter.bots import Bot
from interpreter.game import Game
from rulelang import load
from rulelang.ir import instructions as do

DEALS, MOST_OPTIONS, MOST_GAMES = 16, 60, 400  # deals: one where neither chance nor anybody hides anything
CHANCE = (do.Shuffle, do.Settle, do.Roll, do.Pick, do.Secret, do.SecretMenu)
SMALLER = {"hex": {"size": 4}, "y": {"size": 4}, "gomoku": {"size": 7}, "havannah": {"size": 3}}
Moment = tuple[str, set[int]]  # the kind, and the answers that are right


def by_chance(game: Game, player: int, chance: Random) -> Any:
    request = game.request(player)
    assert request is not None
    if not request.several:
        return chance.randrange(len(request))
    return sorted(chance.sample(range(len(request)), chance.randint(request.least, request.most)))


def moments(game: Game, player: int) -> Iterator[Moment]:
    """What can be said about the answers to the question that is asked now."""
    request = game.request(player)
    if (
        request is None
        or game.program.payoff is not None
        or request.several
        or not 1 < len(request) <= MOST_OPTIONS
    ):
        return
    count = len(request)
    unsure = any(isinstance(op, CHANCE) for body in game.program.bodies for op in body.code)
    deals = range(DEALS if unsure else 1)
    wins = [all(found) for found in zip(*(_wins(game, player, seed) for seed in deals), strict=True)]
    if any(wins):
        if not all(wins):
            yield "win", {answer for answer in range(count) if wins[answer]}
        return
    lost = [_lost(game, player, seed) for seed in deals]
    bad = {answer for answer in range(count) if all(found[answer] for found in lost)}
    good = {answer for answer in range(count) if not any(found[answer] for found in lost)}
    if bad and good:
        yield "loss", set(range(count)) - bad


def _after(game: Game, player: int, seed: int) -> Iterator[Game | None]:
    """A game after each answer; None where nothing can be dealt, or the rules fail."""
    dealt = game.deal(player, seed)
    for answer in range(game.choices if dealt is not None else 0):
        after = dealt.copy()  # type: ignore[union-attr]
        after.apply(answer, player)
        yield after


def _wins(game: Game, player: int, seed: int) -> list[bool]:
    return [_won_by(after) == player for after in _after(game, player, seed) if after is not None]


def _won_by(game: Game | None) -> int | None:
    """Who has won alone."""
    if game is None or game.result is None or len(game.result.winners) != 1:
        return None
    return game.result.winners[0]


def _lost(game: Game, player: int, seed: int) -> list[bool]:
    return [_can_be_lost(after, player) for after in _after(game, player, seed) if after is not None]


def _can_be_lost(game: Game, player: int) -> bool:
    """Whether somebody else has won, or wins by the next answer."""
    if game.over:
        return _won_by(game) not in (player, None)
    other = game.deciding[0]
    request = game.request(other)
    if other == player or len(game.deciding) > 1 or request is None or request.several:
        return False
    for answer in range(len(request)):
        after = game.copy()
        after.apply(answer, other)
        if _won_by(after) == other:
            return True
    return False


def blunders(
    program: Any,
    make: Callable[[int], Bot],
    wanted: int,
    settings: dict[str, Any],
    look: Callable[[Game, int], Iterator[Moment]] = moments,
    games: int = MOST_GAMES,
) -> dict[str, tuple[int, int]]:
    """For each kind how many moments were tried, and how many of them the bot got wrong."""
    found: dict[str, list[int]] = {"win": [0, 0], "loss": [0, 0], "bust": [0, 0]}
    for seed in range(games):
        game, chance = Game.new(program, seed=seed, settings=settings, events=False), Random(seed)
        while not game.over:
            player = game.deciding[0]
            for kind, right in look(game, player):
                tried = found[kind]
                if tried[0] >= wanted or (game.choices or 0) - len(right) < 1:
                    continue
                tried[0] += 1
                tried[1] += make(1000 * seed + tried[0]).choose(game, player) not in right
            game.apply(by_chance(game, player, chance), player)
        if seed > 30 and all(tried >= wanted or tried == 0 for tried, _ in found.values()):
            break
    return {kind: (tried, wrong) for kind, (tried, wrong) in found.items() if tried}


def main(name: str, wanted: str, *games: str) -> None:
    for game in games:
        found = blunders(load(game).rules, lambda seed: bot(name, seed), int(wanted), SMALLER.get(game, {}))
        kinds = [f"{kind} {wrong} of {tried} wrong" for kind, (tried, wrong) in found.items()]
        print(f"{game}: {', '.join(kinds) or '-'}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
