"""What is the same in every scene of a definition: names, colours, texts, and which tracks are worth showing.

In: a program, its words and the number of players. Out: a `Stage`, made once and asked by every scene.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from attrs import frozen

from interpreter.phrases import USUAL
from interpreter.scene.causes import Causes
from interpreter.scene.colours import colours_of_players, colours_of_record
from interpreter.scene.data import Component, Map, Mark
from interpreter.scene.phrasing import Phrasing
from interpreter.words import NUMBERED, Words, readable
from rulelang.ir.expressions import ListOf, Nothing, Number, Truth
from rulelang.ir.instructions import Begin, Roll, Set, TurnOf
from rulelang.ir.nodes import Program, RecordDef, TrackDef, ZoneDef
from rulelang.ir.owners import size, split
from rulelang.ir.together import all_as_one
from rulelang.ir.tracing import names_shown
from rulelang.types import PLAYER, Bool, Kind, Num, Pair, Place, Player, Rec, Seq, Type, bare

SIDES = ("north", "east", "south", "west")
DIRECTIONS = Seq(Kind("direction"))
NOT_SHOWN = "-"  # a name that says: never show this
NEAR = 20  # a track that ends so early is shown with its end


@frozen
class TrackInfo:
    declared: TrackDef
    type: Type  # without `or none`
    name: str
    start: str | None  # the key of its value at the start, if that is always the same
    shown: bool
    most: int | None
    on_thing: bool  # it is told with the component or place that owns it
    names_place: bool  # it names a place, or a component that lies on a board
    is_turn: bool  # it says how a component with sides is turned
    number: int  # among all tracks and zones

    @property
    def is_role(self) -> bool:
        """Whether it names a player: then it is told with that player."""
        return isinstance(self.type, Player) and self.declared.owner is None

    @cached_property
    def is_number(self) -> bool:
        return isinstance(self.type, Num)

    @cached_property
    def is_flag(self) -> bool:
        return isinstance(self.type, Bool)


@frozen
class ZoneInfo:
    declared: ZoneDef
    name: str
    word: str
    shown: bool
    on_thing: bool  # as of a track
    number: int


@frozen
class Owner:
    """Whose something is. Of two owners a player goes first, and the other one is a part of the name."""

    ref: str = ""
    other: str = ""
    turned: bool = False  # a definition names that part before the player


NOBODY = Owner()


class Stage:
    def __init__(self, program: Program, words: Words, players: int) -> None:
        self.program = program
        self.words = words
        self.phrasing = Phrasing(words)
        self.causes = Causes(program, words)
        self.players = players
        self.records = {record.name: record for record in program.records}
        self.on_boards = {zone.item for zone in program.zones if zone.ordering == "grid"}
        self.names_of: list[dict[str, tuple[str, str]]] = []  # of each track and zone, by owner
        self.titles: dict[tuple[str, str], str] = {}
        self.phrases: dict[tuple[str, str], str] = {}  # places in sentences, by who is told
        self.zones = {zone.name: self._zone(zone) for zone in program.zones}
        self.tracks = {track.name: self._track(track) for track in program.tracks}
        self.owners: dict[tuple[Type | None, str], Owner] = {}
        self.maps: tuple[Map, ...] | None = None
        self.title = words.text("game.name", readable(program.name))
        self.aim = words.text("help.game", "")
        self.together = all_as_one(program)

    # ------------------------------------------------------------ declarations
    def _zone(self, zone: ZoneDef) -> ZoneInfo:
        name = self.words.text(f"zone.{zone.name}")
        word = self.records[zone.item].word
        return ZoneInfo(zone, name, word, name != NOT_SHOWN, self._is_thing(zone.owner), self._numbered())

    def _numbered(self) -> int:
        self.names_of.append({})
        return len(self.names_of) - 1

    def _track(self, track: TrackDef) -> TrackInfo:
        last = track.name.rpartition(".")[2]
        name = self.words.text(f"track.{track.name}", readable(last))
        type_ = bare(track.type)
        near = isinstance(type_, Num) and type_.low == 0 and type_.high <= NEAR
        on_board = isinstance(type_, Rec) and type_.name in self.on_boards
        return TrackInfo(
            track,
            type_,
            name,
            self._start(track),
            name != NOT_SHOWN,
            type_.high if near and isinstance(type_, Num) else None,
            self._is_thing(track.owner),
            on_board or isinstance(type_, Place),
            last == "turned" and self._has_sides(track.owner),
            self._numbered(),
        )

    def _is_thing(self, owner: Type | None) -> bool:
        """Whether owners are components or places, which can be looked at."""
        return isinstance(owner, Place) or (isinstance(owner, Rec) and self.records[owner.name].physical)

    def _has_sides(self, owner: Type | None) -> bool:
        columns = self.records[owner.name].columns if isinstance(owner, Rec) else ()
        return any(bare(column.type) == DIRECTIONS for column in columns)

    def _start(self, track: TrackDef) -> str | None:
        match track.start:
            case Nothing():
                return "none"
            case ListOf(items=()):
                return ""
            case Number(value=value) | Truth(value=value):
                return self.words.key(track.type, value)
        return None

    # ------------------------------------------------------------ players
    @cached_property
    def seat_refs(self) -> tuple[str, ...]:
        return tuple(self.words.ref(PLAYER, number) for number in range(self.players))

    @cached_property
    def seat_colours(self) -> list[str]:
        return colours_of_players(self.program, self.players, USUAL)

    # ------------------------------------------------------------ components
    @cached_property
    def components(self) -> dict[str, Component]:
        """Each component as it is printed, by its reference."""
        found: dict[str, Component] = {}
        for record in self.program.records:
            if record.physical:
                found |= self._printed(record)
        return found

    @cached_property
    def unknown(self) -> dict[str, Component]:
        """A component of each type that nobody can tell from another one."""
        return {name: Component("?", name, known=False) for name in self.records}

    @cached_property
    def told(self) -> frozenset[str]:
        """The rules that the definition has sentences for."""
        keys = {key for _, texts in self.words.tables for key in texts}
        return frozenset(key.removeprefix("tell.") for key in keys if key.startswith("tell."))

    @cached_property
    def has_turns(self) -> bool:
        """Whether there are turns or rounds: without them nothing comes before the first one."""
        return any(isinstance(instr, TurnOf | Begin) for body in self.program.bodies for instr in body.code)

    @cached_property
    def faces(self) -> frozenset[str]:
        """The tracks of things that are only ever set to what was just rolled: the things are the dice."""
        found: dict[str, bool] = {}
        for body in self.program.bodies:
            lines = list(zip(body.code, body.sites, strict=True))
            shown = [
                names_shown(self.program, body.name, site) for code, site in lines if isinstance(code, Roll)
            ]
            rolled = {name for line in shown for name in line.rolled}
            for code, site in lines:
                if isinstance(code, Set):
                    track = self.program.tracks[code.track].name
                    value = names_shown(self.program, body.name, site, track).value
                    found[track] = found.get(track, True) and not rolled.isdisjoint(value)
        return frozenset(name for name, only in found.items() if only and self.tracks[name].on_thing)

    @cached_property
    def shared_names(self) -> frozenset[str]:
        """What several components are called: one of them is as good as another."""
        named = Counter(component.name for component in self.components.values())
        return frozenset(name for name, many in named.items() if many > 1)

    def _printed(self, record: RecordDef) -> dict[str, Component]:
        type_, words = Rec(record.name), self.words
        colours = colours_of_record(self.program, record)
        sides = next((c.values for c in record.columns if bare(c.type) == DIRECTIONS), None)
        found = {}
        for number, name in enumerate(record.names):
            ref = words.ref(type_, record.base + number)
            found[ref] = Component(
                words.text(f"{record.name}.{name}"),
                record.name,
                ids=(ref,),
                colours=colours[number],
                marks=tuple(self._printed_marks(record, number)),
                texts=self._texts(record, number, name),
                sides=None if sides is None else tuple(SIDES[side] for side in sorted(sides[number] or ())),
            )
        return found

    def _printed_marks(self, record: RecordDef, number: int) -> list[Mark]:
        """Printed fields that the definition has a text for: nothing is said where they are none, no or 0."""
        marks = []
        for column in record.columns:
            key = f"mark.{record.name}.{column.name}"
            if column.values[number] and self.words.text(key, ""):
                value = self.words.value(column.type, column.values[number])
                text = self.words.say(key, value)
                marks.append(Mark(text, text.replace(value, "").strip() or text, value, "printed"))
        return marks

    def _texts(self, record: RecordDef, number: int, name: str) -> tuple[str, ...]:
        """What is told about a component, or else about its type and the words printed on it."""
        own = f"text.{record.name}.{name}"
        if self.words.text(own, ""):
            return (own,)
        keys = [f"text.type.{record.name}"]
        for column in record.columns:
            value, type_ = column.values[number], bare(column.type)
            if isinstance(type_, Kind | Rec) and value is not None:
                word = self.words.key(type_, value).partition("#")[0]
                keys.append(f"text.{type_.name.partition(' ')[0]}.{word}")
        return tuple(key for key in keys if self.words.text(key, ""))

    # ------------------------------------------------------------ names
    @cached_property
    def names(self) -> dict[str, str]:
        """What everything that can be an owner is called, by its reference."""
        words = self.words
        found = {ref: words.player(number) for number, ref in enumerate(self.seat_refs)}
        for kind in self.program.kinds:
            type_: Type = Kind(kind.name)
            found |= {words.ref(type_, n): words.value(type_, n) for n in range(len(kind.words))}
        for record in self.program.records:
            type_ = Rec(record.name)
            numbers = range(record.base, record.base + record.size)
            for ref in (words.ref, words.plain_ref):
                found |= {ref(type_, n): words.value(type_, n) for n in numbers}
        for zone in self.program.zones:
            if zone.ordering == "grid":
                type_ = Place(zone.name)
                found |= {words.ref(type_, n): words.value(type_, n) for n in range(zone.width * zone.height)}
        return found

    def owner(self, type_: Type | None, key: str) -> Owner:
        """An owner, from the type of the owners and the key in a view."""
        if not key or type_ is None:
            return NOBODY
        if (type_, key) not in self.owners:
            found = dict(self._owners(type_))
            # Events give no numbers to copies: they mean any of them, and all are called the same.
            plain = {NUMBERED.sub("", own): owner for own, owner in found.items()}
            self.owners |= {(type_, own): owner for own, owner in (plain | found).items()}
        return self.owners[type_, key]

    def _owners(self, type_: Type) -> Iterator[tuple[str, Owner]]:
        words = self.words
        if not isinstance(type_, Pair):
            first = self.records[type_.name].base if isinstance(type_, Rec) else 0
            for number in range(first, first + size(self.program, type_)):
                yield words.key(type_, number), Owner(words.ref(type_, number))
            return
        turned = isinstance(type_.second, Player) and not isinstance(type_.first, Player)
        for number in range(size(self.program, type_.first) * size(self.program, type_.second)):
            parts = list(zip((type_.first, type_.second), split(self.program, type_, number), strict=True))
            main, other = parts[::-1] if turned else parts
            yield words.key(type_, number), Owner(words.ref(*main), words.value(*other), turned)

    def keys_of_owners(self, type_: Type | None) -> list[str]:
        """The keys of all that own something, in order, without players who do not play; "" for nobody."""
        if type_ is None:
            return [""]
        absent = {self.words.ref(PLAYER, n) for n in range(self.players, self.program.players[1])}
        return [key for key, owner in self._owners(type_) if owner.ref not in absent]

    def ref_of(self, type_: Type, key: str) -> str:
        """The reference of a value, from its type and its key."""
        match bare(type_):
            case Place(zone=zone):
                return f"{zone}@{key}"
            case Kind(name=name) | Rec(name=name):
                return f"{name}:{key}"
            case Player():
                return f"player:{key}"
        return ""

    def called(self, info: TrackInfo | ZoneInfo, key: str) -> tuple[str, str]:
        """What a zone or track is called, and the reference of its owner. A scene asks for hundreds."""
        found = self.names_of[info.number].get(key)
        if found is None:
            owner = self.owner(info.declared.owner, key)
            name = self.words.say("scene.of_kind", info.name, owner.other) if owner.other else info.name
            found = self.names_of[info.number][key] = name, owner.ref
        return found

    def owned(self, name: str, owner: str) -> str:
        """A name with whose it is."""
        if not owner:
            return name
        found = self.titles.get((name, owner))
        if found is None:
            found = self.titles[name, owner] = self.words.say("event.owned", name, self.names[owner])
        return found
