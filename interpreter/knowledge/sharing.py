"""Whether one player knows all that another one knows.

In: a position and two players. Out: yes if everything that is hidden from the first is hidden from the second
as well: components, tracks, and values in rules under way. Then whatever the second finds out by thinking
tells the first nothing about hidden things: games that look the same to the first look the same to the
second. Who knows which card is no secret, so neither is the answer.
"""

from __future__ import annotations

from interpreter.backend import Backend, Position
from interpreter.knowledge.deals import what_is_hidden


def knows_as_much(machine: Backend, state: Position, player: int, other: int) -> bool:
    if player == other:
        return True
    return _hidden(machine, state, player) <= _hidden(machine, state, other)


def _hidden(machine: Backend, state: Position, player: int) -> set[tuple[object, ...]]:
    unseen, heaps = what_is_hidden(machine, state, player)
    found: set[tuple[object, ...]] = {("card", card) for heap in heaps for card in heap}
    found |= {("track", track) for track in unseen.tracks}
    return found | {("slot", *spot) for one in unseen.slots if one.live for spot in one.spots}
