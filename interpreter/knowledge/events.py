"""Events: what happened, as one player may know it, and which line of the rules caused it.

In: the log of a state. Out: `Event`s in order, with a sentence in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from attrs import frozen

from interpreter.knowledge.happening import CHAPTERS, MARKS, Entry, in_open_order
from interpreter.knowledge.seeing import EVERYBODY, sees
from interpreter.words import Words, readable
from rulelang.ir import instructions as do
from rulelang.ir.texts import listed
from rulelang.types import Num, Place, Seq, Type, bare

if TYPE_CHECKING:
    from interpreter.backend import Backend


Log = tuple[Any, ...] | None  # raw events, the last one first, each with those before it


PICKED = ("chose", "secret")  # something was chosen from a set, openly or for a secret round


@frozen
class Event:
    """What happened: in words, and as data that names components, zones and tracks as a view does.

    A component is its type and its key (`loot:map_2`), a zone or a track its name and, if it has an owner,
    the owner's key (`bank:player1`); the box is "".
    """

    kind: str
    text: str
    rule: str
    site: tuple[str, int, int]
    chapter: int = 0  # the chapter it is in: turns, rounds and what follows them count, hidden things do not
    player: int | None = None  # who chose, or whose turn begins
    things: tuple[str, ...] = ()  # what moved, was seen, chosen or spoken of, as far as the listener knows it
    hidden: int = 0  # how many more moved
    source: str = ""
    target: str = ""
    place: tuple[int, int] | None = None  # the column and row of a grid
    track: str = ""
    old: Any = None  # numbers, or the keys of what a track was and is; of what is seen, what was known before
    new: Any = None
    said: tuple[str, str] = ("", "")  # the question, if that is told, and the answer; a die and its faces
    die: str = ""  # which one was rolled
    faces: tuple[str, ...] = ()  # what it showed, each time; nothing if the listener does not know
    name: str = ""  # of a choice: the option that was taken, or what the rules call what was chosen
    values: tuple[
        tuple[str, str, str], ...
    ] = ()  # of what was chosen: its name in the rule, reference, words


def events(
    machine: Backend,
    words: Words,
    log: Log,
    since: int,
    player: int | None,
    until: int | None = None,
    marks: bool = False,
) -> list[Event]:
    """What happened after the first `since` and up to the first `until` raw events, as `player` may know it.

    None knows everything, `EVERYBODY` only what no player is kept from. Moves that one line makes between
    the same two zones are one event, and so are dice that it rolls. With `marks` there is also where rounds
    begin and turns are over, without words, and before all of it the last of these or the turn that it is in.
    """
    entries = entries_of(log)
    if not marks:
        return told(machine, words, entries[since:until], player)
    before = [entry for entry in entries[:since] if entry[0] in CHAPTERS]
    inside = told(machine, words, before[-1:], player, marks, len(before) - 1) if before else []
    return inside + told(machine, words, entries[since:until], player, marks, len(before))


def told(
    machine: Backend,
    words: Words,
    raw: Sequence[Entry],
    player: int | None,
    marks: bool = False,
    start: int = 0,
) -> list[Event]:
    """Raw events as this player may know them, or all of them, or what everybody knows: see `events`."""
    found: list[Event] = []
    number = start
    for _, group in groupby(in_open_order(machine.layout, raw, player), key=_together):
        entries = list(group)
        number += entries[0][0] in CHAPTERS
        body, pc = entries[0][1]
        info = machine.program.bodies[body]
        text = _sentence(machine, words, entries, player)
        if text or (marks and entries[0][0] in MARKS):
            data = _data(machine, words, entries, player)
            found.append(Event(entries[0][0], text, info.name, info.sites[pc], number, **data))
    return found


def _data(machine: Backend, words: Words, entries: Sequence[Entry], player: int | None) -> dict[str, Any]:
    """What a program wants to know of an event whose sentence is told."""
    kind, _, *data = entries[0]
    if kind == "move":
        seen = [item for _, _, item, _, _, known, *_ in entries if knows(machine, known, player)]
        return {
            "things": tuple(map(words.component_id, seen)),
            "hidden": len(entries) - len(seen),
            "source": zone_id(machine, words, data[1]),
            "target": zone_id(machine, words, data[2]),
            "place": _column_and_row(machine, data[2], data[4]) if len(data) > 4 else None,
        }
    if kind == "set":
        number, owner = machine.layout.track_names[data[0]]
        track = machine.program.tracks[number]
        old, new = (_plain(words, track.type, value) for value in data[1:3])
        return {"track": _owned_id(words, track.name, track.owner, owner), "old": old, "new": new}
    if kind == "reveal":
        zones = set(data[3])
        return {
            "things": tuple(map(words.component_id, data[0])),
            "source": zone_id(machine, words, zones.pop()) if len(zones) == 1 else "",
            "old": tuple(map(words.component_id, _no_news(machine, entries[0], player))),
        }
    if kind == "shuffle":
        return {"target": zone_id(machine, words, data[0])}
    if kind == "turn":
        return {"player": data[0]}
    if kind == "roll":
        faces = [words.face(data[0], entry[3]) for entry in entries if knows(machine, entry[4], player)]
        said = words.text(f"die.{data[0]}"), listed(faces)
        return {"said": said, "die": data[0], "faces": tuple(faces)}
    if kind == "say":
        refs = (words.plain_ref(type_, value) for type_, value in zip(data[1], data[2], strict=True))
        return {"things": tuple(filter(None, refs))}
    if kind == "choice":
        return {"player": data[0], **_heard_data(machine, words, entries[0])}
    if kind in PICKED:
        return {"player": data[0], **_chosen_data(machine, words, entries[0], player)}
    return {}


def _no_news(machine: Backend, entry: Entry, player: int | None) -> list[int]:
    """Of what was shown: what this player knew, unless it lies open, so that somebody pointed at it."""
    _, _, items, _, before, zones = entry
    layout = machine.layout
    return [
        item
        for item, known, zone in zip(items, before, zones, strict=True)
        if layout.sees[zone] != layout.everyone and player is not None and knows(machine, known, player)
    ]


def _plain(words: Words, type_: Type, value: Any) -> Any:
    inner = bare(type_)
    if isinstance(inner, Seq) and value is not None:
        return tuple(words.plain_key(inner.item, item) for item in value)
    return value if isinstance(inner, Num) and value is not None else words.plain_key(type_, value)


def zone_id(machine: Backend, words: Words, index: int) -> str:
    number, owner = machine.layout.zone_names[index]
    if number < 0:
        return ""
    zone = machine.program.zones[number]
    return _owned_id(words, zone.name, zone.owner, owner)


def _owned_id(words: Words, name: str, type_: Type | None, owner: int | None) -> str:
    return name if owner is None or type_ is None else f"{name}:{words.plain_key(type_, owner)}"


def _column_and_row(machine: Backend, zone: int, place: int | None) -> tuple[int, int] | None:
    if place is None:
        return None
    width = machine.program.zones[machine.layout.zone_names[zone][0]].width
    return place % width + 1, place // width + 1


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
        return (*entry[:3], entry[4])
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
    return sees(machine.layout, mask, player, EVERYBODY)


def _sentence(machine: Backend, words: Words, entries: Sequence[Entry], player: int | None) -> str:
    kind, _, *data = entries[0]
    if kind == "move":
        return _moved(machine, words, player, entries)
    if kind == "set":
        return _set(machine, words, player, *data)
    if kind == "choice":
        return _chosen(machine, words, entries[0])
    if kind in PICKED:
        return _picked(machine, words, entries[0], player)
    if kind == "reveal":
        if not knows(machine, data[1], player):
            return ""
        return words.say("event.seen", listed(words.component(item) for item in data[0]))
    if kind == "shuffle":
        return words.say("event.shuffled", zone_name(machine, words, data[0]))
    if kind == "roll":
        die, _, seen = data
        if not knows(machine, seen, player):
            return words.say("event.rolled_secretly", words.text(f"die.{die}"))
        faces = listed(words.face(die, entry[3]) for entry in entries)
        return words.say("event.rolled", words.text(f"die.{die}"), faces)
    if kind == "turn":
        return words.say("event.turn", words.player(data[0]))
    if kind == "say":
        message, types, values = data
        shown = [words.value(type_, value) for type_, value in zip(types, values, strict=True)]
        return words.say(f"say.{message}", *shown)
    if kind == "over":
        return words.say("event.over", words.verdict(*data))
    return ""


def _set(
    machine: Backend, words: Words, player: int | None, index: int, old: Any, new: Any, seen: int
) -> str:
    if not knows(machine, seen, player):
        return ""
    type_ = machine.program.tracks[machine.layout.track_names[index][0]].type
    return words.say(
        "event.set", track_name(machine, words, index), words.value(type_, old), words.value(type_, new)
    )


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


def _heard_data(machine: Backend, words: Words, entry: Entry) -> dict[str, Any]:
    _, (body, pc), _, heard = entry
    info = machine.program.bodies[body]
    instr, said = info.code[pc], heard_of(machine, words, entry)
    if isinstance(instr, do.May):
        return {"said": said, "name": instr.name, "new": bool(heard[0])}
    assert isinstance(instr, do.Menu)
    option = instr.entries[heard[0]]
    types = do.chosen_types(option.ways)
    values = [
        (info.slots[slot].name, words.plain_ref(type_, value), words.value(type_, value))
        for slot, type_, value in zip(option.slots, types, heard[1:], strict=True)
        if value is not None
    ]
    return {"said": said, "name": option.name, "values": tuple(values)}


def _picked(machine: Backend, words: Words, entry: Entry, player: int | None) -> str:
    """What was picked from a set, for those who may know it; nothing for the others."""
    question, answer = _chosen_data(machine, words, entry, player)["said"]
    return words.say("event.answered", words.player(entry[2]), question, answer) if answer else ""


def _chosen_data(machine: Backend, words: Words, entry: Entry, player: int | None) -> dict[str, Any]:
    _, (body, pc), _, ways, masks = entry
    info = machine.program.bodies[body]
    instr = info.code[pc]
    if isinstance(instr, do.SecretMenu):
        return _option_taken(machine, words, entry, player, instr)
    assert isinstance(instr, do.Choose | do.Secret)
    types = do.chosen_types(instr.ways)
    parts = [
        (type_, value)
        for way, known in zip(ways, masks, strict=True)
        for type_, value, mask in zip(types, way, known, strict=True)
        if knows(machine, mask, player)
    ]
    if len(parts) < len(ways) * len(types):
        return {"said": ("", "")}
    answer = listed(words.value(type_, value) for type_, value in parts) or words.text("nothing")
    refs = [words.plain_ref(type_, value) for type_, value in parts]
    names = [info.slots[slot].name for slot in instr.slots]
    values = [(names[0], "", answer)]  # several things, or a single one in a round of secret choices
    if len(ways) == 1 and len(names) == len(parts):
        told = zip(names, refs, (words.value(type_, value) for type_, value in parts), strict=True)
        values = list(told)
    said = words.text(f"ask.{info.name}.{instr.prompt}"), answer
    things = tuple(filter(None, refs))
    return {"said": said, "things": things, "name": instr.prompt, "values": tuple(values)}


def _option_taken(
    machine: Backend, words: Words, entry: Entry, player: int | None, instr: do.SecretMenu
) -> dict[str, Any]:
    """The option that somebody took in a secret round, for those who may know it."""
    _, (body, _), _, ((number, *values),), ((mask, *_),) = entry
    if not knows(machine, mask, player):
        return {"said": ("", "")}
    rule, option = machine.program.bodies[body].name, instr.entries[number]
    parts = list(zip(do.chosen_types(option.ways), values, strict=True))
    label = words.option(rule, option.name, [words.value(type_, value) for type_, value in parts])
    things = tuple(filter(None, (words.plain_ref(type_, value) for type_, value in parts)))
    return {"said": (words.text(f"ask.{rule}", words.text("choose")), label), "things": things}


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
