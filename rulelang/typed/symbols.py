"""Symbols: everything that a definition gives a name, and where it is spoken of.

`World` has them by name. Linking (`from_syntax/link.py`) fills it, typing adds the references and what is
found out about rules and values. A symbol is one object for as long as its definition: two are the same only
if they are the same object, so that they can be keys.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.types import Kind, Pair, Place, Player, Rec, Type

DIRECTIONS = ("north", "east", "south", "west")
HEADINGS = (
    "north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west",
)  # fmt: skip
# A scenario's claims become values; no author can write these names.
CLAIM, FOUND = "claim of", "found for"
RESERVED = ("you", "active", "actor", "players", "opponents", "result", "it")


@define(eq=False, kw_only=True)
class Symbol:
    """A name, where it is declared, and every place that speaks of it, in the order of reading."""

    name: str
    span: Span | None
    references: list[Span] = field(factory=list, repr=False)
    mentions: list[Span] = field(factory=list, repr=False)  # places that name it without using it

    @property
    def text_keys(self) -> tuple[str, ...]:
        """The keys of the texts that a translation has for it."""
        return ()


def refer(symbol: Symbol | None, span: Span) -> None:
    """Notes that something speaks of a symbol here."""
    if symbol is not None:
        symbol.references.append(span)


def mention(symbol: Symbol | None, span: Span) -> None:
    """Notes that a table, a case or a variant names a symbol here: a column is not used by being filled."""
    if symbol is not None:
        symbol.mentions.append(span)


@define(eq=False, kw_only=True)
class Local(Symbol):
    """A name inside a rule or value: a parameter, what was chosen, the element that a condition is about."""

    type: Type
    role: str  # param, let, choice, element, loop, actor, result, you
    # An element without a name has an empty one; `you` is another name for the one who decides.


@define(eq=False, kw_only=True)
class WordSymbol(Symbol):
    """One word of a kind."""

    kind: str

    @property
    def text_keys(self) -> tuple[str, ...]:
        return (f"{self.kind}.{self.name}",)


@define(eq=False, kw_only=True)
class KindSymbol(Symbol):
    words: tuple[str, ...]
    symbols: dict[str, WordSymbol] = field(factory=dict, repr=False)
    by_itself: bool = True  # whether its words can stand where nothing says what is meant
    own_words: frozenset[str] = frozenset()  # otherwise: those that mean nothing else


@define(eq=False, kw_only=True)
class FieldSymbol(Symbol):
    span: Span
    record: str
    type: Type
    track: str | None = None  # set for a field that changes in play: the name of its track
    default: ast.Literal | None = field(default=None, repr=False)  # for rows that do not say it


@define(eq=False, kw_only=True)
class RowSymbol(Symbol):
    span: Span
    record: str
    cells: dict[str, object] = field(factory=dict)
    cell_nodes: dict[str, ast.Cell] = field(factory=dict, repr=False)
    copies: int = 1
    abilities: tuple[ast.Node, ...] = field(default=(), repr=False)
    first: int = 0  # the id of its first copy

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.copies)

    @property
    def text_keys(self) -> tuple[str, ...]:
        return (f"{self.record}.{self.name}",)


@define(eq=False, kw_only=True)
class RecordSymbol(Symbol):
    """A type of component, or a table."""

    span: Span
    physical: bool
    word: str = "table"
    fields: dict[str, FieldSymbol] = field(factory=dict, repr=False)
    rows: dict[str, RowSymbol] = field(factory=dict, repr=False)
    active_in: ast.Ident | None = None
    base: int = 0
    size: int = 0
    owner: Type | None = None  # there is one of them for each of these, named by a field


@define(eq=False, kw_only=True)
class ZoneSymbol(Symbol):
    span: Span
    owner: Type | None
    ordering: str
    item: str
    width: int  # of a grid: at most
    height: int
    sees: str
    id: int = 0
    hexagonal: bool = False
    open_edge: bool = False  # its size is only a limit
    sizes: tuple[SettingSymbol | None, SettingSymbol | None] = (None, None)  # that give width and height

    @property
    def type(self) -> Type | None:
        """What its places are."""
        return Place(self.name) if self.ordering == "grid" else None

    @property
    def text_keys(self) -> tuple[str, ...]:
        return (f"zone.{self.name}",)


@define(eq=False, kw_only=True)
class TrackSymbol(Symbol):
    span: Span
    owner: Type | None
    type: Type
    start: ast.Node | None = field(repr=False)
    capped: bool
    sees: str
    id: int = 0

    @property
    def text_keys(self) -> tuple[str, ...]:
        return (f"track.{self.name}",)


@define(eq=False, kw_only=True)
class SettingSymbol(Symbol):
    type: Type
    default: object
    id: int = 0

    @property
    def text_keys(self) -> tuple[str, ...]:
        return (f"setting.{self.name}",)


@define(eq=False, kw_only=True)
class MemorySymbol(Symbol):
    """Positions that were remembered: what makes one."""

    zones: tuple[ZoneSymbol, ...]
    tracks: tuple[TrackSymbol, ...]
    active: bool  # whether it matters whose turn it is
    id: int = 0

    @property
    def text_keys(self) -> tuple[str, ...]:
        return (f"memory.{self.name}",)


@define(eq=False, kw_only=True)
class DieSymbol(Symbol):
    faces: tuple[int, ...]
    kind: str = ""  # of a die with words: the kind they make

    @property
    def text_keys(self) -> tuple[str, ...]:
        return (f"die.{self.name}",)


@define(eq=False, kw_only=True)
class CallableSymbol(Symbol):
    """A rule or a value: its parameters, and one body for each case it is split into."""

    span: Span
    is_rule: bool
    params: list[tuple[str, Type]]
    bodies: dict[str | None, ast.Rule | ast.Value] = field(factory=dict, repr=False)
    id: int = 0
    key_field: FieldSymbol | None = None  # what tells its cases apart: this field of the first parameter,
    key_type: Kind | Rec | None = None  # or else the parameter itself; None: there are no cases
    answer: Type | None = None  # what a rule answers to its caller, once it is typed

    @property
    def text_keys(self) -> tuple[str, ...]:
        return (f"{'rule' if self.is_rule else 'value'}.{self.name}",)


@define
class World:
    """All symbols of a definition, by name."""

    name: str = ""
    players: tuple[int, int] = (2, 2)
    kinds: dict[str, KindSymbol] = field(factory=dict)
    records: dict[str, RecordSymbol] = field(factory=dict)
    zones: dict[str, ZoneSymbol] = field(factory=dict)
    tracks: dict[str, TrackSymbol] = field(factory=dict)
    dice: dict[str, DieSymbol] = field(factory=dict)
    memories: dict[str, MemorySymbol] = field(factory=dict)
    must_hold: list[ast.MustHold] = field(factory=list)
    settings: dict[str, SettingSymbol] = field(factory=dict)
    rules: dict[str, CallableSymbol] = field(factory=dict)
    values: dict[str, CallableSymbol] = field(factory=dict)
    abilities: list[ast.Node] = field(factory=list)
    variants: tuple[str, ...] = ()
    ranking: ast.Ranking | None = None
    score: ast.Score | None = None
    payoff: ast.Payoff | None = None
    outlook: ast.Outlook | None = None

    def constants(self, word: str) -> Iterator[tuple[Type, int]]:
        """Every meaning that a word has as a value of a kind, a table or a component."""
        for kind in self.kinds.values():
            if word in kind.words and (kind.by_itself or word in kind.own_words):
                yield Kind(kind.name), kind.words.index(word)
        for record in self.records.values():
            row = record.rows.get(word)
            if row is not None and row.copies == 1:
                yield Rec(record.name), row.first

    def constant(self, word: str, type_: Type) -> int | None:
        """The number that a word stands for as a value of one type."""
        if isinstance(type_, Kind) and type_.name in self.kinds:
            words = self.kinds[type_.name].words
            return words.index(word) if word in words else None
        if isinstance(type_, Rec) and type_.name in self.records:
            row = self.records[type_.name].rows.get(word)
            return row.first if row is not None and row.copies == 1 else None
        return None

    def copied(self, word: str, type_: Type) -> int | None:
        """The first number that a word stands for, also where a component of that name has copies."""
        return next(iter(self.meant(word, type_)), None)

    def meant(self, word: str, type_: Type) -> range:
        """All numbers that a word stands for: one, or as many as a component has copies."""
        if isinstance(type_, Rec) and word in self.records[type_.name].rows:
            return self.records[type_.name].rows[word].numbers
        constant = self.constant(word, type_)
        return range(0) if constant is None else range(constant, constant + 1)

    def words_of(self, type_: Type) -> tuple[str, ...]:
        if isinstance(type_, Kind):
            return self.kinds[type_.name].words
        if isinstance(type_, Rec):
            return tuple(self.records[type_.name].rows)
        return ()

    def size_of(self, type_: Type) -> int:
        """How many values a type has, where that is a number worth knowing."""
        match type_:
            case Kind(name=name) if name in self.kinds:
                return len(self.kinds[name].words)
            case Rec(name=name) if name in self.records:
                return self.records[name].size
            case Player():
                return self.players[1]
            case Place(zone=name) if name in self.zones:
                return self.zones[name].width * self.zones[name].height
            case Pair(first=first, second=second):
                return self.size_of(first) * self.size_of(second)
        return 1

    def type_named(self, name: str) -> Type | None:
        if name == "player":
            return Player()
        if name in self.kinds:
            return Kind(name)
        if name in self.records:
            return Rec(name)
        return None

    def declared(self, type_: Type) -> Symbol | None:
        """The symbol of a type with a name."""
        if isinstance(type_, Kind):
            return self.kinds.get(type_.name)
        return self.records.get(type_.name) if isinstance(type_, Rec) else None

    def symbol_of(self, word: str, type_: Type) -> Symbol | None:
        """The symbol of a word of a kind, of a row of a table or of a component."""
        if isinstance(type_, Kind):
            return self.kinds[type_.name].symbols.get(word)
        return self.records[type_.name].rows.get(word) if isinstance(type_, Rec) else None

    def all_names(self) -> list[str]:
        words = [word for kind in self.kinds.values() for word in kind.words]
        return [
            *self.kinds, *self.records, *self.zones, *self.tracks, *self.settings, *self.values, *self.dice,
            *self.memories,
            *RESERVED, *words,
        ]  # fmt: skip

    def symbols(self) -> Iterator[Symbol]:
        """Everything that the definition declares, in the order of its sorts."""
        for kind in self.kinds.values():
            yield kind
            yield from kind.symbols.values()
        for record in self.records.values():
            yield record
            yield from record.fields.values()
            yield from record.rows.values()
        for table in (
            self.zones, self.tracks, self.dice, self.memories, self.settings, self.rules, self.values,
        ):  # fmt: skip
            yield from table.values()
