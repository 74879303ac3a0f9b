"""Pending decisions as plain data: what is asked of one player.

A pending decision is a tuple `(kind, who, body, pc, options, …)`. Kinds: one, several, menu, may, chance; and
`secret`, in which several players decide at once: its options are pairs of a player and the decision of that
player, which is of one of the other kinds.
"""

from __future__ import annotations

from typing import Any

from interpreter.backend import SLOTS
from rulelang.ir import instructions as do

Pending = tuple[Any, ...]


def own(pending: Pending, player: int | None) -> Pending:
    """What one player is asked: in a secret round the player's own part of it."""
    if pending[0] != "secret":
        return pending
    for who, asked in pending[4]:
        if who == player:
            found: Pending = asked
            return found
    raise KeyError(player)


def deciders(pending: Pending) -> tuple[int, ...]:
    return tuple(who for who, _ in pending[4]) if pending[0] == "secret" else (pending[1],)


def secret_slots(instr: do.Instr) -> tuple[int, ...]:
    """The slots by player in which a secret round keeps the answers; of a menu the first has the option."""
    if isinstance(instr, do.Secret):
        return instr.slots
    assert isinstance(instr, do.SecretMenu)
    return (instr.slot, *(slot for entry in instr.entries for slot in entry.slots))


def secret_answer(instr: do.Instr, frame: list[Any], player: int) -> Any:
    """What a player has answered in a secret round, as one of the options; None if nothing yet."""
    if isinstance(instr, do.SecretMenu):
        number = frame[SLOTS + instr.slot][player]
        if number is None:
            return None
        return (number, *(frame[SLOTS + slot][player] for slot in instr.entries[number].slots))
    assert isinstance(instr, do.Secret)
    values = tuple(frame[SLOTS + slot][player] for slot in instr.slots)
    return values[0] if len(values) == 1 else None if values[0] is None else values


def answer_slots(instr: do.Instr, answer: tuple[Any, ...]) -> tuple[int, ...]:
    """The slots that an answer fills in a secret round; of a menu, those of its option."""
    if isinstance(instr, do.SecretMenu):
        return (instr.slot, *instr.entries[answer[0]].slots)
    assert isinstance(instr, do.Secret)
    return instr.slots


def index_of(asked: Pending, answer: Any) -> Any:
    """The indices of an answer among the options of one player's decision; None if it is not among them."""
    options = asked[4]
    if asked[0] != "several":
        return options.index(answer) if answer in options else None
    left = list(enumerate(options))
    found = []
    for part in answer:
        place = next((number for number, (_, option) in enumerate(left) if option == part), None)
        if place is None:
            return None
        found.append(left.pop(place)[0])
    return tuple(found) if asked[6] <= len(found) <= asked[7] else None
