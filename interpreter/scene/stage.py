"""What is the same in every scene of a definition: names, colours, texts, and which tracks are worth showing.

In: a program, its words and the number of players. Out: a `Stage`, made once and asked by every scene.
"""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from interpreter.phrases import USUAL
from interpreter.scene.colours import colours_of_players, colours_of_record
from interpreter.scene.data import Component, Mark
from interpreter.words import Words, readable
from rulelang.ir.nodes import Program, RecordDef, TrackDef, ZoneDef

SIDES = ("north", "east", "south", "west")
DIRECTIONS = "set of kind:direction"
NOT_SHOWN = "-"  # a name that says: never show this
NEAR = 20  # a track that ends so early is shown with its end


@frozen
class TrackInfo:
    declared: TrackDef
    name: str
    start: str | None  # the key of its value at the start, if that is always the same
    shown: bool
    most: int | None
    owner: str  # the type of its owners: `player`, the name of a kind or of a record, or nothing
    on_component: bool  # it is told with the component that owns it
    names_player: bool
    names_place: bool  # it names a component that lies on a board
    is_turn: bool  # it says how a component with sides is turned


@frozen
class ZoneInfo:
    declared: ZoneDef
    name: str
    word: str
    shown: bool
    owner: str  # as of a track
    on_component: bool


class Stage:
    def __init__(self, program: Program, words: Words, players: int) -> None:
        self.program = program
        self.words = words
        self.players = players
        self.records = {record.name: record for record in program.records}
        self.on_boards = {f"record:{zone.item}" for zone in program.zones if zone.ordering == "grid"}
        self.zones = {zone.name: self._zone(zone) for zone in program.zones}
        self.tracks = {track.name: self._track(track) for track in program.tracks}
        self.title = words.text("game.name", readable(program.name))
        self.aim = words.text("help.game", "")

    # ------------------------------------------------------------ declarations
    def _zone(self, zone: ZoneDef) -> ZoneInfo:
        name = self.words.text(f"zone.{zone.name}")
        word = self.records[zone.item].word
        owner = owner_type(zone.owner)
        return ZoneInfo(zone, name, word, name != NOT_SHOWN, owner, self._is_component(zone.owner))

    def _track(self, track: TrackDef) -> TrackInfo:
        last = track.name.rpartition(".")[2]
        name = self.words.text(f"track.{track.name}", readable(last))
        near = track.type == "number" and track.low == 0 and track.high is not None and track.high <= NEAR
        return TrackInfo(
            track,
            name,
            self._start(track),
            name != NOT_SHOWN,
            track.high if near else None,
            owner_type(track.owner),
            self._is_component(track.owner),
            track.type == "player",
            track.type in self.on_boards,
            last == "turned" and self._has_sides(track.owner),
        )

    def _is_component(self, tag: str) -> bool:
        return tag.startswith("record:") and self.records[tag[7:]].physical

    def _has_sides(self, tag: str) -> bool:
        return tag.startswith("record:") and any(t == DIRECTIONS for _, t, _ in self.records[tag[7:]].columns)

    def _start(self, track: TrackDef) -> str | None:
        operator, *value = track.start
        if operator == "none":
            return "none"
        if track.type.startswith("set of "):
            return ""
        return self.words.key(track.type, value[0]) if operator in ("n", "b") else None

    # ------------------------------------------------------------ players
    @cached_property
    def seat_refs(self) -> tuple[str, ...]:
        return tuple(self.words.ref("player", number) for number in range(self.players))

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

    def _printed(self, record: RecordDef) -> dict[str, Component]:
        tag, words = f"record:{record.name}", self.words
        colours = colours_of_record(self.program, record)
        sides = next((values for _, t, values in record.columns if t == DIRECTIONS), None)
        found = {}
        for number, name in enumerate(record.names):
            ref = words.ref(tag, record.base + number)
            found[ref] = Component(
                words.text(f"{record.name}.{name}"),
                record.name,
                ids=(ref,),
                colours=colours[number],
                marks=tuple(self._printed_marks(record, number)),
                texts=self._texts(record, number, name),
                sides=None if sides is None else tuple(SIDES[side] for side in sorted(sides[number])),
            )
        return found

    def _printed_marks(self, record: RecordDef, number: int) -> list[Mark]:
        """Printed fields that the definition has a text for: nothing is said where they are none, no or 0."""
        marks = []
        for name, tag, values in record.columns:
            key = f"mark.{record.name}.{name}"
            if values[number] and self.words.text(key, ""):
                value = self.words.value(tag, values[number])
                text = self.words.say(key, value)
                marks.append(Mark(text, text.replace(value, "").strip() or text, value, "printed"))
        return marks

    def _texts(self, record: RecordDef, number: int, name: str) -> tuple[str, ...]:
        """What is told about a component, or else about its type and the words printed on it."""
        own = f"text.{record.name}.{name}"
        if self.words.text(own, ""):
            return (own,)
        keys = [f"text.type.{record.name}"]
        for _, tag, values in record.columns:
            value = values[number]
            if tag.startswith(("kind:", "record:")) and value is not None:
                keys.append(f"text.{tag.partition(':')[2]}.{self.words.key(tag, value).partition('#')[0]}")
        return tuple(key for key in keys if self.words.text(key, ""))

    # ------------------------------------------------------------ names
    @cached_property
    def names(self) -> dict[str, str]:
        """What everything that can be an owner is called, by its reference."""
        words = self.words
        found = {ref: words.player(number) for number, ref in enumerate(self.seat_refs)}
        for kind in self.program.kinds:
            tag = f"kind:{kind.name}"
            found |= {words.ref(tag, n): words.value(tag, n) for n in range(len(kind.words))}
        for record in self.program.records:
            tag = f"record:{record.name}"
            numbers = range(record.base, record.base + record.size)
            found |= {words.ref(tag, n): words.value(tag, n) for n in numbers}
        return found

    def owner(self, declared: str, key: str) -> str:
        """The reference of an owner, from the type of the owners and the key in a view."""
        return f"{declared}:{key}" if key else ""


def owner_type(tag: str) -> str:
    return tag.partition(":")[2] or tag
