"""Every component and every row of a table in words: what is printed on it, and what it does.

In: a typed definition, its program, and a language. Out: lines of plain text for each one, by the key
of its text, `loot.hook_3`. What it does are its abilities, and the rules that have a case for a word that is
printed on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.inflection.forms import settled
from rulelang.ir.nodes import Program
from rulelang.prose.abilities import abilities_of, ability_step
from rulelang.prose.calls import title
from rulelang.prose.ink import capital
from rulelang.prose.language import speaker_for
from rulelang.prose.members import field_name
from rulelang.prose.rules import rule_case
from rulelang.prose.speaker import Speaker
from rulelang.prose.texts import Texts
from rulelang.prose.things import value_in_words
from rulelang.typed.definition import Definition, Rule, RuleBody
from rulelang.typed.symbols import RecordSymbol, RowSymbol
from rulelang.types import Kind, Rec


def cards(definition: Definition, program: Program, language: str) -> dict[str, list[str]]:
    speaker = speaker_for(definition, Texts(program.strings, language))
    return {
        f"{record.name}.{row.name}": [*_lines(speaker, record, row)]
        for record in definition.world.records.values()
        for row in record.rows.values()
    }


def _lines(speaker: Speaker, record: RecordSymbol, row: RowSymbol) -> Iterator[str]:
    about = speaker.texts.own(f"help.{record.name}.{row.name}")
    if about:
        yield about
    for field in record.fields.values():
        if field.track is None:
            words = value_in_words(speaker, field.type, row.cells.get(field.name))
            yield f"{capital(field_name(speaker, field))}: {settled(words)}"
    for ability in abilities_of(speaker.definition, row):
        yield from ability_step(speaker, ability).lines()
    for rule in speaker.definition.rules:
        for body in _bodies_for(speaker, rule, record, row):
            yield f"{capital(title(speaker, rule.symbol))}:"
            for step in rule_case(speaker, rule, body).steps:
                yield from step.lines("  ")


def _bodies_for(speaker: Speaker, rule: Rule, record: RecordSymbol, row: RowSymbol) -> Iterator[RuleBody]:
    """The case of a rule that this component would meet, where the rule is split by what is printed on it."""
    symbol, own = rule.symbol, ""
    if not symbol.params or symbol.params[0][1] != Rec(record.name):
        return
    if symbol.key_field is None and symbol.key_type == Rec(record.name):
        own = row.name
    elif symbol.key_field is not None and isinstance(symbol.key_type, Kind):
        value = row.cells.get(symbol.key_field.name)
        own = speaker.world.kinds[symbol.key_type.name].words[value] if isinstance(value, int) else ""
    for body in rule.bodies:
        if own and own in body.words:
            yield body
