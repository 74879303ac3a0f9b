"""How a game ends: somebody wins or loses, or the ranking says who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from interpreter.python.state import State
from interpreter.python.writing import Function


@frozen
class Ending:
    players: int
    ties: str  # draw or share
    eligible: Function | None
    ranks: tuple[tuple[int, Function], ...]

    def finish(self, state: State, won: bool, players: Sequence[int], reason: str, site: Any) -> None:
        named = sorted(set(players))
        winners = named if won else [p for p in range(self.players) if p not in named]
        self._over(state, tuple(winners), reason, site)

    def rank(self, state: State, site: Any) -> None:
        """The game has run out: the ranking says who won."""
        state.frames.clear()
        left = [p for p in range(self.players) if self.eligible is None or self.eligible(state, p, p)]
        for sign, key in self.ranks:
            if len(left) > 1:
                best = max(sign * key(state, p, p) for p in left)
                left = [p for p in left if sign * key(state, p, p) == best]
        tied = len(left) > 1 and self.ties == "draw"
        self._over(state, () if tied or not left else tuple(left), "draw" if tied or not left else "", site)

    def _over(self, state: State, winners: tuple[int, ...], reason: str, site: Any) -> None:
        state.frames.clear()
        state.blocks.clear()
        state.pending = None
        state.over = (winners, reason)
        if state.log is not None:
            state.log = (("over", site, winners, reason), state.log)
