"""Every question of a definition in words, by the place in the files where it is asked.

In: a typed definition, its program, and a language. Out: what is asked at each place, what can be answered,
and what each answer does; plain text without marks.
"""

from __future__ import annotations

from rulelang.ir.nodes import Program, Site
from rulelang.prose.abilities import ability_step
from rulelang.prose.language import speaker_for
from rulelang.prose.rules import rule_cases
from rulelang.prose.steps import Asked
from rulelang.prose.texts import Texts
from rulelang.typed.definition import Definition


def questions(definition: Definition, program: Program, language: str) -> dict[Site, Asked]:
    speaker = speaker_for(definition, Texts(program.strings, language))
    speaker.explains = True
    for rule in definition.rules:
        rule_cases(speaker, rule)
    for ability in definition.abilities:
        ability_step(speaker, ability)
    return speaker.asked
