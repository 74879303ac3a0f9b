"""The IR of a definition.

Everything is made of attrs classes, tuples, strings, ints, booleans and None, so that it can be written
to JSON and back (`codec`), shown (`show`) and checked (`validate`) without knowing any syntax. Expressions
are in `expressions`, instructions in `instructions`; every value, slot, parameter and column has its type.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulelang.ir.expressions import Expr
from rulelang.ir.instructions import Instr
from rulelang.types import Num, Type, bare

Site = tuple[str, int, int]  # file, line, column

VERSION = 3


@frozen
class KindDef:
    name: str
    words: tuple[str, ...]


@frozen
class Column:
    name: str
    type: Type
    values: tuple[Any, ...]


@frozen
class RecordDef:
    """A component type or a table. `names` has one entry for each copy, so names may repeat."""

    name: str
    word: str
    physical: bool
    base: int
    names: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def size(self) -> int:
        return len(self.names)


@frozen
class ZoneDef:
    """A zone, or one for each owner: a player, a word of a kind, a row or component."""

    name: str
    owner: Type | None
    ordering: str  # pile, line, set, grid
    item: str
    sees: str  # all, none, owner, others, top
    width: int  # of a grid: at most
    height: int
    hexagonal: bool = False
    width_setting: int | None = None  # the settings that say the real size
    height_setting: int | None = None
    open_edge: bool = False  # its size is only a limit: it is shown where something lies


@frozen
class MemoryDef:
    """Positions that are remembered: the zones and tracks that make one, and whether the active player
    is a part of it."""

    name: str
    zones: tuple[int, ...]
    tracks: tuple[int, ...]
    active: bool


@frozen
class TrackDef:
    name: str
    owner: Type | None
    type: Type
    start: Expr
    capped: bool
    sees: str
    site: Site = ("", 0, 0)


@frozen
class SettingDef:
    name: str
    type: Type
    default: Any
    choices: tuple[Any, ...]
    words: tuple[str, ...]

    def called(self, value: Any) -> Any:
        """A value as people type it: a word, or a number."""
        if isinstance(bare(self.type), Num) and value is not None:
            return value
        return self.words[self.choices.index(value)]

    @property
    def allowed(self) -> str:
        """What it can be, in a message."""
        if isinstance(number := bare(self.type), Num):
            return f"a number from {number.low} to {number.high}" + (", or none" if self.words else "")
        return f"one of {', '.join(self.words)}"

    @property
    def listed(self) -> str:
        """What it can be, as short as can be: `1 … 6, none`, `short, long`."""
        if isinstance(number := bare(self.type), Num):
            return f"{number.low} … {number.high}" + (", none" if self.words else "")
        return ", ".join(self.words)


@frozen
class SlotDef:
    """A place in a frame. Without a type it holds what `proceed` goes on with, which no rule can see."""

    name: str
    type: Type | None


@frozen
class Body:
    """Code with its own frame: parameters first, then the other slots."""

    name: str
    params: int
    slots: tuple[SlotDef, ...]
    code: tuple[Instr, ...]
    sites: tuple[Site, ...]


@frozen
class RuleDef:
    name: str
    params: tuple[Type, ...]
    key: Expr | None  # over the parameters as names 0, 1, …
    cases: tuple[tuple[int, int], ...]  # word -> body
    default: int | None
    hooks: tuple[int, ...]
    site: Site = ("", 0, 0)
    answer: Type | None = None  # what its caller gets


@frozen
class Step:
    """A step of a value: a name gets a number (`loc`), or a result where the condition holds."""

    loc: int | None
    condition: Expr | None
    value: Expr


@frozen
class ValueDef:
    """The last step of each case, and of the default, is a result without a condition."""

    name: str
    params: tuple[Type, ...]
    result: Type
    key: Expr | None
    cases: tuple[tuple[int, tuple[Step, ...]], ...]
    default: tuple[Step, ...]
    changes: tuple[int, ...]
    site: Site


@frozen
class HookDef:
    """An ability: of a component while it lies in a zone, or of the game itself."""

    how: str  # before, after, instead, change, enters, changes
    target: str  # the rule, value, zone or track
    owner: str  # the component's name, or ""
    components: tuple[int, ...]
    zone: int | None  # where its abilities work
    cases: tuple[int, ...]  # empty: all
    when: Expr | None  # over names for the parameters, then for `result`, then for the actor
    body: int | None
    value: Expr | None
    priority: int
    site: Site


@frozen
class Ranking:
    condition: Expr | None
    keys: tuple[tuple[str, Expr], ...]  # highest or lowest
    ties: str
    site: Site = ("", 0, 0)


@frozen(repr=False)
class Program:
    name: str
    players: tuple[int, int]
    kinds: tuple[KindDef, ...]
    records: tuple[RecordDef, ...]
    zones: tuple[ZoneDef, ...]
    tracks: tuple[TrackDef, ...]
    settings: tuple[SettingDef, ...]
    bodies: tuple[Body, ...]
    rules: tuple[RuleDef, ...]
    values: tuple[ValueDef, ...]
    hooks: tuple[HookDef, ...]
    setup: int | None  # rules
    play: int
    variants: tuple[str, ...]
    ranking: Ranking | None
    score: Expr | None
    payoff: Expr | None
    strings: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    score_site: Site = ("", 0, 0)
    payoff_site: Site = ("", 0, 0)
    version: int = VERSION
    memories: tuple[MemoryDef, ...] = ()
    payoff_divisor: Expr | None = None
    must_hold: tuple[Expr, ...] = ()  # once the setup is done
    must_hold_sites: tuple[Site, ...] = ()
    outlook: Expr | None = None  # what a position is worth before the end: only bots ask
    outlook_site: Site = ("", 0, 0)

    def __repr__(self) -> str:
        return f"<program {self.name}: {len(self.rules)} rules, {len(self.values)} values>"

    @property
    def components(self) -> int:
        return sum(record.size for record in self.records if record.physical)

    def record(self, name: str) -> RecordDef:
        return next(record for record in self.records if record.name == name)

    def kind(self, name: str) -> KindDef:
        return next(kind for kind in self.kinds if kind.name == name)

    def zone(self, name: str) -> ZoneDef:
        return next(zone for zone in self.zones if zone.name == name)
