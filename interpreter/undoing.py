"""Whether a decision can be taken back fairly.

In: a game now, and the same game at an earlier decision. Out: what somebody has come to know since, which
taking back would not make unknown again: dice and picks, hidden components, the secret choices of others.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from interpreter.game import Game
from interpreter.state import State

CHANCE, SECRET, HIDDEN = "chance", "secret", "hidden"


def learned(before: Game, now: Game, players: Collection[int]) -> str:
    """`chance`, `secret` or `hidden`; empty if none of these players has seen anything that was not open.

    The way between the two is played again, since what was shown may be covered by now.
    """
    mask = sum(1 << player for player in players)
    known, events = before.state.known, before.event_count
    played = before.copy()
    for who, answer in now.answers[len(before.answers) :]:
        pending = played.state.pending
        played.apply(answer, who)
        if pending is not None and pending[0] == "secret" and not _is_secret(played.state):
            return SECRET
        if any(new & ~old & mask for old, new in zip(known, played.state.known, strict=True)):
            return HIDDEN
    for kind, *data in _since(played.state, events):
        if kind in ("roll", "pick"):
            return CHANCE
        if kind == "reveal" and any(data[2] & ~known[item] & mask for item in data[1]):
            return HIDDEN
    return ""


def _is_secret(state: State) -> bool:
    return state.pending is not None and state.pending[0] == "secret"


def _since(state: State, count: int) -> list[tuple[Any, ...]]:
    """The raw events after the first `count`."""
    found, link = [], state.log
    while link:
        found.append(link[0])
        link = link[1]
    return found[: len(found) - count]
