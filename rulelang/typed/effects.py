"""What statements may do: ask somebody, need chance, end blocks, change zones and tracks, carry out rules.

In: a statement whose inner statements are known. Out: its `Effects`. What a rule may do with all that it
carries out, abilities included, is in `reach.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulelang.typed.symbols import CallableSymbol, TrackSymbol, ZoneSymbol


@frozen
class Effects:
    asks: bool = False
    needs_chance: bool = False
    ends: frozenset[str] = frozenset()  # turn, round, game: the blocks around it that it may leave
    leaves: bool = False  # it may leave the rule or the loop that it stands in
    proceeds: bool = False
    zones: frozenset[ZoneSymbol] = frozenset()  # whose contents, order or knowledge may change
    tracks: frozenset[TrackSymbol] = frozenset()
    calls: frozenset[CallableSymbol] = frozenset()


NO_EFFECTS = Effects()
CHANCE = Effects(needs_chance=True)
ASKS = Effects(asks=True)
LEAVES = Effects(leaves=True)


def together(effects: Iterable[Effects]) -> Effects:
    """Of several things, what one or the other may do."""
    found = [effect for effect in effects if effect is not NO_EFFECTS]
    if not found:
        return NO_EFFECTS
    if len(found) == 1:
        return found[0]
    first = found[0]
    if all(effect is first for effect in found):
        return first
    return Effects(
        any(effect.asks for effect in found),
        any(effect.needs_chance for effect in found),
        frozenset().union(*(effect.ends for effect in found)),
        any(effect.leaves for effect in found),
        any(effect.proceeds for effect in found),
        frozenset().union(*(effect.zones for effect in found)),
        frozenset().union(*(effect.tracks for effect in found)),
        frozenset().union(*(effect.calls for effect in found)),
    )
