"""What is printed on each component, as plain data for whoever draws it.

In: a typed definition, its program, and a language. Out: the sorts of components with the face of each: its
name, how often there is one, what is printed on it, and what it says. An author's text goes first; where none
is written, the rules that the component carries are said.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulelang.inflection.forms import settled
from rulelang.ir.nodes import Program
from rulelang.prose.abilities import abilities_of, ability_step
from rulelang.prose.ink import capital
from rulelang.prose.language import speaker_for
from rulelang.prose.members import field_name, is_name
from rulelang.prose.nouns import constant, noun, type_name
from rulelang.prose.speaker import Speaker
from rulelang.prose.texts import Texts
from rulelang.prose.things import MOST_TOLD, die_faces, told, value_in_words
from rulelang.typed.definition import Definition
from rulelang.typed.symbols import FieldSymbol, RecordSymbol, RowSymbol
from rulelang.types import Bool, Kind, Num, Rec, Seq, bare


@frozen
class Printed:
    """One field of a component: what it is called, what stands there, and what sort of thing that is."""

    field: str  # as the definition calls it
    label: str
    text: str
    sort: str  # number, word, flag, many or other
    words: tuple[str, ...] = ()  # of a kind, as the definition calls them: `suit.hook`


@frozen
class Face:
    key: str  # `loot.hook_3`
    name: str
    copies: int
    printed: tuple[Printed, ...]
    texts: tuple[str, ...]


@frozen
class Sort:
    """All components of a type."""

    name: str  # as the definition calls it
    word: str  # card, tile, token or piece
    title: str
    one: str
    faces: tuple[Face, ...]
    fields: frozenset[str] = frozenset()  # all that can be printed on them

    @property
    def size(self) -> int:
        return sum(face.copies for face in self.faces)


@frozen
class Board:
    """A grid that components lie on."""

    name: str
    item: str  # the sort of components that lie on it
    title: str
    width: int
    height: int
    hexagonal: bool


def sorts(definition: Definition, program: Program, language: str) -> list[Sort]:
    speaker = speaker_for(definition, Texts(program.strings, language))
    return [
        _sort(speaker, record)
        for record in definition.world.records.values()
        if record.physical and record.rows
    ]


def boards(definition: Definition, program: Program, language: str) -> list[Board]:
    texts = Texts(program.strings, language)

    def titles(zone: str) -> str:
        return capital(texts.own_name(f"zone.{zone}"))

    return [
        Board(zone.name, zone.item, titles(zone.name), zone.width, zone.height, zone.hexagonal)
        for zone in definition.world.zones.values()
        if zone.ordering == "grid"
    ]


@frozen
class Aid:
    """What players need beside components: what words mean, what is counted and marked, dice."""

    words: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]  # of each kind, with what is told
    counters: tuple[tuple[str, int, int], ...]  # with their ranges, as they are called in a sentence
    markers: tuple[str, ...]  # what is no number: whose something is, where somebody stands
    dice: tuple[tuple[str, str], ...]  # with their faces


def aid(definition: Definition, program: Program, language: str) -> Aid:
    """What a table needs that is no component; tracks that nobody sees by a name are none of it."""
    speaker = speaker_for(definition, Texts(program.strings, language))
    counted, marked = list[tuple[str, int, int]](), list[str]()
    for track in definition.world.tracks.values():
        name = speaker.texts.own_name(f"track.{track.name}")
        if "." in track.name or name == "-":
            continue
        if isinstance(track.type, Num):
            counted.append((name, track.type.low, track.type.high))
        else:
            marked.append(name)
    dice = [
        (capital(speaker.texts.own_name(f"die.{die.name}")), ", ".join(map(settled, die_faces(speaker, die))))
        for die in definition.world.dice.values()
    ]
    return Aid(tuple(_words(speaker)), tuple(counted), tuple(marked), tuple(dice))


def _words(speaker: Speaker) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """Tables whose rows stand on components, and kinds but for those of settings and dice: what is told."""
    printed = {
        inner.name
        for record in speaker.world.records.values()
        for field in (record.fields.values() if record.physical else ())
        if isinstance(inner := bare(field.type), Rec) and not speaker.world.records[inner.name].physical
    }
    for name in sorted(printed):
        type_ = Rec(name)
        telling = [
            (settled(constant(speaker, type_, row).the), told(speaker, f"{name}.{row}"))
            for row in speaker.world.records[name].rows
        ]
        if any(text for _, text in telling) and len(telling) <= MOST_TOLD:
            yield capital(settled(type_name(speaker, type_, many=True))), _told(telling)
    for kind in speaker.world.kinds.values():
        if kind.name in speaker.world.settings or kind.name in speaker.world.dice:
            continue
        telling = [
            (settled(constant(speaker, Kind(kind.name), word).the), told(speaker, f"{kind.name}.{word}"))
            for word in kind.words
        ]
        if any(text for _, text in telling):
            title = capital(settled(type_name(speaker, Kind(kind.name))))
            yield title, _told(telling)


def _told(telling: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, text) for name, text in telling if text)


def _sort(speaker: Speaker, record: RecordSymbol) -> Sort:
    type_ = Rec(record.name)
    faces = tuple(_face(speaker, record, row) for row in record.rows.values())
    title, one = type_name(speaker, type_, many=True), noun(speaker, type_)
    fields = frozenset(field.name for field in record.fields.values() if field.track is None)
    return Sort(record.name, record.word, capital(title), capital(one), faces, fields)


def _face(speaker: Speaker, record: RecordSymbol, row: RowSymbol) -> Face:
    key = f"{record.name}.{row.name}"
    fields = [field for field in record.fields.values() if field.track is None and not is_name(field)]
    printed = tuple(
        _printed(speaker, field, row.cells[field.name])
        for field in fields
        if (value := row.cells.get(field.name)) is not None and value is not False and value != ()
    )
    name = capital(constant(speaker, Rec(record.name), row.name).the)
    return Face(key, name, row.copies, printed, tuple(_texts(speaker, key, row, printed)))


def _printed(speaker: Speaker, field: FieldSymbol, value: object) -> Printed:
    label, text = (
        settled(part) for part in (field_name(speaker, field), value_in_words(speaker, field.type, value))
    )
    type_ = bare(field.type)
    match type_:
        case Num():
            return Printed(field.name, label, text, "number")
        case Bool():
            return Printed(field.name, label, text, "flag")
        case Kind(name=name) if isinstance(value, int):
            return Printed(
                field.name, label, text, "word", (f"{name}.{speaker.world.kinds[name].words[value]}",)
            )
        case Rec(name=name) if isinstance(value, int):
            rows = speaker.world.records[name].rows.values()
            own = next(row.name for row in rows if value in row.numbers)
            return Printed(field.name, label, text, "word", (f"{name}.{own}",))
        case Seq(item=Kind(name=name)) if isinstance(value, tuple):
            words = speaker.world.kinds[name].words
            return Printed(field.name, label, text, "many", tuple(f"{name}.{words[part]}" for part in value))
    return Printed(field.name, label, text, "other")


def _texts(speaker: Speaker, key: str, row: RowSymbol, printed: tuple[Printed, ...]) -> list[str]:
    """What an author wrote for this component, or for a word that stands on it; or else its rules."""
    own = told(speaker, key)
    if own:
        return [own]
    said = [told(speaker, word) for part in printed if part.sort == "word" for word in part.words]
    rules = [
        line
        for ability in abilities_of(speaker.definition, row)
        for line in ability_step(speaker, ability).lines()
    ]
    return [text for text in said if text] or rules
