"""Things of a program by the words that people write for them in scenarios.

In: a `Program` and a word. Out: the number that stands for it in a state, or `NotKnown` with the names that
would have been right. Checking a scenario and playing it read words in the same way, so both use this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from rulelang.ir.nodes import Body, Instr, Program, RecordDef, TrackDef, ZoneDef

Pattern = tuple[frozenset[Any], ...]  # one set of values for each part of an option
ASKING = ("choose", "menu", "may", "secret")
NOTHING = ("empty", "nothing")
# Numbers as they are shown, so that no two texts mean the same one.
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,10}")
_PLAYER = re.compile(r"player ?([1-9][0-9]{0,3})")
_PLACE = re.compile(r"c([1-9][0-9]{0,4})r([1-9][0-9]{0,4})")
_NAMED = {"choose": 2, "may": 1, "secret": 1}  # where an instruction has the name of its choice


class NotKnown(Exception):
    """A word that means nothing here. `known` are the words that would mean something, if it is misspelt."""

    def __init__(self, message: str, word: str, known: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message, self.word, self.known = message, word, tuple(known)


# ------------------------------------------------------------ components, zones, tracks


def record_of(program: Program, text: str) -> RecordDef:
    """The component type that has a component of this name: `coin` or `coin#2`."""
    name, _, number = text.partition("#")
    for record in program.records:
        if record.physical and name in record.names:
            amount = record.names.count(name)
            if "#" in text and number not in map(str, range(1, amount + 1)):
                there = "is 1 copy" if amount == 1 else f"are {amount} copies"
                raise NotKnown(f"there is no `{text}`: there {there} of `{name}`", text)
            return record
    known = {own for record in program.records if record.physical for own in record.names}
    raise NotKnown(f"there is no component `{text}`", text, sorted(known))


def copies(program: Program, text: str) -> list[int]:
    """All components that a name can mean: one for `coin#2`, each copy for `coin`."""
    record = record_of(program, text)
    name, _, number = text.partition("#")
    found = [record.base + i for i, own in enumerate(record.names) if own == name]
    return [found[int(number) - 1]] if number else found


def zone_number(program: Program, name: str) -> int:
    for number, zone in enumerate(program.zones):
        if zone.name == name:
            return number
    raise NotKnown(f"there is no zone `{name}`", name, [zone.name for zone in program.zones])


def track_number(program: Program, name: str, owner: str | None) -> int:
    """A track, or a changing field of a component by its own name: `fire of r05`."""
    for number, track in enumerate(program.tracks):
        if track.name == name or (track.name.rpartition(".")[2] == name and _owns(program, track, owner)):
            return number
    known = [track.name.rpartition(".")[2] for track in program.tracks]
    known += [zone.name for zone in program.zones]
    raise NotKnown(f"there is no track or zone `{name}`", name, known)


def _owns(program: Program, track: TrackDef, owner: str | None) -> bool:
    word, _, name = track.owner.partition(":")
    return word == "record" and owner is not None and owner.split("#")[0] in program.record(name).names


def owner_number(program: Program, players: int, thing: ZoneDef | TrackDef, owner: str | None) -> int:
    """The place of an owner in the row of owners of a zone or track."""
    name = thing.name.rpartition(".")[2]
    if owner is None and thing.owner:
        raise NotKnown(f"say whose `{name}` is meant", name)
    if owner is None:
        return 0
    if not thing.owner:
        raise NotKnown(f"there is only one `{name}`", owner)
    word, _, record = thing.owner.partition(":")
    number: int = value(program, players, thing.owner, owner)
    return number - (program.record(record).base if word == "record" else 0)


def in_range(track: TrackDef, new: Any) -> bool:
    return track.low is None or track.high is None or new is None or track.low <= new <= track.high


# ------------------------------------------------------------ values


def value(program: Program, players: int, tag: str, text: str) -> Any:
    """A value of a tagged type from a word."""
    text = text.strip()
    word, _, name = tag.partition(":")
    if tag.startswith("set of "):
        parts = [] if text in NOTHING else text.split(",")
        return tuple(value(program, players, tag[7:], part) for part in parts)
    if text == "none":
        return None
    if word == "player":
        return _player(players, text)
    if word == "bool" and text in ("yes", "no"):
        return text == "yes"
    if word == "number" and _NUMBER.fullmatch(text):
        return int(text)
    known: Sequence[str] = ("yes", "no") if word == "bool" else ()
    if word == "kind":
        known = program.kind(name).words
        if text in known:
            return known.index(text)
    elif word == "record":
        record = program.record(name)
        known = record.names
        if record.physical and text.split("#")[0] in known:
            return copies(program, text)[0]
        if text in known:
            return known.index(text)
    elif word == "place":
        return _place(next(zone for zone in program.zones if zone.name == name), text)
    raise NotKnown(f"`{text}` is not a {said(tag)}", text, known)


def said(tag: str) -> str:
    """A type in words."""
    if tag.startswith("set of "):
        return f"set of {said(tag[7:])}"
    word, _, name = tag.partition(":")
    return {"bool": "yes or no", "place": f"place of {name}"}.get(word, name or word)


def _player(players: int, text: str) -> int:
    found = _PLAYER.fullmatch(text)
    if found is None:
        raise NotKnown(f"`{text}` is not a player", text)
    if not 1 <= int(found[1]) <= players:
        raise NotKnown(f"there is no player {found[1]}: {players} play", text)
    return int(found[1]) - 1


def _place(zone: ZoneDef, text: str) -> int:
    found = _PLACE.fullmatch(text)
    if found is not None:
        return place(zone, int(found[1]), int(found[2]))
    raise NotKnown(f"`{text}` is not a place of {zone.name}; places are called `c1r2`", text)


def place(zone: ZoneDef, column: int, row: int) -> int:
    if zone.ordering != "grid":
        raise NotKnown(f"`{zone.name}` is not a grid", zone.name)
    if not (1 <= column <= zone.width and 1 <= row <= zone.height):
        raise NotKnown(f"`{zone.name}` has no place {column}, {row}", zone.name)
    return (row - 1) * zone.width + column - 1


# ------------------------------------------------------------ decisions


def asking(program: Program) -> Iterator[tuple[Body, Instr]]:
    """Everything that can be asked, with the body of the rule that asks."""
    for body in program.bodies:
        for instr in body.code:
            if instr[0] in ASKING:
                yield body, instr


def decision_names(program: Program) -> dict[str, None]:
    """The names by which decisions are known, in the order of the rules: `act`, `search.spot`."""
    found: dict[str, None] = {}
    for body, instr in asking(program):
        found[body.name] = None
        if instr[0] in _NAMED:
            found[f"{body.name}.{instr[_NAMED[instr[0]]]}"] = None
    return found


def check_decision(program: Program, name: str) -> None:
    """Refuses what is not the name of a decision."""
    known = decision_names(program)
    if name in known:
        return
    if any(body.name == name for body in program.bodies):
        raise NotKnown(f"nobody decides anything in `{name}` itself", name)
    raise NotKnown(f"there is no decision `{name}`", name, [*known])


# ------------------------------------------------------------ options


def patterns(program: Program, players: int, instr: Instr, text: str) -> list[Pattern]:
    """What a text can mean as one option of this decision: for each part the values that it can be.

    The first part of an option of a menu is its number there; its word alone means all ways to take it.
    """
    if instr[0] == "may":
        return [(frozenset((text == "yes",)),)] if text in ("yes", "no") else []
    if instr[0] in ("choose", "secret"):
        tags = instr[6] if instr[0] == "choose" else (instr[5],)
        found = _pattern(program, players, tags, split(text) if len(tags) > 1 else [text])
        return [] if found is None else [found]
    name, bracket, rest = text.partition("(")
    both: list[Pattern] = []
    for number, entry in enumerate(instr[2]):
        if entry[0] != name.strip():
            continue
        if not bracket:
            both.append((frozenset((number,)),))
        elif entry[3] and rest.endswith(")"):
            inside = _pattern(program, players, entry[3], split(rest[:-1]))
            both += [] if inside is None else [(frozenset((number,)), *inside)]
    return both


def _pattern(program: Program, players: int, tags: Sequence[str], parts: Sequence[str]) -> Pattern | None:
    if len(tags) != len(parts):
        return None
    try:
        return tuple(meant(program, players, tag, part) for tag, part in zip(tags, parts, strict=True))
    except NotKnown:
        return None


def meant(program: Program, players: int, tag: str, text: str) -> frozenset[Any]:
    """The values that a word can mean: several for the name of a component with copies."""
    number = value(program, players, tag, text)
    if number is not None and tag.startswith("record:") and program.record(tag[7:]).physical:
        return frozenset(copies(program, text))
    return frozenset((number,))


def check_option(program: Program, players: int, text: str, here: Instr | None = None) -> None:
    """Refuses what could never be an option: of the decision `here`, or else of any.

    The words of all menus can be named at any decision: that something is not on this menu is worth saying.
    """
    menus = [instr for _, instr in asking(program) if instr[0] == "menu"]
    asked = [instr for _, instr in asking(program)] if here is None else [here, *menus]
    for instr in asked:
        several = instr[0] == "choose" and instr[1] != "one"
        if several and text == "nothing":
            return
        if all(patterns(program, players, instr, part) for part in (split(text) if several else [text])):
            return
    words = dict.fromkeys(entry[0] for instr in menus for entry in instr[2])
    name = text.partition("(")[0].strip()
    if name in words:
        raise NotKnown(f"`{name}` is an option, but never like this: `{text}`", text)
    where = "in this game" if here is None else "here"
    raise NotKnown(f"nothing {where} could be an option `{text}`", text, [*words])


def split(text: str) -> list[str]:
    """Parts separated by commas; commas inside brackets belong to a part: `walk(a, b), (c1r2, 3)`."""
    parts, depth, start = [], 0, 0
    for index, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth <= 0:
            parts.append(text[start:index].strip())
            start = index + 1
    parts.append(text[start:].strip())
    return [part[1:-1].strip() if part[:1] == "(" and part[-1:] == ")" else part for part in parts]


# ------------------------------------------------------------ chance


def outcomes(program: Program, players: int, what: str, text: str) -> frozenset[Any]:
    """What chance could give and this word means: faces, components in piles, whatever is picked."""
    if what == "roll":
        rolled = {face for body in program.bodies for op in body.code if op[0] == "roll" for face in op[2]}
        number = value(program, players, "number", text)
        if number not in rolled:
            raise NotKnown(f"no die of this game shows {text}", text)
        return frozenset((number,))
    if what == "draw":
        record = record_of(program, text)
        if not any(zone.ordering == "pile" and zone.item == record.name for zone in program.zones):
            raise NotKnown(f"`{text}` is never drawn: no pile holds it", text)
        return frozenset(copies(program, text))
    found: set[Any] = set()
    known: list[str] = []
    picks = ((body, op) for body in program.bodies for op in body.code if op[0] == "pick")
    for tag in sorted({body.tags[op[1]].removeprefix("set of ") for body, op in picks}):
        try:
            found |= meant(program, players, tag, text)
        except NotKnown as problem:
            known += problem.known
    if not found:
        raise NotKnown(f"nothing called `{text}` is ever picked in this game", text, known)
    return frozenset(found)
