"""What a definition declares, by name: the symbol tables that linking fills and checking reads."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from rulelang.check.types import Kind, Player, Rec, Type
from rulelang.source import Span
from rulelang.syntax import ast

DIRECTIONS = ("north", "east", "south", "west")
# A scenario's claims become values; no author can write these names.
CLAIM, FOUND = "claim of", "found for"
RESERVED = ("you", "active", "actor", "players", "opponents", "result", "it")


@define
class KindInfo:
    name: str
    words: tuple[str, ...]
    span: Span | None


@define
class FieldInfo:
    name: str
    type: Type
    span: Span
    track: str | None = None  # set for a field that changes in play: the name of its track


@define
class RowInfo:
    name: str
    span: Span
    cells: dict[str, object] = field(factory=dict)
    cell_nodes: dict[str, ast.Cell] = field(factory=dict)
    copies: int = 1
    abilities: tuple[ast.Node, ...] = ()
    first: int = 0  # the id of its first copy


@define
class RecordInfo:
    name: str
    span: Span
    physical: bool
    word: str = "table"
    fields: dict[str, FieldInfo] = field(factory=dict)
    rows: dict[str, RowInfo] = field(factory=dict)
    active_in: ast.Ident | None = None
    base: int = 0
    size: int = 0


@define
class ZoneInfo:
    name: str
    span: Span
    owner: Type | None
    ordering: str
    item: str
    width: int
    height: int
    sees: str
    id: int = 0
    shuffled: bool = False


@define
class TrackInfo:
    name: str
    span: Span
    owner: Type | None
    type: Type
    start: ast.Node | None
    capped: bool
    sees: str
    id: int = 0


@define
class CallableInfo:
    """A rule or a value: its parameters, and one body for each case it is split into."""

    name: str
    span: Span
    params: list[tuple[str, Type]]
    bodies: dict[str | None, ast.Rule | ast.Value] = field(factory=dict)
    id: int = 0
    key: object = None  # the IR that finds the case from the arguments
    key_kind: Kind | Rec | None = None
    result: Type | None = None


@define
class SettingInfo:
    name: str
    span: Span
    type: Type
    default: object
    id: int = 0


@define
class World:
    name: str = ""
    players: tuple[int, int] = (2, 2)
    kinds: dict[str, KindInfo] = field(factory=dict)
    records: dict[str, RecordInfo] = field(factory=dict)
    zones: dict[str, ZoneInfo] = field(factory=dict)
    tracks: dict[str, TrackInfo] = field(factory=dict)
    dice: dict[str, ast.Die] = field(factory=dict)
    settings: dict[str, SettingInfo] = field(factory=dict)
    rules: dict[str, CallableInfo] = field(factory=dict)
    values: dict[str, CallableInfo] = field(factory=dict)
    abilities: list[ast.Node] = field(factory=list)
    variants: tuple[str, ...] = ()
    ranking: ast.Ranking | None = None
    score: ast.Score | None = None
    payoff: ast.Payoff | None = None

    def constants(self, word: str) -> Iterator[tuple[Type, int]]:
        """Every meaning that a word has as a value of a kind, a table or a component."""
        for kind in self.kinds.values():
            if word in kind.words:
                yield Kind(kind.name), kind.words.index(word)
        for record in self.records.values():
            row = record.rows.get(word)
            if row is not None and row.copies == 1:
                yield Rec(record.name), row.first

    def constant(self, word: str, type_: Type) -> int | None:
        for found, value in self.constants(word):
            if found == type_:
                return value
        return None

    def copied(self, word: str, type_: Type) -> int | None:
        """The first number that a word stands for, also where a component of that name has copies."""
        return next(iter(self.meant(word, type_)), None)

    def meant(self, word: str, type_: Type) -> range:
        """All numbers that a word stands for: one, or as many as a component has copies."""
        if isinstance(type_, Rec) and word in self.records[type_.name].rows:
            row = self.records[type_.name].rows[word]
            return range(row.first, row.first + row.copies)
        constant = self.constant(word, type_)
        return range(0) if constant is None else range(constant, constant + 1)

    def words_of(self, type_: Type) -> tuple[str, ...]:
        if isinstance(type_, Kind):
            return self.kinds[type_.name].words
        if isinstance(type_, Rec):
            return tuple(self.records[type_.name].rows)
        return ()

    def type_named(self, name: str) -> Type | None:
        if name == "player":
            return Player()
        if name in self.kinds:
            return Kind(name)
        if name in self.records:
            return Rec(name)
        return None

    def all_names(self) -> list[str]:
        words = [word for kind in self.kinds.values() for word in kind.words]
        return [
            *self.kinds, *self.records, *self.zones, *self.tracks, *self.settings, *self.values, *self.dice,
            *RESERVED, *words,
        ]  # fmt: skip
