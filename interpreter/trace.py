"""Events: what happened, as one player may know it, and which line of the rules caused it.

In: the log of a state. Out: `Event`s in order, with a sentence in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from attrs import frozen

from interpreter.words import Words, readable

if TYPE_CHECKING:
    from interpreter.machine import Machine


@frozen
class Event:
    kind: str
    text: str
    rule: str
    site: tuple[str, int, int]


def events(
    machine: Machine,
    words: Words,
    log: tuple[Any, ...] | None,
    since: int,
    player: int | None,
    until: int | None = None,
) -> list[Event]:
    """What happened after the first `since` and up to the first `until` raw events, as `player` may know it.

    None knows everything. Moves that one line makes between the same two zones are one event.
    """
    raw = []
    while log:
        raw.append(log[0])
        log = log[1]
    raw.reverse()
    found = []
    for _, group in groupby(raw[since:until], key=_together):
        entries = list(group)
        body, pc = entries[0][1]
        info = machine.program.bodies[body]
        text = _sentence(machine, words, entries, player)
        if text:
            found.append(Event(entries[0][0], text, info.name, info.sites[pc]))
    return found


def _together(entry: tuple[Any, ...]) -> Any:
    """What entries must have in common to be one event; an entry that is alone has nothing in common."""
    if entry[0] != "move" or len(entry) > 6:  # put at a place of a grid: each is told
        return id(entry)
    return (*entry[:2], *entry[3:5])


def count(log: tuple[Any, ...] | None) -> int:
    number = 0
    while log:
        number += 1
        log = log[1]
    return number


def _sentence(machine: Machine, words: Words, entries: Sequence[tuple[Any, ...]], player: int | None) -> str:
    kind, _, *data = entries[0]
    if kind == "move":
        return _moved(machine, words, player, entries)
    if kind == "set":
        return _set(machine, words, player, *data)
    if kind == "choice":
        return _chosen(machine, words, entries[0])
    if kind == "reveal":
        items, mask = data
        if player is not None and not mask >> player & 1:
            return ""
        return words.say("event.seen", ", ".join(words.component(item) for item in items))
    if kind == "shuffle":
        return words.say("event.shuffled", _zone(machine, words, data[0]))
    if kind == "roll":
        return words.say("event.rolled", words.text(f"die.{data[0]}"), data[1])
    if kind == "turn":
        return words.say("event.turn", words.player(data[0]))
    if kind == "say":
        message, tags, values = data
        shown = [words.value(tag, value) for tag, value in zip(tags, values, strict=True)]
        return words.say(f"say.{message}", *shown)
    if kind == "over":
        return words.say("event.over", words.verdict(*data))
    return ""


def _set(machine: Machine, words: Words, player: int | None, index: int, old: Any, new: Any) -> str:
    number, owner = machine.layout.track_names[index]
    track = machine.program.tracks[number]
    if player is not None and track.sees != "all" and not (track.sees == "owner" and owner == player):
        return ""
    name = words.text(f"track.{track.name}", readable(track.name.rpartition(".")[2]))
    whose = words.owned(name, track.owner, owner)
    return words.say("event.set", whose, words.value(track.type, old), words.value(track.type, new))


def _chosen(machine: Machine, words: Words, entry: tuple[Any, ...]) -> str:
    _, (body, pc), who, heard = entry
    instr = machine.program.bodies[body].code[pc]
    rule = machine.program.bodies[body].name
    if instr[0] == "may":
        what = words.text(f"ask.{rule}.{instr[1]}", words.text(f"option.{instr[1]}"))
        return words.say("event.answered", words.player(who), what, words.text("yes" if heard[0] else "no"))
    name, _, _, tags, _ = instr[2][heard[0]]
    shown = [
        None if value is None else words.value(tag, value) for tag, value in zip(tags, heard[1:], strict=True)
    ]
    return words.say("event.chosen", words.player(who), words.option(rule, name, shown))


def _zone(machine: Machine, words: Words, index: int) -> str:
    number, owner = machine.layout.zone_names[index]
    if number < 0:
        return words.text("zone.box")
    zone = machine.program.zones[number]
    return words.owned(words.text(f"zone.{zone.name}"), zone.owner, owner)


def _moved(machine: Machine, words: Words, player: int | None, entries: Sequence[tuple[Any, ...]]) -> str:
    _, _, _, source, zone, _, *place = entries[0]
    if source == machine.layout.box:
        return ""
    seen = [item for _, _, item, _, _, known, *_ in entries if player is None or known >> player & 1]
    what = [words.component(item) for item in seen]
    if len(seen) < len(entries):
        what.append(words.hidden(len(entries) - len(seen)))
    parts = [", ".join(what), _zone(machine, words, source), _zone(machine, words, zone)]
    if place and place[0] is not None:
        grid = machine.program.zones[machine.layout.zone_names[zone][0]].name
        return words.say("event.placed", *parts, words.value(f"place:{grid}", place[0]))
    return words.say("event.moved", *parts)
