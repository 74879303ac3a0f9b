"""Rules and values that are split into cases: `rule effect(card) for bomb:`.

In: a symbol whose bodies are for words. Out: in the symbol, what tells its cases apart: the first parameter
itself, or one of its printed fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from rulelang.diagnostics import Label
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed.from_syntax.typing import Typing
from rulelang.typed.symbols import CallableSymbol, FieldSymbol, refer
from rulelang.types import UNKNOWN, Kind, Rec, Type, bare


def find_key(target: CallableSymbol, ctx: Typing) -> None:
    world = ctx.world
    words = [word for node in target.bodies.values() for word in node.cases]
    if not words:
        return
    first = bare(target.params[0][1]) if target.params else UNKNOWN
    options: list[tuple[FieldSymbol | None, Type]] = [(None, first)]
    if isinstance(first, Rec):
        fields = world.records[first.name].fields.values()
        options += [(field, field.type) for field in fields if field.track is None]
    # What is printed goes before the names of components with copies, and all words before some of them:
    # where only some are known, the others get the message.
    for fitting, meaning in product((all, any), (world.constant, world.copied)):
        for field, found in options:
            type_ = bare(found)
            known = (meaning(word.text, type_) is not None for word in words)
            if isinstance(type_, Kind | Rec) and target.key_type is None and fitting(known):
                target.key_field, target.key_type = field, type_
    if target.key_type is None:
        if not any(bare(type_) == UNKNOWN for _, type_ in options):  # or their list could not be read
            title = f"I don't know which `{words[0]}` is meant"
            why = "the cases after `for` are words of the first parameter or of one of its fields"
            listed = [word for _, type_ in options for word in world.words_of(bare(type_))]
            hint = did_you_mean(words[0].text, listed, "the words are")
            ctx.report.error("R0256", title, words[0].span, why=why, hint=hint, unknown=words[0].text)
        return
    for word in words:
        if not world.meant(word.text, target.key_type):
            unknown_case(word, target, ctx)
    refer_cases(dict.fromkeys(words), target, ctx)


def refer_cases(words: Iterable[ast.Ident], target: CallableSymbol, ctx: Typing) -> None:
    if target.key_type is not None:
        for word in words:
            refer(ctx.world.symbol_of(word.text, target.key_type), word.span)


def unknown_case(word: ast.Ident, target: CallableSymbol, ctx: Typing) -> None:
    kind = target.key_type
    symbol = ctx.world.declared(kind) if kind else None
    ctx.report.error(
        "R0209", f"I don't know {kind} called `{word}`", word.span, f"not {kind}",
        also=[Label(symbol.span, "they are listed here")] if symbol and symbol.span else [],
        hint=did_you_mean(word.text, ctx.world.words_of(kind) if kind else ()), unknown=word.text,
    )  # fmt: skip
