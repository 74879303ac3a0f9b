"""Sentences that a variant has made untrue.

In: the texts of a game with variants, where they stand, and the patches. Out: the same texts without what the
game says in its own words (`instead.rule.steal`) about a rule or a value that a variant replaces, unless the
variant brings a sentence of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulelang.ir.keys import INSTEAD
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.variants.patches import Patch


def drop_outdated(
    strings: dict[str, dict[str, str]], spans: Mapping[tuple[str, str], Span], patches: Sequence[Patch]
) -> None:
    for patch in patches:
        for key in _replaced(patch):
            for language, texts in strings.items():
                if key in texts and spans[(language, key)].path not in patch.texts:
                    del texts[key]


def _replaced(patch: Patch) -> Iterator[str]:
    for node in patch.declarations:
        match node:
            case ast.Replacement(declaration=ast.Rule(name=name)):
                yield f"{INSTEAD}rule.{name.text}"
            case ast.Replacement(declaration=ast.Value(name=name)):
                yield f"{INSTEAD}value.{name.text}"
