"""Paying for what is done: the steps that a decision and a game may take.

In: a state, and what something costs (`rulelang/ir/prices.py`). Out: a state with fewer steps left, or a
`RuleError` that says what was too much. Sets are counted before they are gone through, and options as they
are made, so that nothing gets large before it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from interpreter.errors import RuleError
from interpreter.python.state import State
from rulelang.limits import STEPS_OF_A_DECISION, STEPS_OF_A_GAME
from rulelang.types import MOST


def exhausted(state: State) -> RuleError:
    """What to say when the steps have run out."""
    if state.left < 0:
        return RuleError(
            f"this game has taken {STEPS_OF_A_GAME:,} steps since it began, and may not take more"
        )
    return RuleError(
        f"the rules have taken {STEPS_OF_A_DECISION:,} steps here without asking anybody anything, "
        "and may not take more: they run in circles, or look at too much at once"
    )


def pay(state: State, steps: int) -> None:
    state.left -= steps
    if state.left < state.floor:
        raise exhausted(state)


def paid(state: State, items: Sequence[Any], each: int) -> Sequence[Any]:
    """The same set, once each of its elements is paid for."""
    state.left -= len(items) * each
    if state.left < state.floor:
        raise exhausted(state)
    return items


def beside(state: State, found: Sequence[Any], price: int) -> Sequence[Any]:
    """What lies beside something, once looking there is paid for."""
    pay(state, price + len(found))
    return found


def gathered(state: State, items: Sequence[Any], part: Callable[[Any], Sequence[Any]]) -> list[Any]:
    """The sets of all elements in one."""
    found: dict[Any, None] = {}
    for item in items:
        found.update(dict.fromkeys(paid(state, part(item), 1)))
        if len(found) > MOST:
            raise RuleError(
                f"more than {MOST:,} elements would be gathered in one set, and no set may have more"
            )
    return list(found)


def firsts(ways: Iterable[Any], room: int) -> list[Any]:
    """At most so many: whoever gets that many knows that there are too many."""
    return list(islice(ways, max(0, room)))
