"""Chance: a small generator whose whole state is one int, the same on every machine.

In: a state and a number of outcomes. Out: the next state and an outcome. A 64-bit linear congruential
generator (Knuth's MMIX constants); outcomes come from its upper bits, and seeds are mixed first.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1


def seed_state(seed: int) -> int:
    """Mixes a seed (splitmix64), so that neighbouring seeds give unlike games."""
    state = (seed + 0x9E3779B97F4A7C15) & _MASK
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
    return state ^ (state >> 31)


def advance(state: int) -> int:
    return (state * 6364136223846793005 + 1442695040888963407) & _MASK


def below(state: int, outcomes: int) -> int:
    """One of `outcomes`, from a state that `advance` has just given."""
    return ((state >> 24) * outcomes) >> 40
