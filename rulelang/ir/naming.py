"""Things of a program by the words that people write for them in scenarios.

In: a `Program` and a word. Out: the number that stands for it in a state, or `NotKnown` with the names that
would have been right. Checking a scenario and playing it read words in the same way, so both use this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulelang.ir import instructions as do
from rulelang.ir.nodes import Body, Program, RecordDef, TrackDef, ZoneDef
from rulelang.ir.owners import joined
from rulelang.types import Bool, Kind, Num, Pair, Place, Player, Rec, Seq, Type, bare, item_of
from rulelang.types import text as type_text

Pattern = tuple[frozenset[Any], ...]  # one set of values for each part of an option
ASKING = (do.Choose, do.Menu, do.May, do.Secret, do.SecretMenu)
NOTHING = ("empty", "nothing")
# Numbers as they are shown, so that no two texts mean the same one.
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,10}")
_PLAYER = re.compile(r"player ?([1-9][0-9]{0,3})")
_PLACE = re.compile(r"c([1-9][0-9]{0,4})r([1-9][0-9]{0,4})")


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
    if not isinstance(track.owner, Rec) or owner is None:
        return False
    return owner.split("#")[0] in program.record(track.owner.name).names


def owner_number(program: Program, players: int, thing: ZoneDef | TrackDef, owner: str | None) -> int:
    """The place of an owner in the row of owners of a zone or track."""
    name = thing.name.rpartition(".")[2]
    if owner is None and thing.owner is not None:
        raise NotKnown(f"say whose `{name}` is meant", name)
    if owner is None:
        return 0
    if thing.owner is None:
        raise NotKnown(f"there is only one `{name}`", owner)
    number: int = value(program, players, thing.owner, owner)
    return number - (program.record(thing.owner.name).base if isinstance(thing.owner, Rec) else 0)


def in_range(track: TrackDef, new: Any) -> bool:
    return not isinstance(track.type, Num) or new is None or track.type.low <= new <= track.type.high


def range_of(track: TrackDef) -> str:
    """The range of a track in words."""
    range_ = bare(track.type)
    return f"from {range_.low} to {range_.high}" if isinstance(range_, Num) else "anywhere"


# ------------------------------------------------------------ values


def value(program: Program, players: int, type_: Type, text: str) -> Any:
    """A value of a type from a word."""
    text, inner = text.strip(), bare(type_)
    if isinstance(inner, Seq):
        parts = [] if text in NOTHING else text.split(",")
        return tuple(value(program, players, inner.item, part) for part in parts)
    if text == "none":
        return None
    known: Sequence[str] = ()
    match inner:
        case Player():
            return _player(players, text)
        case Bool():
            known = ("yes", "no")
            if text in known:
                return text == "yes"
        case Num() if _NUMBER.fullmatch(text):
            return int(text)
        case Kind(name=name):
            known = program.kind(name).words
            if text in known:
                return known.index(text)
        case Rec(name=name):
            record = program.record(name)
            known = record.names
            if record.physical and text.split("#")[0] in known:
                return copies(program, text)[0]
            if text in known:
                return known.index(text)
        case Place(zone=name):
            return _place(program.zone(name), text)
        case Pair(first=first, second=second):
            parts = text.split(",")
            if len(parts) == 2:
                both = (value(program, players, first, parts[0]), value(program, players, second, parts[1]))
                return joined(program, inner, *both)
    raise NotKnown(f"`{text}` is not {said(type_)}", text, known)


def said(type_: Type) -> str:
    """A type in words."""
    return str(bare(type_))


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


def asking(program: Program) -> Iterator[tuple[Body, do.Instr]]:
    """Everything that can be asked, with the body of the rule that asks."""
    for body in program.bodies:
        for instr in _asking_in(body):
            yield body, instr


def _asking_in(body: Body) -> list[do.Instr]:
    return [instr for instr in body.code if isinstance(instr, ASKING)]


def decision_names(program: Program) -> dict[str, None]:
    """The names by which decisions are known, in the order of the rules: `act`, `search.spot`."""
    return {name: None for body, instr in asking(program) for name in _names_of(body, instr)}


def _names_of(body: Body, instr: do.Instr) -> tuple[str, ...]:
    match instr:
        case do.Choose(prompt=name) | do.May(name=name) | do.Secret(prompt=name):
            return body.name, f"{body.name}.{name}"
    return (body.name,)


def check_decision(program: Program, name: str) -> None:
    """Refuses what is not the name of a decision."""
    rule = name.rpartition(".")[0] or name
    here = (body for body in program.bodies if body.name in (name, rule))
    if any(name in _names_of(body, instr) for body in here for instr in _asking_in(body)):
        return
    known = decision_names(program)
    if any(body.name == name for body in program.bodies):
        raise NotKnown(f"nobody decides anything in `{name}` itself", name)
    raise NotKnown(f"there is no decision `{name}`", name, [*known])


# ------------------------------------------------------------ options


def _entries(menu: do.Menu | do.SecretMenu) -> tuple[do.Entry | do.SecretEntry, ...]:
    return menu.entries


def patterns(program: Program, players: int, instr: do.Instr, text: str) -> list[Pattern]:
    """What a text can mean as one option of this decision: for each part the values that it can be.

    The first part of an option of a menu is its number there; its word alone means all ways to take it.
    """
    if isinstance(instr, do.May):
        return [(frozenset((text == "yes",)),)] if text in ("yes", "no") else []
    if isinstance(instr, do.Choose | do.Secret):
        types = do.chosen_types(instr.ways)
        found = _pattern(program, players, types, split(text) if len(types) > 1 else [text])
        return [] if found is None else [found]
    assert isinstance(instr, do.Menu | do.SecretMenu)
    name, bracket, rest = text.partition("(")
    both: list[Pattern] = []
    for number, entry in enumerate(_entries(instr)):
        if entry.name != name.strip():
            continue
        if not bracket:
            both.append((frozenset((number,)),))
        elif entry.ways.loops and rest.endswith(")"):
            inside = _pattern(program, players, do.chosen_types(entry.ways), split(rest[:-1]))
            both += [] if inside is None else [(frozenset((number,)), *inside)]
    return both


def _pattern(program: Program, players: int, types: Sequence[Type], parts: Sequence[str]) -> Pattern | None:
    if len(types) != len(parts):
        return None
    try:
        return tuple(meant(program, players, type_, part) for type_, part in zip(types, parts, strict=True))
    except NotKnown:
        return None


def meant(program: Program, players: int, type_: Type, text: str) -> frozenset[Any]:
    """The values that a word can mean: several for the name of a component with copies."""
    number, inner = value(program, players, type_, text), bare(type_)
    if number is not None and isinstance(inner, Rec) and program.record(inner.name).physical:
        return frozenset(copies(program, text))
    return frozenset((number,))


def check_option(program: Program, players: int, text: str, here: do.Instr | None = None) -> None:
    """Refuses what could never be an option: of the decision `here`, or else of any.

    The words of all menus can be named at any decision: that something is not on this menu is worth saying.
    """
    menus = [instr for _, instr in asking(program) if isinstance(instr, do.Menu | do.SecretMenu)]
    asked = [instr for _, instr in asking(program)] if here is None else [here, *menus]
    for instr in asked:
        several = isinstance(instr, do.Choose | do.Secret) and instr.how != "one"
        if several and text == "nothing":
            return
        if all(patterns(program, players, instr, part) for part in (split(text) if several else [text])):
            return
    words = dict.fromkeys(entry.name for menu in menus for entry in _entries(menu))
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


def dice_of_words(program: Program) -> dict[str, Kind]:
    """The dice that are rolled and show words, with the kinds of these.

    What a roll is put into tells it: a die of numbers may be called like a kind of the language.
    """
    found: dict[str, Kind] = {}
    for body in program.bodies:
        for op in body.code:
            type_ = body.slots[op.slot].type if isinstance(op, do.Roll) else None
            if type_ is None:
                continue
            face = bare(item_of(type_)) if isinstance(bare(type_), Seq) else bare(type_)
            if isinstance(op, do.Roll) and isinstance(face, Kind):
                found[op.die] = face
    return found


def face_key(program: Program, die: str, face: int) -> str:
    """A face as a scenario writes it: a number, or the word of a die of words."""
    return _face_key(program, dice_of_words(program), die, face)


def _face_key(program: Program, kinds: Mapping[str, Kind], die: str, face: int) -> str:
    kind = kinds.get(die)
    return str(face) if kind is None else program.kind(kind.name).words[face]


def _rolled(program: Program, text: str) -> frozenset[tuple[str, int]]:
    """The dice and their faces that a word or a number can mean."""
    rolls = (op for body in program.bodies for op in body.code if isinstance(op, do.Roll))
    dice = {op.die: op.faces for op in rolls}
    kinds = dice_of_words(program)
    faces = {
        (die, face): _face_key(program, kinds, die, face) for die, shown in dice.items() for face in shown
    }
    found = frozenset(pair for pair, key in faces.items() if key == text.strip())
    if not found:
        raise NotKnown(f"no die of this game shows {text}", text, sorted(set(faces.values())))
    return found


def outcomes(program: Program, players: int, what: str, text: str) -> frozenset[Any]:
    """What chance could give and this word means: faces, components in piles, whatever is picked."""
    if what == "roll":
        return _rolled(program, text)
    if what == "draw":
        record = record_of(program, text)
        if not any(zone.ordering == "pile" and zone.item == record.name for zone in program.zones):
            raise NotKnown(f"`{text}` is never drawn: no pile holds it", text)
        return frozenset(copies(program, text))
    found: set[Any] = set()
    known: list[str] = []
    picks = (op for body in program.bodies for op in body.code if isinstance(op, do.Pick))
    for type_ in sorted({item_of(pick.items.type) for pick in picks}, key=type_text):
        try:
            found |= meant(program, players, type_, text)
        except NotKnown as problem:
            known += problem.known
    if not found:
        raise NotKnown(f"nothing called `{text}` is ever picked in this game", text, known)
    return frozenset(found)
