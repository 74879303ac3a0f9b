"""How a game is won, in words, for players whose game has no text about it.

In: a typed definition, its program, and a language. Out: sentences about its `ranking`, plain text without
marks; nothing where only the rules say who wins.
"""

from __future__ import annotations

from rulelang.inflection.forms import settled
from rulelang.ir.nodes import Program
from rulelang.prose.ink import without_marks
from rulelang.prose.language import speaker_for
from rulelang.prose.texts import Texts
from rulelang.prose.things import ranked
from rulelang.typed.definition import Definition


def how_won(definition: Definition, program: Program, language: str) -> list[str]:
    if definition.ranking is None:
        return []
    speaker = speaker_for(definition, Texts(program.strings, language))
    return [without_marks(settled(line)) for line in ranked(speaker, definition.ranking)]
