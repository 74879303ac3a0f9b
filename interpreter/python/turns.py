"""Turns and rounds under way, extra turns, and events without a change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.errors import RuleError
from interpreter.python.state import State


def end_block(state: State, word: str, all_of_them: bool, prices: Sequence[int]) -> None:
    """Leaves a turn or a round. What goes on there is paid for anew, since it may lie further up."""
    while state.blocks:
        name, depth, over, exit_ = state.blocks.pop()
        if name == word:
            del state.frames[depth:]
            frame = state.frames[-1]
            frame[1] = exit_ if all_of_them else over
            state.left -= prices[frame[0]]
            return
    raise RuleError(f"there is no {word} to end")


def extra_turn(state: State, player: int | None) -> None:
    if player is None:
        raise RuleError("an extra turn is given to nobody")
    state.extra.append(player)


def turns_done(state: State, outer: int | None) -> None:
    """Turns inside a turn end with the outer player's turn going on; else the last one stays active."""
    state.extra.clear()
    if any(name == "turn" for name, _, _, _ in state.blocks):
        state.active = outer


def note_turn(state: State, site: Any) -> None:
    state.log = (("turn", site, state.active), state.log)


def say(state: State, message: tuple[str, tuple[Any, ...]], values: tuple[Any, ...], site: Any) -> None:
    if state.log is not None:
        state.log = (("say", site, message[0], message[1], values), state.log)
