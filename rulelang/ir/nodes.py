"""The IR of a definition.

Everything is made of attrs classes, tuples, strings, ints, booleans and None, so that it can be written
to JSON and back (`codec`), shown (`show`) and checked (`validate`) without knowing any syntax.

Expressions are tuples `(operator, *operands)`; instructions are tuples `(verb, *operands)`. The tables
`EXPRESSIONS` and `INSTRUCTIONS` in `signatures` say what each takes. Components have ids that count
through all component types; rows of tables, words of kinds, players and places count from 0.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

Expr = tuple[Any, ...]
Instr = tuple[Any, ...]
Site = tuple[str, int, int]  # file, line, column

VERSION = 1


@frozen
class KindDef:
    name: str
    words: tuple[str, ...]


@frozen
class RecordDef:
    """A component type or a table. `names` has one entry for each copy, so names may repeat."""

    name: str
    word: str
    physical: bool
    base: int
    names: tuple[str, ...]
    columns: tuple[tuple[str, str, tuple[Any, ...]], ...]  # name, type, values

    @property
    def size(self) -> int:
        return len(self.names)


@frozen
class ZoneDef:
    """A zone, or one for each owner. `owner` is "", "player", "kind:name" or "record:name"."""

    name: str
    owner: str
    ordering: str  # pile, line, set, grid
    item: str
    sees: str  # all, none, owner, top
    width: int
    height: int


@frozen
class TrackDef:
    name: str
    owner: str
    type: str
    start: Expr
    low: int | None
    high: int | None
    capped: bool
    sees: str


@frozen
class SettingDef:
    name: str
    type: str
    default: Any
    choices: tuple[Any, ...]
    words: tuple[str, ...]


@frozen
class Body:
    """Code with its own frame: parameters first, then the other slots."""

    name: str
    params: int
    slots: int
    code: tuple[Instr, ...]
    sites: tuple[Site, ...]
    names: tuple[str, ...]
    tags: tuple[str, ...]  # what the ints in each slot mean: "record:loot", "set of record:loot", "player"


@frozen
class RuleDef:
    name: str
    params: tuple[str, ...]
    key: Expr | None  # over the parameters as ("loc", i)
    cases: tuple[tuple[int, int], ...]  # word -> body
    default: int | None
    hooks: tuple[int, ...]
    site: Site = ("", 0, 0)


@frozen
class ValueDef:
    """Steps are ("let", loc, expr), ("when", condition, result) and ("else", result)."""

    name: str
    params: tuple[str, ...]
    result: str
    key: Expr | None
    cases: tuple[tuple[int, tuple[Instr, ...]], ...]
    default: tuple[Instr, ...] | None
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
    when: Expr | None  # over ("loc", i) for the parameters, then ("loc", n) for `result`
    body: int | None
    value: Expr | None
    priority: int
    site: Site


@frozen
class Ranking:
    condition: Expr | None
    keys: tuple[tuple[str, Expr], ...]  # highest or lowest
    ties: str


@frozen
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
    version: int = VERSION

    @property
    def components(self) -> int:
        return sum(record.size for record in self.records if record.physical)

    def record(self, name: str) -> RecordDef:
        return next(record for record in self.records if record.name == name)

    def kind(self, name: str) -> KindDef:
        return next(kind for kind in self.kinds if kind.name == name)
