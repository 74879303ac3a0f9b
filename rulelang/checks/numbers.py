"""Texts whose numbers are not those of the rules that they stand on.

In: a `Program` with its texts, and where each of them stands. Out: findings. A text about a component, a row,
a word, a rule or a value should not say a number that stands nowhere in what it tells of: somebody changed
the rule, and not the text. Numbers are looked for widely, so that what is reported is very likely wrong: also
in rules and values that are called, or that call, and in the rows that are meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from attrs import frozen

from rulelang.diagnostics import Report
from rulelang.ir import instructions as do
from rulelang.ir.expressions import Call, Expr, Number
from rulelang.ir.keys import INSTEAD, TEXT, ability_name
from rulelang.ir.nodes import HookDef, Program, RecordDef
from rulelang.ir.walk import put_parts
from rulelang.source import Span
from rulelang.types import Kind, Num, Rec, Type, bare

DIGITS = re.compile(r"(?<![\w.,])\d+(?![\w]|[.,]\d)")
SMALL = {0, 1}  # are said of anything: 1 card, 0 for none
ABOUT = (TEXT, INSTEAD)
MOST_TEXTS = 2_000  # are looked up: each takes a walk over all rules
MOST_LOOKED_AT = 200  # components with the same word: more are known to be alike
MOST_REMEMBERED = 5_000  # texts, read once
MOST_DIGITS = 9  # more are no number that a rule has


def check_numbers(program: Program, spans: Mapping[tuple[str, str], Span], report: Report) -> None:
    """Each text about something that has numbers, against the numbers that it has."""
    numbers, known = Numbers(program), dict[str, set[int] | None]()
    for language, pairs in program.strings:
        for key, text in pairs:
            said = numbers_in(text) if key.startswith(ABOUT) else None
            if not said:
                continue
            if key not in known and len(known) < MOST_TEXTS:
                known[key] = numbers.of(key.removeprefix(TEXT).removeprefix(INSTEAD))
            found = known.get(key)
            wrong = sorted(said - found) if found is not None else []
            if wrong and not report.enough:
                report.warn(
                    "R0315",
                    f"`{key}` says {wrong[0]}, and nothing that it tells of has this number",
                    spans[(language, key)],
                    why="the rule may have been changed after the text was written",
                    hint="say the number that the rule has; if the text is right, write the number as a word",
                )


@lru_cache(maxsize=MOST_REMEMBERED)
def numbers_in(text: str) -> frozenset[int]:
    """The numbers that a text says in digits, without those that are said of anything."""
    return frozenset(int(found) for found in DIGITS.findall(text) if len(found) <= MOST_DIGITS) - SMALL


@frozen
class Found:
    """What stands in a piece of code: numbers, and the values and rules that it asks for."""

    numbers: frozenset[int]
    values: frozenset[int]
    rules: frozenset[int]


@frozen(slots=False)
class Numbers:
    """The numbers of a program, by what has them."""

    program: Program

    def of(self, thing: str) -> set[int] | None:
        """The numbers that a text about something may say; None where that cannot be told."""
        sort, _, name = thing.partition(".")
        program = self.program
        if sort in self._rows and name in self._rows[sort].names:
            return self._of_row(self._rows[sort], name)
        if sort in self._kinds and name in self._kinds[sort]:
            return self._of_word(Kind(sort), self._kinds[sort].index(name))
        if sort == "rule":
            found = [number for number, rule in enumerate(program.rules) if rule.name == name]
            return self._around(found, ()) if found else None
        if sort == "value":
            found = [number for number, value in enumerate(program.values) if value.name == name]
            return self._around((), found) if found else None
        return self._of_ability(name) if sort == "ability" else None

    # ------------------------------------------------------------ rows

    @cached_property
    def _rows(self) -> dict[str, RecordDef]:
        return {record.name: record for record in self.program.records}

    @cached_property
    def _kinds(self) -> dict[str, tuple[str, ...]]:
        return {kind.name: kind.words for kind in self.program.kinds}

    def _of_word(self, type_: Type, number: int) -> set[int] | None:
        """What rules do for a word of a kind, and what is printed on components that have it."""
        cases = self._cases(type_, number)
        if not cases:
            return None
        looked = [self._in_bodies[body] for body in cases]
        rules = set(chain.from_iterable(part.rules for part in looked))
        values = set(chain.from_iterable(part.values for part in looked))
        found = set(chain.from_iterable(part.numbers for part in looked)) | self._having(type_, number)
        return found | self._around(rules, values)

    def _having(self, type_: Type, number: int) -> set[int]:
        """How many components have a word or a row on them, and fewer of them; and what else they have."""
        having = self._by_words.get((type_, number), [])
        found = {*range(len(having) + 1)}
        for record, name in having[:MOST_LOOKED_AT]:
            found |= set(self._printed(record, name))
        return found

    @cached_property
    def _by_words(self) -> dict[tuple[Type, int], list[tuple[RecordDef, str]]]:
        """The components that have a word or a row printed on them."""
        found: dict[tuple[Type, int], list[tuple[RecordDef, str]]] = {}
        for record in self.program.records:
            for column in record.columns if record.physical else ():
                if isinstance(type_ := bare(column.type), Kind | Rec):
                    for name, value in zip(record.names, column.values, strict=True):
                        if isinstance(value, int):
                            found.setdefault((type_, value), []).append((record, name))
        return found

    def _of_row(self, record: RecordDef, name: str) -> set[int] | None:
        """What is printed on a component, what its abilities do, and what rules do for the words on it."""
        own = {number for number, known in enumerate(record.names, record.base) if known == name}
        hooks = [hook for hook in self.program.hooks if own & set(hook.components)]
        cases = [body for type_, number in self._words(record, name) for body in self._cases(type_, number)]
        numbered = any(isinstance(bare(column.type), Num) for column in record.columns)
        if not hooks and not cases and not numbered:
            return None  # what it does is asked for by its name somewhere, or it is for something else
        found = set(self._printed(record, name)) | self._having(Rec(record.name), min(own))
        targets = {hook.target for hook in hooks}
        rules = {number for number, rule in enumerate(self.program.rules) if rule.name in targets}
        values = {number for number, value in enumerate(self.program.values) if value.name in targets}
        looked = [*(self._of_hook(hook) for hook in hooks), *(self._in_bodies[body] for body in cases)]
        found |= set(chain.from_iterable(part.numbers for part in looked))
        rules |= set(chain.from_iterable(part.rules for part in looked))
        values |= set(chain.from_iterable(part.values for part in looked))
        return found | self._around(rules, values)

    def _printed(self, record: RecordDef, name: str, deep: bool = True) -> Iterator[int]:
        """Those in a row, how much stands in a cell, how many copies there are; and those of rows named."""
        index = record.names.index(name)
        yield record.names.count(name)
        for column in record.columns:
            value, type_ = column.values[index], bare(column.type)
            if isinstance(type_, Rec) and isinstance(value, int) and deep:
                table = self._rows[type_.name]
                yield from self._printed(table, table.names[value - table.base], deep=False)
            elif isinstance(value, tuple):
                yield from range(len(value) + 1)
                yield from (abs(item) for item in value if isinstance(item, int))
            elif isinstance(value, int) and not isinstance(type_, Kind):
                yield abs(value)

    def _words(self, record: RecordDef, name: str) -> Iterator[tuple[Type, int]]:
        """A row itself, and the words and rows in it: rules may have cases for each of them."""
        index = record.names.index(name)
        yield Rec(record.name), record.base + index
        for column in record.columns:
            value, type_ = column.values[index], bare(column.type)
            if isinstance(value, int) and isinstance(type_, Kind | Rec):
                yield type_, value

    def _cases(self, type_: Type, number: int) -> list[int]:
        """The bodies of rules for a word or a row."""
        return self._by_case.get((type_, number), [])

    @cached_property
    def _by_case(self) -> dict[tuple[Type, int], list[int]]:
        found: dict[tuple[Type, int], list[int]] = {}
        for rule in self.program.rules:
            for type_ in {bare(param) for param in rule.params}:
                for word, body in rule.cases:
                    found.setdefault((type_, word), []).append(body)
        return found

    # ------------------------------------------------------------ rules and values

    @cached_property
    def _in_bodies(self) -> list[Found]:
        return [_found(body.code) for body in self.program.bodies]

    @cached_property
    def _in_rules(self) -> list[Found]:
        return [
            _together(
                self._in_bodies[body]
                for body in (rule.default, *(body for _, body in rule.cases))
                if body is not None
            )
            for rule in self.program.rules
        ]

    @cached_property
    def _in_values(self) -> list[Found]:
        return [
            _found(
                part
                for steps in (*(steps for _, steps in value.cases), value.default)
                for step in steps
                for part in (step.condition, step.value)
                if part is not None
            )
            for value in self.program.values
        ]

    @cached_property
    def _in_hooks(self) -> list[tuple[str, Found]]:
        return [(hook.target, self._of_hook(hook)) for hook in self.program.hooks]

    def _of_hook(self, hook: HookDef) -> Found:
        asked = _found(part for part in (hook.when, hook.value) if part is not None)
        return asked if hook.body is None else _together((asked, self._in_bodies[hook.body]))

    def _of_ability(self, name: str) -> set[int] | None:
        """What an ability does, and the rule or value that it waits for or changes."""
        program = self.program
        hooks = [hook for hook in program.hooks if ability_name(hook.how, hook.target, hook.owner) == name]
        if not hooks:
            return None
        rules, values = set[int](), set[int]()
        found = set[int]()
        for hook in hooks:
            part = self._of_hook(hook)
            found |= part.numbers
            rules |= part.rules | {n for n, rule in enumerate(program.rules) if rule.name == hook.target}
            values |= part.values | {n for n, value in enumerate(program.values) if value.name == hook.target}
        return found | self._around(rules, values)

    def _around(self, rules: Iterable[int], values: Iterable[int]) -> set[int]:
        """The numbers of rules and values, of all that they ask for, and of what asks for them."""
        first_rules, first_values = set(rules), set(values)
        found = set[int]()
        asking = [
            part
            for part in chain(self._in_rules, self._in_values, (part for _, part in self._in_hooks))
            if part.rules & first_rules or part.values & first_values
        ]
        for part in asking:
            found |= part.numbers
        names = {self.program.rules[n].name for n in first_rules} | {
            self.program.values[n].name for n in first_values
        }
        changing = [part for target, part in self._in_hooks if target in names]
        open_rules = first_rules | {n for part in changing for n in part.rules}
        open_values = first_values | {n for part in (*asking, *changing) for n in part.values}
        for part in changing:
            found |= part.numbers
        seen_rules, seen_values = set[int](), set[int]()
        while open_rules or open_values:
            seen_rules |= open_rules
            seen_values |= open_values
            parts = [*(self._in_rules[n] for n in open_rules), *(self._in_values[n] for n in open_values)]
            open_rules = {n for part in parts for n in part.rules} - seen_rules
            open_values = {n for part in parts for n in part.values} - seen_values
            for part in parts:
                found |= part.numbers
        return found


def _found(pieces: Iterable[Expr | do.Instr]) -> Found:
    """The numbers, values and rules in pieces of IR."""
    numbers, values, rules = set[int](), set[int](), set[int]()
    waiting: list[Any] = list(pieces)
    while waiting:
        node = waiting.pop()
        kind = node.__class__
        if kind is Number:
            numbers.add(abs(node.value))
        elif kind is Call:
            values.add(node.value)
        elif kind is do.Call:
            rules.add(node.rule)
        elif kind is do.Roll:
            numbers.update(face for face in node.faces if isinstance(face, int))
        put_parts(node, waiting)
    return Found(frozenset(numbers), frozenset(values), frozenset(rules))


def _together(found: Iterable[Found]) -> Found:
    every = tuple(found)
    return Found(
        frozenset().union(*(one.numbers for one in every)),
        frozenset().union(*(one.values for one in every)),
        frozenset().union(*(one.rules for one in every)),
    )
