"""The tables that right texts are read with, kept for the next start.

In: `grammar.lark`. Out: `Tables`. They are made of Lark's; where they were kept, Lark is not even imported:
only what is wrong needs it.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Any

from rulelang.private import cache_folder, keep, recall
from rulelang.syntax.quick import Reduction, Tables

MOST_KEPT = 4
VERSION = 1  # of how they are written


def grammar_text() -> str:
    return files("rulelang.syntax").joinpath("grammar.lark").read_text(encoding="utf-8")


@cache
def tables() -> Tables:
    """What was kept, or else made of the parser and kept."""
    folder, name = cache_folder(), _name()
    plain = recall(folder, name)
    if plain is not None:
        try:
            return _tables(plain)
        except (KeyError, TypeError, ValueError):
            pass  # they are made again
    from rulelang.syntax.grammar import parser
    from rulelang.syntax.quick_tables import plain_tables

    plain = plain_tables(parser())
    keep(folder, name, plain, MOST_KEPT)
    return _tables(plain)


def _name() -> str:
    return f"quick-{hashlib.sha256(f'{VERSION} {grammar_text()}'.encode()).hexdigest()[:40]}.json"


def _tables(plain: Any) -> Tables:
    rules = [Reduction(*rule) for rule in plain["rules"]]
    words, signs, verbs = plain["words"], plain["signs"], frozenset(plain["verbs"])
    return Tables(plain["rows"], rules, plain["start"], plain["end"], words, signs, verbs)
