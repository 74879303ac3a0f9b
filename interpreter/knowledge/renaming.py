"""The same game with hidden components exchanged.

In: a state and which component takes the place of which. Out: a state in which that has happened everywhere:
in zones, tracks, and the rules under way; the pending question is asked again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from interpreter.backend import SLOTS, Backend, Position, begin_body, core_body
from interpreter.errors import RuleError
from interpreter.layout import GRID, SET
from interpreter.rng import advance, below
from rulelang.types import ByPlayer, Seq, Type, bare


def renamed(machine: Backend, state: Position, player: int, rename: Mapping[int, int], rng: int) -> Any:
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


def same_question(old: Position, new: Position, player: int) -> bool:
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


def _apply(machine: Backend, old: Position, new: Position, rename: Mapping[int, int]) -> None:
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
        value = _rename_value(machine, track.type, old.t[index], rename)
        if owner is not None and owner in rename and layout.is_component(track.owner):
            index = layout.track_base[number] + rename[owner] - layout.offset(track.owner)
        new.t[index] = value
    _move_owned_zones(machine, old, new, rename)
    for frame in new.frames:
        _rename_frame(machine, frame, rename)


def _move_owned_zones(machine: Backend, old: Position, new: Position, rename: Mapping[int, int]) -> None:
    """What lies at a hidden component stays at its place, under the component's new identity."""
    layout, program = machine.layout, machine.program
    placed = {index: cards[:] for index, cards in enumerate(new.z)}
    for index, (number, owner) in enumerate(layout.zone_names):
        if number < 0 or owner is None or owner not in rename:
            continue
        if not layout.is_component(program.zones[number].owner):
            continue
        target = layout.zone_base[number] + rename[owner] - layout.offset(program.zones[number].owner)
        new.z[target] = placed[index]
        new.bag[target] = old.bag[index]
        for card in placed[index]:
            if card is not None:
                new.loc[card] = target


def _rename_value(machine: Backend, type_: Type | None, value: Any, rename: Mapping[int, int]) -> Any:
    inner = None if type_ is None else bare(type_)
    if inner is None or value is None:
        return value
    if isinstance(inner, Seq | ByPlayer):
        return tuple(_rename_value(machine, inner.item, item, rename) for item in value)
    return rename.get(value, value) if machine.layout.is_component(inner) else value


def _rename_frame(machine: Backend, frame: list[Any], rename: Mapping[int, int]) -> None:
    program = machine.program
    if frame[0] == begin_body(program):
        return
    if frame[0] == core_body(program):
        frame[3] = _rename_all(machine, _param_types(machine, frame), frame[3], rename)
        return
    for number, slot in enumerate(program.bodies[frame[0]].slots):
        value = frame[SLOTS + number]
        if slot.type is None and value is not None:
            rule, body, args, *rest = value  # what `proceed` goes on with
            args = _rename_all(machine, program.rules[rule].params, args, rename)
            frame[SLOTS + number] = (rule, body, args, *rest)
        else:
            frame[SLOTS + number] = _rename_value(machine, slot.type, value, rename)


def _rename_all(
    machine: Backend, types: Sequence[Type | None], values: Sequence[Any], rename: Mapping[int, int]
) -> tuple[Any, ...]:
    return tuple(
        _rename_value(machine, type_, value, rename) for type_, value in zip(types, values, strict=False)
    )


def _param_types(machine: Backend, frame: list[Any]) -> Sequence[Type | None]:
    """The parameters of a rule with `before` and `after` around it, from any body in its plan."""
    for number, holder in frame[4]:
        body = holder if number == "body" else machine.program.hooks[number].body
        if body is not None:
            return [slot.type for slot in machine.program.bodies[body].slots]
    return []


def _ask_again(machine: Backend, old: Position, new: Position, player: int) -> None:
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


def _options(state: Position) -> tuple[Any, ...]:
    return () if state.pending is None else tuple(state.pending[4])
