"""Every component of a definition in words: what is printed on it, and what it does.

In: a definition as it is read and compiled, and a language. Out: lines of plain text for each component, by
the key of its text, `loot.hook_3`. What it does are its abilities, and the rules that have a case for a word
that is printed on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.types import Kind, Rec
from rulelang.check.world import CallableInfo, RecordInfo, RowInfo
from rulelang.compile import Reading
from rulelang.ir.nodes import Program
from rulelang.prose.ink import capital
from rulelang.prose.texts import Texts
from rulelang.prose.things import Things
from rulelang.syntax import ast


def cards(reading: Reading, program: Program, language: str) -> dict[str, list[str]]:
    words = Things(reading, Texts(program.strings, language))
    return {
        f"{record.name}.{row.name}": [*_lines(words, record, row)]
        for record in reading.world.records.values()
        if record.physical
        for row in record.rows.values()
    }


def _lines(words: Things, record: RecordInfo, row: RowInfo) -> Iterator[str]:
    about = words.texts.own(f"help.{record.name}.{row.name}")
    if about:
        yield about
    for name, info in record.fields.items():
        if info.track is None:
            field = capital(words.field_name(record.name, name))
            yield f"{field}: {words.value_in_words(info.type, row.cells.get(name))}"
    for node in row.abilities:
        yield from words.ability(node, row.name).lines()
    for rule in words.world.rules.values():
        for node in _bodies_for(words, rule, record, row):
            yield f"{capital(words.title('rule', rule.name))}:"
            for step in words.body_of(rule, node).steps:
                yield from step.lines("  ")


def _bodies_for(words: Things, rule: CallableInfo, record: RecordInfo, row: RowInfo) -> Iterator[ast.Rule]:
    """The case of a rule that this component would meet, where the rule is split by what is printed on it."""
    if not rule.params or rule.params[0][1] != Rec(record.name) or not isinstance(rule.key, tuple):
        return
    own = {row.name} if rule.key_kind == Rec(record.name) else set()
    if isinstance(rule.key_kind, Kind) and rule.key[0] == "field":
        value = row.cells.get(rule.key[2])
        if isinstance(value, int):
            own = {words.world.kinds[rule.key_kind.name].words[value]}
    for word, node in rule.bodies.items():
        if word in own and isinstance(node, ast.Rule):
            yield node
