"""Typing only the declaration that somebody types in.

In: the texts of a game, and one declaration of it as it was read. Out: a `Study` with the world and with
what the checker knows in that declaration. Values and rules that it uses are typed when it asks for them;
the rest of the game is not, because an answer is wanted between two keystrokes.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile import Bundle, Study, read_bundle
from rulelang.diagnostics import Report
from rulelang.syntax import ast
from rulelang.typed.from_syntax.answers import rule_of
from rulelang.typed.from_syntax.cases import find_key
from rulelang.typed.from_syntax.definition import EXPRESSIONS, STATEMENTS, type_definition
from rulelang.typed.from_syntax.typing import Site, Typing
from rulelang.typed.from_syntax.values import result_of
from rulelang.typed.symbols import CallableSymbol, World


def study_near(bundle: Bundle, variants: Sequence[Bundle], declaration: ast.Node) -> Study:
    known = linked(bundle, variants)
    if known.world is not None:
        known.sites = []
        _type(known.world, declaration, known.sites)
    return known


def linked(bundle: Bundle, variants: Sequence[Bundle]) -> Study:
    """What is declared in a game, and nothing about what is in the declarations."""
    known = Study(linked_only=True)
    read_bundle(bundle, Report(), variants, study=known)
    return known


def _type(world: World, declaration: ast.Node, sites: list[Site]) -> None:
    symbol = _symbol(world, declaration)
    if symbol is None:  # abilities, the ranking and so on: short, but they look at all
        type_definition(world, {}, Report(), sites)
        return
    ctx = Typing(world, Report(), EXPRESSIONS, STATEMENTS, sites=sites)
    for each in [*world.rules.values(), *world.values.values()]:
        find_key(each, ctx)
    if symbol.is_rule:
        rule_of(symbol, ctx)
    else:
        result_of(symbol, next(iter(symbol.bodies.values())), ctx)


def _symbol(world: World, declaration: ast.Node) -> CallableSymbol | None:
    match declaration:
        case ast.Replacement(declaration=inner):
            return _symbol(world, inner)
        case ast.Rule(name=name):
            return world.rules.get(name.text)
        case ast.Value(name=name):
            return world.values.get(name.text)
        case ast.Setup() | ast.Play():
            return world.rules.get(type(declaration).__name__.lower())
    return None
