"""Sentences that a variant has made untrue.

In: the texts of a game with variants, where they stand, and the patches. Out: the same texts without what the
game says in its own words (`instead.rule.steal`) about a rule, a value or a component's abilities that a
variant replaces, unless the variant brings a sentence of its own.
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
        keys, holders = set(_replaced(patch)), tuple(_rewritten(patch))
        for language, texts in strings.items():
            lost = [key for key in texts if key in keys or (holders and key.startswith(holders))]
            for key in lost:
                if spans[(language, key)].path not in patch.texts:
                    del texts[key]


def _rewritten(patch: Patch) -> Iterator[str]:
    """How the keys of all abilities of a component begin that the variant replaces."""
    for node in patch.declarations:
        match node:
            case ast.Replacement(declaration=ast.Instance(name=name)):
                yield f"{INSTEAD}ability.{name.text}: "


def _replaced(patch: Patch) -> Iterator[str]:
    for node in patch.declarations:
        match node:
            case ast.Replacement(declaration=ast.Rule(name=name)):
                yield f"{INSTEAD}rule.{name.text}"
            case ast.Replacement(declaration=ast.Value(name=name)):
                yield f"{INSTEAD}value.{name.text}"
