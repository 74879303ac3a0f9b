"""Every rule, value and ability of a definition in words, for somebody who asks about one.

In: a typed definition, its program, and a language. Out: for each rule and value, by the key of its text
(`rule.lay_room`), and for each ability, by what its code is called (`miser: after lay`): its name, what its
author tells about it, its steps, and where it stands; plain text without marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulelang.inflection.forms import settled
from rulelang.ir.nodes import Program, Site
from rulelang.ir.texts import GAP
from rulelang.prose.abilities import ability_step, code_name
from rulelang.prose.calls import key_of, title
from rulelang.prose.ink import capital
from rulelang.prose.language import speaker_for
from rulelang.prose.order import MAIN
from rulelang.prose.rules import rule_cases, value_cases
from rulelang.prose.speaker import Speaker
from rulelang.prose.steps import Case
from rulelang.prose.texts import Texts
from rulelang.typed.definition import Ability, Definition
from rulelang.typed.symbols import CallableSymbol


@frozen
class Declared:
    title: str
    about: str  # what the author tells; may be empty
    lines: tuple[str, ...]
    sites: tuple[Site, ...]  # where it begins, and each of its cases


def declared(definition: Definition, program: Program, language: str) -> dict[str, Declared]:
    speaker = speaker_for(definition, Texts(program.strings, language))
    found: dict[str, Declared] = {}
    for rule in definition.rules:
        found[key_of(rule.symbol)] = _told(speaker, rule.symbol, rule_cases(speaker, rule))
    for value in definition.values:
        found[key_of(value.symbol)] = _told(speaker, value.symbol, value_cases(speaker, value))
    for ability in definition.abilities:
        found.setdefault(code_name(ability), _ability(speaker, ability))
    return found


def _ability(speaker: Speaker, ability: Ability) -> Declared:
    holder = ability.holder
    name = (
        speaker.texts.own_name(holder.text_keys[0]) if holder is not None else speaker.say("page.abilities")
    )
    span = ability.span
    lines = tuple(ability_step(speaker, ability).lines())
    return Declared(settled(capital(name)), "", lines, ((span.path, span.line, span.column),))


def _told(speaker: Speaker, symbol: CallableSymbol, cases: Sequence[Case]) -> Declared:
    key = key_of(symbol)
    name = speaker.say(f"page.{symbol.name}") if symbol.name in MAIN else title(speaker, symbol)
    about = speaker.texts.own(f"text.{key}", f"help.{key}") or ""
    spans = [symbol.span, *(body.span for body in symbol.bodies.values())]
    sites = dict.fromkeys((span.path, span.line, span.column) for span in spans)
    name = GAP.sub("\u2026", settled(capital(name)))
    return Declared(name, settled(about), tuple(_lines(cases)), tuple(sites))


def _lines(cases: Sequence[Case]) -> Iterator[str]:
    for case in cases:
        if case.words:
            yield f"{capital(case.words)}:"
        for step in case.steps:
            yield from step.lines("  " if case.words else "")
