"""Who sits where.

In: `--seats human,random` and the number of players. Out: a bot for each seat, or None for a person.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cli.errors import Misuse

if TYPE_CHECKING:
    from interpreter.bots import Bot

HUMAN = "human"
OPPONENT = "normal"  # for a person: it plays well, and thinks for half a second
OPPONENT_VARIABLE = "RULELANG_OPPONENT"  # names another one
QUICK = "random"


def seat_names(typed: str | None, players: int | None) -> list[str] | None:
    """The words for the seats, checked; None if nothing was said about them."""
    if typed is None:
        return None
    names = [name.strip().lower() for name in typed.split(",")]
    for name in names:
        if name != HUMAN:
            _check_bot(name)
    if players is not None and players != len(names):
        raise Misuse(f"--seats names {len(names)} seats, but there are {players} players")
    return names


def _check_bot(name: str) -> None:
    """There is such a bot; after a colon it may have a budget, as `search:200` or `search:0.5s`."""
    from time import monotonic

    from interpreter.bots import BOTS, UnknownBot, bot_names, make_bot
    from rulelang.suggest import did_you_mean

    word, colon, _ = name.partition(":")
    names = list(BOTS) if word in BOTS else bot_names()
    if word not in names:
        known = [HUMAN, *sorted(names)]
        hint = did_you_mean(word, known) or f"choose from: {', '.join(known)}"
        raise Misuse(f"nobody called `{word}` can take a seat; {hint}")
    if colon:
        try:
            make_bot(name, 0, monotonic)
        except UnknownBot as error:
            raise Misuse(str(error)) from None


def named(typed: str | None) -> tuple[str, ...]:
    """What the players are called, seat by seat; an empty name leaves it to the game."""
    if typed is None:
        return ()
    names = tuple(" ".join(name.split()) for name in typed.split(","))
    given = [name for name in names if name]
    if len(set(given)) < len(given):
        raise Misuse("--names names two players alike; give each another name")
    return names


def usual_seats(players: int, person_there: bool) -> list[str]:
    """One person against bots; bots only where nobody can answer."""
    if not person_there:
        return [QUICK] * players
    opponent = os.environ.get(OPPONENT_VARIABLE) or OPPONENT
    _check_bot(opponent)
    return [HUMAN] + [opponent] * (players - 1)


def bot_seed(seed: int, seat: int) -> int:
    return seed * 1_000_003 + seat + 1


def sit_down(names: list[str], seed: int, *, steady: bool = False) -> list[Bot | None]:
    """Each bot has chance of its own, from the seed of the game and its seat.

    `steady`: one that fails is replaced by chance, so that nobody's game is lost.
    """
    from time import monotonic

    from interpreter.bots import make_bot
    from interpreter.bots.steady import Steady

    def bot(name: str, own: int) -> Bot:
        made = make_bot(name, own, monotonic)
        return Steady(made, own) if steady else made

    return [None if name == HUMAN else bot(name, bot_seed(seed, seat)) for seat, name in enumerate(names)]
