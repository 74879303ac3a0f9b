"""Chance: what is drawn, picked and rolled, from the state's generator or from whoever decides for it.

In: a state and the outcomes that are possible. Out: which of them happens; where chance is a decision of its
own, it is asked for by raising `NeedChance`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.errors import NeedChance, RuleError
from interpreter.python.budget import pay
from interpreter.python.state import Frame, State
from interpreter.rng import advance, below
from rulelang.ir.prices import EVENT
from rulelang.limits import MOST_AT_ONCE

Site = tuple[int, int]  # body and instruction
NOT_POSSIBLE = "cannot be what the scenario says"


def chance(state: State, what: str, outcomes: Sequence[Any]) -> int:
    """Which of the outcomes happens. One outcome is no chance, but a script may name it."""
    if len(outcomes) == 1 and not isinstance(state.fate, tuple):
        return 0
    if state.fate is not None:
        return _fated(state, what, outcomes)
    if state.nature:
        raise NeedChance(what, tuple(outcomes))
    state.rng = advance(state.rng)
    return below(state.rng, len(outcomes))


def _fated(state: State, what: str, outcomes: Sequence[Any]) -> int:
    """What the caller decided: an index, or a script for the next events of each sort.

    A script has pairs of a sort and the outcomes that it allows.
    """
    fate = state.fate
    if isinstance(fate, int):
        state.fate = None
        return fate
    for index, (sort, allowed) in enumerate(fate or ()):
        if sort == what:
            found = next((i for i, outcome in enumerate(outcomes) if outcome in allowed), None)
            if found is None and len(outcomes) == 1:
                break
            if found is None:
                raise RuleError(f"the next {what} {NOT_POSSIBLE}")
            rest = (*fate[:index], *fate[index + 1 :])  # type: ignore[index]
            state.fate = rest or None
            return found
    if len(outcomes) == 1:
        return 0
    state.rng = advance(state.rng)
    return below(state.rng, len(outcomes))


def roll(state: State, faces: tuple[int, ...], die: str, site: Site, seen: int) -> int:
    """One face of a die, told to the players whose bits are in `seen`."""
    scripted = isinstance(state.fate, tuple)  # a script names faces of certain dice
    face = faces[chance(state, "roll", [(die, face) for face in faces] if scripted else faces)]
    if state.log is not None:
        state.log = (("roll", site, die, face, seen), state.log)
    return face


def roll_several(
    state: State,
    frame: Frame,
    slot: int,
    amount: int,
    faces: tuple[int, ...],
    die: str,
    site: Site,
    seen: int,
) -> None:
    """One die after another: where chance is a decision, each of them is one."""
    if amount > MOST_AT_ONCE:
        raise RuleError(f"{amount:,} dice are rolled at once; {MOST_AT_ONCE:,} are the most")
    pay(state, max(0, amount - len(frame[slot])) * EVENT)
    while len(frame[slot]) < amount:
        frame[slot] += (roll(state, faces, die, site, seen),)
