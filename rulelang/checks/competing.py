"""Abilities that compete: two `instead of` on one rule, of which both may apply, in no stated order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

import attrs

from rulelang.diagnostics import WARNING, Diagnostic, Label, Report
from rulelang.source import Span
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Ability, Definition
from rulelang.typed.symbols import CallableSymbol, Local, Symbol

MOST_ALIKE = 300  # abilities for one rule that are compared with each other


def check_competing(definition: Definition, report: Report) -> None:
    alike: dict[tuple[Symbol, int], list[Ability]] = defaultdict(list)
    for ability in definition.abilities:
        if ability.how == "instead":
            alike[ability.target, ability.priority].append(ability)
    for abilities in alike.values():
        for first, second in combinations(abilities[:MOST_ALIKE], 2):
            if report.enough:
                return
            if _compete(first, second, definition):
                report.add(_finding(first, second))


def _finding(first: Ability, second: Ability) -> Diagnostic:
    names = " and ".join(f"`{a.holder.name if a.holder else 'the game'}`" for a in (first, second))
    labels = (Label(_start(second.span)), Label(_start(first.span), "the other one"))
    title = f"{names} both stand in for `{first.target.name}`"
    why = "the holder nearest to the active player goes first; one holder's go as declared"
    hint = "give one of them `priority 1`, or conditions that exclude each other"
    return Diagnostic("R0608", title, labels, why, hint, WARNING)


def _start(span: Span) -> Span:
    return Span(span.path, span.line, span.column, span.line, span.column + 1)


def _compete(a: Ability, b: Ability, definition: Definition) -> bool:
    if a.holder is b.holder:
        return False
    both = set(_cases(a, definition)) & set(_cases(b, definition))
    cases = not a.words or not b.words or bool(both)
    together = a.zone is None or b.zone is None or a.zone is not b.zone
    return cases and together and not _exclude(a, b)


def _cases(ability: Ability, definition: Definition) -> Iterator[int]:
    target = ability.target
    if isinstance(target, CallableSymbol) and target.key_type is not None:
        for word in ability.words:
            yield from definition.world.meant(word, target.key_type)


def _exclude(first: Ability, second: Ability) -> bool:
    """Whether two conditions ask the same thing to be two different constants."""
    wanted = dict(_equalities(first, first.when))
    return any(key in wanted and wanted[key] != value for key, value in _equalities(second, second.when))


def _equalities(ability: Ability, condition: typed.Expr | None) -> Iterator[tuple[object, int]]:
    match condition:
        case typed.Logic(op="and", left=left, right=right):
            yield from _equalities(ability, left)
            yield from _equalities(ability, right)
        case typed.Comparison(op="is", left=left, right=typed.Number(value=value)):
            yield _same(left, ability), value
        case typed.Comparison(op="is", left=left, right=typed.Word(number=number)):
            yield _same(left, ability), number


def _same(part: object, ability: Ability) -> object:
    """An expression as a value that is equal for equal expressions of two abilities of one rule."""
    if isinstance(part, Local):
        return ability.params.index(part) if part in ability.params else part.name
    if isinstance(part, tuple):
        return tuple(_same(item, ability) for item in part)
    if isinstance(part, typed.Expr):
        names = [a.name for a in attrs.fields(type(part)) if a.name not in ("span", "type", "function")]
        return (type(part).__name__, *(_same(getattr(part, name), ability) for name in names))
    return part
