"""All that can be said: the tables of all families, together.

In: a typed definition, and the texts of one language. Out: somebody who can say it.
"""

from __future__ import annotations

from rulelang.prose import calls, conditions, decisions, expressions, members, sets, statements
from rulelang.prose.speaker import Speaker, Tables
from rulelang.prose.texts import Texts
from rulelang.typed.definition import Definition

TABLES = Tables(
    phrases={**expressions.PHRASES, **members.PHRASES, **calls.PHRASES, **sets.PHRASES},
    groups=sets.GROUPS,
    clauses={**conditions.CLAUSES, **members.CLAUSES, **calls.CLAUSES},
    statements={**statements.STATEMENTS, **decisions.STATEMENTS},
)


def speaker_for(definition: Definition, texts: Texts) -> Speaker:
    return Speaker(definition, texts, TABLES)
