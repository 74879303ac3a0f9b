"""The same game with hidden components exchanged.

In: a state and which component takes the place of which. Out: a state in which that has happened everywhere:
in zones, tracks, and the rules under way; the pending question is asked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.errors import RuleError
from interpreter.layout import GRID, SET
from interpreter.machine import Machine
from interpreter.rng import advance, below
from interpreter.state import SLOTS, State


def renamed(machine: Machine, state: State, player: int, rename: Mapping[int, int], rng: int) -> State | None:
    """The state after the exchange, without its history; None if the rules cannot ask the question there."""
    new = state.copy()
    new.log, new.played = None, ()
    _apply(machine, state, new, rename)
    new.rng = advance(rng)
    try:
        _ask_again(machine, state, new, player)
    except RuleError:
        return None
    return new


def same_question(old: State, new: State, player: int) -> bool:
    """The same players are asked the same thing, and this player has the same options."""
    if old.pending is None or new.pending is None:
        return old.pending is new.pending
    if old.pending[:1] + old.pending[2:4] != new.pending[:1] + new.pending[2:4]:
        return False
    if old.pending[0] == "secret":
        before, after = dict(old.pending[4]), dict(new.pending[4])
        return before.keys() == after.keys() and before.get(player) == after.get(player)
    if old.pending[0] == "chance":
        return True
    return bool(old.pending[1] == new.pending[1]) and (old.pending[1] != player or old.pending == new.pending)


def _apply(machine: Machine, old: State, new: State, rename: Mapping[int, int]) -> None:
    layout, program = machine.layout, machine.program
    for index, cards in enumerate(old.z):
        renamed = [rename.get(card, card) for card in cards]
        if layout.ordering[index] == SET:
            renamed.sort()
        elif layout.ordering[index] != GRID and old.bag[index] is not None:
            low, high = old.bag[index] or (0, 0)
            renamed[low:high] = sorted(renamed[low:high])
        new.z[index] = renamed
    for before, after in rename.items():
        new.loc[after] = old.loc[before]
        new.known[after] = old.known[before]
    for index, (number, owner) in enumerate(layout.track_names):
        track = program.tracks[number]
        value = _rename_value(track.type, old.t[index], rename)
        if (
            owner is not None
            and track.owner.startswith("record:")
            and owner in rename
            and program.record(track.owner[7:]).physical
        ):
            index = layout.track_base[number] + rename[owner] - layout.offset(track.owner)
        new.t[index] = value
    _move_owned_zones(machine, old, new, rename)
    for frame in new.frames:
        _rename_frame(machine, frame, rename)


def _move_owned_zones(machine: Machine, old: State, new: State, rename: Mapping[int, int]) -> None:
    """What lies at a hidden component stays at its place, under the component's new identity."""
    layout, program = machine.layout, machine.program
    placed = {index: cards[:] for index, cards in enumerate(new.z)}
    for index, (number, owner) in enumerate(layout.zone_names):
        if (
            number < 0
            or owner is None
            or owner not in rename
            or not program.zones[number].owner.startswith("record:")
        ):
            continue
        if not program.record(program.zones[number].owner[7:]).physical:
            continue
        target = layout.zone_base[number] + rename[owner] - layout.offset(program.zones[number].owner)
        new.z[target] = placed[index]
        new.bag[target] = old.bag[index]
        for card in placed[index]:
            if card is not None:
                new.loc[card] = target


def _rename_value(tag: str, value: Any, rename: Mapping[int, int]) -> Any:
    if "record:" not in tag or value is None:
        return value
    if tag.startswith("set of ") and isinstance(value, tuple):
        return tuple(rename.get(item, item) for item in value)
    return rename.get(value, value)


def _rename_frame(machine: Machine, frame: list[Any], rename: Mapping[int, int]) -> None:
    program = machine.program
    if frame[0] == machine.begin:
        return
    if frame[0] == machine.core:
        tags = _param_tags(machine, frame)
        frame[3] = tuple(_rename_value(tag, arg, rename) for tag, arg in zip(tags, frame[3], strict=False))
        return
    for slot, tag in enumerate(program.bodies[frame[0]].tags):
        if tag == "proceed" and frame[SLOTS + slot] is not None:
            rule, body, args, *rest = frame[SLOTS + slot]
            tags = program.rules[rule].params
            renamed = tuple(_rename_value(tag, arg, rename) for tag, arg in zip(tags, args, strict=True))
            frame[SLOTS + slot] = (rule, body, renamed, *rest)
        elif "record:" in tag and _is_physical(machine, tag):
            frame[SLOTS + slot] = _rename_value(tag, frame[SLOTS + slot], rename)


def _param_tags(machine: Machine, frame: list[Any]) -> tuple[str, ...]:
    """The parameters of a rule with `before` and `after` around it, from any body in its plan."""
    for number, holder in frame[4]:
        body = holder if number == "body" else machine.program.hooks[number].body
        if body is not None:
            tags: tuple[str, ...] = machine.program.bodies[body].tags
            return tags
    return ()


def _is_physical(machine: Machine, tag: str) -> bool:
    return machine.program.record(tag.rpartition("record:")[2]).physical


def _ask_again(machine: Machine, old: State, new: State, player: int) -> None:
    """Asks the pending question in the new state; in a secret round the others' answers are drawn anew."""
    pending = old.pending
    if pending is None:
        return
    kind, _, _, pc = pending[:4]
    given: dict[int, Any] = {}
    frame = new.frames[-1]
    if kind == "secret":
        waiting = {who for who, _ in pending[4]}
        answers = old.frames[-1][pending[5]]
        given = {
            who: answer for who, answer in enumerate(answers) if answer is not None and who not in waiting
        }
    frame[1] = pc
    new.pending = None
    auto, new.auto = new.auto, False
    machine.run(new)
    for who, answer in given.items():
        ways = dict(_options(new)).get(who, ())
        if not ways:
            continue
        if who == player and answer in ways:
            chosen = ways.index(answer)
        else:
            new.rng = advance(new.rng)
            chosen = below(new.rng, len(ways))
        machine.answer(new, who, chosen)
    new.auto = auto


def _options(state: State) -> tuple[Any, ...]:
    return () if state.pending is None else tuple(state.pending[4])
