"""Events: what happened, as one player may know it, and which line of the rules caused it.

In: the log of a state. Out: `Event`s in order, with a sentence in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from attrs import frozen

from interpreter.words import Words, readable
from rulelang.ir import instructions as do
from rulelang.ir.texts import listed
from rulelang.types import Place

if TYPE_CHECKING:
    from interpreter.backend import Backend


Entry = tuple[Any, ...]  # a raw event: (kind, (body, instruction), ...)
Log = tuple[Any, ...] | None  # raw events, the last one first, each with those before it
EVERYBODY = -2  # instead of a player: what every player may know


@frozen
class Event:
    kind: str
    text: str
    rule: str
    site: tuple[str, int, int]


def events(
    machine: Backend,
    words: Words,
    log: Log,
    since: int,
    player: int | None,
    until: int | None = None,
) -> list[Event]:
    """What happened after the first `since` and up to the first `until` raw events, as `player` may know it.

    None knows everything, `EVERYBODY` only what no player is kept from. Moves that one line makes between
    the same two zones are one event, and so are dice that it rolls.
    """
    return told(machine, words, entries_of(log)[since:until], player)


def told(machine: Backend, words: Words, raw: Sequence[Entry], player: int | None) -> list[Event]:
    """Raw events as this player may know them, or all of them, or what everybody knows: see `events`."""
    found = []
    for _, group in groupby(raw, key=_together):
        entries = list(group)
        body, pc = entries[0][1]
        info = machine.program.bodies[body]
        text = _sentence(machine, words, entries, player)
        if text:
            found.append(Event(entries[0][0], text, info.name, info.sites[pc]))
    return found


def entries_of(log: Log, before: Log = None) -> list[Entry]:
    """The raw events of a log in order; only those that an earlier log `before` does not have."""
    found = []
    while log and log is not before:
        found.append(log[0])
        log = log[1]
    return found[::-1]


def _together(entry: Entry) -> Any:
    """What entries must have in common to be one event; an entry that is alone has nothing in common."""
    if entry[0] == "roll":
        return entry[:3]
    if entry[0] != "move" or len(entry) > 6:  # put at a place of a grid: each is told
        return id(entry)
    return (*entry[:2], *entry[3:5])


def count(log: Log) -> int:
    number = 0
    while log:
        number += 1
        log = log[1]
    return number


def knows(machine: Backend, mask: int, player: int | None) -> bool:
    """Whether what these players know, one bit for each, is known to this one."""
    if player is None or player == EVERYBODY:
        return player is None or mask == machine.layout.everyone
    return bool(mask >> player & 1)


def _sentence(machine: Backend, words: Words, entries: Sequence[Entry], player: int | None) -> str:
    kind, _, *data = entries[0]
    if kind == "move":
        return _moved(machine, words, player, entries)
    if kind == "set":
        return _set(machine, words, player, *data)
    if kind == "choice":
        return _chosen(machine, words, entries[0])
    if kind == "reveal":
        items, mask = data
        if not knows(machine, mask, player):
            return ""
        return words.say("event.seen", listed(words.component(item) for item in items))
    if kind == "shuffle":
        return words.say("event.shuffled", zone_name(machine, words, data[0]))
    if kind == "roll":
        faces = listed(str(entry[3]) for entry in entries)
        return words.say("event.rolled", words.text(f"die.{data[0]}"), faces)
    if kind == "turn":
        return words.say("event.turn", words.player(data[0]))
    if kind == "say":
        message, types, values = data
        shown = [words.value(type_, value) for type_, value in zip(types, values, strict=True)]
        return words.say(f"say.{message}", *shown)
    if kind == "over":
        return words.say("event.over", words.verdict(*data))
    return ""


def _set(machine: Backend, words: Words, player: int | None, index: int, old: Any, new: Any) -> str:
    if not sees_track(machine, index, player):
        return ""
    type_ = machine.program.tracks[machine.layout.track_names[index][0]].type
    return words.say(
        "event.set", track_name(machine, words, index), words.value(type_, old), words.value(type_, new)
    )


def sees_track(machine: Backend, index: int, player: int | None) -> bool:
    number, owner = machine.layout.track_names[index]
    sees = machine.program.tracks[number].sees
    return player is None or sees == "all" or (sees == "owner" and owner == player)


def track_name(machine: Backend, words: Words, index: int) -> str:
    """A track with its owner, in words."""
    number, owner = machine.layout.track_names[index]
    track = machine.program.tracks[number]
    name = words.text(f"track.{track.name}", readable(track.name.rpartition(".")[2]))
    return words.owned(name, track.owner, owner)


def _chosen(machine: Backend, words: Words, entry: Entry) -> str:
    question, answer = heard_of(machine, words, entry)
    who = words.player(entry[2])
    return (
        words.say("event.answered", who, question, answer)
        if question
        else words.say("event.chosen", who, answer)
    )


def heard_of(machine: Backend, words: Words, entry: Entry) -> tuple[str, str]:
    """What everybody hears of a choice: the question, if it was one of yes or no, and the answer."""
    _, (body, pc), _, heard = entry
    instr = machine.program.bodies[body].code[pc]
    rule = machine.program.bodies[body].name
    if isinstance(instr, do.May):
        question = words.text(f"ask.{rule}.{instr.name}", words.text(f"option.{instr.name}"))
        return question, words.text("yes" if heard[0] else "no")
    assert isinstance(instr, do.Menu)
    option = instr.entries[heard[0]]
    shown = [
        None if value is None else words.value(type_, value)
        for type_, value in zip(do.chosen_types(option.ways), heard[1:], strict=True)
    ]
    return "", words.option(rule, option.name, shown)


def zone_name(machine: Backend, words: Words, index: int) -> str:
    """A zone with its owner, in words."""
    number, owner = machine.layout.zone_names[index]
    if number < 0:
        return words.text("zone.box")
    zone = machine.program.zones[number]
    return words.owned(words.text(f"zone.{zone.name}"), zone.owner, owner)


def _moved(machine: Backend, words: Words, player: int | None, entries: Sequence[Entry]) -> str:
    _, _, _, source, zone, _, *place = entries[0]
    if source == machine.layout.box:
        return ""
    seen = [item for _, _, item, _, _, known, *_ in entries if knows(machine, known, player)]
    what = [words.component(item) for item in seen]
    if len(seen) < len(entries):
        what.append(words.hidden(len(entries) - len(seen)))
    parts = [listed(what), zone_name(machine, words, source), zone_name(machine, words, zone)]
    if place and place[0] is not None:
        grid = machine.program.zones[machine.layout.zone_names[zone][0]].name
        return words.say("event.placed", *parts, words.value(Place(grid), place[0]))
    return words.say("event.moved", *parts)
