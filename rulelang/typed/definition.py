"""A whole definition, typed: its symbols, and the bodies of its rules, values and abilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from rulelang.source import Span
from rulelang.typed.expressions import Expr, WhatIf
from rulelang.typed.statements import Block, Stmt
from rulelang.typed.symbols import CallableSymbol, Local, RowSymbol, TrackSymbol, World, ZoneSymbol
from rulelang.typed.walk import expressions, own_expressions, statements
from rulelang.types import Type

Whole = tuple[Expr, ...]  # an expression that stands in no other one, and after it all that are in it


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
    depth: int = 0  # how often it may use itself

    def expressions(self) -> Iterator[Expr]:
        for body in self.bodies:
            yield from (expr for _, expr in body.lets)
            for result in body.results:
                yield from (expr for expr in (result.condition, result.value) if expr is not None)


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
class Offer:
    """Options that a component adds to those of a rule, where they are; here is what is told of them."""

    holder: RowSymbol
    rule: CallableSymbol
    options: tuple[str, ...]


@frozen
class Ranking:
    player: Local
    condition: Expr | None
    keys: tuple[tuple[str, Expr], ...]  # highest or lowest
    ties: str


@frozen
class About:
    """A number for each player: the score, the payoff, or the outlook."""

    player: Local
    value: Expr
    divisor: Expr | None = None  # of a payoff that is a fraction


@frozen
class Definition:
    world: World
    rules: tuple[Rule, ...]
    values: tuple[Value, ...]
    abilities: tuple[Ability, ...]
    offers: tuple[Offer, ...]
    starts: Mapping[TrackSymbol, Expr | None]  # what tracks start with, where an author says so
    ranking: Ranking | None
    score: About | None
    payoff: About | None
    outlook: About | None  # what a position is worth before the end: only bots read it
    must_hold: tuple[Expr, ...]
    imagined: tuple[WhatIf, ...]  # every question about what would be
    strings: Mapping[str, Mapping[str, str]]
    statements: tuple[tuple[Stmt, ...], ...] = field(init=False, repr=False)  # of each block, also inner ones
    # The same walk, once for all checks: the expressions of each of these statements, of each value, and of
    # what stands neither in a statement nor in a value.
    in_statements: tuple[tuple[tuple[Whole, ...], ...], ...] = field(init=False, eq=False, repr=False)
    in_values: tuple[tuple[Whole, ...], ...] = field(init=False, eq=False, repr=False)
    elsewhere: tuple[Whole, ...] = field(init=False, eq=False, repr=False)

    @statements.default
    def _all_statements(self) -> tuple[tuple[Stmt, ...], ...]:
        return tuple(tuple(statements(block)) for block in self.blocks())

    @in_statements.default
    def _all_in_statements(self) -> tuple[tuple[tuple[Whole, ...], ...], ...]:
        return tuple(
            tuple(tuple(map(_whole, own_expressions(statement))) for statement in block)
            for block in self.statements
        )

    @in_values.default
    def _all_in_values(self) -> tuple[tuple[Whole, ...], ...]:
        return tuple(tuple(map(_whole, value.expressions())) for value in self.values)

    @elsewhere.default
    def _all_elsewhere(self) -> tuple[Whole, ...]:
        return tuple(map(_whole, self._expressions_elsewhere()))

    def blocks(self) -> Iterator[Block]:
        """Every block of statements that stands by itself."""
        for rule in self.rules:
            yield from (body.block for body in rule.bodies)
        yield from (ability.block for ability in self.abilities if ability.block is not None)

    def loose(self) -> Iterator[Whole]:
        """Every expression that stands in no statement."""
        for wholes in self.in_values:
            yield from wholes
        yield from self.elsewhere

    def _expressions_elsewhere(self) -> Iterator[Expr]:
        for ability in self.abilities:
            yield from (expr for expr in (ability.when, ability.value) if expr is not None)
        yield from (expr for expr in self.starts.values() if expr is not None)
        if self.ranking is not None:
            if self.ranking.condition is not None:
                yield self.ranking.condition
            yield from (key for _, key in self.ranking.keys)
        for about in (self.score, self.payoff, self.outlook):
            if about is not None:
                yield from (expr for expr in (about.value, about.divisor) if expr is not None)
        yield from self.must_hold


def _whole(expr: Expr) -> Whole:
    return tuple(expressions(expr))
