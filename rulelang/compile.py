"""The whole compiler on one screen: text in, a checked and linked `Program` out."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from rulelang.check.link import link
from rulelang.check.program import check
from rulelang.diagnostics import Report, RulesError
from rulelang.ir.nodes import Program
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.parser import parse
from rulelang.tables import read_strings


@frozen
class Bundle:
    """The texts of one definition. Tables are known by their names in it, so no path leads out of it."""

    rules: tuple[Source, ...]
    tables: Mapping[str, Source] = field(factory=dict)
    strings: Mapping[str, Source] = field(factory=dict)


def compile_bundle(bundle: Bundle, report: Report) -> Program | None:
    files = [parse(source, report) for source in bundle.rules]
    declarations = [node for file in files for node in file.declarations]
    if not any(isinstance(node, ast.Game) for node in declarations) and not report.errors:
        first = bundle.rules[0] if bundle.rules else Source("game.rules", "")
        hint = "start with a line like `game my_game for 2 to 4 players`"
        report.error("R0200", "no line says which game this is", first.line_span(1), hint=hint)
    world = link(declarations, bundle.tables, report)
    if world.play is None and not report.errors:
        report.error("R0217", "the game has no `play` block", bundle.rules[0].line_span(1))
    strings = {
        language: {key: text for key, (text, _) in read_strings(source, report).items()}
        for language, source in bundle.strings.items()
    }
    program = check(world, strings, report)
    return None if report.errors else program


def compile_text(rules: str, tables: Mapping[str, str] | None = None, path: str = "game.rules") -> Program:
    """A definition from memory, for tests and examples. Raises `RulesError` if it is not valid."""
    sources = {name: Source(name, text) for name, text in (tables or {}).items()}
    report = Report()
    program = compile_bundle(Bundle((Source(path, rules),), sources), report)
    if program is None:
        raise RulesError(report)
    return program
