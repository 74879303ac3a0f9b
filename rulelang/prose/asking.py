"""Every question of a definition in words, by the place in the files where it is asked.

In: a definition as it is read and compiled, and a language. Out: what is asked at each place, what can be
answered, and what each answer does; plain text without marks.
"""

from __future__ import annotations

from rulelang.compile import Reading
from rulelang.ir.nodes import Program, Site
from rulelang.prose.decisions import Asked
from rulelang.prose.rules import Rules
from rulelang.prose.texts import Texts


def questions(reading: Reading, program: Program, language: str) -> dict[Site, Asked]:
    words = Rules(reading, Texts(program.strings, language))
    for info in reading.world.rules.values():
        words.rule(info)
    for node in reading.world.abilities:
        words.ability(node)
    for record in reading.world.records.values():
        for row in record.rows.values():
            for node in row.abilities:
                words.ability(node, row.name)
    return words.asked
