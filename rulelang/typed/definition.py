"""A whole definition, typed: its symbols, and the bodies of its rules, values and abilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from rulelang.source import Span
from rulelang.typed.expressions import Expr
from rulelang.typed.statements import Block, Stmt
from rulelang.typed.symbols import CallableSymbol, Local, RowSymbol, TrackSymbol, World, ZoneSymbol
from rulelang.typed.walk import statements
from rulelang.types import Type


@frozen
class RuleBody:
    """What a rule does: always, or for the words that its cases name."""

    span: Span = field(eq=False, repr=False)
    words: tuple[str, ...]
    params: tuple[Local, ...]
    block: Block


@frozen
class Rule:
    symbol: CallableSymbol
    bodies: tuple[RuleBody, ...]


@frozen
class Result:
    """One way a value comes out; the last one has no condition."""

    condition: Expr | None
    value: Expr


@frozen
class ValueBody:
    span: Span = field(eq=False, repr=False)
    words: tuple[str, ...]
    params: tuple[Local, ...]
    lets: tuple[tuple[Local, Expr], ...]
    results: tuple[Result, ...]


@frozen
class Value:
    symbol: CallableSymbol
    bodies: tuple[ValueBody, ...]
    result: Type


@frozen
class Ability:
    """What a component does while it lies where it is active, or what the game itself does."""

    span: Span = field(eq=False, repr=False)
    how: str  # before, after, instead, change, enters, changes
    target: CallableSymbol | ZoneSymbol | TrackSymbol
    words: tuple[str, ...]  # the cases that it is about; none: all of them
    holder: RowSymbol | None
    zone: ZoneSymbol | None  # where its holder has to lie
    params: tuple[Local | None, ...]  # None where the author gave no name
    result: Local | None  # of `change`: what the value is so far
    when_actor: Local  # who caused it, as the condition knows it
    actor: Local  # the same, as the body knows it
    body_params: tuple[Local | None, ...]
    when: Expr | None
    block: Block | None
    value: Expr | None
    priority: int


@frozen
class Ranking:
    player: Local
    condition: Expr | None
    keys: tuple[tuple[str, Expr], ...]  # highest or lowest
    ties: str


@frozen
class About:
    """A number for each player: the score, or the payoff."""

    player: Local
    value: Expr


@frozen
class Definition:
    world: World
    rules: tuple[Rule, ...]
    values: tuple[Value, ...]
    abilities: tuple[Ability, ...]
    starts: Mapping[TrackSymbol, Expr | None]  # what tracks start with, where an author says so
    ranking: Ranking | None
    score: About | None
    payoff: About | None
    strings: Mapping[str, Mapping[str, str]]
    statements: tuple[tuple[Stmt, ...], ...] = field(init=False, repr=False)  # of each block, also inner ones

    @statements.default
    def _all_statements(self) -> tuple[tuple[Stmt, ...], ...]:
        return tuple(tuple(statements(block)) for block in self.blocks())

    def blocks(self) -> Iterator[Block]:
        """Every block of statements that stands by itself."""
        for rule in self.rules:
            yield from (body.block for body in rule.bodies)
        yield from (ability.block for ability in self.abilities if ability.block is not None)

    def loose_expressions(self) -> Iterator[Expr]:
        """Every expression that stands in no statement."""
        for value in self.values:
            for body in value.bodies:
                yield from (expr for _, expr in body.lets)
                for result in body.results:
                    yield from (expr for expr in (result.condition, result.value) if expr is not None)
        for ability in self.abilities:
            yield from (expr for expr in (ability.when, ability.value) if expr is not None)
        yield from (expr for expr in self.starts.values() if expr is not None)
        if self.ranking is not None:
            if self.ranking.condition is not None:
                yield self.ranking.condition
            yield from (key for _, key in self.ranking.keys)
        yield from (about.value for about in (self.score, self.payoff) if about is not None)
