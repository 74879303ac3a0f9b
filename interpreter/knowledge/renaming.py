"""The same game with what is hidden exchanged.

In: a state and which component takes the place of which. Out: a state in which that has happened everywhere:
in zones, tracks, and the rules under way; hidden numbers and choices are drawn anew, and the pending question
is asked again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from interpreter.backend import ASK, SLOTS, Backend, Position, begin_body, core_body
from interpreter.errors import RuleError
from interpreter.knowledge.holding import Unknown, unknown_slots
from interpreter.knowledge.redrawing import Redrawing
from interpreter.layout import GRID, SET
from interpreter.pending import Pending, deciders, index_of, secret_answer
from interpreter.rng import advance, below
from rulelang.types import ByPlayer, Seq, Type, bare


@frozen
class Unseen:
    """What a player cannot know beside components: hidden tracks, and slots of rules under way."""

    tracks: tuple[int, ...]
    slots: tuple[Unknown, ...]


def unseen_by(machine: Backend, state: Position, player: int) -> Unseen:
    layout = machine.layout
    tracks = (index for index, seers in enumerate(layout.track_sees) if not seers >> player & 1)
    return Unseen(tuple(tracks), tuple(unknown_slots(machine, state, player)))


def renamed(
    machine: Backend, state: Position, player: int, rename: Mapping[int, int], rng: int, unseen: Unseen
) -> Any:
    """The state after the exchange, without its history; None if the rules cannot ask the question there."""
    new = state.copy()
    new.log, new.played = None, ()
    exchanged(machine, state, new, rename)
    redrawing = Redrawing(machine, new, player, rng)
    redrawing.fields(frozenset(unseen.tracks))
    redrawing.tracks(unseen.tracks)
    redrawing.slots(unseen.slots)
    redrawing.answers()
    new.rng = advance(redrawing.rng)
    try:
        asked = _ask_again(machine, state, new, player)
    except RuleError:
        return None
    return new if asked else None


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


def exchanged(machine: Backend, old: Position, new: Position, rename: Mapping[int, int]) -> None:
    """Puts components into the places of others, everywhere in a copy of a position."""
    layout, program = machine.layout, machine.program
    for index, cards in enumerate(old.z):
        if old.bag[index] is None and rename.keys().isdisjoint(cards):
            continue
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
    for index in layout.tracks_of_components:
        number, owner = layout.track_names[index]
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
    placed = {index: new.z[index][:] for index in layout.attached_zones}
    for index in layout.attached_zones:
        number, owner = layout.zone_names[index]
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
    for number in machine.layout.slots_of_components[frame[0]]:
        slot, value = program.bodies[frame[0]].slots[number], frame[SLOTS + number]
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


def _ask_again(machine: Backend, old: Position, new: Position, player: int) -> bool:
    """Asks the pending question in the new state; in a secret round the others' answers are drawn anew.

    Whether it could be asked there: with nothing to choose from, the rules go on without asking, and may come
    to the same question much later.
    """
    pending = old.pending
    if pending is None:
        return True
    kind, _, _, pc = pending[:4]
    given: dict[int, Any] = {}
    frame = new.frames[-1]
    if kind == "secret":
        waiting = deciders(pending)
        instr = machine.program.bodies[pending[2]].code[pc]
        for who in range(machine.layout.players):
            answer = None if who in waiting else secret_answer(instr, new.frames[-1], who)
            if answer is not None:
                given[who] = answer
    frame[1] = pc
    new.pending = None
    auto, new.auto = new.auto, ASK
    new.log = ()
    machine.run(new)
    went_on, new.log = bool(new.log), None
    if went_on:
        return False
    for who, answer in given.items():
        asked = _asked(new, who)
        if asked is None:
            continue
        chosen = index_of(asked, answer) if who == player else None
        machine.answer(new, who, _by_chance(new, asked) if chosen is None else chosen)
    new.auto = auto
    return True


def _asked(state: Position, player: int) -> Pending | None:
    return None if state.pending is None else dict(state.pending[4]).get(player)


def _by_chance(state: Position, asked: Pending) -> Any:
    """An answer to one player's decision, each as likely as the others of its size."""
    if asked[0] != "several":
        state.rng = advance(state.rng)
        return below(state.rng, len(asked[4]))
    _, _, _, _, options, _, low, high, _ = asked
    state.rng = advance(state.rng)
    left, found = list(range(len(options))), []
    for _ in range(low + below(state.rng, high - low + 1)):
        state.rng = advance(state.rng)
        found.append(left.pop(below(state.rng, len(left))))
    return tuple(found)
