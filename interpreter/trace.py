"""Events: what happened, as one player may know it, and which line of the rules caused it.

In: the log of a state. Out: `Event`s in order, with a sentence in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from interpreter.words import Words, filled

if TYPE_CHECKING:
    from interpreter.machine import Machine


@frozen
class Event:
    kind: str
    text: str
    rule: str
    site: tuple[str, int, int]


def events(
    machine: Machine, words: Words, log: tuple[Any, ...] | None, since: int, player: int | None
) -> list[Event]:
    """The events after the first `since` ones, as `player` may know them (None: everything)."""
    raw = []
    while log:
        raw.append(log[0])
        log = log[1]
    found = []
    for entry in reversed(raw[: len(raw) - since] if since else raw):
        body, pc = entry[1]
        info = machine.program.bodies[body]
        text = _sentence(machine, words, entry, player)
        if text:
            found.append(Event(entry[0], text, info.name, info.sites[pc]))
    return found


def count(log: tuple[Any, ...] | None) -> int:
    number = 0
    while log:
        number += 1
        log = log[1]
    return number


def _sentence(machine: Machine, words: Words, entry: tuple[Any, ...], player: int | None) -> str:
    kind, _, *data = entry
    if kind == "move":
        return _moved(machine, words, player, *data)
    if kind == "set":
        index, old, new = data
        number, owner = machine.layout.track_names[index]
        track = machine.program.tracks[number]
        if track.sees != "all" and not (track.sees == "owner" and player is not None and owner == player):
            return "" if player is not None else f"{track.name}: {old} → {new}"
        whose = f" of {words.value(track.owner, owner)}" if owner is not None else ""
        name = words.text(f"track.{track.name}", track.name.rpartition(".")[2].replace("_", " "))
        return f"{name}{whose}: {words.value(track.type, old)} → {words.value(track.type, new)}"
    if kind == "choice":
        return _chosen(machine, words, entry)
    if kind == "reveal":
        items, mask = data
        if player is not None and not mask >> player & 1:
            return ""
        return f"seen: {', '.join(words.component(item) for item in items)}"
    if kind == "shuffle":
        return f"{_zone(machine, words, data[0])} is shuffled"
    if kind == "roll":
        return f"{words.text(f'die.{data[0]}')}: {data[1]}"
    if kind == "turn":
        return f"turn of {words.player(data[0])}"
    if kind == "say":
        message, tags, values = data
        shown = [words.value(tag, value) for tag, value in zip(tags, values, strict=True)]
        fallback = f"{message.replace('_', ' ')}{': ' if shown else ''}{', '.join(shown)}"
        return filled(words.text(f"say.{message}", fallback), shown)
    if kind == "over":
        winners, reason = data
        why = f" ({words.text(f'reason.{reason}')})" if reason else ""
        who = ", ".join(words.player(p) for p in winners) or words.text("nobody", "nobody")
        return f"the game is over: {who} won{why}"
    return ""


def _chosen(machine: Machine, words: Words, entry: tuple[Any, ...]) -> str:
    _, (body, pc), who, heard = entry
    instr = machine.program.bodies[body].code[pc]
    rule = machine.program.bodies[body].name
    if instr[0] == "may":
        what = words.text(f"ask.{rule}.{instr[1]}", words.text(f"option.{instr[1]}"))
        return f"{words.player(who)}: {what}: {words.text('yes' if heard[0] else 'no')}"
    name, _, _, tags, _ = instr[2][heard[0]]
    shown = [
        None if value is None else words.value(tag, value) for tag, value in zip(tags, heard[1:], strict=True)
    ]
    return f"{words.player(who)}: {words.option(rule, name, shown)}"


def _zone(machine: Machine, words: Words, index: int) -> str:
    number, owner = machine.layout.zone_names[index]
    if number < 0:
        return words.text("zone.box", "box")
    zone = machine.program.zones[number]
    name = words.text(f"zone.{zone.name}")
    return name if owner is None else f"{name} of {words.value(zone.owner, owner)}"


def _moved(
    machine: Machine, words: Words, player: int | None, item: int, source: int, zone: int, known: int,
    place: int | None = None,
) -> str:  # fmt: skip
    if source == machine.layout.box:
        return ""
    seen = player is None or known >> player & 1
    what = words.component(item) if seen else words.text("hidden", "a card")
    where = _zone(machine, words, zone)
    if place is not None:
        grid = machine.program.zones[machine.layout.zone_names[zone][0]].name
        where += f" ({words.value(f'place:{grid}', place)})"
    return f"{what}: {_zone(machine, words, source)} → {where}"
